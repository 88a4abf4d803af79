"""What the players see of the reader's verdict, and what is said of a sensor: one word each, and what belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from firmware_bridge.points import indices
from firmware_bridge.verdicts import Kind
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.boardgame import BoardGame, State
    from firmware_bridge.evidence import Explanation
    from firmware_bridge.verdicts import Verdict


class SensorFault(StrEnum):
    """Why a sensor is not trusted; pages say each in the reader's language."""

    SILENT = "silent"
    HELD = "held"
    FLICKERS = "flickers"

    @property
    def words(self) -> str:
        """For logs and the terminal, behind the name of the point."""
        return _FAULTS[self]


_FAULTS = {
    SensorFault.SILENT: "does not show what stands there: stuck or dead",
    SensorFault.HELD: "shows nothing: its piece is in a hand, or its sensor is dead",
    SensorFault.FLICKERS: "flickers",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One point that does not look as it should."""

    point: str
    expected: str  # what should be there, in words

    def __str__(self) -> str:
        return f"{self.point}: {self.expected}"


class Status(NamedTuple):
    """What the players see: ``waiting``, ``wrong``, ``question``, ``correction``, ``offered`` or ``over``."""

    kind: str
    difference: tuple[Difference, ...] = ()
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        inside = ", ".join([str(d) for d in self.difference] + list(self.candidates))
        return f"{self.kind}({inside})" if inside else self.kind


def status_of(verdict: Verdict, game: BoardGame, state: State, *, over: bool) -> Status:
    """The verdict in the words of the players of *game*, which stands at *state*."""
    match verdict.kind:
        case Kind.WRONG | Kind.CORRECTION | Kind.OFFERED:
            contents = game.contents(state if verdict.base is None else verdict.base)
            found = (Difference(POINTS[p].name, game.describe(contents[p])) for p in indices(verdict.wrong))
            return Status(verdict.kind.value, difference=tuple(found))
        case Kind.QUESTION:
            return Status("question", candidates=tuple(map(_answer, verdict.candidates)))
    return Status("over" if over else "waiting")


def _answer(candidate: Explanation) -> str:
    undone = [f"take back {candidate.back}"] if candidate.back else []
    return " ".join(undone + [str(step.action) for step in candidate.steps])
