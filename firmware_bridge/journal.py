"""The journal: entries that outlive a power cut.

One protocol, two keepers. SQLite in WAL mode with ``synchronous=FULL`` does one fsync for each commit; an entry
counts as saved when :meth:`Journal.append` returns, never before.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.schema import Damaged, Unusable, connect, is_damage

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE: Final = "games.sqlite"
MOST_BYTES: Final = 64 * 1024 * 1024  # about 12,000 games
MOST_FAULTS: Final = 500  # faults that are remembered
MOST_ASIDE: Final = 5  # damaged files that are kept for a closer look

_log = logging.getLogger(__name__)


class JournalError(OSError):
    """The journal cannot be opened or written; the message names the file, the cause and what to do."""


class Journal(Protocol):
    """Keeps entries in order, and what else must not be forgotten."""

    game: int  # the number under which the last game is archived; 0 before the first
    set_aside: str  # what became of a file that could not be used, in words; empty when all was well

    def append(self, entry: Entry) -> None:
        """Make an entry durable before returning; :class:`JournalError` if that fails, and it may be tried again."""

    def entries(self) -> list[Entry]:
        """The entries of the last game, oldest first."""

    def remember(self, name: str, value: str) -> None:
        """Keep a setting that people change while they play."""

    def settings(self) -> dict[str, str]:
        """The settings kept so far."""

    def note(self, fault: str, cure: str) -> None:
        """Keep a fault for whoever looks after the board."""

    def tidy(self) -> None:
        """Make room: the oldest games go when there are too many."""

    def close(self) -> None:
        """Let go of the file; safe to call twice."""


class MemoryJournal:
    """Keeps entries as long as the process lives: for worlds and tests."""

    def __init__(self) -> None:
        self.kept: list[Entry] = []
        self.faults: list[tuple[str, str]] = []
        self.game = 0
        self.set_aside = ""
        self._settings: dict[str, str] = {}

    def append(self, entry: Entry) -> None:
        """Keep it."""
        self.kept.append(entry)
        if entry.kind is EntryKind.NEW:
            self.game = len(self.kept)

    def entries(self) -> list[Entry]:
        """The entries of the last game."""
        starts = [i for i, entry in enumerate(self.kept) if entry.kind is EntryKind.NEW]
        return self.kept[starts[-1] :] if starts else []

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        self._settings[name] = value

    def settings(self) -> dict[str, str]:
        """The settings kept so far."""
        return dict(self._settings)

    def note(self, fault: str, cure: str) -> None:
        """Keep a fault."""
        self.faults.append((fault, cure))

    def tidy(self) -> None:
        """A process does not live long enough to fill its memory with games."""

    def close(self) -> None:
        """Nothing to let go of."""


class SqliteJournal:
    """Keeps entries in one SQLite file.

    Opening sets a file aside that cannot be used, and starts another with the last game, if that can still be read. The
    same happens when the file turns out to be damaged during play: the game in progress is known here.
    """

    def __init__(self, path: Path, *, most_bytes: int = MOST_BYTES) -> None:
        self.path = path
        self.game = 0
        self.set_aside = ""
        self._most_bytes = most_bytes
        self._db: sqlite3.Connection | None = None
        self._last = 0  # the number of the last entry that is safe
        self._game: list[tuple[int, Entry]] = []  # the entries of the last game that are safe
        with self._trying("open") as db:
            self._last, self._game = _last_game(db)
            self.game = self._game[0][0] if self._game else 0

    def append(self, entry: Entry) -> None:
        """Insert and commit: one fsync.

        A commit that failed may be on the disk all the same. The number makes another try of it the same entry.
        """
        number = self._last + 1
        with self._trying("write to") as db:
            _insert(db, [(number, entry)])
        self._last = number
        if entry.kind is EntryKind.NEW:
            self.game = number
            self._game.clear()
        self._game.append((number, entry))

    def entries(self) -> list[Entry]:
        """The entries of the last game."""
        return [entry for _, entry in self._game]

    def remember(self, name: str, value: str) -> None:
        """Keep a setting."""
        with self._trying("write to") as db:
            db.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def settings(self) -> dict[str, str]:
        """The settings kept so far."""
        with self._trying("read") as db:
            return dict(_rows(db, "SELECT name, value FROM settings"))

    def note(self, fault: str, cure: str) -> None:
        """Keep a fault; the oldest are forgotten."""
        with self._trying("write to") as db:
            db.execute("INSERT INTO faults (fault, cure) VALUES (?, ?)", (fault, cure))
            db.execute("DELETE FROM faults WHERE number <= (SELECT max(number) FROM faults) - ?", (MOST_FAULTS,))

    def tidy(self) -> None:
        """Delete the oldest tenth of the games while the file holds more than it may, then give the space back."""
        with self._trying("tidy up") as db:
            while _used(db) > self._most_bytes:
                starts = [number for (number,) in _rows(db, "SELECT number FROM entries WHERE kind = 'new' ORDER BY 1")]
                if len(starts) < 2:  # noqa: PLR2004 - the last game always stays
                    break
                gone = max(1, len(starts) // 10)
                db.execute("DELETE FROM entries WHERE number < ?", (starts[gone],))
                _log.info("%s is full: its %d oldest games have been deleted", self.path, gone)
            if 2 * _pragma(db, "freelist_count") > _pragma(db, "page_count"):
                db.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(sqlite3.Error):
                db.close()

    @contextmanager
    def _trying(self, what: str) -> Iterator[sqlite3.Connection]:
        """The open file to do something with; what fails closes it, so that the next try opens it again.

        That is what a card needs that was pulled, filled up or mounted anew. A damaged file is moved out of the way.
        """
        try:
            yield self._open()
        except (sqlite3.Error, OSError, Unusable) as error:
            self.close()
            if isinstance(error, sqlite3.Error) and is_damage(error):
                with suppress(OSError):
                    self._move_aside(f"it is damaged ({error})")
            cure = "check that the folder can be written and has space; if the card fails, replace it"
            raise JournalError(f"cannot {what} the journal {self.path}: {error}; {cure}") from error

    def _open(self) -> sqlite3.Connection:
        """The open file, or another one where this one is of no use."""
        if self._db is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._db = self._connected()
            except Unusable as error:
                if isinstance(error, Damaged) and not self._game:
                    self._game = _salvaged(self.path)
                self._move_aside(str(error))
                self._db = self._connected()
        return self._db

    def _connected(self) -> sqlite3.Connection:
        """The file with all in it that was called safe, whatever happened to it in between."""
        is_new = not self.path.exists()
        try:
            db = connect(self.path)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                raise Damaged(f"it is damaged ({error})") from error
            raise
        try:
            _insert(db, self._game)
            _last_game(db)  # raises where it makes no sense
            if is_new:
                _sync_folder(self.path.parent)
        except BaseException:
            db.close()
            raise
        return db

    def _move_aside(self, why: str) -> None:
        """Rename the file and what SQLite keeps beside it; keep a few such files, and no more."""
        names = [
            self.path.with_name(f"{self.path.stem}.damaged-{n}{self.path.suffix}") for n in range(1, MOST_ASIDE + 1)
        ]
        free = next((name for name in names if not name.exists()), names[-1])
        for ending in ("-wal", "-shm", ""):
            with suppress(FileNotFoundError):
                os.replace(f"{self.path}{ending}", f"{free}{ending}")  # noqa: PTH105 - names, not paths
        _sync_folder(self.path.parent)
        self.set_aside = f"{self.path.name} could not be used: {why}; it has been set aside as {free.name}"
        _log.error("%s", self.set_aside)


def _last_game(db: sqlite3.Connection) -> tuple[int, list[tuple[int, Entry]]]:
    """The number of the last entry, and the entries of the last game with theirs."""
    last = "SELECT coalesce(max(number), 0) FROM entries WHERE kind = 'new'"
    query = f"SELECT number, kind, text, game FROM entries WHERE number >= ({last}) ORDER BY number"  # noqa: S608
    try:
        rows = [(number, Entry(EntryKind(kind), text, game)) for number, kind, text, game in _rows(db, query)]
    except ValueError as error:
        raise Unusable(f"it is damaged ({error})") from error
    return rows[-1][0] if rows else 0, rows


def _salvaged(path: Path) -> list[tuple[int, Entry]]:
    """The last game of a damaged file, if the damage is elsewhere; it has its numbers, so nothing is told twice."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            return _last_game(db)[1]
    except (sqlite3.Error, Unusable):
        return []


def _insert(db: sqlite3.Connection, entries: list[tuple[int, Entry]]) -> None:
    """All of them or none; those that are there already stay as they are."""
    query = "INSERT OR IGNORE INTO entries (number, game, kind, text) VALUES (?, ?, ?, ?)"
    db.execute("BEGIN IMMEDIATE")
    try:
        db.executemany(query, [(number, entry.game, entry.kind.value, entry.text) for number, entry in entries])
        db.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _rows(db: sqlite3.Connection, query: str) -> list[Any]:
    with closing(db.execute(query)) as rows:
        return rows.fetchall()


def _used(db: sqlite3.Connection) -> int:
    """Bytes of the file that hold something."""
    return (_pragma(db, "page_count") - _pragma(db, "freelist_count")) * _pragma(db, "page_size")


def _pragma(db: sqlite3.Connection, name: str) -> int:
    ((value,),) = _rows(db, f"PRAGMA {name}")
    return int(value)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
