"""The sounder's words differ in rhythm, not only in pitch, and none is a nuisance."""

from itertools import combinations

import pytest

from firmware_bridge.cues import TONES
from firmware_bridge.effects import Cue

STEP = 0.01  # seconds


def rhythm(cue):
    """Whether it sounds, in steps of time: a tone that follows another without a rest begins anew."""
    beats = []
    for hertz, seconds in TONES[cue]:
        steps = round(seconds / STEP)
        beats += [0] * steps if hertz == 0 else [2] + [1] * (steps - 1)
    return beats


def onsets(cue):
    return [n * STEP for n, beat in enumerate(rhythm(cue)) if beat == 2]


def test_every_cue_has_tones():
    assert set(TONES) == set(Cue)


@pytest.mark.parametrize("cue", Cue)
def test_cues_are_short_and_in_a_buzzers_range(cue):
    assert sum(seconds for _, seconds in TONES[cue]) <= 1.0
    assert all(hertz == 0 or 100 <= hertz <= 2000 for hertz, _ in TONES[cue])
    assert all(seconds >= 0.04 for _, seconds in TONES[cue]), "shorter is a click"


@pytest.mark.parametrize("cue", Cue)
def test_cues_begin_and_end_with_a_tone(cue):
    assert TONES[cue][0][0]
    assert TONES[cue][-1][0]


@pytest.mark.parametrize(("one", "other"), list(combinations(Cue, 2)))
def test_cues_differ_in_rhythm(one, other):
    """By the number of tones; or, with as many, one takes half as long again as the other."""
    if len(onsets(one)) == len(onsets(other)):
        short, long = sorted(len(rhythm(cue)) for cue in (one, other))
        assert long >= 1.5 * short


def test_what_is_heard_most_is_the_shortest():
    lengths = {cue: sum(seconds for _, seconds in tones) for cue, tones in TONES.items()}
    assert min(lengths, key=lengths.__getitem__) is Cue.DONE
