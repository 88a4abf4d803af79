"""Fault 10: each of 85 sensors breaks in four ways, on each kind of board: ``python -m tests.faults.sensors [SHARE]``.

The sensor sticks, dies, flickers or chatters in the middle of a random game while nobody touches the board. Where that
can be noticed at all it must be named within ten seconds: a dead switch under nothing reads as it should, and so does
a loose wire there. Then the game goes on with a few actions, some of them at that very point.

No commit may be wrong. Some exceptions are physics, and are counted apart. A constant fault may make the board look
exactly as it would after a legal act: a ring that lands, on boards that see no more of it, where only one can have
come from (else it is a question); a piece that was put down last and now seems to be lifted; a marker that seems to be
turned over, and is lit. And an action whose only trace falls on the broken sensor cannot be seen at all. Flickering and
chattering never look like an act.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final

from hardware.protocols import Sensing
from tests.amounts import amount
from tests.firmware_bridge.players import Players
from tests.firmware_bridge.watched import Watched, random_game
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Iterator

WAYS: Final = ("stick", "dead", "flicker", "chatter")
ALL: Final = len(POINTS) * len(WAYS) * len(Sensing)
NAMED_WITHIN = 10.0  # seconds
ACTIONS = 3  # played after the fault


class Experiment:
    """One broken sensor in one game."""

    def __init__(self, sensing: Sensing, way: str, point: Point) -> None:
        self.way, self.point = way, point
        seed = point.index * len(WAYS) + WAYS.index(way)
        self.game = random_game(seed)
        self.rng = random.Random(seed)
        self.world = Watched(sensing, seed, self.game)
        self.true = self.world.table.reader.levels[point.index]

    def run(self) -> tuple[str, str]:
        """What it came to, and what was wrong with it."""
        self.break_it()
        named = self.wait_until_named()
        if self.world.game.actions != self.game.actions:
            if self.way in ("flicker", "chatter") or not self.looks_right():
                return "wrong", f"{self.world.game.actions[-1]} was committed"
            return "looked like an act", ""
        if self.way == "stick" and self.world.status.kind == "question":
            return "looked like an act, and was asked about", ""
        if named is None and self.shows():
            return "wrong", f"not named within {NAMED_WITHIN:g} s: {self.world.status}"
        return self.play_on()

    def break_it(self) -> None:
        faults = self.world.board.faults
        if self.way == "stick":
            faults.stick(self.point, on=True)
        else:
            getattr(faults, self.way)(self.point)

    def wait_until_named(self) -> float | None:
        """When the fault was named, in seconds; ``None`` if it was not."""
        began = self.world.now
        while self.world.now - began < NAMED_WITHIN:
            self.world.run(ms=100)
            if self.point.name in self.world.table.faults:
                return self.world.now - began
        return None

    def shows(self) -> bool:
        """Whether the fault makes a difference: else nobody can notice it."""
        level = self.world.table.reader.levels[self.point.index]
        wavers = self.way == "chatter" or (self.way == "flicker" and self.true != 0)
        return wavers or (level != self.true and not self.looks_right())

    def looks_right(self) -> bool:
        """Whether the board looks as the game says, to these sensors."""
        table = self.world.table
        contents, accepted = table.game.contents(table.state), table.reader.sight.accepted
        return all(level in accepted(contents[p]) for p, level in enumerate(table.reader.levels))

    def play_on(self) -> tuple[str, str]:
        """The game goes on; whatever is understood of it was meant."""
        players = Players(self.world, self.rng.randrange(1 << 30), slides=0)
        players.game = self.game
        for _ in range(ACTIONS):
            if self.game.outcome is not None:
                break
            players.play(self.rng.choice(self.game.legal_actions))
            meant, understood = players.game.actions, self.world.game.actions
            if understood != meant[: len(understood)]:
                return self.blind_to(understood)
            if len(understood) < len(meant):
                return "waits for what follows, or asks", ""
        return "played on", ""

    def blind_to(self, understood: tuple[object, ...]) -> tuple[str, str]:
        """Whether the action that was meant left no trace but at the broken sensor."""
        sight, game = self.world.table.reader.sight, self.world.table.game
        states, at = self.game.positions, len(understood) - 1
        before, after = game.contents(states[at]), game.contents(states[at + 1])
        seen = [p for p in range(len(POINTS)) if sight.level(before[p]) != sight.level(after[p])]
        if seen == [self.point.index]:
            return "left no other trace", ""
        return "wrong", f"{understood[-1]} instead of {self.game.actions[at]}"


def try_one(task: tuple[Sensing, str, Point]) -> tuple[str, str]:
    """One experiment; what went wrong comes with what replays it."""
    sensing, way, point = task
    try:
        came, wrong = Experiment(sensing, way, point).run()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is a finding
        came, wrong = "wrong", f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
    return came, wrong and f"{sensing}, {way} {point}: {wrong}"


def tasks(share: float) -> Iterator[tuple[Sensing, str, Point]]:
    """All experiments, or an even share of them."""
    every = [(sensing, way, point) for sensing in Sensing for way in WAYS for point in POINTS]
    step = max(1, round(len(every) / share))
    yield from every[::step]


def run(share: float = ALL) -> tuple[Counter[str], list[str]]:
    """What the experiments came to, and everything that was wrong."""
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        found = pool.map(try_one, tasks(share), chunksize=4)
    return Counter(came for came, _ in found), [wrong for _, wrong in found if wrong]


def main(arguments: list[str] | None = None) -> int:
    came, wrong = run(amount(arguments, ALL, "experiments", __doc__))
    print(*wrong[:20], sep="\n", end="\n" if wrong else "")
    others = ", ".join(f"{count} {what}" for what, count in sorted(came.items()))
    print(f"fault 10: {sum(came.values()):,} broken sensors, {len(wrong)} wrong commits or names too late ({others})")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
