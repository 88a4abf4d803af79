"""The daemon in real time: ``python -m tests.benchmarks.bench_daemon [LIFTS]``.

Prints how long a lifted ring takes to light its destinations, above the configured debounce and the time its magnet
takes to leave a linear sensor, and what the idle daemon costs at 200 scans and up to 50 frames of light a second.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import asyncio
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.script import play_live
from firmware_bridge.stand import Stand
from hardware.config import parse_config
from hardware.protocols import Sensing
from hardware.registry import make_board
from tests.amounts import amount

if TYPE_CHECKING:
    from collections.abc import Callable

OPENING = "play F6 E5 D4 G7 H8 C3 B2 I9 J10 E2"
LIFTS = 30
IDLE = 5.0  # seconds
PATIENCE = 5.0  # seconds until a light that does not change is a failure


async def measure(sensing: str, lifts: int, folder: Path) -> None:
    config = simulated(parse_config(f'[board]\nsensing = "{sensing}"\n', "board.toml"))
    board = make_board(config)
    board.hand.pace = 0
    daemon = make_daemon(config, folder, board=board)
    running = asyncio.create_task(daemon.run())
    stand = Stand(daemon, board)
    await play_live(stand, OPENING, asyncio.sleep)
    known = config.debounce_seconds + (board.physics.approach if board.linear else 0.0)
    reactions = sorted([await lift(stand) - known for _ in range(lifts)])
    print(f"{sensing:10}{at(reactions, 0.5):14.1f}{at(reactions, 0.99):8.1f}", end="")
    scans, frames, used, began = daemon.scans, daemon.frames_shown, time.process_time(), time.monotonic()
    await asyncio.sleep(IDLE)
    took = time.monotonic() - began
    share = (time.process_time() - used) / took
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    rates = f"{(daemon.scans - scans) / took:8.0f}{(daemon.frames_shown - frames) / took:8.0f}"
    print(f"{share:10.1%}{rates}{megabytes:8}")
    daemon.stop()
    await running


async def lift(stand: Stand) -> float:
    """Seconds from a ring leaving its point to the colours that light its destinations."""
    began = time.monotonic()
    stand.hand.lift("F6")
    await until(lambda: any(stand.board.lights["F7"]))
    took = time.monotonic() - began
    stand.hand.put("F6")
    await until(lambda: not any(stand.board.lights["F7"]))
    await asyncio.sleep(1.0)  # as quick as a person would be
    return took


async def until(truth: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not truth():  # noqa: ASYNC110 - the light is looked at from outside, as an eye would
            await asyncio.sleep(0.0005)


def at(times: list[float], share: float) -> float:
    """A percentile in milliseconds."""
    return times[min(len(times) - 1, round(share * len(times)))] * 1000


def main(arguments: list[str] | None = None) -> None:
    lifts = int(amount(arguments, LIFTS, "lifts", __doc__))
    print("from a lifted ring to its destinations lit, above the debounce; then the idle daemon")
    print(f"{'sensing':10}{'p50 ms':>14}{'p99':>8}{'core':>10}{'scans/s':>8}{'frames':>8}{'MB':>8}")
    for sensing in Sensing:
        with TemporaryDirectory() as folder:
            asyncio.run(measure(sensing, lifts, Path(folder)))
    print("a scan every 5 ms is part of the time, and a second one where linear sensors vote")


if __name__ == "__main__":
    main()
