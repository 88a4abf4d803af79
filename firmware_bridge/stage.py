"""From what the table knows to what the lights should show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING

from firmware_bridge.points import bits_of
from firmware_bridge.scene import Coach, Scene
from firmware_bridge.verdicts import Kind

if TYPE_CHECKING:
    from firmware_bridge.boardgame import BoardGame, Destination, Scenery, State
    from firmware_bridge.reader import Reader
    from firmware_bridge.scorebook import Shown
    from firmware_bridge.verdicts import Verdict

_BLIND_FLIPS = 12.0  # seconds that pieces to turn over stay lit on a board that cannot see them turned


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that a scene is made of."""

    game: BoardGame
    reader: Reader
    verdict: Verdict
    shown: Shown  # what the journal has confirmed
    state: State  # the game as it stands, confirmed or not
    coach: Coach
    asked: float
    hint: tuple[int, int] | None
    asleep: bool
    paused: bool
    unsaved: bool
    offline: bool
    flagged: int | None = None


def stage(known: Knowledge, now: float) -> tuple[Scene, float]:
    """The scene, and until when it holds if nothing happens."""
    states = known.shown.states
    verdict, reader = known.verdict, known.reader
    flips, until = _flips(known, now)
    base = known.game.contents(states[-1] if verdict.base is None else verdict.base)
    scene = Scene(
        scenery=_scenery(known),
        since=reader.since,
        asked=known.asked,
        lifted=bits_of(p for p, level in enumerate(reader.levels) if not level and reader.sight.level(base[p])),
        destinations=_destinations(known),
        flips=flips,
        surplus=_surplus(known, base),
        missing=_missing(known, base),
        correcting=verdict.kind in (Kind.CORRECTION, Kind.OFFERED),
        question=_question(verdict),
        hint=known.hint,
        distrusted=reader.masked & ~reader.held(known.state),
        coach=known.coach,
        asleep=known.asleep,
        paused=known.paused,
        unsaved=known.unsaved,
        offline=known.offline,
        flagged=known.flagged,
    )
    return scene, until


def _scenery(known: Knowledge) -> Scenery:
    """Where a row is seen to go, the piece that follows is not yet due; where it is not, both go together."""
    states, actions, ended = known.shown
    scenery = known.game.scenery(states, actions)
    if ended:
        winner = next((side for side, name in enumerate(known.game.sides) if ended.startswith(name)), None)
        return replace(scenery, over=True, winner=winner)
    if scenery.rows and any(seen.visible for seen in known.reader.sight.steps(states[-1])):
        return replace(scenery, takeable=0)
    return scenery


def _flips(known: Knowledge, now: float) -> tuple[int, float]:
    """Pieces that show the wrong side; where that cannot be seen, those of the last action, for a while.

    Hands have to go on when the disk is full, so here an action counts that is not confirmed.
    """
    reader = known.reader
    wrong, blind = reader.turned_wrong(known.game.contents(known.state))
    until = reader.since + _BLIND_FLIPS
    return (wrong | blind, until) if blind and now < until else (wrong, inf)


def _destinations(known: Knowledge) -> tuple[Destination, ...]:
    verdict = known.verdict
    if known.coach is Coach.OFF or not verdict.partial:
        return ()
    found = known.game.destinations(verdict.base, [step.action for step in verdict.partial])
    if known.coach is Coach.DESTINATIONS:
        return tuple(destination._replace(own=False, other=False) for destination in found)
    return found


def _surplus(known: Knowledge, base: tuple[str, ...]) -> int:
    """Points with something on them that should be empty, or something else."""
    levels = known.reader.levels
    return bits_of(p for p in _wrong(known) if levels[p]) if base else 0


def _missing(known: Knowledge, base: tuple[str, ...]) -> int:
    """Points that miss a piece."""
    levels, sight = known.reader.levels, known.reader.sight
    return bits_of(p for p in _wrong(known) if not levels[p] and sight.level(base[p]))


def _wrong(known: Knowledge) -> list[int]:
    return [p for p in range(len(known.reader.levels)) if known.verdict.wrong >> p & 1]


def _question(verdict: Verdict) -> tuple[int, ...]:
    """What tells the answers apart; all of it where they differ in nothing but what cannot be seen."""
    marks = [bits_of(p for step in e.steps for p, _ in step.changes) for e in verdict.candidates]
    if not marks:
        return ()
    common = marks[0]
    for mark in marks:
        common &= mark
    return tuple(mark & ~common or mark for mark in marks)
