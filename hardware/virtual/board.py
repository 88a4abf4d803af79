"""A board of wood and magnets in memory: pieces, sensors, lights and faults on one timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.errors import HardwareFault
from hardware.lights.virtual import VirtualLights
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Frame, Sensing
from hardware.virtual.faults import Faults
from hardware.virtual.hand import Hand
from hardware.virtual.physics import Physics, make_field
from hardware.virtual.pieces import PieceSet, yinsh_pieces
from hardware.virtual.timeline import Change, Stack, Step, Table, Timeline, stand
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from hardware.virtual.pieces import Piece
    from hardware.virtual.timeline import Kind


class VirtualBoard:
    """What a board with real pieces would read, when its :attr:`hand` does this and that.

    All times are seconds on one timeline that :meth:`read` moves forward: virtual in tests, the monotonic
    clock in the daemon. The same seed and the same acts give the same readings.
    """

    def __init__(
        self,
        sensing: Sensing | str = Sensing.FULL,
        seed: int = 0,
        *,
        physics: Physics | None = None,
        pieces: PieceSet | None = None,
        places: bool = False,
    ) -> None:
        self.sensing = Sensing(sensing)
        self.linear = self.sensing is Sensing.FULL
        self.seed = seed
        self.pieces = pieces or yinsh_pieces(self.sensing)
        self.now = 0.0
        sites = POINT_COUNT + (PLACE_COUNT if places else 0)
        self.places = range(POINT_COUNT, sites)
        self.physics = physics or Physics()
        self.field = make_field(self.sensing, sites, self.physics, seed)
        self.faults = Faults(self)
        self.lights = VirtualLights()
        self.lights.open()
        self.supply = dict(self.pieces.piles)
        self._table = Table(sites)
        self._planned: list[Stack] = [()] * sites
        self._timeline = Timeline()
        self._targets = [0.0] * sites
        self._turns = [0] * sites
        self.hand = Hand(self)

    @property
    def contents(self) -> dict[Point, Stack]:
        """What stands where, bottom to top, once the hand has done all it was told; empty points are left out."""
        return _by_point(self._planned)

    def contents_at(self, now: float) -> dict[Point, Stack]:
        """What stands where at a time to come; what the hand holds then stands nowhere."""
        self._must_not_be_past(now)
        stacks = list(self._table.stacks)
        for change in self._timeline.changes(now):
            stand(stacks, change)
        return _by_point(stacks)

    def read(self, now: float) -> Frame:
        """Let time pass until *now* and scan the board."""
        self._must_not_be_past(now)
        for at, event in self._timeline.due(now):
            self._happen(at, event)
        self.now = now
        if self.faults.unplugged:
            raise HardwareFault("the virtual board is unplugged; plug it in again where its cable was pulled")
        readings = self.faults.distort(self.field.frame(now), now)
        if len(readings) == POINT_COUNT:
            return Frame(now, readings)
        return Frame(now, readings[:POINT_COUNT], readings[POINT_COUNT:])

    def stack(self, site: int) -> Stack:
        """What will stand at *site*, bottom to top; sites are points by index, then the ring places."""
        return self._planned[site]

    def plan(self, at: float, kind: Kind, site: int, piece: Piece) -> None:
        """Let a hand change something at time *at*."""
        change = Change(kind, site, piece)
        stand(self._planned, change)
        self._timeline.add(at, change)

    def _happen(self, at: float, event: Change | Step) -> None:
        site = event.site
        if isinstance(event, Step):
            if event.turn == self._turns[site]:
                self.field.set(site, event.value)
            return
        self._table.apply(event)
        old, new = self._targets[site], self.field.target(self._table.magnets[site])
        if old != new:
            self._targets[site] = new
            self._turns[site] += 1
            for delay, value in self.field.steps(old, new):
                self._timeline.add(at + delay, Step(site, value, self._turns[site]))

    def _must_not_be_past(self, now: float) -> None:
        if now < self.now:
            raise ValueError(f"time runs forward: {now} s is before {self.now} s, the last frame")


def _by_point(stacks: list[Stack]) -> dict[Point, Stack]:
    return {point: stacks[point.index] for point in POINTS if stacks[point.index]}
