"""Fault 20: a long run: ``python -m tests.faults.soak [GAMES]``.

Random games one after another on one board with one journal on disk, in virtual time. Memory and descriptors must not
grow once what is only made once has been made.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import gc
import sys
import tempfile
import tracemalloc
from pathlib import Path

from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.world import World
from tests.amounts import amount
from tests.firmware_bridge.players import Players

GAMES = 30
WARM = 10  # games before it counts: until then caches fill, which are bounded
MOST_GROWTH = 500_000  # bytes; what the caches hold is not the same at any two moments


def play(world: World, seed: int) -> int:
    """One game, then sweep the board; its actions."""
    players = Players(world, seed)
    players.play_random()
    world.hand.sweep()
    world.run(ms=3000)
    world.news.clear()
    return len(players.game.actions)


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(games: int, warm: int = WARM) -> tuple[int, float, int, int]:
    """Actions played, hours of play, bytes and descriptors more than after the first games."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / FILE, most_bytes=200_000)
        tracemalloc.start()
        world = World("full", seed=20, journal=journal)
        for seed in range(warm):
            play(world, seed)
        gc.collect()
        memory, files = tracemalloc.get_traced_memory()[0], descriptors()
        actions = 0
        for seed in range(games):
            actions += play(world, warm + seed)
            journal.tidy()
        gc.collect()
        grown, more = tracemalloc.get_traced_memory()[0] - memory, descriptors() - files
        tracemalloc.stop()
        journal.close()
        return actions, world.now / 3600, grown, more


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, GAMES, "games", __doc__))
    actions, hours, grown, more = run(games)
    print(
        f"fault 20: {games:,} games, {actions:,} actions, {hours:.1f} hours of play: "
        f"{grown / 1024:.0f} KiB and {more} descriptors more than before"
    )
    return grown > MOST_GROWTH or more > 0


if __name__ == "__main__":
    sys.exit(main())
