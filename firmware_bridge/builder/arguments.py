"""Numbers on the command line, refused with what is allowed instead."""

from __future__ import annotations

from argparse import ArgumentTypeError
from math import inf, isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def seconds(text: str) -> float:
    """A length of time, which may be none."""
    try:
        value = float(text)
    except ValueError:
        value = -inf
    if value < 0 or not isfinite(value):
        raise ArgumentTypeError(f"{text!r} is no number of seconds from 0 up")
    return value


def at_least(low: int) -> Callable[[str], int]:
    """A whole number from *low* up."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < low:
            raise ArgumentTypeError(f"{text!r} is no whole number from {low} up")
        return int(text)

    return read
