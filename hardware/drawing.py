"""Lines, circles and words at true scale: millimetres to the right and down from the sheet's corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

#: Right and down, in millimetres.
Spot = tuple[float, float]

BASELINE: Final = 0.36  # of the size: words sit so much below the middle of their capitals


@dataclass(frozen=True, slots=True)
class Ink:
    """How a line looks."""

    color: str = "#000000"
    width: float = 0.2  # mm
    dash: tuple[float, ...] = ()  # mm on, mm off, and so on


@dataclass(frozen=True, slots=True)
class Line:
    """A line from spot to spot."""

    spots: tuple[Spot, ...]
    ink: Ink = Ink()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle, with something in it if it has a fill."""

    center: Spot
    radius: float
    ink: Ink = Ink()
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words; ``anchor`` says which part of it stands at the spot, halfway up its capitals."""

    at: Spot
    text: str
    size: float = 3.0  # mm, of the whole letter
    anchor: str = "middle"  # start, middle or end
    color: str = "#000000"


Shape = Line | Circle | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sheet with shapes, later ones over earlier ones."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def cross(at: Spot, reach: float, ink: Ink) -> tuple[Line, Line]:
    """Two short lines that cross at a spot."""
    x, y = at
    return Line(((x - reach, y), (x + reach, y)), ink), Line(((x, y - reach), (x, y + reach)), ink)


def ruler(at: Spot, length: int = 100) -> tuple[Shape, ...]:
    """A ruler to check the scale of a print with: a tick for each centimetre."""
    x, y = at
    ticks = [Line(((x + mm, y), (x + mm, y - (3 if mm % 50 else 5)))) for mm in range(0, length + 1, 10)]
    said = Words((x + length + 3, y - 2), f"must measure {length} mm", 3.0, "start")
    return (Line(((x, y), (x + length, y))), *ticks, said)


def to_svg(drawing: Drawing) -> str:
    """The drawing as SVG, one unit to the millimetre and as large on paper."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    body = [_svg_shape(shape) for shape in drawing.shapes]
    return "\n".join([head, f"<title>{escape(drawing.title)}</title>", paper, *body, "</svg>", ""])


def _svg_shape(shape: Shape) -> str:
    if isinstance(shape, Line):
        spots = " ".join(f"{number(x)},{number(y)}" for x, y in shape.spots)
        return f'<polyline points="{spots}" fill="none" {_svg_ink(shape.ink)}/>'
    x, y = shape.center if isinstance(shape, Circle) else shape.at
    if isinstance(shape, Circle):
        fill = shape.fill or "none"
        place = f'cx="{number(x)}" cy="{number(y)}" r="{number(shape.radius)}"'
        return f'<circle {place} fill="{fill}" {_svg_ink(shape.ink)}/>'
    place = f'x="{number(x)}" y="{number(y + BASELINE * shape.size)}"'
    look = f'font-size="{number(shape.size)}" text-anchor="{shape.anchor}" fill="{shape.color}"'
    return f"<text {place} {look}>{escape(shape.text)}</text>"


def _svg_ink(ink: Ink) -> str:
    dash = f' stroke-dasharray="{" ".join(map(number, ink.dash))}"' if ink.dash else ""
    return f'stroke="{ink.color}" stroke-width="{number(ink.width)}"{dash}'


def number(value: float) -> str:
    """A coordinate to a micrometre, as short as it gets."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
