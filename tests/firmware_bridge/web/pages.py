"""A daemon with a page, and browsers of a few lines, for tests and experiments on this computer only."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode

from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.web.api import Api
from firmware_bridge.web.desk import Desk
from firmware_bridge.web.files import Files
from firmware_bridge.web.server import WebServer
from firmware_bridge.web.sessions import load_pin, save_pin
from firmware_bridge.web.simulation import Simulation
from hardware.config import BoardConfig
from hardware.registry import make_board

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from hardware.virtual import VirtualBoard

PIN = "2468"


@dataclass
class Site:
    """A page that is served."""

    server: WebServer
    daemon: Daemon
    board: VirtualBoard
    state: Path
    port: int

    async def get(self, path: str, *, host: str = "", method: str = "GET", **headers: str) -> tuple[int, dict, bytes]:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'localhost:{self.port}'}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return await self.raw("\r\n".join([*lines, "", ""]).encode())

    async def raw(self, request: bytes) -> tuple[int, dict, bytes]:
        """What a server says to these bytes; status 0 if it says nothing."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request)
            answer = await asyncio.wait_for(reader.read(), 20)
        except ConnectionError:
            return 0, {}, b""
        finally:
            writer.close()
        return _parsed(answer)

    @asynccontextmanager
    async def browser(self, **options: Any) -> AsyncIterator[Browser]:
        async with connect(f"ws://localhost:{self.port}/ws", compression=None, **options) as line:
            yield Browser(line)


KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"


def upgrade(port: int) -> bytes:
    """A handshake and the wish for everything, in one go."""
    head = f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{KEY}\r\n"
    wish = Frame(Opcode.TEXT, b'{"type":"subscribe","lights":true,"board":true}').serialize(mask=True)
    return head.encode() + wish


def stuck_client(port: int) -> socket.socket:
    """A page that asks for everything and then reads nothing: the cable was pulled, the phone fell asleep."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(upgrade(port))
    return line


class Browser:
    """One open page."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.token = ""
        self._unheard: deque[dict[str, Any]] = deque()  # what came while an answer was awaited

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are passed over."""
        async with asyncio.timeout(20):
            while True:
                message = self._unheard.popleft() if self._unheard else await self._next()
                if message["type"] == kind:
                    return message

    async def say(self, **fields: Any) -> dict[str, Any]:
        """Send a message; the answer to it."""
        await self.line.send(json.dumps({**fields, "id": 7}))
        async with asyncio.timeout(20):
            while "id" not in (message := await self._next()):
                self._unheard.append(message)
        return message

    async def _next(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.line.recv())
        if message["type"] == "session":
            self.token = message["token"]
        return message

    async def order(self, name: str, /, **fields: Any) -> dict[str, Any]:
        return await self.say(type="order", order=name, token=self.token, **fields)

    async def until(self, true: Any) -> dict[str, Any]:
        """The next state that is as wanted."""
        while True:
            state = await self.hear("state")
            if true(state):
                return state


@asynccontextmanager
async def site(state: Path, *, virtual: bool = True, **web: Any) -> AsyncIterator[Site]:
    """A running board with its page on a free port; with ``virtual=False`` the page takes the wood for real."""
    config = simulated(BoardConfig())
    config = replace(config, web=replace(config.web, **web))
    board = make_board(config)
    daemon = make_daemon(config, state, board=board)
    if load_pin(state) is None:
        save_pin(state, PIN)
    simulation = Simulation(daemon, config, board) if virtual else None
    desk = Desk(daemon, state, simulation, trust_local=config.web.trust_local)
    server = WebServer(config, desk, Api(daemon, config, state), Files())
    running = asyncio.create_task(daemon.run())
    await server.start("127.0.0.1", 0)
    try:
        yield Site(server, daemon, board, state, server.port)
    finally:
        await server.stop()
        daemon.stop()
        await running


async def eventually(true: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something holds that nobody announces."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.01)


def _parsed(answer: bytes) -> tuple[int, dict, bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    if not lines[0]:
        return 0, {}, b""
    fields = dict(line.split(": ", 1) for line in lines[1:])
    return int(lines[0].split()[1]), fields, body
