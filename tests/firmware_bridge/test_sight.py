"""What each kind of board sees of acts, and how many acts lie behind what it shows."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.points import indices
from firmware_bridge.sight import Sight
from firmware_bridge.yinsh import Yinsh
from hardware.bands import UNCLEAR
from hardware.protocols import Sensing
from yinsh_core import Game
from yinsh_core.points import POINTS, Point

CONTENTS = ("", "w", "b", "W", "B", "Ww", "Bb", "Wb", "Bw")
SIGHTS = {sensing: Sight(Yinsh(), sensing) for sensing in Sensing}
OPENING = "E2 I5 A2 A5 B7 D9 K10 K7 G2 G11 E2-E3 I5-I6 E3-E4 I6-I7"


def state_after(text):
    game = Game()
    for action in text.split():
        game.push(action)
    return game.position


def step_of(sensing, state, action):
    return next(seen for seen in SIGHTS[sensing].steps(state) if str(seen.step.action) == action)


def names(bits):
    return {POINTS[point].name for point in indices(bits)}


@pytest.mark.parametrize(
    ("sensing", "before", "after", "trace", "acts"),
    [
        ("full", "W", "W", (), 0),
        ("full", "W", "W", (0, 2), 2),  # lifted and put back
        ("full", "W", "w", (0, 1), 2),  # ring up, marker down
        ("full", "W", "w", (3, 1), 2),  # marker in, ring up
        ("full", "W", "w", (), None),  # that would have been seen
        ("full", "W", "W", (0, 1, 0, 2), 4),
        ("polarity", "W", "w", (), 2),  # marker in, ring up: nothing to see
        ("polarity", "W", "w", (0, 1), 2),
        ("polarity", "w", "b", (-1,), 1),  # turned over where it lies
        ("polarity", "w", "b", (0, -1), 2),
        ("polarity", "w", "b", (), None),
        ("presence", "w", "b", (), 1),
        ("presence", "W", "w", (0, 1), 2),
        ("presence", "", "W", (), None),
        ("rings", "W", "w", (0,), 2),
        ("rings", "", "w", (), 1),
        ("rings", "w", "", (1, 0), 3),  # a ring came and went, and the marker with it
    ],
)
def test_the_acts_behind_a_trace(sensing, before, after, trace, acts):
    assert SIGHTS[Sensing(sensing)].cost(before, after, trace) == acts


@pytest.mark.parametrize("sensing", [Sensing.PRESENCE, Sensing.POLARITY])
def test_a_move_in_the_handy_order_needs_fewer_acts_than_any_other_story(sensing):
    """F6 is lifted, a marker is put there, a ring lands on F9: F6-F9, not F6 put back and another ring unseen."""
    cost = SIGHTS[sensing].cost
    moved = cost("W", "w", (0, 1)) + cost("", "W", (1,))
    put_back_and_another_unseen = cost("W", "W", (0, 1)) + cost("W", "w", ()) + cost("", "W", (1,))
    assert moved < put_back_and_another_unseen


def test_while_a_sensor_is_unsure_anything_may_have_happened():
    full = SIGHTS[Sensing.FULL]
    assert full.cost("W", "w", (UNCLEAR, 1)) == 2
    assert full.cost("W", "W", (UNCLEAR, 2)) == 0
    assert full.cost("W", "W", (UNCLEAR,)) == 0


def test_what_no_acts_can_have_shown_was_an_error_and_only_its_end_counts():
    full = SIGHTS[Sensing.FULL]
    assert full.cost("b", "b", (-2, -1)) == 0
    assert full.cost("b", "w", (-2, 1)) == 1
    assert full.cost("b", "", (-2, -1)) is None


@given(st.sampled_from(list(Sensing)), st.sampled_from(CONTENTS), st.lists(st.integers(0, 3), max_size=7))
def test_no_story_is_longer_than_what_really_happened(sensing, start, choices):
    sight = SIGHTS[sensing]
    contents = [start]
    for choice in choices:
        acts = sight.game.acts(contents[-1])
        contents.append(acts[choice % len(acts)])
    levels = [sight.level(content) for content in contents]
    trace = tuple(new for old, new in pairwise(levels) if old != new)
    cost = sight.cost(start, contents[-1], trace)
    assert cost is not None
    assert cost <= len(choices)


@pytest.mark.parametrize("sensing", list(Sensing))
@pytest.mark.parametrize("content", CONTENTS)
def test_what_should_stand_there_is_accepted_first(sensing, content):
    sight = SIGHTS[sensing]
    assert sight.accepted(content)[sight.level(content)][0] == content


def test_a_marker_may_show_its_other_side_and_a_ring_may_not():
    polarity = SIGHTS[Sensing.POLARITY]
    assert polarity.accepted("w") == {1: ("w",), -1: ("b",), UNCLEAR: ("w",)}
    assert -1 not in polarity.accepted("W")
    assert 0 not in polarity.accepted("w")


def test_an_empty_point_is_not_unclear():
    assert UNCLEAR not in SIGHTS[Sensing.FULL].accepted("")


def test_what_a_hand_passes_between_two_contents():
    full = SIGHTS[Sensing.FULL]
    on_the_way = full.on_the_way("W", "w")
    assert on_the_way[0] == ("",)
    assert on_the_way[3] == ("Ww",)
    assert -2 not in on_the_way
    assert set(SIGHTS[Sensing.RINGS].turning("w")) == {0}
    assert set(SIGHTS[Sensing.POLARITY].turning("w")) == {0, 1, -1}


@pytest.mark.parametrize(
    ("sensing", "visible", "leaving"),
    [
        (Sensing.RINGS, {"E4", "E1"}, {"E4"}),
        (Sensing.PRESENCE, {"E1"}, set()),
        (Sensing.POLARITY, {"E1"}, set()),
        (Sensing.FULL, {"E4", "E1"}, {"E4"}),
    ],
)
def test_what_of_a_move_meets_the_eye(sensing, visible, leaving):
    seen = step_of(sensing, state_after(OPENING), "E4-E1")
    assert names(seen.footprint) == {"E1", "E2", "E3", "E4"}
    assert names(seen.visible) == visible
    assert names(seen.leaving) == leaving
    assert seen.ends[Point("E2").index] == "b"


def test_no_acts_lead_to_a_content_of_another_game():
    with pytest.raises(ValueError, match="no acts lead"):
        SIGHTS[Sensing.FULL].distance("w", "a stack of five")
