"""Fault 7: a board that is silent, restarts, or speaks otherwise: ``python -m tests.faults.serial_silence [TIMES]``.

Each is done at random moments to a board that works. It must be said within 2.5 s, nothing may be read meanwhile, and
when the board is well again the host must notice by itself.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import logging
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.amounts import amount
from tests.hardware.line import SerialWorld

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = 50
SAID, BACK = 2.5, 2.0  # seconds at most


def hang(world: SerialWorld) -> None:
    world.asleep = True


def wake(world: SerialWorld) -> None:
    world.asleep = False


def reflash(version: int | None) -> Callable[[SerialWorld], None]:
    def act(world: SerialWorld) -> None:
        world.pico.version = version
        world.pico.reset()

    return act


def babble(world: SerialWorld) -> None:
    world.pico.step = lambda now: world.pico.blurt(b"Traceback (most recent call last):\r\n")


def recover(world: SerialWorld) -> None:
    del world.pico.step


def crash(world: SerialWorld) -> None:
    """Hang for longer than the watchdog allows, then start anew."""
    world.asleep = True


def restart(world: SerialWorld) -> None:
    world.asleep = False
    world.pico.reset()


WAYS: dict[str, tuple[Callable[[SerialWorld], None], Callable[[SerialWorld], None]]] = {
    "silent": (hang, wake),
    "reset by its watchdog": (crash, restart),
    "older version": (reflash(0), reflash(None)),
    "newer version": (reflash(2), reflash(None)),
    "something else": (babble, recover),
}


def run(way: str, times: int, seed: int = 7) -> tuple[float, float, int]:
    """The longest until it was said, the longest until it was well again, and the frames read meanwhile."""
    hurt, heal = WAYS[way]
    rng = random.Random(f"{seed} {way}")
    said = back = 0.0
    inferred = 0
    with tempfile.TemporaryDirectory() as folder:
        world = SerialWorld(Path(folder))
        for _ in range(times):
            world.run(0.2 + rng.random())
            assert world.sensors.health.ok
            hurt(world)
            said = max(said, world.until(lambda: not world.sensors.health.ok, 10.0))
            known = len(world.frames)
            world.board.values[rng.randrange(85)] = rng.randrange(-900, 900)
            world.run(rng.random() * 8)
            inferred += len(world.frames) - known
            heal(world)
            back = max(back, world.until(lambda: _is_right(world), 10.0))
        world.close()
    return said, back, inferred


def reset_at_once(times: int, seed: int = 7) -> tuple[float, int]:
    """The longest until a board that restarts in no time is read again, and restarts that went unnoticed."""
    rng = random.Random(seed)
    back = 0.0
    with tempfile.TemporaryDirectory() as folder:
        world = SerialWorld(Path(folder))
        for _ in range(times):
            world.run(0.2 + rng.random())
            world.pico.reset()
            world.board.values[rng.randrange(85)] = rng.randrange(-900, 900)
            back = max(back, world.until(lambda: _is_right(world), 10.0))
        unnoticed = times - world.link.restarts
        world.close()
    return back, unnoticed


def _is_right(world: SerialWorld) -> bool:
    return world.sensors.health.ok and bool(world.frames) and world.frames[-1].readings == tuple(world.board.values)


def main(arguments: list[str] | None = None) -> int:
    times = int(amount(arguments, TIMES, "times", __doc__))
    logging.disable()
    found = {way: run(way, times) for way in WAYS}
    for way, (said, back, inferred) in found.items():
        print(f"  {way}: said in {said:.2f} s, {inferred} frames meanwhile, back in {back:.2f} s")
    back, unnoticed = reset_at_once(times)
    print(f"  reset in no time: {unnoticed} unnoticed, back in {back:.2f} s")
    said, inferred = max(said for said, _, _ in found.values()), sum(inferred for _, _, inferred in found.values())
    back = max(back, *(back for _, back, _ in found.values()))
    print(
        f"fault 7: silent, restarted or speaking otherwise in {len(found) + 1} ways, {times} times each: "
        f"said in {said:.2f} s, back in {back:.2f} s, {inferred} frames made up, {unnoticed} restarts unnoticed"
    )
    return int(said > SAID or back > BACK or inferred > 0 or unnoticed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
