"""What linear Hall sensors on the virtual board read: strength, noise, drift, leakage, clipping."""

import statistics
from dataclasses import replace
from itertools import pairwise

import pytest

from hardware.virtual import Physics, VirtualBoard
from yinsh_core.points import POINTS, Point

PERFECT = Physics(marker_counts=100, approach=0, gain_spread=0, zero_spread=0, noise=0, drift=0, leakage=0)


def full(physics=PERFECT, seed=0):
    board = VirtualBoard("full", seed, physics=physics)
    board.hand.pace = 0
    return board


def at(frame, point):
    return frame.readings[Point(point).index]


@pytest.mark.parametrize(
    ("pieces", "reading"),
    [
        ([], 0),
        (["white marker"], 100),
        (["black marker"], -100),
        (["white ring"], 300),
        (["black ring"], -300),
        (["white ring", "white marker"], 400),
        (["black ring", "black marker"], -400),
        (["white ring", "black marker"], 200),
    ],
)
def test_fields_add_up(pieces, reading):
    board = full()
    for piece in pieces:
        board.hand.put("F6", piece)
    frame = board.read(0.0)
    assert at(frame, "F6") == reading
    assert sum(map(abs, frame.readings)) == abs(reading)


def test_without_noise_a_frame_without_news_is_the_same_object():
    board = full()
    before = board.read(0.0).readings
    assert board.read(1.0).readings is before
    board.hand.put("F6", "white ring")
    assert board.read(1.0).readings is not before


def test_sensors_differ_in_gain_and_zero():
    board = full(replace(PERFECT, gain_spread=0.15, zero_spread=12))
    zeros = board.read(0.0).readings
    for point in POINTS[:51]:
        board.hand.put(point, "white marker")
    strengths = [full - zero for full, zero in zip(board.read(0.0).readings, zeros, strict=True)][:51]
    assert max(map(abs, zeros)) <= 12
    assert statistics.stdev(zeros) > 4
    assert 84 <= min(strengths) < 92
    assert 108 < max(strengths) <= 116


def test_a_neighbours_magnet_leaks_the_other_way():
    board = full(replace(PERFECT, leakage=-0.04, leakage_spread=0))
    board.hand.put("F6", "white ring")
    frame = board.read(0.0)
    near = {point.name: at(frame, point) for point in POINTS if at(frame, point)}
    assert near.pop("F6") == 300
    assert {near[name] for name in ("F5", "F7", "E5", "E6", "G6", "G7")} == {-12}
    assert {near[name] for name in ("F4", "F8", "D4", "H8", "E4", "G8")} == {-2}
    assert len(near) == 18
    board.hand.lift("F6")
    assert set(board.read(0.0).readings) == {0}


def test_noise_is_gaussian_and_differs_from_frame_to_frame():
    board = full(replace(PERFECT, noise=2.0))
    frames = [board.read(i / 200).readings for i in range(400)]
    values = [reading for frame in frames for reading in frame]
    assert statistics.fmean(values) == pytest.approx(0, abs=0.1)
    assert statistics.stdev(values) == pytest.approx(2.0, abs=0.15)
    assert len(set(frames)) > 300


def test_the_same_seed_makes_the_same_noise():
    def frames(seed):
        board = full(Physics(), seed)
        return [board.read(i / 200).readings for i in range(50)]

    assert frames(3) == frames(3) != frames(4)


def test_zeros_drift_slowly_and_come_back():
    board = full(replace(PERFECT, drift=15.0, drift_period=600.0))
    hours = [board.read(i * 10.0).readings for i in range(360)]
    swings = [max(values) - min(values) for values in zip(*hours, strict=True)]
    steps = [abs(b - a) for frame, then in pairwise(hours) for a, b in zip(frame, then, strict=True)]
    assert 20 < max(swings) <= 30
    assert max(steps) <= 3
    assert statistics.fmean(swings) > 8


def test_readings_stop_at_the_ends_of_the_converter():
    board = full(replace(PERFECT, marker_counts=200, noise=3.0))
    board.hand.put("F6", "white ring")
    board.hand.put("E5", "black ring")
    for i in range(50):
        frame = board.read(i / 200)
        assert at(frame, "F6") == 511
        assert at(frame, "E5") == -512


def test_a_magnet_coming_down_looks_weaker_on_its_way():
    board = full(replace(PERFECT, approach=0.02))
    board.hand.put("F6", "white ring")
    seen = [at(board.read(i / 1000), "F6") for i in range(30)]
    assert sorted(set(seen)) == [0, 75, 150, 225, 300]
    assert seen == sorted(seen)
    assert seen[20] == 300


def test_a_piece_that_leaves_again_at_once_leaves_nothing_behind():
    board = full(replace(PERFECT, approach=0.02))
    board.hand.put("F6", "white ring")
    board.read(0.01)
    board.hand.take("F6")
    assert at(board.read(0.02), "F6") > 0
    assert set(board.read(0.05).readings) == {0}
