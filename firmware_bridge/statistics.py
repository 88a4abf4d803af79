"""What many games tell: who wins, how long it takes, where the first rings stand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_bridge.archive import KeptGame

OPENING: Final = 2  # rings that make an opening: the first of each side
_WINNERS: Final = ("white", "black", "draw")


@dataclass(frozen=True, slots=True)
class Score:
    """How one player did."""

    won: int = 0
    lost: int = 0
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of decided games, except for ``games``."""

    games: int
    results: dict[str, int]  # white, black, draw
    shortest: int  # actions
    median: float
    longest: int
    openings: list[tuple[str, int]]  # the first rings, the most frequent first
    players: dict[str, Score]  # by name


def count(games: Iterable[KeptGame]) -> Statistics:
    """Count everything."""
    every = list(games)
    decided = [kept for kept in every if kept.result in _WINNERS]
    lengths = [len(kept.saved.actions) for kept in decided] or [0]
    results = Counter(kept.result for kept in decided)
    openings = Counter(" ".join(kept.saved.actions[:OPENING]) for kept in decided)
    return Statistics(
        games=len(every),
        results={winner: results[winner] for winner in _WINNERS},
        shortest=min(lengths),
        median=median(lengths),
        longest=max(lengths),
        openings=sorted(openings.items(), key=lambda item: (-item[1], item[0])),
        players=_scores(decided),
    )


def as_text(found: Statistics, most: int = 5) -> str:
    """For people; *most* limits openings and players."""
    decided = sum(found.results.values())
    lines = [f"{found.games} games, {decided} of them decided"]
    if decided:
        wins = ", ".join(f"{name} {number}" for name, number in found.results.items())
        lines += [f"results: {wins}"]
        lines += [f"length: {found.shortest} to {found.longest} actions, half of them up to {found.median:g}"]
        lines += ["openings: " + ", ".join(f"{rings} ({number})" for rings, number in found.openings[:most])]
    ranked = sorted(found.players.items(), key=lambda item: (-item[1].won, item[1].lost, item[0]))
    lines += [f"  {name}: {s.won} won, {s.lost} lost, {s.drawn} drawn" for name, s in ranked[:most]]
    return "\n".join(lines)


def _scores(decided: list[KeptGame]) -> dict[str, Score]:
    tallies: dict[str, Counter[str]] = {}
    for kept in decided:
        for side, name in zip(_WINNERS, kept.players, strict=False):
            if name:
                outcome = "drawn" if kept.result == "draw" else "won" if kept.result == side else "lost"
                tallies.setdefault(name, Counter())[outcome] += 1
    return {name: Score(**tally) for name, tally in tallies.items()}
