"""Brings a guide together with sensors, lights and a clock."""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.protocols import Frame, Lights, Rgb, Sensors

LIGHT_SECONDS: Final = 0.02  # between two frames for the LEDs


class Guide(Protocol):
    """Asks things of a builder: frames in, lights and sentences out."""

    @property
    def done(self) -> bool:
        """Whether nothing more is asked."""

    def see(self, frame: Frame) -> list[str]:
        """Look at a frame; return what is new to say."""

    def lights(self, now: float) -> tuple[Rgb, ...]:
        """What the LEDs show at this moment."""


class Clock(Protocol):
    """A clock that can be waited for."""

    def now(self) -> float:
        """Seconds that only go forward."""

    def sleep(self, seconds: float) -> None:
        """Let time pass."""


class RealClock:
    """The machine's own."""

    def now(self) -> float:
        """Seconds that only go forward."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


class VirtualClock:
    """Time that passes as fast as the machine can count."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds since the beginning."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let them be over."""
        self._now += seconds


@runtime_checkable
class Sparing(Protocol):
    """Sensors that send only what changed, unless asked for raw scans."""

    raw: bool


def want_every_scan(sensors: Sensors, *, raw: bool = True) -> None:
    """Ask for all frames, as averages need them, or no longer."""
    if isinstance(sensors, Sparing):
        sensors.raw = raw


@contextmanager
def opened(sensors: Sensors, lights: Lights) -> Iterator[None]:
    """Claim both, ask for every scan; release both in the end, and leave the LEDs dark."""
    with ExitStack() as claimed:
        for driver in (sensors, lights):
            claimed.callback(driver.close)
            driver.open()
        want_every_scan(sensors)
        yield


def conduct(
    guide: Guide,
    sensors: Sensors,
    lights: Lights,
    clock: Clock,
    say: Callable[[str], None],
    *,
    scan_seconds: float = 0.01,
    meanwhile: Callable[[float], None] = lambda _: None,
) -> None:
    """Scan and light until *guide* is done; what it says goes to *say*, *meanwhile* is called after every scan."""
    light_at = clock.now()
    while not guide.done:
        now = clock.now()
        frame = sensors.read(now)
        for line in guide.see(frame) if frame else ():
            say(line)
        if now >= light_at:
            lights.show(guide.lights(now))
            light_at = now + LIGHT_SECONDS
        meanwhile(now)
        clock.sleep(max(0.0, now + scan_seconds - clock.now()))
