"""Fault 10 in short: broken sensors are named, and nothing wrong is committed."""

import pytest

from firmware_bridge.script import play_script
from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.faults import sensors
from yinsh_core.points import POINTS

EVERY = pytest.mark.parametrize("sensing", list(Sensing))
SAMPLE = POINTS[3::14]


@EVERY
@pytest.mark.parametrize("way", sensors.WAYS)
@pytest.mark.parametrize("point", SAMPLE, ids=str)
def test_a_broken_sensor_leads_nobody_astray(sensing, way, point):
    came, wrong = sensors.Experiment(sensing, way, point).run()
    assert wrong == ""
    assert came != "wrong"


@EVERY
def test_a_chattering_sensor_is_named_soon(sensing):
    experiment = sensors.Experiment(sensing, "chatter", POINTS[40])
    experiment.break_it()
    assert experiment.wait_until_named() < 3.0


@EVERY
@pytest.mark.parametrize("acts", ["put E4 white marker / put E7", "put E7 / put E4 white marker", "put E4"])
def test_a_ring_that_was_only_in_the_hand_for_long_leaves_no_fault_behind(sensing, acts):
    world = World(sensing, seed=1)
    play_script(world, "given E2 I5 A2 A5 B7 D9 K10 K7 G2 G11 E2-E3 I5-I6 E3-E4 I6-I7\nlift E4 / wait 12000")
    assert list(world.table.faults) == ["E4"]
    play_script(world, f"{acts} / wait 1500")
    assert world.table.faults == {}
    assert world.status.kind == "waiting"


@EVERY
def test_where_the_ring_of_a_dead_sensor_might_go_is_not_lit_turn_after_turn(sensing):
    world = World(sensing, seed=1)
    play_script(world, "given E2 I5 A2 A5 B7 D9 K10 K7 G2 G11 E2-E3 I5-I6 E3-E4 I6-I7\nfault dead K10 / wait 12000")
    assert list(world.table.faults) == ["K10"]
    play_script(world, "play E4-E5 I7-I8 / wait 1500")
    assert list(world.table.faults) == ["K10"]
    assert world.table.scene.destinations == ()


def test_a_commit_that_nothing_excuses_is_found():
    experiment = sensors.Experiment(Sensing.FULL, "chatter", POINTS[40])
    experiment.world.table.match.push(experiment.world.game.legal_actions[0])
    experiment.world._known = experiment.world.game.actions
    assert experiment.run()[0] == "wrong"


def test_an_action_instead_of_the_one_that_was_meant_is_found():
    experiment = sensors.Experiment(Sensing.FULL, "dead", POINTS[40])
    played = experiment.game.copy()
    meant, other = list(experiment.game.legal_actions)[:2]
    played.push(other)
    experiment.game.push(meant)
    assert experiment.blind_to(played.actions) == ("wrong", f"{other} instead of {meant}")


def test_the_experiment_prints_its_number(capsys):
    assert sensors.main(["8"]) == 0
    assert capsys.readouterr().out.startswith("fault 10: 8 broken sensors, 0 wrong commits or names too late (")
