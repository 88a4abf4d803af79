from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yinsh_core import Color, Game, Position
from yinsh_core.record import read_record
from yinsh_core.terminal import HELP, TerminalGame

WALK = read_record((Path(__file__).parent / "games" / "walk.txt").read_text())
RINGS = ("B2", "J11", "D1", "G11", "H3", "E10", "J5", "K7", "F10", "I4")
ROW_DUE = "R3/MMMMMR1/8/9/5r4/RRrRr4/10/9/r7/r6/4 white white row 0-0 0 standard"
STUCK = "RRRr/1rrrr2/8/9/10/9/10/9/8/7/4 white white move 2-0 0 standard"


def table(*lines: str, sides: tuple[Color, ...] = (), game: Game | None = None) -> TerminalGame:
    new = TerminalGame(game or Game(), Random(1), random_sides=sides)
    new.opening()
    for line in lines:
        new.answer(line)
    return new


def test_the_opening_shows_the_board_and_what_to_type():
    text = TerminalGame(Game(), Random(1)).opening()
    assert str(Position()) in text
    assert "3 rings win" in text
    assert text.endswith("White places ring 1 of 5: type a point, such as F6.")


def test_a_blitz_game_says_what_wins():
    assert "1 ring wins" in TerminalGame(Game("blitz"), Random(1)).opening()


def test_a_whole_game_can_be_typed():
    new = table(game=Game("blitz"))
    said = ""
    for action in WALK.actions:
        assert not new.finished
        said = new.answer(str(action).lower())
    assert new.finished
    assert said.endswith("The game is over: white wins: blitz.")
    assert new.game.actions == WALK.actions


def test_every_turn_says_whose_it_is_and_gives_a_possible_example():
    new = table()
    rng = Random(5)
    while not new.finished:
        said = new.answer("")
        assert said.lower().startswith(str(new.game.to_act))
        assert new.prompt == f"{new.game.to_act}> "
        assert said.removesuffix(".").rsplit(" ", 1)[1] in new.game.legal_actions
        new.answer(str(rng.choice(new.game.legal_actions)))


@pytest.mark.parametrize("line", ["B2-B3", "b2 b3", " B2 - B3 ", "b2 -b3"])
def test_a_move_can_be_typed_in_several_ways(line):
    assert str(table(*RINGS, line).game.actions[-1]) == "B2-B3"


def test_rows_and_rings_need_no_prefix():
    new = table("b5 b1", "a2", game=Game(position=Position.from_text(ROW_DUE)))
    assert [str(action) for action in new.game.actions] == ["xB1-B5", "rA2"]


def test_a_row_that_is_due_is_named():
    new = TerminalGame(Game(position=Position.from_text(ROW_DUE)), Random(1))
    assert new.opening().endswith("White takes a row (xB1-B5): type x and its two ends, such as xB1-B5.")
    assert new.answer("xB1-B5").endswith("White takes off a ring as a point: type r and where it stands, such as rF2.")


def test_a_player_without_a_move_is_told_to_pass():
    new = TerminalGame(Game(position=Position.from_text(STUCK)), Random(1))
    assert new.opening().endswith("White has no ring that can move: type pass.")
    assert new.answer("moves") == "pass"
    assert "Black moves a ring" in new.answer("pass")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("q9", "Sorry, not a point: 'q9'"),
        ("hello world", "Sorry, not an action: 'hello-world'"),
        ("K7-K8", "K7-K8 is not possible: K7 holds a black ring, not a white ring."),
        ("B2", "B2 is not possible: white must move a ring"),
        ("pass", "pass is not possible: white has a move and cannot pass."),
        ("", "White moves a ring: type where it stands and where it goes"),
    ],
)
def test_bad_input_changes_nothing_and_says_what_to_type(line, said):
    new = table(*RINGS)
    before = new.game.copy()
    answer = new.answer(line)
    assert answer.startswith(said)
    assert "White moves a ring" in answer
    assert new.game == before


def test_help_board_and_record():
    new = table(*RINGS)
    assert new.answer("help") == new.answer("?") == HELP
    assert str(new.game.position) in new.answer("board")
    assert new.answer("record") == new.game.record()


def test_moves_lists_everything_possible_by_ring():
    new = table()
    assert new.answer("moves").split() == [str(action) for action in new.game.legal_actions]
    for ring in RINGS:
        new.answer(ring)
    lines = new.answer("moves").splitlines()
    assert [line.split()[0] for line in lines] == ["B2-", "D1-", "F10-", "H3-", "J5-"]
    assert [f"{start}{end}" for start, *ends in map(str.split, lines) for end in ends] == [
        str(action) for action in new.game.legal_actions
    ]


def test_moves_of_one_ring():
    new = table(*RINGS)
    assert new.answer("moves d1") == new.answer("moves").splitlines()[1]
    assert new.answer("moves K7") == "Nothing moves from K7 now."
    assert new.answer("moves z").startswith("Sorry, not a point")


def test_undo_takes_back_one_action():
    new = table("F6", "C3")
    assert new.answer("undo").startswith("C3 is taken back.")
    assert [str(action) for action in new.game.actions] == ["F6"]
    new.answer("undo")
    assert new.answer("undo") == "There is nothing to take back."
    assert new.game == Game()


def test_undo_goes_back_over_random_replies():
    new = table(sides=(Color.BLACK,))
    said = new.answer("F6")
    assert said.startswith(f"Black plays {new.game.actions[1]}.")
    assert new.answer("undo").startswith("F6 is taken back.")
    assert new.game.actions == ()
    first = table(sides=(Color.WHITE,))
    assert len(first.game.actions) == 1
    assert first.answer("undo") == "There is nothing to take back."
    assert len(first.game.actions) == 1


def test_two_random_sides_finish_the_game_alone():
    new = TerminalGame(Game(), Random(3), random_sides=tuple(Color))
    text = new.opening()
    assert new.finished
    assert f"The game is over: {new.game.outcome}." in text
    again = TerminalGame(Game(), Random(3), random_sides=tuple(Color))
    assert again.opening() == text


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_quit_leaves(word):
    new = table("F6", word)
    assert new.finished
    assert len(new.game.actions) == 1


@given(st.lists(st.text(max_size=12) | st.sampled_from(["undo", "moves", "record", "F6", "b2-b3", "pass"])))
def test_nothing_typed_raises(lines):
    new = table(*lines)
    assert new.game.position.status() == ()
