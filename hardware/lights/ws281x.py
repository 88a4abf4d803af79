"""WS2812 LEDs through rpi-ws281x, kept in a process of its own so that no failure of it can end ours.

Needs root on PWM and PCM pins (GPIO 12, 13, 18, 19, 21); GPIO 10 needs only the group spi. There is no
support for the Pi 5 in any release: take the ``spi`` driver there, and in doubt anywhere.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware import pi
from hardware.errors import HardwareFault, MissingExtra
from hardware.lights.strip import Strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.config.settings import Ws281x
    from hardware.protocols import Rgb

START_SECONDS: Final = 10.0  # a Pi Zero needs 1 s to start Python when its card is busy
FRAME_SECONDS: Final = 0.5  # a frame of 91 LEDs takes 3 ms
STOP_SECONDS: Final = 2.0

#: How the child is started; run by path, without its folder on the search path, so that it starts fast.
CHILD: Final = (sys.executable, "-P", str(Path(__file__).with_name("ws281x_child.py")))


class Ws281xLights:
    """WS2812 lights on a PWM, PCM or SPI pin of a Pi 0 to 4."""

    def __init__(
        self,
        settings: Ws281x,
        leds: Sequence[int],
        *,
        command: Sequence[str] = CHILD,
        root: Path = pi.ROOT,
    ) -> None:
        self._settings = settings
        self._strip = Strip(leds, settings.channels)
        self._command = command
        self._root = root
        self._child: _Child | None = None

    def open(self) -> None:
        """Start the child and wait until the library has begun."""
        self.close()
        _refuse_unsupported(pi.model(self._root))
        self._child = _Child([*self._command, self._wires()])
        self._await_answer(START_SECONDS)

    def show(self, colors: Sequence[Rgb]) -> None:
        """Send one frame and wait until the strip has taken it."""
        if self._child is None:
            raise HardwareFault("lights through rpi-ws281x are not open")
        self._child.send(self._strip.encode(colors))
        self._await_answer(FRAME_SECONDS)

    def close(self) -> None:
        """End the child's input, which darkens the strip; end the child if it does not obey."""
        child, self._child = self._child, None
        if child is not None:
            child.stop()

    def _wires(self) -> str:
        strip = self._settings
        return json.dumps(
            {
                "num": self._strip.length,
                "pin": strip.pin,
                "dma": strip.dma,
                "invert": strip.invert,
                "channel": strip.channel,
            }
        )

    def _await_answer(self, seconds: float) -> None:
        """Take one line from the child; anything but ``ok`` closes it and is raised."""
        kind, _, detail = self._child.answer(seconds).partition(": ") if self._child else ("", "", "")
        if kind == "ok":
            return
        self.close()
        if kind == "missing":
            raise MissingExtra(f"lights driver 'ws281x' needs rpi-ws281x ({detail})", "pi")
        raise HardwareFault(
            f"lights through rpi-ws281x on GPIO {self._settings.pin}: {detail}; "
            "run as root, or wire the strip to GPIO 10 and set driver = 'spi'"
        )


class _Child:
    """The library's process at the other end of a socket pair."""

    def __init__(self, command: Sequence[str]) -> None:
        self._line, theirs = socket.socketpair()
        try:
            with theirs:
                self._process = subprocess.Popen(  # noqa: S603  (our own file)
                    command, stdin=theirs.fileno(), stdout=theirs.fileno()
                )
        except OSError as error:
            self._line.close()
            raise HardwareFault(f"cannot start a process for rpi-ws281x: {error}; set driver = 'spi'") from error

    def send(self, frame: bytes) -> None:
        """Give it a frame; that it is gone shows in the answer."""
        self._line.settimeout(FRAME_SECONDS)
        with contextlib.suppress(OSError):
            self._line.sendall(frame)

    def answer(self, seconds: float) -> str:
        """Its next line, or a fault in the same form."""
        self._line.settimeout(seconds)
        try:
            line = self._line.recv(512).decode(errors="replace").strip()
        except TimeoutError:
            return f"fault: no answer within {seconds:g} s"
        except OSError as error:
            line = f"fault: {error}"
        return line or f"fault: crashed with exit code {self._ended()}"

    def stop(self) -> None:
        """End its input, wait, and end it by force if it hangs."""
        self._line.close()
        if self._ended() is None:
            self._process.kill()
            self._process.wait()

    def _ended(self) -> int | None:
        try:
            return self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            return None


def _refuse_unsupported(name: str) -> None:
    if not name:
        raise HardwareFault("rpi-ws281x works on a Raspberry Pi only; set the lights' driver = 'terminal' here")
    if pi.generation(name) >= pi.RP1:
        raise HardwareFault(f"rpi-ws281x does not know the {name}; wire the strip to GPIO 10 and set driver = 'spi'")
