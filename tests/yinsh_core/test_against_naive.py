"""The engine against the naive implementation, move list by move list.

``YINSH_GAMES`` sets how many games each test plays; ``python -m tests.faults.rules 100000`` plays many more.
"""

import os
import random

import pytest

from tests.yinsh_core import naive, side_by_side
from yinsh_core import Game, Position

GAMES = int(os.environ.get("YINSH_GAMES", "100"))


@pytest.mark.parametrize("variant", ["standard", "blitz"])
def test_games_from_the_empty_board_agree(variant):
    for seed in range(GAMES):
        assert side_by_side.play_from_the_empty_board(seed, variant) >= 10


@pytest.mark.parametrize("variant", ["standard", "blitz"])
def test_games_from_crowded_boards_agree(variant):
    for seed in range(GAMES):
        assert side_by_side.play_from_a_crowded_board(seed, variant) >= 1


def test_games_from_behind_walls_agree():
    for seed in range(GAMES):
        assert side_by_side.play_from_behind_walls(seed) >= 1


def test_the_starts_lead_to_every_kind_of_ending():
    numbers = random.Random(1)
    starts = [side_by_side.crowded(numbers, variant) for variant in ("standard", "blitz") for _ in range(20)]
    starts += [side_by_side.walled(numbers) for _ in range(20)]
    reasons = {ending(start, numbers) for start in starts}
    assert reasons == {"three rings", "blitz", "markers exhausted", "no moves left"}


def ending(game, numbers):
    while game.phase != "over":
        game = game.play(numbers.choice(game.legal_actions()))
    return game.reason


def test_a_difference_is_noticed():
    start = naive.NaiveGame().play("F6")
    game = Game(position=Position.from_text(naive.NaiveGame().play("F7").text()))
    with pytest.raises(AssertionError):
        side_by_side.check_agreement(game, start, random.Random(0))
