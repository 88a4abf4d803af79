# ruff: noqa: RUF009 - setting() and section() are dataclass fields with a rule
"""The sections about sensors: their drivers, their timing, and which input is which point.

Every driver's settings know how many ``inputs`` that wiring has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.config.common import ORDER, PIN, TURN, custom
from hardware.config.rules import Flag, Many, Real, Text, Whole, Word, section, setting
from hardware.protocols import PLACE_COUNT, POINT_COUNT

SENSOR_DRIVERS: Final = ("matrix", "mcp23017", "shift", "mcp3008", "serial", "virtual", "replay")
MOST_INPUTS: Final = 256  # 32 chips of the longest chain

_EXPANDER_PINS: Final = tuple(f"{bank}{bit}" for bank in "AB" for bit in range(7))


@dataclass(frozen=True, slots=True)
class Matrix:
    """``[sensors.matrix]``: switches in a diode matrix on GPIO."""

    rows: tuple[int, ...] = setting(
        (4, 5, 6, 12, 13, 16, 17, 22, 23), Many(PIN, 1, 26), "GPIO driven one at a time, in the order of the rows."
    )
    columns: tuple[int, ...] = setting(
        (7, 8, 9, 11, 14, 15, 24, 25, 26, 27), Many(PIN, 1, 26), "GPIO read for each row, in the order of the columns."
    )
    pull: str = setting(
        "up",
        Word(("up", "down")),
        "Resting level of the columns: with `up` a row is driven low and the diodes point towards the row.",
    )
    settle_us: int = setting(5, Whole(0, 1000, "µs"), "Wait between driving a row and reading its columns.")

    @property
    def inputs(self) -> int:
        """How many switches this wiring can read."""
        return len(self.rows) * len(self.columns)


@dataclass(frozen=True, slots=True)
class Mcp23017:
    """``[sensors.mcp23017]``: expanders on I²C."""

    bus: int = setting(1, Whole(0, 10), "I²C bus: 1 is /dev/i2c-1.")
    addresses: tuple[int, ...] = setting(
        tuple(range(0x20, 0x27)),
        Many(Whole(0x20, 0x27, base=16), 1, 8),
        "One for each chip, in the order of the wiring.",
    )
    second_bus: int | None = setting(
        None,
        Whole(0, 10),
        "I²C bus with as many chips again at the same addresses, numbered after the others: two switches a point.",
        unset="one bus is enough",
    )
    pins: tuple[str, ...] = setting(
        _EXPANDER_PINS,
        Many(Word(_EXPANDER_PINS, "A0 to A6 or B0 to B6"), 1, 14),
        "Pins used on every chip. A7 and B7 are outputs only on this chip: as inputs they can garble the bus.",
    )
    active_low: bool = setting(True, Flag(), "A switch pulls its pin to ground against the chip's pull-up.")

    @property
    def inputs(self) -> int:
        """How many switches this wiring can read."""
        buses = 1 if self.second_bus is None else 2
        return buses * len(self.addresses) * len(self.pins)


@dataclass(frozen=True, slots=True)
class Shift:
    """``[sensors.shift]``: a chain of 74HC165 on SPI."""

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus; it is wired to the chain's load line.")
    hz: int = setting(1_000_000, Whole(10_000, 20_000_000, "Hz"), "Clock of the chain.")
    chips: int = setting(11, Whole(1, 32), "Chips in the chain, eight inputs each.")
    load_pin: int | None = setting(
        None, PIN, "GPIO of the load line (SH/LD).", unset="the bus's chip enable, through an inverter"
    )
    active_low: bool = setting(True, Flag(), "A switch pulls its input to ground against a resistor.")
    tied_low: tuple[int, ...] = setting(
        (),
        Many(Whole(0, MOST_INPUTS), 0, 16),
        "Spare inputs tied to ground, which show a broken chain; the number behind the last is SER of the last chip.",
    )
    tied_high: tuple[int, ...] = setting(
        (), Many(Whole(0, MOST_INPUTS), 0, 16), "Spare inputs tied to the supply, likewise."
    )

    @property
    def inputs(self) -> int:
        """How many switches this wiring can read."""
        return self.chips * 8


@dataclass(frozen=True, slots=True)
class Mcp3008:
    """``[sensors.mcp3008]``: linear Hall sensors on SPI converters, direct or behind CD74HC4067 multiplexers."""

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus, when `select_pins` is empty.")
    hz: int = setting(1_350_000, Whole(10_000, 3_600_000, "Hz"), "SPI clock: 1.35 MHz at 2.7 V, 3.6 MHz at 5 V.")
    select_pins: tuple[int, ...] = setting(
        (),
        Many(PIN, 0, 12),
        "GPIO of each chip's select line, in the order of the chips; empty for one chip on `device`.",
    )
    multiplexer_channels: tuple[int, ...] = setting(
        (0, 1, 2, 3, 4, 5),
        Many(Whole(0, 95), 0, 12),
        "Converter input (chip * 8 + channel) behind each multiplexer; empty when sensors are wired to the chips.",
    )
    multiplexer_pins: tuple[int, ...] = setting(
        (5, 6, 13, 19), Many(PIN, 4, 4), "GPIO of the lines S0 to S3 shared by all multiplexers."
    )
    settle_us: int = setting(20, Whole(0, 1000, "µs"), "Wait after switching the multiplexers.")
    white_up: bool = setting(True, Flag(), "A white piece raises the voltage; false when it lowers it.")

    @property
    def chips(self) -> int:
        """How many converters there are."""
        return max(1, len(self.select_pins))

    @property
    def inputs(self) -> int:
        """How many sensors this wiring can read."""
        return len(self.multiplexer_channels) * 16 or self.chips * 8


@dataclass(frozen=True, slots=True)
class SerialLink:
    """``[sensors.serial]``: a microcontroller over USB."""

    port: str = setting(
        "auto",
        Text(),
        "Device such as `/dev/serial/by-id/…`, or a part of its name there; `auto` takes the first that answers.",
    )
    baud: int = setting(115_200, Whole(9600, 4_000_000, "baud"), "Speed; without meaning on native USB.")
    white_up: bool = setting(True, Flag(), "A white piece raises the voltage; false when it lowers it.")
    deadband: int = setting(
        12, Whole(0, 255, "counts"), "By how much a linear reading must change to be sent before the next heartbeat."
    )

    @property
    def inputs(self) -> int:
        """How many switches a frame of the microcontroller can hold; of linear sensors, half as many."""
        return 192


@dataclass(frozen=True, slots=True)
class Virtual:
    """``[sensors.virtual]``: wood and magnets in memory."""

    seed: int = setting(0, Whole(0, 2**63 - 1), "The same seed gives the same noise, bounce and drift.")
    bounce_ms: float = setting(1.0, Real(0.0, 20.0, "ms"), "How long a switch chatters at most.")
    noise_counts: float = setting(2.0, Real(0.0, 100.0, "counts"), "Standard deviation of a linear sensor's noise.")
    drift_counts: float = setting(15.0, Real(0.0, 200.0, "counts"), "How far a linear sensor's zero wanders at most.")

    @property
    def inputs(self) -> int:
        """One for every point and ring place."""
        return POINT_COUNT + PLACE_COUNT


@dataclass(frozen=True, slots=True)
class Replay:
    """``[sensors.replay]``: a log that `yinsh-board record` wrote."""

    file: str = setting("", Text(), "The log; a relative name starts at the folder of this file.")
    speed: float = setting(1.0, Real(0.01, 1000.0, "times"), "Faster than it was recorded.")
    repeat: bool = setting(False, Flag(), "Start again at the end.")

    @property
    def inputs(self) -> int:
        """Logs hold readings by point."""
        return POINT_COUNT + PLACE_COUNT


@dataclass(frozen=True, slots=True)
class Sensors:
    """``[sensors]``: what sees the pieces."""

    driver: str = setting("virtual", Word(SENSOR_DRIVERS), "How the sensors are wired.")
    kind: str | None = setting(
        None,
        Word(("reed", "hall", "linear")),
        "Reed contacts, Hall switches or linear Hall sensors.",
        unset="what driver and sensing imply",
    )
    pair_offset: int | None = setting(
        None,
        Whole(1, MOST_INPUTS - 1),
        "With two switches a point, one for each pole: the input of the black one minus that of the white one.",
        unset="one sensor a point",
    )
    scan_hz: int | None = setting(
        None,
        Whole(10, 1000, "Hz"),
        "Scans of the whole board.",
        unset="100; 200 for `serial`, `shift`, `virtual` and `replay`",
    )
    debounce_ms: int | None = setting(
        None,
        Whole(0, 500, "ms"),
        "How long a reading must stay the same to count.",
        unset="20 for reed, 8 for hall, 25 for linear",
    )
    settle_ms: int = setting(250, Whole(50, 3000, "ms"), "How long hands must rest before a landing is final.")
    matrix: Matrix = section(Matrix, "Switches in a diode matrix on GPIO. Input = row * number of columns + column.")
    mcp23017: Mcp23017 = section(Mcp23017, "MCP23017 expanders on I²C. Input = chip * number of pins + place in pins.")
    shift: Shift = section(Shift, "A chain of 74HC165 on SPI. Input = chip * 8 + 7 - D, in the order of arrival.")
    mcp3008: Mcp3008 = section(
        Mcp3008,
        "Linear Hall sensors on SPI converters. Input = multiplexer * 16 + line, or chip * 8 + channel without any.",
    )
    serial: SerialLink = section(SerialLink, "A microcontroller over USB. Input = its sensor number.")
    virtual: Virtual = section(Virtual, "No parts at all.")
    replay: Replay = section(Replay, "A recorded log.")


@dataclass(frozen=True, slots=True)
class Map:
    """``[map]``: which sensor input is which point."""

    order: str = setting("columns", ORDER, "How the inputs run over the board.")
    turn: int = setting(0, TURN, "Degrees counter-clockwise, seen from above, by which the wiring is turned.")
    mirrored: bool = setting(False, Flag(), "The wiring was laid looking at the board from below.")
    places: bool = setting(False, Flag(), "The six ring places have sensors too, after those of the points.")
    custom: tuple[tuple[str, int], ...] = setting(
        (),
        custom(MOST_INPUTS - 1, "input number"),
        'The inputs, for `order = "custom"`; `yinsh-board map` writes it.',
    )
