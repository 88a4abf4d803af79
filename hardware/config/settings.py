# ruff: noqa: RUF009 - setting() and section() are dataclass fields with a rule
"""The board's settings as frozen values; ``BoardConfig()`` is a virtual board that needs no parts at all.

Each field carries its rule, its sentence and its default (see :mod:`hardware.config.rules`); sections of
``board.toml`` are these dataclasses by name.

**What a driver is given.** Every sensor driver is ``Driver(settings, inputs)`` and every light driver
``Driver(settings, leds)``, with ``settings`` its own dataclass from this module and device factories for tests as
keyword arguments. ``inputs[k]`` is the number of the input that belongs to point *k* (0 to 84), then to ring place
*k* - 85 where these are wired: 85 or 91 numbers (twice as many where every point has a switch for each pole:
see :class:`hardware.maps.PointOrder`, which turns raw values in input order into a frame). ``leds[k]`` is the
position on the strip of the LED of point *k*, then of the ring places: 85 or 91 numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from hardware.config.rules import Flag, Many, Real, Table, Text, Whole, Word, section, setting
from hardware.protocols import Sensing
from yinsh_core.points import POINTS

#: The ring places as the file names them, White's first.
PLACES: Final = ("white-1", "white-2", "white-3", "black-1", "black-2", "black-3")

SENSOR_DRIVERS: Final = ("matrix", "mcp23017", "shift", "mcp3008", "serial", "virtual", "replay")
LIGHT_DRIVERS: Final = ("ws281x", "spi", "serial", "virtual", "terminal", "none")
CONTROL_DRIVERS: Final = ("gpio", "virtual", "none")
SOUNDER_DRIVERS: Final = ("tonal", "virtual", "none")
ORDERS: Final = ("columns", "column-serpentine", "row-serpentine", "custom")
PALETTES: Final = ("default", "colour-blind", "dim")

_PIN: Final = Whole(0, 27, "(GPIO number, not the position on the header)")
_PLACE_NAMES: Final = (*(point.name for point in POINTS), *PLACES)
_PLACE_NAME: Final = Word(_PLACE_NAMES)
_TURN: Final = Word((0, 60, 120, 180, 240, 300))
_CHANNEL_ORDER: Final = Word(("GRB", "RGB", "BRG", "RBG", "GBR", "BGR"))


@dataclass(frozen=True, slots=True)
class Board:
    """``[board]``: what stands on the table."""

    name: str = setting("YINSH", Text(40), "Shown to spectators.")
    sensing: Sensing = setting(
        Sensing.FULL, Word(tuple(str(kind) for kind in Sensing)), "What magnets and sensors can tell apart."
    )
    orientation: int = setting(
        0,
        _TURN,
        "Degrees counter-clockwise, seen from above, by which the printed board lies turned on its sensors and LEDs.",
    )


@dataclass(frozen=True, slots=True)
class Matrix:
    """``[sensors.matrix]``: switches in a diode matrix on GPIO; input = row * number of columns + column."""

    rows: tuple[int, ...] = setting(
        (4, 5, 6, 12, 13, 16, 17, 22, 23), Many(_PIN, 1, 26), "GPIO driven one at a time, in the order of the rows."
    )
    columns: tuple[int, ...] = setting(
        (7, 8, 9, 11, 14, 15, 24, 25, 26, 27), Many(_PIN, 1, 26), "GPIO read for each row, in the order of the columns."
    )
    pull: str = setting(
        "up",
        Word(("up", "down")),
        "Resting level of the columns: with `up` a row is driven low and the diodes point towards the row.",
    )
    settle_us: int = setting(5, Whole(0, 1000, "µs"), "Wait between driving a row and reading its columns.")


@dataclass(frozen=True, slots=True)
class Mcp23017:
    """``[sensors.mcp23017]``: expanders on I²C; input = chip * number of pins + place in ``pins``."""

    bus: int = setting(1, Whole(0, 10), "I²C bus: 1 is /dev/i2c-1.")
    addresses: tuple[int, ...] = setting(
        tuple(range(0x20, 0x27)),
        Many(Whole(0x20, 0x27, base=16), 1, 8),
        "One for each chip, in the order of the wiring.",
    )
    pins: tuple[str, ...] = setting(
        tuple(f"{bank}{bit}" for bank in "AB" for bit in range(7)),
        Many(Word(tuple(f"{bank}{bit}" for bank in "AB" for bit in range(7))), 1, 14),
        "Pins used on every chip. A7 and B7 are outputs only on this chip: as inputs they can garble the bus.",
    )
    active_low: bool = setting(True, Flag(), "A switch pulls its pin to ground against the chip's pull-up.")


@dataclass(frozen=True, slots=True)
class Shift:
    """``[sensors.shift]``: a chain of 74HC165 on SPI; input 0 is the first bit that arrives."""

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus; it is wired to the chain's load line.")
    hz: int = setting(1_000_000, Whole(10_000, 20_000_000, "Hz"), "Clock of the chain.")
    chips: int = setting(11, Whole(1, 32), "Chips in the chain, eight inputs each.")
    load_pin: int | None = setting(
        None, _PIN, "GPIO of the load line (SH/LD).", unset="the bus's chip enable, through an inverter"
    )
    active_low: bool = setting(True, Flag(), "A switch pulls its input to ground against a resistor.")


@dataclass(frozen=True, slots=True)
class Mcp3008:
    """``[sensors.mcp3008]``: linear Hall sensors on SPI converters, direct or behind CD74HC4067 multiplexers.

    Input = chip * 8 + channel; with multiplexers, input = multiplexer * 16 + line.
    """

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus, when `select_pins` is empty.")
    hz: int = setting(1_350_000, Whole(10_000, 3_600_000, "Hz"), "SPI clock: 1.35 MHz at 2.7 V, 3.6 MHz at 5 V.")
    select_pins: tuple[int, ...] = setting(
        (),
        Many(_PIN, 0, 12),
        "GPIO of each chip's select line, in the order of the chips; empty for one chip on `device`.",
    )
    multiplexer_channels: tuple[int, ...] = setting(
        (0, 1, 2, 3, 4, 5),
        Many(Whole(0, 95), 0, 12),
        "Converter input (chip * 8 + channel) behind each multiplexer; empty when sensors are wired to the chips.",
    )
    multiplexer_pins: tuple[int, ...] = setting(
        (5, 6, 13, 19), Many(_PIN, 4, 4), "GPIO of the lines S0 to S3 shared by all multiplexers."
    )
    settle_us: int = setting(20, Whole(0, 1000, "µs"), "Wait after switching the multiplexers.")
    vref_volts: float = setting(3.3, Real(2.5, 5.5, "V"), "Reference of the converter: a count is vref / 1024.")
    white_up: bool = setting(True, Flag(), "A white piece raises the voltage; false when it lowers it.")


@dataclass(frozen=True, slots=True)
class SerialLink:
    """``[sensors.serial]``: a microcontroller over USB; input = its sensor number."""

    port: str = setting(
        "auto",
        Text(),
        "Device such as `/dev/serial/by-id/…`, or a part of its name there; `auto` takes the first that answers.",
    )
    baud: int = setting(115_200, Whole(9600, 4_000_000, "baud"), "Speed; without meaning on native USB.")


@dataclass(frozen=True, slots=True)
class Virtual:
    """``[sensors.virtual]``: wood and magnets in memory; input = point."""

    seed: int = setting(0, Whole(0, 2**63 - 1), "The same seed gives the same noise, bounce and drift.")
    noise: bool = setting(True, Flag(), "Sensors are noisy and contacts bounce, as in wood.")


@dataclass(frozen=True, slots=True)
class Replay:
    """``[sensors.replay]``: a log that `yinsh-board record` wrote."""

    file: str = setting("", Text(), "The log; a relative name starts at the folder of this file.")
    speed: float = setting(1.0, Real(0.01, 1000.0, "times"), "Faster than it was recorded.")
    repeat: bool = setting(False, Flag(), "Start again at the end.")


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
    pairs: bool = setting(
        False,
        Flag(),
        "Every point has two switches, one for each pole; the black ones follow the white ones in the same order.",
    )
    scan_hz: int | None = setting(
        None, Whole(10, 1000, "Hz"), "Scans of the whole board.", unset="200 for `serial`, `shift`, `virtual`; else 100"
    )
    debounce_ms: int | None = setting(
        None,
        Whole(0, 500, "ms"),
        "How long a reading must stay the same to count.",
        unset="20 for reed, 8 for hall, 25 for linear",
    )
    settle_ms: int = setting(250, Whole(50, 3000, "ms"), "How long hands must rest before a landing is final.")
    matrix: Matrix = section(Matrix, "Switches in a diode matrix on GPIO.")
    mcp23017: Mcp23017 = section(Mcp23017, "I²C expanders.")
    shift: Shift = section(Shift, "A chain of 74HC165 on SPI.")
    mcp3008: Mcp3008 = section(Mcp3008, "Linear Hall sensors on SPI converters.")
    serial: SerialLink = section(SerialLink, "A microcontroller over USB.")
    virtual: Virtual = section(Virtual, "No parts at all.")
    replay: Replay = section(Replay, "A recorded log.")


@dataclass(frozen=True, slots=True)
class Map:
    """``[map]``: which sensor input is which point."""

    order: str = setting("columns", Word(ORDERS), "How the inputs run over the board.")
    turn: int = setting(0, _TURN, "Degrees counter-clockwise, seen from above, by which the wiring is turned.")
    mirrored: bool = setting(False, Flag(), "The wiring was laid looking at the board from below.")
    places: bool = setting(False, Flag(), "The six ring places have sensors too, after those of the points.")
    custom: tuple[tuple[str, int], ...] = setting(
        (),
        Table(_PLACE_NAME, Whole(0, 255), 91, "a table of every point to its input number, such as `F6 = 42`"),
        'The inputs, for `order = "custom"`; `yinsh-board map` writes it.',
    )


@dataclass(frozen=True, slots=True)
class Ws281x:
    """``[lights.ws281x]``: a strip driven by the Pi itself (not on a Pi 5)."""

    pin: int = setting(18, Word((10, 12, 13, 18, 19, 21)), "GPIO of the strip; 10 is SPI and needs no root.")
    dma: int = setting(10, Whole(0, 14), "DMA channel; 5 breaks SD cards on some models.")
    invert: bool = setting(False, Flag(), "A transistor between Pi and strip inverts the signal.")
    channels: str = setting("GRB", _CHANNEL_ORDER, "Order of the colours on the line.")

    @property
    def channel(self) -> int:
        """The PWM channel, which follows from the pin."""
        return 1 if self.pin in {13, 19} else 0


@dataclass(frozen=True, slots=True)
class SpiStrip:
    """``[lights.spi]``: a strip on an SPI bus of its own, on every Pi, without root."""

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*; the strip hangs on its MOSI.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus, unused by the strip.")
    channels: str = setting("GRB", _CHANNEL_ORDER, "Order of the colours on the line.")


@dataclass(frozen=True, slots=True)
class SerialLights:
    """``[lights.serial]``: the microcontroller drives the strip."""

    port: str = setting("", Text(), "As for the sensors; empty for the same microcontroller.")
    baud: int = setting(115_200, Whole(9600, 4_000_000, "baud"), "Speed; without meaning on native USB.")


@dataclass(frozen=True, slots=True)
class Lights:
    """``[lights]``: one LED a point."""

    driver: str = setting("virtual", Word(LIGHT_DRIVERS), "How the LEDs are driven.")
    order: str = setting("column-serpentine", Word(ORDERS), "How the strip runs over the board.")
    turn: int = setting(0, _TURN, "Degrees counter-clockwise, seen from above, by which the strip is turned.")
    mirrored: bool = setting(False, Flag(), "The strip was laid looking at the board from below.")
    places: bool = setting(False, Flag(), "Six more LEDs at the ring places, at the end of the strip, White's first.")
    custom: tuple[tuple[str, int], ...] = setting(
        (),
        Table(_PLACE_NAME, Whole(0, 255), 91, "a table of every point to its place on the strip, such as `F6 = 42`"),
        'The strip, for `order = "custom"`; `yinsh-board map` writes it.',
    )
    brightness: float = setting(0.6, Real(0.0, 1.0), "Of everything, by day.")
    schedule: tuple[tuple[str, float], ...] = setting(
        (),
        Table(
            Text(5, r"([01][0-9]|2[0-3]):[0-5][0-9]", "a time of day such as 22:00"),
            Real(0.0, 1.0),
            24,
            'a table of times of day to brightness, such as `"22:00" = 0.2`',
        ),
        "Brightness from each time of day on; empty for always `brightness`.",
    )
    palette: str = setting("default", Word(PALETTES), "Colours of the messages.")
    gamma: float = setting(2.2, Real(1.0, 3.5), "Exponent that makes even steps look even.")
    max_milliamps: int = setting(2000, Whole(100, 20_000, "mA"), "What the LEDs may draw in all.")
    channel_milliamps: float = setting(
        20.0, Real(1.0, 60.0, "mA"), "What one colour of one LED draws at full; newer strips take 12."
    )
    idle_milliamps: float = setting(1.0, Real(0.0, 5.0, "mA"), "What a dark LED draws.")
    frames_per_second: int = setting(50, Whole(5, 100, "Hz"), "Of animations.")
    ws281x: Ws281x = section(Ws281x, "A strip driven by the Pi itself.")
    spi: SpiStrip = section(SpiStrip, "A strip on an SPI bus.")
    serial: SerialLights = section(SerialLights, "A strip on the microcontroller.")


@dataclass(frozen=True, slots=True)
class Controls:
    """``[controls]``: buttons between a GPIO and ground."""

    driver: str = setting("none", Word(CONTROL_DRIVERS), "What the buttons are wired to.")
    hint_pin: int | None = setting(None, _PIN, "GPIO of the hint button.", unset="no such button")
    take_back_pin: int | None = setting(None, _PIN, "GPIO of the take-back button.", unset="no such button")
    cafe_pin: int | None = setting(None, _PIN, "GPIO of the café button.", unset="no such button")
    long_press_ms: int = setting(800, Whole(300, 5000, "ms"), "Held for longer, a press is a long one.")
    debounce_ms: int = setting(20, Whole(1, 200, "ms"), "How long a button must stay to count.")

    @property
    def pins(self) -> tuple[tuple[str, int], ...]:
        """The buttons that are wired: name and GPIO."""
        all_pins = (("hint", self.hint_pin), ("take-back", self.take_back_pin), ("cafe", self.cafe_pin))
        return tuple((name, pin) for name, pin in all_pins if pin is not None)


@dataclass(frozen=True, slots=True)
class Sounder:
    """``[sounder]``: a passive buzzer."""

    driver: str = setting("none", Word(SOUNDER_DRIVERS), "What plays the cues.")
    pin: int = setting(19, _PIN, "GPIO of the buzzer.")


@dataclass(frozen=True, slots=True)
class Web:
    """``[web]``: the page for players and spectators."""

    host: str = setting("127.0.0.1", Text(253), "Address to listen at; 0.0.0.0 for everyone in the network.")
    port: int = setting(8080, Whole(1, 65_535), "Port to listen at.")


@dataclass(frozen=True, slots=True)
class State:
    """``[state]``: what survives a restart."""

    directory: str = setting(
        "", Text(), "Folder of games and calibration; empty for the one systemd gives, or the user's own."
    )


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """A whole ``board.toml``."""

    board: Board = section(Board, "What stands on the table.")
    sensors: Sensors = section(Sensors, "What sees the pieces.")
    map: Map = section(Map, "Which sensor input is which point.")
    lights: Lights = section(Lights, "One LED a point.")
    controls: Controls = section(Controls, "Buttons between a GPIO and ground.")
    sounder: Sounder = section(Sounder, "A passive buzzer.")
    web: Web = section(Web, "The page for players and spectators.")
    state: State = section(State, "What survives a restart.")
    source: str = field(default="", compare=False)  # the file it came from, for messages and relative names
