"""Fault 12: the board differs from the saved game when power returns: ``python -m tests.faults.boot [TIMES]``.

A game is played for a while, the power goes, pieces are moved, taken away or added, the power comes back. Nothing may
be committed, exactly the points must be told that this kind of board can see to differ, and some of them, and no
others, must be lit as wrong or missing.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import multiprocessing
import os
import random
import sys

from firmware_bridge.points import bits_of, indices
from firmware_bridge.world import World
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard
from tests.amounts import amount
from tests.firmware_bridge.clumsy import blinking
from tests.firmware_bridge.players import Players
from yinsh_core.points import POINTS

TIMES = 250  # for each kind of sensing
WORDS = {"W": "white ring", "B": "black ring", "w": "white marker", "b": "black marker"}


def set_up(sensing: Sensing, seed: int, contents: list[str]) -> VirtualBoard:
    """A board with these contents, and nobody near it."""
    board = VirtualBoard(sensing, seed)
    for point, content in zip(POINTS, contents, strict=True):
        if content:
            board.hand.put(point, WORDS[content])
    board.read(board.hand.free_at + 1)
    return board


def disturb(contents: list[str], rng: random.Random) -> list[str]:
    """Move, take or add a piece, up to three times."""
    changed = list(contents)
    for _ in range(rng.randint(1, 3)):
        full = [point for point, content in enumerate(changed) if content]
        start, end = rng.choice(full), rng.randrange(len(changed))
        what = rng.choice(("move", "take", "add"))
        if what == "add" and not changed[end]:
            changed[end] = rng.choice("wb")
        elif what == "take":
            changed[start] = ""
        elif what == "move" and not changed[end]:
            changed[end], changed[start] = changed[start], ""
    return changed


def boot(sensing: Sensing, seed: int) -> str:
    """One power cut; what went wrong, if anything."""
    rng = random.Random(seed)
    world = World(sensing, seed)
    players = Players(world, seed)
    for _ in range(rng.randint(12, 30)):
        if players.game.outcome is None:
            players.play(rng.choice(players.game.legal_actions))
    saved, right = len(world.game.actions), list(world.table.game.contents(world.table.state))
    found = disturb(right, rng)
    again = World(sensing, board=set_up(sensing, seed, found), journal=world.journal)
    again.run(ms=3000)
    sight = again.table.reader.sight
    expected = bits_of(
        point for point, content in enumerate(found) if sight.level(content) not in sight.accepted(right[point])
    )
    if len(again.game.actions) != saved:
        return "an action was committed"
    if again.table.verdict.wrong != expected or (again.status.kind == "correction") != bool(expected):
        return f"{again.status} instead of {names(expected)}"
    surplus, missing = blinking(again)
    lit = surplus | missing
    if lit - names(expected) or bool(lit) != bool(expected):
        return f"{lit} are lit of {names(expected)}"
    return ""


def names(bits: int) -> set[str]:
    return {POINTS[point].name for point in indices(bits)}


def try_one(task: tuple[Sensing, int]) -> str:
    """One power cut; what went wrong comes with what replays it."""
    fault = boot(*task)
    return fault and f"{task[0]}, seed {task[1]}: {fault}"


def run(times: int) -> tuple[int, list[str]]:
    """Boards that were tried, and what was wrong with them."""
    tasks = [(sensing, seed) for sensing in Sensing for seed in range(times)]
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        return len(tasks), [fault for fault in pool.imap(try_one, tasks, chunksize=4) if fault]


def main(arguments: list[str] | None = None) -> int:
    times, wrong = run(int(amount(arguments, TIMES, "times", __doc__)))
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    print(f"fault 12: power returned to {times:,} boards that had changed: {len(wrong)} were not shown as they are")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
