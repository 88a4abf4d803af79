"""What differs from the empty board, though zeros drift and neighbours leak."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_bridge.builder.findings import Findings
    from firmware_bridge.builder.spans import Averager, Span
    from yinsh_core.points import Point

_LEAST, _LEAST_NOISE = 20.0, 8.0  # a piece adds at least so many counts, and so many times the noise
_ENOUGH = 5  # touches after which it is known what a piece adds
_SHARE, _OPPOSITE_SHARE = 0.35, 0.6  # of that: six neighbours' leakage is less, and mostly the other way
_REACH = 2.1  # grid units; farther away, magnets are not felt


class Bare:
    """What each point reads without a piece, followed as long as none is there."""

    def __init__(self) -> None:
        self.means = [0.0] * len(POINTS)
        self.near = [0.0] * len(POINTS)  # magnets around it at that time; one next to it counts 1
        self._last: Span | None = None
        self._bare: set[Point] = set()

    def reset(self, means: Iterable[float]) -> None:
        """Start from the empty board."""
        self.means = list(means)
        self.near = [0.0] * len(POINTS)
        self._bare = set()

    def follow(self, view: View) -> None:
        """Take the last span of points that were bare then and are now: a piece may be landing in this one."""
        bare = {point for point in POINTS if not view.occupied(point) and view.resting(point)}
        if self._last is not None:
            for point in bare & self._bare:
                self.means[point.index] = self._last.means[point.index]
                self.near[point.index] = view.near(point)
        self._last, self._bare = view.span, bare


@dataclass(frozen=True, slots=True)
class View:
    """What a stage gets to see: the last span, compared with the bare board."""

    span: Span
    averager: Averager
    findings: Findings
    bare: Bare
    covered: frozenset[Point]

    def added(self, point: Point) -> float:
        """Counts above or below the bare point."""
        return self.span.means[point.index] - self.bare.means[point.index]

    def strength(self, point: Point) -> float:
        """The same in weakest magnets."""
        return self.added(point) / self.findings.gain(point)

    def resting(self, point: Point) -> bool:
        """Whether no hand moves there."""
        return self.averager.resting(point.index)

    def occupied(self, point: Point) -> bool:
        """Whether something is there."""
        return point in self.covered

    def near(self, point: Point) -> float:
        """The magnets around a point; their fields fall with the cube of the distance."""
        return sum([share for other, share in _NEAR[point] if other in self.covered])

    def near_since_bare(self, point: Point) -> float:
        """The magnets that have come since the point was bare."""
        return self.near(point) - self.bare.near[point.index]


def look(span: Span, averager: Averager, findings: Findings, bare: Bare) -> View:
    """See where something is."""
    with_pole, against_pole = _LEAST, _LEAST
    if len(findings.touches) >= _ENOUGH:
        with_pole, against_pole = _SHARE * findings.typical, _OPPOSITE_SHARE * findings.typical
    sign = findings.sign
    covered = []
    for point, mean, zero, noise in zip(POINTS, span.means, bare.means, findings.noise, strict=True):
        least = max(_LEAST, _LEAST_NOISE * noise, with_pole if (mean - zero) * sign > 0 else against_pole)
        if abs(mean - zero) > least:
            covered.append(point)
    return View(span, averager, findings, bare, frozenset(covered))


def _near(point: Point) -> tuple[tuple[Point, float], ...]:
    distances = ((other, math.hypot(other.x - point.x, other.y - point.y)) for other in POINTS)
    return tuple((other, distance**-3) for other, distance in distances if 0 < distance < _REACH)


_NEAR: Final = {point: _near(point) for point in POINTS}
