"""What this board can see of a game, and how many human acts lie between two contents.

Everything follows from one function of the game, *what would this board read for that content?* A *trace* is the
levels that a point has shown since the game and the board last agreed. The acts behind a trace are found as the
shortest walk through contents whose levels, repeats left out, are exactly that trace: an act that would have been
seen, but was not, is no part of it. While a linear sensor is not sure (``UNCLEAR``), anything may have happened.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from firmware_bridge.points import bits_of, union
from hardware.bands import UNCLEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_bridge.boardgame import BoardGame, Content, State, Step
    from hardware.protocols import Sensing

Trace = tuple[int, ...]


class SeenStep(NamedTuple):
    """A legal action with what of it meets the eye."""

    step: Step
    footprint: int  # bits of every point that it changes
    visible: int  # bits of the points that must look different at once
    leaving: int  # bits of those among them where a piece stands that must move first
    ends: dict[int, Content]


class Sight:
    """A game seen through one kind of sensing; remembers what it has worked out."""

    def __init__(self, game: BoardGame, sensing: Sensing) -> None:
        self.game = game
        self.sensing = sensing
        self.level = lru_cache(maxsize=4096)(self._level)
        self.accepted = lru_cache(maxsize=4096)(self._accepted)
        self.ends = lru_cache(maxsize=16384)(self._ends)
        self.distance = lru_cache(maxsize=4096)(self._distance)
        self.on_the_way = lru_cache(maxsize=4096)(self._on_the_way)
        self.turning = lru_cache(maxsize=4096)(self._turning)
        self.steps = lru_cache(maxsize=256)(self._steps)
        self.first_to_move = lru_cache(maxsize=256)(self._first_to_move)
        self.looks = lru_cache(maxsize=512)(self._looks)

    def _level(self, content: Content) -> int:
        return self.game.reads(self.sensing, content)

    def _accepted(self, content: Content) -> dict[int, tuple[Content, ...]]:
        """The contents that play tolerates where *content* should stand, by the level they show.

        A sensor that is not sure what it sees sees something all the same.
        """
        found: dict[int, tuple[Content, ...]] = {}
        if content:
            found[UNCLEAR] = (content,)
        for other in self.game.tolerates(content):
            level = self.level(other)
            found[level] = (*found.get(level, ()), other)
        return found

    def cost(self, before: Content, after: Content, trace: Trace) -> int | None:
        """The fewest acts that lead from one content to the other and show exactly this trace; or ``None``."""
        return self.ends(before, trace).get(after)

    def _ends(self, before: Content, trace: Trace) -> dict[Content, int]:
        """The contents to which a trace may have led, with the fewest acts that show exactly this trace.

        What no acts at all can have shown was a sensor's error: then only its end counts.
        """
        return self._walks(before, trace) or self._walks(before, (UNCLEAR, trace[-1]))

    def _walks(self, before: Content, trace: Trace) -> dict[Content, int]:
        best, queue = {(before, 0): 0}, deque([(before, 0)])
        while queue:
            here = queue.popleft()
            for there, acts in self._next(here, trace):
                cost = best[here] + acts
                if cost < best.get(there, cost + 1):
                    best[there] = cost
                    (queue.append if acts else queue.appendleft)(there)
        return {content: cost for (content, at), cost in best.items() if at == len(trace)}

    def _next(self, here: tuple[Content, int], trace: Trace) -> Iterator[tuple[tuple[Content, int], int]]:
        """Where one act, or none, leads: the content and how much of the trace it has shown, and the acts."""
        content, at = here
        level = trace[at - 1] if at else self.level(content)
        ahead = trace[at] if at < len(trace) else None
        if ahead == UNCLEAR or (level == UNCLEAR and ahead == self.level(content)):
            yield (content, at + 1), 0  # the sensor was not sure: anything or nothing may have happened
        for other in self.game.acts(content):
            shown = self.level(other)
            if level in (shown, UNCLEAR):
                yield (other, at), 1
            if ahead == shown:
                yield (other, at + 1), 1

    def _distance(self, before: Content, after: Content) -> int:
        """The fewest acts between two contents, seen or not."""
        seen, queue = {before}, deque([(before, 0)])
        while queue:
            here, acts = queue.popleft()
            if here == after:
                return acts
            fresh = [content for content in self.game.acts(here) if content not in seen]
            seen.update(fresh)
            queue.extend((content, acts + 1) for content in fresh)
        raise ValueError(f"no acts lead from {before!r} to {after!r}")

    def _on_the_way(self, before: Content, after: Content) -> dict[int, tuple[Content, ...]]:
        """The contents that a hand passes between two others, with one detour at most, by their level."""
        found: dict[int, tuple[Content, ...]] = {}
        limit = self.distance(before, after) + 1
        for content in self._reachable(before, limit):
            if self.distance(before, content) + self.distance(content, after) <= limit:
                level = self.level(content)
                found[level] = (*found.get(level, ()), content)
        return found

    def _turning(self, content: Content) -> dict[int, tuple[Content, ...]]:
        """The contents that a hand passes while it turns over what play tolerates into what should be there."""
        found: dict[int, tuple[Content, ...]] = {}
        for other in self.game.tolerates(content):
            found.update(self.on_the_way(other, content))
        return found

    def _reachable(self, content: Content, acts: int) -> set[Content]:
        found = edge = {content}
        for _ in range(acts):
            edge = {other for here in edge for other in self.game.acts(here)} - found
            found = found | edge
        return found

    def _looks(self, state: State) -> tuple[int, ...]:
        """What the whole board shows in a state."""
        return tuple(map(self.level, self.game.contents(state)))

    def _steps(self, state: State) -> tuple[SeenStep, ...]:
        contents = self.game.contents(state)
        return tuple(self._seen(step, contents) for step in self.game.steps(state))

    def _first_to_move(self, state: State) -> int:
        """Bits of the pieces that a hand may take up for a legal action."""
        standing = bits_of(p for p, content in enumerate(self.game.contents(state)) if content)
        return standing & union(seen.footprint & ~seen.step.late for seen in self.steps(state))

    def _seen(self, step: Step, contents: tuple[Content, ...]) -> SeenStep:
        footprint = visible = leaving = 0
        for point, content in step.changes:
            bit = 1 << point
            footprint |= bit
            if not step.late & bit and self.level(content) != self.level(contents[point]):
                visible |= bit
                leaving |= bit if contents[point] else 0
        return SeenStep(step, footprint, visible, leaving, dict(step.changes))
