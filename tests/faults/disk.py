"""Fault 3: disk full and I/O errors at every n-th call: ``python -m tests.faults.disk [DISKS]``.

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
from itertools import product
from pathlib import Path

from firmware_bridge.journal import FILE, JournalError, SqliteJournal
from tests.amounts import amount
from tests.firmware_bridge.diary import last_game, story
from tests.firmware_bridge.disk_layer import HAVE_COMPILER, build, start

DISKS = 2000  # at most: after each call of the story, for each length and each trouble
LENGTHS = (1, 2, 10, 40)  # calls in a row that fail
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


def trials(disks: int) -> None:
    """On top of the layer: some of the calls, spread evenly, and so many after each, for both kinds of trouble."""
    logging.disable()
    shim = ctypes.CDLL(os.environ["LD_PRELOAD"])
    calls = int(str(trial(shim, 0, 0, 0)["calls"]))
    every = list(product((errno.ENOSPC, errno.EIO), range(1, calls + 1), LENGTHS))
    count = min(disks, len(every))
    for number in range(count):
        error, first, many = every[number * len(every) // count]
        print(json.dumps(trial(shim, error, first, many) | {"at": [error, first, many]}), flush=True)


def run(disks: int) -> list[dict[str, object]]:
    """So many trials, in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        with start(build(Path(folder)), "tests.faults.disk", "--below", str(disks)) as process:
            found = [json.loads(line) for line in process.stdout]
        assert process.returncode == 0
    return found


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["--below"]:
        trials(int(arguments[1]))
        return 0
    disks = int(amount(arguments, DISKS, "disks", __doc__))
    if not HAVE_COMPILER:
        print("fault 3: not tried, it needs gcc and Linux")
        return 0
    found = run(disks)
    wrong = [each for each in found if not each["right"]]
    met = sum(int(str(each["failures"])) for each in found)
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    print(f"fault 3: {len(found):,} disks in trouble, {met:,} writes failed and were told: {len(wrong)} lost something")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
