"""Pictures of the board as SVG: for the web page, the documentation and the printer.

The text needs no fonts, styles or files from elsewhere and uses no ids, so that any number of boards may stand in
one page. White and black pieces differ in line and fill, never in hue alone. Elements carry classes
(``board``, ``ring white``, ``marker black`` ...) for a page that wants to restyle or move them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from itertools import starmap
from math import hypot, sqrt
from typing import Final, Protocol, TypeAlias

from yinsh_core.colors import Color
from yinsh_core.points import COLUMNS, POINTS, RAYS, Point, PointSet

HIGHLIGHT: Final = "#e4572e"  # the colour of highlights, glow and arrows when none is given

# Lengths in units of the drawing.
_STEP = 40.0  # from a point to its neighbour
_WIDTH, _HEIGHT = 440.0, 476.0
_RING, _BODY = 14.0, 6.4  # radius of the middle of a ring's body, and its thickness
_MARKER = 9.8
_LABEL = 28.5  # from the end of a line to its letter or number

#: White's places for captured rings, right of and beyond F6 in steps; Black's lie opposite.
_PLACES = ((2.60, -5.26), (3.55, -4.71), (4.50, -4.16))

#: Radius and opacity of the discs that make a light.
_FADE = ((20, 0.1), (17.5, 0.12), (15, 0.15), (12.5, 0.2), (10, 0.25), (5, 0.9))

_CORNERS = ("A2", "B1", "E1", "G2", "J5", "K7", "K10", "J11", "G11", "E10", "B7", "A5")

_PAPER, _FIELD, _RIM, _LINE, _TEXT = "#f5f7f6", "#d5e0df", "#a5b6b6", "#71898a", "#465b5c"
_LIGHT, _DARK, _SHEEN = "#fffdf6", "#20272b", "#7d8a90"

#: Points to mark: in the standard colour, or each in its own (any CSS colour).
Marks: TypeAlias = Mapping[Point, str] | Mapping[str, str] | Iterable[Point | str]


class Pieces(Protocol):
    """What lies on the board; a :class:`~yinsh_core.Position` is one."""

    @property
    def rings(self) -> tuple[PointSet, PointSet]:
        """The points with White's and with Black's rings."""

    @property
    def markers(self) -> tuple[PointSet, PointSet]:
        """The points with white and with black markers; a point may hold a ring as well."""

    @property
    def captures(self) -> tuple[int, int]:
        """How many of their own rings White and Black have taken off."""


def board_svg(
    position: Pieces | None = None,
    *,
    highlights: Marks = (),
    glow: Marks = (),
    arrows: Iterable[tuple[Point | str, Point | str]] = (),
    size: int = 640,
    labels: bool = True,
    title: str = "YINSH board",
) -> str:
    """Draw the board seen from White's side, *size* pixels high; without a *position* it is empty.

    *highlights* are dashed circles around points, *glow* is the light of the LEDs below the pieces, *arrows* lead
    from point to point. *labels* are the letters and numbers of the lines. *title* is what a screen reader says
    first; the pieces follow in words.
    """
    layers = [_ground(), _lines()]
    layers += [_labels()] if labels else []
    layers += starmap(_glow, _colored(glow))
    layers += _pieces(position) if position is not None else []
    layers += starmap(_highlight, _colored(highlights))
    layers += [_arrow(Point(start), Point(end)) for start, end in arrows if Point(start) is not Point(end)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{_text(title)}" '
        f'width="{_number(size * _WIDTH / _HEIGHT)}" height="{size}" '
        f'viewBox="{_number(-_WIDTH / 2)} {_number(-_HEIGHT / 2)} {_number(_WIDTH)} {_number(_HEIGHT)}">'
    )
    words = f"<title>{_text(title)}</title>\n<desc>{_in_words(position)}</desc>"
    return "\n".join([head, words, *layers, "</svg>\n"])


def _in_words(position: Pieces | None) -> str:
    if position is None:
        return "The empty board."
    return " ".join(_side_in_words(position, color) for color in Color)


def _side_in_words(position: Pieces, color: Color) -> str:
    parts = [
        f"{what} {' '.join(point.name for point in points)}"
        for what, points in (("rings", position.rings[color]), ("markers", position.markers[color]))
        if points
    ]
    if position.captures[color]:
        parts.append(f"captured rings {position.captures[color]}")
    return f"{color.name.capitalize()}: {', '.join(parts) or 'nothing'}."


def _colored(marks: Marks) -> list[tuple[Point, str]]:
    """The marks in the order of the points, so that equal sets give equal drawings."""
    pairs = marks.items() if isinstance(marks, Mapping) else ((mark, HIGHLIGHT) for mark in marks)
    return sorted((Point(point), _text(color)) for point, color in pairs)


# The board


def _ground() -> str:
    """The board's edge, the playing field and the places for captured rings."""
    corners = " ".join(_pair(_xy(Point(name))) for name in _CORNERS)
    places = "".join(_circle(place, _RING) for color in Color for place in _places(color))
    return (
        f'<rect class="board" x="{_number(2 - _WIDTH / 2)}" y="{_number(2 - _HEIGHT / 2)}" '
        f'width="{_number(_WIDTH - 4)}" height="{_number(_HEIGHT - 4)}" rx="26" '
        f'fill="{_PAPER}" stroke="{_RIM}" stroke-width="1.5"/>\n'
        f'<polygon class="field" points="{corners}" fill="{_FIELD}" stroke="{_FIELD}" stroke-width="28" '
        'stroke-linejoin="round"/>\n'
        f'<g class="places" fill="none" stroke="{_RIM}" stroke-width="1.2" stroke-dasharray="2.5 3">{places}</g>'
    )


def _lines() -> str:
    """Every line once, from its first point to its last."""
    path = "".join(
        f"M{_pair(_xy(point))}L{_pair(_xy(POINTS[forwards[-1]]))}"
        for point in POINTS
        for forwards, backwards in zip(RAYS[point.index][:3], RAYS[point.index][3:], strict=True)
        if forwards and not backwards
    )
    return f'<path class="lines" d="{path}" fill="none" stroke="{_LINE}" stroke-width="1.2" stroke-linecap="round"/>'


def _labels() -> str:
    """Letters below their columns; numbers to the upper left of their lines, the longer ones reaching outwards."""
    texts = ""
    for column, letter in enumerate(COLUMNS):
        x, y = _xy(next(point for point in POINTS if point.column == column))
        texts += f'<text x="{_number(x)}" y="{_number(y + _LABEL + 4.7)}" text-anchor="middle">{letter}</text>'
    for number in sorted({point.number for point in POINTS}):
        x, y = _xy(next(point for point in POINTS if point.number == number))
        end = (x - _LABEL * sqrt(3) / 2 + 3.7, y - _LABEL / 2 + 4.7)
        texts += f'<text x="{_number(end[0])}" y="{_number(end[1])}" text-anchor="end">{number}</text>'
    return (
        f'<g class="labels" fill="{_TEXT}" font-size="13" font-weight="600" '
        f"font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">{texts}</g>"
    )


# What lies on it


def _pieces(position: Pieces) -> list[str]:
    """Markers first: a ring stands around the marker inside it."""
    markers = [_marker(_xy(point), color) for color in Color for point in position.markers[color]]
    rings = [_ring(_xy(point), color) for color in Color for point in position.rings[color]]
    captured = [_ring(at, color) for color in Color for at in _places(color)[: position.captures[color]]]
    return [*markers, *rings, *captured]


def _places(color: Color) -> list[tuple[float, float]]:
    side = 1 if color is Color.WHITE else -1
    return [(side * x * _STEP, -side * y * _STEP) for x, y in _PLACES]


def _ring(at: tuple[float, float], color: Color) -> str:
    """A body with an edge on both sides; Black's has a line of light around it."""
    edge = _circle(at, _RING, f'stroke="{_DARK}" stroke-width="{_number(_BODY + 2)}"')
    body = _circle(at, _RING, f'stroke="{_LIGHT}" stroke-width="{_number(_BODY)}"')
    sheen = _circle(at, _RING, f'stroke="{_SHEEN}" stroke-width="1.1"')
    return (
        f'<g class="ring {color}" fill="none">{_shadow(at, _RING)}{edge}{body if color is Color.WHITE else sheen}</g>'
    )


def _marker(at: tuple[float, float], color: Color) -> str:
    """A disc; a white one has an edge and a dark dot, a black one is solid with a line of light."""
    if color is Color.WHITE:
        look = _circle(at, _MARKER, f'fill="{_LIGHT}" stroke="{_DARK}" stroke-width="1.4"')
        look += _circle(at, 2.4, f'fill="{_DARK}"')
    else:
        look = _circle(at, _MARKER, f'fill="{_DARK}" stroke="{_DARK}" stroke-width="1.4"')
        look += _circle(at, 6.2, f'fill="none" stroke="{_SHEEN}" stroke-width="1.1"')
    return f'<g class="marker {color}">{look}</g>'


def _shadow(at: tuple[float, float], radius: float) -> str:
    return _circle(
        (at[0] + 0.8, at[1] + 1.6), radius, f'stroke="#000" stroke-opacity="0.16" stroke-width="{_BODY + 3}"'
    )


# What is pointed out


def _glow(point: Point, color: str) -> str:
    """Light that fades outwards, in discs: a gradient would need an id."""
    discs = "".join(_circle(_xy(point), radius, f'fill-opacity="{opacity}"') for radius, opacity in _FADE)
    return f'<g class="glow" fill="{color}">{discs}</g>'


def _highlight(point: Point, color: str) -> str:
    look = f'class="highlight" fill="none" stroke="{color}" stroke-width="2.6" stroke-dasharray="5 3"'
    return _circle(_xy(point), 20.4, look)


def _arrow(start: Point, end: Point) -> str:
    """From the edge of one point's piece to the middle of the other point."""
    (x, y), (end_x, end_y) = _xy(start), _xy(end)
    length = hypot(end_x - x, end_y - y)
    ahead = ((end_x - x) / length, (end_y - y) / length)

    def along(distance: float, aside: float = 0.0) -> tuple[float, float]:
        return (x + ahead[0] * distance - ahead[1] * aside, y + ahead[1] * distance + ahead[0] * aside)

    tip = length - 4
    shaft = f"M{_pair(along(_RING + 5))}L{_pair(along(tip - 9))}"
    head = f"M{_pair(along(tip))}L{_pair(along(tip - 12, 6.5))}L{_pair(along(tip - 12, -6.5))}Z"
    return (
        f'<g class="arrow" fill="{HIGHLIGHT}" stroke="{HIGHLIGHT}" stroke-linejoin="round">'
        f'<path d="{shaft}" stroke-width="4.2" stroke-linecap="round"/><path d="{head}" stroke-width="1.5"/></g>'
    )


# Text


def _xy(point: Point) -> tuple[float, float]:
    return (point.x * _STEP, -point.y * _STEP)


def _circle(at: tuple[float, float], radius: float, look: str = "") -> str:
    return f'<circle cx="{_number(at[0])}" cy="{_number(at[1])}" r="{_number(radius)}"{" " + look if look else ""}/>'


def _pair(at: tuple[float, float]) -> str:
    return f"{_number(at[0])},{_number(at[1])}"


def _text(words: str) -> str:
    """Escaped, and without the control characters that XML cannot hold."""
    return escape("".join(char if char.isprintable() else " " for char in words))


def _number(value: float) -> str:
    """Two decimals, no trailing zeros and no minus before zero: the same text on every machine."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
