"""The stations in a row: frame → levels → settled board → table → light.

This is all of the daemon that does not touch the world: no clock, no device, no thread. The daemon and the seeded
:class:`~firmware_bridge.world.World` both drive it.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from firmware_bridge.light_test import SECONDS, test_frame
from firmware_bridge.lights import render, still
from firmware_bridge.palettes import PALETTES
from firmware_bridge.points import indices
from firmware_bridge.verdicts import Kind
from hardware.protocols import PLACE_COUNT
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.builder.session import Guide
    from firmware_bridge.debounce import Debounce
    from firmware_bridge.effects import Effect
    from firmware_bridge.scene import Scene
    from firmware_bridge.table import Table
    from hardware.classifier import Classifier
    from hardware.protocols import Frame, Rgb

_FOLLOW = 1.0  # seconds between two looks at the drift of empty points


class Bridge:
    """A table with eyes and lights."""

    def __init__(
        self, table: Table, debounce: Debounce, classifier: Classifier | None = None, palette: str = "default"
    ) -> None:
        self.table = table
        self.debounce = debounce
        self.classifier = classifier
        self.palette = PALETTES[palette]
        self.guide: Guide | None = None  # has eyes and lights for a while; the table sees nothing then
        self._follow_at = 0.0
        self._tested = -inf
        self._drawn: tuple[Scene, tuple[Rgb, ...]] | None = None

    def frame(self, frame: Frame, now: float) -> list[Effect]:
        """Take in a snapshot of the board."""
        if self.guide is not None:
            self.guide.see(frame)
            return []
        readings = frame.readings
        levels = self.classifier.levels(readings) if self.classifier else readings
        settled = self.debounce.feed(levels, now)
        if self.classifier and now >= self._follow_at:
            self._follow_at = now + _FOLLOW
            self._follow(readings)
        return self.table.see(settled, now, self.debounce.noisy, restless=self.debounce.restless)

    @property
    def busy(self) -> bool:
        """Whether frames are wanted even if they say the same as before."""
        return self.debounce.busy or self.guide is not None

    def tick(self, now: float) -> list[Effect]:
        """Let time pass without a frame."""
        return self.table.tick(now)

    def test_lights(self, now: float) -> None:
        """Show that every LED works, for some seconds; sensing goes on."""
        self._tested = now

    def colors(self, now: float) -> tuple[Rgb, ...]:
        """The light of this moment; the same object while nothing moves."""
        if self.guide is not None:
            return self.guide.lights(now) + ((0, 0, 0),) * PLACE_COUNT
        if now - self._tested < SECONDS:
            return test_frame(now - self._tested)
        scene = self.table.scene
        if self._drawn is not None and self._drawn[0] is scene and still(scene):
            return self._drawn[1]
        colors = render(scene, now, self.palette)
        if self._drawn is not None and self._drawn[1] == colors:
            colors = self._drawn[1]
        self._drawn = (scene, colors)
        return colors

    def _follow(self, readings: tuple[int, ...]) -> None:
        """While board and game agree, the points that the game calls empty are empty: follow their drift."""
        if self.classifier is None or self.table.verdict.kind is not Kind.AGREED:
            return
        empty = ~self.table.scene.scenery.occupied & (1 << len(POINTS)) - 1
        self.classifier.follow(readings, [POINTS[point] for point in indices(empty)])
