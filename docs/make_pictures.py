"""Draws the pictures of the documentation: ``make pictures`` writes them to docs/pictures.

A test compares them with what this program draws, so they stay true.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from yinsh_core import Color, Game, MoveRing, Point, Position
from yinsh_core.svg import board_svg

HERE = Path(__file__).parent

PLAIN, ROW = "#12a878", "#f08c00"  # a destination, and one that completes a row

#: White has lifted the ring from E6; on E10 it would complete a row.
LIFTED = Point("E6")
MIDGAME = Position.from_text(
    "4/RM1m1m1/rRMM2rM/1m1m2rm1/4MRmmm1/5M3/5mMm2/2R6/1r4M1/7/4 white white move 1-1 0 standard"
)


def main() -> None:
    """Write every picture."""
    for name, text in pictures().items():
        (HERE / "pictures" / name).write_text(text, encoding="utf-8")
        print(f"docs/pictures/{name}")


def pictures() -> dict[str, str]:
    """The text of every picture by its file name."""
    return {"lifted.svg": lifted_ring(), "architecture.svg": architecture()}


def lifted_ring() -> str:
    """A ring is in the hand: its marker stays behind and the board lights where it may land."""
    game = Game(position=MIDGAME)
    lights = {end: ROW if _completes_row(game, end) else PLAIN for end in game.destinations(LIFTED)}
    bit = 1 << LIFTED.index
    in_hand = MIDGAME._replace(white_rings=MIDGAME.white_rings & ~bit, white_markers=MIDGAME.white_markers | bit)
    rows = [end for end, color in lights.items() if color == ROW]
    title = f"White has lifted the ring from {LIFTED}: {len(lights)} points are lit, and {rows[0]} completes a row"
    return board_svg(in_hand, glow=lights, highlights={LIFTED: PLAIN, rows[0]: ROW}, size=560, title=title)


def _completes_row(game: Game, end: Point) -> bool:
    game.push(MoveRing(LIFTED, end))
    completed = bool(game.rows(Color.WHITE))
    game.pop()
    return completed


# The architecture


@dataclass(frozen=True)
class Box:
    """Something in the picture: what it is called, what it does, where it lives, and where it is drawn."""

    name: str
    does: str
    path: str
    x: int
    y: int
    width: int = 136
    height: int = 56


#: The packages, as frames around what is in them.
PACKAGES = (
    Box("hardware", "what touches metal", "hardware", 12, 12, 330, 330),
    Box("firmware_bridge", "from hands to game to light", "firmware_bridge", 398, 12, 330, 330),
    Box("yinsh_core", "the rules, pure", "yinsh_core", 784, 12, 164, 330),
)

STATIONS = (
    Box("sensors", "frames of the board", "hardware/sensors", 30, 84),
    Box("classifier", "what readings mean", "hardware/classifier.py", 188, 84),
    Box("virtual board", "pieces and a hand", "hardware/virtual", 30, 175),
    Box("protocols", "what a driver is", "hardware/protocols.py", 188, 175),
    Box("LEDs", "one a point", "hardware/lights", 30, 266),
    Box("debounce", "a settled board", "firmware_bridge/debounce.py", 416, 84),
    Box("reader", "what the hands did", "firmware_bridge/reader.py", 574, 84),
    Box("table", "owns the game", "firmware_bridge/table.py", 574, 175),
    Box("journal", "outlives power cuts", "firmware_bridge/journal.py", 416, 175),
    Box("scene", "what is worth a light", "firmware_bridge/scene.py", 574, 266),
    Box("lights", "colour and motion", "firmware_bridge/lights.py", 416, 266),
    Box("game", "actions, outcome", "yinsh_core/game.py", 798, 175),
    Box("points", "where they lie", "yinsh_core/points.py", 798, 266),
)

#: The way of a reading from the magnets to the light, and who knows whom; each as the corners of its line.
DATA = (
    ((166, 112), (188, 112)),
    ((324, 112), (416, 112)),
    ((552, 112), (574, 112)),
    ((642, 140), (642, 175)),
    ((574, 203), (552, 203)),
    ((642, 231), (642, 266)),
    ((574, 294), (552, 294)),
    ((416, 294), (166, 294)),
)
KNOWS = (
    ((98, 140), (98, 158), (214, 158), (214, 175)),
    ((166, 203), (188, 203)),
    ((98, 266), (98, 248), (214, 248), (214, 231)),
    ((398, 203), (324, 203)),
    ((728, 203), (798, 203)),
    ((177, 342), (177, 360), (866, 360), (866, 322)),
)

SVG = "http://www.w3.org/2000/svg"
_INK, _SOFT, _PAPER, _FRAME, _FLOW = "#22282c", "#52666a", "#ffffff", "#eef3f2", "#12805f"
_FONT = "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\""


def architecture() -> str:
    """The packages and stations, the way of the data, and the arrows that a test keeps."""
    title = "The architecture: hardware, the bridge and the rules, and who knows whom"
    parts = [
        f'<svg xmlns="{SVG}" role="img" aria-label="{title}" viewBox="0 0 960 408" width="960" height="408" {_FONT}>',
        f"<title>{title}</title>",
        '<rect width="960" height="408" rx="14" fill="#ffffff"/>',
        *map(_frame, PACKAGES),
        *(_arrow(line, _SOFT, 'stroke-width="1.4" stroke-dasharray="4 3"') for line in KNOWS),
        *(_arrow(line, _FLOW, 'stroke-width="3"') for line in DATA),
        *map(_station, STATIONS),
        _legend(),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _frame(box: Box) -> str:
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="12" fill="{_FRAME}" '
        f'stroke="#b5c4c4"/>{_words(box, 26, 17)}'
    )


def _station(box: Box) -> str:
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="8" fill="{_PAPER}" '
        f'stroke="{_INK}" stroke-width="1.3"/>{_words(box, 24, 14)}'
    )


def _words(box: Box, down: int, size: int) -> str:
    """The name in bold, and below it what the thing does."""
    middle = f'x="{box.x + box.width // 2}" text-anchor="middle"'
    return (
        f'<text {middle} y="{box.y + down}" font-size="{size}" font-weight="600" fill="{_INK}">{box.name}</text>'
        f'<text {middle} y="{box.y + down + 18}" font-size="12" fill="{_SOFT}">{box.does}</text>'
    )


def _arrow(corners: tuple[tuple[int, int], ...], color: str, line: str) -> str:
    """A line along *corners*, level or upright at its end, with a head there."""
    (from_x, from_y), (x, y) = corners[-2:]
    dx, dy = (x > from_x) - (x < from_x), (y > from_y) - (y < from_y)
    back = (x - 9 * dx, y - 9 * dy)
    path = "L".join(f"{at[0]},{at[1]}" for at in (*corners[:-1], back))
    head = f"{x},{y} {back[0] - 5 * dy},{back[1] - 5 * dx} {back[0] + 5 * dy},{back[1] + 5 * dx}"
    return f'<path d="M{path}" fill="none" stroke="{color}" {line}/><polygon points="{head}" fill="{color}"/>'


def _legend() -> str:
    text = f'font-size="12" fill="{_SOFT}"'
    return (
        _arrow(((24, 386), (64, 386)), _FLOW, 'stroke-width="3"')
        + f'<text x="74" y="390" {text}>the way of a reading</text>'
        + _arrow(((224, 386), (264, 386)), _SOFT, 'stroke-width="1.4" stroke-dasharray="4 3"')
        + f'<text x="274" y="390" {text}>knows, and may import</text>'
    )


if __name__ == "__main__":
    main()
