"""What the table knows that is worth a light: a frozen value from which every frame of light follows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from firmware_bridge.boardgame import Scenery

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Destination


class Coach(IntEnum):
    """How much the lights help."""

    OFF = 0
    DESTINATIONS = 1  # where the lifted ring may go
    CONSEQUENCES = 2  # and what it would bring
    BEST = 3  # and a move worth trying


@dataclass(frozen=True, slots=True)
class Scene:
    """Sets of points are bits; times are seconds of the daemon's clock."""

    scenery: Scenery = field(default_factory=Scenery)
    since: float = 0.0  # when the game last changed: choices take turns from here
    asked: float = 0.0  # when the question was asked, or the correction began
    lifted: int = 0  # points whose piece is in the hand
    destinations: tuple[Destination, ...] = ()
    flips: int = 0  # pieces still to be turned over
    surplus: int = 0  # pieces that should not be there
    missing: int = 0  # pieces that should be
    correcting: bool = False  # shown one pair at a time, not all at once
    question: tuple[int, ...] = ()  # the points of each answer
    hint: tuple[int, int] | None = None  # from, to
    distrusted: int = 0  # sensors that are not trusted
    coach: Coach = Coach.CONSEQUENCES
    asleep: bool = False  # nobody has touched the board for a while
    paused: bool = False
    unsaved: bool = False  # the last action is not on disk, and will not be soon
    offline: bool = False  # the sensors are not heard
    flagged: int | None = None  # the side whose time is over
