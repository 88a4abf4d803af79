"""What is written down of a game: few kinds of entries, each a line of text that reads back."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class EntryKind(StrEnum):
    """What happened."""

    NEW = "new"  # a game begins; text: its variant
    ACT = "act"  # an action; text: its notation
    BACK = "back"  # the last actions are taken back; text: how many
    END = "end"  # the game is put away; text: how it ended
    HEADER = "header"  # something about the game; text: ``Name: value``


@dataclass(frozen=True, slots=True)
class Entry:
    """One durable fact."""

    kind: EntryKind
    text: str
    game: str = "yinsh"


@dataclass(slots=True)
class SavedGame:
    """A game as its entries leave it."""

    game: str = "yinsh"
    variant: str = "standard"
    headers: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    ended: str | None = None


def replay(entries: list[Entry]) -> SavedGame | None:
    """The last game that these entries tell of; ``None`` when there is none, ``ValueError`` if they make no sense."""
    saved: SavedGame | None = None
    for entry in entries:
        if entry.kind is EntryKind.NEW:
            saved = SavedGame(entry.game, entry.text)
        elif saved is not None:
            _apply(saved, entry)
    return saved


def _apply(saved: SavedGame, entry: Entry) -> None:
    match entry.kind:
        case EntryKind.ACT:
            saved.actions.append(entry.text)
        case EntryKind.BACK:
            left = len(saved.actions) - int(entry.text)
            if not 0 <= left <= len(saved.actions):
                raise ValueError(f"{entry.text} actions are taken back where there are {len(saved.actions)}")
            del saved.actions[left:]
        case EntryKind.END:
            saved.ended = entry.text
        case EntryKind.HEADER:
            name, _, value = entry.text.partition(": ")
            saved.headers[name] = value
