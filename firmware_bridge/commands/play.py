"""``yinsh-board play``: YINSH at the terminal, without any board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yinsh_core.__main__ import add_play_arguments, play

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = "Play YINSH in the terminal: two people, or against random moves."


def add_arguments(parser: ArgumentParser) -> None:
    """The options of ``python -m yinsh_core play``."""
    add_play_arguments(parser)


def run(args: Namespace) -> int:
    """Play until the game or the input ends."""
    return play(args)
