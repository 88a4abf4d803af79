"""One line to one microcontroller, shared by its sensors, lights and buttons, and mended by itself.

Whoever uses the line says so with :meth:`SerialLink.open` and :meth:`SerialLink.close`; the port is open while anyone
does. Lights live on a thread of their own, so everything here holds a lock, and nothing here waits. While someone tends
the line (sensors do), only that thread opens and closes the port, so that an event loop can watch its descriptor.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakValueDictionary

from hardware.errors import HardwareFault
from hardware.ports import AUTO, find_ports
from hardware.serial_link import ailments
from hardware.serial_link.ailments import dotted
from hardware.serial_link.events import Hello, Report, Restarted, Snapshot
from hardware.serial_link.protocol import HostProtocol, State
from hardware.serial_port import Port

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.serial_link.ailments import Ailment
    from hardware.serial_link.events import Event, Tally, Wish

RETRY_EVERY: Final = 0.25  # seconds between two looks for a port that is gone

_log = logging.getLogger(__name__)


class PortLike(Protocol):
    """What the link needs of a port."""

    device: str

    def fileno(self) -> int:
        """The descriptor to wait on."""

    def read(self) -> bytes:
        """What has arrived, without waiting."""

    def write(self, data: bytes) -> int:
        """How much was taken, without waiting."""

    def close(self, *, discard: bool = False) -> None:
        """Let it go, with or without what has not been sent."""


class Tender(Protocol):
    """Who tends the line, and hears of the port's comings and goings on its own thread."""

    def port_opened(self, fd: int) -> None:
        """There is a descriptor to watch."""

    def port_closing(self, fd: int) -> None:
        """Its time is over: stop watching it."""


class SerialLink:
    """The line to the microcontroller at *wanted* (see :func:`~hardware.ports.find_ports`)."""

    def __init__(
        self,
        wanted: str = AUTO,
        baud: int = 115_200,
        *,
        find: Callable[[str], list[str]] = find_ports,
        open_port: Callable[[str, int], PortLike] = Port,
    ) -> None:
        self.wanted = wanted
        self.snapshot: Snapshot | None = None  # the newest, while the line is up
        self.report: Report | None = None
        self.restarts = 0  # seen while the line was up
        self._baud = baud
        self._find = find
        self._open_port = open_port
        self._protocol = HostProtocol()
        self._port: PortLike | None = None
        self._fault = ""  # why there is no port; a text, since an error that is raised again and again grows
        self._unsent = b""  # the rest of a frame that the system did not take whole
        self._users = 0
        self._tender: Tender | None = None
        self._turn = -1  # which of several ports was tried last
        self._retry_at = float("-inf")
        self._fresh = False  # the port was opened since the last poll
        self._answered = False  # someone said hello on this port
        self._lock = threading.RLock()

    @property
    def up(self) -> bool:
        """Whether the board has said hello and keeps talking."""
        return self._port is not None and self._protocol.state is State.UP

    @property
    def ailment(self) -> Ailment | None:
        """What is wrong with the conversation; ``None`` while it is up or has just begun."""
        return self._protocol.ailment

    @property
    def hello(self) -> Hello | None:
        """Who answered last."""
        return self._protocol.hello

    @property
    def tally(self) -> Tally:
        """What the line did so far."""
        return self._protocol.tally

    @property
    def line(self) -> str:
        """Where the line goes, who answers, and what came through, for whoever looks after the board."""
        port, hello, tally = self._port, self.hello, self.tally
        where = f"{port.device}, " if port else f"no port ({self.wanted}), "
        who = f"firmware {dotted(hello.firmware)}" if hello else "nobody has answered"
        told = self.report.bad_frames if self.report else 0
        lost = f"{tally.bad + told} damaged" if tally.bad + told else "none damaged"
        return f"{where}{who}, {tally.frames:,} messages, {lost}, {self.restarts} restarts"

    @property
    def wish(self) -> Wish:
        """How the board should behave."""
        return self._protocol.wish

    @wish.setter
    def wish(self, wish: Wish) -> None:
        with self._lock:
            self._protocol.wish = wish

    def fileno(self) -> int:
        """The port's descriptor; -1 while there is none."""
        port = self._port
        return -1 if port is None else port.fileno()

    @property
    def tended(self) -> bool:
        """Whether someone polls the line, so that others need not."""
        return self._tender is not None

    def open(self, tender: Tender | None = None) -> None:
        """Use the line; raise ``HardwareFault`` with cause and cure if no port can be opened."""
        with self._lock:
            if self._protocol.state is State.AILING and not self.tended:
                self._drop()  # a port can hang: begin with a new one
            if self._port is None:
                self._connect()
            self._users += 1
            if tender is not None:
                self._tender = tender
                tender.port_opened(self.fileno())

    def close(self, tender: Tender | None = None) -> None:
        """Use the line no more; the last one to leave closes the port."""
        with self._lock:
            if tender is not None and tender is self._tender:
                self._tell_closing()
                self._tender = None
            self._users = max(0, self._users - 1)
            if not self._users:
                self._drop()

    def poll(self, now: float) -> None:
        """Take what has arrived and send what is due; raise ``HardwareFault`` when the port is gone."""
        with self._lock:
            port = self._reconnected(now)
            try:
                data = port.read()
            except Exception as error:  # whatever the layers below like to raise: termios.error is no OSError
                raise self._lost(now) from error
            self._converse(data, now)
            try:
                self._flush(port)
            except Exception as error:
                raise self._lost(now) from error

    def flush(self) -> None:
        """Send what is due, and leave all else to whoever tends the line; raise ``HardwareFault`` without a port."""
        with self._lock:
            if self._port is None:
                raise HardwareFault(self._fault or str(ailments.GONE.error()))
            with contextlib.suppress(Exception):  # the tender will notice, and knows what to do
                self._flush(self._port)

    def show(self, rgb: bytes) -> None:
        """Light the strip with the next poll or flush, three bytes an LED."""
        with self._lock:
            self._protocol.show(rgb)

    def send(self, data: bytes) -> None:
        """Send a frame of the caller's own making with the next poll."""
        with self._lock:
            self._unsent += data

    def _reconnected(self, now: float) -> PortLike:
        port = self._port
        if port is None:
            if self._fault and now < self._retry_at:
                raise HardwareFault(self._fault)
            self._retry_at = now + RETRY_EVERY
            port = self._connect()
        if self._fresh:
            self._fresh = False
            self._protocol.connect(now)
        return port

    def _connect(self) -> PortLike:
        try:
            self._port = port = self._open_port(self._choose(), self._baud)
        except HardwareFault as fault:
            self._fault = str(fault)
            raise
        self._fresh = True
        self._answered = False
        self._fault = ""
        if self._tender is not None:
            self._tender.port_opened(port.fileno())
        return port

    def _choose(self) -> str:
        """One of the devices that fit; the next one when the last did not answer."""
        devices = self._find(self.wanted)
        if not devices:
            what = "no microcontroller" if self.wanted == AUTO else f"no device called {self.wanted!r}"
            raise HardwareFault(f"{what} is plugged in; plug it in, with a cable that carries data too")
        if not self._answered:
            self._turn += 1
        return devices[self._turn % len(devices)]

    def _lost(self, now: float) -> HardwareFault:
        self._drop()
        self._retry_at = now + RETRY_EVERY
        fault = ailments.GONE.error()
        self._fault = str(fault)
        return fault

    def _drop(self) -> None:
        self._tell_closing()
        if self._port is not None:
            self._port.close(discard=not self.up)
        self._port = None
        self._unsent = b""
        self.snapshot = None

    def _tell_closing(self) -> None:
        if self._tender is not None and self._port is not None:
            self._tender.port_closing(self._port.fileno())

    def _converse(self, data: bytes, now: float) -> None:
        self._protocol.receive(data, now)
        self._protocol.tick(now)
        for event in self._protocol.events():
            self._note(event)

    def _note(self, event: Event) -> None:
        if isinstance(event, Snapshot):
            self.snapshot = event
        elif isinstance(event, Report):
            self.report = event
        else:
            self.snapshot = None
            self._log(event)

    def _log(self, event: Hello | Restarted | Ailment) -> None:
        device = self._port.device if self._port else self.wanted
        if isinstance(event, Hello):
            self._answered = True
            _log.info("%s: %s", device, event)
        elif isinstance(event, Restarted):
            self.restarts += 1
            _log.warning("%s: %s; %s", device, ailments.RESTARTED.fault, ailments.RESTARTED.cure)

    def _flush(self, port: PortLike) -> None:
        """Hand the system whole frames, one batch after the other, as fast as it takes them."""
        if not self._unsent:
            self._unsent = self._protocol.data_to_send()
        if self._unsent:
            self._unsent = self._unsent[port.write(self._unsent) :]


_LINKS: WeakValueDictionary[str, SerialLink] = WeakValueDictionary()


def shared_link(wanted: str, baud: int = 115_200) -> SerialLink:
    """The link to *wanted*, the same for everyone who uses it now; empty means the one in use, whichever it is."""
    wanted = wanted or next(iter(_LINKS), AUTO)
    link = _LINKS.get(wanted)
    if link is None:
        link = _LINKS[wanted] = SerialLink(wanted, baud)
    return link
