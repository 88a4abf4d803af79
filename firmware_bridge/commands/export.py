"""``yinsh-board export``: games as records, SGF, JSON or a table of results."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.archive import FORMS, read_games
from firmware_bridge.journal import JournalError
from firmware_bridge.options import add_state, journal_file
from hardware.files import replace_file
from yinsh_core import YinshError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from firmware_bridge.archive import KeptGame

HELP = "Writes games as records, SGF, JSON or a table of results."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("numbers", nargs="*", type=int, metavar="N", help="games, as yinsh-board games numbers them")
    parser.add_argument("--form", choices=list(FORMS), default="record", help="(default: %(default)s)")
    parser.add_argument("--output", type=Path, metavar="FILE", help="(default: the terminal)")
    add_state(parser)


def run(args: Namespace) -> int:
    """Write all games, or those that are named."""
    games = chosen(read_games(journal_file(args)), args.numbers)
    try:
        text, code = FORMS[args.form](games), 0
    except YinshError:  # one game must not keep the others back
        text, code = FORMS[args.form](list(filter(makes_sense, games))), 1
    if args.output is None:
        sys.stdout.write(text)
    else:
        replace_file(args.output, text)
    return code


def makes_sense(kept: KeptGame) -> bool:
    """Whether the rules allow what is kept; if not, it is told."""
    try:
        kept.game()
    except YinshError as error:
        print(f"game {kept.number} is left out, for its record makes no sense: {error}", file=sys.stderr)
        return False
    return True


def chosen(games: list[KeptGame], numbers: list[int]) -> list[KeptGame]:
    """The games of these numbers; all without any."""
    kept = {game.number: game for game in games}
    missing = [number for number in numbers if number not in kept]
    if missing:
        raise JournalError(f"there is no game {missing[0]}; yinsh-board games lists those there are by number")
    return [kept[number] for number in numbers] or games
