"""What the board has shown, and what that may mean: the two values between memory, search and reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from firmware_bridge.points import bits_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from firmware_bridge.boardgame import Content, State, Step
    from firmware_bridge.sight import Trace


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
    unseen: bool = False  # an action is only implied by those after it: no trusted sensor has shown it

    @property
    def weight(self) -> tuple[int, bool, int]:
        """What decides between explanations, less is better: acts; whether it is still under way; a full hand."""
        return (self.cost, bool(self.partial), self.foreign)

    @property
    def changes_nothing(self) -> bool:
        """Whether the game stays as it is."""
        return not self.back and not self.steps


def points_of(step: Step) -> int:
    """Bits of the points that an action changes."""
    return bits_of(point for point, _ in step.changes)


def differences(one: tuple[Content, ...], other: tuple[Content, ...]) -> int:
    """Bits of the points where two boards differ."""
    if one == other:
        return 0
    return bits_of(point for point, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
