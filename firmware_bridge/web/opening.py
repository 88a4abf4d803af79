"""Brings the page's parts together around a running daemon."""

from __future__ import annotations

import errno
import logging
from typing import TYPE_CHECKING

from firmware_bridge.web.addresses import network_address, page_address
from firmware_bridge.web.api import Api
from firmware_bridge.web.desk import Desk
from firmware_bridge.web.server import WebServer
from firmware_bridge.web.sessions import load_pin, random_pin, save_pin
from firmware_bridge.web.simulation import Simulation

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard

_log = logging.getLogger(__name__)


async def open_web(config: BoardConfig, daemon: Daemon, state: Path, board: VirtualBoard | None) -> WebServer | None:
    """Serve the page; a port that cannot be had is told, and the board works without one."""
    simulation = Simulation(daemon, config, board) if board is not None else None
    show_first_pin(state)
    desk = Desk(daemon, state, simulation, trust_local=config.web.trust_local)
    server = WebServer(config, desk, Api(daemon, config, state))
    host, port = config.web.host, config.web.port
    try:
        await server.start(host, port)
    except OSError as error:
        taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        other = "port in [web] or with --port" if taken else "host in [web] or with --host: one of this computer's"
        _log.error("no page at %s port %d: %s; choose another %s", host, port, error, other)
        return None
    logging.getLogger().addHandler(desk.diary)  # after the PIN has been shown
    alone = (
        ""
        if network_address(host, server.port)
        else " (on this computer only; web.host or --host 0.0.0.0 lets phones in)"
    )
    _log.info("the page: %s%s", page_address(host, server.port), alone)
    return server


def show_first_pin(state: Path) -> None:
    """Make up a PIN if none is set, and show it this once."""
    if load_pin(state) is None:
        pin = random_pin()
        save_pin(state, pin)
        _log.warning("the PIN of this board's panel: %s (yinsh-board pin sets another)", pin)
