"""The rules on bits: where rings may go, what they flip, which rows there are, and what comes next.

Everything that does not depend on the position is tabled at import, so that a question about a position is a
handful of integer operations. Functions here trust their arguments; :class:`yinsh_core.game.Game` checks them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from yinsh_core.actions import ROW_BITS, ROW_LENGTH, Action, MoveRing, Pass, PlaceRing, TakeRing, TakeRow
from yinsh_core.colors import Color
from yinsh_core.points import ALL_BITS, NEIGHBOURS, POINTS, RAYS, bits_of, indices
from yinsh_core.position import MARKERS, RINGS_EACH, RINGS_TO_WIN, Phase, Position

if TYPE_CHECKING:
    from collections.abc import Iterator


class Reason(StrEnum):
    """Why a game ended."""

    THREE_RINGS = "three rings"
    BLITZ = "blitz"
    MARKERS_EXHAUSTED = "markers exhausted"
    NO_MOVES_LEFT = "no moves left"


class Outcome(NamedTuple):
    """Who won (``None``: a draw) and why."""

    winner: Color | None
    reason: Reason

    def __str__(self) -> str:
        return f"{'draw' if self.winner is None else f'{self.winner} wins'}: {self.reason}"


#: ``FORWARDS[i]``, ``BACKWARDS[i]``: the non-empty rays from point *i* as bits. Along the first ones the
#: nearest point is the lowest bit, along the others it is the highest.
FORWARDS: Final = tuple(tuple(bits_of(ray) for ray in rays[:3] if ray) for rays in RAYS)
BACKWARDS: Final = tuple(tuple(bits_of(ray) for ray in rays[3:] if ray) for rays in RAYS)

#: ``BETWEEN[i][j]``: the points strictly between two points of a line; a missing *j* shares no line with *i*.
BETWEEN: Final = tuple({end: bits_of(ray[:n]) for ray in rays for n, end in enumerate(ray)} for rays in RAYS)

#: ``ROWS_THROUGH[i]``: every row of five that holds point *i*.
ROWS_THROUGH: Final = tuple(tuple(row for row in ROW_BITS.values() if row >> i & 1) for i in range(len(POINTS)))

#: Actions are values, so each exists once.
PLACES: Final = tuple(PlaceRing(point) for point in POINTS)
MOVES: Final = tuple(
    {end: MoveRing(POINTS[start], POINTS[end]) for end in BETWEEN[start]} for start in range(len(POINTS))
)
ROWS: Final = tuple((TakeRow(POINTS[start], POINTS[end]), bits) for (start, end), bits in ROW_BITS.items())
RINGS: Final = tuple(TakeRing(point) for point in POINTS)
PASS: Final = Pass()


def destinations(start: int, rings: int, markers: int) -> int:
    """Where the ring at *start* may go: over empty points, then over one run of markers to the point behind."""
    found = 0
    occupied = rings | markers
    for ray in FORWARDS[start]:
        met = ray & occupied
        if not met:
            found |= ray
            continue
        first = met & -met
        found |= ray & (first - 1)
        if first & markers:
            behind = ray & ~markers & -first
            found |= behind & -behind & ~rings
    for ray in BACKWARDS[start]:
        met = ray & occupied
        if not met:
            found |= ray
            continue
        first = 1 << met.bit_length() - 1
        found |= ray & -(first << 1)
        if first & markers:
            behind = ray & ~markers & (first - 1)
            if behind:
                found |= 1 << behind.bit_length() - 1 & ~rings
    return found


def own_rings(position: Position) -> int:
    """The rings of the player who must act."""
    return position.black_rings if position.to_act else position.white_rings


def own_markers(position: Position, color: Color) -> int:
    """The markers that show *color*."""
    return position.black_markers if color else position.white_markers


def ring_moves(position: Position) -> list[tuple[int, int]]:
    """The rings of the player to act that can move, as (start index, destination bits)."""
    rings = position.white_rings | position.black_rings
    markers = position.white_markers | position.black_markers
    found = []
    mine = own_rings(position)
    while mine:
        low = mine & -mine
        start = low.bit_length() - 1
        ends = destinations(start, rings, markers)
        if ends:
            found.append((start, ends))
        mine ^= low
    return found


def rows(markers: int) -> Iterator[TakeRow]:
    """Every row of five in these markers, sorted."""
    return (row for row, bits in ROWS if markers & bits == bits)


def has_row(markers: int, among: int = ALL_BITS) -> bool:
    """Whether these markers hold a row through at least one of the points *among*."""
    if markers.bit_count() < ROW_LENGTH:
        return False
    gaps = ~markers
    left = markers & among
    while left:
        low = left & -left
        index = low.bit_length() - 1
        if markers & NEIGHBOURS[index]:
            for row in ROWS_THROUGH[index]:
                if not row & gaps:
                    return True
        left ^= low
    return False


def legal_groups(position: Position) -> list[tuple[int, int]]:
    """What may be done, as (start index, end bits); the start is -1 where an action names one point."""
    if position.phase is Phase.PLACE:
        rings = position.white_rings | position.black_rings
        return [(-1, ALL_BITS ^ rings)]
    if position.phase is Phase.MOVE:
        return ring_moves(position)
    if position.phase is Phase.RING:
        return [(-1, own_rings(position))]
    return []


def legal_actions(position: Position) -> Iterator[Action]:
    """Every legal action, sorted: by point, by start and end, or the lone pass."""
    phase = position.phase
    if phase is Phase.ROW:
        yield from rows(own_markers(position, position.to_act))
        return
    groups = legal_groups(position)
    for start, ends in groups:
        for end in indices(ends):
            yield group_action(phase, start, end)
    if phase is Phase.MOVE and not groups:
        yield PASS


def group_action(phase: Phase, start: int, end: int) -> Action:
    """The action that a start and an end of :func:`legal_groups` stand for."""
    if phase is Phase.MOVE:
        return MOVES[start][end]
    return (PLACES if phase is Phase.PLACE else RINGS)[end]


def outcome(position: Position) -> Outcome | None:
    """Who has won and why, or ``None`` while the game goes on."""
    if position.phase is not Phase.OVER:
        return None
    white, black = position.captures
    winner = None if white == black else Color.WHITE if white > black else Color.BLACK
    if max(white, black) >= RINGS_TO_WIN[position.variant]:
        return Outcome(winner, Reason.BLITZ if position.variant == "blitz" else Reason.THREE_RINGS)
    return Outcome(winner, Reason.NO_MOVES_LEFT if position.passes else Reason.MARKERS_EXHAUSTED)


def apply(position: Position, action: Action) -> Position:
    """The position after a legal action."""
    match action:
        case MoveRing():
            return move_ring(position, action.start.index, action.end.index)
        case PlaceRing():
            return place_ring(position, action.point.index)
        case TakeRow():
            return take_row(position, action.points.bits)
        case TakeRing():
            return take_ring(position, action.point.index)
        case Pass():
            return _pass(position)


def place_ring(position: Position, point: int) -> Position:
    """One ring more, and the other side's turn; the tenth ring starts the moves."""
    white_rings, black_rings = _with_ring(position, 1 << point)
    other = position.to_act.other
    placed = (white_rings | black_rings).bit_count() == 2 * RINGS_EACH
    phase = Phase.MOVE if placed else Phase.PLACE
    return position._replace(white_rings=white_rings, black_rings=black_rings, turn=other, to_act=other, phase=phase)


def move_ring(position: Position, start: int, end: int) -> Position:
    """Leave a marker, move the ring, flip what it jumped; then rows, or the other side's turn."""
    wr, br, wm, bm, wc, bc, turn, _, _, _, variant = position
    flipped = BETWEEN[start][end] & (wm | bm)
    if flipped:
        white, black = wm & flipped, bm & flipped
        wm, bm = wm ^ white | black, bm ^ black | white
    left = 1 << start
    if turn:
        br ^= left | 1 << end
        bm |= left
    else:
        wr ^= left | 1 << end
        wm |= left
    to_act, phase = _due_after_move(wm, bm, turn, flipped | left)
    if phase is Phase.ROW:
        return _position((wr, br, wm, bm, wc, bc, turn, to_act, phase, 0, variant))
    if (wm | bm).bit_count() == MARKERS:
        phase = Phase.OVER
    return _position((wr, br, wm, bm, wc, bc, to_act, to_act, phase, 0, variant))


def take_row(position: Position, row: int) -> Position:
    """Five markers back to the pool; a ring is due."""
    white, black = position.white_markers & ~row, position.black_markers & ~row
    return position._replace(white_markers=white, black_markers=black, phase=Phase.RING)


def take_ring(position: Position, point: int) -> Position:
    """A ring off the board as a score: it wins, or the next row is due, or the next turn."""
    white_rings, black_rings = _with_ring(position, 1 << point)
    color = position.to_act
    captures = [position.white_captures, position.black_captures]
    captures[color] += 1
    after = position._replace(
        white_rings=white_rings, black_rings=black_rings, white_captures=captures[0], black_captures=captures[1]
    )
    if captures[color] >= RINGS_TO_WIN[position.variant]:
        return after._replace(turn=color, phase=Phase.OVER)
    return _after_score(after, color)


def _after_score(position: Position, color: Color) -> Position:
    if has_row(own_markers(position, color)):
        return position._replace(phase=Phase.ROW)
    other = color.other
    if color == position.turn:
        if has_row(own_markers(position, other)):
            return position._replace(to_act=other, phase=Phase.ROW)
        return position._replace(turn=other, to_act=other, phase=Phase.MOVE)
    return position._replace(turn=color, phase=Phase.MOVE)


def _pass(position: Position) -> Position:
    other, passes = position.to_act.other, position.passes + 1
    phase = Phase.OVER if passes == 2 else Phase.MOVE  # noqa: PLR2004 - both sides passed
    return position._replace(turn=other, to_act=other, phase=phase, passes=passes)


def _with_ring(position: Position, bit: int) -> tuple[int, int]:
    """The rings with one of the acting player's put on or taken off."""
    if position.to_act:
        return position.white_rings, position.black_rings ^ bit
    return position.white_rings ^ bit, position.black_rings


def _due_after_move(white: int, black: int, mover: Color, changed: int) -> tuple[Color, Phase]:
    """Who acts next: the mover on an own row, else the opponent on theirs, else the opponent's move."""
    own, other = (black, white) if mover else (white, black)
    if has_row(own, changed):
        return mover, Phase.ROW
    return _OTHER[mover], Phase.ROW if has_row(other, changed) else Phase.MOVE


_OTHER = (Color.BLACK, Color.WHITE)


def _position(fields: tuple[int, int, int, int, int, int, Color, Color, Phase, int, str]) -> Position:
    """A position without the cost of keyword arguments."""
    return tuple.__new__(Position, fields)
