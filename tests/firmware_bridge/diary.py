"""A program that keeps a journal, for the experiments to disturb: ``python -m tests.firmware_bridge.diary FOLDER``.

With ``careless`` behind it, the journal does without the sync of each commit: an experiment must notice that."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import FILE, SqliteJournal

if TYPE_CHECKING:
    from collections.abc import Iterator

_POINTS = ("F6", "E5", "D4", "G7", "C3", "H6", "F9", "B2")


def story(games: int = 3) -> Iterator[Entry]:
    """What is written, in this order."""
    for game in range(games):
        yield Entry(EntryKind.NEW, "standard")
        yield Entry(EntryKind.HEADER, f"White: player {game}")
        for point in _POINTS:
            yield Entry(EntryKind.ACT, point)
        yield Entry(EntryKind.BACK, "1")
        if game < games - 1:
            yield Entry(EntryKind.END, "swept")


def last_game(entries: list[Entry]) -> list[Entry]:
    """What a journal tells of these entries."""
    starts = [number for number, entry in enumerate(entries) if entry.kind is EntryKind.NEW]
    return entries[starts[-1] :] if starts else []


def possible(safe: int) -> list[list[Entry]]:
    """What may be found when so many entries were promised: those, or one more."""
    every = list(story())
    return [last_game(every[:safe]), last_game(every[: safe + 1])]


def promise(number: int) -> None:
    """Write it between the calls of the trace."""
    trace = os.environ.get("SHIM_TRACE")
    if trace:
        file = os.open(trace, os.O_WRONLY | os.O_APPEND)
        os.write(file, f"safe\t/\t{number}\t0\n".encode())
        os.close(file)


def main(folder: Path, manner: str = "") -> None:
    journal = SqliteJournal(folder / FILE, most_bytes=1)
    journal._db.execute("PRAGMA wal_autocheckpoint = 6")  # so that checkpoints happen within a short story
    if manner == "careless":
        journal._db.execute("PRAGMA synchronous = NORMAL")
    for number, entry in enumerate(story(), 1):
        journal.append(entry)
        promise(number)
        if entry.kind is EntryKind.END:
            journal.note("a fault", "a cure")
            journal.tidy()
    journal.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
