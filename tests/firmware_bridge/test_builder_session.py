"""Guides, clocks and drivers brought together."""

import pytest

from firmware_bridge.builder.session import RealClock, VirtualClock, conduct, opened, want_every_scan
from hardware.lights.virtual import VirtualLights
from hardware.protocols import Frame


class Sensors:
    linear = False
    raw = False

    def __init__(self):
        self.is_open = False
        self.reads = []

    def open(self):
        self.is_open = True

    def close(self):
        self.is_open = False

    def read(self, now):
        self.reads.append(now)
        return Frame(now, (0,) * 85) if len(self.reads) % 2 else None


class Guide:
    def __init__(self, frames):
        self.left = frames

    @property
    def done(self):
        return self.left <= 0

    def see(self, frame):
        self.left -= 1
        return [f"frame at {frame.time:.2f}"]

    def lights(self, now):
        return ((1, 1, 1),) * 85


def test_a_guide_is_conducted_until_it_is_done():
    sensors, lights, clock, said, ticks = Sensors(), VirtualLights(), VirtualClock(), [], []
    lights.open()
    conduct(Guide(3), sensors, lights, clock, said.append, scan_seconds=0.01, meanwhile=ticks.append)
    assert said == ["frame at 0.00", "frame at 0.02", "frame at 0.04"]
    assert len(ticks) == len(sensors.reads) == 5
    assert sensors.reads == pytest.approx([0.0, 0.01, 0.02, 0.03, 0.04])
    assert lights.frames == 3


def test_drivers_that_spare_frames_are_asked_for_all_of_them():
    sensors, lights = Sensors(), VirtualLights()
    with opened(sensors, lights):
        assert sensors.is_open
        assert lights.is_open
        assert sensors.raw
    assert not sensors.is_open
    assert not lights.is_open


def test_drivers_are_released_when_something_goes_wrong():
    sensors, lights = Sensors(), VirtualLights()
    lights.fail("broken")
    with pytest.raises(OSError, match="broken"), opened(sensors, lights):
        pass
    assert not sensors.is_open


def test_drivers_that_send_everything_need_not_be_asked():
    lights = VirtualLights()
    want_every_scan(lights)
    assert not hasattr(lights, "raw")


def test_the_real_clock_moves_on_by_itself():
    clock = RealClock()
    before = clock.now()
    clock.sleep(0.001)
    assert clock.now() > before
