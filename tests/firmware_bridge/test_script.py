"""The language of transcripts: what can be said, and what is said when something is not so."""

import asyncio

import pytest

from firmware_bridge.orders import Refused
from firmware_bridge.script import ScriptError, parse_script, play_live, play_script
from firmware_bridge.world import World
from tests.firmware_bridge.readings import JUMP, OPENING, ROW


@pytest.fixture
def world():
    return World("full", seed=1)


def test_lines_acts_and_comments_are_read():
    script = "# a game\nput F6 white ring / lift F6\n\nwait 500  # milliseconds\nexpect nothing"
    assert [str(line) for line in parse_script(script)] == [
        "line 2: put F6 white ring",
        "line 2: lift F6",
        "line 4: wait 500",
        "line 5: expect nothing",
    ]


def test_an_unknown_word_names_its_line_and_those_that_are_known():
    with pytest.raises(ScriptError, match=r"line 2: jump F6: unknown word 'jump' \(known: put, lift, "):
        parse_script("put F6 white ring\njump F6")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("put F66 white ring", "no such point: 'F66'"),
        ("put F6 green ring", "no piece is called 'green ring'"),
        ("put F6", "the hand is empty"),
        ("lift F6", "there is no piece on F6"),
        ("flip E5", "there is no"),
        ("slide F6 F9", "there is no piece on F6"),
        ("wait a bit", "could not convert"),
        ("given F6 F6", "not allowed"),
        ("order dance", "unknown order 'dance'"),
        ("fault tired F6", "tired"),
        ("expect", "expect what"),
    ],
)
def test_what_cannot_be_done_names_line_and_cause(world, line, reason):
    with pytest.raises(ScriptError, match=f"(?s)line 2: .*{reason}"):
        play_script(world, f"# first\n{line}")


def test_a_refused_order_says_why(world):
    with pytest.raises((ScriptError, Refused), match="nothing to take back"):
        play_script(world, "order take back")


@pytest.mark.parametrize(
    ("expectation", "instead"),
    [
        ("expect E3-E7", "the last actions are I5-I6"),
        ("expect over", "the status is waiting"),
        ("expect correction K7", "the status is waiting"),
        ("expect question A2-E6", "the status is waiting"),
        ("expect lit F6", "dark: F6"),
        ("expect fault F6", "no fault named at F6, only at []"),
        ("expect new game", "the game is still going on"),
    ],
)
def test_a_failed_expectation_says_what_is_so_with_a_picture(world, expectation, instead):
    with pytest.raises(ScriptError) as failure:
        play_script(world, f"given {OPENING}\n{expectation}")
    first, *picture = str(failure.value).splitlines()
    assert first == f"line 2: {expectation}: {instead}"
    assert "white to act: move" in "\n".join(picture)
    assert picture[-1] == "the board looks the same"


def test_the_picture_tells_where_the_board_differs(world):
    with pytest.raises(ScriptError, match="the board: K7 shows 0 instead of -2 \\(a black ring\\)"):
        play_script(world, f"given {OPENING}\nlift K7\nwait 500\nexpect waiting")


def test_expecting_nothing_fails_when_the_game_goes_on_or_back(world):
    play_script(world, f"given {OPENING}")
    with pytest.raises(ScriptError, match="the game went on with E3-E8"):
        play_script(world, "lift E3 / put E3 white marker / put E8 white ring / expect nothing")
    with pytest.raises(ScriptError, match="1 taken back"):
        play_script(world, "lift E8 / put E3 white ring / take E3 white marker / expect nothing")


def test_expecting_points_wants_all_of_them_and_no_others(world):
    play_script(world, f"given {OPENING}\nlift K7 / lift D9\nexpect correction D9 K7")
    with pytest.raises(ScriptError, match="the status is correction"):
        play_script(world, "expect correction K7")


def test_a_game_can_begin_in_the_middle(world):
    play_script(world, f"given {ROW}\nexpect E5-E6 I8-I9\nexpect waiting\nplay E6-E7 xE2-E6 rA2\nexpect waiting")


def test_what_is_played_is_done_with_all_its_flips(world):
    play_script(world, f"given {JUMP}\nplay E4-E1")
    contents = {point.name: str(stack[-1]) for point, stack in world.board.contents.items()}
    assert (contents["E2"], contents["E3"], contents["E4"]) == ("black marker", "black marker", "white marker")


def test_an_action_that_is_not_understood_is_told(world):
    with pytest.raises(ScriptError, match="G2-G4 was not understood"):
        play_script(world, f"given {OPENING}\norder pause\nplay G2-G4")


def test_the_pace_of_the_hands_can_be_told(world):
    play_script(world, "pace 0.1\nput F6 white ring")
    quick = world.now
    play_script(world, "pace 2\nput E5 black ring")
    assert world.now - quick > 3 * quick


@pytest.mark.parametrize("word", ["stuck", "dead", "flicker", "chatter"])
def test_sensors_break_and_heal(world, word):
    play_script(world, f"given {OPENING}\nfault {word} D9\nwait 9500\nexpect fault D9\nfault clear")


def test_power_cables_and_orders(world):
    play_script(world, f"given {OPENING}\nunplug\nreplug\npower cut\nexpect waiting\norder hint\norder resign white")
    play_script(world, "expect over\nsweep\nexpect new game\norder new game blitz")
    assert world.table.book.variant == "blitz"


def test_a_transcript_runs_as_it_is_in_real_time():
    """On a daemon the hands have to wait; here time is virtual, and sleeping lets it pass."""
    world = World("presence", seed=1)

    async def sleep(seconds: float) -> None:
        world.run(ms=seconds * 1000)

    asyncio.run(play_live(world, f"given {OPENING}\nplay E3-E8\nlift G2\nexpect correction G2\nput G2", sleep))
    assert str(world.game.actions[-1]) == "E3-E8"
    with pytest.raises(ScriptError, match="line 1: expect over: the status is"):
        asyncio.run(play_live(world, "expect over", sleep))
