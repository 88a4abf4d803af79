"""Which board a command is about."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.config import BoardConfig, load_config

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

#: Where a board's file is looked for when none is named.
PLACES: Final = (Path("board.toml"), Path("/etc/yinsh-board/board.toml"))


def add_config(parser: ArgumentParser) -> None:
    """Add ``--config FILE``."""
    parser.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the board (else {' or '.join(map(str, PLACES))} if there, else a board in memory)",
    )


def config_path(args: Namespace) -> Path | None:
    """The file that was named or found; ``None`` for a board in memory."""
    named: Path | None = args.config
    return named or next((path for path in PLACES if path.is_file()), None)


def config_of(args: Namespace) -> BoardConfig:
    """The board that was named or found."""
    path = config_path(args)
    return BoardConfig() if path is None else load_config(path)
