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

from hardware.config.common import PIN, TURN
from hardware.config.light_settings import Lights, SerialLights, SpiStrip, Ws281x
from hardware.config.rules import Flag, Many, Text, Whole, Word, section, setting
from hardware.config.sensor_settings import (
    Map,
    Matrix,
    Mcp3008,
    Mcp23017,
    Replay,
    Sensors,
    SerialLink,
    Shift,
    Virtual,
)
from hardware.protocols import Sensing

__all__ = [
    "Board",
    "BoardConfig",
    "Controls",
    "Lights",
    "Map",
    "Matrix",
    "Mcp3008",
    "Mcp23017",
    "Replay",
    "Sensors",
    "SerialLights",
    "SerialLink",
    "Shift",
    "Sounder",
    "SpiStrip",
    "State",
    "Virtual",
    "Web",
    "Ws281x",
]

CONTROL_DRIVERS: Final = ("gpio", "serial", "virtual", "none")
SOUNDER_DRIVERS: Final = ("tonal", "virtual", "none")

#: Milliseconds. A reed bounces for one, and chatters longer while a magnet is lowered past its edge. A Hall switch
#: has hysteresis of its own, so two scans that agree will do. A linear sensor passes a marker's strength while a ring
#: comes down on it, which takes a hand about twenty.
DEBOUNCE_MS: Final = {"reed": 20, "hall": 8, "linear": 25}

_FAST_DRIVERS: Final = ("serial", "shift", "virtual", "replay")


@dataclass(frozen=True, slots=True)
class Board:
    """``[board]``: what stands on the table."""

    name: str = setting("YINSH", Text(40), "Shown to spectators.")
    sensing: Sensing = setting(Sensing.FULL, Word(tuple(Sensing)), "What magnets and sensors can tell apart.")
    orientation: int = setting(
        0,
        TURN,
        "Degrees counter-clockwise, seen from above, by which the printed board lies turned on its sensors and LEDs.",
    )


@dataclass(frozen=True, slots=True)
class Controls:
    """``[controls]``: buttons between a GPIO and ground."""

    driver: str = setting("none", Word(CONTROL_DRIVERS), "What the buttons are wired to.")
    hint_pin: int | None = setting(None, PIN, "GPIO of the hint button.", unset="no such button")
    take_back_pin: int | None = setting(None, PIN, "GPIO of the take-back button.", unset="no such button")
    cafe_pin: int | None = setting(None, PIN, "GPIO of the café button.", unset="no such button")
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
    pin: int = setting(19, PIN, "GPIO of the buzzer.")


@dataclass(frozen=True, slots=True)
class Web:
    """``[web]``: the page for players and spectators."""

    host: str = setting("127.0.0.1", Text(253), "Address to listen at; 0.0.0.0 for everyone in the network.")
    port: int = setting(8080, Whole(1, 65_535), "Port to listen at.")
    names: tuple[str, ...] = setting(
        (), Many(Text(253), 0, 20), "Other names by which browsers call this computer, such as that of a proxy."
    )
    max_clients: int = setting(1200, Whole(10, 20_000), "Browsers that may be connected at once.")
    trust_local: bool = setting(True, Flag(), "On a virtual board, whoever sits at the same computer needs no PIN.")


@dataclass(frozen=True, slots=True)
class State:
    """``[state]``: what survives a restart."""

    directory: str = setting(
        "", Text(), "Folder of games and calibration; empty for the one systemd gives, or the user's own."
    )
    max_megabytes: int = setting(
        60, Whole(1, 10_000, "MB"), "What the games may take, about 200 of them a megabyte; the oldest make room."
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

    @property
    def sensor_kind(self) -> str:
        """``reed``, ``hall`` or ``linear``: as set, or the most forgiving that fits driver and sensing."""
        if self.sensors.kind is not None:
            return self.sensors.kind
        if self.sensors.driver == "mcp3008" or self.board.sensing is Sensing.FULL:
            return "linear"
        return "reed"

    @property
    def scan_seconds(self) -> float:
        """Time from one scan of the board to the next."""
        return 1 / (self.sensors.scan_hz or (200 if self.sensors.driver in _FAST_DRIVERS else 100))

    @property
    def debounce_seconds(self) -> float:
        """How long a reading must stay the same to count."""
        if self.sensors.debounce_ms is not None:
            return self.sensors.debounce_ms / 1000
        return DEBOUNCE_MS[self.sensor_kind] / 1000

    @property
    def settle_seconds(self) -> float:
        """How long hands must rest before a landing is final."""
        return self.sensors.settle_ms / 1000
