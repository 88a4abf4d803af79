"""``yinsh-board template``: the board at true scale, to print, to drill and to wire by."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.options import add_config, config_of
from hardware.drawing import to_svg
from hardware.pdf import PAPERS, tile, to_pdf
from hardware.template import (
    BIGGEST_GRID,
    BIGGEST_HOLE,
    GRID_MM,
    HOLE_MM,
    LAYERS,
    SMALLEST_GRID,
    SMALLEST_HOLE,
    Template,
    draw_template,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.drawing import Drawing

HELP = "Draw the board at true scale, to print, to drill and to wire by."

FORMATS = ("svg", "pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to draw, how large, and where to put it."""
    parser.add_argument(
        "--grid",
        type=_millimetres(SMALLEST_GRID, BIGGEST_GRID),
        default=GRID_MM,
        metavar="MM",
        help=f"from point to point (else {GRID_MM:g}, which fits strips of 30 LEDs a metre)",
    )
    parser.add_argument(
        "--hole",
        type=_millimetres(SMALLEST_HOLE, BIGGEST_HOLE),
        default=HOLE_MM,
        metavar="MM",
        help=f"diameter of the holes (else {HOLE_MM:g})",
    )
    parser.add_argument("--layer", choices=LAYERS, action="append", help="draw only this; may be repeated (else all)")
    parser.add_argument("--from-below", action="store_true", help="mirrored, to wire the board face down")
    parser.add_argument("--format", choices=FORMATS, help="else what the name of the file ends with, else svg")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="of the PDF's pages (else a4)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="else template.svg or template.pdf; - prints it")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Write the file and say what it is."""
    template = Template(args.grid, args.hole, tuple(args.layer or LAYERS), args.from_below)
    drawing = draw_template(config_of(args), template)
    kind = args.format or _kind(args.out)
    content = to_pdf(drawing, args.paper) if kind == "pdf" else to_svg(drawing).encode()
    out = args.out or Path(f"template.{kind}")
    if str(out) == "-":
        sys.stdout.buffer.write(content)
        return 0
    out.write_bytes(content)
    print(f"{out}: {_described(drawing, args.paper if kind == 'pdf' else None)}")
    return 0


def _kind(out: Path | None) -> str:
    ending = out.suffix[1:].lower() if out is not None else ""
    return ending if ending in FORMATS else FORMATS[0]


def _described(drawing: Drawing, paper: str | None) -> str:
    size = f"{drawing.width:.0f} x {drawing.height:.0f} mm"
    if paper is None:
        return f"{size}; print at 100 % and measure the ruler"
    tiling = tile(drawing, PAPERS[paper])
    pages = f"{tiling.columns} x {tiling.rows} pages {paper.upper()}"
    return f"{size} on {pages}; print at 100 %, measure the rulers, lay crosses on crosses"


def _millimetres(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = low - 1
        if not low <= value <= high:  # not-a-number is not either
            raise argparse.ArgumentTypeError(f"{text!r} is no length from {low:g} to {high:g} mm")
        return value

    return read
