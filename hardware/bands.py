"""From the strength of a field to a level: bands with hysteresis, and room between them for doubt.

Strengths are multiples of the weakest magnet, a white marker's (a white ring's where only rings have magnets).
A reading enters a band when it is well inside, and leaves it only when it is closer to another: noise at the
edge of a band changes nothing. What lies between two bands is :data:`UNCLEAR`, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Final

from hardware.protocols import Sensing

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The level of a reading that fits no content.
UNCLEAR: Final = 99

_RINGS: Final = ("white ring", "black ring")
_CONTENTS: Final = ("white marker", "black marker", *_RINGS, "white ring and marker", "black ring and marker")

#: What each content of a point is to a board, by what its sensors can tell apart; an empty point is 0.
LEVELS: Final[Mapping[Sensing, Mapping[str, int]]] = {
    Sensing.RINGS: dict.fromkeys(_RINGS, 1),
    Sensing.PRESENCE: dict.fromkeys(_CONTENTS, 1),
    Sensing.POLARITY: dict(zip(_CONTENTS, (1, -1, 1, -1, 1, -1), strict=True)),
    Sensing.FULL: dict(zip(_CONTENTS, (1, -1, 2, -2, 3, -3), strict=True)),
}

# Shares of the gap to the next content: up to ENTER a reading becomes this one, beyond HOLD it is no longer.
_ENTER, _HOLD = 0.4, 0.55
# Where there is room, bands need not be that wide: a ring round the wrong marker lies between marker and ring.
_WIDEST_ENTER, _WIDEST_HOLD = 0.5, 0.65
# Contents that this board does not tell apart share a border.
_BORDER, _BORDER_HOLD = 0.5, 0.6

_CLOSEST = 0.2  # strengths nearer than that cannot be told apart with any sensor


@dataclass(frozen=True, slots=True)
class Band:
    """The strengths that mean one content."""

    level: int
    strength: float  # as measured when calibrating
    low: float
    high: float
    hold_low: float
    hold_high: float

    def takes(self, strength: float) -> bool:
        """Whether a reading from elsewhere enters the band."""
        return self.low <= strength <= self.high


def make_bands(strengths: Mapping[str, float], sensing: Sensing) -> tuple[Band, ...]:
    """A band for each content and one for nothing, weakest first; ``ValueError`` when two lie too close."""
    levels = LEVELS[sensing]
    contents = sorted([(0.0, 0, "nothing"), *((strengths[name], levels[name], name) for name in levels)])
    for (lower, level, name), (upper, next_level, next_name) in pairwise(contents):
        if upper - lower < _CLOSEST and level != next_level:
            raise ValueError(f"{name} and {next_name} cannot be told apart: strengths {lower} and {upper}")
    edges = [(-inf, None), *((strength, level) for strength, level, _ in contents), (inf, None)]
    return tuple(_band(*edges[at - 1 : at + 2]) for at in range(1, len(edges) - 1))


def narrowest_gap(bands: tuple[Band, ...]) -> float:
    """The least distance between contents of different levels."""
    return min(b.strength - a.strength for a, b in pairwise(bands) if a.level != b.level)


_Edge = tuple[float, int | None]


def _band(below: _Edge, this: _Edge, above: _Edge) -> Band:
    strength, level = this
    enter_low, hold_low = _reach(strength - below[0], alike=below[1] == level)
    enter_high, hold_high = _reach(above[0] - strength, alike=above[1] == level)
    return Band(
        level or 0, strength, strength - enter_low, strength + enter_high, strength - hold_low, strength + hold_high
    )


def _reach(gap: float, *, alike: bool) -> tuple[float, float]:
    """How far from its strength a band is entered and held towards a neighbour *gap* away."""
    if alike:
        return _BORDER * gap, _BORDER_HOLD * gap
    return min(_ENTER * gap, _WIDEST_ENTER), min(_HOLD * gap, _WIDEST_HOLD)
