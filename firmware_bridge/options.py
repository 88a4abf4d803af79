"""Which board a command is about."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.folders import state_folder
from firmware_bridge.journal import FILE
from hardware.config import BoardConfig, load_config
from hardware.config.faults import FaultyConfig

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

#: Where a board's file is looked for when none is named.
PLACES: Final = (Path("board.toml"), Path("/etc/yinsh-board/board.toml"))

#: Where the service keeps its games.
SERVICE_STATE: Final = Path("/var/lib/yinsh-board")


def add_config(parser: ArgumentParser) -> None:
    """Add ``--config FILE``."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the board (else {' or '.join(map(str, PLACES))} if there, else a board in memory)",
    )


def add_state(parser: ArgumentParser) -> None:
    """Add ``--state DIR`` and ``--config FILE``, for commands about a running board and its games."""
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept, if not where the board says")
    add_config(parser)


def state_of(args: Namespace) -> Path:
    """The folder of the games: as named, or as the board says, or the service's if there is one."""
    named: Path | None = args.state
    return named or folder_of(config_of(args))


def state_of_daemon(args: Namespace) -> Path:
    """The same for whoever asks a daemon: it may run although the board's file has become faulty since."""
    try:
        return state_of(args)
    except FaultyConfig:
        return folder_of(BoardConfig())


def folder_of(config: BoardConfig) -> Path:
    """Where this board's service keeps what it must not forget, or whoever runs it without one."""
    # The service's folder is a link to where only root may look: that it is there is enough.
    return SERVICE_STATE if not config.state.directory and os.path.lexists(SERVICE_STATE) else state_folder(config)


def journal_file(args: Namespace) -> Path:
    """The file of the games."""
    return state_of(args) / FILE


def config_path(args: Namespace) -> Path | None:
    """The file that was named or found; ``None`` for a board in memory."""
    named: Path | None = args.config
    return named or next((path for path in PLACES if path.is_file()), None)


def config_of(args: Namespace) -> BoardConfig:
    """The board that was named or found."""
    path = config_path(args)
    return BoardConfig() if path is None else load_config(path)
