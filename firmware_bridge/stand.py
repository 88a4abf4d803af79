"""A running daemon with a virtual board, as transcripts and people at a keyboard see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.playground import Playground

if TYPE_CHECKING:
    from firmware_bridge.bridge import Bridge
    from firmware_bridge.daemon import Daemon
    from firmware_bridge.orders import Order
    from hardware.virtual import VirtualBoard


class Stand(Playground):
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
    def bridge(self) -> Bridge:
        """The daemon's."""
        return self.daemon.bridge

    def obey(self, order: Order) -> None:
        """An order by button or page."""
        self.daemon.obey(order)

    def power_cut(self) -> None:
        """Take the game up again from the journal, as after a restart."""
        self.daemon.resume()
