"""Every explanation of what the hands did since the board and the game last agreed.

An explanation takes back some actions, adds some others, and may leave one more in the middle of being done. It
must account for every point: those that have shown something, and those that the game says have changed.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

from firmware_bridge.evidence import Evidence, Explanation, differences, points_of
from firmware_bridge.points import bits_of, indices, union
from firmware_bridge.scales import NEVER, Node, Scales
from hardware.bands import UNCLEAR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from firmware_bridge.boardgame import Content, State, Step
    from firmware_bridge.sight import SeenStep, Sight

_MAX_STEPS = 6  # two plies with a row and a ring each
_MAX_SECOND_THOUGHTS = 3  # a move, its row and its ring can be replaced by another move
_MAX_NODES = 150  # two plies of which little is seen need twenty; whoever tips the board over needs more


def explain(sight: Sight, evidence: Evidence, states: Sequence[State]) -> list[Explanation]:
    """Every explanation from the last state or from a few actions before it, and every return to an earlier one."""
    search = _Search(sight, evidence)
    found = list(search.go_on(states[-1]))
    for back in _second_thoughts(sight, states):
        found += search.think_again(states, back)
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
        self.scales = Scales(sight, evidence)
        self.touched = evidence.touched

    def go_on(self, state: State) -> Iterator[Explanation]:
        """Follow every sequence of actions whose visible changes all happened, in the order in which they did.

        Of more than can be followed none is believed: one that was not looked at may explain the board as well.
        """
        frontier = deque([self.scales.start(state)._replace(late=self.evidence.owed)])
        found: list[Explanation | None] = []
        while frontier and len(found) < _MAX_NODES:
            node = frontier.popleft()
            found.append(self.scales.weigh(node))
            if len(node.steps) < _MAX_STEPS:
                frontier.extend(self.grow(node))
        return filter(None, found[:1] if frontier else found)

    def think_again(self, states: Sequence[State], back: int) -> Iterator[Explanation]:
        """Replace the last actions by others of the same turn; whatever this changes must have been touched.

        Flips may be forgotten, and what cannot be seen at all need not be seen again.
        """
        game, silent = self.sight.game, self.silent(states[-1 - back :])
        state = states[-1 - back]
        mover = game.side_to_act(state)
        frontier = [self.scales.start(state)]
        while frontier:
            node = frontier.pop()
            explanation = self.scales.weigh(node, back)
            if explanation and self.is_second_thought(explanation, states):
                hidden = node.changed & ~(self.touched | node.late | self.evidence.owed | silent)
                if not hidden & ~union(map(points_of, explanation.partial)):
                    yield explanation
            if game.side_to_act(node.state) == mover:
                frontier.extend(child for child in self.grow(node) if child.time > NEVER)

    def silent(self, states: Sequence[State]) -> int:
        """Bits of the points changed by those actions that cannot be seen at all."""
        bits = 0
        for before, after in pairwise(map(self.sight.game.contents, states)):
            points = differences(before, after)
            if all(self.sight.level(before[p]) == self.sight.level(after[p]) for p in indices(points)):
                bits |= points
        return bits

    def is_second_thought(self, explanation: Explanation, states: Sequence[State]) -> bool:
        """Whether something else is done than before, and the opponent has not begun yet."""
        if states[-1] == explanation.state or not (explanation.steps or explanation.partial):
            return False  # the same action again, or a plain return
        game = self.sight.game
        replaced = differences(game.contents(states[-1 - explanation.back]), game.contents(states[-1]))
        mine = replaced | union(map(points_of, explanation.steps + explanation.partial))
        theirs = union(seen.footprint & ~seen.step.late for seen in self.sight.steps(states[-1]))
        return not self.differing(game.contents(states[-1])) & theirs & ~mine

    def differing(self, contents: tuple[Content, ...]) -> int:
        """Bits of the touched points that do not look as these contents do."""
        levels, accepted = self.evidence.levels, self.sight.accepted
        return bits_of(p for p in self.evidence.traces if levels[p] not in accepted(contents[p]))

    def returns(self, states: Sequence[State]) -> Iterator[Explanation]:
        """The board looks exactly as it did some actions ago: the nearest time, to undo as little as possible.

        An action that cannot be seen at all is undone with the one after it.
        """
        if self.looks_like(states[-1]):
            return
        for back in range(1, len(states)):
            if back > 1 and not any(self.sight.looks(states[-1 - back])):
                return  # a board swept empty is no long way back
            if not self.looks_like(states[-1 - back]):
                continue
            while back + 1 < len(states) and self.looks_like(states[-2 - back]):
                back += 1  # noqa: PLW2901 - the first of several states that look alike
            node = self.scales.start(states[-1 - back])
            yield Explanation(self.scales.way_back(node), 0, back, (), node.state)
            return

    def looks_like(self, state: State) -> bool:
        """Whether every trusted sensor shows this state."""
        right, levels, masked = self.sight.looks(state), self.evidence.levels, self.evidence.masked
        if right == levels or not masked:
            return right == levels
        return all(one == other or masked >> p & 1 for p, (one, other) in enumerate(zip(right, levels, strict=True)))

    def grow(self, node: Node) -> Iterator[Node]:
        """One action more: all of it that would be seen at once has been touched, and not earlier than the last."""
        untouched = ~(self.touched | node.changed | self.evidence.masked)
        for seen in self.sight.steps(node.state):
            time = None if seen.visible & untouched else self.completed(seen, node)
            if time is not None:
                yield self.after(node, seen, time)

    def after(self, node: Node, seen: SeenStep, time: float) -> Node:
        """The node that this action leads to."""
        contents, changed, belief = list(node.contents), node.changed & ~seen.footprint, self.evidence.belief
        for point, content in seen.step.changes:
            contents[point] = content
            changed |= (content != belief[point]) << point
        must = seen.footprint & ~seen.step.late & ~self.evidence.masked
        state = self.sight.game.after(node.state, seen.step.action)
        return Node(
            state,
            tuple(contents),
            changed,
            (*node.steps, seen.step),
            node.footprint | seen.footprint,
            node.late & ~seen.footprint | seen.step.late,
            min(node.began, self.scales.began(seen)),
            time,
            node.free if self.is_along(seen.step, node.state, state) else time,
            (*node.unseen, not must & self.touched),
        )

    def is_along(self, step: Step, before: State, after: State) -> bool:
        """Whether what follows this action may be done along with it."""
        side = self.sight.game.side_to_act
        return step.with_next and side(before) == side(after)

    def completed(self, seen: SeenStep, node: Node) -> float | None:
        """When the last visible change of an action can have happened; ``None`` if it cannot, after those before it.

        A change that was there already when the board last agreed need not be seen again.
        """
        last = node.time
        for point in indices(seen.visible & ~self.evidence.masked):
            wanted = self.sight.level(seen.ends[point])
            if not node.footprint >> point & 1 and self.sight.level(self.evidence.belief[point]) == wanted:
                continue
            time = self.shown(point, wanted, node.free)
            if time is None:
                return None
            last = max(last, time)
        return last

    def shown(self, point: int, level: int, after: float) -> float | None:
        """When a point first showed a level, or may have."""
        trace, times = self.evidence.traces.get(point, ()), self.evidence.times.get(point, ())
        fits = (time for seen, time in zip(trace, times, strict=True) if seen in (level, UNCLEAR) and time >= after)
        return next(fits, None)
