"""Where a board keeps what it must not forget."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.calibration import load_calibration
from hardware.registry import make_calibration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.calibration import Calibration
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard


def state_folder(config: BoardConfig, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder that is set, or the one systemd gives, or the user's own."""
    if config.state.directory:
        return Path(config.source).parent / config.state.directory
    if environ.get("STATE_DIRECTORY"):
        return Path(environ["STATE_DIRECTORY"].split(":")[0])
    base = environ.get("XDG_STATE_HOME") or Path(environ.get("HOME", "")) / ".local" / "state"
    return Path(base) / "yinsh-board"


def calibration_file(config: BoardConfig) -> Path:
    """Where this board's calibration is kept; every board in memory has its own, as its sensors follow its seed."""
    virtual = config.sensors.driver == "virtual"
    name = f"calibration-virtual-{config.sensors.virtual.seed}.toml" if virtual else "calibration.toml"
    return state_folder(config) / name


def calibration_of(config: BoardConfig, board: VirtualBoard | None = None) -> Calibration:
    """This board's calibration, or ``BadCalibration`` with the cure; a board in memory comes calibrated."""
    path = calibration_file(config)
    if board is not None and not path.exists():
        return make_calibration(board)
    return load_calibration(path, config.board.sensing)
