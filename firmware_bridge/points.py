"""Sets of points as bits: the bridge's own few words for them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from yinsh_core.points import bits_of, indices

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["bits_of", "indices", "union"]


def union(sets: Iterable[int]) -> int:
    """All points of these sets."""
    return reduce(or_, sets, 0)
