"""Linear Hall sensors on MCP3008 converters, wired directly or behind CD74HC4067 multiplexers.

Readings are counts from the middle of the converter's range, + for white. Converters are read through spidev where
it is installed, else through gpiozero, which finds its own way to the bus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hardware.errors import HardwareFault, MissingExtra
from hardware.sensors.bus import extra, gpio_faults, open_spi, pause
from hardware.sensors.converters import CHANNELS, SELECTS, GpiozeroConverter, SpiConverter
from hardware.sensors.scanned import Scanned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import ExitStack

    from hardware.config.settings import Mcp3008
    from hardware.sensors.converters import Converter
    from hardware.sensors.scanned import Scan

MIDDLE: Final = 512  # counts without a magnet: a sensor gives half its supply, which is the converter's reference
LINES: Final = 16  # of one multiplexer


class Step(NamedTuple):
    """What is converted while the multiplexers stand at one line: chip, channel, and the input that this is."""

    line: int
    samples: tuple[tuple[int, int, int], ...]


class Mcp3008Sensors(Scanned):
    """The ``mcp3008`` driver; input = chip * 8 + channel, or multiplexer * 16 + line.

    ``counts["repeated"]`` are conversions whose answer was garbled.
    """

    linear = True

    def __init__(
        self,
        settings: Mcp3008,
        inputs: Sequence[int],
        *,
        spi_class: Callable[[], Any] | None = None,
        pin_factory: Any = None,
    ) -> None:
        super().__init__(f"MCP3008 converters at /dev/spidev{settings.bus}.*", inputs, settings.inputs)
        self._settings = settings
        self._spi_class = spi_class
        self._pin_factory = pin_factory
        self._plan = plan(settings, inputs)

    def _claim(self, claimed: ExitStack) -> Scan:
        pins = self._settings.multiplexer_pins if self._settings.multiplexer_channels else ()
        lines = _Lines([self._claim_pin(f"multiplexer line S{bit}", pin, claimed) for bit, pin in enumerate(pins)])
        return _Scanner(self._settings, self._plan, lines, self._claim_converters(claimed)).scan

    def _claim_converters(self, claimed: ExitStack) -> list[Converter]:
        try:
            spi_class = self._spi_class or extra("spidev", "SpiDev", "mcp3008")
        except MissingExtra:
            return self._claim_gpiozero(claimed)
        settings = self._settings
        spi = open_spi(spi_class, settings.bus, settings.device, settings.hz, claimed)
        if not settings.select_pins:
            return [SpiConverter("the MCP3008", spi, None, self.counts)]
        return [
            SpiConverter(
                f"MCP3008 number {number}", spi, self._claim_pin("select line", pin, claimed, True), self.counts
            )
            for number, pin in enumerate(settings.select_pins, start=1)
        ]

    def _claim_gpiozero(self, claimed: ExitStack) -> list[Converter]:
        settings = self._settings
        if settings.bus or settings.device >= len(SELECTS):
            device = f"/dev/spidev{settings.bus}.{settings.device}"
            raise MissingExtra(f"sensors driver 'mcp3008' needs spidev for {device}", "pi")
        selects = settings.select_pins or SELECTS[settings.device : settings.device + 1]
        return [
            GpiozeroConverter(f"MCP3008 number {number}", pin, self._pin_factory, claimed)
            for number, pin in enumerate(selects, start=1)
        ]

    def _claim_pin(self, what: str, pin: int, claimed: ExitStack, high: bool = False) -> Any:
        output = extra("gpiozero", "OutputDevice", "mcp3008")
        with gpio_faults(f"cannot use the {what} on GPIO {pin}"):
            device = output(pin, initial_value=high, pin_factory=self._pin_factory)
        claimed.callback(device.close)
        return device.pin


class _Scanner:
    """Open converters and the plan of what to read from them."""

    def __init__(
        self, settings: Mcp3008, steps: Sequence[Step], lines: _Lines, converters: Sequence[Converter]
    ) -> None:
        self._steps = [
            (step.line, [(converters[chip].convert, channel, number) for chip, channel, number in step.samples])
            for step in steps
        ]
        self._used = [
            (converter.name, [number for step in steps for at, _, number in step.samples if at == chip])
            for chip, converter in enumerate(converters)
        ]
        self._lines = lines
        self._settle_us = settings.settle_us if settings.multiplexer_channels else 0
        self._sign = 1 if settings.white_up else -1
        self._values = [0] * settings.inputs

    def scan(self) -> list[int]:
        values = self._values
        for line, samples in self._steps:
            self._lines.choose(line)
            pause(self._settle_us)
            for convert, channel, number in samples:
                values[number] = convert(channel)
        self._refuse_silence()
        return [self._sign * (count - MIDDLE) for count in values]

    def _refuse_silence(self) -> None:
        """A line at rest reads as nothing but zeros; a sensor never gets that low, a magnet or not."""
        for name, numbers in self._used:
            if numbers and not any(self._values[number] for number in numbers):
                raise HardwareFault(f"only zeros from {name}; check its power, reference, MISO and select line")


class _Lines:
    """The lines S0 to S3, which choose the line of every multiplexer at once."""

    def __init__(self, pins: Sequence[Any]) -> None:
        self._pins = pins
        self._line = 0

    def choose(self, line: int) -> None:
        """Move only the lines that differ."""
        with gpio_faults(f"multiplexer line {line}"):
            for bit, pin in enumerate(self._pins):
                if (line ^ self._line) >> bit & 1:
                    pin.state = bool(line >> bit & 1)
        self._line = line


def plan(settings: Mcp3008, inputs: Iterable[int]) -> tuple[Step, ...]:
    """The order of conversions; only inputs that belong to a point are converted."""
    used = sorted(set(inputs))
    channels = settings.multiplexer_channels
    if not channels:
        return (Step(0, tuple((number // CHANNELS, number % CHANNELS, number) for number in used)),)
    steps = (Step(line, tuple(_behind(line, channels, used))) for line in _gray(LINES))
    return tuple(step for step in steps if step.samples)


def _behind(line: int, channels: Sequence[int], used: Sequence[int]) -> Iterable[tuple[int, int, int]]:
    for number in used:
        multiplexer, at = divmod(number, LINES)
        if at == line:
            yield (*divmod(channels[multiplexer], CHANNELS), number)


def _gray(count: int) -> list[int]:
    """0 to *count* - 1 so that neighbours differ in one bit: every step then moves a single pin."""
    return [number ^ number >> 1 for number in range(count)]
