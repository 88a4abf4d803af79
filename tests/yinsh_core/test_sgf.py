from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.yinsh_core.test_record import random_games
from yinsh_core import Color, Game, IllegalAction, InvalidNotation, Pass, PointSet, Position, Reason
from yinsh_core.record import MAX_LENGTH, read_record
from yinsh_core.sgf import _words, looks_like_sgf, read_sgf, write_sgf

GAMES = Path(__file__).parent / "games"
OLD = (GAMES / "walk-2005.sgf").read_text()
NEW = (GAMES / "walk-2026.sgf").read_text()
WALK = (GAMES / "walk.txt").read_text()
ROOT = "(;GM[24]SU[yinsh]"
RINGS = (
    ";P0[place wr B 2];P1[place br J 11];P0[place wr D 1];P1[place br G 11];P0[place wr H 3]"
    ";P1[place br E 10];P0[place wr J 5];P1[place br K 7];P0[place wr F 10];P1[place br I 4]"
)
names = st.text(max_size=12)


def actions(text: str) -> list[str]:
    return [str(action) for action in read_sgf(text).actions]


def complaint(text: str) -> str:
    """What the reader says about a text; anything but the documented errors escapes."""
    try:
        read_sgf(text)
    except (InvalidNotation, IllegalAction) as error:
        return str(error)
    return "none"


@given(random_games, names, names, st.sampled_from(["white", "black", None]), st.sampled_from(["resignation", "time"]))
def test_reading_inverts_writing(game, white, black, result, how):
    game.headers.update({k: v for k, v in {"White": white, "Black": black, "Date": "2026-04-01"}.items() if v})
    if game.outcome is None and result is not None:
        game.headers.update(Result=result, Termination=how)
    again = read_sgf(write_sgf(game))
    assert again == game
    assert again.outcome == game.outcome


@given(st.sampled_from([OLD, NEW]), st.data())
def test_damaged_files_raise_the_documented_errors(text, data):
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.sampled_from(["", "(", ")", ";", "[", "]", "\\", "P0[", "B 7", "remove w", "\0", "é"]))
    damaged = text[:at] + put + text[at + data.draw(st.integers(0, 30)) :]
    said = complaint(damaged)
    assert said == "none" or "node " in said


@given(st.text(st.sampled_from("();[]\\GM24SUP01 place wrB2dropboardmvek\n") | st.characters(), max_size=60))
def test_no_text_escapes_the_documented_errors(text):
    for start in ("", ROOT + ";P0["):
        said = complaint(start + text)
        assert said == "none" or "node " in said


def test_the_older_dialect():
    game = read_sgf(OLD)
    assert game.actions == read_record(WALK).actions
    assert game.outcome == (Color.WHITE, Reason.BLITZ)
    assert game.headers == {"White": "Ada", "Black": "Walker", "Date": "2005-06-01", "Event": "Ada-Walker"}


def test_the_newer_dialect_with_a_side_variation():
    game = read_sgf(NEW)
    assert game.actions == read_record(WALK).actions[:13]
    assert game.variant == "standard"
    assert game.headers == {
        "White": "Ada",
        "Black": "Walker",
        "Date": "2026-04-01",
        "Event": "Y-Ada-Walker-2026-04-01-1915",
        "Result": "white",
        "Termination": "resignation",
    }


@pytest.mark.parametrize(
    ("steps", "played"),
    [
        (";P0[place wr F 6];P0[place wr F 7];P1[place br C 3]", ["F7", "C3"]),
        (";P0[place wr F 6];P0[pick board F 6];P0[drop board F 8];P0[Done]", ["F8"]),
        (";P0[pick wr];P0[drop board F 8];P0[Done]", ["F8"]),
        (";P0[Pick WR];P0[Drop WR];P0[Place WR F 9]", ["F9"]),
        (";P0[place wr f 6]P1[place br c 3]", ["F6", "C3"]),
        (";P0[12 place wr F 6][Done]", ["F6"]),
    ],
)
def test_second_thoughts_while_placing(steps, played):
    assert actions(f"{ROOT}{steps})") == played


@pytest.mark.parametrize(
    ("steps", "played"),
    [
        (";P0[place w B 2];P0[drop board B 3]", ["B2-B3"]),
        (";P0[place w B 2];P0[drop board B 3];P0[Done];P1[move J 11 J 10];P1[Done]", ["B2-B3", "J11-J10"]),
        (";P0[place w B 2];P0[drop board B 3];P0[pick board B 2];P0[drop board B 4];P1[Done]", ["B2-B4"]),
        (";P0[move B 2 B 3];P0[pick board B 3];P0[drop board B 4]", ["B2-B4"]),
        (";P0[pick w];P0[drop w];P0[pick w];P0[drop board B 2];P0[drop board B 5]", ["B2-B5"]),
        (";P0[place w B 2]", []),
        (";P0[place w B 2];P0[Resign];P0[Done]", []),
    ],
)
def test_second_thoughts_while_moving(steps, played):
    assert actions(f"{ROOT}{RINGS}{steps})")[10:] == played


def test_who_places_the_first_ring_is_white():
    game = read_sgf('(;GM[24]P0[id "Ada"]P1[id "Ben"];P1[0 Start Black];P1[place br F 6];P0[place wr C 3])')
    assert (game.headers["White"], game.headers["Black"]) == ("Ben", "Ada")
    assert game.position.rings.white == PointSet(["F6"])


def test_the_end_of_a_game_that_the_rules_do_not_know():
    assert read_sgf(f"{ROOT}{RINGS};P0[WinOnTime])").headers == {"Result": "white", "Termination": "time"}
    assert read_sgf(f"{ROOT}{RINGS};P1[Resign];P1[Resign];P0[move B 2 B 3])").headers == {}
    assert read_sgf(f'{ROOT}P0[id "A"]P1[id "B"]RE[B won.];P0[place wr F 6])').headers["Result"] == "black"
    assert "Result" not in read_sgf(f'{ROOT}P0[id "A"]P1[id "B"]RE[A and B];P0[place wr F 6])').headers


def test_a_name_inside_another_does_not_confuse_the_result():
    game = read_sgf(f'{ROOT}P0[id "bot"]P1[id "Dumbot"]RE[Sieg für Dumbot!];P0[place wr F 6])')
    assert game.headers["Result"] == "black"


def test_an_ending_without_a_step_of_its_own_is_told_by_the_result():
    game = Game(headers={"White": "Ada", "Black": "Ben", "Result": "black", "Termination": "judge's decision"})
    game.push("F6")
    assert read_sgf(write_sgf(game)).headers == {"White": "Ada", "Black": "Ben", "Result": "black"}


def test_an_unusual_date_is_kept():
    assert read_sgf("(;GM[yinsh]DT[Easter 2026])").headers == {"Date": "Easter 2026"}


def test_a_byte_order_mark_and_escapes_are_read():
    text = '\ufeff(;GM[24]P0[id "A\\]B\\\\C\\\nD"])'
    assert read_sgf(text).headers == {"White": "A]B\\CD"}


def test_both_kinds_of_text_are_told_apart():
    assert looks_like_sgf(OLD)
    assert looks_like_sgf("\ufeff\n" + NEW)
    assert not looks_like_sgf(WALK)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, in node 0: the file ends before"),
        ("hello", r"line 1, in node 0: 'hello' outside of the game's parentheses"),
        (NEW[: NEW.index("; P0[5")], "line 16, in node 6: the file ends before the game's closing"),
        ("(;GM[24\n", r"line 1, in node 1: cannot read '\[24\\n'"),
        ("(;GM[24])\n(;GM[24])", r"line 2, in node 1: '\(' outside of"),
        ("(;GM[24])x", "'x' outside of"),
        ("([24])", r"in node 0: the value \[24\] belongs to no property"),
        ("(;GM[24];[7])", r"in node 2: the value \[7\] belongs to no property"),
        ("(;GM[24]-)", "in node 1: cannot read '-"),
        ("(;FF[4])", r"node 1 \(line 1\): this is no YINSH game: GM\[24\] is needed, found no GM"),
        ("(;GM[1])", r"found GM\[1\]"),
        ("(;GM[24]SU[hive])", r"unknown variant SU\[hive\] \(yinsh or yinsh-blitz\)"),
        (f"{ROOT}\n;P0[])", r"node 2 \(line 2\): P0\[\] says nothing"),
        (f"{ROOT};P0[fly F 6])", r"node 2 \(line 1\): 'fly F 6': unknown; known are start, place, move"),
        (f"{ROOT};P0[place F 6])", "'place F 6': needs a piece: w, b, wr or br"),
        (f"{ROOT};P0[place])", "'place': needs a piece"),
        (f"{ROOT};P0[place wr])", "'place wr': not a point: ''"),
        (f"{ROOT};P0[place wr Q 6])", "'place wr Q 6': not a point: 'Q6'"),
        (f"{ROOT};P0[place wr F 6];P1[place wr F 7])", r"node 3 .*: P1 handles a piece of the other side"),
        (f"{ROOT};P0[place wr F 6];P1[place br F 7];P0[place br F 8])", "P0 handles a piece of the other side"),
        (f"{ROOT};P0[drop board F 6])", "nothing was picked up before"),
        (f"{ROOT};P0[pick board F 6])", "only the piece that was just put down can be picked up"),
        (f"{ROOT};P0[place wr F 6];P0[pick board F 7])", "only the piece that was just put down"),
        (f"{ROOT}{RINGS};P0[place w B 2];P0[Done])", "node 13 .*: the ring with the marker on B2 has not been put"),
        (f"{ROOT}{RINGS};P0[place w B 2];P0[place w D 1])", "the ring with the marker on B2 has not been put down"),
        (f"{ROOT}{RINGS};P0[remove w B 2 B 3])", "'remove w B 2 B 3': not a row"),
        (f"{ROOT}{RINGS};P0[Resign];P1[move J 11 J 10])", "follows the end of the game by resignation"),
        (
            OLD.replace("GN", "RE[Walker wins]GN"),
            r"node 1 .*: RE\[Walker wins\] says that black won, but .* white wins",
        ),
    ],
)
def test_errors_name_the_node_and_what_was_found(text, message):
    with pytest.raises(InvalidNotation, match=message):
        read_sgf(text)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (";P0[move B 2 C 4];P1[Done]", r"node 12 \(line 1\): 'B2-C4' is not allowed: B2 and C4 are not on one line"),
        (";P0[place w B 2];\nP0[drop board B 2]", r"node 13 \(line 1\): 'B2-B2' is not allowed: the ring must leave"),
        (";P1[move J 11 J 10]", r"node 12 \(line 1\): J11-J10 by P1, but white is to act"),
        (";P0[remove wr B 2]", "node 12 .*: 'rB2' is not allowed: white must move a ring"),
        (";P0[move B 2 B 3];P0[place wr F 6];P0[Done]", "node 13 .*: F6 by P0, but black is to act"),
        (";P0[pass];P0[Done]", "node 12 .*: 'pass' is not allowed: white has a move and cannot pass"),
    ],
)
def test_illegal_steps_name_the_node(steps, message):
    with pytest.raises(IllegalAction, match=message):
        read_sgf(f"{ROOT}{RINGS}{steps})")


def test_steps_after_the_end_are_refused():
    with pytest.raises(IllegalAction, match=r"node 32 \(line 38\).*the game is over"):
        read_sgf(OLD.replace(";\nP0[time", "; P1[move K 7 K 8]\n; P0[time"))


def test_a_very_long_text_is_refused():
    with pytest.raises(InvalidNotation, match=f"at most {MAX_LENGTH} are read"):
        read_sgf("(" * (MAX_LENGTH + 1))


def test_deep_nesting_is_no_problem():
    assert complaint("(" * 100_000 + ";GM[24]" + ")" * 100_000) == "none"


def test_a_game_from_elsewhere_cannot_be_written():
    game = Game(position=Position.from_text("4/7/8/9/10/4R4/10/9/8/7/4 black black place 0-0 0 standard"))
    with pytest.raises(InvalidNotation, match="from the empty board"):
        write_sgf(game)


def test_a_pass_is_written():
    assert _words(Pass(), "w") == "Pass "


def test_what_is_written():
    game = Game(headers={"White": "A]a", "Black": "Ben", "Result": "white", "Termination": "resignation"})
    game.push("F6")
    assert write_sgf(game) == (
        '(;\nGM[24]VV[2]\nSU[yinsh]\nRE[Game won by A\\]a]\nP0[id "A\\]a"]\nP1[id "Ben"]\n'
        "; P0[0 Start White]\n; P0[1 place wr  F 6]\n; P0[2 Done ]\n; P1[3 Resign ]\n; P1[4 Done ]\n)\n"
    )
