"""What the table wants done: plain values that the daemon carries out."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from firmware_bridge.entries import Entry


class NewsKind(StrEnum):
    """What listeners hear of."""

    ACTION = "action"
    TAKEN_BACK = "taken back"
    NEW_GAME = "new game"
    OVER = "over"
    PUT_AWAY = "put away"
    STATUS = "status"
    FAULT = "fault"
    CHANGED = "changed"  # players, coach, pause, clock
    FLAG = "flag"  # a player's time is over


class Cue(StrEnum):
    """What the sounder can say; :mod:`firmware_bridge.cues` has the tones."""

    DONE = "done"
    ROW = "row"
    WRONG = "wrong"
    QUESTION = "question"
    BACK = "back"
    OVER = "over"
    FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Write:
    """Make this entry durable, then call :meth:`Table.saved` with its number."""

    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep a setting: :mod:`firmware_bridge.remembered` reads it back."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Publish news to every listener."""

    kind: NewsKind
    text: str
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sound:
    """Play a cue."""

    cue: Cue


Effect = Write | Remember | Tell | Sound
