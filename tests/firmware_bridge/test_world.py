"""The seeded world that scripts and experiments play in."""

import doctest

import pytest

import firmware_bridge.world
from firmware_bridge.effects import NewsKind, Tell
from firmware_bridge.entries import EntryKind
from firmware_bridge.journal import JournalError, MemoryJournal
from firmware_bridge.orders import TakeBack
from firmware_bridge.script import set_up
from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.firmware_bridge.players import Players
from tests.firmware_bridge.readings import OPENING

EVERY = pytest.mark.parametrize("sensing", list(Sensing))


class FullDisk(MemoryJournal):
    """Refuses entries as long as it is full."""

    full = False

    def append(self, entry):
        if self.full:
            raise JournalError("no space left on the device")
        super().append(entry)


def news(world, kind):
    return [effect.text for effect in world.news if isinstance(effect, Tell) and effect.kind is kind]


def test_the_example_in_its_documentation_is_true():
    assert doctest.testmod(firmware_bridge.world) == doctest.TestResults(failed=0, attempted=5)


@EVERY
def test_the_same_seed_gives_the_same_world(sensing):
    ends = []
    for _ in range(2):
        world = World(sensing, seed=5)
        players = Players(world, 5)
        for _ in range(14):
            players.play(players.rng.choice(players.game.legal_actions))
        ends.append((world.now, world.game.record(), dict(world.lights), [str(effect) for effect in world.news]))
    assert ends[0] == ends[1]


@EVERY
def test_running_lets_the_hand_finish_first(sensing):
    world = World(sensing, seed=1)
    world.hand.put("F6", "white ring")
    world.run()
    assert world.now == pytest.approx(world.hand.free_at)
    world.run(ms=500)
    assert [str(action) for action in world.game.actions] == ["F6"]


@EVERY
def test_after_a_power_cut_the_game_is_that_of_the_journal(sensing):
    world = World(sensing, seed=1)
    set_up(world, OPENING.split())
    world.run(ms=500)
    before = world.game.record()
    world.power_cut()
    world.run(ms=500)
    assert world.game.record() == before
    assert world.status.kind == "waiting"


@EVERY
def test_a_full_disk_is_told_and_forgets_nothing(sensing):
    disk = FullDisk()
    world = World(sensing, seed=1, journal=disk)
    disk.full = True
    world.hand.put("F6", "white ring")
    world.run(ms=3000)
    assert world.table.scene.unsaved
    assert news(world, NewsKind.ACTION) == []
    world.hand.put("E5", "black ring")
    world.run(ms=1000)
    disk.full = False
    world.run(ms=100)
    assert not world.table.scene.unsaved
    assert news(world, NewsKind.ACTION) == ["F6", "E5"]
    assert [entry.text for entry in disk.kept if entry.kind is EntryKind.ACT] == ["F6", "E5"]


def test_lights_are_asked_by_the_name_of_a_point():
    world = World("full", seed=1)
    world.run(ms=100)
    assert len(world.lights) == 85
    assert set(world.lights) >= {"A2", "F6", "K10"}
    with pytest.raises(ValueError, match="no such point"):
        world.lights["F66"]


def test_orders_are_saved_as_hands_are():
    world = World("full", seed=1)
    world.hand.put("F6", "white ring")
    world.run(ms=1000)
    world.obey(TakeBack())
    assert news(world, NewsKind.TAKEN_BACK) == ["1"]
    assert world.game.actions == ()


@EVERY
def test_an_unplugged_board_means_nothing(sensing):
    world = World(sensing, seed=1)
    set_up(world, OPENING.split())
    world.run(ms=500)
    world.board.faults.unplug()
    world.run(ms=3000)
    assert world.table.scene.offline
    world.board.faults.replug()
    world.run(ms=100)
    assert not world.table.scene.offline
    assert world.status.kind == "waiting"
