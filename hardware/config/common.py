"""Rules that several sections of ``board.toml`` share."""

from __future__ import annotations

from typing import Final

from hardware.config.rules import Table, Whole, Word
from hardware.maps import NAMES, ORDERS

ORDER: Final = Word(ORDERS)
TURN: Final = Word((0, 60, 120, 180, 240, 300))
PIN: Final = Whole(0, 27, noun="a GPIO number (not the position on the header)")


def custom(high: int, noun: str) -> Table:
    """The rule of a map written point by point."""
    key = Word(NAMES, "a point such as F6, or a ring place such as white-1")
    return Table(key, Whole(0, high), len(NAMES), f"a table of every point to its {noun}, such as F6 = 42")
