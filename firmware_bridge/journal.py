"""The journal: entries that outlive a power cut.

One protocol, two keepers. SQLite in WAL mode with ``synchronous=FULL`` does one fsync for each commit; an entry
counts as saved when :meth:`Journal.append` returns, never before.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Protocol

from firmware_bridge.entries import Entry, EntryKind

if TYPE_CHECKING:
    from pathlib import Path


class JournalError(OSError):
    """The journal cannot be opened or written; the message names the file, the cause and what to do."""


class Journal(Protocol):
    """Keeps entries in order."""

    def append(self, entry: Entry) -> None:
        """Make an entry durable before returning; :class:`JournalError` if that fails, and it may be tried again."""

    def entries(self) -> list[Entry]:
        """The entries of the last game, oldest first."""

    def close(self) -> None:
        """Let go of the file; safe to call twice."""


class MemoryJournal:
    """Keeps entries as long as the process lives: for worlds and tests."""

    def __init__(self) -> None:
        self.kept: list[Entry] = []

    def append(self, entry: Entry) -> None:
        """Keep it."""
        self.kept.append(entry)

    def entries(self) -> list[Entry]:
        """The entries of the last game."""
        starts = [i for i, entry in enumerate(self.kept) if entry.kind is EntryKind.NEW]
        return self.kept[starts[-1] :] if starts else []

    def close(self) -> None:
        """Nothing to let go of."""


_SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
) STRICT
"""


class SqliteJournal:
    """Keeps entries in one SQLite file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # The daemon writes from one worker thread and reads at start from its own.
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"cannot open the journal {path}: {error}; check that the folder can be written and has space"
            ) from error

    def append(self, entry: Entry) -> None:
        """Insert and commit: one fsync."""
        try:
            self._db.execute(
                "INSERT INTO entries (game, kind, text) VALUES (?, ?, ?)", (entry.game, entry.kind.value, entry.text)
            )
        except sqlite3.Error as error:
            raise JournalError(f"cannot write to {self.path}: {error}; make space or replace the card") from error

    def entries(self) -> list[Entry]:
        """The entries of the last game."""
        last = "SELECT coalesce(max(number), 0) FROM entries WHERE kind = 'new'"
        query = f"SELECT kind, text, game FROM entries WHERE number >= ({last}) ORDER BY number"  # noqa: S608 - no input
        with closing(self._db.execute(query)) as rows:
            return [Entry(EntryKind(kind), text, game) for kind, text, game in rows]

    def close(self) -> None:
        """Close the file."""
        self._db.close()
