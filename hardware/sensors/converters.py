"""One MCP3008 converter: eight voltages as ten-bit counts, through spidev or through gpiozero.

A conversion is three bytes each way. Out: a one that starts it, then a one for "single-ended" and three bits of
channel. In: a zero where the chip has begun to answer, then ten bits, highest first.

    out  00000001 1CCC0000 00000000
    in   ........ .....0RR RRRRRRRR
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final, Protocol

from hardware.errors import HardwareFault
from hardware.sensors.bus import extra, gpio_faults

if TYPE_CHECKING:
    from collections import Counter
    from contextlib import ExitStack

CHANNELS: Final = 8
TRIES: Final = 3  # of one conversion

#: Out for each channel; bytes, not lists: xfer2 puts its answer into a list it is given.
COMMANDS: Final = tuple(bytes((0b1, 0b1000_0000 | channel << 4, 0)) for channel in range(CHANNELS))

_NULL_BIT: Final = 0b100  # of the second byte
_TOP_BITS: Final = 0b011

# The pins of the Pi's first SPI bus, where gpiozero can do without spidev.
_CLOCK, _MOSI, _MISO = 11, 10, 9
SELECTS: Final = (8, 7)


class Converter(Protocol):
    """An open converter."""

    name: str

    def convert(self, channel: int) -> int:
        """The voltage at a channel: 0 to 1023."""


class SpiConverter:
    """A converter on a bus that spidev drives; *select* is a pin of its own, or ``None`` for the bus's chip enable."""

    def __init__(self, name: str, spi: Any, select: Any, counts: Counter[str]) -> None:
        self.name = name
        self._spi = spi
        self._select = select
        self._counts = counts

    def convert(self, channel: int) -> int:
        """Convert once; repeated when the chip's zero does not arrive."""
        for _ in range(TRIES):
            answer = self._exchange(COMMANDS[channel])
            if not answer[1] & _NULL_BIT:
                result: int = (answer[1] & _TOP_BITS) << 8 | answer[2]
                return result
            self._counts["repeated"] += 1
        raise HardwareFault(
            f"no answer from {self.name}, channel {channel}; check its power, MISO, clock and select line"
        )

    def _exchange(self, command: bytes) -> Any:
        try:
            if self._select is None:
                return self._spi.xfer2(command)
            self._select.state = False
            answer = self._spi.xfer2(command)
            self._select.state = True
        except Exception as error:
            raise HardwareFault(
                f"{self.name} cannot be read: {type(error).__name__}: {error}; see `yinsh-board doctor`"
            ) from error
        return answer


class GpiozeroConverter:
    """A converter through gpiozero, on the pins of the Pi's first bus and any select pin."""

    def __init__(self, name: str, select_pin: int, pin_factory: Any, claimed: ExitStack) -> None:
        self.name = name
        mcp3008 = extra("gpiozero", "MCP3008", "mcp3008")
        pins = {"clock_pin": _CLOCK, "mosi_pin": _MOSI, "miso_pin": _MISO, "select_pin": select_pin}
        self._channels = []
        for channel in range(CHANNELS):
            with gpio_faults(f"cannot use {name}"), warnings.catch_warnings():
                # It warns when it has to move the bus's lines itself; that is what it is here for.
                warnings.simplefilter("ignore", extra("gpiozero", "SPISoftwareFallback", "mcp3008"))
                device = mcp3008(channel, **pins, pin_factory=pin_factory)
            claimed.callback(device.close)
            self._channels.append(device)

    def convert(self, channel: int) -> int:
        """Convert once."""
        with gpio_faults(f"{self.name} cannot be read"):
            count: int = self._channels[channel].raw_value
        return count
