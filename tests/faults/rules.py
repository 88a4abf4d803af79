"""Fault 19: random games, engine and naive implementation side by side: ``python -m tests.faults.rules [GAMES]``.

The games are the same every time. A disagreement is printed with the start and the seed that replay it.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from tests.amounts import amount
from tests.yinsh_core import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 100_000

STARTS: dict[str, Callable[[int], int]] = {
    "empty board, standard": partial(side_by_side.play_from_the_empty_board, variant="standard"),
    "empty board, blitz": partial(side_by_side.play_from_the_empty_board, variant="blitz"),
    "crowded board, standard": partial(side_by_side.play_from_a_crowded_board, variant="standard"),
    "crowded board, blitz": partial(side_by_side.play_from_a_crowded_board, variant="blitz"),
    "behind walls": side_by_side.play_from_behind_walls,
}


def play(number: int) -> tuple[str, int, str]:
    """The start, the number of actions, and what went wrong in game *number*."""
    seed, at = divmod(number, len(STARTS))
    start = list(STARTS)[at]
    try:
        return start, STARTS[start](seed), ""
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding, with the seed that shows it
        return start, 0, f"{start}, seed {seed}: {type(error).__name__}: {error}"


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, GAMES, "games", __doc__))
    began = time.monotonic()
    played, actions, findings = play_all(games)
    for start, count in played.items():
        print(f"  {start}: {count:,} games")
    for finding in findings[:10]:
        print(f"  {finding}", file=sys.stderr)
    print(
        f"fault 19: {games:,} random games beside a naive implementation, {actions:,} actions: "
        f"{len(findings)} disagreements, {time.monotonic() - began:.0f} s"
    )
    return 1 if findings else 0


def play_all(games: int) -> tuple[Counter[str], int, list[str]]:
    played: Counter[str] = Counter()
    actions = 0
    findings = []
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        for start, length, finding in pool.imap_unordered(play, range(games), chunksize=20):
            played[start] += 1
            actions += length
            if finding:
                findings.append(finding)
    return Counter(dict(sorted(played.items()))), actions, findings


if __name__ == "__main__":
    raise SystemExit(main())
