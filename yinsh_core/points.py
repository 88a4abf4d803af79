"""The 85 points, their lines, and sets of them.

A point has a *column* (A to K) and a *number* along that column, as printed on the board. Its *index*
counts column by column, so every step in a positive direction leads to a higher index; the rules rely on it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import Final

from yinsh_core.diagram import draw_board
from yinsh_core.errors import InvalidNotation

COLUMNS: Final = "ABCDEFGHIJK"

#: First and last number of each column.
COLUMN_ENDS: Final = ((2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10))

#: The three axes as steps of (column, number), each pointing to higher indices.
AXES: Final = ((0, 1), (1, 0), (1, 1))

_NAME = re.compile(r"([A-Ka-k])([1-9][0-9]?)")


class Point:
    """One of the 85 intersections: ``Point("F6")``.

    Points are interned, so ``is`` and ``==`` agree; they sort column first.
    """

    __slots__ = ("column", "index", "name", "number")

    index: int
    column: int
    number: int
    name: str

    def __new__(cls, name: str | Point) -> Point:  # noqa: PYI034 - one of the interned ones
        """Look the point up; :class:`InvalidNotation` says what is wrong with the name."""
        if isinstance(name, Point):
            return name
        point = _BY_NAME.get(name) if isinstance(name, str) else None
        return point if point is not None else _read(name)

    @staticmethod
    def at(index: int) -> Point:
        """The point of an index."""
        return POINTS[index]

    @property
    def x(self) -> float:
        """Distance to the right of F6, in units of the grid, seen from White's side."""
        return (self.column - 5) * math.sqrt(3) / 2

    @property
    def y(self) -> float:
        """Distance beyond F6, away from White, in units of the grid."""
        return (self.number - 6) - (self.column - 5) / 2

    @property
    def neighbours(self) -> PointSet:
        """The up to six adjacent points."""
        return PointSet.from_bits(NEIGHBOURS[self.index])

    def __lt__(self, other: Point) -> bool:
        return self.index < other.index

    def __le__(self, other: Point) -> bool:
        return self.index <= other.index

    def __gt__(self, other: Point) -> bool:
        return self.index > other.index

    def __ge__(self, other: Point) -> bool:
        return self.index >= other.index

    def __reduce__(self) -> tuple[type[Point], tuple[str]]:
        return (Point, (self.name,))

    def __repr__(self) -> str:
        return f"Point({self.name!r})"

    def __str__(self) -> str:
        return self.name


class PointSet(AbstractSet[Point]):
    """A frozen set of points in an 85-bit integer; ``print`` shows it on the board.

    Names stand for their points on the other side of every operator too: ``game.destinations("F6") == {"F7", "F8"}``.
    Only a set of points has the same hash.
    """

    __slots__ = ("bits",)

    bits: int

    def __init__(self, points: Iterable[Point | str] = ()) -> None:
        bits = 0
        for point in points:
            bits |= 1 << Point(point).index
        self.bits = bits

    @classmethod
    def from_bits(cls, bits: int) -> PointSet:
        """Wrap an integer whose bit *i* stands for the point of index *i*."""
        if not 0 <= bits <= ALL_BITS:
            raise ValueError(f"not a set of the 85 points: {bits:#x} has other bits")
        new = object.__new__(cls)
        new.bits = bits
        return new

    @classmethod
    def _from_iterable(cls, it: Iterable[Point]) -> PointSet:  # type: ignore[override]
        return cls(it)

    def __contains__(self, point: object) -> bool:
        if isinstance(point, str):
            point = _BY_NAME.get(point.upper())
        return isinstance(point, Point) and bool(self.bits >> point.index & 1)

    def __iter__(self) -> Iterator[Point]:
        return (POINTS[index] for index in indices(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __and__(self, other: Iterable[object]) -> PointSet:
        return PointSet.from_bits(self.bits & _known(other))

    def __or__(self, other: Iterable[Point | str]) -> PointSet:  # type: ignore[override]
        return PointSet.from_bits(self.bits | PointSet(other).bits)

    def __xor__(self, other: Iterable[Point | str]) -> PointSet:  # type: ignore[override]
        return PointSet.from_bits(self.bits ^ PointSet(other).bits)

    def __sub__(self, other: Iterable[object]) -> PointSet:
        return PointSet.from_bits(self.bits & ~_known(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> PointSet:
        return PointSet.from_bits(self.bits ^ ALL_BITS)

    def __le__(self, other: AbstractSet[object]) -> bool:
        if not isinstance(other, AbstractSet):
            return NotImplemented
        return not self.bits & ~_known(other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PointSet):
            return self.bits == other.bits
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"PointSet({[point.name for point in self]})"

    def __str__(self) -> str:
        return draw_board({(p.column, p.number): "x" if p in self else "." for p in POINTS})


def bits_of(indices: Iterable[int]) -> int:
    """The integer with these bits set."""
    bits = 0
    for index in indices:
        bits |= 1 << index
    return bits


def indices(bits: int) -> Iterator[int]:
    """The indices of the set bits, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _known(points: Iterable[object]) -> int:
    """The bits of those members that are points or names of points."""
    if isinstance(points, PointSet):
        return points.bits
    found = (_BY_NAME.get(point.upper()) if isinstance(point, str) else point for point in points)
    return bits_of(point.index for point in found if isinstance(point, Point))


def _read(text: str) -> Point:
    if not isinstance(text, str):
        raise InvalidNotation(f"not a point: {text!r} is {type(text).__name__}, a name such as F6 is needed")
    match = _NAME.fullmatch(text)
    if match is None:
        raise InvalidNotation(f"not a point: {text!r} (a column letter A to K and a number, such as F6)")
    letter = match[1].upper()
    point = _BY_NAME.get(letter + match[2])
    if point is None:
        first, last = COLUMN_ENDS[COLUMNS.index(letter)]
        raise InvalidNotation(f"no such point: {text!r} (column {letter} runs from {letter}{first} to {letter}{last})")
    return point


def _all_points() -> tuple[Point, ...]:
    points: list[Point] = []
    for column, (first, last) in enumerate(COLUMN_ENDS):
        for number in range(first, last + 1):
            point = object.__new__(Point)
            point.index, point.column, point.number = len(points), column, number
            point.name = f"{COLUMNS[column]}{number}"
            points.append(point)
    return tuple(points)


def _rays(point: Point) -> tuple[tuple[int, ...], ...]:
    """The indices met from *point* along each axis forwards, then each axis backwards, nearest first."""
    rays = []
    for sign in (1, -1):
        for dc, dn in AXES:
            ray = []
            at = (point.column + sign * dc, point.number + sign * dn)
            while at in _BY_PLACE:
                ray.append(_BY_PLACE[at])
                at = (at[0] + sign * dc, at[1] + sign * dn)
            rays.append(tuple(ray))
    return tuple(rays)


#: All points, sorted; ``POINTS[p.index] is p``.
POINTS: Final = _all_points()
ALL_BITS: Final = (1 << len(POINTS)) - 1

_BY_NAME: Final = {point.name: point for point in POINTS}
_BY_PLACE: Final = {(point.column, point.number): point.index for point in POINTS}

#: ``RAYS[i]``: six tuples of indices, nearest first: forwards along the three axes, then backwards.
RAYS: Final = tuple(_rays(point) for point in POINTS)

#: ``NEIGHBOURS[i]``: the adjacent points, as bits.
NEIGHBOURS: Final = tuple(bits_of(ray[0] for ray in rays if ray) for rays in RAYS)
