"""A line that lies, and a world in which a host and a simulated microcontroller talk over it.

Bytes go through a real pseudo-terminal; time is virtual, so a minute takes a moment and a seed replays everything.
"""

from __future__ import annotations

import random
import select
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware.config.settings import BoardConfig
from hardware.firmware.wire import frame
from hardware.firmware_sim import SimulatedPico
from hardware.lights.serial import SerialLights
from hardware.ports import find_ports
from hardware.protocols import POINT_COUNT, Frame
from hardware.sensors.serial import SerialSensors
from hardware.serial_link.controls import SerialControls
from hardware.serial_link.link import SerialLink
from hardware.serial_link.protocol import HostProtocol
from hardware.serial_port import Port
from hardware.supervise import SupervisedControls, SupervisedSensors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hardware.protocols import Press

TURN = 0.005  # seconds between two scans
SETTINGS = BoardConfig()


@dataclass(frozen=True)
class Lies:
    """What a line does to frames; shares are of all frames."""

    loss: float = 0.0
    twice: float = 0.0
    damage: float = 0.0
    delay: float = 0.0  # seconds at most
    bytewise: bool = False
    flood: int = 0  # bytes of garbage before every frame, at most
    hostile: bool = False  # well-formed frames that say nonsense


class LyingLine:
    """One direction of a line."""

    def __init__(self, lies: Lies, rng: random.Random) -> None:
        self.lies = lies
        self._rng = rng
        self._waiting: list[tuple[float, bytes]] = []
        self._tail = b""  # of a frame whose end has not come

    def carry(self, data: bytes, now: float) -> bytes:
        """Take *data* in; give out what arrives now."""
        *pieces, self._tail = (self._tail + data).split(b"\0")
        for piece in (b"\0" + piece + b"\0" for piece in pieces if piece):
            for copy in self._copies(piece):
                self._waiting.append((now + self._rng.random() * self.lies.delay, copy))
        arriving = [piece for at, piece in self._waiting if at <= now]
        self._waiting = [(at, piece) for at, piece in self._waiting if at > now]
        return b"".join(arriving)

    def _copies(self, piece: bytes) -> Iterator[bytes]:
        rng, lies = self._rng, self.lies
        if lies.flood:
            yield rng.randbytes(rng.randrange(lies.flood))
        if lies.hostile:
            yield nonsense(rng)
        if rng.random() < lies.loss:
            return
        yield damaged(piece, rng) if rng.random() < lies.damage else piece
        if rng.random() < lies.twice:
            yield piece


def damaged(piece: bytes, rng: random.Random) -> bytes:
    """*piece* with a bit flipped, a byte lost, a byte too much, or its end cut off."""
    inside = piece[1:-1]
    at = rng.randrange(1, len(inside))
    spoilt = (
        inside[:at] + bytes((inside[at] ^ 1 << rng.randrange(8),)) + inside[at + 1 :],
        inside[:at] + inside[at + 1 :],
        inside[:at] + rng.randbytes(1) + inside[at:],
        inside[:at],
    )
    return b"\0" + rng.choice(spoilt) + b"\0"


def nonsense(rng: random.Random) -> bytes:
    """A frame with a good checksum that no sender of ours would send."""
    kind = rng.choice((0, 2, 3, 4, 5, 0x7F, 0x81, 0x82, 0x83, 0x84, 0xFF))
    size = rng.choice((0, 1, 2, 3, 7, 18, 19, 20, 90, 170, 171, 300, 380))
    payload = bytes((rng.choice((0, 1, 3, 255)),)) + rng.randbytes(size)
    return frame(kind, rng.randrange(256), payload, rng.choice((0, 2, 9, 255)))


class Readings:
    """A board of numbers that a test sets."""

    linear = True

    def __init__(self) -> None:
        self.values = [0] * POINT_COUNT

    def read(self, now: float) -> Frame:
        return Frame(now, tuple(self.values))


class LyingPico(SimulatedPico):
    """A simulated microcontroller at the end of a line that lies both ways."""

    def __init__(self, board: Readings, lies: Lies, seed: int, link: Path) -> None:
        rng = random.Random(seed)
        self.there, self.back = LyingLine(lies, rng), LyingLine(lies, rng)
        self.wrote = 0
        super().__init__(board, link=link)

    def read(self) -> bytes:
        return self.back.carry(super().read(), self._now)

    def write(self, data: bytes) -> None:
        self.blurt(self.there.carry(data, self._now))

    def blurt(self, data: bytes) -> None:
        """Say something that is no frame."""
        self.wrote += len(data)
        super().write(data)


class BytewiseProtocol(HostProtocol):
    """The host's end of a line that brings one byte at a time."""

    def receive(self, data: bytes, now: float) -> None:
        for byte in data:
            super().receive(bytes((byte,)), now)


class SerialWorld:
    """A host and a microcontroller in one virtual time."""

    def __init__(self, folder: Path, lies: Lies = Lies(), seed: int = 0) -> None:
        self.now = 100.0
        self.board = Readings()
        self.pico = LyingPico(self.board, lies, seed, folder / "usb-MicroPython_Board_in_FS_mode_0001-if00")
        self.link = SerialLink(find=lambda wanted: find_ports(wanted, folder), open_port=self._open_port)
        if lies.bytewise:
            self.link._protocol = BytewiseProtocol()
        self.driver = SerialSensors(SETTINGS.sensors.serial, range(POINT_COUNT), link=self.link)
        self.sensors = SupervisedSensors(self.driver, "sensors")
        self.controls = SupervisedControls(SerialControls(SETTINGS.controls, link=self.link), "controls")
        self.lights = SerialLights(
            SETTINGS.lights.serial,
            range(POINT_COUNT),
            link=self.link,
            clock=lambda: self.now,
            sleep=self.run,
        )
        self.frames: list[Frame] = []
        self.presses: list[Press] = []
        self.asleep = False  # the firmware hangs

    def run(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / TURN)):
            self.turn()

    def until(self, done: Callable[[], bool], seconds: float) -> float:
        """How long it takes until *done*, in seconds; infinite if longer than *seconds*."""
        since = self.now
        while not done():
            if self.now - since > seconds:
                return float("inf")
            self.turn()
        return self.now - since

    def turn(self) -> None:
        """One scan on one side, one look on the other."""
        self.now += TURN
        wrote = self.pico.wrote
        if not self.asleep:
            self.pico.step(self.now)
        if self.pico.wrote > wrote:
            await_bytes(self.link.fileno())
        frame = self.sensors.read(self.now)
        if frame is not None:
            self.frames.append(frame)
        self.presses += self.controls.read(self.now)

    def _open_port(self, device: str, baud: int) -> Port:
        port = Port(device, baud)
        write = port.write

        def write_and_wait(data: bytes) -> int:
            size = write(data)
            await_bytes(self.pico.fileno())
            return size

        port.write = write_and_wait
        return port

    def close(self) -> None:
        self.sensors.close()
        self.controls.close()
        self.lights.close()
        self.pico.close()


def await_bytes(fd: int, seconds: float = 1.0) -> None:
    """The system carries bytes through a pseudo-terminal when it finds time; virtual time has to wait for that."""
    if fd >= 0:
        select.select([fd], [], [], seconds)
