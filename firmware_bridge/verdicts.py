"""What the reader makes of the board, and how long it waits before it says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_bridge.boardgame import State, Step
    from firmware_bridge.evidence import Explanation


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the reader waits, in seconds since the last settled change."""

    flash: float = 0.12  # what shows for less was only passing by
    doubt: float = 0.06  # a landing is all that proves a move: three times as long as any bounce
    settle: float = 0.25  # a piece that could slide on has landed
    ask: float = 1.0  # hands rest before a question is asked
    correct: float = 0.7  # something wrong stays before the correction begins
    back: float = 1.2  # a board that looks as it did some actions ago is meant so, and no piece is in the hand
    suspect: float = 8.0  # one point alone disagrees, and nothing else moves: its sensor
    forget: float = 6.0  # pieces lifted and put back no longer count
    sweep: float = 2.0  # an empty board ends the game


class Kind(StrEnum):
    """What the reader makes of the board."""

    AGREED = "agreed"  # the board looks as the game says
    WAITING = "waiting"  # an action is under way, or has just landed
    COMMIT = "commit"  # an action has been done
    QUESTION = "question"  # several actions explain the board equally well
    WRONG = "wrong"  # something cannot be explained; shown at once
    CORRECTION = "correction"  # and it stays
    SWEPT = "swept"  # the board has been emptied
    OFFERED = "offered"  # the board is empty, or on its way to the saved game that is kept for it
    ANOTHER = "another"  # on that board, rings of a new game stand instead


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the reader makes of the board, and when to ask it again even if nothing moves."""

    kind: Kind
    due: float = inf
    back: int = 0  # actions to take back
    steps: tuple[Step, ...] = ()  # actions to add, after those taken back
    partial: tuple[Step, ...] = ()  # actions one of which is under way
    base: State = None  # the state from which `partial` would go on
    wrong: int = 0  # bits of the points that nothing explains
    candidates: tuple[Explanation, ...] = ()  # the answers to a question
