"""Sensors on a microcontroller over USB."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.errors import BadConfig, HardwareFault
from hardware.maps import PointOrder
from hardware.serial_link import ailments
from hardware.serial_link.link import SerialLink, shared_link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.config.settings import SerialLink as Settings
    from hardware.protocols import Frame
    from hardware.serial_link.events import Report, Snapshot

    Watch = Callable[[int], None]


class SerialSensors:
    """Frames from the microcontroller, as they arrive; nothing while it is silent, restarts or is not understood.

    ``read`` never waits. An event loop that wants to know at once gives :meth:`watch` two functions, for
    ``add_reader`` and ``remove_reader``, and calls ``read`` whenever the descriptor is ready; calling it now and then
    as well keeps the conversation going.
    """

    def __init__(
        self, settings: Settings, inputs: Sequence[int], *, linear: bool = True, link: SerialLink | None = None
    ) -> None:
        wired = settings.inputs // 2 if linear else settings.inputs
        if max(inputs) >= wired:
            raise BadConfig(f"input {max(inputs)} is not wired; a microcontroller has inputs 0 to {wired - 1}")
        self.linear = linear
        self.link = link or shared_link(settings.port, settings.baud)
        self.link.wish = replace(self.link.wish, deadband=settings.deadband)
        self._order = PointOrder(inputs)
        self._needed = max(inputs) + 1
        self._sign = 1 if settings.white_up or not linear else -1
        self._seen: Snapshot | None = None
        self._restarts = 0
        self._is_open = False
        self._watch: tuple[Watch, Watch] | None = None

    def open(self) -> None:
        """Claim the port; the handshake follows with the reads."""
        self.close()
        self._restarts = self.link.restarts
        self.link.open(self)
        self._is_open = True

    def read(self, now: float) -> Frame | None:
        """The newest frame; ``None`` when none has arrived since the last call."""
        if not self._is_open:
            raise HardwareFault("the sensors' port is not open; open it first")
        try:
            return self._newest(now)
        except HardwareFault:
            self.close()
            raise

    def close(self) -> None:
        """Release the port, unless lights or buttons still use it."""
        if self._is_open:
            self._is_open = False
            self.link.close(self)

    @property
    def line(self) -> str:
        """The line to the board, in words."""
        return self.link.line

    @property
    def report(self) -> Report | None:
        """How the board says it is doing, once a second."""
        return self.link.report

    @property
    def raw(self) -> bool:
        """Whether the board sends every scan, as calibration wants it; otherwise only what changed, and a heartbeat."""
        return self.link.wish.raw

    @raw.setter
    def raw(self, raw: bool) -> None:
        self.link.wish = replace(self.link.wish, raw=raw)

    def fileno(self) -> int:
        """The port's descriptor; -1 while there is none. It changes when the cable is pulled: see :meth:`watch`."""
        return self.link.fileno()

    def watch(self, opened: Watch, closing: Watch) -> None:
        """Call *opened* with every descriptor to wait on from now on, and *closing* just before it is closed."""
        self._watch = (opened, closing)
        if self._is_open and self.fileno() >= 0:
            opened(self.fileno())

    def port_opened(self, fd: int) -> None:
        """The link has a port."""
        if self._watch is not None:
            self._watch[0](fd)

    def port_closing(self, fd: int) -> None:
        """The link gives its port up."""
        if self._watch is not None:
            self._watch[1](fd)

    def _newest(self, now: float) -> Frame | None:
        link = self.link
        link.poll(now)
        if link.ailment is not None:
            raise link.ailment.error()
        if link.restarts != self._restarts:
            self._restarts = link.restarts
            raise ailments.RESTARTED.error()
        snapshot = link.snapshot
        if snapshot is None or snapshot is self._seen:
            return None
        self._check()
        self._seen = snapshot
        return self._order.frame(snapshot.time, self._signed(snapshot.values))

    def _check(self) -> None:
        hello = self.link.hello
        if hello is None:
            return
        if hello.linear != self.linear:
            raise ailments.wrong_sensors(hello.linear).error()
        if hello.inputs < self._needed:
            raise ailments.too_few("inputs", hello.inputs, self._needed).error()

    def _signed(self, values: tuple[int, ...]) -> tuple[int, ...]:
        return values if self._sign > 0 else tuple([-value for value in values])
