from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yinsh_core import Color, Game, IllegalAction, InvalidNotation, Position
from yinsh_core.record import MAX_LENGTH, read_record, result_of, turns_of, write_record

WALK = (Path(__file__).parent / "games" / "walk.txt").read_text()
RINGS = "1. B2 2. J11 3. D1 4. G11 5. H3 6. E10 7. J5 8. K7 9. F10 10. I4"
ROW_DUE = "R3/MMMMMR1/8/9/5r4/RRrRr4/10/9/r7/r6/4 white white row 0-0 0 standard"


def random_game(seed: int, length: int, variant: str = "standard") -> Game:
    rng = Random(seed)
    game = Game(variant)
    while game.outcome is None and len(game.actions) < length:
        game.push(game.legal_actions[rng.randrange(len(game.legal_actions))])
    return game


def complaint(text: str) -> str:
    """What the reader says about a text; anything but the documented errors escapes."""
    try:
        read_record(text)
    except (InvalidNotation, IllegalAction) as error:
        return str(error)
    return "none"


random_games = st.builds(
    random_game, st.integers(0, 10**6), st.integers(0, 200), st.sampled_from(["standard", "blitz"])
)
headers = st.dictionaries(
    st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,9}", fullmatch=True).filter(
        lambda name: name.lower() not in {"white", "black", "date", "variant", "position", "result", "termination"}
    )
    | st.sampled_from(["White", "Black", "Date"]),
    st.text(max_size=30),
    max_size=5,
)


@given(random_games, headers, st.sampled_from(["white", "black", "draw", None]))
def test_reading_inverts_writing(game, extra, result):
    game.headers.update(extra)
    if game.outcome is None and result is not None:
        game.headers.update(Result=result, Termination="resignation")
    text = write_record(game)
    again = read_record(text)
    assert again == game
    assert write_record(again) == text


@given(random_games, st.data())
def test_damaged_records_raise_the_documented_errors(game, data):
    text = write_record(game)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=5)) + text[at + data.draw(st.integers(0, 5)) :]
    assert complaint(damaged).startswith(("line ", "none"))


@given(st.text(st.sampled_from('[]{}"\\ \n;#.*-xr12FGwhitepas') | st.characters(), max_size=60))
def test_no_text_escapes_the_documented_errors(text):
    assert complaint(text).startswith(("line ", "none"))


def test_a_record_with_comments_is_read():
    game = read_record(WALK)
    assert game.outcome.winner is Color.WHITE
    assert game.variant == "blitz"
    assert game.headers == {
        "White": "Ada",
        "Black": 'Ben "the ring" Lund',
        "Date": "2026-04-01",
        "Event": "Kitchen table",
    }


def test_a_turn_is_one_line_with_all_its_actions():
    lines = write_record(read_record(WALK)).splitlines()
    assert lines[:7] == [
        '[White "Ada"]',
        '[Black "Ben \\"the ring\\" Lund"]',
        '[Date "2026-04-01"]',
        '[Variant "blitz"]',
        '[Result "white"]',
        '[Termination "blitz"]',
        '[Event "Kitchen table"]',
    ]
    assert lines[7:9] == ["", "1. B2"]
    assert lines[-2:] == ["19. B6-B7 xB2-B6 rF10", "white"]


def test_a_game_method_pair_reads_and_writes_records():
    assert Game.from_record(read_record(WALK).record()).actions == read_record(WALK).actions


def test_the_opponents_row_belongs_to_the_opponents_turn():
    start = Position.from_text(ROW_DUE.replace("white white", "black white"))
    game = Game(position=start)
    for action in ("xB1-B5", "rA2", "B6-B7"):
        game.push(action)
    assert [(color, [str(action) for action in turn]) for color, turn in turns_of(game)] == [
        (Color.WHITE, ["xB1-B5", "rA2", "B6-B7"])
    ]


def test_a_game_from_elsewhere_carries_its_position():
    game = Game(position=Position.from_text(ROW_DUE))
    game.push("xB1-B5")
    text = write_record(game)
    assert f'[Position "{ROW_DUE}"]' in text
    assert read_record(text) == game


def test_names_stay_readable_in_any_language():
    assert '[White "Jürg Łoś"]' in write_record(Game(headers={"White": "Jürg Łoś"}))


def test_numbers_headers_and_result_are_optional():
    assert [str(action) for action in read_record("f6 c3\nA2").actions] == ["F6", "C3", "A2"]
    assert read_record("").actions == ()


def test_header_names_and_results_are_read_in_either_case():
    game = read_record('[result "White"]\n[TERMINATION "Resignation"]\n1. F6')
    assert game.headers == {"Result": "white", "Termination": "Resignation"}


def test_windows_line_ends_are_read():
    assert read_record(WALK.replace("\n", "\r\n")) == read_record(WALK)


def test_the_rules_overrule_what_the_headers_of_a_game_say():
    game = read_record(WALK)
    game.headers.update(Result="black", Termination="time", Variant="standard")
    assert result_of(game) == ("white", "blitz")
    assert read_record(write_record(game)).outcome == game.outcome


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. F6\n2. Q7", "line 2, column 4: not a point: 'Q7'"),
        ("1. F6 2. hello", "line 1, column 10: not an action: 'hello'"),
        ("1. F6\n3. C3", r"line 2, column 1: found turn 3. where turn 2. is due"),
        ("1. F6\n01. C3", r"line 2, column 1: found turn 01. where turn 2. is due"),
        (f"{RINGS}\n{RINGS[:6]}", r"line 2, column 1: found turn 1. where turn 11. is due"),
        (f'[Position "{ROW_DUE}"]\n1. xB1-B5 2. rA2', r"line 2, column 11: 2. begins a turn, but white has to go on"),
        ("1. F6 white 2. C3", "line 1, column 13: '2.' follows the result 'white'"),
        ('1. F6\n[White "Ada"]', "line 2, column 1: headers come before the first turn"),
        ('[White "Ada"]\n[white "Eve"]', "line 2, column 1: the header White is given twice"),
        ("[White Ada]", r"line 1, column 1: cannot read '\[White Ada\]' \(a header looks like"),
        ('[White "\\q"]', "line 1, column 1: cannot read .* a quote and a backslash"),
        ('[White "\\ud800"]', "line 1, column 1: cannot read"),
        ("1. F6 { never closed", "line 1, column 7: cannot read .* no closing brace"),
        ("1. F6 }", "line 1, column 7: cannot read '}'"),
        ('[Variant "fast"]', "line 1, column 1: not a variant: 'fast'"),
        ('[Black "B"]\n[Position "x"]', "line 2, column 1: not a position"),
        (f'[Position "{ROW_DUE.replace("RRr", "1Rr")}"]', "line 1, column 1: no game leads to"),
        (f'[Variant "blitz"]\n[Position "{ROW_DUE}"]', "line 1, column 1: Variant says 'blitz', but Position says"),
        ('[Result "1-0"]', r"line 1, column 1: not a result: '1-0' \(white, black, draw or \*\)"),
        ('[Result "white"]\n1. F6\nblack', "line 3, column 1: the result is 'black', but .* says 'white'"),
        ('[Termination "three rings"]\n1. F6', "line 1, column 1: Termination says 'three rings', but black has to"),
        (WALK.replace('"white"', '"black"').replace("\nwhite", ""), "Result says 'black', but by the rules it is 'wh"),
        (WALK.replace('"blitz"]\n[Ev', '"time"]\n[Ev'), "Termination says 'time', but by the rules it is 'blitz'"),
        (
            WALK.replace('[Result "white"]', "").replace("\nwhite", "\n*"),
            "line 30, column 1: Result says '\\*', but by",
        ),
    ],
)
def test_errors_name_the_place_and_what_is_wrong(text, message):
    with pytest.raises(InvalidNotation, match=message):
        read_record(text)


def test_an_illegal_action_names_its_place():
    with pytest.raises(IllegalAction, match=r"^line 2, column 4: 'F6' is not allowed: F6 holds a white ring"):
        read_record("1. F6\n2. F6")
    with pytest.raises(IllegalAction, match=r"the game is over"):
        read_record(WALK.replace("rF10\nwhite", "rF10 20. K7-K8"))


def test_a_very_long_text_is_refused():
    with pytest.raises(InvalidNotation, match=f"at most {MAX_LENGTH} are read"):
        read_record(" " * (MAX_LENGTH + 1))
    assert read_record(" " * MAX_LENGTH).actions == ()


@pytest.mark.parametrize("name", ["", "two words", "white", "7up", "Ä"])
def test_a_name_that_no_reader_would_take_is_not_written(name):
    game = Game()
    game.headers[name] = "x"
    with pytest.raises(InvalidNotation, match="not a header name"):
        write_record(game)


def test_a_result_that_no_reader_would_take_is_not_written():
    game = Game(headers={"Result": "1-0"})
    with pytest.raises(InvalidNotation, match="not a result: '1-0'"):
        write_record(game)
