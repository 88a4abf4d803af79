"""Lights in memory, and the ways in which they break."""

import threading

import pytest

from hardware.errors import HardwareFault
from hardware.lights.virtual import VirtualLights
from yinsh_core.points import Point

RED = [(255, 0, 0)] * 85


@pytest.fixture
def lights():
    lights = VirtualLights()
    lights.open()
    return lights


class Shower:
    """Shows a frame from a thread of its own, since that may hang."""

    def __init__(self, lights):
        self.error = None
        self._thread = threading.Thread(target=self._show, args=(lights,), daemon=True)
        self._thread.start()

    def _show(self, lights):
        try:
            lights.show(RED)
        except HardwareFault as error:
            self.error = error

    def hangs(self):
        self._thread.join(0.02)
        return self._thread.is_alive()

    def ends(self):
        self._thread.join(10)
        return not self._thread.is_alive()


def test_points_are_looked_at_by_name(lights):
    lights.show([(index, 0, 0) for index in range(85)])
    assert lights["K10"] == lights[Point("k10")] == (84, 0, 0)


def test_frames_and_changes_are_counted(lights):
    for frame in (RED, RED, [(0, 0, 1)] * 85, RED):
        lights.show(frame)
    assert (lights.frames, lights.changes, lights.opened) == (4, 3, 1)
    assert not lights.dark


def test_a_failing_strip_fails_until_it_is_healed(lights):
    lights.fail("the strip is wet; dry it")
    with pytest.raises(HardwareFault, match="wet"):
        lights.show(RED)
    lights.close()
    with pytest.raises(HardwareFault, match="wet"):
        lights.open()
    lights.heal()
    lights.open()
    lights.show(RED)
    assert lights["F6"] == (255, 0, 0)


def test_a_blocked_strip_takes_the_frame_when_it_is_healed(lights):
    lights.block()
    shower = Shower(lights)
    assert shower.hangs()
    lights.heal()
    assert shower.ends()
    assert shower.error is None
    assert lights["F6"] == (255, 0, 0)


def test_closing_lets_a_blocked_caller_go(lights):
    lights.block()
    shower = Shower(lights)
    assert shower.hangs()
    lights.close()
    assert shower.ends()
    assert "not open" in str(shower.error)
    assert lights.dark


def test_a_strip_is_still_blocked_after_it_was_opened_again(lights):
    lights.block()
    lights.close()
    lights.open()
    shower = Shower(lights)
    assert shower.hangs()
    lights.heal()
    assert shower.ends()


def test_a_frame_from_before_is_not_shown_after_opening_again(lights):
    lights.block()
    shower = Shower(lights)
    assert shower.hangs()
    with lights._gate:  # closed and opened before the caller could wake up
        lights.close()
        lights.open()
        lights.heal()
    assert shower.ends()
    assert lights.dark
