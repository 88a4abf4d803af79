"""Settled levels in virtual time, and sensors that are not to be trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.debounce import Debounce
from hardware.bands import UNCLEAR
from hardware.protocols import Sensing
from tests.faults import bounce

SCAN = 0.005  # seconds
HOLD = 0.018  # four scans, and not quite


class Clock:
    """Feeds frames of three points, one every five milliseconds."""

    def __init__(self, *, votes: bool = False, hold: float = HOLD) -> None:
        self.debounce = Debounce(hold, votes=votes)
        self.now = 0.0
        self.feed(0)

    def feed(self, *levels: int) -> int:
        """What the middle point settles at after showing these levels, a frame each."""
        for level in levels:
            settled = self.debounce.feed((0, level, 0), self.now)
            self.now += SCAN
        return settled[1]

    def hold(self, level: int, seconds: float) -> int:
        return self.feed(*[level] * round(seconds / SCAN))


def test_a_level_settles_once_it_has_held():
    clock = Clock()
    assert clock.feed(1, 1, 1, 1) == 0
    assert clock.debounce.restless
    assert clock.feed(1) == 1
    assert not clock.debounce.restless


def test_the_settled_board_is_the_same_object_until_it_changes():
    clock = Clock()
    before = clock.debounce.settled
    clock.feed(0, 1, 0, 0, 0, 0, 0)
    assert clock.debounce.settled is before
    clock.hold(1, 0.1)
    assert clock.debounce.settled is not before


def test_a_bounce_begins_the_wait_anew():
    clock = Clock()
    assert clock.feed(1, 1, 1, 0, 1, 1, 1, 1) == 0
    assert clock.feed(1) == 1


def test_a_bounce_that_comes_to_nothing_changes_nothing():
    clock = Clock()
    assert clock.feed(1, 0, 0, 0, 0, 0) == 0
    assert not clock.debounce.busy


def test_with_votes_one_frame_in_three_may_disagree():
    clock = Clock(votes=True, hold=0.008)
    assert clock.feed(2, 2, 0, 2, 2) == 2
    assert clock.feed(2, 0, 2, 2, 0, 2, 2, 2) == 2


def test_without_votes_one_frame_is_a_doubt():
    assert Clock(hold=0.008).feed(2, 2, 0, 2, 2) == 0


def test_the_more_a_sensor_wavers_the_longer_it_must_hold_still():
    clock = Clock()
    clock.feed(*[1, 0] * 6)
    assert clock.hold(1, 2 * HOLD) == 0
    assert clock.hold(1, 0.3) == 1


@pytest.mark.parametrize("votes", [False, True])
def test_a_chattering_sensor_is_distrusted_and_no_longer_keeps_the_board_restless(votes):
    clock = Clock(votes=votes)
    clock.feed(*[1, 0, 0, 1, 1] * 40)
    assert clock.debounce.noisy == 0b010
    assert not clock.debounce.restless


def test_a_loose_wire_is_distrusted_within_a_few_seconds():
    clock = Clock()
    for _ in range(12):
        clock.hold(1, 0.2)
        clock.hold(0, 0.1)
    assert clock.debounce.noisy == 0b010


def test_a_finger_that_taps_is_not():
    clock = Clock()
    for _ in range(5):
        clock.hold(1, 0.4)
        clock.hold(0, 0.4)
    assert clock.debounce.noisy == 0


def test_a_sensor_that_has_been_calm_for_long_is_trusted_again():
    clock = Clock()
    clock.feed(*[1, 0] * 40)
    clock.hold(1, 5.0)
    assert clock.debounce.noisy
    clock.hold(1, 20.0)
    assert not clock.debounce.noisy


def test_a_level_that_stays_unclear_is_a_broken_sensor_until_it_clears():
    clock = Clock(votes=True)
    clock.hold(UNCLEAR, 7.0)
    assert not clock.debounce.noisy
    clock.hold(UNCLEAR, 2.0)
    assert clock.debounce.noisy == 0b010
    clock.hold(UNCLEAR, 30.0)
    assert clock.debounce.noisy == 0b010
    clock.hold(2, 25.0)
    assert not clock.debounce.noisy


def test_a_board_that_starts_unclear_is_noticed_too():
    debounce = Debounce(HOLD, votes=True)
    for frame in range(2000):
        debounce.feed((UNCLEAR, 0), frame * SCAN)
    assert debounce.noisy == 0b01


frames = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans()), max_size=60)


@given(frames, st.integers(0, 2), st.integers(0, 2), st.booleans())
def test_whatever_came_before_and_whatever_was_lost_the_last_frame_is_the_truth(history, left, right, votes):
    debounce = Debounce(HOLD, votes=votes)
    now = 0.0
    for one, other, lost in history:
        now += SCAN
        if not lost:
            debounce.feed((one, other), now)
    for _ in range(400):
        now += SCAN
        settled = debounce.feed((left, right), now)
    assert settled == (left, right)
    assert not debounce.busy


@given(frames, st.booleans())
def test_nothing_settles_that_was_never_shown(history, votes):
    debounce = Debounce(HOLD, votes=votes)
    shown = [set(), set()]
    for count, (one, other, _) in enumerate(history):
        shown[0].add(one)
        shown[1].add(other)
        settled = debounce.feed((one, other), count * SCAN)
        assert settled[0] in shown[0]
        assert settled[1] in shown[1]


@pytest.mark.parametrize("sensing", list(Sensing))
def test_lifts_with_rough_contacts_are_seen_once_each(sensing):
    assert bounce.run(sensing, 40) == (0, 0)


@pytest.mark.parametrize("sensing", [Sensing.RINGS, Sensing.PRESENCE, Sensing.POLARITY])
def test_without_a_wait_there_would_be_phantoms(sensing):
    phantoms, misses = bounce.run(sensing, 60, hold=0.0)
    assert phantoms > 0
    assert misses == 0


def test_the_experiment_prints_its_number(capsys):
    assert bounce.main(["5"]) == 0
    assert capsys.readouterr().out == "fault 9: 5 lifts on each of 4 boards: 0 phantoms, 0 misses\n"
