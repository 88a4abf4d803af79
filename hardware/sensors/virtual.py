"""Sensors of a board in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard

if TYPE_CHECKING:
    from hardware.protocols import Frame


@dataclass(frozen=True, slots=True)
class VirtualSettings:
    """Which virtual board to make."""

    sensing: Sensing = Sensing.FULL
    seed: int = 0
    places: bool = False


class VirtualSensors:
    """The ``virtual`` driver: scans a :class:`VirtualBoard`, its own or one that is given."""

    def __init__(self, settings: VirtualSettings | None = None, board: VirtualBoard | None = None) -> None:
        settings = settings or VirtualSettings()
        self.board = board or VirtualBoard(settings.sensing, settings.seed, places=settings.places)
        self.linear = self.board.linear

    def open(self) -> None:
        """Nothing to claim."""

    def close(self) -> None:
        """Nothing to release."""

    def read(self, now: float) -> Frame:
        """Scan the board."""
        return self.board.read(now)
