"""Bands: where they begin and end, what lies between them."""

from itertools import pairwise

import pytest

from hardware.bands import LEVELS, UNCLEAR, make_bands, narrowest_gap
from hardware.calibration import Calibration
from hardware.protocols import Sensing


def bands(sensing):
    return make_bands(Calibration.ordinary(sensing).strengths, sensing)


def level(sensing, strength):
    return next((band.level for band in bands(sensing) if band.takes(strength)), UNCLEAR)


@pytest.mark.parametrize(
    ("strength", "rings", "presence", "polarity", "full"),
    [
        (0, 0, 0, 0, 0),
        (1, None, 1, 1, 1),
        (-1, None, 1, -1, -1),
        (3, None, 1, 1, 2),
        (-3, None, 1, -1, -2),
        (4, None, 1, 1, 3),
        (-4, None, 1, -1, -3),
        (2, None, 1, 1, UNCLEAR),
        (-2, None, 1, -1, UNCLEAR),
        (0.5, UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR),
        (6, UNCLEAR, UNCLEAR, UNCLEAR, UNCLEAR),
    ],
)
def test_what_a_strength_means(strength, rings, presence, polarity, full):
    expected = {Sensing.RINGS: rings, Sensing.PRESENCE: presence, Sensing.POLARITY: polarity, Sensing.FULL: full}
    for sensing, value in expected.items():
        if value is not None:
            assert level(sensing, strength) == value, sensing


def test_where_only_rings_have_magnets_they_are_the_unit():
    assert [level(Sensing.RINGS, s) for s in (-1, 0, 1)] == [1, 0, 1]


@pytest.mark.parametrize("sensing", list(Sensing))
def test_a_band_is_held_longer_than_it_is_entered_and_never_beyond_its_neighbour(sensing):
    all_bands = bands(sensing)
    for band in all_bands:
        assert band.hold_low < band.low < band.strength < band.high < band.hold_high
    for lower, upper in pairwise(all_bands):
        assert lower.high <= upper.low
        assert lower.hold_high < upper.strength
        assert upper.hold_low > lower.strength


def test_bands_follow_the_strengths_that_were_measured():
    measured = {"white marker": 1.0, "black marker": -1.2, "white ring": 2.4, "black ring": -2.0}
    measured |= {"white ring and marker": 3.4, "black ring and marker": -3.0}
    assert [band.strength for band in make_bands(measured, Sensing.FULL)] == [-3.0, -2.0, -1.2, 0, 1.0, 2.4, 3.4]


def test_contents_that_are_too_close_are_refused():
    strengths = dict(Calibration.ordinary(Sensing.FULL).strengths) | {"white ring": 1.1}
    with pytest.raises(ValueError, match=r"white marker and white ring cannot be told apart: strengths 1\.0 and 1\.1"):
        make_bands(strengths, Sensing.FULL)
    make_bands(strengths, Sensing.POLARITY)


def test_narrowest_gap_counts_only_what_must_be_told_apart():
    assert narrowest_gap(bands(Sensing.FULL)) == 1
    strengths = dict(Calibration.ordinary(Sensing.FULL).strengths) | {"white ring": 3.5}
    assert narrowest_gap(make_bands(strengths, Sensing.FULL)) == 0.5
    assert narrowest_gap(make_bands(strengths, Sensing.POLARITY)) == 1


def test_unclear_is_no_level():
    assert all(UNCLEAR not in levels.values() for levels in LEVELS.values())
