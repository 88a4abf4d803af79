"""Broken sensors, cables and lights on the virtual board."""

import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.errors import HardwareFault
from hardware.virtual import Physics, VirtualBoard
from yinsh_core.points import Point

QUIET = replace(Physics.calm(), marker_counts=100, gain_spread=0, zero_spread=0, leakage=0)


def make(sensing):
    board = VirtualBoard(sensing, physics=QUIET)
    board.hand.pace = 0
    return board


def watch(board, point, seconds=5.0, rate=200):
    index = Point(point).index
    start = board.now
    return [board.read(start + i / rate).readings[index] for i in range(int(seconds * rate))]


@pytest.mark.parametrize(("sensing", "ring"), [("rings", 1), ("presence", 1), ("polarity", 1), ("full", 300)])
def test_a_stuck_sensor_says_the_same_whatever_stands_there(sensing, ring):
    board = make(sensing)
    board.faults.stick("G7", on=True)
    board.faults.stick("F6", on=False)
    assert set(watch(board, "G7")) == {ring}
    board.hand.put("G7", "black ring")
    board.hand.put("F6", "black ring")
    assert set(watch(board, "G7")) == {ring}
    assert set(watch(board, "F6")) == {0}


@pytest.mark.parametrize(("sensing", "reading"), [("presence", 0), ("polarity", 0), ("full", -512)])
def test_a_dead_sensor_sees_nothing(sensing, reading):
    board = make(sensing)
    board.hand.put("G7", "white ring")
    board.faults.dead("G7")
    assert set(watch(board, "G7")) == {reading}


def test_a_loose_wire_loses_what_stands_there_now_and_then():
    board = make("presence")
    board.faults.flicker("G7")
    assert set(watch(board, "G7")) == {0}
    board.hand.put("G7", "white ring")
    seen = watch(board, "G7")
    assert 0.5 < sum(seen) / len(seen) < 0.95
    assert sum(a != b for a, b in pairwise(seen)) > 10


def test_a_chattering_sensor_crackles_also_when_empty():
    board = make("full")
    board.faults.chatter("G7")
    seen = watch(board, "G7")
    assert set(seen) == {0, 300}
    assert sum(a != b for a, b in pairwise(seen)) > 200


def test_other_sensors_do_not_suffer():
    board = make("presence")
    board.hand.put("F6", "white ring")
    board.faults.chatter("G7")
    board.faults.flicker("F7")
    board.faults.dead("E5")
    assert set(watch(board, "F6")) == {1}


def test_a_pause_of_hours_costs_nothing():
    board = make("presence")
    board.faults.chatter("G7")
    board.read(1.0)
    board.read(1e9)
    assert board.now == 1e9


def test_clear_repairs_one_sensor_or_everything():
    board = make("presence")
    for point in ("F6", "G7"):
        board.faults.stick(point, on=True)
    board.faults.clear("F6")
    assert set(watch(board, "F6", 0.1)) == {0}
    assert set(watch(board, "G7", 0.1)) == {1}
    board.faults.unplug()
    board.faults.block_lights()
    board.faults.clear()
    assert set(watch(board, "G7", 0.1)) == {0}
    board.lights.show([(1, 2, 3)] * 85)
    assert board.lights["F6"] == (1, 2, 3)


def test_failing_lights_do_not_harm_sensing():
    board = make("presence")
    board.faults.fail_lights()
    with pytest.raises(HardwareFault, match="broken"):
        board.lights.show([(1, 2, 3)] * 85)
    assert len(board.read(1.0).readings) == 85
    board.faults.clear()
    board.lights.show([(1, 2, 3)] * 85)


def test_blocked_lights_hang_until_cleared():
    board = make("presence")
    board.faults.block_lights()
    shower = threading.Thread(target=board.lights.show, args=([(1, 2, 3)] * 85,))
    shower.start()
    assert len(board.read(1.0).readings) == 85
    assert board.lights.dark
    board.faults.clear()
    shower.join()
    assert not board.lights.dark
