"""Whole games by hand, on each kind of board: what is understood is what was meant."""

import os

import pytest

from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.faults import games
from tests.firmware_bridge.players import Players

GAMES = int(os.environ.get("YINSH_HAND_GAMES", "5"))

#: A row of six whose end the last move has turned over: taking that end is no flip under way.
ROW_OF_SIX = """
    A5 I7 G10 F9 I6 H11 G11 D6 E6 C5 I6-D1 I7-H7 G10-G5 H7-H9 E6-A2 H9-H10 A2-B3 F9-D9 B3-D5 H10-K10 D1-H5 D6-E7
    A5-B6 C5-C6 D5-D3 E7-C7 G5-J8 H11-E8 D3-C3 K10-G6 H5-I5 G6-H6 I5-J5 C6-D7 B6-B2 E8-E5 C3-C2 E5-D4 J8-J7 D4-B4
    G11-G9 H6-F4 G9-G4 F4-E3 C2-C4 B4-A4 J7-J6 E3-E9 J6-J9 D9-E10 G4-H4 E10-F10 H4-E4 C7-D8 J5-G2 D7-F7 B2-B1
    F7-F5 J9-I9 F10-F8 E4-E2 xE3-E7
"""


@pytest.mark.parametrize("sensing", [str(sensing) for sensing in Sensing])
@pytest.mark.parametrize("seed", [*range(GAMES), 98])
def test_a_random_game_is_understood_to_its_end(sensing, seed):
    players = Players(World(sensing, seed=seed), seed)
    players.play_random()
    assert players.game.outcome is not None
    assert [str(action) for action in players.world.game.actions] == [str(action) for action in players.game.actions]


@pytest.mark.parametrize("sensing", [str(sensing) for sensing in Sensing])
def test_a_long_row_that_the_last_move_completed_is_taken_from_its_end(sensing):
    players = Players(World(sensing, seed=1), 1)
    for action in ROW_OF_SIX.split():
        players.play(action)
        players.check()


def test_the_experiment_prints_its_number(capsys):
    assert games.main(["1"]) == 0
    assert capsys.readouterr().out.startswith("games: 1 on each of 4 boards: 0 not as meant (questions: 0 on rings, ")


def test_a_game_that_was_understood_otherwise_is_told_with_its_seed(capsys, monkeypatch):
    monkeypatch.setattr(Players, "check", misunderstood)
    assert games.main(["1"]) == 1
    assert "rings, seed 0: AssertionError: F6 instead of E5" in capsys.readouterr().out


def misunderstood(players):
    raise AssertionError("F6 instead of E5")
