"""The engine's speed beside the naive implementation's: ``python -m tests.benchmarks.bench_rules [ROUNDS]``.

Both play the same random games and count the same perft tables in the same run; the best of several rounds counts,
taken in turn, so that a busy machine disturbs both alike.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from tests.amounts import amount
from tests.yinsh_core import naive
from yinsh_core import Game, Position, perft

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 3
GAMES = 12
TABLES = Path(__file__).parent.parent / "yinsh_core" / "perft"
PERFT_DEPTHS = {"rings_placed": 3, "midgame": 3, "rows_for_both": 5, "last_markers": 3, "third_rows": 3, "blitz": 3}


def play_engine() -> int:
    """Play the games on the engine, as any caller would; returns their number."""
    for seed in range(GAMES):
        numbers, game = random.Random(seed), Game()
        while game.outcome is None:
            game.push(numbers.choice(game.legal_actions))
    return GAMES


def rescan(game: naive.NaiveGame, color: str) -> list[list[naive.Place]]:
    """Rows as one would first look for them: along every line of the board."""
    lines = [naive.line_from(start, axis, 5) for start in naive.PLACES for axis in naive.AXES]
    return sorted([row for row in lines if all(game.markers.get(place) == color for place in row)])


def rescanning(task: Callable[[], int]) -> int:
    """Do a task with the naive implementation at its plainest."""
    with patch.object(naive.NaiveGame, "rows", rescan):
        return task()


def play_naive() -> int:
    for seed in range(GAMES):
        numbers, game = random.Random(seed), naive.NaiveGame()
        while game.phase != "over":
            game = game.play(numbers.choice(game.legal_actions()))
    return GAMES


def count_engine() -> int:
    """Count the leaves of the tables' positions; returns their number."""
    return sum(perft(Position.from_text(text), depth) for text, depth in perft_tasks())


def count_naive() -> int:
    return sum(naive.perft(naive.NaiveGame.from_text(text), depth) for text, depth in perft_tasks())


def perft_tasks() -> list[tuple[str, int]]:
    texts = {name: (TABLES / f"{name}.txt").read_text().splitlines() for name in PERFT_DEPTHS}
    return [(text[1], PERFT_DEPTHS[name]) for name, text in texts.items()]


def rates(rounds: int, *tasks: Callable[[], int]) -> list[float]:
    """How many a second each task does, at its best."""
    best = [0.0] * len(tasks)
    for _ in range(rounds):
        for at, task in enumerate(tasks):
            began = time.perf_counter()
            done = task()
            best[at] = max(best[at], done / (time.perf_counter() - began))
    return best


def main(arguments: list[str] | None = None) -> None:
    rounds = int(amount(arguments, ROUNDS, "rounds", __doc__))
    print(f"{'':26}{'engine':>12}{'naive':>12}{'ratio':>8}{'re-scanning':>14}{'ratio':>8}")
    for label, tasks in (
        ("random games a second", (play_engine, play_naive, partial(rescanning, play_naive))),
        ("perft nodes a second", (count_engine, count_naive, partial(rescanning, count_naive))),
    ):
        engine, plain, plainest = rates(rounds, *tasks)
        ratios = f"{plain:12,.0f}{engine / plain:8.1f}{plainest:14,.0f}{engine / plainest:8.1f}"
        print(f"{label:26}{engine:12,.0f}{ratios}")
    print("naive looks for rows from a side's own markers, re-scanning along every line; both use dicts of points")


if __name__ == "__main__":
    main()
