"""Fault 11: clumsy hands on each kind of board: ``python -m tests.faults.clumsy [SCRIPTS]``, 10,000 each or a share.

Each script fumbles three times in the middle of a random game: wrong pieces, two at once, slides, knocks, half a turn,
an opponent too early, sensors that fail. Then the pieces go back to where they stood, or hands follow the lights and
know nothing else. No commit may be illegal or unintended, and every way must lead back to play; what *unintended*
means for sensors that cannot see everything is said in ``tests/firmware_bridge/clumsy.py``.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import sys

from hardware.protocols import Sensing
from tests.amounts import amount
from tests.firmware_bridge.clumsy import Clumsy

SCRIPTS = 10_000


def fumble(task: tuple[Sensing, int]) -> str:
    """One script; what went wrong, if anything, with what replays it."""
    sensing, seed = task
    script = Clumsy(sensing, seed)
    try:
        script.run()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding, with the seed that shows it
        first = str(error).partition("\n")[0]
        return f"{sensing}, seed {seed}: {type(error).__name__}: {first}; after: {' / '.join(script.log)}"
    return ""


def run(scripts: int) -> dict[Sensing, list[str]]:
    """What went wrong, by sensing."""
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        return {
            sensing: [e for e in pool.imap(fumble, ((sensing, seed) for seed in range(scripts)), chunksize=20) if e]
            for sensing in Sensing
        }


def main(arguments: list[str] | None = None) -> int:
    scripts = int(amount(arguments, SCRIPTS, "scripts", __doc__))
    found = run(scripts)
    for errors in found.values():
        print(*errors[:5], sep="\n", end="\n" if errors else "")
    wrong = sum(map(len, found.values()))
    print(f"fault 11: {scripts:,} clumsy scripts on each of {len(found)} boards: {wrong} led astray")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
