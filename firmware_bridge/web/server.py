"""The web server inside the daemon's event loop: one port for pages, API and live messages."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from firmware_bridge.web.addresses import network_address
from firmware_bridge.web.crowd import OUTBOX, Client, Crowd
from firmware_bridge.web.door import Door
from firmware_bridge.web.files import Files
from firmware_bridge.web.guard import BURST, is_loopback, may_speak, own_names, refusal
from firmware_bridge.web.messages import LONGEST, Malformed, read_message
from firmware_bridge.web.responses import error, json_answer
from firmware_bridge.web.routes import Routes
from firmware_bridge.web.view import board_of, hello_of, lights_of, sound_of, state_of

if TYPE_CHECKING:
    from websockets.http11 import Request, Response

    from firmware_bridge.effects import Tell
    from firmware_bridge.web.api import Api
    from firmware_bridge.web.desk import Desk
    from hardware.config import BoardConfig

PULSE: Final = 0.04  # seconds between two looks at the table: the most that a page lags behind
REST: Final = 4.0  # frames of light leave four times as much time to others as they take to hand out
OPENING: Final = 5.0  # seconds that a request may take to arrive
PING: Final = 10.0  # seconds between two questions whether a page is still there, and until it must have answered
MOST_NEWS: Final = 64  # that may wait for the next pulse

_log = logging.getLogger(__name__)
_wire = logging.getLogger(f"{__name__}.wire")
_wire.setLevel(logging.ERROR)  # every visitor is not worth a line


class WebServer:
    """Shows the daemon to browsers and passes their orders on."""

    def __init__(self, config: BoardConfig, desk: Desk, api: Api, files: Files | None = None) -> None:
        self.config = config
        self.desk = desk
        self.daemon = desk.daemon
        self.crowd = Crowd(self.daemon.clock)
        self.routes = Routes(files or Files(), virtual=desk.simulation is not None)
        self.door = Door(config.web.max_clients)
        self.routes.add("/api/state", self._state_answer)
        api.attach(self.routes, self.crowd, self.door)
        desk.health = api.health
        self._names = own_names(config.web.names)
        self._server: Server | None = None
        self._task: asyncio.Task[None] | None = None
        self._news: deque[Tell] = deque(maxlen=MOST_NEWS)
        self._state: dict[str, Any] = {}
        self._state_text = ""
        self._seq = 0
        self._told_seq = 0  # of the state that everybody has been told
        self._seen: tuple[object, ...] = ()
        self._lights: object = None
        self._brightness = 0.0
        self._lights_due = 0.0
        self._board_text = ""
        self._played: object = None
        self._told_config = self._config

    async def start(self, host: str, port: int) -> None:
        """Listen; ``OSError`` if that cannot be."""
        self._look()
        self.daemon.listeners.append(self._news.append)
        self._server = await serve(
            self._talk,
            host,
            port,
            process_request=self._request,
            compression=None,  # a megabyte for every spectator, and time that the board needs
            server_header=None,
            logger=_wire,
            open_timeout=OPENING,
            close_timeout=1.0,
            ping_interval=PING,
            ping_timeout=PING,
            max_size=LONGEST,
            max_queue=4,
            write_limit=OUTBOX,
            create_connection=self.door.connection(),
        )
        self._task = asyncio.create_task(self._watch())

    @property
    def port(self) -> int:
        """Where it listens: the system chooses if it was asked for port 0."""
        listening = self._server.sockets if self._server else ()
        return int(listening[0].getsockname()[1]) if listening else self.config.web.port

    async def stop(self) -> None:
        """Say goodbye to everybody."""
        self.daemon.listeners.remove(self._news.append)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _request(self, connection: ServerConnection, request: Request) -> Response | None:
        headers = request.headers
        if request.method != "GET":
            return error(HTTPStatus.METHOD_NOT_ALLOWED, "only GET is answered here")
        if len(headers.get_all("Host")) != 1:
            return error(HTTPStatus.BAD_REQUEST, "a request names one Host")
        why = refusal({"Host": headers["Host"]}, headers.get_all("Origin"), self._names, connection.local_address[0])
        if why:
            return error(HTTPStatus.FORBIDDEN, why, "use the address that the board shows")
        if request.path == "/ws":
            return None
        return await self.routes.response(request.path, headers.get("If-None-Match"))

    async def _state_answer(self, _: dict[str, str]) -> Response:
        self._look()
        return json_answer(self._state)

    async def _talk(self, connection: ServerConnection) -> None:
        """One page from its first word to its last."""
        client = Client(connection, local=is_loopback(connection.remote_address[0]), tokens=BURST)
        client.counted = self.daemon.clock()
        self.crowd.tell(client, _json(self._hello(client)))
        if self.desk.trusts(client):
            token = self.desk.sessions.open(self.daemon.clock())
            self.crowd.tell(client, _json({"type": "session", "token": token}))
        self._look()
        self.crowd.tell(client, self._state_text)
        self.crowd.clients.add(client)
        try:
            async for text in connection:
                if not may_speak(client, self.daemon.clock()):
                    await connection.close(1008, "too many messages")
                    return
                await self._hear(client, text)
        except ConnectionClosed:
            pass
        finally:
            self.crowd.clients.discard(client)

    async def _hear(self, client: Client, text: str | bytes) -> None:
        try:
            message = read_message(text)
        except Malformed as fault:
            answer = {"type": "error", "code": "malformed", "text": str(fault), "cure": "see docs/api.md"}
        else:
            answer = await self.desk.take(message, client)
            if message.kind == "subscribe":
                self._welcome(client)
            if message.kind == "hand" and answer["type"] == "error":
                self._welcome(client)  # the page has foreseen otherwise
        self.crowd.tell(client, _json(answer))

    def _hello(self, client: Client) -> dict[str, Any]:
        virtual, trusted = self.desk.simulation is not None, self.desk.trusts(client)
        address = network_address(self.config.web.host, self.port)
        return hello_of(self._config, virtual=virtual, trusted=trusted, address=address)

    @property
    def _config(self) -> BoardConfig:
        """The board as it is now: a page may have changed a simulated one."""
        return self.desk.simulation.config if self.desk.simulation else self.config

    def _welcome(self, client: Client) -> None:
        """What a new subscriber has missed."""
        if client.lights:
            self.crowd.tell(client, self._lights_text())
        if client.board and self.desk.simulation is not None:
            self.crowd.tell(client, self._board())

    async def _watch(self) -> None:
        """Look at the table again and again, and tell everyone what is new."""
        while True:
            try:
                await self._pulse()
            except Exception:  # noqa: BLE001 - spectators must not be left without news for good
                _log.exception("a message to the pages failed")
            await asyncio.sleep(PULSE)

    async def _pulse(self) -> None:
        crowd = self.crowd
        if self._config is not self._told_config:
            self._told_config = self._config
            for client in list(crowd.clients):
                crowd.tell(client, _json(self._hello(client)))
        self._look()
        if self._told_seq != self._seq:  # whoever has just come may have looked first
            self._told_seq = self._seq
            await crowd.spread(self._state_text, crowd.clients)
        for client in crowd.recovered():
            crowd.tell(client, self._state_text)
        while self._news:
            news = self._news.popleft()
            await crowd.spread(_json({"type": "news", "kind": news.kind.value, "text": news.text}), crowd.clients)
        await self._show_lights()
        await self._show_board()
        await self._sound()
        crowd.drop_stuck()

    def _look(self) -> None:
        """Make the state anew if something may have changed."""
        table = self.daemon.bridge.table
        running = table.clock.running if table.clock else None
        calibration = self.desk.look_after_calibration(self.crowd.clients)
        game = (table.scene, table.shown, table.verdict, table.book.players, table.clock, running)
        seen = (*game, self.daemon.look, calibration)
        if all(map(_same, seen, self._seen)) and self._seen:
            return
        self._seen = seen
        daemon, palette = self.daemon, self._config.lights.palette
        state = state_of(table, daemon.journal.game, daemon.look, palette, daemon.clock())
        state["calibration"] = calibration
        if state == {k: v for k, v in self._state.items() if k != "seq"}:
            return
        self._seq += 1
        self._state = {**state, "seq": self._seq}
        self._state_text = _json(self._state)

    async def _show_lights(self) -> None:
        now, colors, brightness = self.daemon.clock(), self.daemon.colors, self.daemon.metal.limiter.brightness
        if (colors is self._lights and brightness == self._brightness) or now < self._lights_due:
            return
        self._lights, self._brightness = colors, brightness
        viewers = [c for c in self.crowd.clients if c.lights]
        if viewers:
            spent = await self.crowd.spread(self._lights_text(), viewers)
            self._lights_due = now + spent * (1 + REST)

    def _lights_text(self) -> str:
        """The light as people see it: as bright as the board is set, not as it is meant."""
        return _json(lights_of(self.daemon.metal.limiter.seen(self.daemon.colors)))

    def _board(self) -> str:
        simulation = self.desk.simulation
        return _json(board_of(simulation.board, simulation.world())) if simulation else ""

    async def _show_board(self) -> None:
        viewers = [c for c in self.crowd.clients if c.board]
        if not viewers or self.desk.simulation is None:
            return
        text = self._board()
        if text != self._board_text:
            self._board_text = text
            await self.crowd.spread(text, viewers)

    async def _sound(self) -> None:
        """Let pages with a virtual board play what its buzzer would."""
        played = self.desk.simulation.played if self.desk.simulation else []
        if played and played is not self._played:
            await self.crowd.spread(_json(sound_of(played[-1])), [c for c in self.crowd.clients if c.board])
        self._played = played


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _same(one: object, other: object) -> bool:
    return one is other
