"""``yinsh-board flash``: puts the firmware on the microcontroller and checks that it runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.options import add_config, config_of
from hardware.errors import BadConfig
from hardware.flashing import Flasher

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = "Put the firmware on the microcontroller and check that it runs."


def add_arguments(parser: ArgumentParser) -> None:
    """Which board, and which wiring."""
    parser.add_argument("--port", help="device or part of its name in /dev/serial/by-id (default: as in board.toml)")
    parser.add_argument("--settings", type=Path, metavar="FILE", help="the board's wiring, a changed settings.py")
    parser.add_argument("--check", action="store_true", help="only ask the board which firmware it has")
    add_config(parser)


def run(args: Namespace) -> int:
    """Flash, or only ask; 1 when another firmware is on the board."""
    flasher = Flasher(args.port or config_of(args).sensors.serial.port, say=print)
    return check(flasher) if args.check else flash(flasher, args.settings)


def flash(flasher: Flasher, settings: Path | None) -> int:
    """Copy and verify."""
    if settings is not None and not settings.is_file():
        raise BadConfig(f"--settings: there is no file {settings}; copy hardware/firmware/settings.py and change that")
    print(flasher.flash(settings))
    return 0


def check(flasher: Flasher) -> int:
    """Say what is on the board."""
    hello = flasher.ask()
    if hello is None:
        print("nobody answers; run yinsh-board flash")
        return 1
    print(hello)
    if flasher.is_current(hello):
        return 0
    print(f"this program brings firmware {flasher.brings}; run yinsh-board flash")
    return 1
