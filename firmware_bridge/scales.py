"""How well a sequence of actions explains the board, and at what cost in acts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from firmware_bridge.evidence import Evidence, Explanation, differences
from firmware_bridge.points import bits_of, indices
from hardware.bands import UNCLEAR

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Content, State, Step
    from firmware_bridge.sight import SeenStep, Sight, Trace

NEVER: Final = float("-inf")
_FLIP_ACTS = 2  # a piece turned over is taken and put: those acts are part of the action, not extra
_EARLY_ACTS = 2  # who does what follows before anything that is due has more likely thought again


class Node(NamedTuple):
    """A state that the hands may have brought about, and how."""

    state: State
    contents: tuple[Content, ...]
    changed: int  # bits of the points where something else stood when the board last agreed
    steps: tuple[Step, ...] = ()
    footprint: int = 0  # bits of the points that the steps change
    late: int = 0  # bits of those among them that may follow in any order, or never
    began: float = float("inf")  # before that, nothing at the late points can have to do with these steps
    time: float = NEVER  # when the last of the steps was completed
    free: float = NEVER  # from when on the next step can have been done
    unseen: tuple[bool, ...] = ()  # for each step, whether no trusted sensor has shown anything of it


class UnderWay(NamedTuple):
    """Actions one of which has begun, and the open points that this explains."""

    covered: int = 0
    steps: tuple[Step, ...] = ()
    early: bool = False  # nothing of it is done yet, but something of what follows


class Scales:
    """Weighs explanations against the evidence."""

    def __init__(self, sight: Sight, evidence: Evidence) -> None:
        self.sight = sight
        self.evidence = evidence
        self.touched = evidence.touched

    def start(self, state: State) -> Node:
        """A state from which the hands may have gone on."""
        contents = self.sight.game.contents(state)
        return Node(state, contents, differences(contents, self.evidence.belief))

    def weigh(self, node: Node, back: int = 0) -> Explanation | None:
        """What the board looks like after these actions, or in the middle of one more; ``None`` if that cannot be.

        A second thought counts as one act more: where going on explains the board just as well, it is a question.
        """
        if node.unseen[-1:] == (True,):
            return None  # nothing has followed that would imply it
        open_points = self.open_points(node)
        best = self.under_way(node, open_points) if open_points else UnderWay()
        cost = self.cost(node, best)
        if cost is None:
            return None
        return Explanation(
            cost + (back > 0) + _EARLY_ACTS * best.early,
            self.foreign(node.footprint & ~node.late | best.covered),
            back,
            node.steps,
            node.state,
            best.steps,
            wrong=open_points & ~best.covered,
            aside=self.touched & ~self.evidence.masked & ~(node.footprint | node.changed | best.covered),
            unseen=any(node.unseen),
        )

    def open_points(self, node: Node) -> int:
        """Bits of the points that do not look as they should after these actions.

        An unclear look is no proof that something new stands there.
        """
        levels, must = self.evidence.levels, node.footprint & ~node.late
        bits = 0
        for point in indices((self.touched | node.footprint | node.changed) & ~self.evidence.masked):
            content, level = node.contents[point], levels[point]
            if level in self.sight.accepted(content) and not (level == UNCLEAR and must >> point & 1):
                continue
            if self.is_late(node, point) and level in self.sight.turning(content):
                continue  # in the hand, being turned over
            bits |= 1 << point
        return bits

    def under_way(self, node: Node, open_points: int) -> UnderWay:
        """The next actions that explain as many open points as any does."""
        best = UnderWay()
        for seen in self.sight.steps(node.state):
            touches = seen.footprint & open_points
            if not touches and not seen.step.with_next:
                continue
            begun = self.covered(node, seen, open_points) if touches and self.has_begun(node, seen) else 0
            covered = begun | self.along(node, seen, open_points & ~begun)
            size, most = covered.bit_count(), best.covered.bit_count()
            if covered and size > most:
                best = UnderWay(covered, (seen.step,), not begun)
            elif covered and covered == best.covered:
                best = UnderWay(covered, (*best.steps, seen.step), best.early and not begun)
        return best

    def along(self, node: Node, first: SeenStep, open_points: int) -> int:
        """The open points that are explained by what the same side does next, if that may be done before this action.

        An action that cannot be seen is never known to be still to come.
        """
        game, best = self.sight.game, 0
        if not open_points or not first.visible or not first.step.with_next:
            return best
        then = node._replace(state=game.after(node.state, first.step.action))
        if game.side_to_act(then.state) != game.side_to_act(node.state):
            return best
        for seen in self.sight.steps(then.state):
            covered = self.covered(then, seen, open_points)
            covered |= self.along(then, seen, open_points & ~covered)
            best = max(best, covered, key=int.bit_count)
        return best

    def has_begun(self, node: Node, seen: SeenStep) -> bool:
        """Whether something of it that cannot wait has been touched, now or before, and something is still to come."""
        levels, accepted = self.evidence.levels, self.sight.accepted
        must = seen.footprint & ~seen.step.late
        first = seen.leaving & ~self.evidence.masked or must
        if not first & (self.touched | node.changed):
            return False
        return any(levels[point] not in accepted(seen.ends[point]) for point in indices(must & ~self.evidence.masked))

    def covered(self, node: Node, seen: SeenStep, open_points: int) -> int:
        """The open points that this action, half done, would explain."""
        levels, on_the_way = self.evidence.levels, self.sight.on_the_way
        points = (p for p in indices(seen.footprint & open_points) if self.is_in_time(node, seen, p))
        bits = bits_of(p for p in points if levels[p] in on_the_way(node.contents[p], seen.ends[p]))
        return 0 if self.is_doubled(node, seen, bits) else bits

    def is_in_time(self, node: Node, seen: SeenStep, point: int) -> bool:
        """Whether what happened at this point can belong to this action: none begins too early, or with a late part."""
        if seen.step.late >> point & 1:
            return self.first_act(point) >= self.began(seen)
        return self.last_act(point) >= node.free

    def is_doubled(self, node: Node, seen: SeenStep, covered: int) -> bool:
        """Whether something has landed already although the piece that moves is seen to be where it was."""
        levels, level = self.evidence.levels, self.sight.level
        if not any(levels[point] and not node.contents[point] for point in indices(covered)):
            return False
        return any(levels[p] == level(node.contents[p]) for p in indices(seen.leaving & ~self.evidence.masked))

    def is_late(self, node: Node, point: int) -> bool:
        """Whether what happened at this point may be a late part of an action: nobody does that part first."""
        if not node.late >> point & 1:
            return False
        return bool(self.evidence.owed >> point & 1) or self.first_act(point) >= node.began

    def began(self, seen: SeenStep) -> float:
        """Before that, nothing that may follow late can have to do with this action."""
        must = seen.footprint & ~seen.step.late & ~self.evidence.masked
        return min((self.last_act(point) for point in indices(must & self.touched)), default=float("inf"))

    def first_act(self, point: int) -> float:
        """When a point first changed."""
        return self.evidence.times.get(point, (NEVER,))[0]

    def last_act(self, point: int) -> float:
        """When a point last changed."""
        return self.evidence.times.get(point, (NEVER,))[-1]

    def cost(self, node: Node, best: UnderWay) -> int | None:
        """All acts that this node assumes, or ``None`` if it assumes what cannot have been."""
        total = 0
        ends = dict(best.steps[0].changes) if best.steps else {}
        for point in indices(self.touched | node.footprint | node.changed):
            acts = self.acts(node, point, ends.get(point) if best.covered >> point & 1 else None)
            if acts is None:
                return None
            total += acts
        return total

    def way_back(self, node: Node) -> int:
        """All acts to a state that was there before, however the pieces got there.

        What stands on the board was inferred in part: a change that should have been seen need not have happened.
        """
        total = 0
        for point in indices(self.touched | node.changed):
            acts = self.acts(node, point, None)
            total += self.sight.distance(self.evidence.belief[point], node.contents[point]) if acts is None else acts
        return total

    def acts(self, node: Node, point: int, end: Content | None) -> int | None:
        """The acts at one point; *end* is what it is on its way to."""
        evidence, sight = self.evidence, self.sight
        before, after = evidence.belief[point], node.contents[point]
        if evidence.masked >> point & 1:
            return 0 if node.late >> point & 1 else sight.distance(before, after)
        level, trace = evidence.levels[point], evidence.traces.get(point, ())
        late = self.is_late(node, point)
        choices = sight.accepted(after).get(level, ())
        if end is not None:
            choices = sight.on_the_way(after, end).get(level, ())
        elif not choices and late:
            choices = sight.turning(after).get(level, ())
        if not choices:
            return len(trace)  # wrong, or too early, and counted by what was seen of it
        return min(
            (cost for cost in (self.price(before, c, after, trace, late=late) for c in choices) if cost is not None),
            default=None,
        )

    def price(self, before: Content, content: Content, right: Content, trace: Trace, *, late: bool) -> int | None:
        """The acts from one content to another; a piece turned over as the rules ask costs nothing extra."""
        acts = self.sight.cost(before, content, trace)
        if acts is None:
            return None
        stands = content in self.sight.game.tolerates(right)
        if late and stands:
            return max(0, acts - _FLIP_ACTS)
        return acts + (stands and content not in (right, before))

    def foreign(self, footprint: int) -> int:
        """Acts at other points after the first one at these."""
        times = {point: at for point, at in self.evidence.times.items() if not self.evidence.masked >> point & 1}
        inside = [t for point, at in times.items() if footprint >> point & 1 for t in at]
        if not inside:
            return 0
        first = min(inside)
        return sum(t > first for point, at in times.items() if not footprint >> point & 1 for t in at)
