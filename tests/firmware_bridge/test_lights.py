"""The language of light: what each role looks like, point by point and moment by moment."""

from dataclasses import replace
from itertools import combinations, pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.boardgame import Destination, Scenery
from firmware_bridge.lights import BARS, CENTRE, CORNERS, EDGES, render, still
from firmware_bridge.palettes import PALETTES, Palette
from firmware_bridge.scene import Coach, Scene
from firmware_bridge.turns import DWELL
from yinsh_core.points import POINTS, Point, PointSet, bits_of, indices

FPS = 25
WHITE_RINGS = PointSet(["C3", "F9"]).bits
ROW = PointSet(["E1", "E2", "E3", "E4", "E5"]).bits
LONGER = PointSet(["E2", "E3", "E4", "E5", "E6"]).bits


def at(*names):
    return PointSet(names).bits


def index(name):
    return Point(name).index


def moving(**changes):
    """A board in play with White's rings on it, and whatever a test adds."""
    scenery = Scenery(turn=WHITE_RINGS, occupied=WHITE_RINGS)
    return Scene(scenery=replace(scenery, **changes.pop("scenery", {})), **changes)


#: One scene for each role, and a point that shows it.
ROLES = {
    "turn": (moving(), "C3"),
    "plain": (moving(destinations=(Destination(index("F6")),)), "F6"),
    "own": (moving(destinations=(Destination(index("F6"), own=True),)), "F6"),
    "gift": (moving(destinations=(Destination(index("F6"), other=True),)), "F6"),
    "own and gift": (moving(destinations=(Destination(index("F6"), own=True, other=True),)), "F6"),
    "flip": (moving(flips=at("F6")), "F6"),
    "row": (moving(scenery={"rows": (ROW,)}), "E3"),
    "row among others": (moving(scenery={"rows": (ROW, at("H5", "H6", "H7", "H8", "H9"))}), "E3"),
    "take": (moving(scenery={"takeable": WHITE_RINGS}), "C3"),
    "wrong": (moving(surplus=at("F6")), "F6"),
    "missing": (moving(missing=at("F6")), "F6"),
    "hint": (moving(hint=(index("F9"), index("F4"))), "F6"),
    "question": (moving(question=(at("F6"), at("G7"))), "F6"),
    "won": (moving(scenery={"over": True, "winner": 0, "last": tuple(indices(ROW))}), "F6"),
    "drawn": (moving(scenery={"over": True, "last": (index("C3"),)}), "F6"),
    "asleep": (moving(asleep=True), "F6"),
    "paused": (moving(paused=True), "E5"),
    "offline": (moving(offline=True), "F6"),
    "unsaved": (moving(unsaved=True), "A2"),
    "flagged": (moving(flagged=0), "E1"),
    "distrusted": (moving(distrusted=at("F6")), "F6"),
}


def luminance(color):
    red, green, blue = color
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def signature(role, seconds, fps=FPS):
    """How bright the role's point is over time, as a share of its brightest moment."""
    scene, point = ROLES[role]
    bright = [luminance(render(scene, 40 + t / fps)[index(point)]) for t in range(round(seconds * fps))]
    return [value / max(bright) for value in bright]


def unlikeness(one, other):
    """The least difference of two rhythms, however late one of them begins."""
    late = range(len(other) - len(one) + 1)
    return min(sqrt(sum((a - b) ** 2 for a, b in zip(one, other[n:], strict=False)) / len(one)) for n in late)


def lit(colors):
    return {POINTS[p].name for p in range(len(POINTS)) if any(colors[p])}


def ever_lit(scene, seconds=8.0, start=0.0):
    """The points that shine at some time."""
    return set().union(*(lit(render(scene, start + t / 50)) for t in range(round(seconds * 50))))


# Motion


def test_every_role_has_a_rhythm_of_its_own():
    rhythms = {role: signature(role, 16) for role in ROLES}
    found = {(a, b): unlikeness(rhythms[a][: 8 * FPS], rhythms[b]) for a, b in combinations(ROLES, 2)}
    assert min(found.values()) >= 0.2, min(found, key=found.__getitem__)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "plain"])
def test_every_role_but_a_plain_destination_moves(role):
    bright = signature(role, 16)
    assert min(bright) < 0.8
    assert not still(ROLES[role][0])


@pytest.mark.parametrize("role", ROLES)
def test_nothing_flashes_more_than_three_times_a_second(role):
    """The limit that the web's accessibility guidelines set for people with photosensitive epilepsy."""
    fps = 100
    bright = signature(role, 8, fps)
    high = [n for n in range(1, len(bright)) if bright[n] >= 0.5 > bright[n - 1]]
    for window in range(0, len(bright), 10):
        assert sum(window <= n < window + fps for n in high) <= 3


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", PALETTES)
def test_every_role_is_seen_in_every_palette(name, role):
    scene, point = ROLES[role]
    peak = max(max(render(scene, 40 + t / FPS, PALETTES[name])[index(point)]) for t in range(16 * FPS))
    assert peak >= 40, "of 255: less is nothing after gamma"


# Property


points = st.integers(0, (1 << 85) - 1)
few = st.sets(st.integers(0, 84), max_size=6).map(bits_of)
point = st.integers(0, 84)
sceneries = st.builds(
    Scenery,
    side=st.integers(0, 1),
    turn=points,
    occupied=points,
    hidden=points,
    rows=st.lists(few, max_size=4).map(tuple),
    takeable=points,
    over=st.booleans(),
    winner=st.sampled_from([None, 0, 1]),
    last=st.lists(point, max_size=5).map(tuple),
    places=st.tuples(st.integers(0, 5), st.integers(0, 5)),
)
scenes = st.builds(
    Scene,
    scenery=sceneries,
    since=st.floats(0, 1e6),
    asked=st.floats(0, 1e6),
    lifted=few,
    destinations=st.lists(st.builds(Destination, point, st.booleans(), st.booleans()), max_size=9).map(tuple),
    flips=few,
    surplus=few,
    missing=few,
    correcting=st.booleans(),
    question=st.lists(few, max_size=3).map(tuple),
    hint=st.none() | st.tuples(point, point),
    distrusted=few,
    coach=st.sampled_from(Coach),
    asleep=st.booleans(),
    paused=st.booleans(),
    unsaved=st.booleans(),
    offline=st.booleans(),
    flagged=st.sampled_from([None, 0, 1]),
)
times = st.floats(0, 1e7, allow_nan=False)


@given(scenes, times, st.sampled_from(list(PALETTES.values())))
def test_any_scene_gives_91_colors(scene, now, palette):
    colors = render(scene, now, palette)
    assert len(colors) == 91
    assert all(type(part) is int and 0 <= part <= 255 for color in colors for part in color)
    assert colors == render(scene, now, palette)


@given(scenes, times, times)
def test_a_still_scene_looks_the_same_at_any_time(scene, now, later):
    calm = replace(
        scene,
        flips=0,
        surplus=0,
        missing=0,
        question=(),
        hint=None,
        distrusted=0,
        unsaved=False,
        offline=False,
        flagged=None,
    )
    for each in (scene, calm):
        if still(each):
            assert render(each, now) == render(each, later)


@pytest.mark.parametrize("role", ROLES)
def test_a_lifted_ring_with_plain_destinations_is_still_unless_something_else_moves(role):
    scene = replace(ROLES[role][0], destinations=ROLES[role][0].destinations or (Destination(index("K7")),))
    moves = len({render(scene, t / 10) for t in range(100)}) > 1
    assert still(scene) is not moves
    assert moves is (role not in {"plain", "turn"})


@given(scenes, times)
def test_each_point_shows_one_role_only(scene, now):
    """With a palette of one channel a role, no point has two channels: messages never mix to a third."""
    red = Palette(**dict.fromkeys(Palette.__dataclass_fields__, (255, 0, 0)))
    marked = replace(red, flip=(0, 255, 0), wrong=(0, 0, 255))
    assert all(sum(map(bool, color)) <= 1 for color in render(scene, now, marked))


# Places and points


def test_whose_turn_breathes_in_that_sides_rings():
    assert ever_lit(moving()) == {"C3", "F9"}


def test_who_has_no_ring_yet_sees_the_own_edge_breathe():
    for side, edge in enumerate(EDGES):
        scene = Scene(scenery=Scenery(side=side))
        assert ever_lit(scene) == {p.name for p in PointSet.from_bits(edge)}
        places = [any(color) for color in render(scene, 2.0)[85:]]
        assert places == [side == 0] * 3 + [side == 1] * 3


def test_edges_lie_opposite_each_other_and_on_the_players_sides():
    white, black = (PointSet.from_bits(edge) for edge in EDGES)
    assert all(p.y <= -4 for p in white)
    assert sorted((round(-p.x, 3), round(-p.y, 3)) for p in white) == sorted(
        (round(p.x, 3), round(p.y, 3)) for p in black
    )


def test_corners_are_the_six_points_farthest_from_the_middle():
    corners = PointSet.from_bits(CORNERS[0] | CORNERS[1])
    farthest = max(p.x**2 + p.y**2 for p in POINTS)
    assert len(corners) == 6
    assert all(abs(p.x**2 + p.y**2 - farthest) < 1e-6 for p in corners)


def test_destinations_by_what_they_bring():
    ends = (Destination(index("F6")), Destination(index("F7"), own=True), Destination(index("F8"), other=True))
    colors = render(moving(destinations=ends), 40.3)
    assert lit(colors) == {"F6", "F7", "F8"}
    assert len({colors[index(name)] for name in ("F6", "F7", "F8")}) == 3


def test_the_light_runs_along_the_row_and_choices_take_turns():
    scene = moving(scenery={"rows": (ROW, LONGER)}, since=100.0)
    for turn, row in enumerate((ROW, LONGER, ROW)):
        start = 100.0 + turn * DWELL
        assert ever_lit(scene, DWELL - 0.02, start) == {p.name for p in PointSet.from_bits(row)}
    heads = [
        max(indices(ROW), key=lambda p: luminance(render(scene, 100.0 + t)[p])) for t in (0.12, 0.22, 0.33, 0.43, 0.54)
    ]
    assert heads == list(indices(ROW))


def test_choices_of_rows_shrink_as_markers_go():
    scene = moving(scenery={"rows": (ROW, LONGER)}, lifted=at("E6"))
    assert ever_lit(scene) == {"E2", "E3", "E4", "E5"}


def test_rings_blink_beside_the_row_where_both_are_due():
    scene = moving(scenery={"rows": (ROW,), "takeable": WHITE_RINGS})
    assert ever_lit(scene) == {"E1", "E2", "E3", "E4", "E5", "C3", "F9"}


def test_the_place_for_the_ring_blinks_along():
    scene = moving(scenery={"takeable": WHITE_RINGS, "places": (1, 0)})
    bright, faint = (render(scene, now)[85:88] for now in (0.5, 1.5))
    assert bright[0] == faint[0] == render(scene, 0.0)[85] != (0, 0, 0)
    assert bright[1] == tuple(PALETTES["default"].take)
    assert faint[1] != bright[1]
    assert bright[2] == (0, 0, 0)


def test_a_correction_shows_one_pair_the_missing_piece_and_the_nearest_wrong_one():
    scene = moving(surplus=at("B2", "H8"), missing=at("F6", "K8"), correcting=True)
    assert ever_lit(scene) - {p.name for p in Point("H8").neighbours} == {"F6", "H8"}
    in_hand = replace(scene, surplus=at("B2"))
    assert "F6" in ever_lit(in_hand)
    assert "K8" not in ever_lit(in_hand)


def test_outside_a_correction_all_that_is_wrong_blinks():
    assert ever_lit(moving(surplus=at("B2"), missing=at("K8"))) >= {"B2", "K8"}


def test_wrong_blinks_fast_and_missing_slowly():
    def starts(role):
        bright = signature(role, 12, 100)
        return sum(now > 0.5 >= before for before, now in pairwise(bright))

    assert starts("wrong") >= 3 * starts("missing")


def test_the_comet_flies_from_the_ring_to_its_destination():
    scene = moving(hint=(index("F9"), index("F5")))
    heads = [
        max(range(85), key=lambda p: luminance(render(scene, 7 * (4 + 3) / 6 + t / 6 + 0.01)[p])) for t in range(5)
    ]
    assert [POINTS[p].name for p in heads] == ["F9", "F8", "F7", "F6", "F5"]


def test_a_hint_at_one_point_falls_there():
    assert ever_lit(Scene(hint=(index("F6"), index("F6")), scenery=Scenery(turn=1 << index("A2")))) == {"F6", "A2"}


def test_answers_pulse_in_turn():
    scene = moving(question=(at("F6"), at("G7")), asked=10.0)
    for turn, name in enumerate(("F6", "G7", "F6")):
        colors = render(scene, 10.0 + turn * DWELL + 0.4)
        assert max(range(85), key=lambda p: luminance(colors[p])) == index(name)
        assert lit(colors) == {"F6", "G7"}


def test_waves_begin_at_the_last_row():
    scene = moving(scenery={"over": True, "winner": 1, "last": tuple(indices(ROW))}, since=50.0)
    early = lit(render(scene, 50.3)) - {p.name for p in PointSet.from_bits(EDGES[1])}
    assert early >= {"E1", "E2", "E3", "E4", "E5"}
    assert not early & {"H11", "K10", "I10"}


@pytest.mark.parametrize("winner", [0, 1])
def test_the_winners_edge_stays_lit(winner):
    scene = moving(scenery={"over": True, "winner": winner, "last": (index("F6"),)})
    always = set.intersection(*(lit(render(scene, t / 10)) for t in range(1, 80)))
    assert always == {p.name for p in PointSet.from_bits(EDGES[winner])}


def test_a_draw_goes_out_in_one_colour_and_back_in_the_other():
    scene, palette = ROLES["drawn"][0], PALETTES["default"]
    hues = [next(c for c in render(scene, t) if any(c)) for t in (1.0, 3.5)]
    assert [color[0] > color[2] for color in hues] == [palette.first[0] > palette.first[2], False]


def test_a_sleeping_board_is_quiet_even_after_a_game():
    scene = moving(scenery={"over": True, "winner": 0, "last": (0,)}, asleep=True)
    assert all(max(color) <= 96 for t in range(40) for color in render(scene, t / 3))


def test_offline_shows_nothing_but_the_heartbeat():
    scene = replace(ROLES["missing"][0], offline=True, unsaved=True)
    assert ever_lit(scene) == {p.name for p in PointSet.from_bits(CENTRE)}


def test_a_paused_board_shows_two_bars():
    assert ever_lit(replace(ROLES["wrong"][0], paused=True)) == {p.name for p in PointSet.from_bits(BARS)}


def test_corners_alternate_while_something_is_not_saved_and_play_goes_on():
    scene = moving(unsaved=True)
    for t in range(60):
        shine = lit(render(scene, t / 10))
        assert any(shine >= {p.name for p in PointSet.from_bits(three)} for three in CORNERS)
        assert not shine >= {p.name for p in PointSet.from_bits(CORNERS[0] | CORNERS[1])}
    assert ever_lit(scene) >= {"C3", "F9"}


@pytest.mark.parametrize("side", [0, 1])
def test_the_edge_of_the_side_whose_time_is_over_beats(side):
    edge = {p.name for p in PointSet.from_bits(EDGES[side])}
    assert ever_lit(moving(flagged=side)) == edge | {"C3", "F9"}


def test_what_is_to_be_turned_over_is_lit_also_while_it_is_not_saved():
    assert "F6" in ever_lit(moving(flips=at("F6"), unsaved=True))


# What covers the light


def test_a_markers_message_glows_on_its_empty_neighbours():
    scene = moving(flips=at("F6"), scenery={"hidden": at("F6"), "occupied": at("F6", "F7") | WHITE_RINGS})
    around = {p.name for p in Point("F6").neighbours} - {"F7"}
    assert ever_lit(scene) == around | {"F6", "C3", "F9"}


def test_a_rings_message_does_not_glow():
    assert ever_lit(moving(flips=at("C3"))) == {"C3", "F9"}


def test_a_glow_never_covers_another_message_not_even_its_dark_moments():
    glow, call = moving(surplus=at("F6")), moving(missing=at("G7"))
    both = moving(surplus=at("F6"), missing=at("G7"))
    assert "G7" in ever_lit(glow)
    for t in range(100):
        assert render(both, t / 20)[index("G7")] == render(call, t / 20)[index("G7")]


def test_a_wrong_piece_may_be_a_marker_so_it_glows():
    assert ever_lit(moving(surplus=at("F6"))) >= {p.name for p in Point("F6").neighbours}
