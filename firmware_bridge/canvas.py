"""91 colours in the making: one message a point, the most urgent first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.points import indices
from hardware.protocols import PLACE_COUNT, POINT_COUNT
from yinsh_core.points import ALL_BITS, NEIGHBOURS

if TYPE_CHECKING:
    from hardware.protocols import Rgb

DARK: Final[Rgb] = (0, 0, 0)
GLOW: Final = 0.4  # of its light that a covered message has on the empty points around it


class Canvas:
    """Whoever paints a point first has it, dark moments included; what is painted later shows elsewhere.

    So two messages never mix to a third, and every point keeps the rhythm of one. A message under a piece that
    covers its light also glows on the empty points around it, where no other message is.
    """

    def __init__(self, covered: int, empty: int) -> None:
        self._colors: list[Rgb] = [DARK] * (POINT_COUNT + PLACE_COUNT)
        self._covered = covered & ALL_BITS
        self._empty = empty & ALL_BITS
        self._taken = 0
        self._glows: list[tuple[int, Rgb]] = []

    def paint(self, points: int, color: Rgb, share: float) -> None:
        """Light these points, given as bits, with a share of this colour."""
        fresh = points & ~self._taken
        if not fresh:
            return
        self.wash(fresh, color, share)
        covered = fresh & self._covered
        if covered and share > 0.0:
            glow = scaled(color, share * GLOW)
            self._glows += [(point, glow) for point in indices(covered)]

    def wash(self, points: int, color: Rgb, share: float) -> None:
        """Light these points without any glow around them: a pattern over the whole board needs none."""
        fresh = points & ~self._taken
        self._taken |= fresh
        lit = scaled(color, share)
        for point in indices(fresh):
            self._colors[point] = lit

    def finish(self) -> tuple[Rgb, ...]:
        """The colours, with the glow around covered messages; where two glows meet, the brighter one wins."""
        colors, free = self._colors, self._empty & ~self._taken
        for point, glow in self._glows:
            for near in indices(NEIGHBOURS[point] & free):
                if max(glow) > max(colors[near]):
                    colors[near] = glow
        return tuple(colors)


def scaled(color: Rgb, share: float) -> Rgb:
    """A share, from 0 to 1, of a colour."""
    return (int(color[0] * share), int(color[1] * share), int(color[2] * share))
