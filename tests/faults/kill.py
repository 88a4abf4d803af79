"""Fault 1: kill -9 at random moments: ``python -m tests.faults.kill [TIMES]``.

A process writes a journal through the daemon's own keeper and says what has been confirmed; it is killed at a random
moment. All that was confirmed must be there, and at most one action more.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import os
import random
import select
import signal
import sys
import tempfile
import time
from pathlib import Path

from firmware_bridge.effects import Write
from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.keeper import Keeper
from tests.amounts import amount

TIMES = 2000
LONGEST = 0.02  # seconds that a process lives after its first confirmation
EACH = 50  # kills that one journal has to bear


def write_on(path: Path, pipe: int) -> None:
    """Go on with the journal for ever, confirming each entry with its number; one is on its way at a time."""
    journal = SqliteJournal(path)
    first = len(journal.entries())
    done = []
    keeper = Keeper(journal, done.append)
    for number in range(first, 10**9):
        kind = EntryKind.NEW if number == 0 else EntryKind.ACT
        keeper.keep(Write(number, Entry(kind, str(number))))
        while number not in done[-1:]:
            time.sleep(0)
        os.write(pipe, number.to_bytes(4, "little"))


def kill_one(path: Path, rng: random.Random) -> int:
    """Let a process write, kill it; the number of the last entry that it confirmed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        write_on(path, writer)
    os.close(writer)
    select.select([reader], [], [], 30)
    time.sleep(rng.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    return int.from_bytes(told[-4:], "little") if told else -1


def run(times: int, seed: int = 1) -> tuple[int, int, int]:
    """Actions confirmed in all, how many of them were lost, and the most that were there beyond."""
    rng = random.Random(seed)
    confirmed = lost = extra = 0
    for start in range(0, times, EACH):
        with tempfile.TemporaryDirectory() as folder:
            path, last = Path(folder) / FILE, 0
            for _ in range(min(EACH, times - start)):
                last = kill_one(path, rng)
                kept = actions(path)
                lost += max(0, last - kept)
                extra = max(extra, kept - last)
            confirmed += last
    return confirmed, lost, extra


def actions(path: Path) -> int:
    """How many actions the journal holds, which must be in order and without a gap."""
    journal = SqliteJournal(path)
    kept = [entry.text for entry in journal.entries()][1:]
    journal.close()
    assert kept == [str(number) for number in range(1, len(kept) + 1)]
    return len(kept)


def main(arguments: list[str] | None = None) -> int:
    times = int(amount(arguments, TIMES, "times", __doc__))
    confirmed, lost, extra = run(times)
    print(
        f"fault 1: killed {times:,} times: {confirmed:,} actions confirmed, {lost} of them lost, at most {extra} beyond"
    )
    return bool(lost) or extra > 1


if __name__ == "__main__":
    sys.exit(main())
