# ruff: noqa: T201 - it prints its figures
"""Cost of one full scan for each sensor driver on its fake metal: ``make bench``.

*Our work* is the driver's own, with a device behind it that answers at once and does nothing else. *Bus* is what the
wire takes at the configured clock, with 50 µs of the system for each transaction, 5 µs for each move or look at a pin,
and the configured waits; it is calculated from what was asked of the device. *Up to* is the rate that both together
allow. Every tenth scan sees a change.
"""

from __future__ import annotations

import itertools
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.config.settings import Matrix, Mcp3008, Mcp23017, Replay, Shift
from hardware.protocols import Frame, Sensing
from hardware.rawlog import LogHeader, LogWriter
from hardware.sensors.matrix import MatrixSensors
from hardware.sensors.mcp3008 import Mcp3008Sensors
from hardware.sensors.mcp23017 import GPPU, IODIR, Mcp23017Sensors
from hardware.sensors.replay import ReplaySensors
from hardware.sensors.shift import ShiftSensors
from hardware.sensors.virtual import VirtualSensors
from tests.amounts import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.protocols import Sensors

POINTS = range(85)
TRANSACTION_US, PIN_US = 50.0, 5.0
I2C_HZ = 400_000
CHANGE_EVERY = 10  # scans
SCANS = 400  # of each driver, five times


class Wire:
    """What was asked of a device; it shows a change at every tenth scan."""

    scans = transactions = bits = pins = 0

    @property
    def changed(self) -> bool:
        return self.scans % CHANGE_EVERY == 0

    def exchange(self, bits: int) -> None:
        self.transactions += 1
        self.bits += bits

    def microseconds(self, hz: float) -> float:
        """What one scan took on the wire, on average."""
        return (self.transactions * TRANSACTION_US + self.pins * PIN_US + 1e6 * self.bits / hz) / self.scans


class QuickFactory(MockFactory):
    """Pins that count."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(pin_class=QuickPin)
        self.wire = wire


class QuickPin(MockPin):
    def _get_state(self) -> bool:
        self.factory.wire.pins += 1
        return bool(self.factory.wire.changed)

    def _set_state(self, value: float) -> None:
        self.factory.wire.pins += 1


class QuickSpi:
    max_speed_hz = mode = 0

    def __init__(self, wire: Wire, usual: bytes, changed: bytes) -> None:
        self._wire = wire
        self._answers = (list(usual), list(changed))

    def open(self, bus: int, device: int) -> None: ...

    def close(self) -> None: ...

    def xfer2(self, out: bytes) -> list[int]:
        self._wire.exchange(8 * len(out))
        return self._answers[self._wire.changed]


class QuickSMBus:
    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def close(self) -> None: ...

    def write_byte_data(self, address: int, register: int, value: int) -> None: ...

    def write_word_data(self, address: int, register: int, value: int) -> None: ...

    def read_word_data(self, address: int, register: int) -> int:
        self._exchange(2)
        return 0x7F7F ^ (self._changed(address) and register not in {IODIR, GPPU})

    def read_i2c_block_data(self, address: int, register: int, count: int) -> list[int]:
        self._exchange(count)
        return [0x7F] * (count - 2) + [0x7F ^ self._changed(address), 0x7F]

    def _changed(self, address: int) -> bool:
        return address == 0x20 and self._wire.changed

    def _exchange(self, count: int) -> None:
        self._wire.exchange(9 * (3 + count) + 3)  # address, register, address again; start, start again, stop


@dataclass
class Trial:
    """A driver on a quick device."""

    name: str
    sensors: Sensors
    wire: Wire
    hz: float = 1.0  # clock of the bus
    waits_us: float = 0.0  # of one scan


def matrix() -> Trial:
    wire, settings = Wire(), Matrix()
    sensors = MatrixSensors(replace(settings, settle_us=0), POINTS, pin_factory=QuickFactory(wire))
    return Trial("matrix, 19 pins", sensors, wire, waits_us=settings.settle_us * len(settings.rows))


def mcp23017() -> Trial:
    wire = Wire()
    sensors = Mcp23017Sensors(Mcp23017(), POINTS, smbus_class=lambda number: QuickSMBus(wire))
    return Trial("mcp23017, 7 chips", sensors, wire, I2C_HZ)


def shift() -> Trial:
    wire, settings = Wire(), Shift(tied_high=(85, 87), tied_low=(86, 88))
    usual, changed = bytes([0xFF] * 10 + [0xFD, 0]), bytes([0xFE] * 10 + [0xFD, 0])
    sensors = ShiftSensors(settings, POINTS, spi_class=lambda: QuickSpi(wire, usual, changed))
    return Trial("shift, 11 chips", sensors, wire, settings.hz)


def mcp3008(name: str, settings: Mcp3008) -> Trial:
    wire = Wire()
    usual, changed = bytes((0xFF, 2, 0)), bytes((0xFF, 2, 9))
    sensors = Mcp3008Sensors(
        replace(settings, settle_us=0),
        POINTS,
        spi_class=lambda: QuickSpi(wire, usual, changed),
        pin_factory=QuickFactory(wire),
    )
    waits = 16 * settings.settle_us if settings.multiplexer_channels else 0
    return Trial(name, sensors, wire, settings.hz, waits)


def replay(folder: Path) -> Trial:
    """A log of switches, 1000 s at 200 Hz, played in the time it was recorded in."""
    path = folder / "board.log"
    with path.open("w") as file:
        log = LogWriter(file, LogHeader(Sensing.PRESENCE, linear=False))
        for number in range(200_000):
            log.write(Frame(number / 200, (number // CHANGE_EVERY % 2,) * 85))
    return Trial("replay", ReplaySensors(Replay(file=str(path), repeat=True)), Wire())


def trials(folder: Path) -> Iterator[Trial]:
    yield shift()
    yield mcp23017()
    yield matrix()
    yield mcp3008("mcp3008, 11 chips", Mcp3008(multiplexer_channels=(), select_pins=tuple(range(12, 23))))
    yield mcp3008("mcp3008, multiplexed", Mcp3008())
    yield Trial("virtual, full", VirtualSensors(), Wire())
    yield replay(folder)


def scan_microseconds(trial: Trial, scans: int) -> float:
    """The best of five runs: other programs can only make it slower."""
    best = float("inf")
    times = itertools.count()
    trial.sensors.open()
    trial.wire.transactions = trial.wire.bits = trial.wire.pins = 0
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(scans):
            trial.wire.scans += 1
            trial.sensors.read(next(times) / 200)
        best = min(best, (time.perf_counter() - start) / scans)
    trial.sensors.close()
    return 1e6 * best


def main(arguments: list[str] | None = None) -> None:
    scans = int(amount(arguments, SCANS, "scans", __doc__))
    print("One scan of 85 points:")
    print(f"  {'':22}{'our work':>10}{'bus':>11}{'up to':>11}  at 200 Hz, of a core")
    with tempfile.TemporaryDirectory() as folder:
        for trial in trials(Path(folder)):
            ours = scan_microseconds(trial, scans)
            bus = trial.wire.microseconds(trial.hz) + trial.waits_us
            print(
                f"  {trial.name:22}{ours:7.1f} µs{bus:8.0f} µs{1e6 / (ours + bus):8.0f} Hz  {200 * ours / 1e4:5.2f} %"
            )


if __name__ == "__main__":
    main()
