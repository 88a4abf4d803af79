"""Fault 14: the wall clock jumps by years: ``python -m tests.faults.clock [JUMPS]``.

The daemon plays a transcript in real time while a layer below it moves the wall clock back and forth by up to sixty
years. It must play as if nothing had happened.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from tests.amounts import amount
from tests.firmware_bridge.disk_layer import HAVE_COMPILER, build, start

JUMPS = 200  # about so many
YEARS = 30  # either way
PAUSE = 0.03  # seconds between two jumps


def run(jumps: int, seed: int = 14) -> tuple[int, int, str]:
    """Jumps made, the daemon's exit code, and what it said."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script, offset = folder / "hands.txt", folder / "offset"
        rounds = 1 + jumps * PAUSE // 5
        script.write_text(
            "put F6 white ring / expect F6\n" + "lift F6 / wait 300 / put F6 / expect nothing\n" * int(rounds)
        )
        offset.write_text("0")
        words = ["run", "--simulate", "--no-web", "--real-time", "--script", str(script), "--state", str(folder / "s")]
        made = 0
        with start(build(folder), "firmware_bridge", *words, clock=str(offset)) as process:
            while process.poll() is None:
                offset.write_text(str(rng.randint(-YEARS, YEARS) * 31_557_600))
                made += 1
                time.sleep(PAUSE)
            return made, process.returncode, process.stdout.read()


def main(arguments: list[str] | None = None) -> int:
    jumps = int(amount(arguments, JUMPS, "jumps", __doc__))
    if not HAVE_COMPILER:
        print("fault 14: not tried, it needs gcc and Linux")
        return 0
    made, code, said = run(jumps)
    if code:
        print(said)
    print(
        f"fault 14: {made} jumps of the wall clock by up to {YEARS} years: {'no effect' if not code else 'it failed'}"
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
