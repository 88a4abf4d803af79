"""Fault 20: a long run: ``python -m tests.faults.soak [GAMES]``.

Random games one after another on one board with one journal on disk, in virtual time. The memory of the whole process
and its descriptors must not grow once what is only made once has been made.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import gc
import resource
import sys
import tempfile
from pathlib import Path

from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.world import World
from tests.amounts import amount
from tests.firmware_bridge.players import Players

GAMES = 300
WARM = 10  # games before it counts: until then caches fill, which are bounded
MOST_GROWTH = 4 * 1024  # KiB; what the caches hold is not the same at any two moments


def play(world: World, seed: int) -> int:
    """One game, then sweep the board; its actions."""
    players = Players(world, seed)
    players.play_random()
    world.hand.sweep()
    world.run(ms=3000)
    world.news.clear()
    return len(players.game.actions)


def memory() -> int:
    """KiB that this process has in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() // 1024


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def run(games: int, warm: int = WARM) -> tuple[int, float, int, int]:
    """Actions played, hours of play, KiB and descriptors more than after the first games."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / FILE, most_bytes=200_000)
        world = World("full", seed=20, journal=journal)
        for seed in range(warm):
            play(world, seed)
        before, files = memory(), descriptors()
        actions = 0
        for seed in range(games):
            actions += play(world, warm + seed)
            journal.tidy()
        grown, more = memory() - before, descriptors() - files
        journal.close()
        return actions, world.now / 3600, grown, more


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, GAMES, "games", __doc__))
    actions, hours, grown, more = run(games)
    print(
        f"fault 20: {games:,} games, {actions:,} actions, {hours:.1f} hours of play: "
        f"{grown:,} KiB and {more} descriptors more than before"
    )
    return grown > MOST_GROWTH or more > 0


if __name__ == "__main__":
    sys.exit(main())
