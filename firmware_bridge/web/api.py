"""The answers under ``/api`` and ``/metrics``: for pages, programs and whoever counts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.journal import FILE
from firmware_bridge.metrics import metrics
from firmware_bridge.status import Identity, report
from firmware_bridge.web import shelf
from firmware_bridge.web.responses import answer, error, json_answer
from yinsh_core.svg import board_svg

if TYPE_CHECKING:
    from pathlib import Path

    from websockets.http11 import Response

    from firmware_bridge.daemon import Daemon
    from firmware_bridge.web.crowd import Crowd
    from firmware_bridge.web.door import Door
    from firmware_bridge.web.routes import Routes
    from hardware.config import BoardConfig

_GAME: Final = r"/api/games/(?P<id>\d{1,18})"
_READERS: Final = 2  # that may look into the archive at once: it is a thread each, and the board needs its time


class Api:
    """Answers about a daemon and its archive."""

    def __init__(self, daemon: Daemon, config: BoardConfig, state: Path) -> None:
        self._daemon = daemon
        self._games = state / FILE
        self._identity = Identity.of(config, state, daemon.clock())
        self._readers = asyncio.Semaphore(_READERS)

    def attach(self, routes: Routes, crowd: Crowd, door: Door) -> None:
        """Add the answers to the routes."""
        self._crowd, self._door = crowd, door
        routes.add("/api/games", self._list)
        routes.add(_GAME, self._game)
        routes.add(rf"{_GAME}\.(?P<form>txt|sgf|svg|anim\.svg)", self._written)
        routes.add(r"/api/position\.svg", self._position)
        routes.add("/metrics", self._metrics)

    def health(self) -> dict[str, Any]:
        """How every part is doing."""
        told = report(self._daemon, self._identity)
        parts = [{"name": p.name, "ok": p.ok, "text": p.text, "fault": p.fault, "cure": p.cure} for p in told.parts]
        return {"type": "health", "uptime": told.uptime, "parts": parts, "points": told.points}

    async def _list(self, query: dict[str, str]) -> Response:
        limit, before = _whole(query.get("limit", "20")), _whole(query.get("before", str(shelf.LAST)))
        if limit is None or before is None or not limit:
            return error(HTTPStatus.BAD_REQUEST, "limit and before are numbers", "leave them out")
        async with self._readers:
            return json_answer(await asyncio.to_thread(shelf.list_games, self._games, before, limit))

    async def _game(self, query: dict[str, str]) -> Response:
        async with self._readers:
            kept = await asyncio.to_thread(shelf.find_game, self._games, int(query["id"]))
        return json_answer(shelf.whole(kept)) if kept else _no_such_game()

    async def _written(self, query: dict[str, str]) -> Response:
        form = query["form"]
        async with self._readers:
            kept = await asyncio.to_thread(shelf.find_game, self._games, int(query["id"]))
            if kept is None:
                return _no_such_game()
            text = await asyncio.to_thread(shelf.written, kept, form)
        name = f'attachment; filename="yinsh-{kept.number}.{form}"'
        more = {} if form.endswith("svg") else {"Content-Disposition": name}
        return answer(text, shelf.KINDS[form], more=more)

    async def _position(self, query: dict[str, str]) -> Response:
        states = self._daemon.bridge.table.shown.states
        ply = _whole(query.get("ply", str(len(states) - 1)))
        if ply is None or ply >= len(states):
            return error(HTTPStatus.NOT_FOUND, "the game has no such moment", f"ply goes from 0 to {len(states) - 1}")
        return answer(board_svg(states[ply]), "image/svg+xml")

    async def _metrics(self, _: dict[str, str]) -> Response:
        crowd = self._crowd
        counted = {
            "web_clients": float(len(crowd.clients)),
            "web_messages_sent": float(crowd.sent),
            "web_messages_skipped": float(crowd.skipped),
            "web_clients_dropped": float(crowd.dropped),
            "web_turned_away": float(self._door.turned_away),
        }
        return answer(metrics(replace(report(self._daemon, self._identity), extra=counted)), "text/plain")


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(shelf.LAST)) else None


def _no_such_game() -> Response:
    return error(HTTPStatus.NOT_FOUND, "there is no such game", "/api/games lists them")
