"""``yinsh-board pin``: sets the PIN of the panel."""

from __future__ import annotations

import getpass
import sys
from typing import TYPE_CHECKING

from firmware_bridge.options import add_state, state_of
from hardware.errors import BoardError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = "Set the PIN of the panel, or have a new one made up."


class UnfitPin(BoardError, ValueError):
    """A PIN that is too short, too long, or not typed the same twice."""


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    add_state(parser)
    parser.add_argument("--random", action="store_true", help="make one up and show it")


def run(args: Namespace) -> int:
    """Ask, check and keep; a running daemon ends every session of the old one."""
    from firmware_bridge.web.sessions import random_pin, save_pin  # noqa: PLC0415 - only this needs the page

    pin = random_pin() if args.random else _asked()
    save_pin(state_of(args), pin)
    print(f"The PIN is {pin}." if args.random else "The PIN is set.")
    return 0


def _asked() -> str:
    """From the keyboard, twice and unseen; from a pipe, its first line."""
    from firmware_bridge.web.sessions import LONGEST, SHORTEST  # noqa: PLC0415

    typed = sys.stdin.isatty()
    pin = getpass.getpass("New PIN: ") if typed else sys.stdin.readline().rstrip("\n")
    if not SHORTEST <= len(pin) <= LONGEST or not pin.isprintable():
        raise UnfitPin(f"a PIN has {SHORTEST} to {LONGEST} characters")
    if typed and getpass.getpass("The same again: ") != pin:
        raise UnfitPin("these were two different PINs; try again")
    return pin
