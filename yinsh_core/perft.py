"""Counting the leaves of the game tree: the usual proof of a rules engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yinsh_core import rules
from yinsh_core.legal import count

if TYPE_CHECKING:
    from yinsh_core.actions import Action
    from yinsh_core.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of *depth* legal actions there are."""
    if depth <= 0:
        return 1
    if depth == 1:
        return count(position)
    return sum(perft(rules.apply(position, action), depth - 1) for action in rules.legal_actions(position))


def divide(position: Position, depth: int) -> dict[Action, int]:
    """The same count for each first action, to find out where two engines differ."""
    return {action: perft(rules.apply(position, action), depth - 1) for action in rules.legal_actions(position)}
