"""YINSH as the bridge sees it.

Contents: ``w`` and ``b`` are markers by the colour that is up, ``W`` and ``B`` rings, ``Ww`` a white ring with a
white marker in it; ``Wb`` and ``Bw`` are rings around a marker that shows the wrong side.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from firmware_bridge.boardgame import Destination, Scenery, Step
from hardware.bands import UNCLEAR
from hardware.protocols import Sensing
from yinsh_core import POINTS, Game, Phase, Position, rules
from yinsh_core.actions import MoveRing, Pass, PlaceRing, TakeRing, TakeRow, parse_action
from yinsh_core.points import RAYS, bits_of, indices
from yinsh_core.position import read_variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yinsh_core import Action

RING: Final = ("W", "B")
MARKER: Final = ("w", "b")

_ACTS: Final[dict[str, tuple[str, ...]]] = {
    "": ("w", "b", "W", "B"),
    "w": ("", "b", "Ww", "Bw"),
    "b": ("", "w", "Wb", "Bb"),
    "W": ("", "Ww", "Wb"),
    "B": ("", "Bb", "Bw"),
    "Ww": ("w", "W"),
    "Wb": ("b", "W"),
    "Bb": ("b", "B"),
    "Bw": ("w", "B"),
}
_TOLERATED: Final = {"w": ("w", "b"), "b": ("b", "w")}
_WORDS: Final = {
    "": "nothing",
    "w": "a white marker",
    "b": "a black marker",
    "W": "a white ring",
    "B": "a black ring",
    "Ww": "a white ring with its marker",
    "Bb": "a black ring with its marker",
    "Wb": "a white ring around a black marker",
    "Bw": "a black ring around a white marker",
}
_FULL_LEVELS: Final = {"": 0, "w": 1, "b": -1, "W": 2, "B": -2, "Ww": 3, "Bb": -3, "Wb": UNCLEAR, "Bw": UNCLEAR}

#: ``_BEYOND[i][j]``: the points behind *j*, seen from *i*.
_BEYOND: Final = tuple({end: bits_of(ray[n + 1 :]) for ray in rays for n, end in enumerate(ray)} for rays in RAYS)


class Yinsh:
    """The rules of :mod:`yinsh_core` behind :class:`~firmware_bridge.boardgame.BoardGame`."""

    name = "yinsh"
    variants: tuple[str, ...] = ("standard", "blitz")
    sides: tuple[str, str] = ("white", "black")

    def new(self, variant: str) -> Game:
        """A game before its first ring."""
        return Game(read_variant(variant))

    def parse(self, text: str) -> Action:
        """Read ``F6``, ``F6-F9``, ``xB3-B7``, ``rB2`` or ``pass``."""
        return parse_action(text)

    def start(self, variant: str) -> Position:
        """The empty board."""
        return Position(variant=read_variant(variant))

    def after(self, state: Position, action: Action) -> Position:
        """The rules' answer."""
        return rules.apply(state, action)

    def steps(self, state: Position) -> tuple[Step, ...]:
        """Every legal action with the contents it leaves behind."""
        return _steps(state)

    def contents(self, state: Position) -> tuple[str, ...]:
        """What should stand where."""
        return _contents(state)

    def acts(self, content: str) -> tuple[str, ...]:
        """Put, take, flip, a marker into a ring, a ring off a marker."""
        return _ACTS[content]

    def tolerates(self, content: str) -> tuple[str, ...]:
        """A marker may show the wrong side: someone forgot to flip it."""
        return _TOLERATED.get(content, (content,))

    def reads(self, sensing: Sensing, content: str) -> int:
        """The level for a content, for each kind of board."""
        match sensing:
            case Sensing.FULL:
                return _FULL_LEVELS[content]
            case Sensing.POLARITY:  # a ring's magnet is stronger than that of the marker inside
                return 0 if not content else 1 if content[0] in "Ww" else -1
            case Sensing.PRESENCE:
                return int(bool(content))
            case Sensing.RINGS:
                return int(content[:1] in RING)

    def scenery(self, states: Sequence[Position], actions: Sequence[Action]) -> Scenery:
        """Whose turn, which rows, which rings, who has won."""
        state = states[-1]
        outcome = rules.outcome(state)
        row_due, ring_due = state.phase is Phase.ROW, state.phase is Phase.RING
        own_rows = rules.rows(rules.own_markers(state, state.to_act)) if row_due else ()
        return Scenery(
            side=int(state.to_act),
            turn=0 if outcome else rules.own_rings(state),
            occupied=state.white_rings | state.black_rings | state.white_markers | state.black_markers,
            hidden=state.white_markers | state.black_markers,
            rows=tuple(row.points.bits for row in own_rows),
            takeable=rules.own_rings(state) if ring_due or row_due else 0,
            over=outcome is not None,
            winner=None if outcome is None or outcome.winner is None else int(outcome.winner),
            last=_points_of(actions),
            places=state.captures,
        )

    def destinations(self, state: Position, actions: Sequence[Action]) -> tuple[Destination, ...]:
        """The ends of these moves, and who would have a row there."""
        return tuple(_destination(state, move) for move in actions if isinstance(move, MoveRing))

    def hint(self, state: Position) -> Action | None:
        """The move that is best at first sight: own rows, no gifts, long runs."""
        legal = list(rules.legal_actions(state))
        return max(legal, key=lambda action: _promise(state, action), default=None)

    def side_to_act(self, state: Position) -> int:
        """White is 0."""
        return int(state.to_act)

    def is_over(self, state: Position) -> bool:
        """Three rings, no markers, or no moves left."""
        return state.phase is Phase.OVER

    def describe(self, content: str) -> str:
        """A content in words."""
        return _WORDS[content]


@lru_cache(maxsize=256)
def _contents(state: Position) -> tuple[str, ...]:
    contents = [""] * len(POINTS)
    pieces = ("W", state.white_rings), ("B", state.black_rings), ("w", state.white_markers), ("b", state.black_markers)
    for piece, bits in pieces:
        for index in indices(bits):
            contents[index] = piece
    return tuple(contents)


@lru_cache(maxsize=256)
def _steps(state: Position) -> tuple[Step, ...]:
    if state.phase is Phase.MOVE:
        moves = rules.ring_moves(state)
        return tuple(_move_step(state, s, e, ends) for s, ends in moves for e in indices(ends)) or (Step(Pass(), ()),)
    return tuple(_step(state, action) for action in rules.legal_actions(state))


def _step(state: Position, action: Action) -> Step:
    match action:
        case PlaceRing(point):
            return Step(action, ((point.index, RING[state.to_act]),), goes_on=True)
        case TakeRing(point):
            return Step(action, ((point.index, ""),), goes_on=True, with_next=True)
        case TakeRow():
            return Step(action, tuple((point.index, "") for point in action.points), with_next=True)
    raise TypeError(f"{action} has no step of its own")


def _move_step(state: Position, start: int, end: int, ends: int) -> Step:
    contents = _contents(state)
    jumped = rules.BETWEEN[start][end] & (state.white_markers | state.black_markers)
    flipped = tuple((p, "b" if contents[p] == "w" else "w") for p in indices(jumped))
    moved = ((start, MARKER[state.turn]), (end, RING[state.turn]))
    return Step(rules.MOVES[start][end], moved + flipped, late=jumped, goes_on=bool(_BEYOND[start][end] & ends))


def _destination(state: Position, move: MoveRing) -> Destination:
    after = rules.apply(state, move)
    own, other = state.turn, state.turn.other
    row_due = after.phase is Phase.ROW
    gives = row_due and rules.has_row(rules.own_markers(after, other))
    return Destination(move.end.index, own=row_due and after.to_act == own, other=gives)


def _promise(state: Position, action: Action) -> tuple[int, int]:
    after = rules.apply(state, action)
    own, other = state.to_act, state.to_act.other
    rows = [sum(1 for _ in rules.rows(rules.own_markers(after, color))) for color in (own, other)]
    reach = rules.own_markers(after, own)
    pairs = sum((reach & row).bit_count() ** 2 for _, row in rules.ROWS)
    return (rows[0] - rows[1], pairs)


def _points_of(actions: Sequence[Action]) -> tuple[int, ...]:
    """Where the last action happened; the last row, if it ended in taking a ring."""
    for action in reversed(actions):
        match action:
            case TakeRow():
                return tuple(point.index for point in action.points)
            case MoveRing(_, end):
                return (end.index,)
            case PlaceRing(point):
                return (point.index,)
    return ()
