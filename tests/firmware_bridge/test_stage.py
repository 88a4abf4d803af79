"""From hands on a virtual board to what the lights show: the whole way, point by point."""

import pytest

from docs.make_light_pictures import GAME, LATE, MIDGAME, SIX, Role, moves, world_of
from firmware_bridge.journal import JournalError
from firmware_bridge.lights import still
from firmware_bridge.orders import Answer, Resign, SetCoach, TakeBack
from firmware_bridge.palettes import PALETTES
from firmware_bridge.scene import Coach
from firmware_bridge.script import play_script
from firmware_bridge.turns import whose_turn
from firmware_bridge.world import World
from hardware.protocols import Sensing
from yinsh_core import POINTS, Game, Point
from yinsh_core.points import PointSet

ALL = [sensing.value for sensing in Sensing]
COLORS = PALETTES["default"]
OPENING = "E1 G11 A2 K10 A3 K9 A4 K8 A5 K7"


def world(game=MIDGAME, sensing="full", script=""):
    return world_of(Role("test", "", "", 1.0, script, tuple(game), sensing))


def watch(world, ms=4000):
    """The roles that each point shows within a while, by name; without what is too faint to tell its colour."""
    seen = {}
    for _ in range(ms // 20):
        world.run(ms=20)
        for point in POINTS:
            color = world.lights[point.name]
            if max(color) >= 40:
                seen.setdefault(point.name, set()).add(hue(color))
    return seen


def hue(color):
    """Which role's colour this is a share of."""
    named = {name: getattr(COLORS, name) for name in COLORS.__dataclass_fields__}

    def off(name):
        full, share = named[name], max(color) / max(named[name])
        return max(abs(part - whole * share) for part, whole in zip(color, full, strict=True))

    return min(named, key=off)


def lit_as(seen, role):
    return {name for name, roles in seen.items() if role in roles}


def names(bits):
    return {point.name for point in PointSet.from_bits(bits)}


def position(game):
    played = Game()
    for action in game:
        played.push(action)
    return played


# Destinations


@pytest.mark.parametrize("sensing", ALL)
@pytest.mark.parametrize("ring", ["C3", "E2", "E9", "G8"])
def test_lifting_a_ring_lights_exactly_where_it_may_go(sensing, ring):
    w = world(sensing=sensing, script=f"lift {ring}")
    w.run(ms=300)
    expected = {point.name for point in position(MIDGAME).destinations(Point(ring))}
    assert set(watch(w, 1000)) == expected


@pytest.mark.parametrize(
    ("coach", "roles"),
    [
        (Coach.OFF, {}),
        (Coach.DESTINATIONS, {"plain": 10}),
        (Coach.CONSEQUENCES, {"plain": 8, "own": 1, "gift": 1}),
        (Coach.BEST, {"plain": 8, "own": 1, "gift": 1}),
    ],
)
def test_coach_levels(coach, roles):
    w = world(LATE)
    w.obey(SetCoach(coach))
    play_script(w, "lift G8 / wait 300")
    seen = watch(w, 2500)
    assert {role: len(lit_as(seen, role)) for role in ("plain", "own", "gift") if lit_as(seen, role)} == roles
    if coach >= Coach.CONSEQUENCES:
        assert (lit_as(seen, "own"), lit_as(seen, "gift")) == ({"B3"}, {"G11"})


def test_a_ring_with_plain_destinations_costs_one_frame():
    w = world(script="lift C3")
    w.run(ms=300)
    assert still(w.table.scene)
    first = w.bridge.colors(w.now)
    w.run(ms=500)
    assert w.bridge.colors(w.now) is first


def test_a_ring_put_back_ends_it():
    w = world(script="lift C3 / put C3")
    w.run(ms=7000)
    assert set(watch(w)) == {"C3", "E2", "E9", "G8"}


# Turning over


def test_flips_go_out_one_by_one():
    w = world(script="lift C3 / put C3 white marker / put C7 / wait 500")
    for done, left in (("C5", {"C4", "C6"}), ("C4", {"C6"}), ("C6", set())):
        play_script(w, f"flip {done} / wait 300")
        seen = watch(w, 1200)
        assert names(w.table.scene.flips) == left
        assert lit_as(seen, "flip") >= left
        assert not lit_as(seen, "flip") & ({"C4", "C5", "C6"} - left)


@pytest.mark.parametrize("sensing", ["presence", "rings"])
def test_flips_that_cannot_be_seen_shine_for_a_while(sensing):
    w = world(sensing=sensing, script="lift C3 / put C3 white marker / put C7 / wait 800")
    assert names(w.table.scene.flips) == {"C4", "C5", "C6"}
    w.run(ms=13000)
    assert not w.table.scene.flips


@pytest.mark.parametrize("sensing", ["polarity", "full"])
def test_flips_are_lit_while_the_disk_is_full(sensing, monkeypatch):
    w = world(sensing=sensing)
    monkeypatch.setattr(w.journal, "append", full_disk)
    play_script(w, "lift C3 / put C3 white marker / put C7 / wait 1500")
    assert w.table.scene.unsaved
    assert names(w.table.scene.flips) == {"C4", "C5", "C6"}
    assert lit_as(watch(w, 1200), "flip") >= {"C4", "C5", "C6"}
    play_script(w, "flip C4 C5 C6 / wait 300")
    assert not w.table.scene.flips
    assert not lit_as(watch(w, 1200), "flip")


def full_disk(entry):
    raise JournalError(f"no space left for {entry}; make space")


# Rows and rings


@pytest.mark.parametrize("sensing", ALL)
def test_a_completed_row_is_lit(sensing):
    w = world(LATE, sensing, "play G8-B3 / wait 13000")
    assert lit_as(watch(w, 2000), "row") >= {"C3", "C4", "C5", "C6", "C7"}


@pytest.mark.parametrize("sensing", ALL)
def test_choices_are_lit_in_the_order_in_which_the_reader_counts_them(sensing):
    """Where a row cannot be seen, the one is taken that is lit when the hand comes: both must mean the same."""
    w = world(moves(SIX, -1), sensing, "play F6-B6")
    rows = w.table.scene.scenery.rows
    steps = w.table.reader.sight.steps(w.table.state)
    assert [names(row) for row in rows] == [names(seen.footprint) for seen in steps]
    assert len(rows) == 2


def test_the_row_that_is_lit_is_taken_with_the_ring():
    for wanted in (0, 1):
        w = world(moves(SIX, -1), "rings", "play F6-B6")
        rows = w.table.scene.scenery.rows
        while {whose_turn(2, w.table.scene.since, w.now + ahead) for ahead in (0.3, 0.7)} != {wanted}:
            w.run(ms=50)
        play_script(w, "take B6 / wait 600")
        assert names(rows[wanted]) == {point.name for point in w.game.actions[-2].points}


def test_the_row_that_is_begun_is_the_one_that_stays_lit():
    w = world(moves(SIX, -1), "full", "play F6-B6 / take C6 / wait 500")
    assert lit_as(watch(w, 4000), "row") >= {"D6", "E6", "F6", "G6"}
    assert "H6" not in lit_as(watch(w, 4000), "row")


def test_rings_that_may_be_taken_blink_once_the_row_is_off():
    w = world(moves(GAME, 55), script="play xC3-C7")
    assert lit_as(watch(w), "take") == {"B3", "B7", "E9"}


@pytest.mark.parametrize("sensing", ["presence", "polarity", "full"])
def test_rings_wait_until_a_row_that_is_seen_to_go_is_off(sensing):
    w = world(LATE, sensing, "play G8-B3 / wait 13000")
    assert not lit_as(watch(w), "take")


def test_rings_blink_with_the_row_where_they_are_taken_together():
    w = world(LATE, "rings", "play G8-B3 / wait 13000")
    seen = watch(w)
    assert lit_as(seen, "take") == {"B3", "B7", "E9"}
    assert lit_as(seen, "row") >= {"C3", "C4", "C5", "C6", "C7"}


# Wrong, question, correction


def test_a_wrong_piece_blinks_at_once():
    w = world(script="put F10 black marker / wait 250")
    assert w.status.kind == "wrong"
    assert "F10" in lit_as(watch(w, 400), "wrong")


def test_a_correction_shows_exactly_one_pair_until_it_is_right():
    w = world(script="lift F8 / put F10 / lift C8 / put D4 / wait 1500")
    seen = watch(w)
    away = lit_as(seen, "wrong")
    assert lit_as(seen, "missing") == {"C8"}
    assert away & {"F10", "D4"} == {"F10"}
    assert away <= {"F10"} | {point.name for point in Point("F10").neighbours}
    play_script(w, "lift F10 / put C8 / wait 1500")
    seen = watch(w)
    assert lit_as(seen, "missing") == {"F8"}
    assert lit_as(seen, "wrong") & {"F10", "D4"} == {"D4"}
    play_script(w, "lift D4 / put F8 / wait 1500 / expect waiting")
    assert set(watch(w)) == {"C3", "E2", "E9", "G8"}


def test_a_board_that_differs_from_the_saved_game_is_led_back_to_it():
    w = world(script="lift B1 / lift G8 / power cut / wait 500")
    assert names(w.table.scene.missing) == {"B1", "G8"}
    assert set(watch(w)) == {"B1"}, "one at a time"


def test_the_answers_of_a_question_take_turns():
    w = world(sensing="presence", script="put C3 white marker / lift C3 / put E5 / wait 1500")
    assert w.status.kind == "question"
    assert lit_as(watch(w, 3000), "question") >= {"C3", "E9"}
    w.obey(Answer(w.status.candidates.index("C3-E5")))
    w.run(ms=300)
    assert not lit_as(watch(w, 3000), "question")


# Whose turn


def test_from_the_first_ring_on_it_is_clear_whose_turn_it_is():
    w = World("full", 1)
    w.run(ms=500)
    assert set(watch(w)) == {"D1", "E1", "F2", "G2", "H3"}
    play_script(w, "play F6")
    assert set(watch(w)) == {"D9", "E10", "F10", "G11", "H11"}
    play_script(w, "play E5")
    assert set(watch(w)) == {"F6"}


def test_the_winner_is_seen():
    w = world(moves(GAME, 56), script="play rB7 / wait 3000")
    assert w.status.kind == "over"
    assert lit_as(watch(w), "second") == set()
    assert len(lit_as(watch(w), "first")) > 60


@pytest.mark.parametrize(("side", "winner", "loser"), [(0, "second", "first"), (1, "first", "second")])
def test_the_winner_is_seen_when_the_other_side_resigns(side, winner, loser):
    w = world()
    w.obey(Resign(side))
    w.run(ms=500)
    assert w.status.kind == "over"
    seen = watch(w)
    assert len(lit_as(seen, winner)) > 60
    assert lit_as(seen, loser) == set()
    w.obey(TakeBack())
    assert not w.table.scene.scenery.over


def test_a_board_that_nobody_touches_falls_asleep_and_wakes():
    w = world(script="wait 301000")
    assert set.union(*watch(w, 500).values()) == {"quiet"}
    play_script(w, "lift C3 / wait 300")
    assert "quiet" not in set.union(*watch(w, 500).values())


@pytest.mark.parametrize("sensing", ALL)
def test_light_never_leaves_its_range_through_a_game(sensing):
    w = world((), sensing)
    play_script(w, f"play {OPENING}")
    assert all(0 <= part <= 255 for color in w.bridge.colors(w.now) for part in color)
    assert len(w.bridge.colors(w.now)) == 91
