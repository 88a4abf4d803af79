"""Where a board keeps what it must not forget."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.calibration import load_calibration
from hardware.errors import BoardError
from hardware.registry import make_calibration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


class FolderInUse(BoardError):
    """Another daemon has the folder."""


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """The folder for this daemon alone: two would write into each other's game. The lock ends with the process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # the journal finds the same, tells it and tries again
        yield
        return
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        cure = "stop that one, or give this one a folder of its own with --state"
        raise FolderInUse(f"another yinsh-board is running with the games in {folder}; {cure}") from None
    except OSError:
        pass  # a network drive without locks is no reason not to play


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
