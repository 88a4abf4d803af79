"""Fault 6: games over a line that loses, repeats and damages: ``python -m tests.faults.serial_games [GAMES]``.

A fifth of all frames each. The firmware's own logic on one end, the host's on the other, virtual time between. Every
position that the players leave alone for a second, and the last one above all, must be what the host believes; and it
may believe nothing that never stood on the board. And the strip must show the last picture of the lights.

That is the line alone, at any pace. One game in five is also played by hands on a virtual board behind such a line, and
understood by all of the bridge: the game that the table has kept must be the one that was meant, action by action.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import random
import sys
from dataclasses import dataclass, field

from firmware_bridge.world import World
from hardware.firmware.core import Firmware
from hardware.firmware.loop import turn
from hardware.protocols import Frame, Sensing
from hardware.serial_link.ailments import Ailment
from hardware.serial_link.events import Snapshot
from hardware.serial_link.protocol import HostProtocol
from tests.amounts import amount
from tests.firmware_bridge.players import Players
from tests.hardware.line import Lies, LyingLine
from yinsh_core import Game
from yinsh_core.points import POINTS

GAMES = 1000
LIES = Lies(loss=0.2, twice=0.2, damage=0.2, delay=0.03)
BY_HAND = 5  # one game in so many is played by hands too
TURN = 20  # milliseconds between two scans: a slow board, so that a loss hurts more


@dataclass
class Pair:
    """A board and a host in one virtual time; this object is the board's metal."""

    rng: random.Random
    now: int = 0
    values: list[int] = field(default_factory=lambda: [0] * 85)
    picture: bytes = b""
    seen: tuple[int, ...] = ()
    states: set[tuple[int, ...]] = field(default_factory=set)
    false: int = 0
    ailments: int = 0

    def __post_init__(self) -> None:
        self.firmware = Firmware(b"boardid!", 1, (1, 85, 85, 0, 50), 60_000)
        self.host = HostProtocol()
        self.host.connect(0.0)
        self.there, self.back = LyingLine(LIES, self.rng), LyingLine(LIES, self.rng)
        self.incoming = self.outgoing = b""

    def run(self, milliseconds: int) -> None:
        for _ in range(0, milliseconds, TURN):
            self.step(self.now + TURN)

    def step(self, now: int) -> None:
        """One scan of the board, and what both ends say to it."""
        self.now = now
        seconds = now / 1000
        self.incoming = self.back.carry(self.host.data_to_send(), seconds)
        self.outgoing = b""
        turn(self.firmware, self)
        self.host.receive(self.there.carry(self.outgoing, seconds), seconds)
        self.host.tick(seconds)
        self._note()

    def _note(self) -> None:
        for event in self.host.events():
            if isinstance(event, Snapshot):
                self.seen = event.values
                self.false += event.values not in self.states
            self.ailments += isinstance(event, Ailment)

    def put(self, values: list[int]) -> None:
        self.values = values
        self.states.add(tuple(values))

    def ms(self) -> int:
        return self.now

    def read(self) -> bytes:
        return self.incoming

    def scan(self) -> list[int]:
        return self.values

    def pressed(self) -> int:
        return 0

    def room(self) -> bool:
        return True

    def write(self, data: bytes) -> None:
        self.outgoing += data

    def show(self, rgb: bytes) -> None:
        self.picture = rgb


class FarTable(World):
    """A world whose board is at the other end of the line."""

    def __init__(self, seed: int) -> None:
        self._pair = Pair(random.Random(seed))
        self._seen: tuple[int, ...] = ()
        super().__init__(Sensing.FULL, seed, scan_hz=1000 / TURN)

    def scan(self, now: float) -> None:
        self._pair.put(list(self.board.read(now).readings))
        self._pair.step(round(now * 1000))
        seen = self._pair.seen
        effects = []
        if seen and seen is not self._seen:
            self._seen = seen
            effects = self.bridge.frame(Frame(now, seen), now)
        self._carry_out(effects + self.bridge.tick(now))
        self._save(now)


def play_by_hand(seed: int) -> tuple[int, str]:
    """One random game on a table behind the line: its actions, and what went wrong."""
    table = FarTable(seed)
    players = Players(table, seed)
    table.run(ms=2000)
    try:
        players.play_random()
    except AssertionError as error:
        return len(players.game.actions), f"by hand, seed {seed}: {error}"
    kept, meant = table.game.record(), players.game.record()
    return len(players.game.actions), "" if kept == meant else f"by hand, seed {seed}: another record"


def readings(game: Game) -> list[int]:
    """What linear sensors would read."""
    position = game.position
    values = [0] * len(POINTS)
    for strength, pair in ((900, position.rings), (300, position.markers)):
        for sign, points in ((1, pair.white), (-1, pair.black)):
            for point in points:
                values[point.index] = sign * strength
    return values


def play(seed: int, rest: int = 1000) -> tuple[int, int, int, int, bool]:
    """One random game: positions left alone, those the host had wrong, false states, ailments, and the end right."""
    rng = random.Random(seed)
    pair = Pair(rng)
    game = Game()
    pair.put(readings(game))
    pair.run(2000)
    rests = wrong = 0
    while game.outcome is None:
        game.push(rng.choice(list(game.legal_actions)))
        pair.put(readings(game))
        if rng.random() < 0.2:
            pair.run(rest)
            rests += 1
            wrong += pair.seen != tuple(pair.values)
        else:
            pair.run(rng.randrange(20, 200))
    picture = rng.randbytes(255)
    pair.host.show(picture)
    pair.run(4000)
    return rests, wrong, pair.false, pair.ailments, (pair.seen, pair.picture) == (tuple(pair.values), picture)


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, GAMES, "games", __doc__))
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        by_hand = pool.map_async(play_by_hand, range(0, games, BY_HAND), chunksize=1)
        results = pool.map(play, range(games), chunksize=5)
        tables = by_hand.get()
    rests, wrong, false, ailments = (sum(result[k] for result in results) for k in range(4))
    right = sum(result[4] for result in results)
    findings = [finding for _, finding in tables if finding]
    for finding in findings[:10]:
        print(f"  {finding}", file=sys.stderr)
    print(
        f"fault 6: {games:,} games with 20 % loss, duplicates and damage: {right:,} end right; "
        f"{rests - wrong:,} of {rests:,} positions at rest right, {false} false ones, {ailments} alarms; "
        f"{len(tables):,} games by hand behind such a line, {sum(count for count, _ in tables):,} actions: "
        f"{len(tables) - len(findings):,} kept as they were meant"
    )
    return 0 if right == games and not wrong and not false and not findings else 1


if __name__ == "__main__":
    raise SystemExit(main())
