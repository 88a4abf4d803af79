"""Fault 20: a long run: ``python -m tests.faults.soak [GAMES]``.

Random games one after another on one board with one journal on disk, in virtual time. The blocks of memory that Python
holds and the descriptors of the process must not grow once what is only made once has been made. All that the process
occupies may grow a little: holes in it are not given back.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import gc
import resource
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.world import World
from tests.amounts import amount
from tests.firmware_bridge.players import Players

GAMES = 300
WARM = 10  # games before it counts: until then caches fill, which are bounded
MOST_BLOCKS = 20_000  # a tenth: what the caches hold is not the same at any two moments
MOST_KIB = 16 * 1024


def play(world: World, seed: int) -> int:
    """One game, then sweep the board; its actions."""
    players = Players(world, seed)
    players.play_random()
    world.hand.sweep()
    world.run(ms=3000)
    world.news.clear()
    return len(players.game.actions)


class Held(NamedTuple):
    """What the process has for itself."""

    blocks: int
    kib: int
    descriptors: int

    @classmethod
    def now(cls) -> Held:
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
        return cls(sys.getallocatedblocks(), pages * resource.getpagesize() // 1024, files)

    def less(self, before: Held) -> Held:
        return Held(*(now - then for now, then in zip(self, before, strict=True)))

    @property
    def is_leak(self) -> bool:
        return self.blocks > MOST_BLOCKS or self.kib > MOST_KIB or self.descriptors > 0


def run(games: int, warm: int = WARM) -> tuple[int, float, Held]:
    """Actions played, hours of play, and what is held more than after the first games."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / FILE, most_bytes=200_000)
        world = World("full", seed=20, journal=journal)
        for seed in range(warm):
            play(world, seed)
        before = Held.now()
        actions = 0
        for seed in range(games):
            actions += play(world, warm + seed)
            journal.tidy()
        grown = Held.now().less(before)
        journal.close()
        return actions, world.now / 3600, grown


def main(arguments: list[str] | None = None) -> int:
    games = int(amount(arguments, GAMES, "games", __doc__))
    actions, hours, grown = run(games)
    print(
        f"fault 20: {games:,} games, {actions:,} actions, {hours:.1f} hours of play: "
        f"{grown.blocks:,} blocks, {grown.kib:,} KiB and {grown.descriptors} descriptors more than before"
    )
    return grown.is_leak


if __name__ == "__main__":
    sys.exit(main())
