"""The engine's speed beside the naive implementation's: ``python -m tests.benchmarks.bench_rules``.

Both play the same random games and count the same perft tables in the same run; the best of several rounds counts,
taken in turn, so that a busy machine disturbs both alike.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.yinsh_core import naive
from yinsh_core import Game, Position, perft

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
GAMES = 20
TABLES = Path(__file__).parent.parent / "yinsh_core" / "perft"
PERFT_DEPTHS = {"rings_placed": 3, "midgame": 3, "rows_for_both": 5, "last_markers": 3, "third_rows": 3, "blitz": 3}


def play_engine() -> int:
    """Play the games on the engine, as any caller would; returns their number."""
    for seed in range(GAMES):
        numbers, game = random.Random(seed), Game()
        while game.outcome is None:
            game.push(numbers.choice(game.legal_actions))
    return GAMES


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


def rates(*tasks: Callable[[], int]) -> list[float]:
    """How many a second each task does, at its best."""
    best = [0.0] * len(tasks)
    for _ in range(ROUNDS):
        for at, task in enumerate(tasks):
            began = time.perf_counter()
            done = task()
            best[at] = max(best[at], done / (time.perf_counter() - began))
    return best


def main() -> None:
    print(f"{'':26}{'engine':>14}{'naive':>14}{'ratio':>9}")
    for label, tasks in (
        ("random games a second", (play_engine, play_naive)),
        ("perft nodes a second", (count_engine, count_naive)),
    ):
        engine, plain = rates(*tasks)
        print(f"{label:26}{engine:14,.0f}{plain:14,.0f}{engine / plain:9.1f}")


if __name__ == "__main__":
    main()
