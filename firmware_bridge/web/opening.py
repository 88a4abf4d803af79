"""Brings the page's parts together around a running daemon."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from firmware_bridge.web.desk import Desk
from firmware_bridge.web.server import WebServer
from firmware_bridge.web.sessions import load_pin, random_pin, save_pin
from firmware_bridge.web.simulation import Simulation

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from firmware_bridge.web.sessions import PinHash
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard

_log = logging.getLogger(__name__)


async def open_web(config: BoardConfig, daemon: Daemon, state: Path, board: VirtualBoard | None) -> WebServer | None:
    """Serve the page; a port that cannot be had is told, and the board works without one."""
    simulation = Simulation(daemon, config, board) if board is not None else None
    server = WebServer(config, Desk(daemon, pin_of(state), simulation))
    host, port = config.web.host, config.web.port
    try:
        await server.start(host, port)
    except OSError as error:
        _log.error("no page at %s port %d: %s; choose another port in [web] or with --port", host, port, error)
        return None
    _log.info("the page: %s", address(config))
    return server


def address(config: BoardConfig) -> str:
    """Where a browser on this computer finds the page."""
    host = config.web.host
    return f"http://{'localhost' if host in {'0.0.0.0', '::', '127.0.0.1', '::1'} else host}:{config.web.port}/"  # noqa: S104


def pin_of(state: Path) -> PinHash:
    """The PIN that is set, or a new one, shown this once."""
    kept = load_pin(state)
    if kept is None:
        pin = random_pin()
        kept = save_pin(state, pin)
        _log.warning("the PIN of this board's panel: %s (yinsh-board pin sets another)", pin)
    return kept
