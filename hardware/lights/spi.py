"""WS2812 LEDs on an SPI bus: every Pi model, no root, no DMA tricks.

The strip's data line hangs on MOSI alone. Each bit of colour becomes three bits on the bus at 2.4 MHz, so a
pulse is high for one third (0.42 µs: a zero) or two thirds (0.83 µs: a one) of 1.25 µs. The strip must own
the bus: a second device's traffic would look like colours.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault, MissingExtra
from hardware.lights.strip import DARK, Strip
from hardware.pi import spi_setting
from hardware.protocols import POINT_COUNT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.config.settings import SpiStrip
    from hardware.protocols import Rgb

SPEED: Final = 2_400_000  # hertz: three bus bits in the 1.25 µs of one WS2812 bit
LEAD: Final = 1  # zero bytes ahead: the bus may idle high, and the first bit may come out long
LATCH: Final = 90  # zero bytes behind: 300 µs low, the newest WS2812B wants 280
BIGGEST: Final = 4096  # bytes the kernel sends in one piece unless told otherwise; a gap would latch halfway


def _thirds(byte: int) -> int:
    """The 24 bus bits of one byte: 100 for each 0, 110 for each 1, highest bit first."""
    bits = 0
    for place in range(7, -1, -1):
        bits = bits << 3 | (0b110 if byte >> place & 1 else 0b100)
    return bits


# bytes.translate runs in C: three tables and three slices encode a frame without a loop in Python.
_TABLES = tuple(bytes(_thirds(byte) >> shift & 0xFF for byte in range(256)) for shift in (16, 8, 0))


def stretch(wire: bytes) -> bytes:
    """The bytes to send for *wire*: a lead of zeros, each bit as three, and the latch."""
    size = 3 * len(wire)
    out = bytearray(LEAD + size + LATCH)
    for slot, table in enumerate(_TABLES):
        out[LEAD + slot : LEAD + size : 3] = wire.translate(table)
    return bytes(out)


class SpiLights:
    """WS2812 lights on ``/dev/spidev<bus>.<device>``."""

    def __init__(self, settings: SpiStrip, leds: Sequence[int], *, spi_class: Callable[[], Any] | None = None) -> None:
        self._settings = settings
        self._strip = Strip(leds, settings.channels)
        self._spi_class = spi_class
        self._spi: Any = None

    def open(self) -> None:
        """Claim the bus and darken the strip."""
        self.close()
        self._check_length()
        spi = (self._spi_class or _spidev())()
        try:
            spi.open(self._settings.bus, self._settings.device)
            spi.max_speed_hz = SPEED
            spi.mode = 0
        except OSError as error:
            raise self._absent(error) from error
        self._spi = spi
        self.show((DARK,) * POINT_COUNT)

    def show(self, colors: Sequence[Rgb]) -> None:
        """Send one frame; 91 LEDs take 3.0 ms on the wire."""
        if self._spi is None:
            raise HardwareFault(f"lights on {self._path} are not open")
        out = stretch(self._strip.encode(colors))
        try:
            self._spi.writebytes2(out)
        except OSError as error:
            raise HardwareFault(f"lights on {self._path} refused a frame: {error}") from error

    def close(self) -> None:
        """Darken the strip and let the bus go."""
        if self._spi is None:
            return
        with contextlib.suppress(OSError):
            self.show((DARK,) * POINT_COUNT)
        with contextlib.suppress(OSError):
            self._spi.close()
        self._spi = None

    @property
    def _path(self) -> str:
        return f"/dev/spidev{self._settings.bus}.{self._settings.device}"

    def _check_length(self) -> None:
        longest = (BIGGEST - LEAD - LATCH) // 9
        if self._strip.length > longest:
            raise HardwareFault(
                f"a strip of {self._strip.length} LEDs does not fit in one transfer; "
                f"use LED numbers below {longest} or drive it by a microcontroller"
            )

    def _absent(self, error: OSError) -> HardwareFault:
        setting = spi_setting(self._settings.bus, self._settings.device)
        cures = {
            "FileNotFoundError": f"add {setting} to config.txt and restart",
            "PermissionError": "add this user to the group spi and log in again",
        }
        cure = cures.get(type(error).__name__, "see that nothing else uses the bus")
        return HardwareFault(f"cannot open lights on {self._path}: {error}; {cure}")


def _spidev() -> Callable[[], Any]:
    try:
        from spidev import SpiDev  # noqa: PLC0415  (an extra, wanted only with this driver)
    except ImportError as error:
        raise MissingExtra("lights driver 'spi' needs spidev", "pi") from error
    return SpiDev  # type: ignore[no-any-return]
