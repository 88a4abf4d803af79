"""Perft tables: how many sequences of actions there are, position by position and depth by depth.

A table in ``perft/`` starts with the text of a position (or ``start``), then has a depth and a count on each line;
``#`` begins a comment. Every number was counted by the naive implementation. Here the engine counts all but the
largest and the naive one counts the small ones again; ``YINSH_PERFT=all`` lets both count everything.
"""

import os
from itertools import pairwise
from pathlib import Path

import pytest

from tests.yinsh_core import naive
from yinsh_core import Game, Phase, Position, perft
from yinsh_core.perft import divide

TABLES = sorted(Path(__file__).with_name("perft").glob("*.txt"))
LARGE, SMALL = (10**9, 10**9) if os.environ.get("YINSH_PERFT") == "all" else (2_000_000, 6_000)


def read_table(path):
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    first, *rest = [line for line in lines if line]
    position = Position() if first == "start" else Position.from_text(first)
    return position, [tuple(map(int, line.split())) for line in rest]


def entries(most):
    """Position, depth and count of every line whose leaves and their parents are at most so many."""
    for path in TABLES:
        position, counts = read_table(path)
        for (_, parents), (depth, count) in pairwise([(0, 1), *counts]):
            if max(parents, count) <= most:
                yield pytest.param(position, depth, count, id=f"{path.stem}-{depth}")


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_tables_start_from_possible_positions(path):
    position, counts = read_table(path)
    assert position.status() == ()
    assert [depth for depth, _ in counts] == list(range(1, len(counts) + 1))


def test_tables_cover_every_phase_and_both_variants():
    positions = [read_table(path)[0] for path in TABLES]
    assert {position.phase for position in positions} == set(Phase) - {Phase.OVER}
    assert {position.variant for position in positions} == {"standard", "blitz"}
    assert any(position.pool == 1 for position in positions)


@pytest.mark.parametrize(("position", "depth", "count"), list(entries(LARGE)))
def test_engine_counts_as_the_table_says(position, depth, count):
    assert perft(position, depth) == count


@pytest.mark.parametrize(("position", "depth", "count"), list(entries(SMALL)))
def test_naive_counts_as_the_table_says(position, depth, count):
    assert naive.perft(naive.NaiveGame.from_text(position.to_text()), depth) == count


def test_there_is_one_way_to_do_nothing():
    assert perft(Position(), 0) == 1


def test_divide_splits_the_count_by_first_actions():
    position = Position.from_text((Path(__file__).parent / "perft" / "crossing_rows.txt").read_text().splitlines()[1])
    split = divide(position, 3)
    assert list(split) == list(Game(position=position).legal_actions)
    assert sum(split.values()) == perft(position, 3) == 655
