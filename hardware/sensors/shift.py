"""Switches on a chain of 74HC165 shift registers on SPI, through spidev: one transfer reads the whole board.

Wiring: each chip's QH goes to SER of the chip before it, the first chip's QH to MISO; all CLK to SCLK; all CLK INH to
ground; all SH/LD to the load line. Low on the load line copies the inputs, high lets the clock shift them out.
Bits arrive D7 first (D0 last) from the first chip, then from the second, and so on: input = chip * 8 + 7 - D.

Inputs that belong to no point can watch over the chain: tied to ground or to the supply and named in ``tied_low`` and
``tied_high``, they must arrive as they are. The number behind the last input is SER of the last chip: its level
reaches us through every chip.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault
from hardware.sensors.bus import extra, gpio_faults, open_spi
from hardware.sensors.scanned import Scanned

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import ExitStack

    from hardware.config.settings import Shift
    from hardware.sensors.scanned import Scan

TRIES: Final = 3  # of a scan whose tied inputs are wrong


class ShiftSensors(Scanned):
    """The ``shift`` driver; ``counts["repeated"]`` are scans that the tied inputs showed to be garbled."""

    def __init__(
        self,
        settings: Shift,
        inputs: Sequence[int],
        *,
        spi_class: Callable[[], Any] | None = None,
        pin_factory: Any = None,
    ) -> None:
        super().__init__(f"the 74HC165 chain at /dev/spidev{settings.bus}.{settings.device}", inputs, settings.inputs)
        self._settings = settings
        self._spi_class = spi_class
        self._pin_factory = pin_factory
        self._ties = _Ties(settings)

    def _claim(self, claimed: ExitStack) -> Scan:
        settings = self._settings
        spi_class = self._spi_class or extra("spidev", "SpiDev", "shift")
        spi = open_spi(spi_class, settings.bus, settings.device, settings.hz, claimed)
        chain = _Chain(self.name, spi, self._claim_load(claimed), self._ties, settings=settings, counts=self.counts)
        return chain.scan

    def _claim_load(self, claimed: ExitStack) -> Any:
        """The pin of the load line; ``None`` when the bus's chip enable works it."""
        pin = self._settings.load_pin
        if pin is None:
            return None
        with gpio_faults(f"cannot use the chain's load line on GPIO {pin}"):
            device = extra("gpiozero", "OutputDevice", "shift")(pin, initial_value=True, pin_factory=self._pin_factory)
        claimed.callback(device.close)
        return device.pin


class _Ties:
    """The inputs tied to a known level, as bits of the whole transfer."""

    def __init__(self, settings: Shift) -> None:
        tied = {*settings.tied_low, *settings.tied_high}
        self.bytes = settings.chips + (settings.inputs in tied)
        self.mask = self._bits(tied)
        self.levels = self._bits(settings.tied_high)

    def first_wrong(self, levels: int) -> int:
        """The tied input nearest to us that did not arrive as it is."""
        return 8 * self.bytes - ((levels ^ self.levels) & self.mask).bit_length()

    def _bits(self, inputs: Iterable[int]) -> int:
        return sum(1 << 8 * self.bytes - 1 - number for number in inputs)


class _Chain:
    """An open chain."""

    def __init__(self, name: str, spi: Any, load: Any, ties: _Ties, *, settings: Shift, counts: Counter[str]) -> None:
        self._name = name
        self._spi = spi
        self._load = load
        self._settings = settings
        self._ties = ties
        self._counts = counts
        self._blank = bytes(ties.bytes)  # bytes, not a list: xfer2 puts its answer into the list it was given
        self._flip = (1 << 8 * ties.bytes) - 1 if settings.active_low else 0
        self._levels = -1  # what was read last: nothing yet
        self._values: list[int] = []

    def scan(self) -> list[int]:
        failures = 0
        while (levels := self._read()) & self._ties.mask != self._ties.levels:
            failures += 1
            if failures == TRIES:
                raise HardwareFault(f"{self._name}: {_diagnosis(levels, self._ties, self._settings)}")
            self._counts["repeated"] += 1
        return self._take(levels)

    def _read(self) -> int:
        """All levels in one number, the first that arrived on top."""
        try:
            if self._load is not None:
                self._load.state = False
                self._load.state = True
            return int.from_bytes(self._spi.xfer2(self._blank), "big")
        except Exception as error:
            raise HardwareFault(
                f"{self._name} cannot be read: {type(error).__name__}: {error}; see `yinsh-board doctor`"
            ) from error

    def _take(self, levels: int) -> list[int]:
        if levels != self._levels:
            self._levels = levels
            closed = levels ^ self._flip
            self._values = [closed >> shift & 1 for shift in range(8 * self._ties.bytes - 1, -1, -1)]
        return self._values


def _diagnosis(levels: int, ties: _Ties, settings: Shift) -> str:
    """Where the chain is broken, as far as its bits tell: from there on nothing but one level arrives."""
    bits = f"{levels:0{8 * ties.bytes}b}"
    least = -(-len(bits.rstrip(bits[-1])) // 8)  # chips that surely answer
    wrong = ties.first_wrong(levels)
    most = wrong // 8  # chips that may answer
    if least > most or least == settings.chips:
        return f"input {wrong} is not at the level it is tied to; check that wire, the clock and the ground"
    if bits[-1] == ("0" if settings.active_low else "1"):
        most = least  # else there would be a piece on every point behind
    if most == 0:
        return "no chip answers; check the chain's power, MISO, clock and load line"
    if least == most:
        return f"broken after chip {most}; check the wire from QH of chip {most + 1} to SER of chip {most}"
    start, end = f"chip {least}" if least else "the Pi", f"chip {most + 1}" if most < settings.chips else "its far end"
    return f"broken between {start} and {end}; check power and wires there"
