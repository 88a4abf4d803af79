"""Clocks in virtual time: arithmetic first, then at a table with hands."""

import pytest

from firmware_bridge import orders
from firmware_bridge.clocks import Clock, TimeControl
from firmware_bridge.effects import Cue, NewsKind, Sound, Tell
from firmware_bridge.lights import render
from firmware_bridge.world import World

FISCHER = TimeControl("fischer", 60, 5)
SUDDEN = TimeControl("sudden", 60)


@pytest.mark.parametrize("text", ["fischer 300+5", "fischer 90.5+0", "sudden 900"])
def test_a_time_control_reads_what_it_writes(text):
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "fischer", "fischer 300", "sudden 900+5", "hourglass 60", "sudden 0", "fischer 60+-1", "sudden x"]
)
def test_what_is_no_time_control_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        TimeControl.parse(text)


def test_sudden_death_adds_nothing():
    with pytest.raises(ValueError, match="adds nothing"):
        TimeControl("sudden", 60, 5)


def test_only_the_time_of_whoever_is_to_act_runs():
    clock = Clock(SUDDEN)
    clock.follow(1, 1, 100.0)
    assert clock.left(110.0) == (60, 50)
    clock.follow(0, 2, 110.0)
    assert clock.left(113.0) == (57, 50)


def test_looking_often_or_seldom_makes_no_difference():
    often, seldom = Clock(FISCHER), Clock(FISCHER)
    for tick in range(400):
        often.follow(tick // 100 % 2, tick // 100, tick / 4)
    for tick in range(0, 400, 100):
        seldom.follow(tick // 100 % 2, tick // 100, tick / 4)
    assert often.left(100.0) == pytest.approx(seldom.left(100.0))


def test_fischer_adds_after_each_turn_but_not_within_one():
    clock = Clock(FISCHER)
    clock.follow(1, 1, 0.0)
    clock.follow(1, 2, 10.0)  # two actions of one turn: a row and a ring
    clock.follow(0, 3, 10.0)
    assert clock.left(10.0) == (60, 55)


def test_standing_still_between_two_turns_costs_nobody_and_keeps_the_increment():
    clock = Clock(FISCHER)
    clock.follow(1, 1, 0.0)
    clock.follow(None, 2, 10.0)
    assert clock.left(1000.0) == (60, 50)
    clock.follow(0, 2, 1000.0)
    assert clock.left(1000.0) == (60, 55)


def test_taking_back_and_playing_again_earns_one_increment():
    clock = Clock(FISCHER)
    clock.follow(1, 1, 0.0)
    for actions, side in ((2, 0), (1, 1), (2, 0), (1, 1), (2, 0)):
        clock.follow(side, actions, 0.0)
    assert clock.left(0.0) == (60, 65)


def test_a_flag_falls_once_and_no_time_is_ever_negative():
    clock = Clock(SUDDEN)
    clock.follow(1, 1, 0.0)
    assert not clock.follow(1, 1, 59.9)
    assert clock.follow(1, 1, 60.0)
    assert not clock.follow(1, 1, 61.0)
    assert not clock.follow(0, 2, 70.0)
    assert clock.flagged == 1
    assert clock.left(70.0) == (60, 0)


def test_a_clock_reads_what_it_writes():
    clock = Clock(FISCHER)
    clock.follow(1, 1, 0.0)
    assert clock.text(1.25) == "fischer 60+5/60.000/58.750/"
    clock.follow(1, 1, 61.0)
    again = Clock.parse(clock.text(61.0))
    assert (again.control, again.left(1e9), again.flagged, again.running) == (FISCHER, (60, 0), 1, None)


@pytest.mark.parametrize("text", ["", "sudden 60", "sudden 60/1/2", "sudden 60/1/x/", "sudden 60/1/2/3", "x/1/2/"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        Clock.parse(text)


def test_a_clock_that_stands_waits_for_the_next_action_and_charges_nobody_until_then():
    clock = Clock(FISCHER)
    clock.stand(7)
    clock.follow(0, 7, 0.0)
    assert clock.running is None
    clock.follow(1, 8, 100.0)
    assert (clock.running, clock.left(110.0)) == (1, (60, 50))


class TestAtTheTable:
    @pytest.fixture
    def world(self):
        world = World()
        world.hand.pace = 0
        world.obey(orders.SetClock(SUDDEN))
        return world

    def left(self, world):
        return tuple(round(seconds) for seconds in world.table.clock.left(world.now))

    def test_the_first_ring_is_free_and_then_the_turn_counts(self, world):
        world.run(ms=5000)
        world.hand.put("F6", "white ring")
        world.run(ms=10_000)
        assert self.left(world) == (60, 50)
        world.hand.put("F7", "black ring")
        world.run(ms=20_000)
        assert self.left(world) == (40, 50)

    @pytest.mark.parametrize("stop", ["pause", "unplug", "correction"])
    def test_it_stands_still_while_nobody_can_play(self, world, stop):
        world.hand.put("F6", "white ring")
        world.run(ms=1000)
        if stop == "pause":
            world.obey(orders.Pause(on=True))
        elif stop == "unplug":
            world.board.faults.unplug()
        else:
            for point in ("A3", "B4", "C5"):
                world.hand.put(point, "white marker")
            world.run(ms=3000)
            assert world.status.kind == "correction"
        before = world.table.clock.left(world.now)[1]
        world.run(ms=30_000)
        assert world.table.clock.left(world.now)[1] == pytest.approx(before, abs=0.1)

    def test_a_fallen_flag_is_told_heard_and_seen(self, world):
        world.hand.put("F6", "white ring")
        world.run(ms=59_000)
        before = render(world.table.scene, 8.0)
        assert world.table.scene.flagged is None
        world.run(ms=2500)
        assert [n.text for n in world.news if isinstance(n, Tell) and n.kind is NewsKind.FLAG] == [
            "black has no time left"
        ]
        assert [n for n in world.news if isinstance(n, Sound)].count(Sound(Cue.FLAG)) == 1
        assert world.table.scene.flagged == 1
        assert render(world.table.scene, 8.0) != before

    def test_the_game_goes_on_after_it_and_a_new_one_has_all_its_time(self, world):
        world.hand.put("F6", "white ring")
        world.run(ms=61_500)
        world.hand.put("F7", "black ring")
        world.run(ms=1000)
        assert len(world.game.actions) == 2
        world.obey(orders.NewGame())
        assert world.table.clock.left(world.now) == (60, 60)
        assert world.table.scene.flagged is None

    def test_the_clock_can_be_taken_off_the_table(self, world):
        world.obey(orders.SetClock(None))
        assert world.table.clock is None

    def test_after_a_power_cut_it_comes_back_and_stands_until_someone_plays(self, world):
        world.hand.put("F6", "white ring")
        world.run(ms=10_000)
        world.hand.put("F7", "black ring")
        world.run(ms=5000)
        world.power_cut()
        world.run(ms=30_000)
        assert self.left(world) == (60, 50)  # as it stood at the last action; nobody pays for the dark
        world.hand.put("F8", "white ring")
        world.run(ms=10_000)
        assert self.left(world) == (60, 40)

    def test_after_a_power_cut_a_finished_game_leaves_a_full_clock(self, world):
        world.hand.put("F6", "white ring")
        world.run(ms=10_000)
        world.obey(orders.NewGame())
        world.power_cut()
        assert world.table.clock.left(world.now) == (60, 60)

    def test_a_clock_taken_off_stays_off(self, world):
        world.obey(orders.SetClock(None))
        world.power_cut()
        assert world.table.clock is None
