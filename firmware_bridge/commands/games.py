"""``yinsh-board games``: the games that were played here."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from firmware_bridge.archive import read_games
from firmware_bridge.options import add_state, journal_file
from firmware_bridge.statistics import as_text, count

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from firmware_bridge.archive import KeptGame

HELP = "Lists the games that were played here, and what they tell."


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("--last", type=int, default=20, metavar="N", help="so many games (default: %(default)s)")
    parser.add_argument("--statistics", action="store_true", help="results, lengths, openings and players instead")
    add_state(parser)


def run(args: Namespace) -> int:
    """List or count."""
    games = read_games(journal_file(args))
    if args.statistics:
        print(as_text(count(games)))
        return 0
    for kept in islice(reversed(games), max(0, args.last)):
        print(line(kept))
    if not games:
        print("no games yet")
    return 0


def line(kept: KeptGame) -> str:
    """One game on one line."""
    white, black = (name or "?" for name in kept.players)
    how = kept.saved.ended or "not finished"
    return f"{kept.number:>5}  {kept.began}  {white} - {black}: {how}, {len(kept.saved.actions)} actions"
