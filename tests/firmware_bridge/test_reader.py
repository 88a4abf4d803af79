"""When the reader says what: landings, questions, corrections, returns, sweeps and sensors, in virtual time."""

import pytest

from firmware_bridge.turns import DWELL
from firmware_bridge.verdicts import Kind, Timing
from hardware.protocols import Sensing
from tests.firmware_bridge.readings import JUMP, OPENING, ROW, Sitting
from yinsh_core.points import Point

EVERY = pytest.mark.parametrize("sensing", list(Sensing))
SEEING = pytest.mark.parametrize("sensing", [Sensing.PRESENCE, Sensing.POLARITY, Sensing.FULL])
BLIND_TO_STARTS = pytest.mark.parametrize("sensing", [Sensing.PRESENCE, Sensing.POLARITY])
SOON = 0.01
TIMING = Timing()


def bits(*names):
    return sum(1 << Point(name).index for name in names)


@EVERY
def test_an_unchanged_board_is_not_looked_at_again(sensing):
    sitting = Sitting(sensing, OPENING)
    verdict = sitting.decide()
    sitting.now += 1000
    sitting.reader.see(sitting.reader.levels, sitting.now)
    assert sitting.decide() is verdict


@pytest.mark.parametrize("sensing", [Sensing.RINGS, Sensing.FULL])
def test_a_landing_counts_at_once_when_the_ring_could_not_go_on(sensing):
    sitting = Sitting(sensing, OPENING)
    assert sitting.put("E3=", "E3=w").kind is Kind.WAITING
    sitting.put("E10=W")
    assert sitting.last() == ["E3-E10"]


@BLIND_TO_STARTS
def test_where_the_start_proves_little_it_counts_a_moment_later(sensing):
    sitting = Sitting(sensing, OPENING)
    assert sitting.put("E3=", "E3=w").kind is Kind.AGREED
    sitting.put("E10=W")
    sitting.wait(TIMING.doubt - SOON)
    assert sitting.last() == ["I5-I6"]
    sitting.wait(2 * SOON)
    assert sitting.last() == ["E3-E10"]


@EVERY
def test_a_landing_from_which_the_ring_could_slide_on_counts_after_a_while(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=", "E3=w", "E6=W")
    sitting.wait(TIMING.settle - SOON)
    assert sitting.last() == ["I5-I6"]
    sitting.wait(2 * SOON)
    assert sitting.last() == ["E3-E6"]


@BLIND_TO_STARTS
def test_a_landing_that_one_sensor_alone_tells_of_must_stay_for_a_while(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E1=W")  # only E3 can have come there, and no further
    sitting.put("E1=", after=TIMING.settle - SOON)
    sitting.wait(1.0)
    assert sitting.last() == ["I5-I6"]
    sitting.put("E1=W")
    sitting.wait(TIMING.settle + SOON)
    assert sitting.last() == ["E3-E1"]


@EVERY
def test_a_ring_that_passes_has_not_landed(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=")
    for name in ("E4", "E5", "E6", "E7"):
        sitting.put(f"{name}=W", after=0.1)
        sitting.put(f"{name}=", after=0.1)
    sitting.put("E8=W", after=0.1)
    sitting.put("E3=w")
    sitting.wait(1.0)
    assert sitting.last(2) == ["I5-I6", "E3-E8"]


@EVERY
def test_lifting_lights_the_destinations_from_where_the_ring_stood(sensing):
    sitting = Sitting(sensing, OPENING)
    verdict = sitting.put("E3=")
    assert verdict.kind is Kind.WAITING
    assert {str(step.action) for step in verdict.partial} >= {"E3-E4", "E3-E10"}
    assert verdict.base == sitting.game.position


@BLIND_TO_STARTS
def test_with_its_marker_in_place_the_ring_may_still_be_in_the_hand(sensing):
    sitting = Sitting(sensing, OPENING)
    verdict = sitting.put("E3=", "E3=w")
    assert verdict.kind is Kind.AGREED
    assert {step.action.start.name for step in verdict.partial} == {"E3"}
    assert sitting.wait(TIMING.forget + SOON).partial == ()


@BLIND_TO_STARTS
def test_a_question_is_asked_when_the_hands_rest(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E6=W")
    assert sitting.wait(TIMING.ask - SOON).kind is Kind.WAITING
    verdict = sitting.wait(2 * SOON)
    assert verdict.kind is Kind.QUESTION
    assert {str(e.steps[0].action) for e in verdict.candidates} == {"A2-E6", "E3-E6"}


@BLIND_TO_STARTS
def test_touching_the_start_answers(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E6=W")
    sitting.wait(2.0)
    sitting.put("A2=")
    sitting.put("A2=w", after=0.1)
    assert sitting.last() == ["A2-E6"]


@BLIND_TO_STARTS
def test_an_answer_by_number_must_be_one_of_those_given(sensing):
    sitting = Sitting(sensing, OPENING)
    assert not sitting.reader.answer(0)
    sitting.put("E6=W")
    verdict = sitting.wait(2.0)
    assert not sitting.reader.answer(2)
    assert not sitting.reader.answer(-1)
    assert sitting.reader.answer(1)
    sitting.decide()
    assert sitting.last() == [str(verdict.candidates[1].steps[0].action)]
    assert not sitting.reader.answer(0)


@EVERY
def test_what_is_wrong_is_shown_at_once_and_corrected_when_it_stays(sensing):
    sitting = Sitting(sensing, OPENING)
    assert sitting.put("K7=").kind is Kind.WAITING
    verdict = sitting.wait(TIMING.flash)
    assert (verdict.kind, verdict.wrong) == (Kind.WRONG, bits("K7"))
    verdict = sitting.wait(TIMING.correct - TIMING.flash)
    assert (verdict.kind, verdict.wrong) == (Kind.CORRECTION, bits("K7"))
    assert sitting.put("K7=B").kind is Kind.AGREED


@EVERY
def test_what_flashes_by_is_not_even_shown(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("K7=")
    sitting.put("K7=B", after=TIMING.flash - SOON)
    assert sitting.decide().partial == ()
    assert sitting.decide().due == float("inf")


@EVERY
def test_a_correction_speaks_of_the_game_not_of_a_story(sensing):
    """Two rings of the opponent stand elsewhere: they are asked back, whatever else might explain one of them."""
    sitting = Sitting(sensing, OPENING)
    verdict = sitting.put("K7=", "D9=")
    verdict = sitting.wait(2.0)
    assert verdict.wrong == bits("K7", "D9")
    assert verdict.base == sitting.game.position


@BLIND_TO_STARTS
def test_a_correction_does_not_ask_for_a_ring_that_came_and_went(sensing):
    """E3 went to E4 and back; then the opponent moves out of turn, which must not be taken for the answer to that."""
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=", "E4=W", "E4=", "E3=W", after=0.2)
    sitting.put("D9=", "D8=B", after=0.2)
    assert sitting.wait(2.0).wrong == bits("D8", "D9")


@EVERY
def test_a_board_that_looks_like_earlier_is_taken_back_when_it_stays_so(sensing):
    sitting = Sitting(sensing, OPENING + " E3-E8")
    sitting.put("E8=", "E3=Ww", "E3=W")
    sitting.wait(sitting.reader.changed + TIMING.back - SOON - sitting.now)
    assert sitting.last() == ["E3-E8"]
    sitting.wait(2 * SOON)
    assert sitting.last() == ["I5-I6"]


@EVERY
def test_moving_on_takes_back_and_plays_anew(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=", "E3=w", "E6=W")
    sitting.wait(1.0)
    sitting.put("E6=", "E9=W")
    sitting.wait(1.0)
    assert sitting.last(2) == ["I5-I6", "E3-E9"]


@EVERY
def test_the_next_hand_confirms_a_landing_before_its_time(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=", "E3=w", "E6=W")
    sitting.put("I6=", after=TIMING.flash + SOON)
    assert sitting.last() == ["E3-E6"]
    assert {step.action.start.name for step in sitting.decide().partial} == {"I6"}


@EVERY
def test_nothing_is_confirmed_while_other_pieces_are_astray(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("G2=", "G2=W", "E3=", "E3=w", "E6=W")
    sitting.put("I6=", after=TIMING.flash + SOON)
    assert sitting.last() == ["I5-I6"]
    sitting.put("I6=b", "I9=B")
    assert sitting.last(2) == ["E3-E6", "I6-I9"] or sitting.wait(1.0).kind is Kind.AGREED
    assert sitting.last(2) == ["E3-E6", "I6-I9"]


@EVERY
def test_a_wavering_sensor_keeps_everybody_waiting(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("E3=", "E3=w", "E6=W")
    for _ in range(100):
        sitting.now += SOON
        sitting.reader.see(sitting.reader.levels, sitting.now, restless=True)
        sitting.decide()
    assert sitting.last() == ["I5-I6"]
    sitting.wait(TIMING.settle + SOON)
    assert sitting.last() == ["E3-E6"]


@EVERY
def test_an_empty_board_is_swept_after_two_seconds(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.contents = [""] * 85
    sitting.see()
    assert sitting.wait(TIMING.sweep - SOON).kind is Kind.WAITING
    assert sitting.wait(2 * SOON).kind is Kind.SWEPT


@EVERY
def test_the_only_ring_lifted_is_no_sweep(sensing):
    sitting = Sitting(sensing, "F6")
    sitting.put("F6=")
    assert sitting.wait(10.0).kind is not Kind.SWEPT


@EVERY
def test_a_point_that_alone_disagrees_for_long_is_put_down_to_its_sensor(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("D9=")
    sitting.wait(TIMING.suspect - SOON)
    assert sitting.reader.suspected == 0
    assert sitting.wait(2 * SOON).kind is Kind.AGREED
    assert sitting.reader.suspected == bits("D9")
    sitting.put("E3=", "E3=w", "E10=W")
    sitting.wait(0.1)
    assert sitting.last() == ["E3-E10"]


@EVERY
def test_a_suspected_sensor_that_changes_is_believed_again(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("D9=")
    sitting.wait(10.0)
    assert sitting.put("D9=B").kind is Kind.AGREED
    assert sitting.reader.suspected == 0


@EVERY
def test_two_points_that_disagree_are_no_sensors(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("D9=", "K7=")
    assert sitting.wait(60.0).kind is Kind.CORRECTION
    assert sitting.reader.suspected == 0


@EVERY
def test_a_flickering_sensor_says_nothing_until_it_is_calm(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.noisy = bits("D9")
    sitting.put("D9=", "D9=B", "D9=")
    assert sitting.decide().kind is Kind.AGREED
    sitting.noisy = 0
    sitting.see()
    assert sitting.wait(1.0).wrong == bits("D9")


@EVERY
def test_a_flickering_sensor_does_not_keep_others_waiting(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.noisy = bits("D9")
    sitting.put("E3=", "E3=w", "E6=W")
    sitting.put("D9=", "D9=B", "D9=", "D9=B", after=0.1)
    assert sitting.last() == ["E3-E6"]


@EVERY
def test_someone_may_say_that_the_board_is_right(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.put("D9=", "K7=")
    sitting.reader.accept(sitting.game.positions, sitting.now)
    assert sitting.decide().kind is Kind.AGREED
    assert sitting.reader.masked == bits("D9", "K7")


@EVERY
def test_a_saved_game_is_believed_once_the_board_has_looked_so(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.contents[Point("G2").index] = ""
    sitting.reader.resume(sitting.game.position, sitting.now)
    sitting.see()
    assert (sitting.decide().kind, sitting.decide().wrong) == (Kind.CORRECTION, bits("G2"))
    sitting.put("E3=", "E3=w", "E10=W")
    assert sitting.wait(60.0).kind is Kind.CORRECTION
    assert sitting.last() == ["I5-I6"]
    sitting.put("E10=", "E3=W", "G2=W")
    assert sitting.decide().kind is Kind.AGREED


@pytest.mark.parametrize("place", [0, 1])
def test_on_a_board_of_rings_the_row_that_is_lit_is_taken_with_the_ring(place):
    six = "E2 I5 E6 A5 B7 D9 K10 K7 G2 G11 E2-E3 I5-I6 E6-E7 I6-I7 E3-E4 I7-I8 E7-E8 I8-I9 E4-E5 K7-K8 E5-D5"
    sitting = Sitting(Sensing.RINGS, six)
    lit = sitting.reader.since + DWELL * (2 + place) + 0.2
    sitting.wait(lit - sitting.now)
    sitting.put("B7=", after=0.0)
    sitting.wait(1.0)
    assert sitting.last(2) == [("xE2-E6", "xE3-E7")[place], "rB7"]


@SEEING
def test_a_score_put_back_is_none(sensing):
    sitting = Sitting(sensing, ROW + " E6-E7 xE2-E6")
    sitting.put("A2=")
    sitting.wait(1.0)
    assert sitting.last() == ["rA2"]
    sitting.put("A2=W")
    sitting.wait(2.0)
    assert sitting.last() == ["xE2-E6"]


@pytest.mark.parametrize(
    ("sensing", "seen"), [("polarity", True), ("full", True), ("presence", False), ("rings", False)]
)
def test_pieces_to_be_turned_are_told(sensing, seen):
    sitting = Sitting(sensing, JUMP)
    sitting.put("E4=", "E4=w", "E1=W", "E2=b")
    sitting.wait(1.0)
    right = sitting.reader.sight.game.contents(sitting.game.position)
    expected = (bits("E3"), 0) if seen else (0, bits("E2", "E3"))
    assert sitting.reader.turned_wrong(right) == expected


@EVERY
def test_after_a_resignation_only_sweeping_means_anything(sensing):
    sitting = Sitting(sensing, OPENING)
    sitting.contents[Point("E3").index] = ""
    sitting.see()
    assert sitting.reader.decide(sitting.game.positions, sitting.now, over=True).kind is Kind.AGREED
