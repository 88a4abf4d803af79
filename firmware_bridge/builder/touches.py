"""Notices where a piece is put down, on sensors nobody knows anything about yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.spans import Averager

if TYPE_CHECKING:
    from firmware_bridge.builder.spans import Span
    from hardware.protocols import Frame

_CALM_SPANS: Final = 5  # at rest, before the board is taken to be empty
_LINEAR, _NOISE, _SWITCH = 60.0, 8.0, 0.5  # a ring adds so many counts and so many times the noise; a switch closes
_FOLLOW = 0.2  # the share of a bare sensor's drift that is taken over with each span


class Touches:
    """Frames of any length in, numbers of newly covered sensors out."""

    def __init__(self, *, linear: bool) -> None:
        self.ready = False  # whether the empty board is known
        self.now = 0.0
        self._linear = linear
        self._averager = Averager()
        self._calm = 0
        self._zeros: list[float] = []
        self._least: tuple[float, ...] = ()
        self.covered: frozenset[int] = frozenset()

    def see(self, frame: Frame) -> list[int]:
        """The sensors that have come to rest under something since the last frame."""
        self.now = frame.time
        span = self._averager.add(frame)
        if span is None:
            return []
        if not self.ready:
            self._learn(span)
            return []
        covered = frozenset(i for i, mean in enumerate(span.means) if abs(mean - self._zeros[i]) > self._least[i])
        fresh = [i for i in sorted(covered - self.covered) if self._averager.resting(i)]
        self.covered = (self.covered & covered) | set(fresh)
        self._follow(span, covered)
        return fresh

    def _follow(self, span: Span, covered: frozenset[int]) -> None:
        for i, mean in enumerate(span.means):
            if self._linear and i not in covered and self._averager.resting(i):
                self._zeros[i] += _FOLLOW * (mean - self._zeros[i])

    def _learn(self, span: Span) -> None:
        everywhere = range(len(span.means))
        self._calm = self._calm + 1 if all(map(self._averager.resting, everywhere)) else 0
        if self._calm >= _CALM_SPANS:
            self._zeros = list(span.means)
            self._least = tuple(max(_LINEAR, _NOISE * noise) if self._linear else _SWITCH for noise in span.noise)
            self.ready = True
