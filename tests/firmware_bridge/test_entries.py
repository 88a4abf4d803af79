"""What entries tell of a game."""

import pytest

from firmware_bridge.entries import Entry, EntryKind, replay

NEW, ACT, BACK, END, HEADER = EntryKind.NEW, EntryKind.ACT, EntryKind.BACK, EntryKind.END, EntryKind.HEADER


def told(*lines: tuple[EntryKind, str]):
    return replay([Entry(kind, text) for kind, text in lines])


def test_no_entries_tell_of_no_game():
    assert told() is None


def test_actions_before_any_game_belong_to_none():
    assert told((ACT, "F6"), (HEADER, "White: Ada")) is None


def test_a_game_is_its_actions_less_those_taken_back():
    saved = told((NEW, "blitz"), (ACT, "F6"), (ACT, "E5"), (ACT, "D4"), (BACK, "2"), (ACT, "G7"))
    assert (saved.variant, saved.actions, saved.ended) == ("blitz", ["F6", "G7"], None)


def test_headers_may_hold_colons_and_the_last_one_counts():
    saved = told((NEW, "standard"), (HEADER, "White: Ada"), (HEADER, "White: Ada: the first"))
    assert saved.headers == {"White": "Ada: the first"}


def test_only_the_last_game_is_told():
    saved = told((NEW, "standard"), (ACT, "F6"), (END, "swept"), (NEW, "standard"), (ACT, "E5"))
    assert (saved.actions, saved.ended) == (["E5"], None)
    assert told((NEW, "standard"), (ACT, "F6"), (END, "swept")).ended == "swept"


@pytest.mark.parametrize("count", ["0", "1", "2"])
def test_taking_back_leaves_the_rest(count):
    assert told((NEW, "standard"), (ACT, "F6"), (ACT, "E5"), (BACK, count)).actions == ["F6", "E5"][: 2 - int(count)]


@pytest.mark.parametrize("count", ["3", "-1", "some"])
def test_taking_back_what_was_never_done_is_an_error(count):
    with pytest.raises(ValueError, match=r"actions are taken back|invalid literal"):
        told((NEW, "standard"), (ACT, "F6"), (ACT, "E5"), (BACK, count))
