"""What the page costs the daemon: ``python -m tests.benchmarks.bench_web [ROUNDS]``.

Prints the time to make each message, once for all spectators, and to hand it to one of them; both are time in which
the board is not attended to, the second in slices.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.web.crowd import SLICE
from firmware_bridge.web.view import board_of, lights_of, state_of
from tests.amounts import amount
from tests.firmware_bridge.web.pages import eventually, site, stuck_client

if TYPE_CHECKING:
    from collections.abc import Callable

CLIENTS = 100
ROUNDS = 50
OPENING = ("F6", "E5", "D4", "G7", "H8", "C3", "B2", "I9", "J10", "E2")


def each(make: Callable[[], object]) -> float:
    """Microseconds for one call."""
    began = time.perf_counter()
    for _ in range(1000):
        make()
    return (time.perf_counter() - began) * 1000


async def measure(folder: Path, rounds: int) -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(site(folder))
        page.board.hand.pace = 0
        for number, point in enumerate(OPENING):
            page.board.hand.put(point, f"{('white', 'black')[number % 2]} ring")
            await eventually(lambda n=number: len(page.daemon.bridge.table.shown.actions) > n)
        table, look, world = page.daemon.bridge.table, page.daemon.look, page.server.desk.simulation.world()
        makers: dict[str, Callable[[], object]] = {
            "state": lambda: json.dumps(state_of(table, 0, look, "default", 0.0)),
            "lights": lambda: json.dumps(lights_of(page.daemon.colors)),
            "board": lambda: json.dumps(board_of(page.board, world)),
        }
        for name, make in makers.items():
            print(f"{name:8}{each(make):8.0f} µs to make, {len(make()):6} bytes")
        for _ in range(CLIENTS):
            line = stuck_client(page.port)
            stack.callback(line.close)
        crowd = page.server.crowd
        await eventually(lambda: len(crowd.clients) == CLIENTS)
        spent = sum([await crowd.spread("x" * 500, crowd.clients) for _ in range(rounds)])
        one = spent / rounds / CLIENTS * 1e6
        print(f"{'one':8}{one:8.0f} µs to hand to one spectator, {one * SLICE / 1000:.2f} ms a slice")


def main(arguments: list[str] | None = None) -> None:
    rounds = int(amount(arguments, ROUNDS, "rounds", __doc__))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), rounds))


if __name__ == "__main__":
    main()
