"""The seams to the metal: what a sensor, light, control or sound driver is.

Drivers are plain and may raise :class:`~hardware.errors.HardwareFault` (or ``OSError``) whenever the metal
fails; :mod:`hardware.supervise` wraps them for the daemon, so that retries, back-off and health live in one
place and no exception reaches the loop. A driver opens its device in ``open``, never in ``__init__``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

POINT_COUNT: Final = 85
PLACE_COUNT: Final = 6  # places at the rim for captured rings, three a side: White's first


class Sensing(StrEnum):
    """What the board's magnets and sensors can tell apart."""

    RINGS = "rings"  # magnets in rings only: ring or no ring
    PRESENCE = "presence"  # magnets in every piece: something or nothing
    POLARITY = "polarity"  # pole up tells the colour: white, black or nothing
    FULL = "full"  # linear sensors, rings stronger than markers: every content


@dataclass(frozen=True, slots=True)
class Frame:
    """One whole snapshot of the board, never an edge: a lost frame heals itself.

    ``readings`` holds a number for each point by its index: 0 or 1 from a switch, -1, 0 or +1 from a pair of
    switches (+ is white), signed counts from a linear sensor (+ is white, 0 near empty).
    ``places`` is the same for the six ring places, empty where they are not wired.
    """

    time: float  # seconds on the daemon's monotonic clock
    readings: tuple[int, ...]
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Health:
    """How a driver is doing, in words for the café owner."""

    ok: bool
    fault: str = ""  # what is wrong and where
    cure: str = ""  # what to do next
    since: float = 0.0  # monotonic seconds
    count: int = 0  # failures so far


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed; ``long`` when it was held for longer than the configured time."""

    button: str  # "hint", "take-back" or "cafe"
    long: bool = False


#: An LED's colour before gamma and brightness: red, green, blue, 0 to 255 each.
Rgb = tuple[int, int, int]


@runtime_checkable
class Driver(Protocol):
    """What all drivers share."""

    def open(self) -> None:
        """Claim the device; raise ``HardwareFault`` with cause and cure if that fails. May be called again."""

    def close(self) -> None:
        """Release the device; leave LEDs dark; safe to call at any time, any number of times."""


@runtime_checkable
class Sensors(Driver, Protocol):
    """Gives whole-board frames."""

    linear: bool  # readings are signed counts that need calibration

    def read(self, now: float) -> Frame | None:
        """Scan the board once; ``None`` when nothing new has arrived since the last call."""


@runtime_checkable
class Linked(Protocol):
    """Has a line between the driver and the metal."""

    @property
    def line(self) -> str:
        """How the line is doing, in words."""


@runtime_checkable
class Lights(Driver, Protocol):
    """Takes one colour a point by index, then the six ring places where they are wired."""

    def show(self, colors: Sequence[Rgb]) -> None:
        """Light 85 or 91 LEDs at once; colours are already limited to the supply's budget."""


@runtime_checkable
class Controls(Driver, Protocol):
    """Gives button presses."""

    def read(self, now: float) -> tuple[Press, ...]:
        """The presses completed since the last call."""


@runtime_checkable
class Sounder(Driver, Protocol):
    """Plays cues."""

    def play(self, cue: Sequence[tuple[float, float]]) -> None:
        """Play tones of (hertz, seconds) without waiting for them; 0 hertz is a rest."""
