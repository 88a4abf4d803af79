"""A seeded world: virtual clock, virtual board with a hand, journal in memory, and the whole bridge in between.

>>> w = World(sensing="presence", seed=3)
>>> w.hand.put("F6", "white ring")
>>> w.run(ms=1500)
>>> [str(action) for action in w.game.actions]
['F6']
>>> str(w.status)
'waiting'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.bridge import Bridge
from firmware_bridge.debounce import Debounce
from firmware_bridge.effects import Effect, Remember, Write
from firmware_bridge.entries import replay
from firmware_bridge.journal import Journal, JournalError, MemoryJournal
from firmware_bridge.playground import Playground
from firmware_bridge.remembered import recall
from firmware_bridge.table import Table
from firmware_bridge.yinsh import Yinsh
from hardware.classifier import Classifier
from hardware.errors import HardwareFault
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard, factory_calibration

if TYPE_CHECKING:
    from firmware_bridge.orders import Order
    from firmware_bridge.verdicts import Timing

SWITCH_HOLD = 0.020  # seconds: reeds bounce for up to a millisecond, hands for longer
LINEAR_HOLD = 0.010


class World(Playground):
    """Everything that a café's table has, in one object that obeys a seed."""

    def __init__(
        self,
        sensing: Sensing | str = Sensing.FULL,
        seed: int = 0,
        *,
        variant: str = "standard",
        scan_hz: float = 200.0,
        journal: Journal | None = None,
        timing: Timing | None = None,
        board: VirtualBoard | None = None,
    ) -> None:
        self.board = board or VirtualBoard(sensing, seed)
        self.journal = journal or MemoryJournal()
        self.news: list[Effect] = []
        self._step = 1.0 / scan_hz
        self._unsaved: list[Write] = []
        self._variant, self._timing = variant, timing
        self._bridge = self._start()

    def power_cut(self) -> None:
        """The bridge forgets everything that is not in the journal, and starts anew."""
        self._unsaved.clear()
        self._bridge = self._start()

    def _start(self) -> Bridge:
        linear = self.board.linear
        table = Table(Yinsh(), self.board.sensing, variant=self._variant, timing=self._timing)
        debounce = Debounce(LINEAR_HOLD if linear else SWITCH_HOLD, votes=linear)
        classifier = Classifier(factory_calibration(self.board)) if linear else None
        recall(table, self.journal.settings())
        table.begin(self.now, replay(self.journal.entries()))
        return Bridge(table, debounce, classifier)

    @property
    def now(self) -> float:
        """Seconds since this world began."""
        return self.board.now

    @property
    def bridge(self) -> Bridge:
        """The stations between sensors and lights."""
        return self._bridge

    def run(self, ms: float = 0.0) -> None:
        """Let the hand finish what it was told, then let *ms* milliseconds pass."""
        end = max(self.now, self.hand.free_at) + ms / 1000
        while self.now < end:
            self.scan(min(self.now + self._step, end))

    def scan(self, now: float) -> None:
        """One frame of the board."""
        try:
            effects = self.bridge.frame(self.board.read(now), now)
        except HardwareFault:
            self.table.lost_board(now)
            effects = []
        self._carry_out(effects + self.bridge.tick(now))
        self._save(now)

    def obey(self, order: Order) -> None:
        """An order by button or page."""
        self._carry_out(self.table.obey(order, self.now))
        self._save(self.now)

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Write():
                    self._unsaved.append(effect)
                case Remember(name, value):
                    self.journal.remember(name, value)
                case _:
                    self.news.append(effect)

    def _save(self, now: float) -> None:
        while self._unsaved:
            try:
                self.journal.append(self._unsaved[0].entry)
            except JournalError:
                return
            number = self._unsaved.pop(0).number
            self._carry_out(self.table.saved(number, now))
