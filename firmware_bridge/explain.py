"""Every explanation of what the hands did since the board and the game last agreed.

An explanation takes back some actions, adds some others, and may leave one more in the middle of being done. It
must account for every point: those that have shown something, and those that the game says have changed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from firmware_bridge.points import bits_of, indices
from hardware.bands import UNCLEAR

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from firmware_bridge.boardgame import Content, State, Step
    from firmware_bridge.sight import SeenStep, Sight, Trace

_NEVER = float("-inf")
_FLIP_ACTS = 2  # a piece turned over is taken and put: those acts are part of the action, not extra
_MAX_STEPS = 6  # two plies with a row and a ring each
_MAX_SECOND_THOUGHTS = 3  # a move, its row and its ring can be replaced by another move
_MAX_NODES = 600  # what a hand can do between two glances is bounded; so is the search


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the board has shown since it last agreed with the game."""

    levels: tuple[int, ...]  # what each point shows now
    belief: tuple[Content, ...]  # what stood there when board and game last agreed
    traces: Mapping[int, Trace]  # what the touched points have shown since
    times: Mapping[int, tuple[float, ...]]  # when
    masked: int = 0  # bits of points whose sensors cannot be trusted
    owed: int = 0  # bits of points whose late change may be under way

    @property
    def touched(self) -> int:
        """Bits of the points that have shown something."""
        return bits_of(self.traces)


class Explanation(NamedTuple):
    """What the hands may have done, and what that costs in acts."""

    cost: int
    foreign: int  # acts elsewhere in between: a hand full of pieces is less likely
    back: int  # actions taken back
    steps: tuple[Step, ...]  # actions done
    state: State
    partial: tuple[Step, ...] = ()  # actions one of which is under way
    wrong: int = 0  # bits of points that nothing explains
    aside: int = 0  # bits of points that were touched for nothing
    unseen: bool = False  # an action happened where no sensor can be trusted

    @property
    def weight(self) -> tuple[int, int]:
        """What decides between explanations: less is better."""
        return (self.cost, self.foreign)

    @property
    def changes_nothing(self) -> bool:
        """Whether the game stays as it is."""
        return not self.back and not self.steps


class _Node(NamedTuple):
    state: State
    contents: tuple[Content, ...]
    steps: tuple[Step, ...]
    footprint: int
    late: int
    time: float  # when the last of its steps was completed
    unseen: tuple[bool, ...] = ()  # for each step, whether all of it that can be seen happened at distrusted sensors


def explain(sight: Sight, evidence: Evidence, states: Sequence[State]) -> list[Explanation]:
    """Every explanation from the last state or from a few actions before it, and every return to an earlier one."""
    search = _Search(sight, evidence)
    found = list(search.explore(states[-1], back=0))
    for back in _second_thoughts(sight, states):
        found += [e for e in search.explore(states[-1 - back], back) if search.is_second_thought(e, states)]
    found += search.returns(states)
    return found


def _second_thoughts(sight: Sight, states: Sequence[State]) -> Iterator[int]:
    """How far back the side that acted last can change its mind: its move, with the row and the ring that it took."""
    if len(states) == 1:
        return
    mover = sight.game.side_to_act(states[-2])
    for back in range(1, min(_MAX_SECOND_THOUGHTS, len(states) - 1) + 1):
        if sight.game.side_to_act(states[-1 - back]) != mover:
            return
        yield back


class _Search:
    def __init__(self, sight: Sight, evidence: Evidence) -> None:
        self.sight = sight
        self.evidence = evidence
        self.touched = evidence.touched

    def explore(self, state: State, back: int) -> Iterator[Explanation]:
        """Follow every sequence of actions whose visible changes all happened, in the order in which they did.

        Whoever changes their mind changes their own turn: a second thought ends with it.
        """
        game = self.sight.game
        contents, mover = game.contents(state), game.side_to_act(state)
        late = 0 if back else self.evidence.owed
        frontier = deque([_Node(state, contents, (), 0, late, _NEVER)])
        for _ in range(_MAX_NODES):
            if not frontier:
                return
            node = frontier.popleft()
            yield from self.judge(node, back)
            if not back and len(node.steps) < _MAX_STEPS:
                frontier.extend(self.grow(node))
            elif back and game.side_to_act(node.state) == mover:
                frontier.extend(child for child in self.grow(node) if child.time > _NEVER)

    def returns(self, states: Sequence[State]) -> Iterator[Explanation]:
        """The board looks exactly as it did some actions ago."""
        levels, masked, sight = self.evidence.levels, self.evidence.masked, self.sight
        for back in range(1, len(states)):
            state = states[-1 - back]
            contents = sight.game.contents(state)
            if back > 1 and not any(map(sight.level, contents)):
                return  # a board swept empty is no long way back
            if all(
                sight.level(c) == seen or masked >> p & 1
                for p, (c, seen) in enumerate(zip(contents, levels, strict=True))
            ):
                node = _Node(state, contents, (), 0, 0, _NEVER)
                cost = self.cost(node, _UnderWay(0, ()))
                if cost is not None:
                    yield Explanation(cost, 0, back, (), state)
                    return  # the nearest one: undo as little as possible

    def is_second_thought(self, explanation: Explanation, states: Sequence[State]) -> bool:
        """Whether only the pieces of the last action and of its replacement were touched."""
        if not explanation.steps and not explanation.partial:
            return False  # a plain return is found by `returns`
        was, now = (self.sight.game.contents(states[-1 - back]) for back in (explanation.back, 0))
        allowed = _differences(was, now)
        for step in explanation.steps + explanation.partial:
            allowed |= _footprint(step)
        if states[-1] == explanation.state:
            return False  # the same action again
        return not self._touched_rings(states[-1], allowed)

    def _touched_rings(self, state: State, allowed: int) -> int:
        """Points touched outside of *allowed* with which the opponent could begin: then it is too late."""
        begun = 0
        for seen in self.sight.steps(state):
            begun |= seen.footprint & ~seen.step.late
        return self.touched & ~allowed & begun & self._differing(self.sight.game.contents(state))

    def _differing(self, contents: tuple[Content, ...]) -> int:
        levels, accepted = self.evidence.levels, self.sight.accepted
        return bits_of(p for p in self.evidence.traces if levels[p] not in accepted(contents[p]))

    def grow(self, node: _Node) -> Iterator[_Node]:
        """One action more: all of it that would be seen at once has been touched, and not earlier than the last."""
        for seen in self.sight.steps(node.state):
            time = self.completed(seen, node)
            if time is None:
                continue
            contents = list(node.contents)
            for point, content in seen.step.changes:
                contents[point] = content
            state = self.sight.game.after(node.state, seen.step.action)
            yield _Node(
                state,
                tuple(contents),
                (*node.steps, seen.step),
                node.footprint | seen.footprint,
                node.late & ~seen.footprint | seen.step.late,
                time,
                (*node.unseen, self.unseen(seen)),
            )

    def unseen(self, seen: SeenStep) -> bool:
        """Whether only distrusted sensors could have shown it."""
        masked = self.evidence.masked
        must = seen.footprint & ~seen.step.late & ~masked
        return bool(seen.visible & masked) and not must & self.touched

    def completed(self, seen: SeenStep, node: _Node) -> float | None:
        """When the last visible change of an action can have happened; ``None`` if it cannot, after those before it.

        A change that was there already when the board last agreed need not be seen again.
        """
        last = node.time
        for point in indices(seen.visible & ~self.evidence.masked):
            wanted = self.sight.level(seen.ends[point])
            if not node.footprint >> point & 1 and self.sight.level(self.evidence.belief[point]) == wanted:
                continue
            time = self.shown(point, wanted, node.time)
            if time is None:
                return None
            last = max(last, time)
        return last

    def shown(self, point: int, level: int, after: float) -> float | None:
        """When a point first showed a level, or may have."""
        trace, times = self.evidence.traces.get(point, ()), self.evidence.times.get(point, ())
        fits = (time for seen, time in zip(trace, times, strict=True) if seen in (level, UNCLEAR) and time >= after)
        return next(fits, None)

    def judge(self, node: _Node, back: int) -> Iterator[Explanation]:
        """Whether the board looks as it would after these actions, or in the middle of one more.

        A second thought counts as one act more: where going on explains the board just as well, it is a question.
        """
        if node.unseen[-1:] == (True,):
            return  # nothing has followed that would imply it
        open_points = self.open_points(node)
        best = self.under_way(node, open_points) if open_points else _UnderWay(0, ())
        cost = self.cost(node, best)
        if cost is None:
            return
        yield Explanation(
            cost + (back > 0),
            self.foreign(node.footprint & ~node.late | best.covered),
            back,
            node.steps,
            node.state,
            best.steps,
            wrong=open_points & ~best.covered,
            aside=self.touched & ~self.evidence.masked & ~(node.footprint | self.changed(node) | best.covered),
            unseen=any(node.unseen),
        )

    def open_points(self, node: _Node) -> int:
        """Bits of the points that do not look as they should after these actions."""
        levels = self.evidence.levels
        bits = 0
        for point in indices((self.touched | node.footprint | self.changed(node)) & ~self.evidence.masked):
            content = node.contents[point]
            if levels[point] in self.sight.accepted(content):
                continue
            if node.late >> point & 1 and levels[point] in self.sight.turning(content):
                continue  # in the hand, being turned over
            bits |= 1 << point
        return bits

    def changed(self, node: _Node) -> int:
        """Bits of the points where something else stood when the board last agreed."""
        return _differences(node.contents, self.evidence.belief)

    def under_way(self, node: _Node, open_points: int) -> _UnderWay:
        """The next actions that explain as many open points as any does."""
        best = _UnderWay(0, ())
        for seen in self.sight.steps(node.state):
            covered = self.covered(node, seen, open_points) if self.has_begun(seen) else 0
            size, most = covered.bit_count(), best.covered.bit_count()
            if covered and size > most:
                best = _UnderWay(covered, (seen.step,))
            elif covered and covered == best.covered:
                best = _UnderWay(covered, (*best.steps, seen.step))
        return best

    def has_begun(self, seen: SeenStep) -> bool:
        """Whether something of it that cannot wait has been touched, and something has still to happen."""
        levels, accepted = self.evidence.levels, self.sight.accepted
        must = seen.footprint & ~seen.step.late
        if not must & self.touched:
            return False
        return any(levels[point] not in accepted(seen.ends[point]) for point in indices(must & ~self.evidence.masked))

    def covered(self, node: _Node, seen: SeenStep, open_points: int) -> int:
        """The open points that this action, half done, would explain; it cannot begin before the last one is done."""
        levels, on_the_way = self.evidence.levels, self.sight.on_the_way
        points = (p for p in indices(seen.footprint & open_points) if self.last_act(p) >= node.time)
        return bits_of(p for p in points if levels[p] in on_the_way(node.contents[p], seen.ends[p]))

    def last_act(self, point: int) -> float:
        """When a point last changed."""
        return self.evidence.times.get(point, (_NEVER,))[-1]

    def cost(self, node: _Node, best: _UnderWay) -> int | None:
        """All acts that this node assumes, or ``None`` if it assumes what cannot have been."""
        total = 0
        ends = dict(best.steps[0].changes) if best.steps else {}
        for point in indices(self.touched | node.footprint | self.changed(node)):
            acts = self.acts(node, point, ends.get(point) if best.covered >> point & 1 else None)
            if acts is None:
                return None
            total += acts
        return total

    def acts(self, node: _Node, point: int, end: Content | None) -> int | None:
        """The acts at one point; *end* is what it is on its way to."""
        evidence, sight = self.evidence, self.sight
        before, after = evidence.belief[point], node.contents[point]
        if evidence.masked >> point & 1:
            return sight.distance(before, after)
        level, trace = evidence.levels[point], evidence.traces.get(point, ())
        late = node.late >> point & 1
        choices = sight.accepted(after).get(level, ())
        if end is not None:
            choices = sight.on_the_way(after, end).get(level, ())
        elif not choices and late:
            choices = sight.turning(after).get(level, ())
        if not choices:
            return len(trace)  # wrong, and counted by what was seen of it
        return min(
            (cost for cost in (self.price(before, c, after, trace, late) for c in choices) if cost is not None),
            default=None,
        )

    def price(self, before: Content, content: Content, right: Content, trace: Trace, late: int) -> int | None:
        """The acts from one content to another; a piece turned over as the rules ask costs nothing extra."""
        acts = self.sight.cost(before, content, trace)
        if acts is None:
            return None
        if late:
            return max(0, acts - _FLIP_ACTS)
        return acts + (content not in (right, before) and content in self.sight.game.tolerates(right))

    def foreign(self, footprint: int) -> int:
        """Acts at other points after the first one at these."""
        times = {point: at for point, at in self.evidence.times.items() if not self.evidence.masked >> point & 1}
        inside = [t for point, at in times.items() if footprint >> point & 1 for t in at]
        if not inside:
            return 0
        first = min(inside)
        return sum(t > first for point, at in times.items() if not footprint >> point & 1 for t in at)


class _UnderWay(NamedTuple):
    covered: int
    steps: tuple[Step, ...]


def _footprint(step: Step) -> int:
    return bits_of(point for point, _ in step.changes)


def _differences(one: tuple[Content, ...], other: tuple[Content, ...]) -> int:
    if one == other:
        return 0
    return bits_of(point for point, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
