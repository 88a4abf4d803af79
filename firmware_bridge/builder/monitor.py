"""What a builder sees of a running board: levels or readings on the hexagon, the scan rate, and who is noisy."""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.spans import Averager
from firmware_bridge.debounce import Debounce
from hardware.bands import UNCLEAR
from hardware.protocols import Sensing
from yinsh_core.diagram import draw_board
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_bridge.builder.spans import Span
    from hardware.classifier import Classifier
    from hardware.protocols import Frame, Health

WINDOW: Final = 5.0  # seconds that rate and flicker are counted over
SYMBOLS: Final = {
    Sensing.RINGS: {1: "O"},
    Sensing.PRESENCE: {1: "o"},
    Sensing.POLARITY: {1: "w", -1: "b"},
    Sensing.FULL: {1: "w", -1: "b", 2: "W", -2: "B", 3: "Ww", -3: "Bb"},
}

_LOUD, _LOUDER = 4.0, 3.0  # noise worth a word: so many counts, and so many times what is usual
_RESTLESS = 6  # changes in the window: more than hands make in passing
_MOST_NAMED = 8


class Monitor:
    """Frames in, a page of text out. Without a classifier, linear sensors show readings only."""

    def __init__(
        self, sensing: Sensing, hold: float, classifier: Classifier | None = None, *, linear: bool = False
    ) -> None:
        self._symbols = {0: ".", UNCLEAR: "?"} | SYMBOLS[sensing]
        self._classifier = classifier
        self._linear = linear
        self._debounce = Debounce(hold, votes=linear)
        self._averager = Averager()
        self._span: Span | None = None
        self._times: deque[float] = deque()
        self._changes: deque[tuple[float, int]] = deque()
        self._readings: tuple[int, ...] = ()
        self._places: tuple[int, ...] = ()
        self._levels: tuple[int, ...] = ()

    def see(self, frame: Frame) -> None:
        """Take in one frame."""
        self._readings, self._places = frame.readings, frame.places
        self._times.append(frame.time)
        while self._times[0] < frame.time - WINDOW:
            self._times.popleft()
        if self._linear:
            self._span = self._averager.add(frame) or self._span
        if not self._linear or self._classifier:
            self._follow(self._classifier.levels(frame.readings) if self._classifier else frame.readings, frame.time)

    def page(self, health: Health | None = None, *, readings: bool = False) -> str:
        """The board and what there is to say about it."""
        lines = [self._picture(readings=readings or not self._levels), "", *self._remarks()]
        if health is not None and not health.ok:
            lines.append(f"FAULT: {health.fault}; {health.cure}")
        return "\n".join(lines)

    def _follow(self, levels: tuple[int, ...], now: float) -> None:
        if self._levels and levels is not self._levels:
            self._changes += [(now, i) for i, (a, b) in enumerate(zip(self._levels, levels, strict=True)) if a != b]
        while self._changes and self._changes[0][0] < now - WINDOW:
            self._changes.popleft()
        self._levels = levels
        self._debounce.feed(levels, now)

    def _picture(self, *, readings: bool) -> str:
        if not self._readings:
            texts = ["?"] * len(POINTS)
        elif readings:
            texts = [str(reading) for reading in self._readings]
        else:
            texts = [self._symbol(level) for level in self._debounce.settled]
        return draw_board({(p.column, p.number): texts[p.index] for p in POINTS})

    def _symbol(self, level: int) -> str:
        return self._symbols.get(level, "?")

    def _remarks(self) -> list[str]:
        remarks = [self._pace()]
        if self._places:
            remarks.append(f"ring places: {' '.join(map(str, self._places))}")
        if self._levels:
            settled = self._debounce.settled
            moving = [i for i in range(len(POINTS)) if settled[i] != self._levels[i]]
            remarks.append(f"occupied: {sum(map(bool, settled))}{_named('moving', moving)}")
            remarks.append(_named("unclear", [i for i, level in enumerate(settled) if level == UNCLEAR]))
        elif self._linear and not self._classifier:
            remarks.append("readings only: not calibrated yet (yinsh-board calibrate)")
        remarks += [self._noise(), self._flicker()]
        return [remark.lstrip("; ") for remark in remarks if remark]

    def _pace(self) -> str:
        if len(self._times) < 2:  # noqa: PLR2004 - a rate needs two frames
            return "scan: no frames yet"
        hertz = (len(self._times) - 1) / ((self._times[-1] - self._times[0]) or 1e-9)
        longest = max(b - a for a, b in pairwise(self._times))
        return f"scan: {hertz:.0f} Hz, longest gap {1000 * longest:.1f} ms"

    def _noise(self) -> str:
        if self._span is None:
            return ""
        noise = self._span.noise
        usual = median(noise)
        loud = [i for i in range(len(POINTS)) if noise[i] > max(_LOUD, _LOUDER * usual)]
        loud.sort(key=lambda i: -noise[i])
        return f"noise: {usual:.1f} counts{_named('loud', loud, {i: f'{noise[i]:.0f}' for i in loud})}"

    def _flicker(self) -> str:
        counts = Counter(index for _, index in self._changes)
        restless = [index for index, count in counts.most_common() if count >= _RESTLESS]
        return _named("flickering", restless, {index: f"{counts[index]} times" for index in restless})


def _named(what: str, indices: Iterable[int], details: dict[int, str] | None = None) -> str:
    """``; what: A2 (detail), …``, or nothing."""
    names = [POINTS[i].name + (f" ({details[i]})" if details else "") for i in indices]
    if not names:
        return ""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"; {what}: {', '.join(names[:_MOST_NAMED])}{more}"
