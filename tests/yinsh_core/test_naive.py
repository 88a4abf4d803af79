"""The naive game itself, on positions worked out by hand: what checks the engine must be checked too."""

import random

import pytest

from tests.yinsh_core import naive
from tests.yinsh_core.boards import (
    BLACK_CORNER,
    NAMES,
    WHITE_CORNER,
    harmless,
    position_text,
    walled_in,
)
from tests.yinsh_core.naive import NaiveGame


def play(start, *texts):
    game = NaiveGame.from_text(start)
    for text in texts:
        game = game.play(text)
    return game


def ends_of_moves(game, start):
    return " ".join(text.split("-")[1] for text in game.legal_actions() if text.startswith(f"{start}-"))


def test_the_board_has_85_places_and_lines_without_gaps():
    assert len(naive.PLACES) == 85
    assert naive.between(("F", 2), ("F", 4)) == [("F", 3)]
    assert naive.between(("D", 4), ("A", 4)) == [("C", 4), ("B", 4)]
    assert naive.between(("C", 3), ("F", 6)) == [("D", 4), ("E", 5)]
    with pytest.raises(ValueError, match="not on one line"):
        naive.between(("C", 3), ("D", 5))


def test_rings_are_placed_in_turn():
    game = NaiveGame()
    assert (game.to_act, game.phase, len(game.legal_actions())) == ("white", "place", 85)
    game = game.play("F6")
    assert (game.to_act, game.rings) == ("black", {("F", 6): "white"})
    assert "F6" not in game.legal_actions()
    for text in ("A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "B5"):
        assert game.phase == "place"
        game = game.play(text)
    assert (game.to_act, game.phase) == ("white", "move")


def test_a_ring_slides_over_empty_points_and_stops_before_rings():
    game = play(position_text(f"F6 {WHITE_CORNER}", "F9 D6 J10 E10 G2"))
    # Rings stand in the way on F9, D6 and J10; the other three directions are free down to the rim.
    assert ends_of_moves(game, "F6") == "B2 C3 D4 E5 E6 F2 F3 F4 F5 F7 F8 G6 G7 H6 H8 I6 I9 J6"


def test_a_ring_stops_on_the_first_empty_point_behind_a_run_of_markers():
    game = play(position_text(f"F2 {WHITE_CORNER}", white="F4 F6", black="F5 F8"))
    assert ends_of_moves(game, "F2") == "B2 C2 D2 E1 E2 F3 F7 G2 G3 H4 I5 J6"


def test_jumped_markers_turn_and_the_one_left_behind_does_not():
    game = play(position_text(f"F2 {WHITE_CORNER}", white="F4 F6", black="F5 F8"), "F2-F7")
    columns = {number: game.markers[place] for place in game.markers for number in [place[1]]}
    assert columns == {2: "white", 4: "black", 5: "white", 6: "black", 8: "black"}
    assert (game.pool, game.to_act, game.phase) == (46, "black", "move")


def test_playing_leaves_the_game_before_as_it_was():
    before = NaiveGame.from_text(position_text(f"F2 {WHITE_CORNER}", white="F4 F6", black="F5 F8"))
    text = before.text()
    before.play("F2-F7")
    assert before.text() == text


def test_an_action_that_is_not_listed_is_refused():
    with pytest.raises(ValueError, match="F6-F7 is not allowed"):
        NaiveGame().play("F6-F7")


def test_seven_in_line_are_three_choices_in_order():
    game = play(position_text(f"E5 {WHITE_CORNER}", white="E2 E3 E4 E6 E7 E8"), "E5-D5")
    assert (game.phase, game.legal_actions()) == ("row", ["xE2-E6", "xE3-E7", "xE4-E8"])
    game = game.play("xE3-E7")
    assert (game.phase, sorted(game.markers)) == ("ring", [("E", 2), ("E", 8)])
    assert game.legal_actions() == ["rA2", "rA3", "rA4", "rA5", "rD5"]
    game = game.play("rA3")
    assert (game.phase, game.to_act, game.captures) == ("move", "black", {"white": 1, "black": 0})


def test_the_mover_takes_rows_first_then_the_opponent_who_then_moves():
    start = position_text(f"C5 {WHITE_CORNER}", white="D5 E3 E4 E6 E7", black="E5 D3 D4 D6 D7")
    game = play(start, "C5-F5")
    assert (game.turn, game.to_act, game.legal_actions()) == ("white", "white", ["xE3-E7"])
    game = game.play("xE3-E7").play("rA2")
    assert (game.turn, game.to_act, game.legal_actions()) == ("white", "black", ["xD3-D7"])
    game = game.play("xD3-D7").play("rK7")
    assert (game.turn, game.to_act, game.phase) == ("black", "black", "move")
    assert game.captures == {"white": 1, "black": 1}


@pytest.mark.parametrize(
    ("white_rings", "variant", "reason"),
    [("E5 A2 A3", "standard", "three rings"), (f"E5 {WHITE_CORNER}", "blitz", "blitz")],
)
def test_the_deciding_ring_ends_the_game(white_rings, variant, reason):
    start = position_text(white_rings, white="E3 E4 E6 E7", variant=variant)
    game = play(start, "E5-D5", "xE3-E7", "rA2")
    assert (game.phase, game.winner, game.reason, game.legal_actions()) == ("over", "white", reason, [])


@pytest.mark.parametrize(
    ("black_rings", "winner"), [("K7 K8 K9 K10 J11", None), ("K8 K9 K10 J11", "black"), ("K9 K10 J11", "black")]
)
def test_the_last_marker_ends_the_game_by_count(black_rings, winner):
    white, black = harmless(NAMES[:50])
    game = play(position_text("J5 J6 J7 J8 J9", black_rings, white, black), "J5-I5")
    assert (game.pool, game.phase, game.winner, game.reason) == (0, "over", winner, "markers exhausted")


def test_a_row_made_by_the_last_marker_keeps_the_game_going():
    white, black = harmless(NAMES[:46])
    game = play(position_text("J5 I4 I6 I7 I8", BLACK_CORNER, f"{white} J6 J7 J8 J9", black), "J5-I5")
    assert (game.pool, game.phase) == (0, "row")
    game = game.play("xJ5-J9").play("rI4")
    assert (game.pool, game.phase, game.to_act) == (5, "move", "black")


def test_a_player_without_a_move_passes():
    game = play(position_text("A2 A3 A4", "B2 B3 B4 B5 A5"))
    assert game.legal_actions() == ["pass"]
    game = game.play("pass")
    assert (game.to_act, game.phase, game.passes) == ("black", "move", 1)
    game = game.play("B5-B6")
    assert (game.to_act, game.passes, game.legal_actions()) == ("white", 0, ["A4-C6"])


@pytest.mark.parametrize(
    ("white_rings", "black_rings", "winner"), [("A2 G11 J5", "A5 G2 J11", None), ("C1 D9 K8", "C8 D1 D8 K9", "white")]
)
def test_two_passes_end_the_game_by_count(white_rings, black_rings, winner):
    white, black = harmless(walled_in(f"{white_rings} {black_rings}"))
    game = play(position_text(white_rings, black_rings, white, black), "pass")
    assert (game.to_act, game.phase, game.legal_actions()) == ("black", "move", ["pass"])
    game = game.play("pass")
    assert (game.phase, game.winner, game.reason) == ("over", winner, "no moves left")


def test_texts_of_positions_can_be_read_again():
    assert NaiveGame().text() == "4/7/8/9/10/9/10/9/8/7/4 white white place 0-0 0 standard"
    random_numbers, game = random.Random(1), NaiveGame("blitz")
    while game.phase != "over":
        assert NaiveGame.from_text(game.text()).__dict__ == game.__dict__
        game = game.play(random_numbers.choice(game.legal_actions()))


def test_perft_counts_sequences_of_placements():
    assert [naive.perft(NaiveGame(), depth) for depth in range(3)] == [1, 85, 85 * 84]
