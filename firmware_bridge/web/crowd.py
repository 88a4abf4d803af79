"""The spectators: everyone hears of every change, and nobody makes the others wait.

A message is written once and handed out in small slices; between two slices the event loop attends to the board.
Nothing waits for a client: what does not fit into its outbox is left out, and as every state is a whole one, the
next that fits makes up for it. Who does not empty the outbox for a while is let go.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from websockets.asyncio.server import ServerConnection, broadcast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

OUTBOX: Final = 64 * 1024  # bytes that may wait for one client beyond what the system's own buffers take
STUCK: Final = 5.0  # seconds with a full outbox after which a client is let go
SLICE: Final = 8  # clients served before the board has its turn again: well under a millisecond

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Client:
    """One open page."""

    connection: ServerConnection
    local: bool = False  # whether it runs on this computer
    lights: bool = False  # whether it wants every frame of light
    board: bool = False  # whether it wants to see the wood of a virtual board
    calibrates: bool = False  # whether it steers a calibration
    full_since: float | None = None  # since when the outbox has been full
    missed: bool = False  # whether a state was left out
    tokens: float = field(default=0.0)  # messages that it may still send
    counted: float = field(default=0.0)  # when they were last counted

    @property
    def backlog(self) -> int:
        """Bytes that wait in the outbox."""
        return self.connection.transport.get_write_buffer_size()


class Crowd:
    """All clients."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clients: set[Client] = set()
        self.dropped = 0  # clients let go because they were stuck
        self.skipped = 0  # messages left out because an outbox was full
        self.sent = 0
        self._clock = clock

    def tell(self, client: Client, text: str) -> bool:
        """Send one message now; false if the outbox is full."""
        if client.backlog > OUTBOX:
            self._overflow(client)
            return False
        self.sent += 1
        broadcast((client.connection,), text)
        return True

    async def spread(self, text: str, clients: Iterable[Client]) -> float:
        """Send one message to many, in slices; the seconds of work that it took."""
        waiting, spent = list(clients), 0.0
        for start in range(0, len(waiting), SLICE):
            begun = self._clock()
            self._hand_out(text, waiting[start : start + SLICE])
            spent += self._clock() - begun
            await asyncio.sleep(0)
        return spent

    def drop_stuck(self) -> None:
        """Let go of clients that have not emptied their outbox for long."""
        now = self._clock()
        for client in [c for c in self.clients if c.full_since is not None]:
            if client.backlog <= OUTBOX:
                client.full_since = None
            elif client.full_since is not None and now - client.full_since > STUCK:
                self.dropped += 1
                self.clients.discard(client)
                client.connection.transport.abort()
                _log.info("a spectator was stuck and has been let go")

    def recovered(self) -> list[Client]:
        """The clients that missed a state and can take one again."""
        found = [c for c in self.clients if c.missed and c.backlog <= OUTBOX]
        for client in found:
            client.missed = False
        return found

    def _hand_out(self, text: str, clients: Iterable[Client]) -> None:
        ready = []
        for client in clients:
            if client.backlog > OUTBOX:
                self._overflow(client)
            elif client in self.clients:
                ready.append(client.connection)
        self.sent += len(ready)
        broadcast(ready, text)

    def _overflow(self, client: Client) -> None:
        self.skipped += 1
        client.missed = True
        if client.full_since is None:
            client.full_since = self._clock()
