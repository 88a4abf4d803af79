"""What magnets do to a sensor, as far as dipoles tell: enough to choose them, not to calibrate with.

Millimetres and millitesla; a field is positive when it raises the reading of a sensor that looks up, as the white
pieces do. A magnet with its north pole up is positive straight above the sensor and negative beside it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

#: Remanence of the common grades, in tesla.
GRADES: Final = {"N35": 1.2, "N42": 1.3, "N52": 1.45}


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc or rod, magnetised along its axis, north up."""

    diameter: float
    height: float
    grade: str = "N42"

    @property
    def moment(self) -> float:
        """Strength as a dipole: the field in mT at one millimetre, were it a point, for a factor of one."""
        volume = math.pi / 4 * self.diameter**2 * self.height
        return 1000 * GRADES[self.grade] * volume / (4 * math.pi)

    def field(self, aside: float, below: float) -> float:
        """At a sensor so far aside of its axis and below its middle."""
        distance = math.hypot(aside, below)
        return self.moment * (2 * below**2 - aside**2) / distance**5

    def __str__(self) -> str:
        return f"{self.diameter:g} x {self.height:g} mm {self.grade}"


@dataclass(frozen=True, slots=True)
class RingOfMagnets:
    """So many of the same magnets around the middle of a ring, north up."""

    magnet: Magnet
    count: int
    radius: float

    def field(self, aside: float, below: float) -> float:
        """At a sensor so far aside of the ring's middle and below the magnets' middle."""
        turns = (2 * math.pi * number / self.count for number in range(self.count))
        spots = ((self.radius * math.cos(turn) - aside, self.radius * math.sin(turn)) for turn in turns)
        return sum(self.magnet.field(math.hypot(*spot), below) for spot in spots)

    @property
    def turning_depth(self) -> float:
        """Nearer than this below the ring, the field in its middle points against the magnets."""
        return self.radius / math.sqrt(2)
