"""Fault 3: disk full and I/O errors at every n-th call: ``python -m tests.faults.disk [LONGEST]``.

The n-th call that changes a file fails, and some calls after it: a full disk, or a dying one. The journal must say so,
go on by itself when the trouble is over, and have every entry that it promised; a file set aside would be too much.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import ctypes
import errno
import json
import logging
import os
import sys
import tempfile
from pathlib import Path

from firmware_bridge.journal import FILE, JournalError, SqliteJournal
from tests.amounts import amount
from tests.firmware_bridge.diary import last_game, story
from tests.firmware_bridge.disk_layer import HAVE_COMPILER, build, start

LONGEST = 40  # calls in a row that fail
TRIES = 100  # until a write must have worked


def keep(folder: Path) -> tuple[int, int, str]:
    """Write the story with the patience of the daemon: failures met, entries promised, and a file set aside."""
    failures = promised = 0
    journal = None
    for entry in story():
        for _ in range(TRIES):
            try:
                journal = journal or SqliteJournal(folder / FILE)
                journal.append(entry)
            except JournalError:
                failures += 1
            else:
                promised += 1
                break
    journal.close()
    return failures, promised, journal.set_aside


def trial(shim: ctypes.CDLL, error: int, first: int, many: int) -> dict[str, object]:
    """One disk with trouble; afterwards, what a healthy one holds."""
    with tempfile.TemporaryDirectory() as name:
        os.environ.update(SHIM_UNDER=name, SHIM_FAIL=str(first), SHIM_MANY=str(many), SHIM_ERROR=str(error))
        shim.shim_reset()
        failures, promised, aside = keep(Path(name))
        calls = shim.shim_calls()
        os.environ["SHIM_FAIL"] = "0"
        journal = SqliteJournal(Path(name) / FILE)
        right = journal.entries() == last_game(list(story())[:promised]) and not aside + journal.set_aside
        journal.close()
    return {"failures": failures, "right": right and promised == len(list(story())), "calls": calls}


def trials(lengths: list[int], every: int) -> None:
    """On top of the layer: every n-th call, and so many after it, for both kinds of trouble."""
    logging.disable()
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    calls = int(str(trial(shim, 0, 0, 0)["calls"]))
    for error in (errno.ENOSPC, errno.EIO):
        for many in lengths:
            for first in range(1, calls + 1, every):
                print(json.dumps(trial(shim, error, first, many) | {"at": [error, first, many]}), flush=True)


def run(lengths: list[int], every: int = 1) -> list[dict[str, object]]:
    """All trials, in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [str(every), *map(str, lengths)]
        with start(build(Path(folder)), "tests.faults.disk", "--below", *words) as process:
            found = [json.loads(line) for line in process.stdout]
        assert process.returncode == 0
    return found


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["--below"]:
        every, *lengths = map(int, arguments[1:])
        trials(lengths, every)
        return 0
    longest = int(amount(arguments, LONGEST, "longest", __doc__))
    if not HAVE_COMPILER:
        print("fault 3: not tried, it needs gcc and Linux")
        return 0
    found = run(sorted({1, 2, max(1, longest // 4), longest}))
    wrong = [each for each in found if not each["right"]]
    met = sum(int(str(each["failures"])) for each in found)
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    print(f"fault 3: {len(found):,} disks in trouble, {met:,} writes failed and were told: {len(wrong)} lost something")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
