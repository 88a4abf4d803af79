"""What is kept of a board's past, and what is not."""

import pytest

from firmware_bridge.memory import Memory
from firmware_bridge.sight import Sight
from firmware_bridge.yinsh import Yinsh
from hardware.protocols import Sensing
from tests.firmware_bridge.readings import OPENING, game_after
from yinsh_core import MoveRing
from yinsh_core.points import Point

FLASH = 0.1
E3, E6, I6, K7 = (Point(name).index for name in ("E3", "E6", "I6", "K7"))


class Past:
    """A memory of a game that goes on."""

    def __init__(self, sensing: Sensing = Sensing.PRESENCE) -> None:
        self.game = game_after(OPENING)
        self.sight = Sight(Yinsh(), sensing)
        self.memory = Memory(self.sight, FLASH)
        self.contents = self.sight.game.contents(self.game.position)
        self.levels = list(map(self.sight.level, self.contents))
        self.memory.begin(self.contents)

    def note(self, point: int, *levels: int, at: float) -> None:
        for place, level in enumerate(levels):
            self.levels[point] = level
            self.memory.note(point, level, at + place)

    def move(self, text: str) -> None:
        """The game goes on by this move."""
        step = next(s for s in self.sight.game.steps(self.game.position) if str(s.action) == text)
        assert isinstance(self.game.push(step.action), MoveRing)
        contents = self.sight.game.contents(self.game.position)
        self.memory.rebase(contents, (step,), tuple(self.levels), 0)


@pytest.fixture
def past():
    return Past()


def test_what_was_shown_is_kept_with_its_times(past):
    past.note(E3, 0, 1, 0, at=1.0)
    assert past.memory.traces == {E3: (0, 1, 0)}
    assert past.memory.times == {E3: (1.0, 2.0, 3.0)}


def test_what_flashes_by_is_not(past):
    past.memory.note(E6, 1, 1.0)
    past.memory.note(E6, 0, 1.0 + FLASH / 2)
    assert past.memory.traces == past.memory.times == {}


def test_a_flash_on_the_way_to_something_else_is_left_out():
    past = Past(Sensing.FULL)
    past.memory.note(E3, 1, 1.0)
    past.memory.note(E3, 0, 1.0 + FLASH / 2)
    assert past.memory.traces == {E3: (0,)}


def test_a_restless_point_is_not_remembered_forever(past):
    past.note(E3, *[0, 1] * 20, at=0.0)
    assert len(past.memory.traces[E3]) <= 12
    assert past.memory.traces[E3][-1] == 1
    assert len(past.memory.times[E3]) == len(past.memory.traces[E3])


def test_what_came_after_an_action_belongs_to_the_next(past):
    past.note(E3, 0, 1, at=1.0)
    past.note(E6, 1, at=3.0)
    past.note(I6, 0, at=4.0)
    past.note(K7, 0, 1, at=1.5)
    past.move("E3-E6")
    assert past.memory.traces == {I6: (0,)}
    assert past.memory.times == {I6: (4.0,)}
    assert past.memory.belief[E3] == "w"


def test_the_end_of_what_began_before_an_action_is_nothing(past):
    past.note(E3, 0, 1, at=1.0)
    past.note(K7, 0, at=2.5)
    past.note(E6, 1, at=3.0)
    past.note(K7, 1, at=4.0)
    past.move("E3-E6")
    assert past.memory.traces == {}


def test_flips_are_owed_until_they_are_seen():
    past = Past(Sensing.POLARITY)
    past.note(Point("E1").index, 1, at=1.0)
    past.move("E3-E1")
    assert past.memory.owed == 1 << Point("E2").index
    assert past.memory.belief[Point("E2").index] == "w"


def test_sensors_that_are_not_trusted_leave_no_trace_until_they_are(past):
    past.note(K7, 0, at=1.0)
    past.memory.distrust(1 << K7)
    assert past.memory.traces == {}
    past.memory.trust(1 << K7, tuple(past.levels), 5.0)
    assert (past.memory.traces, past.memory.times) == ({K7: (0,)}, {K7: (5.0,)})


def test_a_trusted_sensor_that_agrees_has_nothing_to_say(past):
    past.memory.trust((1 << 85) - 1, tuple(past.levels), 5.0)
    assert past.memory.traces == {}
