"""Sensors of a board in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.virtual import VirtualBoard

if TYPE_CHECKING:
    from hardware.protocols import Frame


class VirtualSensors:
    """The ``virtual`` driver: scans a :class:`VirtualBoard`, which knows points by themselves: there are no wires."""

    def __init__(self, board: VirtualBoard | None = None) -> None:
        self.board = board or VirtualBoard()
        self.linear = self.board.linear

    def open(self) -> None:
        """Nothing to claim."""

    def close(self) -> None:
        """Nothing to release."""

    def read(self, now: float) -> Frame:
        """Scan the board."""
        return self.board.read(now)
