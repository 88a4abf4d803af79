"""Fault 11 in short: whatever hands do, nothing wrong is committed, and the lights lead back to play."""

import pytest

from hardware.protocols import Sensing
from tests.faults import clumsy
from tests.firmware_bridge.clumsy import FUMBLES, Clumsy
from tests.firmware_bridge.watched import Watched, random_game, standing
from yinsh_core import Game

SCRIPTS = 25
EVERY = pytest.mark.parametrize("sensing", list(Sensing))


@EVERY
@pytest.mark.parametrize("seed", range(SCRIPTS))
def test_a_clumsy_script_leads_back_to_play(sensing, seed):
    Clumsy(sensing, seed).run()


@pytest.mark.parametrize(
    ("sensing", "seed"),
    [
        pytest.param("rings", 7048, id="a sensor is named while somebody looks at the lights"),
        pytest.param("rings", 7136, id="a score and a landing turn out to be two rings put back"),
        pytest.param("rings", 9669, id="the same after the row is off"),
        pytest.param("presence", 5635, id="no marker is left beside the board"),
    ],
)
def test_a_script_that_once_led_astray_leads_back_to_play(sensing, seed):
    Clumsy(sensing, seed).run()


@EVERY
@pytest.mark.parametrize("fumble", FUMBLES)
def test_each_fumble_is_put_right_by_those_who_follow_the_lights(sensing, fumble):
    script = Clumsy(sensing, seed=7)
    getattr(script, fumble)()
    script.follow_the_lights()
    script.play_on()


@EVERY
def test_a_watched_world_cries_out_at_a_commit_that_the_board_does_not_show(sensing):
    game = random_game(11)
    world = Watched(sensing, 11, game)
    step = world.table.game.steps(world.table.state)[0]
    world.table.match.push(step.action)
    with pytest.raises(AssertionError, match="although"):
        world.run(ms=20)


def test_what_stands_is_told_in_the_language_of_the_game():
    game = Game()
    for action in ("F6", "E5"):
        game.push(action)
    world = Watched("full", 1, game)
    world.hand.put("F6", "white marker")
    world.hand.put("D4", "black marker")
    found = {str(point): content for point, content in zip(world.lights, standing(world), strict=True) if content}
    assert found == {"D4": "b", "E5": "B", "F6": "Ww"}


def test_the_experiment_prints_its_number(capsys):
    assert clumsy.main(["2"]) == 0
    assert capsys.readouterr().out == "fault 11: 2 clumsy scripts on each of 4 boards: 0 led astray\n"
