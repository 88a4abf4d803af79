"""What is wrong with a position that no game leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yinsh_core import rules
from yinsh_core.actions import ROW_LENGTH
from yinsh_core.colors import Color
from yinsh_core.points import PointSet
from yinsh_core.position import MARKERS, RINGS_EACH, RINGS_TO_WIN, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yinsh_core.position import Position


def faults(position: Position) -> Iterator[str]:
    """Every fault, in words."""
    yield from _shared_points(position)
    yield from _counts(position)
    yield from _PHASE_FAULTS[position.phase](position)
    if position.phase in (Phase.PLACE, Phase.MOVE, Phase.OVER) and position.turn != position.to_act:
        yield f"it is {position.turn}'s turn, but {position.to_act} is to act"


def _shared_points(position: Position) -> Iterator[str]:
    seen = shared = 0
    for bits in position[:4]:
        shared |= seen & bits
        seen |= bits
    for point in PointSet.from_bits(shared):
        yield f"{point} holds more than one piece"


def _counts(position: Position) -> Iterator[str]:
    for color in Color:
        on_board, captured = len(position.rings[color]), position.captures[color]
        if on_board + captured > RINGS_EACH:
            yield f"{color} has {on_board} rings on the board and {captured} captured, more than {RINGS_EACH}"
    if position.pool < 0:
        yield f"{MARKERS - position.pool} markers are on the board, there are {MARKERS}"
    if min(position.captures) >= RINGS_TO_WIN[position.variant]:
        yield "both sides have captured enough rings to win"
    if position.phase is not Phase.OVER:
        if max(position.captures) >= RINGS_TO_WIN[position.variant]:
            yield "a side has captured enough rings to win, but the game goes on"
        if position.passes > (position.phase is Phase.MOVE):
            yield f"{position.passes} passes in a row do not lead to phase {position.phase}"


def _place_faults(position: Position) -> Iterator[str]:
    white, black = (len(rings) for rings in position.rings)
    if white + black >= 2 * RINGS_EACH:
        yield "all rings are placed, but another one is due"
    expected = Color.WHITE if white == black else Color.BLACK
    if white - black not in (0, 1) or position.to_act != expected:
        yield f"{white} white and {black} black rings are placed, but {position.to_act} is to place"
    if position.white_markers | position.black_markers:
        yield "markers are on the board before all rings are placed"
    if any(position.captures):
        yield "rings are captured before all rings are placed"


def _placed_faults(position: Position) -> Iterator[str]:
    for color in Color:
        on_board, captured = len(position.rings[color]), position.captures[color]
        if on_board + captured < RINGS_EACH:
            yield f"{color} has {on_board} rings on the board and {captured} captured, fewer than {RINGS_EACH}"


def _move_faults(position: Position) -> Iterator[str]:
    yield from _placed_faults(position)
    for color in Color:
        if rules.has_row(rules.own_markers(position, color)):
            yield f"{color} has a row that must be taken before the next move"
    if position.pool == 0:
        yield "a move is due, but the pool is empty"


def _row_faults(position: Position) -> Iterator[str]:
    yield from _placed_faults(position)
    if not rules.has_row(rules.own_markers(position, position.to_act)):
        yield f"{position.to_act} is to take a row, but has none"
    if position.to_act != position.turn and rules.has_row(rules.own_markers(position, position.turn)):
        yield f"{position.turn} made the move and has a row, which is taken first"


def _ring_faults(position: Position) -> Iterator[str]:
    yield from _placed_faults(position)
    if position.pool < ROW_LENGTH:
        yield f"a row was taken, but only {position.pool} markers are in the pool"
    if position.to_act != position.turn and rules.has_row(rules.own_markers(position, position.turn)):
        yield f"{position.turn} made the move and has a row, which is taken first"


def _over_faults(position: Position) -> Iterator[str]:
    yield from _placed_faults(position)
    won = max(position.captures) >= RINGS_TO_WIN[position.variant]
    if won and position.passes:
        yield "a side has captured enough rings to win, and both passed"
    if not won and position.pool and position.passes < 2:  # noqa: PLR2004 - both sides passed
        yield "the game is over without a reason"


_PHASE_FAULTS = {
    Phase.PLACE: _place_faults,
    Phase.MOVE: _move_faults,
    Phase.ROW: _row_faults,
    Phase.RING: _ring_faults,
    Phase.OVER: _over_faults,
}
