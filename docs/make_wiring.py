"""Draws the wiring of the example boards into docs/wiring: ``python docs/make_wiring.py``."""

from __future__ import annotations

from pathlib import Path

from hardware.config import load_config
from hardware.wiring import DRAWINGS

DOCS = Path(__file__).parent
BOARDS = DOCS.parent / "hardware/boards"

#: Which example board each drawing shows.
SHOWN = {
    "matrix": "rings-matrix",
    "mcp23017": "presence-mcp23017",
    "shift": "presence-shift",
    "mcp3008": "full-mcp3008",
    "serial": "full-serial",
    "lights": "full-mcp3008",
    "controls": "full-mcp3008",
    "power": "full-mcp3008",
    "pieces": "full-serial",
    "loop": "full-mcp3008",
    "header": "full-mcp3008",
}


def pictures() -> dict[Path, str]:
    """Every file and what belongs in it."""
    drawn = {
        DOCS / "wiring" / f"{name}.svg": DRAWINGS[name](load_config(BOARDS / f"{board}.toml")).svg()
        for name, board in SHOWN.items()
    }
    matrix = load_config(BOARDS / "rings-matrix.toml")
    return drawn | {DOCS / "wiring/header-matrix.svg": DRAWINGS["header"](matrix).svg()}


def main() -> None:
    """Write them all."""
    for path, svg in pictures().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg)
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
