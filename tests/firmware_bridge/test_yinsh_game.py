"""YINSH behind the bridge's door agrees with the rules, over random positions."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.points import indices
from firmware_bridge.yinsh import Yinsh
from hardware.bands import UNCLEAR
from hardware.protocols import Sensing
from tests.firmware_bridge.readings import JUMP, OPENING, ROW, game_after
from tests.firmware_bridge.watched import random_game
from yinsh_core import Game, MoveRing, PlaceRing, TakeRing, TakeRow
from yinsh_core.points import POINTS, Point

YINSH = Yinsh()
CONTENTS = ("", "w", "b", "W", "B", "Ww", "Bb", "Wb", "Bw")
games = st.integers(0, 10_000).map(random_game)


def names(points):
    return {POINTS[point].name for point in points}


@given(games)
def test_every_legal_action_is_a_step_and_nothing_else(game):
    assert [step.action for step in YINSH.steps(game.position)] == list(game.legal_actions)


@given(games)
def test_a_step_changes_the_contents_into_those_of_the_state_after_it(game):
    before = YINSH.contents(game.position)
    for step in YINSH.steps(game.position):
        contents = list(before)
        for point, content in step.changes:
            contents[point] = content
        after = YINSH.after(game.position, step.action)
        assert tuple(contents) == YINSH.contents(after), step.action
        changed = {p for p, (a, b) in enumerate(zip(before, contents, strict=True)) if a != b}
        assert changed == {point for point, _ in step.changes}


@given(games)
def test_what_may_come_late_are_the_flips(game):
    for step in YINSH.steps(game.position):
        flips = game.flips(step.action.start, step.action.end) if isinstance(step.action, MoveRing) else ()
        assert names(indices(step.late)) == {point.name for point in flips}


@given(games)
def test_a_ring_can_go_on_when_another_legal_move_lies_behind(game):
    moves = [step for step in YINSH.steps(game.position) if isinstance(step.action, MoveRing)]
    ends = {(step.action.start, step.action.end) for step in moves}
    for step in moves:
        start, end = step.action.start, step.action.end
        behind = [far for near, far in ends if near == start and far != end and _between(start, end, far)]
        assert step.goes_on == bool(behind)


def _between(start: Point, end: Point, far: Point) -> bool:
    """Whether *end* lies on the way from *start* to *far*."""
    ahead, beyond = (end.x - start.x, end.y - start.y), (far.x - start.x, far.y - start.y)
    along = ahead[0] * beyond[0] + ahead[1] * beyond[1]
    aside = ahead[0] * beyond[1] - ahead[1] * beyond[0]
    return abs(aside) < 1e-9 and along > 0 and sum(d * d for d in beyond) > sum(d * d for d in ahead)


@given(games)
def test_contents_tell_what_the_position_tells(game):
    letters = {"W": game.position.white_rings, "B": game.position.black_rings}
    letters |= {"w": game.position.white_markers, "b": game.position.black_markers}
    for letter, bits in letters.items():
        found = {p for p, content in enumerate(YINSH.contents(game.position)) if content == letter}
        assert found == set(indices(bits))


def test_steps_of_each_kind_are_told_as_the_board_will_show_them():
    (place,) = [s for s in YINSH.steps(Game().position) if s.action == PlaceRing(Point("F6"))]
    assert place.changes == ((Point("F6").index, "W"),)
    row = game_after(ROW + " E6-E7")
    (take,) = YINSH.steps(row.position)
    assert isinstance(take.action, TakeRow)
    assert take.changes == tuple((Point(f"E{n}").index, "") for n in range(2, 7))
    row.push("xE2-E6")
    rings = YINSH.steps(row.position)
    assert all(isinstance(step.action, TakeRing) and step.goes_on for step in rings)
    assert {step.changes[0][1] for step in rings} == {""}


@pytest.mark.parametrize("content", CONTENTS)
def test_every_act_can_be_undone_by_acts(content):
    seen, edge = {content}, {content}
    while edge:
        edge = {other for here in edge for other in YINSH.acts(here)} - seen
        seen |= edge
    assert seen == set(CONTENTS)


@pytest.mark.parametrize(
    ("sensing", "levels"),
    [
        (Sensing.RINGS, (0, 0, 0, 1, 1, 1, 1, 1, 1)),
        (Sensing.PRESENCE, (0, 1, 1, 1, 1, 1, 1, 1, 1)),
        (Sensing.POLARITY, (0, 1, -1, 1, -1, 1, -1, 1, -1)),
        (Sensing.FULL, (0, 1, -1, 2, -2, 3, -3, UNCLEAR, UNCLEAR)),
    ],
)
def test_what_each_kind_of_board_reads(sensing, levels):
    assert tuple(YINSH.reads(sensing, content) for content in CONTENTS) == levels


def test_only_markers_have_a_side_to_forget():
    assert {c: YINSH.tolerates(c) for c in CONTENTS if YINSH.tolerates(c) != (c,)} == {
        "w": ("w", "b"),
        "b": ("b", "w"),
    }


def test_contents_in_words():
    assert YINSH.describe("") == "nothing"
    assert YINSH.describe("Ww") == "a white ring with its marker"
    assert len({YINSH.describe(content) for content in CONTENTS}) == len(CONTENTS)


@pytest.mark.parametrize("text", ["F6", "F6-F9", "xB3-B7", "rB2", "pass"])
def test_actions_are_read_as_they_are_written(text):
    assert str(YINSH.parse(text)) == text


def test_a_destination_tells_who_would_have_a_row():
    game = game_after(ROW)
    (seventh,) = YINSH.destinations(game.position, [YINSH.parse("E6-E7")])
    assert (seventh.point, seventh.own, seventh.other) == (Point("E7").index, True, False)
    both = "E2 F10 F7 F6 B7 D9 K10 K7 G2 A5 F7-G7 F10-F9 E2-E3 F9-F8 E3-E4 F8-G9 E4-E5 F6-G6 E5-E6 K7-K8"
    (gift,) = YINSH.destinations(game_after(both).position, [YINSH.parse("E6-G8")])
    assert (gift.own, gift.other) == (True, True)
    (plain,) = YINSH.destinations(game_after(OPENING).position, [YINSH.parse("E3-E4")])
    assert (plain.own, plain.other) == (False, False)


def test_the_scene_of_a_row_and_of_the_ring_after_it():
    game = game_after(ROW + " E6-E7")
    scenery = YINSH.scenery(game.positions, game.actions)
    assert [names(indices(row)) for row in scenery.rows] == [{"E2", "E3", "E4", "E5", "E6"}]
    game.push("xE2-E6")
    scenery = YINSH.scenery(game.positions, game.actions)
    assert scenery.rows == ()
    assert names(indices(scenery.takeable)) == {"A2", "B7", "K10", "G2", "E7"}
    assert names(scenery.last) == {"E2", "E3", "E4", "E5", "E6"}


def test_the_scene_of_a_game_in_course_and_at_its_end():
    game = game_after(JUMP)
    scenery = YINSH.scenery(game.positions, game.actions)
    assert (scenery.side, scenery.over, scenery.winner) == (0, False, None)
    assert names(indices(scenery.turn)) == {"E4", "A2", "B7", "K10", "G2"}
    assert names(indices(scenery.hidden)) == {"E2", "E3", "I5", "I6"}
    won = Game("blitz")
    for action in (ROW + " E6-E7 xE2-E6 rA2").split():
        won.push(action)
    scenery = YINSH.scenery(won.positions, won.actions)
    assert (scenery.over, scenery.winner, scenery.turn, scenery.places) == (True, 0, 0, (1, 0))
    assert YINSH.is_over(won.position)


@given(games)
def test_a_hint_is_legal(game):
    assert YINSH.hint(game.position) in list(game.legal_actions)


def test_a_hint_takes_a_row_that_can_be_had():
    assert str(YINSH.hint(game_after(ROW).position)).startswith("E6-")


def test_whoever_is_to_act():
    assert [YINSH.side_to_act(position) for position in game_after(OPENING).positions[:4]] == [0, 1, 0, 1]


def test_states_follow_each_other_as_the_rules_say():
    rng = random.Random(3)
    game = YINSH.new("standard")
    for _ in range(40):
        game.push(rng.choice(game.legal_actions))
    assert YINSH.start("standard") == game.positions[0]
    for action, (before, after) in zip(game.actions, pairwise(game.positions), strict=True):
        assert YINSH.after(before, action) == after
