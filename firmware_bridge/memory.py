"""What the board has shown since it and the game last agreed.

A trace holds what a point has shown, one level after the other. What shows for a moment only, a piece that slides
across or a magnet on its way up or down, is not kept.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from firmware_bridge.evidence import Evidence, points_of
from firmware_bridge.points import bits_of, indices, union

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Content, Step
    from firmware_bridge.sight import Sight, Trace

_MAX_TRACE = 12  # what one point may show between two agreements before the oldest is forgotten

Seen = tuple["Trace", tuple[float, ...]]  # levels, and when each of them came


class Memory:
    """The traces of the touched points, and what stood there before.

    ``flash`` is how long a level must stay to be remembered once another has followed, in seconds.
    """

    def __init__(self, sight: Sight, flash: float) -> None:
        self.sight = sight
        self.belief: tuple[Content, ...] = ()
        self.owed = 0  # bits of points whose late change may be under way
        self.traces: dict[int, Trace] = {}
        self.times: dict[int, tuple[float, ...]] = {}
        self._flash = flash

    def begin(self, contents: tuple[Content, ...]) -> None:
        """Believe what the game says, and nothing else."""
        self.belief = contents
        self.owed = 0
        self.forget()

    def forget(self, keep: int = 0) -> None:
        """Whatever was touched no longer counts, but for the points to *keep*."""
        self.traces = {point: trace for point, trace in self.traces.items() if keep >> point & 1}
        self.times = {point: self.times[point] for point in self.traces}

    def believe(self, contents: tuple[Content, ...], levels: tuple[int, ...], masked: int) -> None:
        """The board agrees with these contents, but for pieces that show another side: what it shows is the truth.

        What a distrusted sensor has shown is kept: it may turn out to have been true.
        """
        agreed = (self._believed(contents[p], level, masked >> p & 1) for p, level in enumerate(levels))
        self.belief = tuple(agreed) or contents
        self.forget(keep=masked)

    def evidence(self, levels: tuple[int, ...], masked: int) -> Evidence:
        """All that an explanation has to explain."""
        return Evidence(levels, self.belief, self.traces, self.times, masked, self.owed)

    def note(self, point: int, level: int, now: float) -> None:
        """A point shows another level."""
        trace, times = self.traces.pop(point, ()), self.times.pop(point, ())
        if times and now - times[-1] < self._flash:
            trace, times = trace[:-1], times[:-1]
        before = trace[-1] if trace else self.sight.level(self.belief[point])
        if level != before:
            trace, times = (*trace, level), (*times, now)
        surplus = 2 if len(trace) > _MAX_TRACE else 0
        if trace:
            self.traces[point], self.times[point] = trace[surplus:], times[surplus:]

    def distrust(self, points: int) -> None:
        """Forget what sensors have shown that are not to be believed."""
        for point in indices(points):
            self.traces.pop(point, None)
            self.times.pop(point, None)

    def trust(self, points: int, levels: tuple[int, ...], now: float) -> None:
        """Where these points differ from the belief, and are not remembered better, that counts as just seen."""
        for point in indices(points):
            if point not in self.traces and levels[point] != self.sight.level(self.belief[point]):
                self.traces[point], self.times[point] = (levels[point],), (now,)

    def rebase(
        self, contents: tuple[Content, ...], steps: tuple[Step, ...] | None, levels: tuple[int, ...], masked: int
    ) -> None:
        """The game has come to other contents, by these steps or by word of mouth: believe it where the board agrees.

        What was seen elsewhere after the last act of these steps belongs to the next action and is kept.
        """
        later = {} if steps is None else self._acts_after(self._footprint(contents, steps))
        self.owed = 0
        for step in steps or ():
            self.owed = self.owed & ~points_of(step) | step.late
        self.believe(contents, levels, masked)
        self.owed |= bits_of(p for p, content in enumerate(contents) if self.belief[p] != content)
        for point, (trace, times) in later.items():
            old = trace[0] == self.sight.level(self.belief[point])  # the end of something that began before
            if trace[old:]:
                self.traces[point], self.times[point] = trace[old:], times[old:]

    def _believed(self, content: Content, level: int, masked: int) -> Content:
        return content if masked else self.sight.accepted(content).get(level, (content,))[0]

    def _footprint(self, contents: tuple[Content, ...], steps: tuple[Step, ...]) -> int:
        moved = bits_of(p for p, content in enumerate(contents) if content != self.belief[p])
        return moved | union(map(points_of, steps))

    def _acts_after(self, footprint: int) -> dict[int, Seen]:
        last = max((at[-1] for point, at in self.times.items() if footprint >> point & 1), default=inf)
        later = {}
        for point, at in self.times.items():
            keep = sum(time > last for time in at)
            if keep and not footprint >> point & 1:
                later[point] = (self.traces[point][-keep:], at[-keep:])
        return later
