"""Counts who is connected, from the first byte on: requests that never end count like everybody else."""

from __future__ import annotations

import socket
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.server import ServerConnection

from firmware_bridge.web.guard import is_loopback

if TYPE_CHECKING:
    import asyncio

    from websockets.protocol import Event

SEND_BUFFER: Final = 64 * 1024  # bytes that the system keeps for one client; left alone, it takes megabytes
PER_ADDRESS: Final = 64  # connections from one other computer; a browser opens six
FRAMES: Final = 256.0  # that a client may send at once: messages, and pings, which are no message but take time too
FRAME_RATE: Final = 64.0  # frames a second that it may send for long
MOUTHFUL: Final = 512  # bytes looked at before they are counted: the smallest frame has six


class Measured(ServerConnection):
    """A connection that ends when it brings more frames than any page would send."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._frames, self._counted = FRAMES, 0.0

    def data_received(self, data: bytes) -> None:
        """Look at a little at a time, so that a flood ends before it has cost much."""
        for start in range(0, len(data), MOUTHFUL):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + MOUTHFUL])

    def process_event(self, event: Event) -> None:
        """Count a frame."""
        now = self.loop.time()
        self._frames = min(FRAMES, self._frames + FRAME_RATE * (now - self._counted)) - 1
        self._counted = now
        if self._frames < 0:
            self.transport.abort()
        else:
            super().process_event(event)


class Door:
    """Lets so many in, and not all from one place."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.turned_away = 0
        self._inside: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many are connected."""
        return self._inside.total()

    def enter(self, address: str) -> bool:
        """Count someone in; false if there is no room."""
        crowded = not is_loopback(address) and self._inside[address] >= PER_ADDRESS
        if crowded or self.inside >= self.most:
            self.turned_away += 1
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count someone out."""
        self._inside[address] -= 1
        if self._inside[address] <= 0:
            del self._inside[address]

    def connection(self) -> type[ServerConnection]:
        """A class for the server's connections that pass through this door."""
        door = self

        class Visitor(Measured):
            def __init__(self, *args: Any, **options: Any) -> None:
                super().__init__(*args, **options)
                self._from = ""

            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                super().connection_made(transport)
                peer = transport.get_extra_info("peername")
                address = str(peer[0]) if peer else "?"
                if door.enter(address):
                    self._from = address
                    line = transport.get_extra_info("socket")
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
                else:
                    self.transport.abort()

            def connection_lost(self, exc: Exception | None) -> None:
                if self._from:
                    door.leave(self._from)
                super().connection_lost(exc)

        return Visitor
