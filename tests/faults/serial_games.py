"""Fault 6: games over a line that loses, repeats and damages: ``python -m tests.faults.serial_games [GAMES]``.

A fifth of all frames each. The firmware's own logic on one end, the host's on the other, virtual time between. Every
position that the players leave alone for a second, and the last one above all, must be what the host believes; and it
may believe nothing that never stood on the board. And the strip must show the last picture of the lights.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
from dataclasses import dataclass, field

from hardware.firmware.core import Firmware
from hardware.firmware.loop import turn
from hardware.serial_link.ailments import Ailment
from hardware.serial_link.events import Snapshot
from hardware.serial_link.protocol import HostProtocol
from tests.hardware.line import Lies, LyingLine
from yinsh_core import Game
from yinsh_core.points import POINTS

GAMES = 1000
LIES = Lies(loss=0.2, twice=0.2, damage=0.2, delay=0.03)
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
            self.now += TURN
            seconds = self.now / 1000
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
    parser = argparse.ArgumentParser(description="Play games over a serial line that lies.")
    parser.add_argument("games", nargs="?", type=int, default=GAMES, help="how many (default: %(default)s)")
    games = parser.parse_args(arguments).games
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        results = pool.map(play, range(games), chunksize=5)
    rests, wrong, false, ailments = (sum(result[k] for result in results) for k in range(4))
    right = sum(result[4] for result in results)
    print(
        f"fault 6: {games:,} games with 20 % loss, duplicates and damage: {right:,} end right; "
        f"{rests - wrong:,} of {rests:,} positions at rest right, {false} false ones, {ailments} alarms"
    )
    return 0 if right == games and not wrong and not false else 1


if __name__ == "__main__":
    raise SystemExit(main())
