"""One suite over every light driver: what the daemon may rely on, whatever the metal is."""

import contextlib

import pytest

from hardware.errors import HardwareFault
from hardware.protocols import Lights
from tests.hardware.light_rigs import DARK, RIGS

EVERY_COLOR_ONCE = [(index + 1, 255 - index, 7 * index % 256) for index in range(91)]

LAYOUTS = {
    "straight": range(85),
    "backwards, with places": range(90, -1, -1),
    "every second LED": range(0, 170, 2),
    "shuffled": [index * 32 % 85 for index in range(85)],
}


@pytest.fixture(params=LAYOUTS.values(), ids=LAYOUTS)
def leds(request):
    return list(request.param)


@pytest.fixture(params=RIGS.values(), ids=RIGS)
def rig(request, leds, tmp_path):
    rig = request.param(leds, tmp_path)
    yield rig
    with contextlib.suppress(OSError):
        rig.driver.close()


def faults(rig):
    """Where there is nothing, nothing can fail."""
    return contextlib.nullcontext() if rig.driver.__class__.__name__ == "NoLights" else pytest.raises(HardwareFault)


def test_it_is_a_light_driver(rig):
    assert isinstance(rig.driver, Lights)


def test_it_touches_nothing_before_it_is_opened(rig):
    assert not rig.touched


def test_it_starts_dark(rig):
    rig.driver.open()
    assert rig.seen() == [DARK] * len(rig.seen())


def test_every_colour_reaches_its_own_point(rig, leds):
    rig.driver.open()
    frame = EVERY_COLOR_ONCE[: len(leds)]
    rig.driver.show(frame)
    assert rig.seen() == [rig.looks(color) for color in frame]


def test_a_frame_of_points_alone_leaves_the_places_dark(rig, leds):
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE)
    rig.driver.show(EVERY_COLOR_ONCE[:85])
    assert rig.seen()[85:] == [DARK] * (len(leds) - 85)
    assert rig.seen()[:85] == [rig.looks(color) for color in EVERY_COLOR_ONCE[:85]]


def test_colours_for_places_that_are_not_wired_are_dropped(rig, leds):
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE)
    assert rig.seen() == [rig.looks(color) for color in EVERY_COLOR_ONCE[: len(leds)]]


@pytest.mark.parametrize("size", [0, 84, 86, 92])
def test_a_frame_of_another_size_is_refused_and_changes_nothing(rig, size):
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE[:85])
    before = rig.seen()
    with pytest.raises(ValueError, match=f"85 or 91 colours, not {size}"):
        rig.driver.show([(1, 1, 1)] * size)
    assert rig.seen() == before


def test_closing_leaves_it_dark_any_number_of_times(rig):
    rig.driver.close()
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE)
    for _ in range(3):
        rig.driver.close()
        assert rig.seen() == [DARK] * len(rig.seen())


def test_what_is_not_open_says_so(rig):
    with faults(rig):
        rig.driver.show(EVERY_COLOR_ONCE)


def test_it_can_be_opened_again_without_closing(rig, leds):
    rig.driver.open()
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE)
    assert rig.seen() == [rig.looks(color) for color in EVERY_COLOR_ONCE[: len(leds)]]


def test_broken_metal_is_a_fault_and_works_again_when_mended(rig, leds):
    rig.driver.open()
    rig.break_metal()
    with faults(rig):
        rig.driver.show(EVERY_COLOR_ONCE)
    rig.driver.close()
    rig.mend_metal()
    rig.driver.open()
    rig.driver.show(EVERY_COLOR_ONCE)
    assert rig.seen() == [rig.looks(color) for color in EVERY_COLOR_ONCE[: len(leds)]]
