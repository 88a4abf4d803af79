"""Each numbered paragraph of the rulebook, C to J, as games on the real engine.

A test is named after the paragraph that it checks. What the rulebook leaves open and this project settled
stands at the end.
"""

# ruff: noqa: N802 - a test carries the letter of its paragraph

import pytest

from tests.yinsh_core.boards import BLACK_CORNER, NAMES, WHITE_CORNER, harmless, position_text, walled_in
from yinsh_core import POINTS, Color, Game, IllegalAction, Outcome, Phase, Point, PointSet, Position, Reason

WHITE, BLACK = Color.WHITE, Color.BLACK

# Ten rings whose places in the order of placing are White, Black, White, …
TEN_RINGS = ("F6", "A2", "G7", "B1", "E5", "C1", "D4", "D1", "H8", "E1")

# White's ring on C5 can jump D5 and E5 to F5, which flips both and fills columns D and E.
FILLS_D_AND_E = f"C5 {WHITE_CORNER}"
REST_OF_D, REST_OF_E = "D3 D4 D6 D7", "E3 E4 E6 E7"


def start(*arguments, **settings):
    return Game(position=Position.from_text(position_text(*arguments, **settings)))


def play(game, *texts):
    for text in texts:
        game.push(text)
    return game


def legal(game):
    return [str(action) for action in game.legal_actions]


def names(points):
    return " ".join(point.name for point in points)


def refused(game, text, why):
    before = game.position
    with pytest.raises(IllegalAction, match=why):
        game.push(text)
    assert text not in game.legal_actions
    assert game.position == before


# Paragraph C: preparation


def test_C1_lettered_lines_run_from_one_player_to_the_other():
    for column in "ABCDEFGHIJK":
        line = [point for point in POINTS if point.name[0] == column]
        assert len({point.x for point in line}) == 1
        assert line == sorted(line, key=lambda point: point.y)
    assert Point("A2").x < Point("K7").x


def test_C2_white_begins_and_each_side_has_five_rings():
    game = Game()
    assert game.to_act is WHITE
    play(game, *TEN_RINGS)
    assert [len(rings) for rings in game.position.rings] == [5, 5]


def test_C3_the_pool_holds_51_markers():
    assert Game().position.pool == 51


# Paragraph D: starting position


def test_D1_the_board_is_empty_at_first():
    position = Game().position
    assert not any(position.rings)
    assert not any(position.markers)
    assert position.captures == (0, 0)


def test_D2_rings_are_placed_in_turn_one_at_a_time():
    game = Game()
    for count, text in enumerate(TEN_RINGS):
        assert (game.phase, game.to_act) == (Phase.PLACE, Color(count % 2))
        game.push(text)
    assert names(game.position.rings.white) == "D4 E5 F6 G7 H8"
    assert names(game.position.rings.black) == "A2 B1 C1 D1 E1"


def test_D2_any_empty_point_will_do_edges_too():
    game = Game()
    assert legal(game) == NAMES
    play(game, "A2", "K10")
    assert legal(game) == [name for name in NAMES if name not in ("A2", "K10")]
    refused(game, "K10", "K10 holds a black ring")


def test_D3_moves_begin_when_ten_rings_stand():
    game = play(Game(), *TEN_RINGS)
    assert (game.phase, game.to_act, game.position.pool) == (Phase.MOVE, WHITE, 51)
    refused(game, "K7", "white must move a ring")


# Paragraph E: moving a ring


def test_E1_a_move_takes_a_marker_from_the_pool():
    game = play(start(f"F6 {WHITE_CORNER}"), "F6-F7")
    assert game.position.pool == 50
    game.push("K7-J7")
    assert game.position.pool == 49


def test_E2_the_marker_shows_the_movers_colour_where_the_ring_was():
    game = play(start(f"F6 {WHITE_CORNER}"), "F6-F7", "K7-J7")
    assert names(game.position.markers.white) == "F6"
    assert names(game.position.markers.black) == "K7"


def test_E2_only_own_rings_are_moved():
    game = start(f"F6 {WHITE_CORNER}")
    refused(game, "K7-J7", "K7 holds a black ring, not a white ring")
    refused(game, "F7-F8", "F7 holds nothing, not a white ring")


def test_E3_the_marker_stays_behind():
    game = play(start(f"F6 {WHITE_CORNER}"), "F6-F9")
    assert names(game.position.rings.white) == "A2 A3 A4 A5 F9"
    assert names(game.position.markers.white) == "F6"


def test_E3_straight_over_vacant_points_to_a_vacant_point():
    game = start(f"F6 {WHITE_CORNER}", "F9 D6 J10 E10 G2")
    assert names(game.destinations("F6")) == "B2 C3 D4 E5 E6 F2 F3 F4 F5 F7 F8 G6 G7 H6 H8 I6 I9 J6"
    refused(game, "F6-G8", "not on one line")
    refused(game, "F6-F6", "must leave its point")
    refused(game, "F6-F9", "F9 holds a black ring")


def test_E3_a_jump_ends_on_the_first_vacant_point_behind_the_markers():
    game = start(f"F2 {WHITE_CORNER}", white="F3 F5", black="F4")
    assert "F2-F6" in game.legal_actions
    refused(game, "F2-F4", "F4 holds a black marker")
    refused(game, "F2-F7", "first empty point")


def test_E3_vacant_points_may_come_before_a_jump_but_not_after_it():
    game = start(f"F2 {WHITE_CORNER}", white="F5", black="F6 F8")
    assert [text for text in legal(game) if text.startswith("F2-F")] == ["F2-F3", "F2-F4", "F2-F7"]
    refused(game, "F2-F9", "first empty point")


def test_E3_rings_are_not_jumped():
    game = start(f"F2 {WHITE_CORNER}", "F4 K8 K9 K10 J11", black="G3 H4")
    refused(game, "F2-F5", "a ring stands in between, on F4")
    assert "F2-I5" in game.legal_actions
    blocked = start("F2 I5 A3 A4 A5", black="G3 H4")
    refused(blocked, "F2-J6", "a ring stands in between, on I5")
    refused(blocked, "F2-I5", "I5 holds a white ring")


# Paragraph F: flipping markers


def test_F1_without_a_jump_the_turn_ends_and_nothing_flips():
    game = start(f"F2 {WHITE_CORNER}", white="G4", black="E4")
    assert not game.flips("F2", "F6")
    game.push("F2-F6")
    assert (names(game.position.markers.white), names(game.position.markers.black)) == ("F2 G4", "E4")
    assert (game.to_act, game.phase) == (BLACK, Phase.MOVE)


def test_F2_all_jumped_markers_flip_of_either_colour():
    game = start(f"F2 {WHITE_CORNER}", white="F4 F6", black="F5 F8")
    assert game.flips("F2", "F7") == PointSet(["F4", "F5", "F6"])
    game.push("F2-F7")
    assert (names(game.position.markers.white), names(game.position.markers.black)) == ("F2 F5", "F4 F6 F8")


def test_F3_the_marker_put_into_the_ring_does_not_flip():
    game = play(start(f"F2 {WHITE_CORNER}", black="F3"), "F2-F4")
    assert names(game.position.markers.white) == "F2 F3"


def test_F4_markers_never_move():
    game = start(f"F2 {WHITE_CORNER}", white="F4 F6", black="F5 F8")
    before = game.position.markers.white | game.position.markers.black
    game.push("F2-F7")
    after = game.position.markers.white | game.position.markers.black
    assert after - before == PointSet(["F2"])
    assert before <= after
    refused(start(f"F2 {WHITE_CORNER}", white="F4"), "F4-F5", "F4 holds a white marker, not a white ring")


# Paragraph G: rows and rings


@pytest.mark.parametrize(
    ("ring", "markers", "move", "row"),
    [
        ("E4", "E5 E6 E7 E8", "E4-D4", "xE4-E8"),
        ("C6", "D6 E6 F6 G6", "C6-C5", "xC6-G6"),
        ("C3", "D4 E5 F6 G7", "C3-C2", "xC3-G7"),
    ],
)
def test_G1_five_adjacent_markers_in_line_are_a_row(ring, markers, move, row):
    game = play(start(f"{ring} {WHITE_CORNER}", white=markers), move)
    assert (game.phase, game.to_act, legal(game)) == (Phase.ROW, WHITE, [row])
    assert [str(found) for found in game.rows(WHITE)] == [row]
    assert game.rows(BLACK) == ()


@pytest.mark.parametrize(
    ("white", "black"),
    [("E5 E6 E7", ""), ("E5 E6 E8 E9", ""), ("E5 E6 E8", "E7"), ("F5 G6 H7", "E5")],
    ids=["four", "gap", "other colour", "bent"],
)
def test_G1_anything_less_is_none(white, black):
    game = play(start(f"E4 {WHITE_CORNER}", white=white, black=black), "E4-D4")
    assert (game.phase, game.to_act, game.rows(WHITE)) == (Phase.MOVE, BLACK, ())


def test_G1_a_ring_in_the_line_does_not_count():
    game = play(start("E4 E7 A3 A4 A5", white="E5 E6 E8 E9"), "E4-D4")
    assert (game.phase, game.to_act, game.rows(WHITE)) == (Phase.MOVE, BLACK, ())


def test_G2_a_row_must_be_taken_and_goes_back_to_the_pool():
    game = play(start(f"E4 {WHITE_CORNER}", white="E5 E6 E7 E8", black="D8"), "E4-D4")
    assert game.position.pool == 45
    for text in ("A2-B2", "K7-J7", "rA2", "pass"):
        refused(game, text, "white must take a row")
    game.push("xE8-E4")
    assert (game.position.pool, names(game.position.markers.white)) == (50, "")
    assert names(game.position.markers.black) == "D8"


def test_G3_then_any_own_ring_must_be_taken_off():
    game = play(start(f"E4 {WHITE_CORNER}", white="E5 E6 E7 E8"), "E4-D4", "xE4-E8")
    assert (game.phase, game.to_act) == (Phase.RING, WHITE)
    assert legal(game) == ["rA2", "rA3", "rA4", "rA5", "rD4"]
    refused(game, "rK7", "K7 holds a black ring, not a white ring")
    refused(game, "rE4", "E4 holds nothing")
    game.push("rA4")
    assert names(game.position.rings.white) == "A2 A3 A5 D4"
    assert (game.position.captures, game.phase, game.to_act) == ((1, 0), Phase.MOVE, BLACK)


def test_G4_choice_of_five_in_seven():
    game = play(start(f"E5 {WHITE_CORNER}", white="E2 E3 E4 E6 E7 E8"), "E5-D5")
    assert legal(game) == ["xE2-E6", "xE3-E7", "xE4-E8"]
    play(game, "xE3-E7", "rD5")
    assert names(game.position.markers.white) == "E2 E8"
    assert (game.phase, game.to_act) == (Phase.MOVE, BLACK)


def test_G4_the_five_must_be_adjacent_markers_of_the_row():
    game = play(start(f"E5 {WHITE_CORNER}", white="E2 E3 E4 E6 E7", black="E8"), "E5-D5")
    assert legal(game) == ["xE2-E6", "xE3-E7"]
    refused(game, "xE4-E8", "E8 holds a black marker")


def test_G5_of_crossing_rows_one_is_chosen_and_the_rest_stays():
    game = play(start(f"E5 {WHITE_CORNER}", white="C5 D5 F5 G5 E3 E4 E6 E7"), "E5-F6")
    assert legal(game) == ["xC5-G5", "xE3-E7"]
    play(game, "xE3-E7", "rA2")
    assert names(game.position.markers.white) == "C5 D5 F5 G5"
    assert (game.position.captures, game.phase, game.to_act) == ((1, 0), Phase.MOVE, BLACK)


@pytest.mark.parametrize(
    ("taken", "left"), [("xB6-F6", ["xG4-G8"]), ("xC6-G6", []), ("xG4-G8", ["xB6-F6"])], ids=["end", "both", "column"]
)
def test_G5_what_a_choice_leaves_whole_is_taken_too(taken, left):
    game = play(start(f"C6 {WHITE_CORNER}", white="B6 G4 G5 G7 G8", black="D6 E6 F6 G6"), "C6-H6")
    assert legal(game) == ["xB6-F6", "xC6-G6", "xG4-G8"]
    play(game, taken, "rA2")
    assert [str(row) for row in game.rows(WHITE)] == left
    assert (game.phase, game.to_act) == ((Phase.ROW, WHITE) if left else (Phase.MOVE, BLACK))


def test_G5_rows_that_do_not_cross_are_both_taken_with_two_rings():
    game = play(start(FILLS_D_AND_E, white=f"{REST_OF_D} {REST_OF_E}", black="D5 E5"), "C5-F5")
    assert legal(game) == ["xD3-D7", "xE3-E7"]
    play(game, "xE3-E7", "rA2")
    assert (game.phase, game.to_act, legal(game)) == (Phase.ROW, WHITE, ["xD3-D7"])
    play(game, "xD3-D7", "rA3")
    assert (game.position.captures, game.phase, game.to_act) == ((2, 0), Phase.MOVE, BLACK)
    assert names(game.position.markers.white) == "C5"


def test_G6_the_opponent_takes_a_row_made_for_them_before_they_move():
    game = play(start(FILLS_D_AND_E, white="D5", black=REST_OF_D), "C5-E5")
    assert (game.position.turn, game.to_act, game.phase) == (WHITE, BLACK, Phase.ROW)
    assert legal(game) == ["xD3-D7"]
    refused(game, "K7-J7", "black must take a row")
    game.push("xD3-D7")
    assert legal(game) == ["rJ11", "rK7", "rK8", "rK9", "rK10"]
    game.push("rK9")
    assert (game.position.turn, game.to_act, game.phase) == (BLACK, BLACK, Phase.MOVE)
    assert game.position.captures == (0, 1)
    game.push("K7-J7")
    assert game.to_act is WHITE


def test_G6_the_opponent_takes_all_rows_made_for_them():
    game = play(start(FILLS_D_AND_E, white="D5 E5", black=f"{REST_OF_D} {REST_OF_E}"), "C5-F5")
    play(game, "xD3-D7", "rK7")
    assert (game.position.turn, game.to_act, legal(game)) == (WHITE, BLACK, ["xE3-E7"])
    play(game, "xE3-E7", "rK8")
    assert (game.position.turn, game.to_act, game.phase) == (BLACK, BLACK, Phase.MOVE)


def test_G7_rows_for_both_are_taken_by_the_mover_first():
    game = play(start(FILLS_D_AND_E, white=f"D5 {REST_OF_E}", black=f"E5 {REST_OF_D}"), "C5-F5")
    assert (game.to_act, legal(game)) == (WHITE, ["xE3-E7"])
    refused(game, "xD3-D7", "not five white markers")
    play(game, "xE3-E7", "rA2")
    assert (game.position.turn, game.to_act, legal(game)) == (WHITE, BLACK, ["xD3-D7"])
    play(game, "xD3-D7", "rK7")
    assert (game.position.captures, game.to_act, game.phase) == ((1, 1), BLACK, Phase.MOVE)


def test_G7_black_as_mover_is_first_too():
    game = start(WHITE_CORNER + " B1", "C5 K7 K8 K9 K10", f"E5 {REST_OF_D}", f"D5 {REST_OF_E}", turn="black")
    play(game, "C5-F5", "xE3-E7", "rK7")
    assert (game.position.turn, game.to_act, legal(game)) == (BLACK, WHITE, ["xD3-D7"])
    play(game, "xD3-D7", "rA2")
    assert (game.position.turn, game.to_act, game.phase) == (WHITE, WHITE, Phase.MOVE)


# Paragraph H: end of the game


def test_H1_the_third_ring_wins_at_once_whatever_rows_are_left():
    game = start("C5 A2 A3", white=f"{REST_OF_D} {REST_OF_E}", black="D5 E5")
    play(game, "C5-F5", "xD3-D7")
    assert game.outcome is None
    game.push("rA2")
    assert game.outcome == Outcome(WHITE, Reason.THREE_RINGS)
    assert (game.phase, legal(game)) == (Phase.OVER, [])
    assert [str(row) for row in game.rows(WHITE)] == ["xE3-E7"]
    refused(game, "xE3-E7", "over")


def test_H1_the_second_ring_does_not_win():
    game = play(start("E5 A2 A3 A4", white=REST_OF_E), "E5-D5", "xE3-E7", "rA2")
    assert (game.outcome, game.position.captures, game.phase) == (None, (2, 0), Phase.MOVE)


def test_H1_a_third_row_given_away_wins_for_the_opponent():
    game = start(FILLS_D_AND_E, "K7 K8 K9", white="D5", black=REST_OF_D)
    play(game, "C5-E5", "xD3-D7", "rK8")
    assert game.outcome == Outcome(BLACK, Reason.THREE_RINGS)


def test_H2_both_third_rows_win_for_the_mover():
    game = start("C5 A2 A3", "K7 K8 K9", white=f"D5 {REST_OF_E}", black=f"E5 {REST_OF_D}")
    play(game, "C5-F5", "xE3-E7", "rA2")
    assert game.outcome == Outcome(WHITE, Reason.THREE_RINGS)
    assert [str(row) for row in game.rows(BLACK)] == ["xD3-D7"]


@pytest.mark.parametrize(
    ("white_rings", "black_rings", "winner"),
    [
        ("J5 J6 J7 J8 J9", "K7 K8 K9 K10 J11", None),
        ("J5 J6 J7 J8", "K7 K8 K9 K10", None),
        ("J5 J6 J7 J8", "K7 K8 K9 K10 J11", WHITE),
        ("J5 J6 J7 J8", "K7 K8 K9", BLACK),
    ],
)
def test_H3_when_the_pool_is_empty_more_captured_rings_win(white_rings, black_rings, winner):
    game = start(white_rings, black_rings, *harmless(NAMES[:50]))
    assert (game.position.pool, game.outcome) == (1, None)
    game.push("J5-I5")
    assert game.position.pool == 0
    assert (game.phase, game.outcome) == (Phase.OVER, Outcome(winner, Reason.MARKERS_EXHAUSTED))


def test_H3_a_row_made_with_the_last_marker_keeps_the_game_going():
    white, black = harmless(NAMES[:46])
    game = play(start("J5 I4 I6 I7 I8", BLACK_CORNER, f"{white} J6 J7 J8 J9", black), "J5-I5")
    assert (game.position.pool, game.phase, game.outcome) == (0, Phase.ROW, None)
    play(game, "xJ5-J9", "rI4")
    assert (game.position.pool, game.phase, game.to_act, game.outcome) == (5, Phase.MOVE, BLACK, None)


def test_H3_a_row_given_to_the_opponent_with_the_last_marker_does_too():
    white, black = harmless(NAMES[:45])
    game = start("H7 I4 H9 H10 H11", "K7 K8 K9 K10 J11", f"{white} I7", f"{black} I5 I6 I8 I9")
    play(game, "H7-J7")
    assert (game.position.pool, game.phase, game.to_act) == (0, Phase.ROW, BLACK)
    play(game, "xI5-I9", "rK7")
    assert (game.position.pool, game.phase, game.to_act, game.outcome) == (5, Phase.MOVE, BLACK, None)


def test_H3_a_third_row_made_with_the_last_marker_wins():
    white, black = harmless(NAMES[:46])
    game = start("J5 I6 I7", BLACK_CORNER, f"{white} J6 J7 J8 J9", black)
    play(game, "J5-I5", "xJ5-J9", "rI6")
    assert game.outcome == Outcome(WHITE, Reason.THREE_RINGS)


# Paragraph J: blitz


def test_J_blitz_is_won_by_the_first_row():
    game = start(f"E5 {WHITE_CORNER}", white=REST_OF_E, variant="blitz")
    play(game, "E5-D5", "xE3-E7")
    assert game.outcome is None
    game.push("rA2")
    assert (game.phase, game.outcome) == (Phase.OVER, Outcome(WHITE, Reason.BLITZ))


def test_J_rows_for_both_win_for_the_mover_in_blitz():
    game = start(FILLS_D_AND_E, white=f"D5 {REST_OF_E}", black=f"E5 {REST_OF_D}", variant="blitz")
    play(game, "C5-F5", "xE3-E7", "rA2")
    assert game.outcome == Outcome(WHITE, Reason.BLITZ)


def test_J_a_row_given_away_wins_for_the_opponent_in_blitz():
    game = start(FILLS_D_AND_E, white="D5", black=REST_OF_D, variant="blitz")
    play(game, "C5-E5", "xD3-D7", "rK8")
    assert game.outcome == Outcome(BLACK, Reason.BLITZ)


def test_J_blitz_without_a_row_is_a_draw_when_the_pool_is_empty():
    game = start("J5 J6 J7 J8 J9", BLACK_CORNER, *harmless(NAMES[:50]), variant="blitz")
    game.push("J5-I5")
    assert game.outcome == Outcome(None, Reason.MARKERS_EXHAUSTED)


def test_J_everything_else_is_as_in_the_standard_game():
    standard, blitz = Game(), Game(variant="blitz")
    for text in [*TEN_RINGS, "F6-F7", "A2-A3"]:
        assert legal(standard) == legal(blitz)
        play(standard, text)
        play(blitz, text)
    assert blitz.position == standard.position._replace(variant="blitz")


# What the rulebook leaves open


def test_settled_a_player_whose_rings_cannot_move_passes():
    game = start("A2 A3 A4", "B2 B3 B4 B5 A5")
    assert legal(game) == ["pass"]
    game.push("pass")
    assert (game.position.turn, game.to_act, game.phase, game.position.passes) == (BLACK, BLACK, Phase.MOVE, 1)
    assert game.position.pool == 51
    game.push("B5-B6")
    assert (game.position.passes, legal(game)) == (0, ["A4-C6"])


def test_settled_nobody_passes_who_can_move():
    refused(start(f"F6 {WHITE_CORNER}"), "pass", "white has a move")


@pytest.mark.parametrize(
    ("white_rings", "black_rings", "winner"),
    [("A2 G11 J5", "A5 G2 J11", None), ("C1 D9 K8", "C8 D1 D8 K9", WHITE), ("C8 D1 D8 K9", "C1 D9 K8", BLACK)],
)
@pytest.mark.parametrize("turn", ["white", "black"])
def test_settled_two_passes_in_a_row_end_the_game_by_count(white_rings, black_rings, winner, turn):
    markers = harmless(walled_in(f"{white_rings} {black_rings}"))
    game = start(white_rings, black_rings, *markers, turn=turn)
    game.push("pass")
    assert (legal(game), game.outcome) == (["pass"], None)
    game.push("pass")
    assert (game.phase, game.outcome) == (Phase.OVER, Outcome(winner, Reason.NO_MOVES_LEFT))
    assert game.position.pool > 0


def test_settled_a_row_action_and_a_ring_action_alternate_while_there_is_a_row():
    game = start(FILLS_D_AND_E, white=f"{REST_OF_D} {REST_OF_E}", black="D5 E5")
    phases = []
    for text in ("C5-F5", "xE3-E7", "rA2", "xD3-D7", "rA3"):
        game.push(text)
        phases.append(game.phase)
    assert phases == ["row", "ring", "row", "ring", "move"]
