"""Which sensor input and which LED belongs to which point."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from hardware.protocols import PLACE_COUNT, POINT_COUNT, Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

_SINGLE = (POINT_COUNT, POINT_COUNT + PLACE_COUNT)


class PointOrder:
    """Turns raw values in a driver's input order into frames in point order.

    ``inputs`` names an input for each of the 85 points, then for each of the six ring places if these are wired.
    Twice as many mean a switch for each pole: the second half names the black ones, and a reading is white
    minus black.
    """

    def __init__(self, inputs: Sequence[int]) -> None:
        self.paired = len(inputs) not in _SINGLE
        if self.paired and (len(inputs) % 2 or len(inputs) // 2 not in _SINGLE):
            raise ValueError(f"{len(inputs)} inputs; 85 or 91 are needed, or twice as many for pairs of switches")
        half = len(inputs) // 2 if self.paired else len(inputs)
        self._first = itemgetter(*inputs[:half])
        self._second = itemgetter(*inputs[half:]) if self.paired else None

    def frame(self, now: float, values: Sequence[int]) -> Frame:
        """A frame of ``values[input]``; ``IndexError`` if there are fewer values than the map needs."""
        readings: tuple[int, ...] = self._first(values)
        if self._second is not None:
            readings = tuple(white - black for white, black in zip(readings, self._second(values), strict=True))
        return Frame(now, readings[:POINT_COUNT], readings[POINT_COUNT:])
