"""Fault 15: a thousand spectators, fifty of them stuck: ``python -m tests.faults.spectators [CLIENTS]``.

The spectators live in a process of their own and all want every frame of light. Printed is the time from a lifted
ring to its lit destinations without and with them, and what became of the stuck ones. Nothing leaves this computer.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import asyncio
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from websockets.frames import Frame, Opcode

from tests.amounts import amount
from tests.firmware_bridge.web.pages import eventually, site, stuck_client, upgrade

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb
    from tests.firmware_bridge.web.pages import Site

CLIENTS, LIFTS = 1000, 20
STUCK = 20  # every so many of the spectators
PAUSE = 1.0  # seconds between two lifts: quicker ones would be taken for a loose wire
ADDED = 20.0  # ms at most
GONE = 30.0  # seconds at most until a stuck spectator is let go
PING = b"\x89\x04"  # how a ping begins; four bytes to repeat follow
OPENING = ("F6", "E5", "D4", "G7", "H8", "C3", "B2", "I9", "J10", "E2")


@dataclass
class Found:
    """What an experiment showed; times in milliseconds."""

    alone: list[float]
    crowded: list[float]
    clients: int  # that were there at the height
    left: int  # that were there in the end
    heard: int  # bytes that the spectators read
    megabytes: int

    def added(self, share: float) -> float:
        return _at(self.crowded, share) - _at(self.alone, share)


class Spectator(asyncio.Protocol):
    """Reads and forgets, but answers when it is asked whether it is still there."""

    heard = 0

    def __init__(self, port: int) -> None:
        self._port = port
        self._tail = b""  # where a ping may have begun

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = cast("asyncio.Transport", transport)
        self._line.write(upgrade(self._port))

    def data_received(self, data: bytes) -> None:
        Spectator.heard += len(data)
        data = self._tail + data
        at = data.find(PING)  # these bytes are in no JSON of ASCII
        if at >= 0 and len(data) >= at + 6:
            self._line.write(Frame(Opcode.PONG, data[at + 2 : at + 6]).serialize(mask=True))
            data = data[at + 6 :]
        self._tail = data[-5:]


async def watch(port: int, clients: int, stuck: int) -> None:
    """The spectators' process: ends when its input does."""
    loop = asyncio.get_running_loop()
    lines = [stuck_client(port) for _ in range(stuck)]
    for _ in range(clients - stuck):
        await loop.create_connection(lambda: Spectator(port), "127.0.0.1", port)
    await loop.run_in_executor(None, sys.stdin.read)
    print(Spectator.heard, len(lines))


async def run(clients: int, stuck: int, lifts: int, folder: Path) -> Found:
    """Lift a ring again and again, alone and in company."""
    async with site(folder, max_clients=clients + 10) as page:
        await _open(page)
        alone = await _lifts(page, lifts)
        program = ("-m", "tests.faults.spectators", "--watch", str(page.port), str(clients), str(stuck))
        pipe = asyncio.subprocess.PIPE
        crowd = await asyncio.create_subprocess_exec(sys.executable, *program, stdin=pipe, stdout=pipe)
        try:
            await eventually(lambda: len(page.server.crowd.clients) == clients, 60)
            crowded = await _lifts(page, lifts)
            await eventually(lambda: len(page.server.crowd.clients) <= clients - stuck, GONE + 30)
            left = len(page.server.crowd.clients)
        finally:
            out, _ = await crowd.communicate(b"")
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        return Found(alone, crowded, clients, left, int(out.split()[0]), megabytes)


async def _open(page: Site) -> None:
    page.board.hand.pace = 0
    for number, point in enumerate(OPENING):
        page.board.hand.put(point, f"{('white', 'black')[number % 2]} ring")
        await eventually(lambda n=number: len(page.daemon.bridge.table.shown.actions) > n)


async def _lifts(page: Site, count: int) -> list[float]:
    """Milliseconds from the hand to the light, each time."""
    lights, lit = page.board.lights, asyncio.Event()
    loop, show, times = asyncio.get_running_loop(), lights.show, []

    def noticed(colors: Sequence[Rgb]) -> None:
        show(colors)
        if any(lights["F7"]) and not lit.is_set():
            times.append((time.monotonic() - began) * 1000)
            loop.call_soon_threadsafe(lit.set)

    lights.show = noticed  # type: ignore[method-assign]
    for _ in range(count):
        lit.clear()
        began = time.monotonic()
        page.board.hand.lift("F6")
        await asyncio.wait_for(lit.wait(), 20)
        page.board.hand.put("F6")
        await eventually(lambda: not any(lights["F7"]))
        await asyncio.sleep(PAUSE)
    lights.show = show  # type: ignore[method-assign]
    return times[:count]


def _at(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most[1], most[1]))
    if arguments[:1] == ["--watch"]:
        asyncio.run(watch(*map(int, arguments[1:])))
        return 0
    clients = min(int(amount(arguments, CLIENTS, "clients", __doc__)), most[1] - 100)
    stuck = max(1, clients // STUCK)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        found = asyncio.run(run(clients, stuck, LIFTS, Path(folder)))
    print(
        f"fault 15: {found.clients:,} spectators, {stuck} of them stuck: a lifted ring is lit after "
        f"{statistics.median(found.alone):.1f} ms alone, {statistics.median(found.crowded):.1f} ms in company; "
        f"added {found.added(0.5):.1f} ms (p50), {found.added(0.95):.1f} ms (p95), at most {ADDED:g}; "
        f"{found.clients - found.left} were let go, {found.heard / 1e6:.0f} MB heard, {found.megabytes} MB of memory, "
        f"{time.monotonic() - began:.0f} s"
    )
    return int(found.added(0.5) > ADDED or found.left != found.clients - stuck)


if __name__ == "__main__":
    sys.exit(main())
