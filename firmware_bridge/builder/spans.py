"""Averages over short spans of frames: what a builder's piece adds shows after a moment of rest."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.protocols import Frame

SPAN = 0.2  # seconds: 20 frames of the slowest drivers, and short for a person
_FEWEST = 8  # frames for an average worth the name
_REST = 3  # spans that must agree
_SLACK = 4.0  # counts by which the averages of a resting sensor may differ


@dataclass(frozen=True, slots=True)
class Span:
    """Each sensor's average and standard deviation over a short time."""

    time: float  # when it ended
    means: tuple[float, ...]
    noise: tuple[float, ...]


class Averager:
    """Turns frames into spans and knows which sensors rest."""

    def __init__(self) -> None:
        self._frames: list[tuple[int, ...]] = []
        self._begin = -math.inf
        self._last: deque[Span] = deque(maxlen=_REST)

    def add(self, frame: Frame) -> Span | None:
        """Take a frame; every fifth of a second, give the span that it completes."""
        if not self._frames:
            self._begin = frame.time
        self._frames.append(frame.readings)
        if frame.time - self._begin < SPAN or len(self._frames) < _FEWEST:
            return None
        span = _span(frame.time, self._frames)
        self._frames = []
        self._last.append(span)
        return span

    @property
    def ready(self) -> bool:
        """Whether it has seen enough to tell who rests."""
        return len(self._last) == _REST

    def resting(self, index: int) -> bool:
        """Whether a sensor's last averages agree."""
        if not self.ready:
            return False
        means = [span.means[index] for span in self._last]
        # The least noise is the sensor's own: in a span with a change, the change would excuse itself.
        return max(means) - min(means) <= _SLACK + min(span.noise[index] for span in self._last)


def _span(time: float, frames: list[tuple[int, ...]]) -> Span:
    count = len(frames)
    means, noise = [], []
    for readings in zip(*frames, strict=True):
        mean = sum(readings) / count
        means.append(mean)
        noise.append(math.sqrt(sum([(reading - mean) ** 2 for reading in readings]) / (count - 1)))
    return Span(time, tuple(means), tuple(noise))
