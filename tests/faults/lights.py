"""Fault 13: the lights fail or block: ``python -m tests.faults.lights [ROUNDS]``.

While hands play, the strip fails, blocks and works in turn. Every action must be understood, the fault named, and the
strip lit again when it works.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.script import play_live
from firmware_bridge.stand import Stand
from hardware.config import BoardConfig
from hardware.registry import make_board
from tests.amounts import amount

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 10
PATIENCE = 15.0  # seconds in which a fault must be named, or the strip must be back


async def becomes(truth: Callable[[], bool]) -> bool:
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not truth() and loop.time() < end:  # noqa: ASYNC110 - health is asked, it does not call
        await asyncio.sleep(0.02)
    return truth()


async def play(rounds: int, folder: Path) -> tuple[int, int, int]:
    """Actions understood, faults named, and recoveries."""
    config = simulated(BoardConfig())
    board = make_board(config)
    board.hand.pace = 0
    daemon = make_daemon(config, folder, board=board)
    running = asyncio.create_task(daemon.run())
    stand, named, back = Stand(daemon, board), 0, 0
    for number in range(rounds):
        (board.faults.block_lights if number % 2 else board.faults.fail_lights)()
        await play_live(stand, "put F6 white ring / expect F6 / put E5 black ring / expect F6 E5", asyncio.sleep)
        named += await becomes(lambda: not daemon.metal.lights.health.ok)
        board.faults.clear()
        await play_live(stand, "sweep / wait 2500 / expect new game", asyncio.sleep)
        back += await becomes(lambda: daemon.metal.lights.health.ok)
    daemon.stop()
    await running
    return 2 * rounds, named, back


def run(rounds: int) -> tuple[int, int, int]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(rounds, Path(folder)))


def main(arguments: list[str] | None = None) -> int:
    rounds = max(2, int(amount(arguments, ROUNDS, "rounds", __doc__)))  # both ways
    logging.disable()
    understood, named, back = run(rounds)
    print(
        f"fault 13: lights failed or blocked {rounds} times: {understood} of {2 * rounds} actions understood, "
        f"named {named} times, lit again {back} times"
    )
    return (named, back) != (rounds, rounds)


if __name__ == "__main__":
    sys.exit(main())
