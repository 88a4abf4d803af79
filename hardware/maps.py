"""Which sensor input and which LED belongs to which point.

Wires run over the board in an *order*: up every column, up one column and down the next (column serpentine), along
the numbered lines to and fro (row serpentine), or any way at all (custom). A map names a wire for each of the 85
points, then for each of the six ring places where these are wired.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from hardware.protocols import PLACE_COUNT, POINT_COUNT, Frame
from yinsh_core.points import COLUMNS, POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardware.config.settings import BoardConfig, Lights, Map

#: The ring places by name, White's first.
PLACES: Final = ("white-1", "white-2", "white-3", "black-1", "black-2", "black-3")

#: Name of what number *k* of a map stands for: 85 points, then the ring places.
NAMES: Final = (*(point.name for point in POINTS), *PLACES)

#: How wires can run over the board.
ORDERS: Final = ("columns", "column-serpentine", "row-serpentine", "custom")

_SINGLE = (POINT_COUNT, POINT_COUNT + PLACE_COUNT)


@dataclass(frozen=True, slots=True)
class WireMap:
    """The wire (sensor input or position on the strip) of each point, then of each ring place."""

    wires: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.wires) not in _SINGLE or len(set(self.wires)) < len(self.wires):
            raise ValueError(f"not one wire for each of 85 points or 91 points and places: {self.wires}")

    @property
    def points(self) -> dict[int, int]:
        """The way back: what each wire belongs to, in the order of the wires."""
        return {wire: k for k, wire in sorted(enumerate(self.wires), key=itemgetter(1))}

    def name_of(self, wire: int) -> str:
        """What *wire* belongs to, such as ``F6`` or ``white-1``; empty for a wire that is not used."""
        k = self.points.get(wire)
        return "" if k is None else NAMES[k]


class PointOrder:
    """Turns raw values in a driver's input order into frames in point order.

    ``inputs`` names an input for each of the 85 points, then for each of the six ring places if these are wired.
    Twice as many mean a switch for each pole: the second half names the black ones, and a reading is white
    minus black.
    """

    def __init__(self, inputs: Sequence[int]) -> None:
        self.paired = len(inputs) not in _SINGLE
        if self.paired and (len(inputs) % 2 or len(inputs) // 2 not in _SINGLE):
            raise ValueError(f"{len(inputs)} inputs; 85 or 91 are needed, or twice as many for pairs of switches")
        half = len(inputs) // 2 if self.paired else len(inputs)
        self._first = itemgetter(*inputs[:half])
        self._second = itemgetter(*inputs[half:]) if self.paired else None

    def frame(self, now: float, values: Sequence[int]) -> Frame:
        """A frame of ``values[input]``; ``IndexError`` if there are fewer values than the map needs."""
        readings: tuple[int, ...] = self._first(values)
        if self._second is not None:
            readings = tuple(white - black for white, black in zip(readings, self._second(values), strict=True))
        return Frame(now, readings[:POINT_COUNT], readings[POINT_COUNT:])


def turned(index: int, degrees: int = 0, *, mirrored: bool = False) -> int:
    """Where the point *index* gets when the board is mirrored left to right, then turned counter-clockwise."""
    column, number = POINTS[index].column - _CENTRE.column, POINTS[index].number - _CENTRE.number
    if mirrored:
        column, number = -column, number - column
    for _ in range(degrees // 60 % 6):
        column, number = column - number, column
    return Point(f"{COLUMNS[column + _CENTRE.column]}{number + _CENTRE.number}").index


def path(order: str) -> tuple[int, ...]:
    """The points in the order in which a built-in wiring meets them, from White's side."""
    return _PATHS[order]


def wire_map(wiring: Map | Lights, orientation: int = 0) -> WireMap:
    """The map of a ``[map]`` or ``[lights]`` section on a board whose print lies turned by *orientation* degrees."""
    wires = _custom(wiring.custom) if wiring.order == "custom" else _built_in(wiring)
    upside_down = orientation % 360 == 180  # noqa: PLR2004 - half a turn
    points = [wires[turned(k, orientation)] for k in range(POINT_COUNT)]
    places = [wires[POINT_COUNT + (k + 3 * upside_down) % PLACE_COUNT] for k in range(PLACE_COUNT)]
    return WireMap((*points, *places) if wiring.places else tuple(points))


def sensor_map(config: BoardConfig) -> WireMap:
    """Which sensor input is which point."""
    return wire_map(config.map, config.board.orientation)


def light_map(config: BoardConfig) -> WireMap:
    """Which position on the strip is which point."""
    return wire_map(config.lights, config.board.orientation)


def sensor_inputs(config: BoardConfig) -> tuple[int, ...]:
    """What a sensor driver is given: the sensor map, followed by the black switches where there are pairs."""
    wires = sensor_map(config).wires
    offset = config.sensors.pair_offset
    return wires if offset is None else (*wires, *(wire + offset for wire in wires))


def identity(places: bool) -> tuple[int, ...]:
    """The map of a driver that knows points by themselves."""
    return tuple(range(POINT_COUNT + PLACE_COUNT * places))


def custom_faults(pairs: Iterable[tuple[str, int]], *, places: bool) -> Iterator[str]:
    """What keeps a custom map from being one wire for each point: who is missing, who shares a wire."""
    table = dict(pairs)
    needed = NAMES if places else NAMES[:POINT_COUNT]
    if missing := [name for name in needed if name not in table]:
        yield f"{_count(len(missing), 'point')} missing: {_listed(missing)}"
    if extra := [name for name in table if name not in needed]:
        yield f"{_listed(extra)} given, but places = false"
    owners: dict[int, list[str]] = {}
    for name, wire in table.items():
        owners.setdefault(wire, []).append(name)
    doubled = [f"{wire} belongs to {' and '.join(names)}" for wire, names in sorted(owners.items()) if len(names) > 1]
    if doubled:
        yield f"{_count(len(doubled), 'number')} doubled: {_listed(doubled)}"


def custom_pairs(wires: Sequence[int]) -> tuple[tuple[str, int], ...]:
    """A map as a ``custom`` setting; the inverse of reading one at orientation 0."""
    return tuple(zip(NAMES, wires, strict=False))


def _custom(pairs: Iterable[tuple[str, int]]) -> Mapping[int, int]:
    wires = dict.fromkeys(range(POINT_COUNT, POINT_COUNT + PLACE_COUNT), -1)
    return wires | {NAMES.index(name): wire for name, wire in pairs}


def _built_in(wiring: Map | Lights) -> Mapping[int, int]:
    met = [turned(k, wiring.turn, mirrored=wiring.mirrored) for k in path(wiring.order)]
    return {k: wire for wire, k in enumerate((*met, *range(POINT_COUNT, POINT_COUNT + PLACE_COUNT)))}


def _lines(numbered: bool) -> list[list[int]]:
    """The points column by column, or along the numbered lines."""
    lines: dict[int, list[int]] = {}
    for point in POINTS:
        lines.setdefault(point.number if numbered else point.column, []).append(point.index)
    return [lines[at] for at in sorted(lines)]


def _serpentine(lines: list[list[int]]) -> tuple[int, ...]:
    return tuple(k for at, line in enumerate(lines) for k in (reversed(line) if at % 2 else line))


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count > 1 else ''}"


def _listed(names: Sequence[str], most: int = 12) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


_CENTRE: Final = Point("F6")
_PATHS: Final = {
    "columns": tuple(range(POINT_COUNT)),
    "column-serpentine": _serpentine(_lines(numbered=False)),
    "row-serpentine": _serpentine(_lines(numbered=True)),
}
