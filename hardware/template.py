"""The board at true scale, to print, to drill and to wire by: points, lines, letters, sensor and LED numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from hardware.drawing import Circle, Drawing, Ink, Line, Words, cross, ruler
from hardware.maps import NAMES, PLACES, light_map, sensor_map
from hardware.protocols import POINT_COUNT
from yinsh_core.points import COLUMN_ENDS, COLUMNS, POINTS, RAYS, Point

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.config.settings import BoardConfig, Lights, Map
    from hardware.drawing import Shape, Spot
    from hardware.maps import WireMap

LAYERS: Final = ("print", "drill", "sensors", "leds")

GRID_MM: Final = 33.3  # strips of 30 LEDs a metre fit it without being cut
SMALLEST_GRID, BIGGEST_GRID = 15.0, 100.0
HOLE_MM: Final = 5.0
SMALLEST_HOLE, BIGGEST_HOLE = 0.5, 14.0

#: The ring places, right of F6 and beyond it in units of the grid: in the corner at each player's right hand.
PLACE_SPOTS: Final = (
    *((2.6, -5.1), (3.6, -5.1), (4.6, -5.1)),
    *((-2.6, 5.1), (-3.6, 5.1), (-4.6, 5.1)),
)

_HALF_WIDTH, _HALF_HEIGHT = 5.3, 5.7  # of the sheet, in units of the grid
_FOOTER = 30.0  # mm below the board for title and ruler
_NARROWEST = 190.0  # mm, for the title

_BOARD = Ink("#000000", 0.5)
_HAIR = Ink("#000000", 0.15)
_STRIP = Ink("#9cc4ff", 1.2)
_CABLE = Ink("#ff9a8a", 0.8, (3.0, 1.5))
_LED_COLOR, _SENSOR_COLOR = "#0040a0", "#a01000"


@dataclass(frozen=True, slots=True)
class Template:
    """What to draw, and how large."""

    grid_mm: float = GRID_MM  # from point to point
    hole_mm: float = HOLE_MM  # diameter
    layers: tuple[str, ...] = LAYERS
    from_below: bool = False  # mirrored, for whoever wires the board face down

    @property
    def width(self) -> float:
        """Of the sheet, in millimetres."""
        return max(2 * _HALF_WIDTH * self.grid_mm, _NARROWEST)

    @property
    def height(self) -> float:
        """Of the sheet, in millimetres."""
        return 2 * _HALF_HEIGHT * self.grid_mm + _FOOTER

    @property
    def small(self) -> float:
        """Size of names and numbers."""
        return self.grid_mm * 0.085

    @property
    def clearance(self) -> float:
        """From a point to the words beside it."""
        return max(self.grid_mm * 0.17, self.hole_mm / 2 + 2)

    def spot(self, right: float, beyond: float) -> Spot:
        """Where something lies on the sheet, given in units of the grid from F6."""
        side = -1 if self.from_below else 1
        return self.width / 2 + side * right * self.grid_mm, (_HALF_HEIGHT - beyond) * self.grid_mm

    def spot_of(self, k: int) -> Spot:
        """Where point *k*, or ring place *k* - 85, lies on the sheet."""
        return self.spot(*(PLACE_SPOTS[k - POINT_COUNT] if k >= POINT_COUNT else (POINTS[k].x, POINTS[k].y)))


def draw_template(config: BoardConfig, template: Template) -> Drawing:
    """The sheet with all its layers, the widest strokes first."""
    layers: list[Iterator[Shape]] = []
    if "leds" in template.layers:
        layers.append(_path(light_map(config), template, _STRIP))
    elif "sensors" in template.layers:  # the way of a cable on top of that of the strip would hide more than it shows
        layers.append(_path(sensor_map(config), template, _CABLE))
    layers.append(_board(template, _BOARD if "print" in template.layers else Ink("#bbbbbb", 0.2)))
    if "drill" in template.layers:
        layers.append(_holes(template))
    if {*template.layers} != {"print"}:
        layers.append(_names(template))
    if "sensors" in template.layers:
        layers.append(_numbers(sensor_map(config), template, "S", (template.clearance, 0.0), _SENSOR_COLOR))
    if "leds" in template.layers:
        below = (0.13 * template.grid_mm, 0.25 * template.grid_mm)  # between two lines
        layers.append(_numbers(light_map(config), template, "L", below, _LED_COLOR))
    layers.append(_footer(config, template))
    shapes = tuple(shape for layer in layers for shape in layer)
    return Drawing(template.width, template.height, f"{config.board.name}: template", shapes)


def _board(template: Template, ink: Ink) -> Iterator[Shape]:
    """The lines with their letters and numbers, and the ring places."""
    for start, end in _lines():
        yield Line((template.spot_of(start), template.spot_of(end)), ink)
    size = template.grid_mm * 0.2
    for letter, (first, _) in zip(COLUMNS, COLUMN_ENDS, strict=True):
        point = Point(f"{letter}{first}")
        yield Words(template.spot(point.x, point.y - 0.6), letter, size)
    for count in range(1, 12):
        point = min((point for point in POINTS if point.number == count), key=lambda point: point.column)
        yield Words(template.spot(point.x - 0.6 * math.sqrt(3) / 2, point.y + 0.3), str(count), size)
    for k in range(len(PLACES)):
        yield Circle(template.spot_of(POINT_COUNT + k), 0.4 * template.grid_mm, ink)


def _holes(template: Template) -> Iterator[Shape]:
    """A hole to drill at every point and place, with its centre."""
    for k in range(len(NAMES)):
        yield Circle(template.spot_of(k), template.hole_mm / 2, _HAIR)
        yield from cross(template.spot_of(k), template.hole_mm / 2 + 1.5, _HAIR)


def _names(template: Template) -> Iterator[Shape]:
    for k, name in enumerate(NAMES):
        x, y = template.spot_of(k)
        if k < POINT_COUNT:
            yield Words((x - template.clearance, y), name, template.small, "end")
        else:
            yield Words((x, y - 0.25 * template.grid_mm), name, template.small)


def _path(wired: WireMap, template: Template, ink: Ink) -> Iterator[Shape]:
    """The way of a strip or a cable from the first number to the last, with arrows."""
    spots = [template.spot_of(k) for k in wired.points.values()]
    yield Line(tuple(spots), ink)
    for start, end in pairwise(spots):
        yield _arrow(start, end, Ink(ink.color, ink.width), template.grid_mm * 0.06)
    yield Circle(spots[0], 0.22 * template.grid_mm, Ink(ink.color, ink.width))


def _arrow(start: Spot, end: Spot, ink: Ink, size: float) -> Line:
    """A head halfway from spot to spot."""
    (ax, ay), (bx, by) = start, end
    length = math.dist(start, end)
    ux, uy = (bx - ax) / length * size, (by - ay) / length * size
    tip = ((ax + bx) / 2 + ux, (ay + by) / 2 + uy)
    wings = [(tip[0] - 2 * ux + side * uy, tip[1] - 2 * uy - side * ux) for side in (1, -1)]
    return Line((wings[0], tip, wings[1]), ink)


def _numbers(wired: WireMap, template: Template, sign: str, offset: Spot, color: str) -> Iterator[Shape]:
    for k, wire in enumerate(wired.wires):
        x, y = template.spot_of(k)
        yield Words((x + offset[0], y + offset[1]), f"{sign}{wire}", template.small, "start", color)


def _footer(config: BoardConfig, template: Template) -> Iterator[Shape]:
    left, top = 10.0, template.height - _FOOTER
    side = "seen from below" if template.from_below else "seen from above"
    lines = [f"{config.board.name}: grid {template.grid_mm:g} mm, {side}. White sits at the bottom. Print at 100 %."]
    if "drill" in template.layers:
        lines[0] += f" Holes: {template.hole_mm:g} mm."
    if "leds" in template.layers:
        strip = _wiring(config.lights, light_map(config), template)
        lines.append(f"L: position on the LED strip, which starts at the circle ({strip}).")
    if "sensors" in template.layers:
        lines.append(f"S: sensor input ({_wiring(config.map, sensor_map(config), template)}).")
    for at, line in enumerate(lines):
        yield Words((left, top + 2 + 5.5 * at), line, 3.2, "start")
    yield from ruler((left, template.height - 5))


def _wiring(section: Lights | Map, wired: WireMap, template: Template) -> str:
    spots = [template.spot_of(k) for k in wired.points.values()]
    metres = sum(math.dist(a, b) for a, b in pairwise(spots)) / 1000
    turned = f", turned by {section.turn}°" if section.turn else ""
    mirrored = ", mirrored" if section.mirrored else ""
    return f"{section.order}{turned}{mirrored}, {len(spots)} in all, {metres:.1f} m long"


def _lines() -> Iterator[tuple[int, int]]:
    """First and last point of every line of the board."""
    for point in POINTS:
        rays = RAYS[point.index]
        for axis in range(3):
            if rays[axis] and not rays[axis + 3]:
                yield point.index, rays[axis][-1]
