"""The serial drivers in the common suites: in front of a simulated microcontroller that runs whenever they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.config.settings import SerialLights as LightSettings
from hardware.config.settings import SerialLink as SensorSettings
from hardware.firmware_sim import SimulatedPico
from hardware.lights.serial import SerialLights
from hardware.ports import find_ports
from hardware.protocols import POINT_COUNT, Frame
from hardware.sensors.serial import SerialSensors
from hardware.serial_link.link import SerialLink
from tests.hardware.line import await_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.protocols import Rgb

NAME = "usb-MicroPython_Board_in_FS_mode_0001-if00"
TURN = 0.005


class Readings:
    def __init__(self, linear: bool) -> None:
        self.linear = linear
        self.readings: Sequence[int] = (0,) * (POINT_COUNT + 6)

    def read(self, now: float) -> Frame:
        return Frame(now, tuple(self.readings[:POINT_COUNT]), tuple(self.readings[POINT_COUNT:]))


def link_to(folder: Path) -> SerialLink:
    return SerialLink(find=lambda wanted: find_ports(wanted, folder))


class LookingSensors(SerialSensors):
    """Lets the board run until it has answered."""

    pico: SimulatedPico

    def read(self, now: float) -> Frame | None:
        for _ in range(5):
            self.pico.step(now)
            await_bytes(self.fileno())
            frame = super().read(now)
            if frame is not None:
                return frame
            await_bytes(self.pico.fileno())
        return None


class SerialRig:
    cure = "plug it in"
    holds = True
    vanishes = True
    linear = True
    now = 0.0
    levels: tuple[int, ...] = (300, -300, 13, -2048, 2047)  # a change within the deadband may wait

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        self.readings = Readings(self.linear)
        self.driver = LookingSensors(SensorSettings(), inputs, linear=self.linear, link=link_to(folder))
        self.pico = self.driver.pico = SimulatedPico(self.readings, inputs, link=folder / NAME)

    @property
    def held(self) -> int:
        return int(self.driver.fileno() >= 0)

    def scan(self) -> Frame:
        self.now += 0.01
        frame = self.driver.read(self.now)
        assert frame is not None
        return frame

    def show(self, readings: Sequence[int]) -> None:
        self.readings.readings = readings

    def break_metal(self) -> None:
        self.pico.unplug()

    def mend_metal(self) -> None:
        self.pico.plug()


class SerialLightsRig:
    """The host's clock is the board's: a look at the strip lets both run until nothing is on its way."""

    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self.now = 50.0
        self._leds = leds
        self._link = link_to(folder)
        self.pico = SimulatedPico(Readings(linear=True), leds=leds, link=folder / NAME)
        self.driver = SerialLights(
            LightSettings(), leds, link=self._link, clock=lambda: self.now, sleep=lambda _: self.run(0.02)
        )

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / TURN)):
            self.now += TURN
            if self.pico.plugged:
                self.pico.step(self.now)
                await_bytes(self._link.fileno())
            if self.touched and self.pico.plugged:
                self._link.poll(self.now)

    @property
    def touched(self) -> bool:
        return self._link.fileno() >= 0

    def seen(self) -> list[Rgb]:
        self.run(0.1)
        rgb = self.pico.picture
        return [(rgb[3 * led], rgb[3 * led + 1], rgb[3 * led + 2]) for led in self._leds]

    def looks(self, color: Rgb) -> Rgb:
        return color

    def break_metal(self) -> None:
        self.pico.unplug()

    def mend_metal(self) -> None:
        self.pico.plug()
