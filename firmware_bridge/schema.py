"""The journal's file: its tables, how an older file becomes a newer one, and what makes a file unusable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

BUSY: Final = 2.0  # seconds to wait for another program that has the file locked
BIG: Final = 64 * 1024 * 1024  # bytes; a file beyond is not read through at every start

#: Each script leads from the version before it to its own; the first one to version 1.
MIGRATIONS: Final = (
    """
    CREATE TABLE entries (
        number INTEGER PRIMARY KEY,
        at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    """,
    """
    CREATE INDEX beginnings ON entries (number) WHERE kind = 'new';
    CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT;
    CREATE TABLE faults (
        number INTEGER PRIMARY KEY,
        at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        fault TEXT NOT NULL,
        cure TEXT NOT NULL
    ) STRICT;
    """,
)
VERSION: Final = len(MIGRATIONS)


class Unusable(Exception):
    """The file can be read, but is no journal that this program can go on with; the text says why."""


class Damaged(Unusable):
    """The file has lost some of what was written to it."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for writing, whatever its version; :class:`Unusable` or ``sqlite3.Error`` if that fails."""
    # The daemon writes from one worker thread and reads at start from its own.
    db = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        _prepare(db)
    except BaseException:
        db.close()
        raise
    return db


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the file for reading only, beside the daemon that writes to it."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=BUSY, uri=True)
    try:
        version = version_of(db)
    except BaseException:
        db.close()
        raise
    if version != VERSION:
        db.close()
        raise Unusable(f"it has version {version}, and this program reads {VERSION}; start the service once")
    return db


def version_of(db: sqlite3.Connection) -> int:
    """The version of the file; one without any table has 0."""
    version = _number(db, "PRAGMA user_version")
    # The first files did not say that they were version 1.
    if version == 0:
        return _number(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'entries'")
    return version


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, and not the disk below it or the program above."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _prepare(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode=WAL")
    # NORMAL would skip the fsync of each commit, and a power cut would take the last actions with it.
    db.execute("PRAGMA synchronous=FULL")
    size = _number(db, "PRAGMA page_count") * _number(db, "PRAGMA page_size")
    if size <= BIG:
        with closing(db.execute("PRAGMA quick_check(1)")) as rows:
            (verdict,) = rows.fetchone()
        if verdict != "ok":
            raise Damaged(f"it is damaged ({verdict.splitlines()[-1]})")
    version = version_of(db)
    if version > VERSION:
        raise Unusable(f"a newer program wrote it (version {version}, and this one knows {VERSION})")
    for number in range(version, VERSION):
        db.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")


def _number(db: sqlite3.Connection, query: str) -> int:
    with closing(db.execute(query)) as rows:
        (value,) = rows.fetchone()
    return int(value)
