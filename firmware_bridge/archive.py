"""The games that the journal has kept: read beside the daemon, one after the other."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.entries import Entry, EntryKind, SavedGame, replay
from firmware_bridge.journal import JournalError
from firmware_bridge.schema import Unusable, connect_to_read, is_damage
from yinsh_core import Game
from yinsh_core.record import result_of
from yinsh_core.sgf import write_sgf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

COLUMNS: Final = ("number", "began", "ended", "variant", "white", "black", "result", "termination", "actions")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that was noted."""

    at: str
    fault: str
    cure: str


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game of the archive; its number is that of its first entry, which stays when older games make room."""

    number: int
    began: str  # date and time of day in UTC
    ended: str
    saved: SavedGame = field(repr=False)

    def game(self) -> Game:
        """The game as the rules know it; ``YinshError`` if its actions make no sense."""
        headers = {"Date": self.began[:10], **self.saved.headers}
        game = Game(self.saved.variant, headers=headers)  # type: ignore[arg-type]  # the game checks it
        for action in self.saved.actions:
            game.push(action)
        return game

    @property
    def result(self) -> str:
        """``white``, ``black``, ``draw``, or ``*`` where nobody has won: told by how the game was put away."""
        said = self.saved.headers.get("Result") or (self.saved.ended or "").partition(" ")[0]
        return said if said in {"white", "black", "draw"} else "*"

    @property
    def players(self) -> tuple[str, str]:
        """White and Black; empty where no name was given."""
        return self.saved.headers.get("White", ""), self.saved.headers.get("Black", "")


def read_games(path: Path) -> list[KeptGame]:
    """All games of the journal at *path*, the oldest first; :class:`JournalError` if it cannot be read."""
    rows = _rows(path, "SELECT number, at, kind, text, game FROM entries ORDER BY number")
    games: list[KeptGame] = []
    for number, group in groupby(_numbered(rows), key=lambda row: row[0]):
        moments = [(at, Entry(EntryKind(kind), text, game)) for _, (_, at, kind, text, game) in group]
        saved = replay([entry for _, entry in moments])
        if saved is not None and saved.actions:
            games.append(KeptGame(number, moments[0][0], moments[-1][0], saved))
    return games


def read_faults(path: Path, most: int = 5) -> list[Fault]:
    """The last faults that were noted, the newest first."""
    rows = _rows(path, "SELECT at, fault, cure FROM faults ORDER BY number DESC")
    return [Fault(*row) for row in rows[:most]]


def _numbered(rows: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Each row with the number of the game that it belongs to."""
    game = 0
    for row in rows:
        game = row[0] if row[2] == EntryKind.NEW else game
        if game:
            yield game, row


def _rows(path: Path, query: str) -> list[Any]:
    try:
        path.stat()
        with closing(connect_to_read(path)) as db, closing(db.execute(query)) as rows:
            return rows.fetchall()
    except FileNotFoundError as error:
        raise JournalError(f"there are no games in {path.parent} yet; --state names another folder") from error
    except PermissionError as error:
        raise JournalError(f"the games in {path.parent} belong to the service: put sudo in front") from error
    except Unusable as error:
        raise JournalError(f"cannot read {path}: {error}") from error
    except sqlite3.Error as error:
        cure = "the service sets it aside when it starts" if is_damage(error) else "is it yours to read? (sudo)"
        raise JournalError(f"cannot read {path}: {error}; {cure}") from error


def as_csv(games: Iterable[KeptGame]) -> str:
    """Results, one line for each game."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for kept in games:
        values = _facts(kept)
        writer.writerow(_cell(values[column]) for column in COLUMNS)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A name that a spreadsheet would run as a formula gets the sign that makes it text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def as_json(games: Iterable[KeptGame]) -> str:
    """Everything, for programs."""
    found = [_facts(kept) | {"moves": kept.saved.actions, "headers": kept.saved.headers} for kept in games]
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def as_records(games: Iterable[KeptGame]) -> str:
    """Game records for people, with an empty line between them."""
    return "\n".join(kept.game().record() for kept in games)


def as_sgf(games: Iterable[KeptGame]) -> str:
    """One collection of game trees."""
    return "\n".join(write_sgf(kept.game()) for kept in games)


#: What a game can be written as, by the name of the form.
FORMS: Final[dict[str, Callable[[Iterable[KeptGame]], str]]] = {
    "record": as_records,
    "sgf": as_sgf,
    "json": as_json,
    "csv": as_csv,
}


def _facts(kept: KeptGame) -> dict[str, Any]:
    game = kept.game()
    result, termination = result_of(game)
    white, black = kept.players
    return {
        "number": kept.number,
        "began": kept.began,
        "ended": kept.ended,
        "variant": kept.saved.variant,
        "white": white,
        "black": black,
        "result": result,
        "termination": termination or kept.saved.ended or "",
        "actions": len(game.actions),
    }
