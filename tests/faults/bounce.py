"""Fault 9: contacts bounce, magnets come slowly: ``python -m tests.faults.bounce [LIFTS]``, 10,000 for each board.

A ring is lifted and put down again and again, somewhere on a crowded board. Each lift and each landing must be one
change of the settled board, at its point and nowhere else: anything more is a phantom, anything less a miss.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
import sys
from collections import Counter

from firmware_bridge.debounce import Debounce
from firmware_bridge.world import LINEAR_HOLD, SWITCH_HOLD
from hardware.bands import UNCLEAR
from hardware.classifier import Classifier
from hardware.protocols import Sensing
from hardware.virtual import Physics, VirtualBoard, factory_calibration
from tests.amounts import amount
from yinsh_core.points import POINTS

LIFTS = 10_000
SCAN = 0.005  # seconds
ROUGH = Physics(bounce=0.012)  # twelve times what a reed does, and two scans long


class Table:
    """A board with pieces all over it, and how often each point has settled anew."""

    def __init__(self, sensing: Sensing, seed: int, hold: float | None = None) -> None:
        self.board = VirtualBoard(sensing, seed, physics=ROUGH)
        self.rng = random.Random(seed)
        linear = self.board.linear
        usual = LINEAR_HOLD if linear else SWITCH_HOLD
        self.debounce = Debounce(usual if hold is None else hold, votes=linear)
        self.classifier = Classifier(factory_calibration(self.board)) if linear else None
        self.changes: Counter[int] = Counter()
        self.board.hand.pace = 0.0
        self.points = self.rng.sample(POINTS, 30)
        for place, point in enumerate(self.points):
            self.board.hand.put(point, f"{('white', 'black')[place % 2]} {('ring', 'marker')[place >= 10]}")
        self.board.hand.pace = 0.3
        self.run(1.0)
        self.changes.clear()

    def run(self, seconds: float) -> None:
        """Let the hand finish, and time pass."""
        end = max(self.board.now, self.board.hand.free_at) + seconds
        while self.board.now < end:
            self.scan(self.board.now + SCAN)

    def scan(self, now: float) -> None:
        before = self.debounce.settled
        readings = self.board.read(now).readings
        settled = self.debounce.feed(self.classifier.levels(readings) if self.classifier else readings, now)
        if settled is before:
            return
        for point, (was, level) in enumerate(zip(before or settled, settled, strict=True)):
            if was != level and UNCLEAR not in (was, level):
                self.changes[point] += 1

    def lift_one(self) -> tuple[int, int]:
        """Lift a ring and put it back; phantoms and misses."""
        point = self.rng.choice(self.points[:10])
        self.changes.clear()
        self.board.hand.lift(point)
        self.run(0.1)
        self.board.hand.put(point)
        self.run(0.1)
        own = self.changes.pop(point.index, 0)
        return max(0, own - 2) + sum(self.changes.values()), max(0, 2 - own)


def run(sensing: Sensing, lifts: int, hold: float | None = None) -> tuple[int, int]:
    """Phantoms and misses among so many lifts."""
    table = Table(sensing, seed=9, hold=hold)
    found = [table.lift_one() for _ in range(lifts)]
    return sum(phantoms for phantoms, _ in found), sum(misses for _, misses in found)


def main(arguments: list[str] | None = None) -> int:
    lifts = int(amount(arguments, LIFTS, "lifts", __doc__))
    found = {sensing: run(sensing, lifts) for sensing in Sensing}
    phantoms, misses = (sum(counts) for counts in zip(*found.values(), strict=True))
    print(f"fault 9: {lifts:,} lifts on each of {len(found)} boards: {phantoms} phantoms, {misses} misses")
    return bool(phantoms or misses)


if __name__ == "__main__":
    sys.exit(main())
