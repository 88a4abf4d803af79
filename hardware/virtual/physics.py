"""From magnets to readings: switches that bounce, and linear Hall sensors with noise, drift and leakage."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import TYPE_CHECKING, Final, Protocol

from hardware.protocols import PLACE_COUNT, POINT_COUNT, Sensing
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hardware.virtual.pieces import Piece

#: A ten-bit converter whose middle is no field at all.
ADC_LOW: Final = -512
ADC_HIGH: Final = 511

_REACH = 2.1  # grid units beyond which a neighbour's magnet is not felt
_DRIFT_STEP = 5.0  # seconds; slower than any drift that matters, so that frames in between cost nothing
_NOISE_POOL = 4096  # drawn once, each frame takes a piece: drawing 85 Gaussian numbers would cost more than the rest


@dataclass(frozen=True, slots=True)
class Physics:
    """How good the sensors are; the defaults are ordinary parts, mounted with ordinary care."""

    bounce: float = 0.001  # seconds that a reed chatters at most when it makes or breaks
    approach: float = 0.02  # seconds that a magnet takes from out of reach to its place, for linear sensors
    marker_counts: float = 90.0  # what a marker adds to a linear reading
    gain_spread: float = 0.15  # sensors differ by up to this share of their gain
    zero_spread: float = 12.0  # counts, up to
    noise: float = 2.0  # counts, standard deviation
    drift: float = 15.0  # counts, up to, as the room warms and cools after the board is switched on
    drift_period: float = 1800.0  # seconds for one swing, at the fastest
    leakage: float = -0.03  # what a neighbour's magnet adds: beside a magnet its field points the other way
    leakage_spread: float = 0.2  # sensors sit at slightly different depths

    @classmethod
    def calm(cls) -> Physics:
        """Sensors that differ from each other, but are as good as they can be: no noise, no bounce, no drift."""
        return cls(bounce=0.0, approach=0.0, noise=0.0, drift=0.0)


class Field(Protocol):
    """All the sensors of a board; what each of them sees is a value that moves in steps."""

    def target(self, pieces: Sequence[Piece]) -> float:
        """What the sensor under *pieces* sees once they are at rest."""

    def steps(self, old: float, new: float) -> Iterator[tuple[float, float]]:
        """The way from one value to another: (seconds from now, value), the last one being *new*."""

    def set(self, site: int, value: float) -> None:
        """Let the sensor at *site* see *value*."""

    def frame(self, now: float) -> tuple[int, ...]:
        """All readings; the same object as before when nothing changed."""

    def level(self, site: int, *, on: bool) -> int:
        """What *site* reads under a white ring, or under nothing."""


class SwitchField:
    """Reed or Hall switches: one a point, or one for each pole."""

    def __init__(self, sites: int, sensing: Sensing, physics: Physics, seed: int) -> None:
        self._poles = sensing is Sensing.POLARITY
        self._bounce = physics.bounce
        self._random = random.Random(f"bounce {seed}")
        self._readings = [0] * sites
        self._frame: tuple[int, ...] | None = None

    def target(self, pieces: Sequence[Piece]) -> float:
        """Whether there is a magnet, or which pole the strongest of them shows."""
        if not self._poles:
            return int(any(piece.moment for piece in pieces))
        total = sum(piece.moment for piece in pieces)
        return (total > 0) - (total < 0)

    def steps(self, old: float, new: float) -> Iterator[tuple[float, float]]:
        """Make or break, chatter for a moment, rest."""
        yield 0.0, new
        if self._bounce:
            end = self._random.uniform(0.5, 1.0) * self._bounce
            for moment in sorted(self._random.uniform(0.0, end) for _ in range(self._random.randint(1, 4))):
                yield moment, old
                yield self._random.uniform(moment, end), new
            yield end, new

    def set(self, site: int, value: float) -> None:
        """Open or close the switch."""
        if self._readings[site] != value:
            self._readings[site] = int(value)
            self._frame = None

    def frame(self, now: float) -> tuple[int, ...]:  # noqa: ARG002 - switches do not drift
        """All switches."""
        if self._frame is None:
            self._frame = tuple(self._readings)
        return self._frame

    def level(self, site: int, *, on: bool) -> int:  # noqa: ARG002 - switches are all alike
        """Closed or open."""
        return int(on)


class HallField:
    """Linear Hall sensors behind a ten-bit converter, no two alike."""

    def __init__(self, sites: int, physics: Physics, seed: int) -> None:
        chance = random.Random(f"sensors {seed}")
        self._physics = physics
        self._chance = chance
        self.zeros = tuple(chance.uniform(-1, 1) * physics.zero_spread for _ in range(sites))
        self.gains = tuple(
            physics.marker_counts * (1 + chance.uniform(-1, 1) * physics.gain_spread) for _ in range(sites)
        )
        #: The share of a neighbour's strength that each sensor sees.
        self.leaks = tuple(physics.leakage * (1 + chance.uniform(-1, 1) * physics.leakage_spread) for _ in range(sites))
        self._swings = tuple(
            (chance.uniform(-1, 1) * physics.drift, chance.uniform(1, 3) * physics.drift_period) for _ in range(sites)
        )
        self._pool = _noise_pool(physics.noise)
        self._loudest = max(map(abs, self._pool))
        self._strengths = [0.0] * sites
        self._exact = [0.0] * sites  # readings before rounding and noise
        self._base = [0] * sites
        self._switched_on: float | None = None
        self._drift_until = -math.inf
        self._clips = False
        self._frame: tuple[int, ...] | None = None

    def target(self, pieces: Sequence[Piece]) -> float:
        """Fields add up; the unit is a marker."""
        return sum(piece.moment for piece in pieces)

    def steps(self, old: float, new: float) -> Iterator[tuple[float, float]]:
        """A magnet comes down or goes up; on its way it looks like a weaker one."""
        count = 4
        for step in range(1, count):
            yield self._physics.approach * step / count, old + (new - old) * step / count
        yield self._physics.approach, new

    def set(self, site: int, value: float) -> None:
        """Change the field at *site*, which its neighbours feel as well."""
        change = value - self._strengths[site]
        self._strengths[site] = value
        self._exact[site] += change * self.gains[site]
        self._round(site)
        for other, share in _FELT_BY[site] if site < POINT_COUNT else ():
            self._exact[other] += change * share * self.leaks[other] * self.gains[other]
            self._round(other)
        self._settled()

    def frame(self, now: float) -> tuple[int, ...]:
        """All readings with the noise of this moment."""
        if now >= self._drift_until:
            self._rebase(now)
        if not self._loudest:
            if self._frame is None:
                self._frame = tuple(map(_clip, self._base))
            return self._frame
        start = int(self._chance.random() * _NOISE_POOL)
        readings = map(add, self._base, self._pool[start : start + len(self._base)])
        return tuple(map(_clip, readings)) if self._clips else tuple(readings)

    def level(self, site: int, *, on: bool) -> int:
        """The reading under a white ring, or under nothing, without drift."""
        return _clip(round(self.zeros[site] + (3 * self.gains[site] if on else 0)))

    def _rebase(self, now: float) -> None:
        """Follow the drift of all sensors."""
        self._drift_until = now + _DRIFT_STEP
        if self._switched_on is None:
            self._switched_on = now
        for site, (size, period) in enumerate(self._swings):
            drift = size * math.sin(2 * math.pi * (now - self._switched_on) / period)
            self._exact[site] = self.zeros[site] + drift + self.gains[site] * self._field(site)
            self._round(site)
        self._settled()

    def _field(self, site: int) -> float:
        if site >= POINT_COUNT:
            return self._strengths[site]
        leaked = sum(self._strengths[other] * share for other, share in _FELT_BY[site])
        return self._strengths[site] + self.leaks[site] * leaked

    def _round(self, site: int) -> None:
        self._base[site] = round(self._exact[site])

    def _settled(self) -> None:
        self._frame = None
        self._clips = max(self._base) + self._loudest > ADC_HIGH or min(self._base) - self._loudest < ADC_LOW


def make_field(sensing: Sensing, sites: int, physics: Physics, seed: int) -> Field:
    """The sensors that a board of this sensing has."""
    if sensing is Sensing.FULL:
        return HallField(sites, physics, seed)
    return SwitchField(sites, sensing, physics, seed)


@cache
def _noise_pool(deviation: float) -> list[int]:
    chance = random.Random(f"noise {deviation}")
    return [round(chance.gauss(0, deviation)) for _ in range(_NOISE_POOL + POINT_COUNT + PLACE_COUNT)]


def _clip(reading: int) -> int:
    return ADC_LOW if reading < ADC_LOW else min(reading, ADC_HIGH)


def _felt_by(site: int) -> tuple[tuple[int, float], ...]:
    """The points near *site* and their share: a magnet's field falls with the cube of the distance."""
    here = POINTS[site]
    distances = ((there.index, math.hypot(there.x - here.x, there.y - here.y)) for there in POINTS)
    return tuple((index, distance**-3) for index, distance in distances if 0 < distance < _REACH)


_FELT_BY: Final = tuple(_felt_by(site) for site in range(POINT_COUNT))
