"""The composition root: configuration in, a daemon out. Only here do concrete parts meet."""

from __future__ import annotations

import logging
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.bridge import Bridge
from firmware_bridge.daemon import Daemon
from firmware_bridge.debounce import Debounce
from firmware_bridge.entries import replay
from firmware_bridge.journal import Journal, SqliteJournal
from firmware_bridge.reader import Timing
from firmware_bridge.table import Table
from firmware_bridge.yinsh import Yinsh
from hardware.calibration import Calibration, load_calibration
from hardware.classifier import Classifier
from hardware.registry import Metal, make_board, make_metal
from hardware.virtual import factory_calibration

if TYPE_CHECKING:
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard

_log = logging.getLogger(__name__)


def simulated(config: BoardConfig) -> BoardConfig:
    """The same board with nothing of it made of metal."""
    return replace(
        config,
        sensors=replace(config.sensors, driver="virtual"),
        lights=replace(config.lights, driver="virtual"),
        controls=replace(config.controls, driver="none"),
        sounder=replace(config.sounder, driver="none"),
    )


def state_directory(config: BoardConfig, chosen: Path | None = None) -> Path:
    """Where games and calibration live: as chosen, as configured, as systemd says, or in the user's own place."""
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "yinsh-board"
    systemd = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    configured = config.state.directory or systemd
    return chosen or (Path(configured) if configured else home)


def make_daemon(config: BoardConfig, state: Path, *, board: VirtualBoard | None = None) -> Daemon:
    """Everything, ready to run; call it inside the event loop. Drivers open when they are first used."""
    if board is None and config.sensors.driver == "virtual":
        board = make_board(config)
    metal = make_metal(config, board=board)
    journal = SqliteJournal(state / "games.sqlite")
    bridge = make_bridge(config, metal, state, board)
    daemon = Daemon(bridge, metal, journal, scan=config.scan_seconds, threaded=board is None)
    resume(daemon, journal)
    return daemon


def make_bridge(config: BoardConfig, metal: Metal, state: Path, board: VirtualBoard | None) -> Bridge:
    """The stations between sensors and lights."""
    linear = metal.sensors.linear
    table = Table(Yinsh(), config.board.sensing, timing=Timing(settle=config.settle_seconds))
    classifier = Classifier(_calibration(config, state, board)) if linear else None
    return Bridge(table, Debounce(config.debounce_seconds, votes=linear), classifier, config.lights.palette)


def resume(daemon: Daemon, journal: Journal) -> None:
    """Take up the game that the journal tells of."""
    daemon.carry_out(daemon.bridge.table.begin(daemon.clock(), replay(journal.entries())))


def _calibration(config: BoardConfig, state: Path, board: VirtualBoard | None) -> Calibration:
    if board is not None:
        return factory_calibration(board)
    path = state / "calibration.toml"
    if path.exists():
        return load_calibration(path, config.board.sensing)
    _log.warning("the sensors are not calibrated: run `yinsh-board calibrate`; until then all are taken to be alike")
    return Calibration.ordinary(config.board.sensing)
