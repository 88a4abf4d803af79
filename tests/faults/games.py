"""Whole random games by hand on each kind of board: ``python -m tests.faults.games [GAMES]``, 1,000 each or a share.

Prints how many did not end in the record that was meant, and how many questions each board had to ask.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import sys

from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.amounts import amount
from tests.firmware_bridge.players import Players

FULL = 1_000


def play(task: tuple[Sensing, int]) -> tuple[int, str]:
    """One game: the questions that were asked, and what went wrong, if anything, with what replays it."""
    sensing, seed = task
    players = Players(World(sensing, seed=seed), seed)
    try:
        players.play_random()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding, with the seed that shows it
        first = str(error).partition("\n")[0]
        return players.questions, f"{sensing}, seed {seed}: {type(error).__name__}: {first}"
    return players.questions, ""


def run(games: int) -> tuple[dict[Sensing, int], list[str]]:
    """The questions of each board, and everything that went wrong."""
    asked, wrong = {}, []
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        for sensing in Sensing:
            found = pool.map(play, [(sensing, seed) for seed in range(games)], chunksize=4)
            asked[sensing] = sum(questions for questions, _ in found)
            wrong += [fault for _, fault in found if fault]
    return asked, wrong


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, FULL, "games", __doc__))
    asked, wrong = run(games)
    print(*wrong[:20], sep="\n", end="\n" if wrong else "")
    questions = ", ".join(f"{count:,} on {sensing}" for sensing, count in asked.items())
    print(f"games: {games:,} on each of {len(asked)} boards: {len(wrong)} not as meant (questions: {questions})")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
