"""Explanations of what hands did, from what each kind of board saw of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.explain import explain
from firmware_bridge.points import indices
from hardware.protocols import Sensing
from tests.firmware_bridge.readings import JUMP, OPENING, ROW, Scribe
from yinsh_core.points import POINTS, Point

EVERY = pytest.mark.parametrize("sensing", list(Sensing))
SEEING = pytest.mark.parametrize("sensing", [Sensing.PRESENCE, Sensing.POLARITY, Sensing.FULL])
BLIND_TO_STARTS = pytest.mark.parametrize("sensing", [Sensing.PRESENCE, Sensing.POLARITY])


def sound(scribe):
    """The sound explanations, lightest first."""
    found = explain(scribe.sight, scribe.evidence(), scribe.game.positions)
    return sorted((e for e in found if not e.wrong), key=lambda e: e.weight)


def best(scribe):
    """The lightest sound explanation in words."""
    return words(sound(scribe)[0])


def words(explanation):
    back = [f"back {explanation.back}"] if explanation.back else []
    partial = ["..."] if explanation.partial else []
    return " ".join([*back, *(str(step.action) for step in explanation.steps), *partial])


def wrong(scribe):
    """The points that the best explanation leaves over."""
    found = explain(scribe.sight, scribe.evidence(), scribe.game.positions)
    least = min(found, key=lambda e: (e.wrong.bit_count(), e.weight))
    return {POINTS[point].name for point in indices(least.wrong)}


@EVERY
def test_an_untouched_board_needs_no_explanation(sensing):
    scribe = Scribe(sensing, OPENING)
    assert [words(e) for e in sound(scribe)] == [""]
    assert sound(scribe)[0].changes_nothing


@EVERY
def test_a_move_in_the_handy_order_is_that_move(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=", "E3=w", "E6=W")
    assert best(scribe) == "E3-E6"
    if sensing in (Sensing.PRESENCE, Sensing.POLARITY):
        stories = [words(e) for e in sound(scribe)]
        assert "A2-E6" in stories  # E3 put back, and another ring came along unseen: possible, and heavier
        assert sound(scribe)[0].weight < sound(scribe)[1].weight


@BLIND_TO_STARTS
def test_where_only_the_landing_is_seen_all_that_fit_weigh_the_same(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=Ww", "E3=w", "E6=W")
    first, second = sound(scribe)
    assert {words(first), words(second)} == {"E3-E6", "A2-E6"}
    assert first.weight == second.weight


@pytest.mark.parametrize("sensing", [Sensing.RINGS, Sensing.FULL])
def test_where_the_start_is_seen_one_alone_fits(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=Ww", "E3=w", "E6=W")
    assert [words(e) for e in sound(scribe)] == ["E3-E6"]


@EVERY
def test_a_lifted_ring_is_a_move_under_way_with_all_its_destinations(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=")
    (lifted,) = [e for e in sound(scribe) if not e.back]
    assert {str(step.action) for step in lifted.partial} >= {"E3-E4", "E3-E10", "E3-F3"}
    assert {step.action.start.name for step in lifted.partial} == {"E3"}


@EVERY
def test_flips_in_any_order_cost_nothing_extra(sensing):
    done, flipped = Scribe(sensing, JUMP), Scribe(sensing, JUMP)
    done.put("E4=", "E4=w", "E1=W")
    flipped.put("E4=", "E4=w", "E1=W", "E3=", "E3=b", "E2=", "E2=b")
    assert best(done) == best(flipped) == "E4-E1"
    assert sound(done)[0].cost == sound(flipped)[0].cost


@SEEING
def test_a_flip_before_its_move_is_not_part_of_it(sensing):
    """A marker was turned over earlier: that is no reason to believe in the one move that would have turned it."""
    scribe = Scribe(sensing, JUMP)
    scribe.put("E3=", "E3=b")
    early = best(scribe)
    scribe.put("E4=", "E4=w", "E1=W")
    plain = Scribe(sensing, JUMP)
    plain.put("E4=", "E4=w", "E1=W")
    assert early == ""
    assert sound(scribe)[0].cost > sound(plain)[0].cost


@EVERY
def test_two_plies_at_once_are_two_actions(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=", "E3=w", "E8=W", "I6=", "I6=b", "I9=B")
    assert best(scribe) == "E3-E8 I6-I9"


@EVERY
def test_two_plies_in_the_wrong_order_are_not(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("K7=", "K7=b", "K8=B", "E3=", "E3=w", "E8=W")
    assert "E3-E8 K7-K8" not in [words(e) for e in sound(scribe)]


@EVERY
def test_nobody_moves_before_the_move_before(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("K7=", "E3=", "E3=w", "E8=W")
    assert all("E3-E8" not in words(e) or not e.partial for e in sound(scribe))
    assert wrong(scribe) == {"K7"}


@EVERY
def test_a_second_thought_moves_the_same_ring_on(sensing):
    scribe = Scribe(sensing, OPENING + " E3-E6")
    scribe.put("E6=", "E8=W")
    assert best(scribe) == "back 1 E3-E8"
    assert sound(scribe)[0].cost == 3  # two acts, and one for the change of mind


@EVERY
def test_a_second_thought_is_too_late_once_the_opponent_has_begun(sensing):
    scribe = Scribe(sensing, OPENING + " E3-E6")
    scribe.put("I6=", "E6=", "E8=W")
    assert not [e for e in sound(scribe) if e.back]


@BLIND_TO_STARTS
def test_a_second_thought_cannot_rest_on_what_nobody_saw(sensing):
    """E6 goes away and G4 appears: G2-G4 instead of E3-E6 would need a ring that came back to E3 unseen."""
    scribe = Scribe(sensing, OPENING + " E3-E6")
    scribe.put("E6=", "G4=W")
    assert "back 1 G2-G4" not in [words(e) for e in sound(scribe)]


@EVERY
def test_a_board_that_looks_as_it_did_is_a_return(sensing):
    scribe = Scribe(sensing, OPENING + " E3-E6 I6-I9")
    scribe.put("I9=", "E6=", "I6=Bb", "E3=Ww", "I6=B", "E3=W")
    assert best(scribe) == "back 2"


def test_on_a_board_of_rings_a_row_is_undone_with_its_ring():
    scribe = Scribe(Sensing.RINGS, ROW + " E6-E7 xE2-E6 rA2")
    scribe.put("A2=W")
    assert best(scribe) == "back 2"


@EVERY
def test_a_swept_board_is_no_long_way_back(sensing):
    scribe = Scribe(sensing, "F6 E5")
    scribe.put("F6=", "E5=")
    assert "back 2" not in [words(e) for e in sound(scribe)]


@SEEING
def test_what_nothing_explains_is_left_over(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("H5=b")
    assert sound(scribe) == []
    assert wrong(scribe) == {"H5"}


@SEEING
def test_four_of_five_are_a_row_under_way(sensing):
    scribe = Scribe(sensing, ROW + " E6-E7")
    scribe.put("E3=", "E5=", "E2=", "E6=")
    assert best(scribe) == "..."
    scribe.put("E4=")
    assert best(scribe) == "xE2-E6"


@pytest.mark.parametrize("sensing", [Sensing.RINGS, Sensing.FULL])
def test_a_ring_that_is_where_it_was_has_not_landed_elsewhere(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.put("E3=", "E3=W", "E6=W")
    assert wrong(scribe) == {"E6"}


@SEEING
def test_a_ring_in_the_hand_before_its_row_is_off_belongs_to_the_row(sensing):
    scribe = Scribe(sensing, ROW + " E6-E7")
    scribe.put("E2=", "E3=", "E4=", "E6=", "E7=")
    assert best(scribe) == "..."
    scribe.put("E5=")
    assert best(scribe) == "xE2-E6 rE7"


@SEEING
def test_of_two_rings_in_the_hand_before_the_row_is_off_one_is_wrong(sensing):
    scribe = Scribe(sensing, ROW + " E6-E7")
    scribe.put("E2=", "A2=", "K10=")
    assert len(wrong(scribe)) == 1


@SEEING
def test_the_opponents_ring_never_belongs_to_the_row(sensing):
    scribe = Scribe(sensing, ROW + " E6-E7")
    scribe.put("E2=", "A5=")
    assert wrong(scribe) == {"A5"}


def test_on_a_board_of_rings_the_row_goes_with_the_ring():
    scribe = Scribe(Sensing.RINGS, ROW + " E6-E7")
    scribe.put("E2=", "E3=", "E4=", "E5=", "E6=")
    assert best(scribe) == ""
    scribe.put("A2=")
    assert best(scribe) == "xE2-E6 rA2"


@EVERY
def test_an_action_at_a_distrusted_sensor_needs_another_one_to_imply_it(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.masked = 1 << Point("E8").index
    scribe.put("E8=W")
    assert [words(e) for e in sound(scribe)] == [""]
    scribe.put("E3=", "E3=w", "I6=", "I6=b", "I9=B")
    assert best(scribe) == "E3-E8 I6-I9"


@EVERY
def test_noise_at_a_distrusted_sensor_is_no_evidence(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.masked = 1 << Point("E8").index
    scribe.put("E8=W", "E8=", "E8=W")
    (only,) = sound(scribe)
    assert only.changes_nothing
    assert not only.aside


@BLIND_TO_STARTS
def test_a_flip_at_a_distrusted_sensor_makes_no_move_less_likely(sensing):
    scribe = Scribe(sensing, OPENING)
    scribe.masked = 1 << Point("E2").index
    scribe.put("F2=W")
    over_the_marker, plain = sorted(sound(scribe), key=words)
    assert [words(over_the_marker), words(plain)] == ["A2-F2", "G2-F2"]
    assert over_the_marker.weight == plain.weight


def test_an_unclear_look_is_no_landing():
    scribe = Scribe(Sensing.FULL, OPENING)
    scribe.put("E3=Ww", "E3=w", "E8=Wb")
    assert "E3-E8" not in [words(e) for e in sound(scribe)]
    scribe.put("E8=W")
    assert best(scribe) == "E3-E8"


points = st.sampled_from([str(point) for point in POINTS])
contents = st.sampled_from(["", "w", "b", "W", "B"])


@given(st.sampled_from(list(Sensing)), st.lists(st.tuples(points, contents), max_size=6))
def test_whatever_was_done_a_board_put_right_needs_no_action(sensing, acts):
    """However wildly pieces went about: once all stand as they stood, that nothing happened is a sound story."""
    scribe = Scribe(sensing, JUMP)
    before = list(scribe.contents)
    scribe.put(*(f"{point}={content}" for point, content in acts))
    scribe.put(*(f"{POINTS[p]}={c}" for p, c in enumerate(before) if scribe.contents[p] != c))
    assert any(e.changes_nothing and not e.partial for e in sound(scribe))


@given(st.sampled_from(list(Sensing)), st.lists(st.tuples(points, contents), max_size=8))
def test_every_explanation_is_a_legal_line_that_looks_like_the_board(sensing, acts):
    scribe = Scribe(sensing, JUMP)
    scribe.put(*(f"{point}={content}" for point, content in acts))
    for explanation in sound(scribe):
        game = scribe.game.copy()
        for _ in range(explanation.back):
            game.pop()
        for step in explanation.steps:
            game.push(step.action)
        assert game.position == explanation.state
        if not explanation.partial:
            expected = scribe.sight.game.contents(game.position)
            late = scribe.memory.owed
            for step in explanation.steps:
                late |= step.late
            off = [p for p, level in enumerate(scribe.levels) if level not in scribe.sight.accepted(expected[p])]
            assert all(late >> p & 1 for p in off)


def test_of_more_stories_than_can_be_followed_none_is_believed(monkeypatch):
    scribe = Scribe(Sensing.PRESENCE, OPENING)
    scribe.put("E6=W")
    assert {words(e) for e in sound(scribe)} == {"A2-E6", "E3-E6"}
    monkeypatch.setattr("firmware_bridge.explain._MAX_NODES", 2)
    assert sound(scribe) == []
    assert wrong(scribe) == {"E6"}
