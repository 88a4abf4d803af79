"""What the way from a frame to a verdict costs: ``python -m tests.benchmarks.bench_heart [GAMES]``.

Random games are played by hands on each kind of board; every call of the bridge is timed, the board's physics is not.
The processor's time counts, so that a busy machine disturbs little. A *lift* is a frame after which destinations are
lit, with the light it makes; a *landing* one that commits an action.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import sys
import time
from collections import defaultdict

from firmware_bridge.world import World
from hardware.protocols import Sensing
from tests.amounts import amount
from tests.firmware_bridge.players import Players

GAMES = 10
QUIET_FRAMES = 20_000


class Timed(World):
    """Takes the time of every frame."""

    def __init__(self, sensing: str, seed: int) -> None:
        self.spans: dict[str, list[float]] = defaultdict(list)
        super().__init__(sensing, seed)

    def scan(self, now: float) -> None:
        """One frame, its tick and its light."""
        frame = self.board.read(now)
        settled, actions = self.bridge.debounce.settled, len(self.game.actions)
        began = time.thread_time()
        effects = self.bridge.frame(frame, now) + self.bridge.tick(now)
        if self.bridge.debounce.settled is not settled or effects:
            self.bridge.colors(now)
        span = time.thread_time() - began
        self.spans[self._kind(settled, actions)].append(span)
        self._carry_out(effects)
        self._save(now)

    def _kind(self, settled: tuple[int, ...], actions: int) -> str:
        if len(self.game.actions) != actions:
            return "landing"
        if self.bridge.debounce.settled is settled:
            return "quiet"
        return "lift" if self.table.scene.destinations else "other"


def play(sensing: Sensing, games: int) -> dict[str, list[float]]:
    """The seconds that each kind of frame took, in so many games."""
    spans: dict[str, list[float]] = defaultdict(list)
    for seed in range(games):
        world = Timed(sensing, seed)
        Players(world, seed).play_random()
        for kind, times in world.spans.items():
            spans[kind] += times
    return spans


def quiet_microseconds(sensing: Sensing) -> float:
    """What a frame costs in which nothing has changed, in the middle of a game."""
    world = World(sensing, 1)
    players = Players(world, 1)
    for _ in range(30):
        players.play(players.rng.choice(players.game.legal_actions))
    world.run(ms=8000)
    now = world.now
    frames = [world.board.read(now + (n + 1) / 200) for n in range(QUIET_FRAMES)]
    began = time.thread_time()
    for frame in frames:
        world.bridge.frame(frame, frame.time)
    return (time.thread_time() - began) / QUIET_FRAMES * 1e6


def share(times: list[float], part: float) -> float:
    """The time in milliseconds that so large a part of them did not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * part))] * 1e3


def main(arguments: list[str] | None = None) -> None:
    games = int(amount(arguments, GAMES, "games", __doc__))
    print(f"{'':10}{'unchanged frame':>17}{'lift p50':>11}{'p99':>9}{'landing p50':>14}{'p99':>9}{'frames/s':>12}")
    for sensing in Sensing:
        spans = play(sensing, games)
        count, total = sum(map(len, spans.values())), sum(map(sum, spans.values()))
        lift, landing = spans["lift"] + spans["other"], spans["landing"]
        print(
            f"{sensing:10}{quiet_microseconds(sensing):14.1f} µs"
            f"{share(lift, 0.5):8.2f} ms{share(lift, 0.99):6.2f} ms"
            f"{share(landing, 0.5):11.2f} ms{share(landing, 0.99):6.2f} ms{count / total:12,.0f}"
        )


if __name__ == "__main__":
    sys.exit(main())
