"""Fault 12 in short: power is back, and the board is as saved, empty or different."""

import pytest

from firmware_bridge.entries import EntryKind, replay
from firmware_bridge.journal import MemoryJournal
from firmware_bridge.script import play_script
from firmware_bridge.world import World
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard

OPENING = "play F6 E5 D4 G7"
EVERY = pytest.mark.parametrize("sensing", list(Sensing))


@pytest.fixture
def journal():
    return MemoryJournal()


def played(sensing, journal, text=OPENING):
    world = World(sensing, seed=1, journal=journal)
    play_script(world, text)
    return world


def ends(journal):
    return [entry.text for entry in journal.kept if entry.kind is EntryKind.END]


@EVERY
def test_a_board_as_saved_goes_on(sensing, journal):
    world = played(sensing, journal)
    play_script(world, "power cut / expect waiting / expect F6 E5 D4 G7 / play C3 / expect C3")


@EVERY
def test_an_empty_board_keeps_the_game_and_offers_it(sensing, journal):
    played(sensing, journal)
    world = World(sensing, seed=2, journal=journal)
    play_script(world, "expect offered F6 E5 D4 G7 / wait 20000 / expect offered / expect nothing")
    assert ends(journal) == []
    play_script(world, "put D4 white ring / expect offered F6 E5 G7 / put F6 white ring / put E5 black ring")
    play_script(world, "put G7 black ring / expect waiting / expect F6 E5 D4 G7 / play C3 / expect C3")
    assert ends(journal) == []


@EVERY
def test_the_first_ring_of_another_game_archives_it(sensing, journal):
    played(sensing, journal)
    world = World(sensing, seed=2, journal=journal)
    play_script(world, "expect offered / put H6 white ring / expect H6 / expect waiting")
    assert ends(journal) == ["abandoned"]
    assert replay(journal.entries()).actions == ["H6"]
    play_script(world, "play C3 / expect H6 C3")


@pytest.mark.parametrize("sensing", [Sensing.POLARITY, Sensing.FULL])
def test_another_game_may_begin_where_the_old_one_had_a_ring(sensing, journal):
    played(sensing, journal)
    world = World(sensing, seed=2, journal=journal)
    play_script(world, "put F6 white ring / expect offered E5 D4 G7 / put C3 black ring / expect F6 C3")
    assert ends(journal) == ["abandoned"]


@pytest.mark.parametrize("sensing", [Sensing.POLARITY, Sensing.FULL])
def test_no_other_piece_begins_a_game(sensing, journal):
    played(sensing, journal)
    world = World(sensing, seed=2, journal=journal)
    play_script(world, "expect offered / put H6 black marker / expect correction F6 E5 D4 G7 H6 / expect nothing")
    play_script(world, "take H6 / expect offered")
    assert ends(journal) == []


@EVERY
def test_a_different_board_is_never_accepted(sensing, journal):
    played(sensing, journal)
    board = VirtualBoard(sensing, seed=2)
    for point, color in [("H6", "white"), ("E5", "black"), ("D4", "white"), ("G7", "black")]:
        board.hand.put(point, f"{color} ring")
    board.read(board.hand.free_at + 1)
    world = World(sensing, journal=journal, board=board)
    play_script(world, "expect correction F6 H6 / wait 30000 / expect nothing / expect correction F6 H6")
    play_script(world, "lift H6 / put F6 / expect waiting / play C3 / expect C3")
    assert ends(journal) == []


def test_a_resigned_game_stays_resigned_until_it_is_taken_back(journal):
    world = played("full", journal, f"{OPENING} / order resign white / power cut / expect over")
    assert world.table.book.ended == "black wins: resignation"
    play_script(world, "order take back / take G7 / expect waiting / power cut / expect waiting")
    assert (world.table.book.ended, "Result" in world.game.headers) == ("", False)
