"""Draws the pictures of the documentation: ``make pictures`` writes them to docs/pictures.

A test compares them with what this program draws, so they stay true.
"""

from __future__ import annotations

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


def pictures() -> dict[str, str]:
    """The text of every picture by its file name."""
    return {"lifted.svg": lifted_ring()}


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


def main() -> None:
    """Write every picture."""
    for name, text in pictures().items():
        (HERE / "pictures" / name).write_text(text, encoding="utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
