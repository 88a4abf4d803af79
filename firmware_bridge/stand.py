"""A running daemon with a virtual board, as transcripts and people at a keyboard see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.compose import resume
from firmware_bridge.world import LightMap

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Match
    from firmware_bridge.daemon import Daemon
    from firmware_bridge.orders import Order
    from firmware_bridge.table import Status, Table
    from hardware.virtual import Hand, VirtualBoard


class Stand:
    """The hand above the daemon's board, and what the players see."""

    def __init__(self, daemon: Daemon, board: VirtualBoard) -> None:
        self.daemon = daemon
        self.board = board
        self.journal = daemon.journal

    @property
    def now(self) -> float:
        """Seconds of the daemon's clock."""
        return self.daemon.clock()

    @property
    def hand(self) -> Hand:
        """The hand above the board."""
        return self.board.hand

    @property
    def table(self) -> Table:
        """The owner of the game."""
        return self.daemon.bridge.table

    @property
    def game(self) -> Match:
        """The game in progress."""
        return self.table.match

    @property
    def status(self) -> Status:
        """What the players see."""
        return self.table.status

    @property
    def lights(self) -> LightMap:
        """The light of this moment by point."""
        return LightMap(self.daemon.bridge.colors(self.now))

    def obey(self, order: Order) -> None:
        """An order by button or page."""
        self.daemon.obey(order)

    def power_cut(self) -> None:
        """Take the game up again from the journal, as after a restart."""
        resume(self.daemon, self.daemon.journal)
