"""What people ask of the table by button, page or command line; hands on the board need none of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from firmware_bridge.clocks import TimeControl
    from firmware_bridge.scene import Coach


#: Why an order may be refused; pages say each in the reader's language.
Reason = Literal[
    "no-such-variant",
    "nothing-to-take-back",
    "no-game",
    "nothing-to-hint",
    "no-question",
    "real-board",
    "incomplete",
    "impossible",
    "calibrating",
    "not-calibrating",
    "nothing-to-calibrate",
    "unsaved",
    "not-now",
]


class Refused(ValueError):
    """The table cannot do that now; the text says why and what would help, the reason says it in one word."""

    def __init__(self, text: str, reason: Reason) -> None:
        super().__init__(text)
        self.reason: Reason = reason


@dataclass(frozen=True, slots=True)
class NewGame:
    """Put the game away and begin another."""

    variant: str = "standard"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last action back; the lights show which pieces to put back."""


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives up: 0 or 1."""

    side: int


@dataclass(frozen=True, slots=True)
class Hint:
    """Show an action worth trying."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the question that the lights ask."""

    choice: int


@dataclass(frozen=True, slots=True)
class Accept:
    """The board is right as it is: sensors that disagree are not to be trusted."""


@dataclass(frozen=True, slots=True)
class SwapSides:
    """The players change colours."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Ignore the board for a while, or attend to it again."""

    on: bool


@dataclass(frozen=True, slots=True)
class SetCoach:
    """Choose how much the lights help."""

    level: Coach


@dataclass(frozen=True, slots=True)
class SetPlayers:
    """Name the players."""

    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SetClock:
    """Give both players the same time from now on, or take the clock off the table."""

    control: TimeControl | None


Order = NewGame | TakeBack | Resign | Hint | Answer | Accept | SwapSides | Pause | SetCoach | SetPlayers | SetClock
