"""A sheet to draw on: boxes, wires and words as SVG, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

    #: Right and down from the sheet's corner, in units that are pixels on a screen.
    Spot = tuple[float, float]

#: Wires are told apart by colour and by dashes.
WIRES: Final = {
    "five": "stroke:#c62828",
    "three": "stroke:#ef6c00;stroke-dasharray:9 3",
    "ground": "stroke:#222",
    "signal": "stroke:#1565c0",
    "clock": "stroke:#6a1b9a;stroke-dasharray:4 3",
    "back": "stroke:#2e7d32;stroke-dasharray:12 3 3 3",
}

_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#222}"
    ".chip{fill:#eef3f7;stroke:#37474f;stroke-width:1.6}"
    ".part{fill:#fff;stroke:#37474f;stroke-width:1.6}"
    ".thin{fill:none;stroke:#37474f;stroke-width:1.4}"
    ".solid{fill:#37474f;stroke:none}"
    ".wire{fill:none;stroke-width:2;stroke-linejoin:round}"
)


class Sheet:
    """One drawing; everything is placed by its coordinates, later things over earlier ones."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._elements: list[str] = []
        self.text((24, 32), title, size=19, bold=True)

    def add(self, element: str) -> None:
        """Put a piece of SVG on the sheet."""
        self._elements.append(element)

    def box(self, at: Spot, size: Spot, kind: str = "chip", *, rounding: int = 4) -> None:
        """A rectangle."""
        (x, y), (width, height) = at, size
        self.add(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{rounding}"/>')

    def path(self, d: str, kind: str = "thin") -> None:
        """A shape in SVG's own words."""
        self.add(f'<path class="{kind}" d="{d}"/>')

    def circle(self, at: Spot, radius: float, kind: str = "thin", style: str = "") -> None:
        """A circle."""
        extra = f' style="{style}"' if style else ""
        self.add(f'<circle class="{kind}" cx="{at[0]:g}" cy="{at[1]:g}" r="{radius:g}"{extra}/>')

    def wire(self, kind: str, *spots: Spot) -> None:
        """A wire from spot to spot."""
        points = " ".join(f"{x:g},{y:g}" for x, y in spots)
        self.add(f'<polyline class="wire" style="{WIRES[kind]}" points="{points}"/>')

    def joint(self, kind: str, *spots: Spot) -> None:
        """Wires that cross here are joined."""
        colour = WIRES[kind].partition(";")[0].replace("stroke", "fill")
        for x, y in spots:
            self.add(f'<circle style="{colour}" cx="{x:g}" cy="{y:g}" r="4"/>')

    def text(self, at: Spot, words: str, *, anchor: str = "start", size: int = 13, bold: bool = False) -> None:
        """A line of words; *anchor* says which end of it is at the spot: start, middle or end."""
        if not words:
            return
        weight = ' font-weight="bold"' if bold else ""
        x, y = at
        self.add(f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}"{weight}>{escape(words)}</text>')

    def note(self, at: Spot, lines: Sequence[str], *, size: int = 13) -> None:
        """Words below each other."""
        for number, line in enumerate(lines):
            self.text((at[0], at[1] + number * (size + 5)), line, size=size)

    def svg(self) -> str:
        """The whole drawing."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" role="img" aria-labelledby="title">'
        )
        paper = f'<rect width="{self.width}" height="{self.height}" fill="#fff"/>'
        title = f'<title id="title">{escape(self.title)}</title>'
        return "\n".join([head, title, f"<style>{_STYLE}</style>", paper, *self._elements, "</svg>", ""])
