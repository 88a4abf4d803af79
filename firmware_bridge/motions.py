"""How the lights move: each motion is a function of time alone, from 0 (dark) to 1.

Each differs from all others in rhythm, not only in speed, so that it is known without its colour; and none flashes
more than three times in any second, so that nobody has to look away.
"""

from __future__ import annotations

from math import cos, pi
from typing import Final

WAITING: Final = 0.1  # a choice that has not its turn

_STEPS = 32  # of slow motions, too small to see: the frames between two steps are the same and cost nothing


def steady(now: float) -> float:  # noqa: ARG001 - that is the point
    """As long as it lasts."""
    return 0.6


def breath(now: float) -> float:
    """In and out within four seconds."""
    return 0.12 + 0.5 * _slow(now / 4.0)


def swell(now: float) -> float:
    """Brighter and less bright once a second, never dark."""
    return 0.4 + 0.6 * _wave(now)


def wink(now: float) -> float:
    """On, with two short gaps in every two seconds."""
    return 0.1 if now % 2.0 < 0.2 or 0.4 <= now % 2.0 < 0.6 else 0.9  # noqa: PLR2004 - seconds


def pulse(now: float) -> float:
    """Quick and soft, twice a second."""
    return 0.06 + 0.94 * _wave(now * 2.0) ** 2


def slow_blink(now: float) -> float:
    """As long bright as not, and never dark: every other second."""
    return 1.0 if now % 2.0 < 1.0 else 0.15


def fast_blink(now: float) -> float:
    """On and off, as fast as is safe."""
    return 1.0 if now * 2.5 % 1.0 < 0.5 else 0.0  # noqa: PLR2004 - half on, half off


def call(now: float) -> float:
    """Dark for longer than lit, every second and a half: something is not there."""
    return 1.0 if now % 1.5 < 0.5 else 0.0  # noqa: PLR2004 - seconds


def alternate(now: float, after: float) -> float:
    """On and off in turns with others, which come *after* a share of the period."""
    return 1.0 if (now / 1.2 + after) % 1.0 < 0.5 else 0.0  # noqa: PLR2004 - half on, half off


def heartbeat(now: float) -> float:
    """Two short beats, then a pause."""
    beat = now % 1.6
    return 1.0 if beat < 0.15 or 0.32 < beat < 0.47 else 0.05  # noqa: PLR2004 - seconds


def alarm(now: float) -> float:
    """Three short beats, then a long pause."""
    beat = now % 3.0
    return 1.0 if beat < 1.1 and beat % 0.4 < 0.2 else 0.0  # noqa: PLR2004 - seconds


def ember(now: float) -> float:
    """Faint, with a spark every four seconds."""
    return 1.0 if now % 4.0 < 0.2 else 0.3  # noqa: PLR2004 - seconds


def rest(now: float) -> float:
    """Lit for three seconds, faint for one."""
    return 1.0 if now % 4.0 < 3.0 else 0.25  # noqa: PLR2004 - seconds


def knock(phase: float) -> float:
    """A soft pulse for each unit of *phase*, in what has its turn; the others are :data:`WAITING`."""
    return 0.3 + 0.7 * _wave(phase)


def runner(behind: float) -> float:
    """A light that passes, with *behind* points between it and here."""
    return 0.2 + 0.8 * max(0.0, 1.0 - abs(behind))


def comet(behind: float) -> float:
    """A head that comes at once and a tail that fades; *behind* is how far it has gone on, in points."""
    return max(0.06, 1.0 - behind / 3.0) if behind >= 0.0 else 0.06


def crest(phase: float) -> float:
    """A wave with one crest for each unit of *phase*; calm before it begins."""
    return 0.7 * _wave(phase) ** 2 if phase > 0.0 else 0.0


def shimmer(phase: float) -> float:
    """A slow wave in steps too small to see."""
    return _slow(phase)


def _wave(phase: float) -> float:
    return 0.5 - 0.5 * cos(2 * pi * phase)


def _slow(phase: float) -> float:
    return round(_wave(phase) * _STEPS) / _STEPS
