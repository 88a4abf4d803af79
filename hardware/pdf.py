"""Drawings as PDF, spread over as many pages as they need at true scale.

Only what that takes: lines, circles, and words in Helvetica, which every viewer has. Pages overlap and bear crosses to
lay on each other, and each has a ruler, because printers like to shrink pages.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.drawing import BASELINE, Circle, Drawing, Ink, Line, Words, cross, number, ruler

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hardware.drawing import Shape

#: Width and height in millimetres.
PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}

MARGIN: Final = 10.0  # mm at every edge, which printers leave white
FOOT: Final = 10.0  # mm for the ruler of each page
OVERLAP: Final = 12.0  # mm that neighbouring pages have in common

POINTS_PER_MM: Final = 72 / 25.4

_MARK = Ink("#c000c0", 0.12)

#: Widths of the letters from space to tilde in Helvetica, in thousandths of the size.
_WIDTHS: Final = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, *(556,) * 10, 278, 278, 584, 584),
    *(584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667),
    *(611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222),
    *(222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is spread: pages in columns and rows, each showing a window of the drawing."""

    paper: tuple[float, float]  # mm, turned as it is printed
    columns: int
    rows: int
    left: float  # mm of the drawing at the left edge of the first window; negative: white
    top: float

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of what a page shows."""
        return self.paper[0] - 2 * MARGIN, self.paper[1] - 2 * MARGIN - FOOT

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The spot of the drawing at the upper left of a window."""
        width, height = self.window
        return self.left + column * (width - OVERLAP), self.top + row * (height - OVERLAP)

    def seams(self) -> Iterator[tuple[float, float]]:
        """The spots of the crosses: along the middle of every overlap, three to a page."""
        width, height = self.window
        for column in range(self.columns):
            for row in range(self.rows):
                x, y = self.corner(column, row)
                if column:
                    yield from ((x + OVERLAP / 2, y + height * share) for share in (0.2, 0.5, 0.8))
                if row:
                    yield from ((x + width * share, y + OVERLAP / 2) for share in (0.2, 0.5, 0.8))


def tile(drawing: Drawing, paper: tuple[float, float]) -> Tiling:
    """The way to spread a drawing that takes the fewest pages, upright if it makes no difference."""
    return min((_spread(drawing, size) for size in (paper, paper[::-1])), key=lambda way: way.columns * way.rows)


def to_pdf(drawing: Drawing, paper: str = "a4") -> bytes:
    """The drawing as a PDF file whose pages are glued together along their crosses."""
    tiling = tile(drawing, PAPERS[paper])
    file = _File()
    font = file.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    marks = [shape for spot in tiling.seams() for shape in (*cross(spot, 5.0, _MARK), Circle(spot, 3.0, _MARK))]
    box = f"[{-OVERLAP:g} {-OVERLAP:g} {drawing.width + OVERLAP:g} {drawing.height + OVERLAP:g}]"
    look = f"/Type /XObject /Subtype /Form /BBox {box} /Resources << /Font << /F {font} 0 R >> >>"
    form = file.add_stream(_content((*drawing.shapes, *marks)), look)
    pages = [
        (_page(tiling, column, row), tiling.paper) for row in range(tiling.rows) for column in range(tiling.columns)
    ]
    return file.finish(pages, f"<< /Font << /F {font} 0 R >> /XObject << /Board {form} 0 R >> >>", drawing.title)


def words_width(text: str, size: float) -> float:
    """How wide words are in Helvetica; letters beyond ASCII count as digits."""
    return size / 1000 * sum(_WIDTHS[ord(c) - 32] if " " <= c <= "~" else 556 for c in text)


def _spread(drawing: Drawing, paper: tuple[float, float]) -> Tiling:
    width, height = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT
    columns = max(1, math.ceil((drawing.width - OVERLAP) / (width - OVERLAP)))
    rows = max(1, math.ceil((drawing.height - OVERLAP) / (height - OVERLAP)))
    left = (drawing.width - columns * (width - OVERLAP) - OVERLAP) / 2
    top = (drawing.height - rows * (height - OVERLAP) - OVERLAP) / 2
    return Tiling(paper, columns, rows, left, top)


def _page(tiling: Tiling, column: int, row: int) -> bytes:
    """A window of the drawing, a frame around it, and a foot that says which page it is."""
    (width, height), (x, y) = tiling.window, tiling.corner(column, row)
    corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height), (0.0, 0.0)]
    frame = Line(tuple((MARGIN + right, MARGIN + down) for right, down in corners), Ink("#999999", 0.1, (2.0, 2.0)))
    page, pages = row * tiling.columns + column + 1, tiling.rows * tiling.columns
    said = f"page {page} of {pages}: row {row + 1}, column {column + 1}"
    at = (tiling.paper[0] - MARGIN, MARGIN + height + FOOT / 2 + 1)
    furniture = (frame, *ruler((MARGIN + 1, MARGIN + height + FOOT - 2)), Words(at, said, 3.0, "end"))
    millimetres = f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {tiling.paper[1] * POINTS_PER_MM:.4f} cm"
    clip = f"{MARGIN:g} {MARGIN:g} {width:g} {height:g} re W n"
    shift = f"1 0 0 1 {MARGIN - x:.4f} {MARGIN - y:.4f} cm"
    return "\n".join([millimetres, "q", clip, shift, "/Board Do", "Q", _content(furniture).decode("ascii")]).encode()


def _content(shapes: Iterable[Shape]) -> bytes:
    return "\n".join(_shape(shape) for shape in shapes).encode("ascii")


def _shape(shape: Shape) -> str:
    if isinstance(shape, Line):
        (x, y), *rest = shape.spots
        way = " ".join([f"{number(x)} {number(y)} m", *(f"{number(x)} {number(y)} l" for x, y in rest)])
        return f"{_ink(shape.ink)} {way} S"
    if isinstance(shape, Circle):
        fill = f"{_color(shape.fill)} rg " if shape.fill else ""
        return f"{_ink(shape.ink)} {fill}{_round(shape)} {'B' if shape.fill else 'S'}"
    x, y = shape.at
    x -= words_width(shape.text, shape.size) * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    place = f"1 0 0 -1 {number(x)} {number(y + BASELINE * shape.size)} Tm"
    return f"BT {_color(shape.color)} rg /F {number(shape.size)} Tf {place} {_text(shape.text)} Tj ET"


def _round(circle: Circle) -> str:
    """A circle of four curves, true to three ten-thousandths of its radius."""
    (x, y), r = circle.center, circle.radius
    k = r * 0.5523
    quarters = [
        ((x + r, y + k), (x + k, y + r), (x, y + r)),
        ((x - k, y + r), (x - r, y + k), (x - r, y)),
        ((x - r, y - k), (x - k, y - r), (x, y - r)),
        ((x + k, y - r), (x + r, y - k), (x + r, y)),
    ]
    curves = [" ".join(f"{number(a)} {number(b)}" for a, b in quarter) + " c" for quarter in quarters]
    return " ".join([f"{number(x + r)} {number(y)} m", *curves, "h"])


def _ink(ink: Ink) -> str:
    return f"{_color(ink.color)} RG {number(ink.width)} w [{' '.join(map(number, ink.dash))}] 0 d"


def _color(text: str) -> str:
    return " ".join(number(int(text[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _text(text: str) -> str:
    """A string of the file: cp1252 is what WinAnsiEncoding means."""
    return f"<{text.encode('cp1252', 'replace').hex()}>"


class _File:
    """Numbered objects, then the table that says where each begins."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def add(self, body: bytes) -> int:
        """Add an object and return its number."""
        self._objects.append(body)
        return len(self._objects)

    def add_stream(self, content: bytes, look: str = "") -> int:
        """Add a stream, packed."""
        packed = zlib.compress(content, 9)
        head = f"<< {look} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode()
        return self.add(head + packed + b"\nendstream")

    def finish(self, pages: list[tuple[bytes, tuple[float, float]]], resources: str, title: str) -> bytes:
        """The whole file."""
        tree = len(self._objects) + 2 * len(pages) + 1
        kids = []
        for content, (width, height) in pages:
            stream = self.add_stream(content)
            size = f"[0 0 {width * POINTS_PER_MM:.4f} {height * POINTS_PER_MM:.4f}]"
            page = (
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox {size} /Resources {resources} /Contents {stream} 0 R >>"
            )
            kids.append(f"{self.add(page.encode())} 0 R")
        self.add(f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode())
        # Viewers that heed it do not offer to shrink the page.
        root = self.add(f"<< /Type /Catalog /Pages {tree} 0 R /ViewerPreferences << /PrintScaling /None >> >>".encode())
        info = self.add(f"<< /Title {_text(title)} >>".encode())
        return self._bytes(root, info)

    def _bytes(self, root: int, info: int) -> bytes:
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        table = ["0000000000 65535 f "]
        for count, body in enumerate(self._objects, start=1):
            table.append(f"{len(out):010} 00000 n ")
            out += f"{count} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(out)
        trailer = f"trailer\n<< /Size {len(table)} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{start}\n%%EOF\n"
        out += "\n".join([f"xref\n0 {len(table)}", *table, trailer]).encode()
        return bytes(out)
