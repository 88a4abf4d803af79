# The board's own modules have no types here.
# mypy: ignore-errors
"""The thin layer on ``machine``: multiplexers, converters, buttons and the USB line. Runs on the board alone."""

import select
import sys
import time

import machine

from .shim import micropython
from .strip import Strip

_GRAY = tuple([step ^ step >> 1 for step in range(16)])  # one select line changes at a time: nothing glitches
_CHUNK = 256  # bytes taken from the line in one turn, so that a chatty host cannot stop the scan


class Inputs:
    """All inputs behind the multiplexers."""

    def __init__(self, settings: object) -> None:
        self._selects = [machine.Pin(pin, machine.Pin.OUT, value=0) for pin in settings.SELECT_PINS]
        self._enables = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in settings.ENABLE_PINS]
        source = Converter if settings.LINEAR else Switch
        self._sources = [source(pin, settings) for pin in settings.INPUT_PINS]
        self._settle = settings.SETTLE_US
        self.count = 16 * len(self._enables) * len(self._sources)
        self._values = [0] * self.count

    @micropython.native
    def scan(self) -> list[int]:
        """Read every input once; the list is the same one each time."""
        values = self._values
        base = 0
        for enable in self._enables:
            enable.value(0)
            for line in _GRAY:
                self._select(line)
                time.sleep_us(self._settle)
                at = base + line
                for source in self._sources:
                    values[at] = source.read()
                    at += 16
            enable.value(1)
            base += 16 * len(self._sources)
        return values

    @micropython.native
    def _select(self, line: int) -> None:
        for pin in self._selects:
            pin.value(line & 1)
            line >>= 1


class Converter:
    """One converter pin: signed 12-bit counts, 0 at half of the supply."""

    def __init__(self, pin: int, settings: object) -> None:
        self._adc = machine.ADC(machine.Pin(pin))
        self._times = settings.OVERSAMPLE

    @micropython.native
    def read(self) -> int:
        """The mean of some conversions, after one that only charges the converter to the new voltage."""
        read = self._adc.read_u16
        read()
        total = 0
        for _ in range(self._times):
            total += read()
        return (total // self._times >> 4) - 2048


class Switch:
    """One pin with switches behind it: 1 while the selected one is closed."""

    def __init__(self, pin: int, settings: object) -> None:
        pull = machine.Pin.PULL_UP if settings.ACTIVE_LOW else machine.Pin.PULL_DOWN
        self._pin = machine.Pin(pin, machine.Pin.IN, pull)
        self._flip = int(settings.ACTIVE_LOW)

    def read(self) -> int:
        """The level of the selected switch."""
        return self._pin.value() ^ self._flip


class Metal:
    """What :func:`loop.turn` needs, made of the real thing."""

    def __init__(self, settings: object) -> None:
        self._inputs = Inputs(settings)
        self._buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in settings.BUTTON_PINS]
        self._strip = Strip(settings.LED_PIN, settings.LEDS, settings.LED_ORDER)
        self._incoming = select.poll()
        self._incoming.register(sys.stdin, select.POLLIN)
        self._outgoing = select.poll()
        self._outgoing.register(sys.stdout, select.POLLOUT)
        self._ticks = time.ticks_ms()
        self._ms = 0
        self.build = (settings.LINEAR, self._inputs.count, settings.LEDS, len(self._buttons), settings.SCAN_HZ)

    def ms(self) -> int:
        """Milliseconds since the start; the board's own ticks wrap after days."""
        ticks = time.ticks_ms()
        self._ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._ms

    def read(self) -> bytes:
        """What the host sent; byte by byte, since a longer read would wait until it is full."""
        data = bytearray()
        while len(data) < _CHUNK and self._incoming.poll(0):
            data += sys.stdin.buffer.read(1)
        return bytes(data)

    def scan(self) -> list[int]:
        """A number for each input."""
        return self._inputs.scan()

    def pressed(self) -> int:
        """A bit for each button."""
        bits = 0
        for index, pin in enumerate(self._buttons):
            if not pin.value():
                bits |= 1 << index
        return bits

    def room(self) -> bool:
        """Whether the line takes bytes: while the host does not fetch them, a write would wait."""
        return bool(self._outgoing.poll(0))

    def write(self, data: bytes) -> None:
        """Send to the host."""
        sys.stdout.buffer.write(data)

    def show(self, rgb: bytes) -> None:
        """Light the strip."""
        self._strip.show(rgb)
