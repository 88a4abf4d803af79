"""The composition root: configuration in, a daemon out. Only here do concrete parts meet."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware_bridge.bridge import Bridge
from firmware_bridge.daemon import Daemon, Parts
from firmware_bridge.debounce import Debounce
from firmware_bridge.folders import calibration_file, calibration_of
from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.table import Table
from firmware_bridge.verdicts import Timing
from firmware_bridge.yinsh import Yinsh
from hardware.calibration import Calibration
from hardware.classifier import Classifier
from hardware.errors import BadCalibration
from hardware.registry import Metal, make_board, make_metal

if TYPE_CHECKING:
    from pathlib import Path

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
        sounder=replace(config.sounder, driver="virtual"),
    )


def make_daemon(config: BoardConfig, state: Path, *, board: VirtualBoard | None = None) -> Daemon:
    """Everything, ready to run; call it inside the event loop. Drivers open when they are first used."""
    if board is None and config.sensors.driver == "virtual":
        board = make_board(config)
    journal = SqliteJournal(state / FILE, most_bytes=config.state.max_megabytes * 1_000_000)
    return Daemon(lambda: make_parts(config, board), journal)


def make_parts(config: BoardConfig, board: VirtualBoard | None) -> Parts:
    """What a configuration makes of wood and metal, or of memory."""
    metal = make_metal(config, board=board)
    blocking = config.sensors.driver != "virtual"
    bridge = make_bridge(config, metal, board)
    return Parts(bridge, metal, config.scan_seconds, threaded=blocking, calibration=calibration_file(config))


def make_bridge(config: BoardConfig, metal: Metal, board: VirtualBoard | None) -> Bridge:
    """The stations between sensors and lights."""
    linear = metal.sensors.linear
    table = Table(Yinsh(), config.board.sensing, timing=Timing(settle=config.settle_seconds))
    classifier = Classifier(_calibration(config, board)) if linear else None
    hold = config.debounce_seconds - config.scan_seconds / 2  # to the nearest scan, for scans are never quite in time
    return Bridge(table, Debounce(hold, votes=linear), classifier, config.lights.palette)


def _calibration(config: BoardConfig, board: VirtualBoard | None) -> Calibration:
    """What makes the counts of this board's linear sensors comparable; without one, they are taken to be alike."""
    if board is not None or calibration_file(config).exists():
        try:
            return calibration_of(config, board)
        except BadCalibration as error:
            _log.error("%s", error)
    _log.warning("the sensors are not calibrated: run `yinsh-board calibrate`; until then all count as alike")
    return Calibration.ordinary(config.board.sensing)
