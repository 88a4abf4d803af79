"""Actions as values, and the texts that they are read from and written to."""

import copy
import pickle

import pytest

from yinsh_core import (
    POINTS,
    Color,
    InvalidNotation,
    MoveRing,
    Pass,
    PlaceRing,
    Point,
    PointSet,
    TakeRing,
    TakeRow,
    parse_action,
)
from yinsh_core.actions import ROW_BITS

F6, F9, B2, B3, B7 = (Point(name) for name in ("F6", "F9", "B2", "B3", "B7"))

EXAMPLES = [
    ("F6", PlaceRing(F6)),
    ("F6-F9", MoveRing(F6, F9)),
    ("xB3-B7", TakeRow(B3, B7)),
    ("rB2", TakeRing(B2)),
    ("pass", Pass()),
]


@pytest.mark.parametrize(("text", "action"), EXAMPLES)
def test_each_form_is_read_and_written(text, action):
    assert parse_action(text) == action
    assert str(action) == text


@pytest.mark.parametrize(("text", "action"), EXAMPLES)
def test_letters_are_read_in_either_case(text, action):
    assert parse_action(text.lower()) == parse_action(text.upper()) == parse_action(f" {text}\n") == action


@pytest.mark.parametrize(("text", "action"), EXAMPLES)
def test_actions_are_values(text, action):
    namespace = {kind.__name__: kind for kind in (MoveRing, Pass, PlaceRing, Point, TakeRing, TakeRow)}
    assert eval(repr(action), namespace) == action
    assert pickle.loads(pickle.dumps(action)) == copy.deepcopy(action) == action
    assert len({action, parse_action(text)}) == 1


def test_actions_of_different_kinds_differ():
    assert len({action for _, action in EXAMPLES}) == len(EXAMPLES)
    assert PlaceRing(F6) != TakeRing(F6)


@pytest.mark.parametrize("text", ["xB7-B3", "xb7-b3", "XB7-B3"])
def test_a_row_is_read_from_either_end_and_written_from_the_lower(text):
    assert parse_action(text) == TakeRow(B7, B3) == TakeRow(B3, B7)
    assert str(parse_action(text)) == "xB3-B7"


def test_a_row_names_its_five_points():
    assert TakeRow(B7, B3).points == PointSet(["B3", "B4", "B5", "B6", "B7"])
    assert parse_action("xC3-G7").points == PointSet(["C3", "D4", "E5", "F6", "G7"])
    assert parse_action("xC6-G6").points == PointSet(["C6", "D6", "E6", "F6", "G6"])


def test_every_row_of_the_board_is_an_action():
    # A line of n points holds n - 4 rows; the eleven columns have 4 to 10 points, and three axes look alike.
    assert len(ROW_BITS) == 3 * sum(max(0, n - 4) for n in (4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4)) == 123
    assert list(ROW_BITS) == sorted(ROW_BITS)
    for start, end in ROW_BITS:
        row = TakeRow(POINTS[start], POINTS[end])
        assert len(row.points) == 5
        assert parse_action(str(row)) == row


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action: ''"),
        ("F6-", "not an action: 'F6-'"),
        ("F6 F9", "not an action: 'F6 F9'"),
        ("F6-F7-F8", "not an action: 'F6-F7-F8'"),
        ("pas", "not an action: 'pas'"),
        ("xB3", "'xB3' names one end of a row, two are needed"),
        ("rB2-B3", "'rB2-B3' takes a ring off one point"),
        ("A1", "no such point: 'A1'"),
        ("F6-K11", "no such point: 'K11'"),
        ("Z1", "not a point: 'Z1'"),
        ("xB3-B6", "not a row: xB3-B6"),
        ("xB3-B3", "not a row: xB3-B3"),
        ("xB3-D4", "not a row: xB3-D4"),
    ],
)
def test_what_cannot_be_read_is_quoted(text, message):
    with pytest.raises(InvalidNotation) as caught:
        parse_action(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("thing", [None, 6, b"F6", ["F6"]])
def test_what_is_no_text_is_named(thing):
    with pytest.raises(InvalidNotation, match="a text is needed"):
        parse_action(thing)


def test_colours_are_read_and_written():
    for color in Color:
        assert Color.parse(str(color)) is Color.parse(f" {str(color).upper()} ") is color
        assert color.other.other is color
        assert color.other is not color
    with pytest.raises(InvalidNotation, match="not a colour: 'green'"):
        Color.parse("green")
