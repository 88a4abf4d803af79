"""What was set at the table is found again; what cannot be read is said, and keeps nothing else from being read."""

import pytest

from firmware_bridge import orders
from firmware_bridge.clocks import TimeControl
from firmware_bridge.remembered import recall
from firmware_bridge.scene import Coach
from firmware_bridge.table import Table
from firmware_bridge.world import World
from firmware_bridge.yinsh import Yinsh
from hardware.protocols import Sensing


@pytest.fixture
def table():
    return Table(Yinsh(), Sensing.FULL)


def test_a_table_is_found_as_it_was_left():
    world = World()
    world.obey(orders.SetPlayers(("Ada", "Mary Ann")))
    world.obey(orders.SwapSides())
    world.obey(orders.SetCoach(Coach.OFF))
    world.obey(orders.NewGame("blitz"))
    world.obey(orders.SetClock(TimeControl("sudden", 60)))
    world.power_cut()
    assert world.table.book.players == ("Mary Ann", "Ada")
    assert world.table.coach is Coach.OFF
    assert world.game.position.variant == "blitz"
    assert str(world.table.clock.control) == "sudden 60"


@pytest.mark.parametrize(
    ("name", "value"),
    [("coach", "strict"), ("variant", "chess"), ("players", "one"), ("players", "a\nb\nc"), ("clock", "sudden")],
)
def test_what_cannot_be_read_is_said_and_left_out(table, name, value):
    usual = {"coach": "off", "players": "Ada\nBob", "clock": "sudden 60/1/2/"}
    (problem,) = recall(table, usual | {name: value})
    assert problem.startswith(f"{name} was {value!r}")
    assert (table.coach is Coach.OFF) == (name != "coach")
    assert (table.book.players == ("Ada", "Bob")) == (name != "players")
    assert (table.clock is not None) == (name != "clock")


def test_nothing_remembered_changes_nothing(table):
    assert recall(table, {"look": "dim/1/sound"}) == []
    assert (table.coach, table.book.players, table.clock) == (Coach.CONSEQUENCES, ("", ""), None)
