"""A virtual board with a hand above it and a bridge below: what transcripts, keyboards and tests play on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Match
    from firmware_bridge.bridge import Bridge
    from firmware_bridge.journal import Journal
    from firmware_bridge.orders import Order
    from firmware_bridge.situation import Status
    from firmware_bridge.table import Table
    from hardware.protocols import Rgb
    from hardware.virtual import Hand, VirtualBoard


class LightMap(Mapping[str, "Rgb"]):
    """The colours of the points by name, as they shine at one moment."""

    def __init__(self, colors: tuple[Rgb, ...]) -> None:
        self._colors = colors

    def __getitem__(self, point: str) -> Rgb:
        return self._colors[Point(point).index]

    def __iter__(self) -> Iterator[str]:
        return (point.name for point in POINTS)

    def __len__(self) -> int:
        return len(POINTS)


class Playground(ABC):
    """What the players see and do; in virtual time a ``World``, in real time a ``Stand``."""

    board: VirtualBoard
    journal: Journal

    @property
    @abstractmethod
    def now(self) -> float:
        """Seconds."""

    @property
    @abstractmethod
    def bridge(self) -> Bridge:
        """The stations between sensors and lights."""

    @abstractmethod
    def obey(self, order: Order) -> None:
        """An order by button or page."""

    @abstractmethod
    def power_cut(self) -> None:
        """Forget everything that is not in the journal, and start anew."""

    @property
    def hand(self) -> Hand:
        """The hand above the board."""
        return self.board.hand

    @property
    def table(self) -> Table:
        """The owner of the game."""
        return self.bridge.table

    @property
    def lights(self) -> LightMap:
        """The light of this moment by point."""
        return LightMap(self.bridge.colors(self.now))

    @property
    def game(self) -> Match:
        """The game in progress."""
        return self.table.match

    @property
    def status(self) -> Status:
        """What the players see: waiting, wrong, question, correction or over."""
        return self.table.status
