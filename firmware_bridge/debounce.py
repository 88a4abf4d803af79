"""From frames to a settled board, and the health of each sensor.

Switches bounce and linear readings hover at the edge of a band, so a level counts once it has held for a while.
Frames are whole snapshots: whatever was missed in between, the last one is the truth, and nothing can stick.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.points import indices
from hardware.bands import UNCLEAR

_WINDOW: Final = 4.0  # seconds in which a sensor's changes are counted
_RESTLESS: Final = 60  # changes of one sensor in that window: no hand is that quick, even through five levels a lift
_NERVOUS: Final = 14  # settled changes of one sensor in that window, likewise; who taps a ring gets to ten
_LATELY: Final = 0.25  # seconds in which changes make a sensor less credible
_USUAL: Final = 3  # changes in that time that are nothing to wonder about: a contact closes, bounces, closes
_UNSURE: Final = 8.0  # seconds that a level may be unclear: no piece is put down that slowly
_CALM: Final = 10.0  # seconds without a change after which a sensor is trusted again
_VOTES: Final = 3  # linear sensors: two of the last three frames decide


@dataclass(slots=True)
class _Pending:
    level: int
    since: float
    recent: deque[int]


class Debounce:
    """Keeps the settled level of every point.

    ``hold`` is how long a level must last, in seconds, and longer where a sensor has wavered lately. With ``votes``,
    one frame in three may disagree: that is for linear sensors, whose noise is single samples; a switch that
    disagrees once is still bouncing.
    """

    def __init__(self, hold: float, *, votes: bool = False) -> None:
        self.settled: tuple[int, ...] = ()
        self.noisy = 0  # bits of the sensors that flicker, or show what no piece would, and are not to be trusted
        self._hold = hold
        self._votes = votes
        self._last: tuple[int, ...] = ()
        self._pending: dict[int, _Pending] = {}
        self._changes: dict[int, deque[float]] = {}
        self._settlings: dict[int, deque[float]] = {}
        self._unsure: dict[int, float] = {}  # since when a settled level has been unclear
        self._calm_at = 0.0

    @property
    def busy(self) -> bool:
        """Whether time alone may change the settled board."""
        return bool(self._pending)

    @property
    def restless(self) -> bool:
        """Whether a sensor that is trusted has not settled yet."""
        return any(not self.noisy >> point & 1 for point in self._pending)

    def feed(self, levels: tuple[int, ...], now: float) -> tuple[int, ...]:
        """Take in a frame's levels; the settled board comes back, the same object while nothing has changed."""
        if levels is not self._last and levels != self._last:
            self._compare(levels, now)
        if self._pending:
            self._settle(levels, now)
        if self._unsure:
            self._doubt(now)
        if self.noisy and now >= self._calm_at:
            self._calm(now)
        return self.settled

    def _compare(self, levels: tuple[int, ...], now: float) -> None:
        if not self._last:
            self.settled = self._last = levels
            self._unsure = {point: now for point, level in enumerate(levels) if level == UNCLEAR}
            return
        for point, (was, level) in enumerate(zip(self._last, levels, strict=True)):
            if was != level:
                self._count(self._changes, point, now, _RESTLESS)
                self._moved(point, level, now)
        self._last = levels

    def _moved(self, point: int, level: int, now: float) -> None:
        pending = self._pending.get(point)
        if pending is None:
            self._pending[point] = _Pending(level, now, deque([self.settled[point]] * (_VOTES - 1), _VOTES))
        elif not self._votes:
            pending.level, pending.since = level, now

    def _settle(self, levels: tuple[int, ...], now: float) -> None:
        fresh: list[int] | None = None
        for point, pending in list(self._pending.items()):
            level = self._decided(pending, levels[point], self._needed(point, now), now)
            if level is None:
                continue
            if self._is_quiet(pending, levels[point]):
                del self._pending[point]
            if level != self.settled[point]:
                fresh = list(self.settled) if fresh is None else fresh
                fresh[point] = level
                self._mark(point, level, now)
        if fresh is not None:
            self.settled = tuple(fresh)

    def _mark(self, point: int, level: int, now: float) -> None:
        if level == UNCLEAR:  # a piece on its way passes through that, but does not stay
            self._unsure[point] = now
            return
        self._unsure.pop(point, None)
        self._count(self._settlings, point, now, _NERVOUS)

    def _needed(self, point: int, now: float) -> float:
        """How long a level must hold here: the longer, the more often it has changed of late."""
        lately = sum(now - time < _LATELY for time in self._changes[point])
        return self._hold * max(1, lately - _USUAL)

    def _decided(self, pending: _Pending, level: int, hold: float, now: float) -> int | None:
        """The level that has held long enough, or ``None``."""
        if not self._votes:
            return pending.level if now - pending.since >= hold else None
        pending.recent.append(level)
        winner = max(set(pending.recent), key=pending.recent.count)
        if pending.recent.count(winner) * 2 <= _VOTES:
            return None
        if winner != pending.level:
            pending.level, pending.since = winner, now
        return winner if now - pending.since >= hold else None

    def _is_quiet(self, pending: _Pending, level: int) -> bool:
        """Whether the latest frames say the same, so that nothing is left to watch."""
        return not self._votes or all(recent == level for recent in pending.recent)

    def _count(self, times: dict[int, deque[float]], point: int, now: float, limit: int) -> None:
        recent = times.setdefault(point, deque(maxlen=limit))
        recent.append(now)
        if len(recent) == limit and now - recent[0] <= _WINDOW:
            self.noisy |= 1 << point
            self._calm_at = now + _CALM

    def _doubt(self, now: float) -> None:
        for point, since in self._unsure.items():
            if now - since >= _UNSURE and not self.noisy >> point & 1:
                self.noisy |= 1 << point
                self._calm_at = now + _CALM

    def _calm(self, now: float) -> None:
        for point in indices(self.noisy):
            changes = self._changes.get(point)
            if point not in self._unsure and (not changes or now - changes[-1] >= _CALM):
                self.noisy &= ~(1 << point)
        self._calm_at = now + _CALM
