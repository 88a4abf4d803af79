"""Lights on the microcontroller that scans the sensors, or on one of their own."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Final

from hardware.errors import HardwareFault
from hardware.lights.strip import DARK, Strip
from hardware.protocols import POINT_COUNT
from hardware.serial_link import ailments
from hardware.serial_link.link import SerialLink, shared_link
from hardware.serial_link.protocol import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.config.settings import SerialLights as Settings
    from hardware.protocols import Rgb

PAUSE: Final = 0.005  # seconds between two looks for the board's hello


class SerialLights:
    """A strip on the microcontroller, which has the last word on current and pace.

    ``show`` returns at once while the line is up. Before the board has said hello it waits for that, up to a second:
    lights have a thread of their own.
    """

    def __init__(
        self,
        settings: Settings,
        leds: Sequence[int],
        *,
        link: SerialLink | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settings = settings
        self._strip = Strip(leds)
        self._dark = self._strip.encode((DARK,) * POINT_COUNT)
        self._link = link
        self._clock = clock
        self._sleep = sleep
        self._is_open = False

    def open(self) -> None:
        """Claim the port, or join whoever has it; the strip goes dark when the board answers."""
        self.close()
        if self._link is None:
            self._link = shared_link(self._settings.port, self._settings.baud)
        self._link.open()
        self._link.show(self._dark)
        self._is_open = True

    def show(self, colors: Sequence[Rgb]) -> None:
        """Hand a picture over; the newest replaces those that the line has not taken yet."""
        link = self._link
        if link is None or not self._is_open:
            raise HardwareFault("the lights' port is not open; open it first")
        rgb = self._strip.encode(colors)
        self._await_hello(link)
        self._check(link)
        link.show(rgb)
        self._move(link)

    def close(self) -> None:
        """Leave the strip dark and the port to others."""
        link = self._link
        if link is None or not self._is_open:
            return
        with contextlib.suppress(HardwareFault):
            if link.up:
                link.show(self._dark)
                self._move(link)
        self._is_open = False
        link.close()

    def _await_hello(self, link: SerialLink) -> None:
        until = self._clock() + PATIENCE
        self._move(link)
        while not link.up:
            if self._clock() >= until:
                raise (link.ailment or ailments.NO_ANSWER).error()
            self._sleep(PAUSE)
            self._move(link)

    def _move(self, link: SerialLink) -> None:
        """Move bytes; those that arrive are left to the sensors where they share the line."""
        if link.tended:
            link.flush()
        else:
            link.poll(self._clock())

    def _check(self, link: SerialLink) -> None:
        hello = link.hello
        if hello is not None and hello.leds < self._strip.length:
            raise ailments.too_few("LEDs", hello.leds, self._strip.length).error()
