"""Every parser against every text: it reads what was written, and only the documented errors come out."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.yinsh_core.boards import COLUMN_ENDS, NAMES
from tests.yinsh_core.naive import NaiveGame
from yinsh_core import (
    Color,
    Game,
    IllegalAction,
    ImpossiblePosition,
    InvalidNotation,
    Phase,
    Point,
    Position,
    YinshError,
    parse_action,
)
from yinsh_core.sgf import read_sgf

PARSERS = {
    "Point": Point,
    "Color.parse": Color.parse,
    "parse_action": parse_action,
    "Position.from_text": Position.from_text,
}
READERS = {"Game.from_record": Game.from_record, "read_sgf": read_sgf}

untimed = settings(deadline=None)

# Pieces of every notation, so that nonsense comes close to sense.
FRAGMENTS = (
    *("F6", "A1", "k10", "E11", "-", "x", "r", "pass", "xB3-B7", " ", "/", "0", "5", "10", "99999999999999999999"),
    *("white", "BLACK", "place", "move", "row", "ring", "over", "0-0", "3-3", "standard", "blitz", "R", "r", "M", "m"),
    *("4/7/8/9/10/9/10/9/8/7/4", "\N{KELVIN SIGN}8", "\N{ARABIC-INDIC DIGIT FOUR}", "\0", "\n", "\u2028", "", "1."),
    *("(", ";", ")", "GM[24]", "SU[yinsh]", "P0[0 place wr B 2]", "[", "]", '[White "A"]', "{", "}", "\\", "*"),
)
texts = st.text(max_size=40) | st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)


@untimed
@given(text=texts)
@pytest.mark.parametrize("name", PARSERS)
def test_parsers_raise_nothing_but_invalid_notation(name, text):
    value, error = attempt(PARSERS[name], text, InvalidNotation)
    if error:
        assert str(error)
    else:
        written = value.to_text() if isinstance(value, Position) else str(value)
        assert PARSERS[name](written) == value


def attempt(parse, text, *documented):
    """The value of a text, or the documented error; any other error escapes and fails the test."""
    try:
        return parse(text), None
    except documented as error:
        return None, error


@untimed
@given(text=texts)
@pytest.mark.parametrize("name", READERS)
def test_readers_of_games_raise_nothing_but_documented_errors(name, text):
    game, error = attempt(READERS[name], text, InvalidNotation, IllegalAction, ImpossiblePosition)
    if error:
        assert str(error)
    else:
        assert Game.from_record(game.record()) == game


@untimed
@given(text=texts, seed=st.integers(0, 999), length=st.integers(0, 120))
def test_pushing_any_text_plays_a_legal_action_or_says_why_not(text, seed, length):
    game = random_game(seed, length)
    before, listed = game.position, text in game.legal_actions
    _, error = attempt(game.push, text, InvalidNotation, IllegalAction)
    if error:
        assert not listed
        assert game.position is before
        assert isinstance(error, InvalidNotation) or (repr(text) in str(error) and before.to_text() in str(error))
    else:
        assert listed
        game.pop()
        assert game.position == before


def random_game(seed, length):
    numbers, game = random.Random(seed), Game()
    while game.phase is not Phase.OVER and len(game.actions) < length:
        game.push(numbers.choice(game.legal_actions))
    return game


@st.composite
def position_texts(draw):
    """Boards with anything anywhere, most of them impossible."""
    columns = []
    few = draw(st.sampled_from(["RrMm", "RrMm...", "Mm....", "Rr...................", "."]))
    for low, high in COLUMN_ENDS.values():
        column = draw(st.text(few, min_size=high - low + 1, max_size=high - low + 1))
        columns.append("".join(str(run) if run else symbol for run, symbol in runs(column)))
    colors, captures = st.sampled_from(["white", "black"]), st.sampled_from(["0-0", "1-2", "2-2", "0-1", "3-1", "5-5"])
    fields = [colors, colors, st.sampled_from(list(Phase)), captures, st.sampled_from("012")]
    variant = st.sampled_from(["standard", "blitz"])
    return " ".join(["/".join(columns), *(str(draw(field)) for field in [*fields, variant])])


def runs(column):
    """A gap's length and no symbol, or no length and a symbol, from the bottom of a column up."""
    empty = 0
    for symbol in column:
        if symbol == ".":
            empty += 1
            continue
        if empty:
            yield empty, ""
        yield 0, symbol
        empty = 0
    if empty:
        yield empty, ""


@untimed
@given(position_texts())
def test_any_position_is_read_written_drawn_and_judged(text):
    position = Position.from_text(text)
    assert position.to_text() == text
    assert eval(repr(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert str(position)
    faults = position.status()
    assert all(isinstance(fault, str) and fault for fault in faults)
    if faults:
        with pytest.raises(ImpossiblePosition) as caught:
            Game(position=position)
        assert all(fault in str(caught.value) for fault in faults)
    else:
        assert (len(Game(position=position).legal_actions) == 0) is (position.phase is Phase.OVER)


@st.composite
def possible_positions(draw):
    """A position with the right number of rings and any markers; the phase fits the rows on the board."""
    naive = NaiveGame(draw(st.sampled_from(["standard", "blitz"])))
    most = 2 if naive.variant == "standard" else 0
    naive.captures = {color: draw(st.integers(0, most)) for color in ("white", "black")}
    count = draw(st.integers(0, 50))
    rings = 10 - sum(naive.captures.values())
    places = draw(st.permutations(NAMES))[: count + rings]
    white = 5 - naive.captures["white"]
    for at, name in enumerate(places):
        color = "white" if at < white or (at >= rings and draw(st.booleans())) else "black"
        (naive.rings if at < rings else naive.markers)[name[0], int(name[1:])] = color
    naive.turn = naive.to_act = draw(st.sampled_from(["white", "black"]))
    naive.phase = "move"
    for color in (naive.turn, "black" if naive.turn == "white" else "white"):
        if naive.phase == "move" and naive.rows(color):
            naive.to_act, naive.phase = color, "row"
    return naive


@untimed
@given(possible_positions(), st.data())
def test_any_possible_position_plays_as_the_naive_implementation_says(naive, data):
    position = Position.from_text(naive.text())
    assert position.status() == ()
    game = Game(position=position)
    for _ in range(4):
        texts = naive.legal_actions()
        assert [str(action) for action in game.legal_actions] == texts
        if not texts:
            break
        text = data.draw(st.sampled_from(texts))
        game.push(text)
        naive = naive.play(text)
        if naive.phase != "over":
            assert game.position.to_text() == naive.text()


def test_documented_errors_are_value_errors_of_one_family():
    for error in (InvalidNotation, IllegalAction, ImpossiblePosition):
        assert issubclass(error, YinshError)
        assert issubclass(error, ValueError)
