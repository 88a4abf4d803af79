"""``yinsh-board status``: one screen of truth about the board."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from firmware_bridge.archive import read_faults
from firmware_bridge.control import NoAnswer, ask, folders
from firmware_bridge.journal import FILE, JournalError
from firmware_bridge.options import add_state, config_of, state_of_daemon
from firmware_bridge.status import Report, disk, part_lines, screen
from firmware_bridge.troubles import cure
from hardware.config.faults import FaultyConfig

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from pathlib import Path

HELP = "Shows how the running board is doing; what is wrong comes with its cure."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="the same for scripts")
    parser.epilog = "exit code: 0 when all is well, 1 with faults, 2 when no daemon answers"
    add_state(parser)


def run(args: Namespace) -> int:
    """Ask the daemon, and show what it says."""
    state = state_of_daemon(args)
    refused = configuration(args)
    try:
        answer = ask("status", folders(state))
        told = Report.from_json(answer)
    except (NoAnswer, KeyError, TypeError) as error:
        space = disk(state)
        full = ["", *part_lines(space)] if space.text and not space.ok else []  # no text: not ours to look at
        lines = [f"not running: {error}", f"  -> {cure('not running')}", *full, *refused, *faults(state)]
        print(*lines, sep="\n", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=2) if args.json else "\n".join([screen(told), *refused, *faults(state)]))
    return 0 if all(part.ok for part in told.parts) and not told.points and not refused else 1


def configuration(args: Namespace) -> list[str]:
    """What is wrong with the board's file as it is now; the daemon goes on with what it read at its start."""
    try:
        config_of(args)
    except FaultyConfig as error:
        return ["", f"  FAULT    configuration: {error}", f"             -> {cure('config')}"]
    return []


def faults(state: Path) -> list[str]:
    """The last faults that were noted, as far as they may be read."""
    try:
        noted = read_faults(state / FILE)
    except JournalError as error:
        return [] if isinstance(error.__cause__, FileNotFoundError) else ["", f"  last faults: {error}"]
    return ["", "  last faults:", *(f"    {each.at}  {each.fault}" for each in noted)] if noted else []
