"""Whole random games by hand on each kind of board: ``python -m tests.faults.games [GAMES]``, 1,000 each or a share.

Prints how many ended in the record that was meant, and how many questions the board had to ask.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import sys
from multiprocessing import Pool

from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.amounts import amount
from tests.firmware_bridge.players import Players

FULL = 1_000


def play(task: tuple[str, int]) -> tuple[str, int, str, int]:
    """One game; what went wrong, or nothing, and the questions that were asked."""
    sensing, seed = task
    players = Players(World(sensing, seed=seed), seed)
    try:
        players.play_random()
    except (AssertionError, ValueError) as error:
        return sensing, seed, str(error).splitlines()[0], players.questions
    return sensing, seed, "", players.questions


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, FULL, "games", __doc__))
    wrong = 0
    with Pool(2) as pool:
        for sensing in map(str, Sensing):
            results = pool.map(play, [(sensing, seed) for seed in range(games)], chunksize=4)
            failed = [(seed, error) for _, seed, error, _ in results if error]
            asked = sum(questions for *_, questions in results)
            print(f"{sensing:10}{games - len(failed):,} of {games:,} games as meant, {asked:,} questions asked")
            for seed, error in failed:
                print(f"    seed {seed}: {error}")
            wrong += len(failed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
