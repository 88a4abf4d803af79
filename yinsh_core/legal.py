"""The legal actions as a view, and the reason why something is not among them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, overload

from yinsh_core import rules
from yinsh_core.actions import Action, MoveRing, Pass, PlaceRing, TakeRing, TakeRow, parse_action
from yinsh_core.errors import InvalidNotation
from yinsh_core.points import POINTS, PointSet, indices
from yinsh_core.position import Phase, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yinsh_core.points import Point

_SHOWN = 12  # actions that a repr spells out


class LegalActions:
    """A view on what may be done: ``in`` (actions or texts), ``len``, iteration, always in the same order.

    No :class:`~collections.abc.Sequence`: a type checker would take ``"F6" in game.legal_actions`` amiss.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._groups = rules.legal_groups(position)
        self._count = _count(position, self._groups)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            try:
                action = parse_action(action)
            except InvalidNotation:
                return False
        if isinstance(action, MoveRing):
            return self._position.phase is Phase.MOVE and self._reaches(action.start.index, action.end.index)
        return isinstance(action, (PlaceRing, TakeRow, TakeRing, Pass)) and is_legal(self._position, action)

    def _reaches(self, start: int, end: int) -> bool:
        return any(ends >> end & 1 for ring, ends in self._groups if ring == start)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Action]:
        return rules.legal_actions(self._position)

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        at = index + self._count if index < 0 else index
        if not 0 <= at < self._count:
            raise IndexError(f"no action {index}: there are {self._count}")
        return self._nth(at)

    def __repr__(self) -> str:
        shown = [str(action) for action in islice(self, _SHOWN)]
        more = [f"… {len(self) - _SHOWN} more"] if len(self) > _SHOWN else []
        return f"<LegalActions ({len(self)}): {', '.join(shown + more) or 'none, the game is over'}>"

    def _nth(self, at: int) -> Action:
        """Pick an action without making those before it."""
        for start, ends in self._groups:
            size = ends.bit_count()
            if at < size:
                index = next(islice(indices(ends), at, None))
                return rules.group_action(self._position.phase, start, index)
            at -= size
        return next(islice(self, at, None))


def count(position: Position) -> int:
    """How many legal actions there are, without making them."""
    return _count(position, rules.legal_groups(position))


def _count(position: Position, groups: list[tuple[int, int]]) -> int:
    if position.phase is Phase.ROW:
        return sum(1 for _ in rules.rows(rules.own_markers(position, position.to_act)))
    return sum(ends.bit_count() for _, ends in groups) or int(position.phase is Phase.MOVE)


def is_legal(position: Position, action: Action) -> bool:
    """Whether the rules allow *action* here."""
    match action:
        case MoveRing(start, end):
            return _can_move(position, start, end)
        case PlaceRing(point):
            rings = position.white_rings | position.black_rings
            return position.phase is Phase.PLACE and not rings >> point.index & 1
        case TakeRow():
            markers = rules.own_markers(position, position.to_act)
            return position.phase is Phase.ROW and action.points.bits & ~markers == 0
        case TakeRing(point):
            return position.phase is Phase.RING and bool(rules.own_rings(position) >> point.index & 1)
        case Pass():
            return position.phase is Phase.MOVE and not rules.ring_moves(position)


def why_not(position: Position, action: Action) -> str:
    """Why the rules do not allow *action* here, in words; empty when they do."""
    if is_legal(position, action):
        return ""
    if position.phase is Phase.OVER:
        return f"the game is over ({rules.outcome(position)})"
    if not isinstance(action, _DUE[position.phase]):
        return f"{position.to_act} must {_DUTY[position.phase]} now"
    return _why_not_here(position, action)


def _why_not_here(position: Position, action: Action) -> str:
    match action:
        case MoveRing(start, end):
            return _why_not_move(position, start, end)
        case PlaceRing(point):
            return f"{point} holds {content(position, point)}"
        case TakeRow():
            wrong = action.points - PointSet.from_bits(rules.own_markers(position, position.to_act))
            return f"not five {position.to_act} markers: " + _contents(position, wrong)
        case TakeRing(point):
            return f"{point} holds {content(position, point)}, not a {position.to_act} ring"
        case Pass():
            return f"{position.to_act} has a move and cannot pass"


def content(position: Position, point: Point) -> str:
    """What stands on a point, in words."""
    names = ("a white ring", "a black ring", "a white marker", "a black marker")
    there = [name for name, bits in zip(names, position[:4], strict=False) if bits >> point.index & 1]
    return " and ".join(there) or "nothing"


def _can_move(position: Position, start: Point, end: Point) -> bool:
    if position.phase is not Phase.MOVE or not rules.own_rings(position) >> start.index & 1:
        return False
    rings = position.white_rings | position.black_rings
    markers = position.white_markers | position.black_markers
    return bool(rules.destinations(start.index, rings, markers) >> end.index & 1)


def _why_not_move(position: Position, start: Point, end: Point) -> str:
    if not rules.own_rings(position) >> start.index & 1:
        return f"{start} holds {content(position, start)}, not a {position.to_act} ring"
    if start is end:
        return "the ring must leave its point"
    between = rules.BETWEEN[start.index].get(end.index)
    if between is None:
        return f"{start} and {end} are not on one line"
    if content(position, end) != "nothing":
        return f"{end} holds {content(position, end)}"
    ring = between & (position.white_rings | position.black_rings)
    if ring:
        return f"a ring stands in between, on {POINTS[ring.bit_length() - 1]}"
    return "behind the markers that it jumps, a ring stops on the first empty point"


def _contents(position: Position, points: PointSet) -> str:
    return ", ".join(f"{point} holds {content(position, point)}" for point in points)


_DUE: dict[Phase, type[Action] | tuple[type[Action], ...]] = {
    Phase.PLACE: PlaceRing,
    Phase.MOVE: (MoveRing, Pass),
    Phase.ROW: TakeRow,
    Phase.RING: TakeRing,
}
_DUTY = {
    Phase.PLACE: "place a ring (such as F6)",
    Phase.MOVE: "move a ring (such as F6-F9)",
    Phase.ROW: "take a row (such as xB3-B7)",
    Phase.RING: "take off a ring (such as rB2)",
}
