"""The ways in which a board breaks, on demand."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING, Protocol

from hardware.virtual.physics import ADC_LOW
from yinsh_core.points import Point

if TYPE_CHECKING:
    from hardware.virtual.board import VirtualBoard

_CONTACT = (0.05, 0.4)  # seconds that a loose wire holds
_DROPOUT = (0.01, 0.15)  # seconds that it does not
_FORGET = 10.0  # seconds without a frame after which nobody could tell what happened in between
_CHATTER = (0.001, 0.008)  # seconds between two crackles of a dying switch


class _Fault(Protocol):
    def reading(self, true: int, now: float) -> int:
        """What the sensor says instead of *true*."""


class _Constant:
    """Says the same whatever stands there."""

    def __init__(self, value: int) -> None:
        self._value = value

    def reading(self, true: int, now: float) -> int:  # noqa: ARG002 - that is the fault
        return self._value


class _Alternating:
    """Wavers by itself: between the truth and nothing, or between on and off whatever is true."""

    def __init__(
        self,
        values: tuple[int | None, int],
        spans: tuple[tuple[float, float], tuple[float, float]],
        chance: random.Random,
    ) -> None:
        self._values = values
        self._spans = spans
        self._chance = chance
        self._phase = 0
        self._until = -math.inf

    def reading(self, true: int, now: float) -> int:
        if now - self._until > _FORGET:
            self._until = now
        while self._until <= now:
            self._phase = 1 - self._phase
            self._until += self._chance.uniform(*self._spans[self._phase])
        value = self._values[self._phase]
        return true if value is None else value


class Faults:
    """A menu of failures: sensors by point, the whole board, the lights."""

    def __init__(self, board: VirtualBoard) -> None:
        self.unplugged = False
        self._board = board
        self._sensors: dict[int, _Fault] = {}

    def stick(self, point: Point | str, *, on: bool) -> None:
        """The sensor always reads a ring (*on*) or nothing."""
        site = Point(point).index
        self._sensors[site] = _Constant(self._board.field.level(site, on=on))

    def dead(self, point: Point | str) -> None:
        """The sensor's wire is broken: a switch never closes, a linear one reads the bottom of its range."""
        self._sensors[Point(point).index] = _Constant(ADC_LOW if self._board.linear else 0)

    def flicker(self, point: Point | str) -> None:
        """A loose wire: what the sensor reads is lost for a moment, again and again."""
        site = Point(point).index
        nothing = self._board.field.level(site, on=False)
        self._sensors[site] = _Alternating((None, nothing), (_CONTACT, _DROPOUT), self._chance("flicker", site))

    def chatter(self, point: Point | str) -> None:
        """The sensor crackles on and off all the time, whatever stands there."""
        site = Point(point).index
        field = self._board.field
        values = (field.level(site, on=True), field.level(site, on=False))
        self._sensors[site] = _Alternating(values, (_CHATTER, _CHATTER), self._chance("chatter", site))

    def unplug(self) -> None:
        """Pull the board's cable: reading it fails from now on."""
        self.unplugged = True

    def replug(self) -> None:
        """Plug the cable in again."""
        self.unplugged = False

    def block_lights(self) -> None:
        """Let every frame for the LEDs hang until they are cleared or closed."""
        self._board.lights.block()

    def fail_lights(self) -> None:
        """Let every frame for the LEDs fail."""
        self._board.lights.fail()

    def clear(self, point: Point | str | None = None) -> None:
        """Repair the sensor at *point*, or everything."""
        if point is not None:
            self._sensors.pop(Point(point).index, None)
            return
        self._sensors.clear()
        self.unplugged = False
        self._board.lights.heal()

    def distort(self, readings: tuple[int, ...], now: float) -> tuple[int, ...]:
        """What the broken sensors make of *readings*; the same object when none is broken."""
        if not self._sensors:
            return readings
        distorted = list(readings)
        for site, fault in self._sensors.items():
            distorted[site] = fault.reading(readings[site], now)
        return tuple(distorted)

    def _chance(self, fault: str, site: int) -> random.Random:
        return random.Random(f"{fault} {site} {self._board.seed}")
