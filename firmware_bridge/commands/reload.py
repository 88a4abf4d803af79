"""``yinsh-board reload``: the running daemon reads its configuration again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_bridge.control import NoAnswer, ask, folders
from firmware_bridge.options import add_state, state_of_daemon
from firmware_bridge.troubles import cure

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = "Makes the running daemon read its configuration again; a faulty one is refused."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    add_state(parser)


def run(args: Namespace) -> int:
    """Ask the daemon, and say what it says."""
    try:
        answer = ask("reload", folders(state_of_daemon(args)))
    except NoAnswer as error:
        print(f"not running: {error}", f"  -> {cure('not running')}", sep="\n", file=sys.stderr)
        return 1
    if "error" in answer:
        print(f"refused, the old configuration stays: {answer['error']}", file=sys.stderr)
        return 1
    print(answer.get("done", ""))
    return 0
