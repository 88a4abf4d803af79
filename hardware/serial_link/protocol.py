"""The host's end of the protocol, without I/O.

Give it what arrived (:meth:`HostProtocol.receive`) and the time (:meth:`HostProtocol.tick`); it gives back what
happened (:meth:`HostProtocol.events`) and what to send (:meth:`HostProtocol.data_to_send`). It touches no port, asks
no clock and never waits.
"""

from __future__ import annotations

import binascii
from enum import Enum
from typing import TYPE_CHECKING, Final

from hardware.firmware import messages
from hardware.firmware.wire import VERSION, FrameReader, frame
from hardware.serial_link import ailments
from hardware.serial_link.events import Hello, Report, Restarted, Snapshot, Tally, Wish

if TYPE_CHECKING:
    from hardware.serial_link.ailments import Ailment
    from hardware.serial_link.events import Event

ASK_EVERY: Final = 0.1  # seconds between two tries to get an answer
PATIENCE: Final = 1.0  # seconds to answer; a board that runs needs five milliseconds
SILENCE: Final = 1.0  # seconds without a frame; ten heartbeats
WISH_EVERY: Final = 0.5  # seconds; the board thinks it is alone after two
SHOW_EVERY: Final = 0.25  # seconds after which a picture is sent again, should it have been lost
STALE: Final = 16  # frames: one that is so little behind the newest was repeated or delayed on the way

_AT_ONCE = float("-inf")


class State(Enum):
    """Where the conversation stands."""

    GREETING = "greeting"
    UP = "up"
    AILING = "ailing"


class HostProtocol:
    """One conversation with a board; :meth:`connect` begins it anew on a fresh port."""

    def __init__(self, wish: Wish | None = None) -> None:
        self.state = State.GREETING
        self.ailment: Ailment | None = None  # why it is not up; the first cause stays until the board answers
        self.hello: Hello | None = None
        self.tally = Tally()
        self._wish = wish or Wish()
        self._rgb = b""
        self._events: list[Event] = []
        self._due: set[int] = set()  # types of frames
        self.connect(0.0)

    def connect(self, now: float) -> None:
        """A port was opened: forget what was half received, and greet whoever is there."""
        self.state = State.GREETING
        self.ailment = None
        self._reader = FrameReader(crc16)
        self._events = []
        self._due = set()
        self._newest: int | None = None  # sequence number
        self._sequence = 0
        self._noise = 0  # bytes since the greeting began, none of them in a frame
        self._since = self._heard_at = self._ask_at = now
        self._wish_at = self._show_at = _AT_ONCE

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes in chunks of any size."""
        self._noise += len(data)
        for answer in self._reader.feed(data):
            if isinstance(answer, str):
                self.tally.bad += 1
            else:
                self._noise = 0
                self._hear(answer, now)

    def tick(self, now: float) -> None:
        """Let time pass; call it often, with or without data."""
        if self.state is State.UP:
            self._keep_up(now)
        else:
            self._keep_asking(now)

    def events(self) -> list[Event]:
        """What happened since the last call."""
        events, self._events = self._events, []
        return events

    def data_to_send(self) -> bytes:
        """What to send now; pictures that were not fetched in time are replaced by newer ones."""
        due, self._due = self._due, set()
        return b"".join(self._frame(kind) for kind in (messages.ASK, messages.WISH, messages.LIGHTS) if kind in due)

    @property
    def wish(self) -> Wish:
        """How the board should behave; set it to change that."""
        return self._wish

    @wish.setter
    def wish(self, wish: Wish) -> None:
        self._wish = wish
        self._wish_at = _AT_ONCE

    def show(self, rgb: bytes) -> None:
        """Light the strip, three bytes an LED; the last picture holds until the next."""
        self._rgb = rgb
        if self.state is State.UP:
            self._due.add(messages.LIGHTS)

    def _keep_asking(self, now: float) -> None:
        if now >= self._ask_at:
            self._ask_at = now + ASK_EVERY
            self._due.add(messages.ASK)
        if self.state is State.GREETING and now - self._since >= PATIENCE:
            self._ail(ailments.NO_SENSE if self._noise else ailments.NO_ANSWER)

    def _keep_up(self, now: float) -> None:
        if now - self._heard_at >= SILENCE:
            self._ail(ailments.SILENT)
            return
        if now >= self._wish_at:
            self._wish_at = now + WISH_EVERY
            self._due.add(messages.WISH)
        if now >= self._show_at:
            self._due.add(messages.LIGHTS)
        if messages.LIGHTS in self._due:
            self._show_at = now + SHOW_EVERY

    def _ail(self, ailment: Ailment) -> None:
        """The one exit for trouble: the first cause wins."""
        if self.ailment is None:
            self.ailment = ailment
            self._events.append(ailment)
        self.state = State.AILING

    def _frame(self, kind: int) -> bytes:
        if kind == messages.LIGHTS and not self._rgb:
            return b""
        self._sequence += 1
        return frame(kind, self._sequence, self._payload(kind))

    def _payload(self, kind: int) -> bytes:
        if kind == messages.LIGHTS:
            return messages.lights(self._rgb)
        if kind == messages.ASK:
            return b""
        wish = self._wish
        return messages.wish(int(wish.raw), wish.brightness, wish.deadband, wish.milliamps)

    def _hear(self, heard: tuple[int, int, int, bytes], now: float) -> None:
        version, kind, sequence, payload = heard
        if version != VERSION:
            self._hear_foreign(version, kind, payload)
        elif kind == messages.HELLO:
            self._hear_hello(payload, sequence, now)
        elif self.state is State.UP and self.hello is not None:
            self._hear_news(self.hello, kind, sequence, payload, now)

    def _hear_foreign(self, version: int, kind: int, payload: bytes) -> None:
        self.tally.foreign += 1
        firmware = messages.firmware_of(payload) if kind == messages.HELLO else None
        if firmware is None:
            return
        skewed = ailments.skewed(version, firmware)
        if skewed != self.ailment:
            self.ailment = None  # it is not silent then, whatever we thought
            self._ail(skewed)

    def _hear_hello(self, payload: bytes, sequence: int, now: float) -> None:
        read = messages.read_hello(payload)
        if read is None:
            self.tally.bad += 1
            return
        self.tally.frames += 1
        self._heard_at = now
        firmware, board_id, boot, (linear, *rest) = read
        hello = Hello(firmware, board_id, boot, bool(linear), *rest)
        if self.state is State.UP and hello == self.hello:
            return
        if self.state is State.UP:
            self._restarted()
        self.state = State.UP
        self.ailment = None
        self.hello = hello
        self._newest = sequence
        self._wish_at = self._show_at = _AT_ONCE
        self._events.append(hello)

    def _restarted(self) -> None:
        self.tally.restarts += 1
        self._events.append(Restarted())

    def _hear_news(self, hello: Hello, kind: int, sequence: int, payload: bytes, now: float) -> None:
        if self._newest is not None and (self._newest - sequence) & 0xFF < STALE:
            self.tally.stale += 1
            return
        event = _read_status(hello, payload) if kind == messages.STATUS else _read_snapshot(hello, kind, payload, now)
        if event is None:
            self.tally.bad += 1
            return
        self.tally.frames += 1
        self._newest = sequence
        self._heard_at = now
        if isinstance(event, Restarted):
            self._restarted()
            self.state = State.GREETING
            self._since = self._ask_at = now
        else:
            self._events.append(event)


def _read_snapshot(hello: Hello, kind: int, payload: bytes, now: float) -> Snapshot | None:
    """A snapshot, if a board that said this *hello* can have sent it."""
    if kind != (messages.COUNTS if hello.linear else messages.SWITCHES):
        return None
    read = messages.read_counts(payload) if hello.linear else messages.read_switches(payload)
    if read is None or len(read[1]) != hello.inputs or len(read[0]) != 2 * hello.buttons:
        return None
    return Snapshot(now, read[1], read[0])


def _read_status(hello: Hello, payload: bytes) -> Report | Restarted | None:
    """A report, or news that its sender is not the one that said *hello*: that hello was lost."""
    read = messages.read_status(payload)
    if read is None:
        return None
    boot, uptime, counters, mode, brightness = read
    if boot != hello.boot:
        return Restarted()
    rate, bad, late, unsent, skipped, dimmed = counters
    return Report(uptime, rate, bad, late, unsent, skipped, dimmed, mode, brightness)


def crc16(body: bytes) -> int:
    """The frames' checksum, by the standard library."""
    return binascii.crc_hqx(body, 0xFFFF)
