"""Turns signed counts of linear sensors into levels, at the cost of a few comparisons when nothing happens."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from operator import gt, lt
from typing import TYPE_CHECKING, Final

from hardware.bands import UNCLEAR, Band, make_bands
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hardware.calibration import Calibration
    from yinsh_core.points import Point

#: How fast zeros follow the readings of empty points: a share of the difference, and counts at most, for each call.
#: Once a second, that keeps up with half a count of drift a second, and noise moves the zero by less than a third
#: of itself.
FOLLOW_SHARE, FOLLOW_MOST = 0.05, 0.5

_NEIGHBOURS: Final = tuple(tuple(other.index for other in point.neighbours) for point in POINTS)
_ROUNDS = 8  # a change here moves bands next door, which may change a level there: it dies out in two or three
_FELT = 0.2  # in strengths: a smaller change of an unclear field is nothing to the neighbours


class Classifier:
    """Levels of the whole board, with the memory that hysteresis needs.

    For each point it keeps the interval of readings in which nothing changes. That interval already includes
    the sensor's zero and gain and what the neighbours' magnets add, so that a quiet frame is compared and done.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._bands = make_bands(calibration.strengths, calibration.sensing)
        self._zeros = [trim.zero for trim in calibration.trims]
        self._gains = [trim.gain for trim in calibration.trims]
        self._leaks = [trim.leak for trim in calibration.trims]
        nothing = next(band for band in self._bands if not band.strength)
        self._nothing = nothing
        self._at: list[Band | None] = [nothing] * len(POINTS)  # None is unclear
        self._felt = [0.0] * len(POINTS)  # the strength of each point, as its neighbours feel it
        self._low, self._high = [0.0] * len(POINTS), [0.0] * len(POINTS)
        self._levels = (0,) * len(POINTS)
        for index in range(len(POINTS)):
            self._limit(index)

    @property
    def calibration(self) -> Calibration:
        """The calibration with zeros as they have become."""
        trims = (
            replace(trim, zero=round(zero, 2)) for trim, zero in zip(self._calibration.trims, self._zeros, strict=True)
        )
        return replace(self._calibration, trims=tuple(trims))

    def levels(self, readings: Sequence[int]) -> tuple[int, ...]:
        """The level of each point; the same object as before when none has changed."""
        if True in map(lt, readings, self._low) or True in map(gt, readings, self._high):
            self._update(readings)
        return self._levels

    def place_levels(self, readings: Sequence[int]) -> tuple[int, ...]:
        """What stands at the ring places, where only rings do: the sign of what is stronger than half a ring."""
        half = abs(self._calibration.typical_gain * self._calibration.strengths["white ring"]) / 2
        return tuple((reading > half) - (reading < -half) for reading in readings)

    def follow(self, readings: Sequence[int], empty: Iterable[Point]) -> None:
        """Let the zeros of points known to be *empty* follow their drift; call it about once a second.

        Points that do not look empty are left alone: a piece must never be taken for drift.
        """
        for point in empty:
            index = point.index
            if self._at[index] is self._nothing:
                error = readings[index] - self._zeros[index] - self._gains[index] * self._leaked(index)
                self._zeros[index] += max(-FOLLOW_MOST, min(error * FOLLOW_SHARE, FOLLOW_MOST))
                self._limit(index)

    def strength(self, index: int, reading: float) -> float:
        """A reading as a multiple of the weakest magnet, without zero, gain and neighbours."""
        return (reading - self._zeros[index]) / self._gains[index] - self._leaked(index)

    def _update(self, readings: Sequence[int]) -> None:
        """Find the levels of the points that left their interval, and of those that this moves."""
        outside = [i for i in range(len(POINTS)) if not self._low[i] <= readings[i] <= self._high[i]]
        for _ in range(_ROUNDS):
            near = {other for i in outside if self._assign(i, readings[i]) for other in _NEIGHBOURS[i]}
            for i in near:
                self._limit(i)
            outside = [i for i in near if not self._low[i] <= readings[i] <= self._high[i]]
            if not outside:
                break
        levels = tuple([UNCLEAR if band is None else band.level for band in self._at])
        if levels != self._levels:
            self._levels = levels

    def _assign(self, index: int, reading: float) -> bool:
        """Give a point its band; tell whether its neighbours feel the difference."""
        strength = self.strength(index, reading)
        band = next((band for band in self._bands if band.takes(strength)), None)
        before = self._felt[index]
        self._at[index] = band
        self._felt[index] = strength if band is None else band.strength
        self._limit(index)
        return abs(self._felt[index] - before) > _FELT

    def _limit(self, index: int) -> None:
        """Set the interval of readings in which the point keeps its band; none when it is unclear."""
        band = self._at[index]
        if band is None:
            self._low[index], self._high[index] = inf, -inf
            return
        leaked = self._leaked(index)
        ends = (
            self._zeros[index] + self._gains[index] * (band.hold_low + leaked),
            self._zeros[index] + self._gains[index] * (band.hold_high + leaked),
        )
        self._low[index], self._high[index] = min(ends), max(ends)

    def _leaked(self, index: int) -> float:
        felt = self._felt
        return self._leaks[index] * sum([felt[other] for other in _NEIGHBOURS[index]])
