"""Figures that only the metal can give: how long its scans, frames and reactions take.

Clocks are handed in, so that a test can measure metal that keeps virtual time.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, runtime_checkable

from hardware.errors import HardwareFault, MissingExtra
from hardware.protocols import POINT_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from hardware.protocols import Lights, Rgb, Sensors
    from hardware.serial_link.events import Report
    from yinsh_core.points import Point

    #: Gives seconds that only ever grow.
    Clock = Callable[[], float]

DARK: Final[Rgb] = (0, 0, 0)
DIM: Final[Rgb] = (16, 16, 16)
BRIGHT: Final[Rgb] = (255, 255, 255)
LOOP_LIMIT: Final = 2.0  # seconds after which the loop is taken for broken
SCAN_LIMIT: Final = 10.0  # seconds after which slow sensors are measured by what has arrived
TOUCH_COUNTS: Final = 64  # of a linear sensor: well above its noise, well below a line pulled to ground
RECORD: Final = 512  # bytes: what the daemon writes for one action, generously


@dataclass(frozen=True, slots=True)
class Spread:
    """How times are distributed: in seconds, the middle one, the 99th in a hundred and the worst."""

    middle: float
    p99: float
    worst: float
    count: int

    @classmethod
    def of(cls, samples: Iterable[float]) -> Spread:
        """The spread of at least one sample."""
        ordered = sorted(samples)
        if not ordered:
            raise HardwareFault("nothing to measure: no sample arrived; run yinsh-board doctor")
        last = len(ordered) - 1
        return cls(ordered[last // 2], ordered[round(0.99 * last)], ordered[-1], len(ordered))

    def numbers(self) -> dict[str, float]:
        """For scripts, in seconds."""
        return {"middle": self.middle, "p99": self.p99, "worst": self.worst, "count": self.count}

    def __str__(self) -> str:
        return f"{_ms(self.middle)}, 99 % within {_ms(self.p99)}, worst {_ms(self.worst)}"


@dataclass(frozen=True, slots=True)
class Pace:
    """A run at the board's own rates: scans a second, how unevenly they came, and the share of one core."""

    hertz: float
    lateness: Spread
    cpu_share: float


class Loop(Protocol):
    """A contact that the computer can close and a light that it can see."""

    point: Point

    def touch(self, *, down: bool) -> None:
        """Close or open the contact at the point."""

    def lit(self) -> bool:
        """Whether the point's LED is seen to be lit."""


@runtime_checkable
class Reporting(Protocol):
    """Sensors on a microcontroller that says how it is doing."""

    @property
    def report(self) -> Report | None:
        """Its newest word."""


def scan_times(sensors: Sensors, count: int, clock: Clock) -> Spread:
    """How long it takes from one frame of the whole board to the next, without a pause in between."""
    samples: list[float] = []
    start = last = clock()
    while len(samples) < count and clock() - start < SCAN_LIMIT:
        if sensors.read(clock()) is not None:
            now = clock()
            samples.append(now - last)
            last = now
    return Spread.of(samples[1:])  # the first one waited for whatever was under way


def frame_times(lights: Lights, count: int, clock: Clock) -> Spread:
    """How long the strip takes for one frame; every frame differs from the one before."""
    samples = []
    for number in range(count):
        frame = _only(number % POINT_COUNT, DIM)
        start = clock()
        lights.show(frame)
        samples.append(clock() - start)
    return Spread.of(samples)


def pace(
    sensors: Sensors,
    lights: Lights,
    rates: tuple[int, int],
    seconds: float,
    *,
    clock: Clock,
    cpu: Clock,
    sleep: Callable[[float], None],
) -> Pace:
    """Scan and light at *rates* of (scans, frames) a second for a while, as the daemon would."""
    scan_hz, frames_hz = rates
    start, cpu_start = clock(), cpu()
    late: list[float] = []
    frames = 0
    for scans in range(round(seconds * scan_hz)):
        due = start + scans / scan_hz
        sleep(max(0.0, due - clock()))
        late.append(max(0.0, clock() - due))
        sensors.read(clock())
        if (clock() - start) * frames_hz >= frames:
            lights.show(_only(frames % POINT_COUNT, DIM))
            frames += 1
    elapsed = clock() - start
    return Pace(len(late) / elapsed, Spread.of(late), (cpu() - cpu_start) / elapsed)


def reaction_times(loop: Loop, sensors: Sensors, lights: Lights, count: int, clock: Clock) -> Spread:
    """From a contact that closes to light that is seen, debounce left out: scan, frame and LED alone."""
    samples = []
    for _ in range(count):
        rest = _rest(loop, sensors, lights, clock)
        start = clock()
        loop.touch(down=True)
        _await_touch(loop, sensors, rest, clock)
        lights.show(_only(loop.point.index, BRIGHT))
        _await(loop.lit, clock, "the light was not seen")
        samples.append(clock() - start)
    _rest(loop, sensors, lights, clock)
    return Spread.of(samples)


def sync_times(folder: Path, count: int, clock: Clock) -> Spread:
    """How long the card takes to make one record durable."""
    samples = []
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".measure-", buffering=0) as file:
        for _ in range(count):
            start = clock()
            file.write(b"\0" * RECORD)
            os.fsync(file.fileno())
            samples.append(clock() - start)
    return Spread.of(samples)


class InMemory(Protocol):
    """A virtual board, as far as its loop goes."""

    faults: Any
    lights: Any


class VirtualLoop:
    """The loop of a board in memory."""

    def __init__(self, board: InMemory, point: Point) -> None:
        self.point = point
        self._board = board

    def touch(self, *, down: bool) -> None:
        """Let the sensor see a ring, or nothing."""
        self._board.faults.stick(self.point, on=down)

    def lit(self) -> bool:
        """Look at what the lights keep."""
        return bool(self._board.lights[self.point] != DARK)


class GpioLoop:
    """A GPIO that closes the contact, another that sees the light; docs/on-a-pi.md shows the wires."""

    def __init__(self, point: Point, contact: int, light: int, *, pin_factory: Any = None) -> None:
        try:
            from gpiozero import InputDevice, OutputDevice  # noqa: PLC0415  (an extra)
        except ImportError as error:
            raise MissingExtra("the loop needs gpiozero", "pi") from error
        self.point = point
        self._contact = OutputDevice(contact, pin_factory=pin_factory)
        self._light = InputDevice(light, pull_up=True, pin_factory=pin_factory)

    def touch(self, *, down: bool) -> None:
        """Switch the transistor across the contact."""
        self._contact.value = down

    def lit(self) -> bool:
        """A lit phototransistor pulls its pin to ground."""
        return bool(self._light.is_active)

    def close(self) -> None:
        """Let the pins go."""
        self._contact.close()
        self._light.close()


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms"


def _only(index: int, color: Rgb) -> Sequence[Rgb]:
    return [color if at == index else DARK for at in range(POINT_COUNT)]


def _rest(loop: Loop, sensors: Sensors, lights: Lights, clock: Clock) -> int:
    """Open the contact, darken the light, and give what the point reads at rest."""
    loop.touch(down=False)
    lights.show(_only(0, DARK))
    _await(lambda: not loop.lit(), clock, "light was seen although all LEDs are dark")
    sensors.read(clock())  # may have begun before the contact opened
    return _reading(loop, sensors, clock)


def _reading(loop: Loop, sensors: Sensors, clock: Clock) -> int:
    start = clock()
    while (frame := sensors.read(clock())) is None:
        _give_up_after(start, clock, "the sensors gave nothing")
    return frame.readings[loop.point.index]


def _await_touch(loop: Loop, sensors: Sensors, rest: int, clock: Clock) -> None:
    enough = TOUCH_COUNTS if sensors.linear else 1
    _await(lambda: abs(_reading(loop, sensors, clock) - rest) >= enough, clock, "the contact did not show")


def _await(seen: Callable[[], bool], clock: Clock, otherwise: str) -> None:
    start = clock()
    while not seen():
        _give_up_after(start, clock, otherwise)


def _give_up_after(start: float, clock: Clock, why: str) -> None:
    if clock() - start > LOOP_LIMIT:
        raise HardwareFault(f"{why} within {LOOP_LIMIT:g} s; check the wires of the loop")
