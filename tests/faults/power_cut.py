"""Fault 2: power cut between any two writes and syncs: ``python -m tests.faults.power_cut [LOTS]``.

A layer below the journal logs every call that changes a file. After each of them the power is cut: sectors that were
not synced are kept, dropped, or fall by lot, torn ones among them; so do names whose folder was not synced. Whatever
is left must hold all that was promised or one entry more, and must not be called damaged.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import logging
import random
import sys
import tempfile
from pathlib import Path

from firmware_bridge.journal import FILE, SqliteJournal
from tests.amounts import amount
from tests.firmware_bridge.diary import possible
from tests.firmware_bridge.disk_layer import HAVE_COMPILER, Call, Disk, build, read_trace, start

LOTS = 60  # for each call


def record(folder: Path, *manner: str) -> list[Call]:
    """The calls of one run."""
    library, trace, state = build(folder), folder / "trace", folder / "state"
    state.mkdir()
    trace.touch()
    with start(
        library, "tests.firmware_bridge.diary", str(state), *manner, trace=str(trace), under=str(state)
    ) as process:
        assert process.wait(120) == 0
    return read_trace(trace)


def examine(disk: Disk, safe: int, mode: str, seed: int) -> str:
    """Cut the power and start again; what is wrong, if anything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        disk.cut_power(folder, mode, random.Random(seed))
        journal = SqliteJournal(folder / FILE)
        found = journal.entries()
        journal.close()
    if journal.set_aside:
        return journal.set_aside
    return "" if found in possible(safe) else f"{len(found)} entries where {safe} were promised"


def run(calls: list[Call], lots: int, every: int = 1) -> tuple[int, list[str]]:
    """Power cuts so far, and what went wrong."""
    disk, safe, cuts, wrong = Disk(), 0, 0, []
    modes = [("kept", 0), ("dropped", 0), *(("lot", seed) for seed in range(lots))]
    for number, call in enumerate(calls):
        disk.apply(call)
        safe = call.offset if call.kind == "safe" else safe
        if number % every:
            continue
        for mode, seed in modes:
            cuts += 1
            fault = examine(disk, safe, mode, seed + 1000 * number)
            if fault:
                wrong.append(f"after call {number} ({call.kind} {call.name}), {mode} {seed}: {fault}")
    return cuts, wrong


def main(arguments: list[str] | None = None) -> int:
    lots = int(amount(arguments, LOTS, "lots", __doc__))
    if not HAVE_COMPILER:
        print("fault 2: not tried, it needs gcc and Linux")
        return 0
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        calls = record(Path(folder))
    cuts, wrong = run(calls, lots)
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    print(f"fault 2: power cut {cuts:,} times, after each of {len(calls)} calls: {len(wrong)} times something was lost")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
