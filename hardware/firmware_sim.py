"""A microcontroller without metal: the firmware's own logic on a pseudo-terminal, in front of any source of readings.

The host opens :attr:`SimulatedPico.device` like a real port, and everything between the sensors and the game is what
it is in reality: scans, frames, greetings, silence, pulled cables.
"""

from __future__ import annotations

import contextlib
import os
import tty
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from hardware.errors import HardwareFault
from hardware.firmware.core import Firmware
from hardware.firmware.loop import turn
from hardware.maps import light_map, sensor_inputs, sensor_map
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Sensing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.config import BoardConfig
    from hardware.protocols import Frame, Lights
    from hardware.virtual import VirtualBoard

BOARD_ID: Final = b"\xe6\x61SIM\0\0\1"
SCAN_HZ: Final = 200
LEDS: Final = POINT_COUNT + PLACE_COUNT
BUTTONS: Final = 3
MAX_MILLIAMPS: Final = 20_000  # the host's own limit is the one to see

_CHUNK = 4096
_DARK = (0, 0, 0)


class Readings(Protocol):
    """What a simulated board senses; a :class:`~hardware.virtual.VirtualBoard` is one."""

    linear: bool

    def read(self, now: float) -> Frame:
        """Readings by point; ``HardwareFault`` while the cable is pulled."""


class Wiring:
    """Puts readings by point where the wires of a real board would bring them: the inverse of a map.

    Twice as many *inputs* as points mean a switch for each pole.
    """

    def __init__(self, inputs: Sequence[int]) -> None:
        sizes = (POINT_COUNT, POINT_COUNT + PLACE_COUNT)
        half = len(inputs) if len(inputs) in sizes else len(inputs) // 2
        self.count = max(inputs) + 1
        self._white = inputs[:half]
        self._black = inputs[half:]

    def values(self, frame: Frame) -> list[int]:
        """A number for each input."""
        readings = (*frame.readings, *frame.places)
        values = [0] * self.count
        for wire, reading in zip(self._white, readings, strict=False):
            values[wire] = max(reading, 0) if self._black else reading
        for wire, reading in zip(self._black, readings, strict=False):
            values[wire] = max(-reading, 0)
        return values


def via_serial(config: BoardConfig, board: VirtualBoard, link: Path) -> tuple[BoardConfig, SimulatedPico]:
    """*config* with everything on a microcontroller, and that microcontroller, at device *link*, in front of *board*.

    The virtual LEDs look as bright as they are meant, so nothing is corrected for the eye or the supply.
    """
    sensors, lights = config.sensors, config.lights
    paired = config.board.sensing is Sensing.POLARITY and not board.linear
    config = replace(
        config,
        sensors=replace(
            sensors,
            driver="serial",
            kind="linear" if board.linear else sensors.kind or "hall",
            pair_offset=max(sensor_map(config).wires) + 1 if paired else None,
            serial=replace(sensors.serial, port=str(link)),
        ),
        lights=replace(
            lights,
            driver="serial",
            brightness=1.0,
            schedule=(),
            gamma=1.0,
            max_milliamps=MAX_MILLIAMPS,
            serial=replace(lights.serial, port=""),
        ),
        controls=replace(config.controls, driver="serial"),
    )
    inputs, leds = sensor_inputs(config), light_map(config).wires
    return config, SimulatedPico(board, inputs, leds, lights=board.lights, link=link)


class SimulatedPico:
    """The firmware in front of *board*; call :meth:`step` as often as it should scan.

    *inputs* and *leds* are the maps that the host's drivers get. *lights* shows what the strip shows. With *link*, the
    device also has a name that survives replugging, as in ``/dev/serial/by-id``.
    """

    def __init__(
        self,
        board: Readings,
        inputs: Sequence[int] = range(POINT_COUNT),
        leds: Sequence[int] = range(LEDS),
        *,
        lights: Lights | None = None,
        link: Path | None = None,
    ) -> None:
        self.picture = b""  # what the strip shows, three bytes an LED
        self.buttons = 0  # a bit for each one that is down
        self.version: int | None = None  # of the protocol, to pretend another
        self._board = board
        self._wiring = Wiring(inputs)
        self._leds = leds
        self._lights = lights
        self._link = link
        self._boots = 0
        self._now = self._born = 0.0
        self._master = self._slave = -1
        self._rest = b""
        self._was_pulled = False  # by the board, which will plug it in again
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether there is a device."""
        return self._master >= 0

    def fileno(self) -> int:
        """The descriptor on which the host's bytes arrive; -1 while unplugged."""
        return self._master

    def plug(self) -> None:
        """Plug the cable in: a new device appears, and the firmware starts."""
        self.unplug()
        self._was_pulled = False
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.device = os.ttyname(self._slave)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(self.device)
            self.device = str(self._link)
        self.reset()

    def unplug(self) -> None:
        """Pull the cable, whatever is on its way."""
        for fd in (self._master, self._slave):
            if fd >= 0:
                os.close(fd)
        if self._link is not None and self.plugged:
            self._link.unlink(missing_ok=True)
        self._master = self._slave = -1

    def reset(self) -> None:
        """Start the firmware anew without touching the cable."""
        build = (self._board.linear, self._wiring.count, max(self._leds) + 1, BUTTONS, SCAN_HZ)
        self._boots += 1
        self._born = self._now
        self._rest = b""
        self._firmware = Firmware(BOARD_ID, self._boots & 0xFFFF, build, MAX_MILLIAMPS)
        if self.version is not None:
            self._firmware.version = self.version
        if self._lights is not None:
            self._lights.open()

    def step(self, now: float) -> None:
        """One turn of the firmware's loop at *now*; nothing while unplugged. A pulled virtual cable pulls this one."""
        self._now = now
        try:
            self._frame = self._board.read(now)
        except HardwareFault:
            self._was_pulled |= self.plugged
            self.unplug()
            return
        if self._was_pulled:
            self.plug()
        if self.plugged:
            turn(self._firmware, self)

    def close(self) -> None:
        """End it."""
        self.unplug()

    def ms(self) -> int:
        """Milliseconds since the firmware started."""
        return round((self._now - self._born) * 1000)

    def read(self) -> bytes:
        """What the host sent."""
        with contextlib.suppress(OSError):
            return os.read(self._master, _CHUNK)
        return b""

    def scan(self) -> list[int]:
        """A number for each input."""
        return self._wiring.values(self._frame)

    def pressed(self) -> int:
        """A bit for each button."""
        return self.buttons

    def room(self) -> bool:
        """Whether the line has taken everything so far."""
        self.write(b"")
        return not self._rest

    def write(self, data: bytes) -> None:
        """Send to the host what fits, and keep the rest."""
        self._rest += data
        with contextlib.suppress(OSError):
            self._rest = self._rest[os.write(self._master, self._rest) :]

    def show(self, rgb: bytes) -> None:
        """Light the strip."""
        self.picture = rgb
        if self._lights is not None:
            strip = [(rgb[at], rgb[at + 1], rgb[at + 2]) for at in range(0, len(rgb), 3)]
            self._lights.show([strip[led] if led < len(strip) else _DARK for led in self._leds])
