"""A person at a board in memory, who knows nothing but what the builder's lights mean.

With it, calibrating and mapping can be watched without a board; and if it can follow the lights, so can anyone.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb
    from hardware.virtual import VirtualBoard
    from yinsh_core.points import Point

LOOK: Final = 2.4  # seconds of watching before acting: more than one breath of the slowest light
_FAST, _SEVERAL = 4, 2  # times that a light comes up in that span
_FLAT = 0.05  # a light that varies by less does not move
_MOSTLY = 0.6  # a light that is on for less of the time blinks; for more, it has gaps


class Apprentice:
    """Looks at the lights for a while, does all they ask for, looks again."""

    def __init__(self, board: VirtualBoard, *, pace: float = 0.3) -> None:
        self.board = board
        self.hand = board.hand
        self.hand.pace = pace
        self._seen: deque[tuple[float, Sequence[Rgb]]] = deque()
        self._acted = 0.0

    def watch(self, now: float) -> None:
        """See the lights of this moment; act when the hand has rested and every light was seen for long enough."""
        self._seen.append((now, self.board.lights.colors))
        while self._seen[0][0] < now - LOOK:
            self._seen.popleft()
        if now < max(self._acted, self.hand.free_at) + LOOK:
            return
        self._acted = now
        for point in POINTS:
            self.obey(point, [colors[point.index] for _, colors in self._seen])

    def obey(self, point: Point, samples: Sequence[Rgb]) -> None:
        """Do what the light at *point* has asked for."""
        if len({hue(sample) for sample in samples if any(sample)}) != 1:  # dark, or the message has just changed
            return
        how, color = motion(samples)
        if how == "fast":
            self._clear(point)
        elif how in ("steady", "pulse"):
            self.lay_marker(point, color)
        elif how == "breath":
            self._put(point, f"{color} ring", "ring")

    def lay_marker(self, point: Point, color: str) -> None:
        """Lay a marker with this side up."""
        self._put(point, f"{color} marker", "marker")

    def _clear(self, point: Point) -> None:
        while self.board.contents.get(point):
            self.hand.take(point)

    def _put(self, point: Point, piece: str, shape: str) -> None:
        """Put a piece down, from beside the board or from a point that asks for nothing any more."""
        if self._holds(point, shape):
            return
        if not self.board.supply[self.board.pieces.pile_of(self.board.pieces.named(piece))]:
            spare = [other for other in self.board.contents if self._is_dark(other) and self._holds(other, piece)]
            spare = spare or [o for o in self.board.contents if self._is_dark(o) and self._holds(o, shape)]
            if not spare:
                return
            self.hand.take(spare[0], shape)
        self.hand.put(point, piece)

    def _holds(self, point: Point, word: str) -> bool:
        return any(piece.is_a(word) for piece in self.board.contents.get(point, ()))

    def _is_dark(self, point: Point) -> bool:
        return not any(any(colors[point.index]) for _, colors in self._seen)


def hue(sample: Rgb) -> str:
    """The colour as a person would call it."""
    red, green, blue = sample
    if red and green and blue:
        return "white"
    if red:
        return "amber" if green else "red"
    return "blue" if blue > 2 * green else "green or teal"


def motion(samples: Sequence[Rgb]) -> tuple[str, str]:
    """How the light moved, as a person would say, and the colour of piece that gaps, or their absence, mean."""
    brightness = [sum(sample) for sample in samples]
    lit = [value for value in brightness if value]
    gaps = sum(bool(a and not b) for a, b in pairwise(brightness))
    if len(lit) < _MOSTLY * len(brightness):
        return ("fast" if gaps > _FAST else "slow"), ""
    if len(lit) < len(brightness) and gaps < _SEVERAL:
        return "just begun", ""
    low, high = min(lit), max(lit)
    rises = sum(a < (low + high) / 2 <= b for a, b in pairwise(lit))
    how = "steady" if high - low <= _FLAT * high else "pulse" if rises > _SEVERAL else "breath"
    return how, "black" if gaps else "white"
