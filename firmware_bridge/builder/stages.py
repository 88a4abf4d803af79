"""The stages of calibrating: what each asks for by light, and when it has seen enough."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Final, Protocol

from firmware_bridge.builder.findings import Findings, Leak, Touch
from firmware_bridge.builder.glow import Glow
from hardware.protocols import Sensing
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware_bridge.builder.spans import Span
    from firmware_bridge.builder.view import View

PATIENCE: Final = 60.0  # seconds without progress before a stage goes on with what it has
SPOTS: Final = tuple(map(Point, ("F6", "C3", "C6", "I6", "I9", "F3", "F9", "D5", "H7")))  # apart from each other
SPOT_COUNT: Final = 5  # as many as there are rings of a colour

_STILL_EMPTY = 2.0  # seconds without a hand before the empty board is believed
_MOST_BAD = 10  # sensors; more are no bad sensors, but a board that is not empty
_FAR_OFF = 60.0  # counts: no sensor is that far from the middle when nothing is there
_TOO_STRONG = 1.8  # times what the piece added elsewhere: it is another piece
_RING_AT_LEAST = 1.5  # markers
_MARKER_AT_LEAST = 0.3  # markers, on top of a ring


class Stage(Protocol):
    """One thing asked of the builder."""

    kind: str  # empty, touch, clear or ask
    content: str  # what is asked for; for a clear board, what comes next; else nothing
    text: str

    @property
    def may_skip(self) -> bool:
        """Whether calibrating can go on without the rest of what is asked for."""

    def skip(self) -> bool:
        """Ask no longer; false when the stage has still to look for a moment."""

    def undo(self) -> bool:
        """Forget what was measured last and ask for it again; false when there is nothing."""

    def see(self, view: View) -> bool:
        """Look; true when the stage has what it wants."""

    def glows(self) -> dict[int, Glow]:
        """What the lights say meanwhile."""


class Empty:
    """The board without pieces: zeros and noise. A few bad sensors are shown, and accepted in the end."""

    kind = "empty"
    content = ""

    def __init__(self, patience: float) -> None:
        self.text = "Clear the board and keep your hands off: all lights flash; take away what blinks red."
        self._patience = patience
        self._began: float | None = None
        self._calm: list[Span] = []
        self._off: list[Point] = []
        self._unquiet: list[Point] = []

    @property
    def may_skip(self) -> bool:
        """A few sensors may be bad; a board full of pieces may not be taken for an empty one."""
        return 0 < self._troubled <= _MOST_BAD

    def skip(self) -> bool:
        """Accept the bad sensors at once."""
        self._patience = 0.0
        return False

    def undo(self) -> bool:
        """Nothing is measured before the end."""
        return False

    @property
    def _troubled(self) -> int:
        return len({*self._off, *self._unquiet})

    def see(self, view: View) -> bool:
        """Wait until every sensor rests, near the middle."""
        span = view.span
        if not view.averager.ready:
            return False
        self._began = span.time if self._began is None else self._began
        self._off = [point for point in POINTS if abs(span.means[point.index]) > _FAR_OFF]
        self._unquiet = [point for point in POINTS if not view.resting(point)]
        accepted = self._troubled <= _MOST_BAD and span.time - self._began > self._patience
        self._calm = [*self._calm, span] if accepted or not self._troubled else []
        if not self._calm or span.time - self._calm[0].time < _STILL_EMPTY:
            return False
        view.findings.zeros = [fmean(means) for means in zip(*(s.means for s in self._calm), strict=True)]
        view.findings.noise = [fmean(noise) for noise in zip(*(s.noise for s in self._calm), strict=True)]
        view.bare.reset(view.findings.zeros)
        return True

    def glows(self) -> dict[int, Glow]:
        """Hands off; this away; that one does not rest."""
        hands_off = dict.fromkeys(range(len(POINTS)), Glow.HANDS_OFF)
        return hands_off | _all(self._unquiet, Glow.WEAK) | _all(self._off, Glow.TAKE_AWAY)


class Clear:
    """All pieces away before the next kind."""

    kind = "clear"
    may_skip = True

    def __init__(self, content: str) -> None:
        self.content = content
        self.text = "Take away what blinks red."
        self._left: list[Point] = []

    def skip(self) -> bool:
        """What is left will be asked away with the next kind."""
        return True

    def undo(self) -> bool:
        """Nothing is measured."""
        return False

    def see(self, view: View) -> bool:
        """Wait until nothing is left."""
        self._left = sorted(view.covered)
        return not self._left

    def glows(self) -> dict[int, Glow]:
        """This away."""
        return _all(self._left, Glow.TAKE_AWAY)


class Touching:
    """The weakest magnet once on every point: gains. One piece may walk, or many be laid out."""

    kind = "touch"

    def __init__(self, findings: Findings, patience: float) -> None:
        self.content = piece = findings.unit
        glow = Glow.WHITE_RING if piece == "white ring" else Glow.WHITE_MARKER
        self.text = f"Put a {piece} on every point that is lit ({_seen(glow)}), in any order; its light goes out."
        self._glow = glow
        self._findings = findings
        self._wrong: set[Point] = set()
        self._lifted = set(POINTS)  # points that were empty since a piece was last wanted there
        self._doubted: set[Point] = set()
        self._news: float | None = None
        self._patience = patience

    @property
    def may_skip(self) -> bool:
        """Without a single touch, nothing can be told."""
        return bool(self._findings.touches)

    def skip(self) -> bool:
        """Take the other points to be like those that were touched."""
        return True

    def undo(self) -> bool:
        """Forget the last touch; its piece is to be lifted first."""
        if not self._findings.touches:
            return False
        point, _ = self._findings.touches.popitem()
        self._lifted.discard(point)
        return True

    def see(self, view: View) -> bool:
        """Measure every piece that has come to rest on a point that wants one."""
        now = view.span.time
        self._news = now if self._news is None else self._news
        for point in self._wanted():
            if not view.occupied(point):
                self._lifted.add(point)
                self._wrong.discard(point)
            elif point in self._lifted and view.resting(point):
                self._measure(view, point)
                self._news = now
        if not self._wanted():
            self._doubt()
        return not self._wanted() or (now - self._news > self._patience and self.may_skip)

    def glows(self) -> dict[int, Glow]:
        """A piece here; not that one."""
        wrong = self._wrong | {point for point in self._wanted() if point not in self._lifted}
        return _all(self._wanted(), self._glow) | _all(wrong, Glow.TAKE_AWAY)

    def _wanted(self) -> list[Point]:
        return [point for point in POINTS if point not in self._findings.touches]

    def _measure(self, view: View, point: Point) -> None:
        counts = view.added(point)
        if self._findings.touches and abs(counts) > _TOO_STRONG * self._findings.typical:
            self._wrong.add(point)
            return
        self._findings.touches[point] = Touch(round(counts, 2), round(view.near_since_bare(point), 3))

    def _doubt(self) -> None:
        """Ask once more where the pole was the other way round: the piece lay upside down, or the sensor does."""
        sign = self._findings.sign
        odd = {point for point, touch in self._findings.touches.items() if touch.counts * sign < 0} - self._doubted
        for point in odd:
            del self._findings.touches[point]
        self._lifted -= odd
        self._doubted |= odd


class Asking:
    """One content on a few points: its strength there, and what the points around see of it."""

    kind = "ask"
    may_skip = True

    def __init__(self, content: str, glow: Glow, findings: Findings, patience: float) -> None:
        what = content.replace("ring and marker", "marker into the ring")
        self.text = f"Put a {what} on the points that are lit ({_seen(glow)}); take away what blinks red."
        self.content = content
        self._glow = glow
        self._findings = findings
        self._found = findings.contents.setdefault(content, {})
        self._spots = [spot for spot in SPOTS if spot in findings.touches or not findings.touches][:SPOT_COUNT]
        self._wrong: list[Point] = []
        self._bare: list[Point] = []
        self._again: set[Point] = set()  # spots whose piece was measured, but is to be put anew
        self._before: tuple[float, ...] = ()
        self._news: float | None = None
        self._patience = patience

    def skip(self) -> bool:
        """Go on with the spots that were measured, or with what pieces of this kind usually are."""
        return True

    def undo(self) -> bool:
        """Forget the spot that was measured last; its piece is to be lifted first."""
        if not self._found:
            return False
        spot, counts = self._found.popitem()
        leaks = self._findings.leaks
        self._findings.leaks = [leak for leak in leaks if (leak.spot, leak.spot_counts) != (spot, counts)]
        self._again.add(spot)
        return True

    @property
    def wanted(self) -> list[Point]:
        """The spots that have not been measured."""
        return [spot for spot in self._spots if spot not in self._found]

    def see(self, view: View) -> bool:
        """Measure each spot once its piece has come to rest."""
        now = view.span.time
        self._news = now if self._news is None else self._news
        self._before = self._before or tuple(view.bare.means)
        self._bare = [spot for spot in self.wanted if not view.occupied(spot)]
        self._wrong = [point for point in sorted(view.covered) if point not in self._spots]
        for spot in self.wanted:
            fits = view.occupied(spot) and self._fits(view, spot)
            if not fits:
                self._again.discard(spot)
            if not view.occupied(spot) or not view.resting(spot):
                continue
            if fits and spot not in self._again:
                self._found[spot] = round(view.added(spot), 2)
                self._findings.leaks += self._leaks(view, spot)
                self._news = now
            elif fits or not self._is_the_ring(view, spot):
                self._wrong.append(spot)
        return not self.wanted or now - self._news > self._patience

    def glows(self) -> dict[int, Glow]:
        """This piece here; that one away; where a ring is needed first, the ring."""
        glows = _all(self.wanted, self._glow)
        if self._glow in _RING_FIRST:
            glows |= _all(self._bare, _RING_FIRST[self._glow])
        return glows | _all(self._wrong, Glow.TAKE_AWAY)

    def _fits(self, view: View, spot: Point) -> bool:
        """Whether it can be the content asked for."""
        strength = self._towards(view.strength(spot))
        if self._glow in _RING_FIRST:
            return strength > self._ring(spot) + _MARKER_AT_LEAST
        if self.content.endswith("marker"):
            return _MARKER_AT_LEAST < strength < _TOO_STRONG
        return strength > (_RING_AT_LEAST if self._findings.sensing is Sensing.FULL else _MARKER_AT_LEAST)

    def _towards(self, strength: float) -> float:
        """A strength with the pole asked for up; poles mean nothing to a board that only knows presence."""
        if self._findings.sensing in (Sensing.RINGS, Sensing.PRESENCE):
            return abs(strength)
        return -strength if self.content.startswith("black") else strength

    def _leaks(self, view: View, spot: Point) -> list[Leak]:
        """What the empty points around see of a ring that was put down in this stage."""
        if not self.content.endswith("ring"):
            return []
        empty = [point.index for point in spot.neighbours if not view.occupied(point)]
        whole = round(view.added(spot), 2)
        return [Leak(POINTS[i], round(view.span.means[i] - self._before[i], 2), spot, whole) for i in empty]

    def _is_the_ring(self, view: View, spot: Point) -> bool:
        """Whether it is the ring that waits for its marker."""
        return self._glow in _RING_FIRST and self._towards(view.strength(spot)) > _RING_AT_LEAST

    def _ring(self, spot: Point) -> float:
        """The strength of the ring alone."""
        counts = self._findings.contents.get(self.content.removesuffix(" and marker"), {}).get(spot)
        return 2 * _RING_AT_LEAST if counts is None else abs(counts / self._findings.gain(spot))


def stages(findings: Findings, patience: float = PATIENCE) -> Iterator[Stage]:
    """All that calibrating asks for, without what is known already; *patience* as at :data:`PATIENCE`."""
    yield Empty(patience)
    yield Touching(findings, patience)
    for content, glow in _CONTENTS[findings.sensing]:
        asking = Asking(content, glow, findings, patience)
        if not asking.wanted:
            continue
        if not content.endswith("ring and marker"):
            yield Clear(content)
        yield asking


def contents(sensing: Sensing) -> list[str]:
    """The contents that are asked for at a few spots, in their order."""
    return [content for content, _ in _CONTENTS[sensing]]


_BLACK_RING: Final = ("black ring", Glow.BLACK_RING)
_WHITE_RING: Final = ("white ring", Glow.WHITE_RING)
_BLACK_MARKER: Final = ("black marker", Glow.BLACK_MARKER)
_CONTENTS: Final = {
    Sensing.RINGS: (_BLACK_RING,),
    Sensing.PRESENCE: (_WHITE_RING, _BLACK_RING, _BLACK_MARKER),
    Sensing.POLARITY: (_WHITE_RING, _BLACK_RING, _BLACK_MARKER),
    Sensing.FULL: (
        _WHITE_RING,
        ("white ring and marker", Glow.WHITE_MARKER_IN_RING),
        _BLACK_RING,
        ("black ring and marker", Glow.BLACK_MARKER_IN_RING),
        _BLACK_MARKER,
    ),
}


_RING_FIRST: Final = {Glow.WHITE_MARKER_IN_RING: Glow.WHITE_RING, Glow.BLACK_MARKER_IN_RING: Glow.BLACK_RING}


def _all(points: Iterable[Point], glow: Glow) -> dict[int, Glow]:
    return {point.index: glow for point in points}


def _seen(glow: Glow) -> str:
    color, motion = glow.value
    return f"{'blue' if color[2] > color[0] else 'white'}, {motion.value}"
