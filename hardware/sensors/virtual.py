"""Sensors of a board in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.maps import PointOrder
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Sensing
from hardware.virtual import Physics, VirtualBoard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.config.settings import Virtual
    from hardware.protocols import Frame

_POINTS = tuple(range(POINT_COUNT))
_POINTS_AND_PLACES = tuple(range(POINT_COUNT + PLACE_COUNT))


class VirtualSensors:
    """The ``virtual`` driver: scans a :class:`VirtualBoard`, one of its own or one that is given; input = point."""

    def __init__(
        self,
        settings: Virtual | None = None,
        inputs: Sequence[int] = _POINTS,
        *,
        sensing: Sensing = Sensing.FULL,
        board: VirtualBoard | None = None,
    ) -> None:
        self.board = board or _make_board(settings, inputs, sensing)
        self.linear = self.board.linear
        straight = tuple(inputs) in (_POINTS, _POINTS_AND_PLACES)
        self._order = None if straight else PointOrder(inputs)

    def open(self) -> None:
        """Nothing to claim."""

    def close(self) -> None:
        """Nothing to release."""

    def read(self, now: float) -> Frame:
        """Scan the board."""
        frame = self.board.read(now)
        return frame if self._order is None else self._order.frame(now, frame.readings + frame.places)


def _make_board(settings: Virtual | None, inputs: Sequence[int], sensing: Sensing) -> VirtualBoard:
    seed = settings.seed if settings else 0
    physics = Physics.calm() if settings and not settings.noise else Physics()
    return VirtualBoard(sensing, seed, physics=physics, places=max(inputs) >= POINT_COUNT)
