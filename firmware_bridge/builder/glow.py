"""What the lights say to a builder, who needs no screen: each word differs in colour and in motion."""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.protocols import Rgb

DARK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (200, 200, 200)
BLUE: Final[Rgb] = (0, 40, 255)
RED: Final[Rgb] = (255, 0, 0)
GREEN: Final[Rgb] = (0, 200, 0)
AMBER: Final[Rgb] = (255, 120, 0)
TEAL: Final[Rgb] = (0, 60, 60)


class Motion(Enum):
    """How a light moves; the value is what a person would call it."""

    STEADY = "steady"
    BREATHE = "breathing slowly"  # every two seconds, never quite dark
    PULSE = "pulsing"  # twice a second
    STEADY_GAPS = "steady with gaps"  # a moment of dark every second
    BREATHE_GAPS = "breathing slowly with gaps"
    PULSE_GAPS = "pulsing with gaps"
    BLINK = "blinking fast"  # four times a second
    WINK = "blinking slowly"  # every second
    FLASH = "flashing"  # a moment of light every second
    SWELL = "swelling"  # every four seconds, up to full from half


_STEADY: Final = (Motion.STEADY, Motion.STEADY_GAPS, Motion.FLASH)
_PERIODS: Final = {
    Motion.BREATHE: 2.0,
    Motion.BREATHE_GAPS: 2.0,
    Motion.PULSE: 0.5,
    Motion.PULSE_GAPS: 0.5,
    Motion.BLINK: 0.25,
    Motion.WINK: 1.0,
    Motion.SWELL: 4.0,
}
_GAPS: Final = (Motion.STEADY_GAPS, Motion.BREATHE_GAPS, Motion.PULSE_GAPS)
_MOMENT = 0.12  # seconds of a gap or a flash, in each second
_MOMENT_AT = 0.25  # where a pulse is brightest, so that its gap shows
_FAINTEST = 0.15


class Glow(Enum):
    """A word in the language of the builder's lights: colour and motion. Black pieces are blue and have gaps."""

    HANDS_OFF = (TEAL, Motion.FLASH)
    WHITE_MARKER = (WHITE, Motion.STEADY)
    BLACK_MARKER = (BLUE, Motion.STEADY_GAPS)
    WHITE_RING = (WHITE, Motion.BREATHE)
    BLACK_RING = (BLUE, Motion.BREATHE_GAPS)
    WHITE_MARKER_IN_RING = (WHITE, Motion.PULSE)
    BLACK_MARKER_IN_RING = (BLUE, Motion.PULSE_GAPS)
    TAKE_AWAY = (RED, Motion.BLINK)
    GOOD = (GREEN, Motion.SWELL)
    WEAK = (AMBER, Motion.WINK)

    def at(self, now: float) -> Rgb:
        """The colour of this moment."""
        color, motion = self.value
        return dimmed(color, _share(motion, now))


def colors(glows: Mapping[int, Glow], now: float, count: int) -> tuple[Rgb, ...]:
    """A frame for *count* LEDs: *glows* by index, the rest dark."""
    moment = {glow: glow.at(now) for glow in set(glows.values())}
    return tuple(moment[glows[index]] if index in glows else DARK for index in range(count))


def dimmed(color: Rgb, share: float) -> Rgb:
    """*color* at a share of its brightness."""
    red, green, blue = color
    return (round(red * share), round(green * share), round(blue * share))


def _share(motion: Motion, now: float) -> float:
    """The share of full brightness at this moment."""
    in_moment = 0 <= now % 1.0 - _MOMENT_AT < _MOMENT
    if in_moment and motion in _GAPS:
        return 0.0
    if motion in _STEADY:
        return 1.0 if in_moment or motion is not Motion.FLASH else 0.0
    phase = now / _PERIODS[motion] % 1.0
    wave = (1 - math.cos(2 * math.pi * phase)) / 2
    if motion in (Motion.BLINK, Motion.WINK):
        return 1.0 if phase < 0.5 else 0.0  # noqa: PLR2004 - half of the time
    return (1 + wave) / 2 if motion is Motion.SWELL else _FAINTEST + (1 - _FAINTEST) * wave
