"""What calibrating has found out so far; it can be put down and taken up again, and becomes a calibration."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Final

from hardware.bands import LEVELS
from hardware.calibration import Calibration, Trim
from hardware.protocols import POINT_COUNT, Sensing
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION: Final = 1

_QUIETEST = 0.5  # counts: below, it is the converter that decides
_TURNS = 4  # each brings leakage and gains closer by a factor of ten
_ENOUGH = 6  # measurements of leakage before their middle means something


@dataclass(frozen=True, slots=True)
class Touch:
    """What the weakest magnet added at a point, while so many others lay near: one next to it counts 1."""

    counts: float
    near: float = 0.0


@dataclass(frozen=True, slots=True)
class Leak:
    """What an empty point saw of the magnet at a spot beside it, both in counts."""

    point: Point
    counts: float
    spot: Point
    spot_counts: float


@dataclass
class Findings:
    """Measurements by point. Zeros are of today and not kept: the board is measured empty at every start."""

    sensing: Sensing
    zeros: list[float] = field(default_factory=list)
    noise: list[float] = field(default_factory=list)
    touches: dict[Point, Touch] = field(default_factory=dict)
    contents: dict[str, dict[Point, float]] = field(default_factory=dict)  # counts, content by content
    leaks: list[Leak] = field(default_factory=list)

    @property
    def unit(self) -> str:
        """The piece with the weakest magnet, which every point is touched with."""
        return "white ring" if self.sensing is Sensing.RINGS else "white marker"

    @property
    def sign(self) -> int:
        """1 when that piece raises most readings, -1 when it lowers them."""
        return 1 if sum((touch.counts > 0) - (touch.counts < 0) for touch in self.touches.values()) >= 0 else -1

    @property
    def count(self) -> int:
        """How many measurements there are."""
        return len(self.touches) + sum(map(len, self.contents.values()))

    def gain(self, point: Point) -> float:
        """Counts for the weakest magnet: as measured, without what the pieces near it leaked; else as elsewhere."""
        return self._gain(point, self.leak)

    @property
    def typical(self) -> float:
        """The size of most touches."""
        sizes = [abs(touch.counts) for touch in self.touches.values()]
        return median(sizes) if sizes else Trim().gain

    @property
    def leak(self) -> float:
        """The share of a neighbour's strength that sensors see; it needs gains, which need it: found in turns."""
        leak = 0.0
        for _ in range(_TURNS if len(self.leaks) >= _ENOUGH else 0):
            leak = median(
                seen.counts / self._gain(seen.point, leak) * self._gain(seen.spot, leak) / seen.spot_counts
                for seen in self.leaks
            )
        return leak

    def _gain(self, point: Point, leak: float) -> float:
        touch = self.touches.get(point)
        if touch is None:
            return self.sign * self.typical
        return touch.counts / (1 + leak * touch.near)

    def calibration(self) -> Calibration:
        """The calibration that follows; what was not measured is taken from what was."""
        leak = round(self.leak, 4)
        trims = (
            Trim(
                zero=round(self.zeros[point.index], 2),
                noise=round(max(self.noise[point.index], _QUIETEST), 2),
                gain=round(self._gain(point, leak), 2),
                leak=leak,
                touched=point in self.touches,
            )
            for point in POINTS
        )
        return Calibration(self.sensing, self._all_strengths(), tuple(trims))

    def _all_strengths(self) -> dict[str, float]:
        """Each content's strength: measured, or the sum of its pieces, or the other colour's, or ordinary."""
        known = {
            name: round(median(counts / self.gain(point) for point, counts in found.items()), 3)
            for name, found in self.contents.items()
            if found
        }
        known[self.unit] = 1.0
        for name in LEVELS[self.sensing]:
            if name not in known:
                known[name] = _inferred(name, known, Calibration.ordinary(self.sensing).strengths)
        return {name: known[name] for name in LEVELS[self.sensing]}

    def to_text(self) -> str:
        """All but the zeros, to go on with another day."""
        table = {
            "version": VERSION,
            "sensing": str(self.sensing),
            "touches": {point.name: [touch.counts, touch.near] for point, touch in self.touches.items()},
            "contents": {
                name: {point.name: counts for point, counts in found.items()} for name, found in self.contents.items()
            },
            "leaks": [[leak.point.name, leak.counts, leak.spot.name, leak.spot_counts] for leak in self.leaks],
        }
        return json.dumps(table, indent=1)

    @classmethod
    def from_text(cls, text: str, sensing: Sensing) -> Findings:
        """What ``to_text`` wrote; ``ValueError`` when it is something else or of another kind of board."""
        table = json.loads(text)
        try:
            if (table["version"], table["sensing"]) != (VERSION, sensing):
                raise ValueError(f"version {table['version']} for sensing {table['sensing']}")
            return cls(
                sensing,
                touches={
                    Point(name): Touch(float(counts), float(near)) for name, (counts, near) in table["touches"].items()
                },
                contents={
                    content: {Point(name): float(counts) for name, counts in found.items()}
                    for content, found in table["contents"].items()
                },
                leaks=[Leak(Point(a), float(seen), Point(b), float(whole)) for a, seen, b, whole in table["leaks"]],
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not the findings of a calibration: {error!r}") from error

    def __post_init__(self) -> None:
        self.zeros = self.zeros or [0.0] * POINT_COUNT
        self.noise = self.noise or [_QUIETEST] * POINT_COUNT


def _inferred(name: str, known: Mapping[str, float], ordinary: Mapping[str, float]) -> float:
    color, _, shape = name.partition(" ")
    ring, marker = known.get(f"{color} ring"), known.get(f"{color} marker")
    if shape == "ring and marker" and ring is not None and marker is not None:
        return ring + marker
    other = known.get(f"{'black' if color == 'white' else 'white'} {shape}")
    return ordinary[name] if other is None else -other
