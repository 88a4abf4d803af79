"""``yinsh-board status``: one screen of truth about the board."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from firmware_bridge.archive import read_faults
from firmware_bridge.control import NoAnswer, ask, folders
from firmware_bridge.journal import JournalError
from firmware_bridge.options import add_state, journal_file, state_of
from firmware_bridge.status import Report, screen
from firmware_bridge.troubles import cure

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = "Shows how the running board is doing; what is wrong comes with its cure."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--json", action="store_true", help="the same for scripts")
    parser.epilog = "exit code: 0 when all is well, 1 with faults, 2 when no daemon answers"
    add_state(parser)


def run(args: Namespace) -> int:
    """Ask the daemon, and show what it says."""
    try:
        answer = ask("status", folders(state_of(args)))
        told = Report.from_json(answer)
    except (NoAnswer, KeyError, TypeError) as error:
        print(f"not running: {error}\n  -> {cure('not running')}", file=sys.stderr)
        print(*faults(args), sep="\n", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=2) if args.json else "\n".join([screen(told), *faults(args)]))
    return 0 if all(part.ok for part in told.parts) and not told.points else 1


def faults(args: Namespace) -> list[str]:
    """The last faults that were noted, as far as they may be read."""
    with suppress(JournalError):
        noted = read_faults(journal_file(args))
        return ["", "  last faults:", *(f"    {each.at}  {each.fault}" for each in noted)] if noted else []
    return []
