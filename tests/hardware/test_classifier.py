"""Levels of linear readings: hysteresis, leakage, drift, and how cheap a quiet frame is."""

from dataclasses import replace

import pytest

from hardware.bands import UNCLEAR
from hardware.calibration import Calibration, Classifier, Trim
from hardware.protocols import Sensing
from hardware.virtual import Physics, VirtualBoard, factory_calibration
from tests.hardware.classification import Tally, evening
from yinsh_core.points import POINTS, Point

F6 = Point("F6").index
PLAIN = Calibration.ordinary(Sensing.FULL, Trim(gain=100))


def readings(**counts):
    values = [0] * 85
    for name, count in counts.items():
        values[Point(name).index] = count
    return values


def level(classifier, count):
    return classifier.levels(readings(F6=count))[F6]


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, 0), (100, 1), (-100, -1), (300, 2), (-300, -2), (400, 3), (-400, -3), (200, UNCLEAR), (-512, UNCLEAR)],
)
def test_each_content_has_its_level(count, expected):
    assert level(Classifier(PLAIN), count) == expected


def test_noise_at_the_edge_of_a_band_changes_nothing():
    classifier = Classifier(PLAIN)
    assert [level(classifier, count) for count in (39, 54, 39, 54)] == [0, 0, 0, 0]
    assert [level(classifier, count) for count in (61, 46, 61, 46)] == [1, 1, 1, 1]
    assert [level(classifier, count) for count in (44, 42, 39)] == [UNCLEAR, UNCLEAR, 0]


def test_a_quiet_frame_gives_the_same_object():
    classifier = Classifier(PLAIN)
    before = classifier.levels(readings(F6=100))
    assert classifier.levels(readings(F6=108, A2=-20)) is before
    assert classifier.levels(readings(F6=300)) is not before


def test_an_unclear_point_keeps_the_object_while_it_stays_unclear():
    classifier = Classifier(PLAIN)
    before = classifier.levels(readings(F6=200))
    assert classifier.levels(readings(F6=203)) is before
    assert level(classifier, 100) == 1


def test_zero_and_gain_are_the_sensors_own():
    trims = list(PLAIN.trims)
    trims[F6] = Trim(zero=40, gain=-50)
    classifier = Classifier(replace(PLAIN, trims=tuple(trims)))
    assert [level(classifier, 40 - 50 * strength) for strength in (0, 1, -1, 3, 4, -4)] == [0, 1, -1, 2, 3, -3]
    assert classifier.strength(F6, 15) == 0.5


def test_a_sensor_that_is_upside_down_has_hysteresis_too():
    trims = list(PLAIN.trims)
    trims[F6] = Trim(gain=-100)
    classifier = Classifier(replace(PLAIN, trims=tuple(trims)))
    assert [level(classifier, count) for count in (-61, -46, -61, -46)] == [1, 1, 1, 1]


def test_what_neighbours_leak_is_taken_off():
    leaky = Calibration.ordinary(Sensing.FULL, Trim(gain=100, leak=-0.05))
    counts = dict.fromkeys(("F5", "F7", "E5", "E6", "G6", "G7"), 300)
    alone, leaked = 0, -100 * 6 * 3 * 0.05
    assert leaked == pytest.approx(-90)
    assert Classifier(PLAIN).levels(readings(F6=-90, **counts))[F6] == -1
    assert Classifier(leaky).levels(readings(F6=-90, **counts))[F6] == alone
    assert Classifier(leaky).levels(readings(F6=10, **counts))[F6] == 1
    assert Classifier(leaky).levels(readings(F6=210, **counts))[F6] == 2


def test_leakage_ends_when_the_neighbours_leave():
    leaky = Calibration.ordinary(Sensing.FULL, Trim(gain=100, leak=-0.05))
    classifier = Classifier(leaky)
    counts = dict.fromkeys(("F5", "F7", "E5", "E6", "G6", "G7"), 300)
    assert classifier.levels(readings(F6=10, **counts))[F6] == 1
    assert set(classifier.levels(readings(F6=0))) == {0}


def drifted(offset, calls, empty):
    classifier = Classifier(PLAIN)
    for i in range(calls):
        at = readings(F6=round(offset * (i + 1) / calls))
        classifier.levels(at)
        classifier.follow(at, empty)
    return classifier


def test_zeros_follow_slow_drift_on_empty_points():
    classifier = drifted(60, 600, [Point("F6")])
    assert level(classifier, 60) == 0
    assert level(classifier, 160) == 1
    assert classifier.calibration.trims[F6].zero == pytest.approx(60, abs=3)
    assert classifier.calibration.trims[0].zero == 0


def test_zeros_stay_where_nobody_says_that_the_point_is_empty():
    assert level(drifted(60, 600, [Point("A2")]), 60) == 1


def test_a_piece_is_never_taken_for_drift():
    classifier = Classifier(PLAIN)
    for _ in range(2000):
        classifier.levels(readings(F6=100))
        classifier.follow(readings(F6=100), POINTS)
    assert level(classifier, 100) == 1
    assert classifier.calibration == PLAIN


def test_following_heeds_what_neighbours_leak():
    leaky = Calibration.ordinary(Sensing.FULL, Trim(gain=100, leak=-0.05))
    classifier = Classifier(leaky)
    frame = readings(F7=300, F6=-15, F8=-15, E6=-15, E7=-15, G7=-15, G8=-15)
    for _ in range(1000):
        classifier.levels(frame)
        classifier.follow(frame, [point for point in POINTS if point.name != "F7"])
    assert [trim.zero for trim in classifier.calibration.trims] == [0] * 85


def test_ring_places_show_whose_ring_they_hold():
    assert Classifier(PLAIN).place_levels((310, 0, 20, -290, -30, 100)) == (1, 0, 0, -1, 0, 0)


def test_settled_frames_of_noisy_drifting_leaking_boards_are_all_read_right():
    tally = Tally()
    for seed in range(6):
        evening(seed, 8, tally)
    assert tally.samples == 6 * 8 * 40 * 85
    assert tally.errors == 0, tally.text


def test_without_following_a_hot_evening_would_be_misread():
    hot = Physics(drift=50.0, drift_period=7200.0)
    followed, ignored = Tally(), Tally()
    evening(1, 20, followed, minutes=5, physics=hot)
    evening(1, 20, ignored, minutes=5, physics=hot, follow=False)
    assert followed.errors == 0
    assert ignored.errors > 1000


def test_a_virtual_board_leaves_the_factory_calibrated():
    board = VirtualBoard("full", 5)
    calibration = factory_calibration(board)
    assert calibration.weak == {}
    assert len({trim.gain for trim in calibration.trims}) > 50
    with pytest.raises(TypeError, match="presence sensing has switches"):
        factory_calibration(VirtualBoard("presence"))
