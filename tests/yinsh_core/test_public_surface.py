"""The names that other programs build on, used as those would use them."""

from random import Random

import pytest

from tests.yinsh_core.boards import NAMES
from yinsh_core import Color, Game, IllegalAction, InvalidNotation, Phase, Point, PointSet, Position, parse_action

TYPED_USE = """
from yinsh_core import Action, Color, Game, Outcome, Phase, PointSet, Position, TakeRow, parse_action

game = Game(variant="blitz")
pushed: Action = game.push(parse_action("F6"))
assert "F7" in game.legal_actions and parse_action("F7") in game.legal_actions
actions: list[Action] = list(game.legal_actions)
first: Action = game.legal_actions[0]
popped: Action = game.pop()
due: tuple[Color, Phase] = (game.to_act, game.phase)
outcome: Outcome | None = game.outcome
position: Position = Position.from_text(game.position.to_text())
reached: PointSet = game.destinations("F6")
flipped: PointSet = game.flips("F6", "F10")
assert flipped == {"F7"}
rows: tuple[TakeRow, ...] = game.rows(Color.WHITE)
again: Game = Game.from_record(game.record())
"""


@pytest.fixture
def jump():
    """White's ring on F6 has two markers before it."""
    text = "R3/R6/8/9/10/4RMm2/10/9/r6R/rrr3R/3r white white move 0-0 0 standard"
    return Game(position=Position.from_text(text))


def test_a_text_or_an_action_is_pushed_and_popped():
    game = Game()
    assert game.push("f6") == game.actions[-1] == parse_action("F6")
    assert game.push(parse_action("G7")) == parse_action("G7")
    assert [str(game.pop()), str(game.pop())] == ["G7", "F6"]
    assert game.position == Position()
    with pytest.raises(IndexError, match="no action to take back"):
        game.pop()


def test_pops_lead_back_to_the_empty_board():
    game, rng, passed = Game("blitz"), Random(5), []
    while game.outcome is None:
        passed.append(game.position)
        game.push(rng.choice(game.legal_actions))
    for position in reversed(passed):
        game.pop()
        assert game.position == position
    assert game.position == Position(variant="blitz")


def test_what_is_not_allowed_is_quoted_with_its_reason_and_the_position():
    game = Game()
    game.push("F6")
    with pytest.raises(IllegalAction, match=r"'f6' is not allowed: F6 holds a white ring; in '4/7/8/9/10/4R4/10"):
        game.push("f6")
    with pytest.raises(InvalidNotation, match="not an action: 'six'"):
        game.push("six")


def test_legal_actions_are_a_view_in_one_order():
    game = Game()
    assert len(game.legal_actions) == 85
    assert [str(action) for action in game.legal_actions] == list(NAMES)
    assert (str(game.legal_actions[-1]), len(game.legal_actions[3:6])) == ("K10", 3)
    assert "F6" in game.legal_actions
    assert parse_action("F6") in game.legal_actions
    for nothing in ("F6-F7", "nonsense", 6, None):
        assert nothing not in game.legal_actions
    assert repr(game.legal_actions).startswith("<LegalActions (85): A2, A3,")


def test_who_must_act_what_is_due_and_how_it_ended(jump):
    assert (jump.to_act, jump.phase, jump.outcome) == (Color.WHITE, Phase.MOVE, None)
    ended = Position.from_text("RR2/7/8/9/10/9/10/9/8/rrr3R/2rr white white over 2-0 2 standard")
    assert str(Game(position=ended).outcome) == "white wins: no moves left"


def test_destinations_and_flips_and_rows(jump):
    assert jump.destinations("F6") & {"F7", "F8", "F9", "F10"} == {"F9"}
    assert jump.flips("F6", "F9") == {"F7", "F8"} == PointSet([Point("F7"), Point("F8")])
    assert jump.flips(Point("F6"), Point("G6")) == PointSet()
    row = Position.from_text("RR2/MMMMM2/8/9/10/9/10/9/8/rrr3R/2rr white white row 2-0 0 standard")
    white = Game(position=row).rows(Color.WHITE)
    assert [str(each) for each in white] == ["xB1-B5"]
    assert Game(position=row).rows("white") == white
    assert Game(position=row).rows("black") == ()
    with pytest.raises(InvalidNotation, match="not a colour: 'red'"):
        jump.rows("red")


def test_a_position_is_a_frozen_value_that_prints_parses_and_finds_its_faults(jump):
    position = jump.position
    assert Position.from_text(position.to_text()) == position == eval(repr(position))
    assert (len(position.rings.white), len(position.markers.black)) == (5, 1)
    assert (position.captures, position.pool, position.turn) == ((0, 0), 49, Color.WHITE)
    assert position.status() == ()
    with pytest.raises(AttributeError):
        position.turn = Color.BLACK
    broken = position._replace(white_rings=0, white_captures=4, to_act=Color.BLACK)
    assert len(broken.status()) >= 3
    assert str(position).count("R") == 5 + 1  # and one in the legend


def test_names_under_a_strict_type_checker(tmp_path):
    mypy = pytest.importorskip("mypy.api")
    program = tmp_path / "use.py"
    program.write_text(TYPED_USE, encoding="utf-8")
    output, errors, code = mypy.run(["--strict", str(program)])
    assert code == 0, output + errors
