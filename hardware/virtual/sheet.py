"""The virtual board's LEDs: what they show, by point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareFault
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Rgb
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Sequence

DARK: Final[Rgb] = (0, 0, 0)


class LightSheet:
    """A ``Lights`` driver that remembers: ``board.lights["E5"]`` is the colour of that LED."""

    def __init__(self) -> None:
        self.colors: tuple[Rgb, ...] = (DARK,) * (POINT_COUNT + PLACE_COUNT)
        self.frames = 0
        self.blocked = False

    def open(self) -> None:
        """Nothing to claim."""
        self._must_work()

    def close(self) -> None:
        """Leave the LEDs dark."""
        self.colors = (DARK,) * (POINT_COUNT + PLACE_COUNT)

    def show(self, colors: Sequence[Rgb]) -> None:
        """Take the colours."""
        self._must_work()
        self.colors = (*colors, *(DARK,) * PLACE_COUNT)[: POINT_COUNT + PLACE_COUNT]
        self.frames += 1

    @property
    def lit(self) -> dict[Point, Rgb]:
        """The points whose LED is not dark."""
        return {point: color for point, color in zip(POINTS, self.colors, strict=False) if color != DARK}

    def __getitem__(self, point: Point | str) -> Rgb:
        return self.colors[Point(point).index]

    def _must_work(self) -> None:
        if self.blocked:
            raise HardwareFault("the virtual LEDs are blocked; let them go with board.faults.clear()")
