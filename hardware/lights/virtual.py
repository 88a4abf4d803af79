"""Lights in memory: they keep what they show, and can fail or hang like a strip."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from hardware.errors import HardwareFault
from hardware.lights.strip import DARK, checked
from hardware.protocols import POINT_COUNT
from yinsh_core.points import Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb


class VirtualLights:
    """Shows frames to whoever looks: ``lights["F6"]``, ``lights.colors``, ``lights.frames``.

    Its faults are those of a strip: :meth:`fail` makes every call raise, :meth:`block` makes ``show`` hang;
    :meth:`heal` ends both.
    """

    def __init__(self, settings: object = None, leds: Sequence[int] = ()) -> None:  # noqa: ARG002
        """Take no notice of the wiring: memory has none."""
        self.colors: tuple[Rgb, ...] = (DARK,) * POINT_COUNT
        self.frames = 0  # taken since the beginning; the dark ones of open and close do not count
        self.changes = 0  # frames that differed from the one before
        self.opened = 0  # how often it was opened
        self.is_open = False
        self._fault = ""
        self._blocked = False
        self._gate = threading.Condition()

    def __getitem__(self, point: Point | str) -> Rgb:
        return self.colors[Point(point).index]

    @property
    def dark(self) -> bool:
        """Whether no LED is lit."""
        return not any(map(any, self.colors))

    def open(self) -> None:
        """Start dark."""
        if self._fault:
            raise HardwareFault(self._fault)
        self.colors = (DARK,) * POINT_COUNT
        self.is_open = True
        self.opened += 1

    def show(self, colors: Sequence[Rgb]) -> None:
        """Keep one frame."""
        checked(colors)
        session = self.opened
        with self._gate:
            self._gate.wait_for(lambda: not self._blocked or not self.is_open)
            if not self.is_open or session != self.opened:
                raise HardwareFault("the virtual lights are not open")
            if self._fault:
                raise HardwareFault(self._fault)
            self.changes += self.colors != tuple(colors)
            self.colors = tuple(colors)
            self.frames += 1

    def close(self) -> None:
        """End dark; a call that hangs is let go, as by a pulled plug."""
        with self._gate:
            self.is_open = False
            self.colors = (DARK,) * POINT_COUNT
            self._gate.notify_all()

    def fail(self, fault: str = "the virtual lights are broken; heal them") -> None:
        """From now on every call raises this."""
        self._fault = fault

    def block(self) -> None:
        """From now on ``show`` hangs until :meth:`heal` or :meth:`close`."""
        self._blocked = True

    def heal(self) -> None:
        """End every fault."""
        with self._gate:
            self._fault = ""
            self._blocked = False
            self._gate.notify_all()
