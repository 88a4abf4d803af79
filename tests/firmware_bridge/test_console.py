"""A keyboard instead of hands."""

import pytest

from firmware_bridge.console import Console
from firmware_bridge.world import World


@pytest.fixture
def console():
    return Console(World(sensing="full", seed=3))


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_says_the_words_again(console, word):
    assert "put F6 white ring" in console.answer(f"{word}\n")


def test_a_line_moves_the_hand(console):
    assert console.answer("put F6 white ring\n") == ""
    console._stand.run(ms=1000)
    assert console.answer("expect F6\n") == "so it is"


def test_what_is_not_understood_is_said(console):
    assert "unknown word 'bogus'" in console.answer("bogus\n")
