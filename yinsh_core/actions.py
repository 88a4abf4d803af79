"""What a player can do: five small frozen values whose text forms invert each other.

``F6`` places a ring, ``F6-F9`` moves one, ``xB3-B7`` takes a row, ``rB2`` takes a ring, ``pass`` passes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from yinsh_core.errors import InvalidNotation
from yinsh_core.points import POINTS, RAYS, Point, PointSet, bits_of

ROW_LENGTH: Final = 5

_FORMS = "F6 places a ring, F6-F9 moves one, xB3-B7 takes a row, rB2 takes a ring, pass passes"
_ACTION = re.compile(r"(?P<kind>x|r|)(?P<start>[a-z][0-9]+)(?:-(?P<end>[a-z][0-9]+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlaceRing:
    """Put one of your rings on an empty point."""

    point: Point

    def __str__(self) -> str:
        return self.point.name


@dataclass(frozen=True, slots=True)
class MoveRing:
    """Put a marker into the ring at *start* and move that ring to *end*."""

    start: Point
    end: Point

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class TakeRow:
    """Take the five markers from *start* to *end* off the board; the lower point comes first."""

    start: Point
    end: Point

    def __post_init__(self) -> None:
        if self.start > self.end:
            start, end = self.end, self.start
            object.__setattr__(self, "start", start)
            object.__setattr__(self, "end", end)
        if (self.start.index, self.end.index) not in ROW_BITS:
            raise InvalidNotation(f"not a row: {self} (five adjacent points in a straight line, such as B3-B7)")

    @property
    def points(self) -> PointSet:
        """The five points."""
        return PointSet.from_bits(ROW_BITS[self.start.index, self.end.index])

    def __str__(self) -> str:
        return f"x{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class TakeRing:
    """Take one of your rings off the board, as a score."""

    point: Point

    def __str__(self) -> str:
        return f"r{self.point}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because none of your rings can move."""

    def __str__(self) -> str:
        return "pass"


Action: TypeAlias = PlaceRing | MoveRing | TakeRow | TakeRing | Pass


def parse_action(text: str) -> Action:
    """Read an action in either case; :class:`InvalidNotation` quotes what could not be read."""
    if not isinstance(text, str):
        raise InvalidNotation(f"not an action: {text!r} is {type(text).__name__}, a text is needed ({_FORMS})")
    word = text.strip()
    if word.lower() == "pass":
        return Pass()
    match = _ACTION.fullmatch(word)
    if match is None:
        raise InvalidNotation(f"not an action: {text!r} ({_FORMS})")
    return _build(match["kind"].lower(), Point(match["start"]), match["end"], text)


def _build(kind: str, start: Point, end: str | None, text: str) -> Action:
    if end is None:
        if kind == "x":
            raise InvalidNotation(f"not an action: {text!r} names one end of a row, two are needed (xB3-B7)")
        return TakeRing(start) if kind == "r" else PlaceRing(start)
    if kind == "r":
        raise InvalidNotation(f"not an action: {text!r} takes a ring off one point (rB2)")
    return TakeRow(start, Point(end)) if kind == "x" else MoveRing(start, Point(end))


def _row_bits() -> dict[tuple[int, int], int]:
    rows = {}
    for point in POINTS:
        for ray in RAYS[point.index][:3]:
            if len(ray) >= ROW_LENGTH - 1:
                line = (point.index, *ray[: ROW_LENGTH - 1])
                rows[line[0], line[-1]] = bits_of(line)
    return rows


#: The bits of every row of five by the indices of its ends, lower end first; sorted.
ROW_BITS: Final = dict(sorted(_row_bits().items()))
