"""Fault 8: the cable pulled and plugged in again: ``python -m tests.faults.serial_replug [TIMES]``.

Pulled in the middle of a frame, back under another number after a while. The host must read the board again within
2 s, and hundreds of times may leave no descriptor and no memory behind.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import gc
import logging
import random
import tempfile
import tracemalloc
from pathlib import Path

from hardware.protocols import POINT_COUNT
from tests.amounts import amount
from tests.hardware.line import SerialWorld

TIMES = 500
BACK = 2.0  # seconds at most


def replug(world: SerialWorld, rng: random.Random) -> tuple[float, float]:
    """Pull the cable and plug it in again: the time until that was said, and until the board was read again."""
    world.run(0.1 + rng.random())
    world.lights.open()
    world.lights.show([(rng.randrange(256), 0, 0)] * POINT_COUNT)
    world.pico.blurt(rng.randbytes(rng.randrange(200)))
    world.pico.unplug()
    said = world.until(lambda: not world.sensors.health.ok, 10.0)
    world.run(rng.choice((0.05, 0.5, 3.0)) * rng.random())
    world.board.values[rng.randrange(85)] = rng.randrange(-900, 900)
    world.pico.plug()
    return said, world.until(lambda: _is_right(world), 10.0)


def _is_right(world: SerialWorld) -> bool:
    return world.sensors.health.ok and bool(world.frames) and world.frames[-1].readings == tuple(world.board.values)


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(times: int, seed: int = 8) -> tuple[float, float, int, int]:
    """The longest until it was said, the longest until it was back, descriptors and bytes left behind."""
    rng = random.Random(seed)
    said = back = 0.0
    with tempfile.TemporaryDirectory() as folder:
        world = SerialWorld(Path(folder))
        replug(world, rng)  # what is only made once
        world.frames.clear()
        open_before = descriptors()
        tracemalloc.start()
        before = tracemalloc.take_snapshot()
        for _ in range(times):
            a, b = replug(world, rng)
            said, back = max(said, a), max(back, b)
            world.frames.clear()
        gc.collect()
        grown = sum(line.size_diff for line in tracemalloc.take_snapshot().compare_to(before, "filename"))
        tracemalloc.stop()
        leaked = descriptors() - open_before
        world.close()
    return said, back, leaked, grown


def main(arguments: list[str] | None = None) -> int:
    times = int(amount(arguments, TIMES, "times", __doc__))
    logging.disable()
    said, back, leaked, grown = run(times)
    print(
        f"fault 8: pulled and plugged in {times} times: said in {said:.2f} s, back in {back:.2f} s, "
        f"{leaked} descriptors and {max(grown, 0) / 1024:.0f} KiB left behind"
    )
    return 0 if back <= BACK and leaked <= 0 and grown < 64 * 1024 else 1


if __name__ == "__main__":
    raise SystemExit(main())
