"""What stands where, and what is about to happen there."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from typing import TYPE_CHECKING

from hardware.virtual.pieces import placed, without

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.virtual.pieces import Piece

Stack = tuple["Piece", ...]  # bottom to top


class Kind(Enum):
    """What a hand does to a piece."""

    LAND = auto()  # it stands here from now on, its magnet over the sensor
    LEAVE = auto()  # it does not any more
    COVER = auto()  # its magnet comes over the sensor, wherever it stands
    UNCOVER = auto()  # its magnet goes out of the sensor's reach, though it may still stand here


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happens to one piece at one place."""

    kind: Kind
    site: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class Step:
    """One step of what a sensor sees; outdated when another change came in between."""

    site: int
    value: float
    turn: int


class Timeline:
    """Things to come, by time; those of one moment in the order in which they were added."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Change | Step]] = []
        self._order = count()

    def add(self, at: float, event: Change | Step) -> None:
        """Let *event* happen at time *at*."""
        heapq.heappush(self._heap, (at, next(self._order), event))

    def due(self, now: float) -> Iterator[tuple[float, Change | Step]]:
        """Take out what happens up to *now*, also what that adds meanwhile."""
        heap = self._heap
        while heap and heap[0][0] <= now:
            at, _, event = heapq.heappop(heap)
            yield at, event

    def changes(self, until: float) -> list[Change]:
        """The changes up to *until*, left in place."""
        return [event for at, _, event in sorted(self._heap) if at <= until and isinstance(event, Change)]


class Table:
    """The pieces on the board, and the magnets over its sensors, which are not always the same."""

    def __init__(self, sites: int) -> None:
        self.stacks: list[Stack] = [()] * sites
        self.magnets: list[Stack] = [()] * sites

    def apply(self, change: Change) -> None:
        """Let *change* happen."""
        stand(self.stacks, change)
        here = self.magnets[change.site]
        if change.kind in (Kind.LAND, Kind.COVER):
            self.magnets[change.site] = placed(here, change.piece)
        else:
            self.magnets[change.site] = without(here, change.piece)


def stand(stacks: list[Stack], change: Change) -> None:
    """Let *change* happen to what stands where."""
    if change.kind is Kind.LAND:
        stacks[change.site] = placed(stacks[change.site], change.piece)
    elif change.kind is Kind.LEAVE:
        stacks[change.site] = without(stacks[change.site], change.piece)
