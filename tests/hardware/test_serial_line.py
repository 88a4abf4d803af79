"""One scenario over lines that lie in every way: what the host believes is what the board is."""

import random

import pytest

from hardware.protocols import POINT_COUNT, Press
from tests.hardware.line import Lies, SerialWorld

LINES = {
    "perfect": Lies(),
    "byte by byte": Lies(bytewise=True),
    "lossy": Lies(loss=0.2, twice=0.2, damage=0.2),
    "delayed": Lies(delay=0.08),
    "flooded": Lies(flood=200),
    "hostile": Lies(hostile=True),
    "all at once": Lies(loss=0.2, twice=0.2, damage=0.2, delay=0.05, flood=100, hostile=True, bytewise=True),
}


@pytest.fixture
def world(tmp_path, request):
    world = SerialWorld(tmp_path, getattr(request, "param", Lies()), seed=5)
    yield world
    world.close()


def play(world: SerialWorld, positions: int, rng: random.Random) -> set[tuple[int, ...]]:
    """Change a few readings, rest, and look; return every state that the board was ever in."""
    states = {tuple(world.board.values)}
    for _ in range(positions):
        for point in rng.sample(range(POINT_COUNT), 3):
            world.board.values[point] = rng.choice((-900, -300, 0, 300, 900))
        states.add(tuple(world.board.values))
        world.run(1.0)
        assert world.frames[-1].readings == tuple(world.board.values)
    return states


@pytest.mark.parametrize("world", LINES.values(), ids=LINES.keys(), indirect=True)
def test_the_host_believes_what_the_board_is_and_nothing_else(world):
    assert world.until(lambda: bool(world.frames), 2.0) <= 2.0
    states = play(world, 6, random.Random(1))
    assert {frame.readings for frame in world.frames} <= states
    assert world.sensors.health.ok


@pytest.mark.parametrize("world", LINES.values(), ids=LINES.keys(), indirect=True)
def test_no_press_is_lost_or_invented(world):
    world.run(1.5)
    for bits, seconds in ((1, 0.2), (4, 1.2), (2, 0.3)):
        world.pico.buttons = bits
        world.run(seconds)
        world.pico.buttons = 0
        world.run(0.6)
    assert world.presses == [Press("hint"), Press("cafe", long=True), Press("take-back")]


@pytest.mark.parametrize("world", LINES.values(), ids=LINES.keys(), indirect=True)
def test_the_last_picture_arrives(world):
    world.run(1.0)
    world.lights.open()
    for step in range(30):
        world.lights.show([(step, 0, 0)] * POINT_COUNT)
        world.run(0.02)
    world.run(3.0)
    assert world.pico.picture[: 3 * POINT_COUNT] == bytes((29, 0, 0)) * POINT_COUNT


def believing(world: SerialWorld) -> bool:
    """Whether the host has a frame from this very moment."""
    return bool(world.frames) and world.frames[-1].time == world.now


def test_a_cable_pulled_in_the_middle_of_a_frame_is_named_at_once_and_the_game_goes_on_when_it_is_back(world):
    world.run(0.5)
    world.pico.blurt(b"\0\x05half a fra")
    world.pico.unplug()
    assert world.until(lambda: not world.sensors.health.ok, 2.5) < 0.1
    seen = len(world.frames)
    world.run(3.0)
    assert len(world.frames) == seen
    assert "plugged in" in world.sensors.health.fault
    world.board.values[40] = 700
    world.pico.plug()
    assert world.until(lambda: believing(world), 2.0) <= 2.0
    assert world.frames[-1].readings[40] == 700
    assert world.sensors.health.ok


def test_a_board_that_keeps_restarting_is_counted_and_every_frame_still_true(world):
    world.run(0.5)
    states = set()
    for step in range(8):
        world.board.values[step] = 500
        states.add(tuple(world.board.values))
        world.pico.reset()
        world.run(0.4)
        assert world.frames[-1].readings == tuple(world.board.values)
    assert world.link.restarts == world.sensors.health.count == 8


def test_a_silent_board_is_named_in_time_nothing_is_inferred_and_it_resumes_alone(world):
    world.run(0.5)
    world.asleep = True
    assert world.until(lambda: not world.sensors.health.ok, 3.0) <= 2.5
    seen = len(world.frames)
    world.run(20.0)
    assert len(world.frames) == seen
    assert "does not answer" in world.sensors.health.fault
    world.asleep = False
    assert world.until(lambda: believing(world), 2.0) <= 2.0


@pytest.mark.parametrize(("version", "cure"), [(0, "run yinsh-board flash"), (2, "update this program, or run")])
def test_another_version_is_one_clear_sentence(world, version, cure):
    world.pico.version = version
    world.pico.reset()
    assert world.until(lambda: not world.sensors.health.ok, 2.5) <= 0.5
    fault = f"sensors: firmware 1.0.0 speaks version {version} of the protocol, this program version 1"
    assert world.sensors.health.fault == fault
    assert world.sensors.health.cure.startswith(cure)
    world.run(10.0)
    assert not world.frames
    world.pico.version = None
    world.pico.reset()
    assert world.until(lambda: believing(world), 2.0) <= 2.0


def test_something_else_on_the_port_is_told_from_silence(world):
    world.pico.step = lambda now: world.pico.blurt(b"MicroPython v1.29.0 on 2026-01-01; type help()\r\n>>> ")
    assert world.until(lambda: not world.sensors.health.ok, 2.5) <= 2.5
    assert "not this project's firmware" in world.sensors.health.fault
    assert not world.frames


def test_lights_fade_to_a_waiting_pattern_when_the_host_is_gone(world):
    world.run(0.5)
    world.lights.open()
    world.lights.show([(0, 0, 200)] * POINT_COUNT)
    world.run(0.5)
    blue = world.pico.picture
    assert max(blue) == 200
    for _ in range(500):
        world.now += 0.005
        world.pico.step(world.now)
    fading = world.pico.picture
    assert 0 < max(fading) < 200
    for _ in range(400):
        world.now += 0.005
        world.pico.step(world.now)
    waiting = world.pico.picture
    assert 0 < max(waiting) < 30
    world.run(0.5)
    assert world.pico.picture == blue
