"""What people ask of the table by button, page or command line; hands on the board need none of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firmware_bridge.clocks import TimeControl
    from firmware_bridge.scene import Coach


class Refused(ValueError):
    """The table cannot do that now; the message says why and what would help."""


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
