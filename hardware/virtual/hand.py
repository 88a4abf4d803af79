"""A hand above the board: it takes its time, like a person's."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Final

from hardware.virtual.pieces import ImpossibleAct, Piece, topmost
from hardware.virtual.timeline import Kind
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.virtual.board import VirtualBoard

#: How long parts of an act take at pace 1: least and most seconds.
REACH: Final = (0.25, 0.6)  # from one point or the supply to another
GRIP: Final = (0.05, 0.12)  # fingers close, the piece is off
TURN: Final = (0.2, 0.5)  # turning a marker over in the air
GLIDE: Final = (0.05, 0.12)  # a slid ring, for each step of the grid
NUDGE: Final = (0.03, 0.12)  # a piece that was touched is off its sensor
HOP: Final = (0.02, 0.06)  # a piece that was dropped is up, or down, between two hops
SWEEP: Final = (0.8, 1.6)  # an arm across the whole board

_PATH = 0.4  # grid units: a slid ring is seen by the sensors it passes this close
_COVER = 0.3  # of a step that a passing magnet covers a sensor, before and after its middle
_SPREAD = 0.05  # seconds by which pieces leave out of order when an arm sweeps them off
_SIDE_PLACES = 3


class Hand:
    """Does one act after the other; each begins when the one before has ended, never before the present.

    Acts return at once. What they change is planned on the board's timeline and seen by the frames read later.
    """

    def __init__(self, board: VirtualBoard, pace: float = 1.0) -> None:
        self.pace = pace  # 1 is a person's, 2 twice as slow, 0 does everything in no time
        self.holding: list[Piece] = []
        self.free_at = 0.0
        self._board = board
        self._chance = random.Random(f"hand {board.seed}")

    def put(self, point: Point | str, piece: Piece | str | None = None) -> None:
        """Put *piece* down: from the hand if it holds one, else from the supply; by default what the hand holds."""
        self._put(Point(point).index, self._find(piece))

    def lift(self, point: Point | str, piece: Piece | str | None = None) -> Piece:
        """Take a piece into the hand and return it: a ring before the marker inside, unless told otherwise."""
        site = Point(point).index
        chosen = self._standing(site, piece)
        self._reach()
        self._spend(GRIP)
        self._leave(site, chosen)
        return chosen

    def take(self, point: Point | str, piece: Piece | str | None = None) -> Piece:
        """Lift a piece and lay it beside the board; a ring goes to a free ring place where there are any."""
        chosen = self.lift(point, piece)
        self._reach()
        self._lay_down(chosen)
        return chosen

    def flip(self, *points: Point | str) -> None:
        """Lift each marker, turn it over and put it back."""
        for point in points:
            chosen = self._standing(Point(point).index, None if self._alone(point) else "marker")
            turned = self._board.pieces.turned(chosen)
            if turned == chosen:
                raise ImpossibleAct(f"the {chosen} on {Point(point)} looks the same from both sides")
            self.lift(point, chosen)
            self._spend(TURN)
            self.holding[-1] = turned
            self._land(Point(point).index, turned)

    def slide(self, start: Point | str, end: Point | str, piece: Piece | str | None = None) -> None:
        """Move a piece in a straight way just above the board: the sensors on it see it pass."""
        here, there = Point(start), Point(end)
        chosen = self._standing(here.index, piece)
        if here != there:
            self._must_fit(there.index, chosen)
        self.lift(here, chosen)
        self._pass_over(chosen, _way(here, there))
        self._land(there.index, chosen)

    def nudge(self, point: Point | str) -> None:
        """Touch a piece so that it leaves its sensor for a moment."""
        site = Point(point).index
        chosen = self._standing(site, None)
        self._reach()
        self._plan(Kind.UNCOVER, site, chosen)
        self._spend(NUDGE)
        self._plan(Kind.COVER, site, chosen)

    def drop(self, point: Point | str, piece: Piece | str | None = None) -> None:
        """Let a piece fall: it hops on the point before it comes to rest."""
        site, fallen = Point(point).index, self._find(piece)
        self._put(site, fallen)
        for _ in range(self._chance.randint(1, 3)):
            self._spend(HOP)
            self._plan(Kind.UNCOVER, site, fallen)
            self._spend(HOP)
            self._plan(Kind.COVER, site, fallen)

    def sweep(self) -> None:
        """Clear the board with an arm, from one side to the other."""
        self._reach()
        begin, duration = self.free_at, self._duration(SWEEP)
        for point in POINTS:
            for piece in reversed(self._board.stack(point.index)):
                share = point.column / POINTS[-1].column
                at = begin + duration * share + self._chance.uniform(0, _SPREAD) * self.pace
                self._board.plan(at, Kind.LEAVE, point.index, piece)
                self._board.supply[self._board.pieces.pile_of(piece)] += 1
        self.free_at = begin + duration + _SPREAD * self.pace

    def lay_down(self) -> None:
        """Lay all that the hand holds beside the board."""
        while self.holding:
            self._lay_down(self.holding[-1])

    def wait(self, seconds: float) -> None:
        """Rest, at any pace."""
        self.free_at = self._begin() + seconds

    def _put(self, site: int, piece: Piece) -> None:
        self._must_fit(site, piece)
        self._get(piece)
        self._reach()
        self._land(site, piece)

    def _find(self, wanted: Piece | str | None) -> Piece:
        """The piece meant, in the hand or in the supply."""
        if wanted is None:
            held = topmost(sorted(self.holding, key=lambda p: p.layer))
            if held is None:
                raise ImpossibleAct("the hand is empty; name the piece to take from the supply")
            return held
        name = wanted.name if isinstance(wanted, Piece) else wanted
        held = topmost(self.holding, name)
        return held or self._board.pieces.named(name)

    def _get(self, piece: Piece) -> None:
        """Have *piece* in the hand."""
        if piece in self.holding:
            return
        pile = self._board.pieces.pile_of(piece)
        self._reach()
        if self._board.supply[pile]:
            self._board.supply[pile] -= 1
            self.holding.append(piece)
            return
        place = next((site for site in self._board.places if piece in self._board.stack(site)), None)
        if place is None:
            raise ImpossibleAct(f"no {piece} is left beside the board")
        self._leave(place, piece)

    def _standing(self, site: int, wanted: Piece | str | None) -> Piece:
        """The piece meant, on a point."""
        stack = self._board.stack(site)
        word = wanted.name if isinstance(wanted, Piece) else wanted
        chosen = topmost(stack, word)
        if chosen is None:
            raise ImpossibleAct(f"there is no {word or 'piece'} on {POINTS[site]}: it holds {_contents(stack)}")
        return chosen

    def _alone(self, point: Point | str) -> bool:
        return len(self._board.stack(Point(point).index)) == 1

    def _must_fit(self, site: int, piece: Piece) -> None:
        stack = self._board.stack(site)
        if not self._board.pieces.fits(stack, piece):
            raise ImpossibleAct(f"the {piece} does not fit on {POINTS[site]}: it holds {_contents(stack)}")

    def _pass_over(self, piece: Piece, way: Iterable[tuple[float, Point | None]]) -> None:
        """Glide along *way*; each sensor on it is covered for a good half of a step."""
        passed = 0.0
        for distance, point in way:
            step = self._duration(GLIDE) * (distance - passed)
            passed = distance
            self.free_at += step
            if point is not None:
                self._board.plan(self.free_at - _COVER * step, Kind.COVER, point.index, piece)
                self._board.plan(self.free_at + _COVER * step, Kind.UNCOVER, point.index, piece)

    def _land(self, site: int, piece: Piece) -> None:
        self.holding.remove(piece)
        self._plan(Kind.LAND, site, piece)

    def _leave(self, site: int, piece: Piece) -> None:
        self._plan(Kind.LEAVE, site, piece)
        self.holding.append(piece)

    def _lay_down(self, piece: Piece) -> None:
        white, black = self._board.places[:_SIDE_PLACES], self._board.places[_SIDE_PLACES:]
        side = black if piece.moment < 0 else white
        place = next((site for site in side if not self._board.stack(site)), None)
        if place is not None and piece.shape == "ring":
            self._land(place, piece)
            return
        self.holding.remove(piece)
        self._board.supply[self._board.pieces.pile_of(piece)] += 1

    def _plan(self, kind: Kind, site: int, piece: Piece) -> None:
        self._board.plan(self._begin(), kind, site, piece)

    def _reach(self) -> None:
        self._spend(REACH)

    def _spend(self, span: tuple[float, float]) -> None:
        self.free_at = self._begin() + self._duration(span)

    def _begin(self) -> float:
        return max(self._board.now, self.free_at)

    def _duration(self, span: tuple[float, float]) -> float:
        return self._chance.uniform(*span) * self.pace


def _way(start: Point, end: Point) -> list[tuple[float, Point | None]]:
    """The points passed between two points with their distance from the first, and the last distance."""
    length = math.hypot(end.x - start.x, end.y - start.y)
    if not length:
        return []
    east, north = (end.x - start.x) / length, (end.y - start.y) / length
    way: list[tuple[float, Point | None]] = [(length, None)]
    for point in POINTS:
        dx, dy = point.x - start.x, point.y - start.y
        along, aside = dx * east + dy * north, abs(dx * north - dy * east)
        if aside < _PATH and point not in (start, end) and 0 < along < length:
            way.append((along, point))
    return sorted(way, key=lambda stop: stop[0])


def _contents(stack: tuple[Piece, ...]) -> str:
    return " in a ".join(piece.name for piece in stack) or "nothing"
