"""Which settings claim which GPIO of a Raspberry Pi, buses included."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.config.settings import BoardConfig

#: GPIO that the kernel takes for a bus, both chip enables of SPI included.
SPI_PINS: Final = {0: {9: "MISO", 10: "MOSI", 11: "SCLK"}, 1: {19: "MISO", 20: "MOSI", 21: "SCLK"}}
SPI_ENABLES: Final = {0: (8, 7), 1: (18, 17, 16)}
I2C_PINS: Final = {0: {0: "SDA", 1: "SCL"}, 1: {2: "SDA", 3: "SCL"}}


class PinUse(NamedTuple):
    """A GPIO, the key of the setting that claims it, and what for."""

    pin: int
    key: str
    what: str


def pin_uses(config: BoardConfig) -> Iterator[PinUse]:
    """Everything the chosen drivers claim; settings of drivers that are not chosen claim nothing."""
    yield from _SENSOR_PINS.get(config.sensors.driver, _nothing)(config)
    yield from _LIGHT_PINS.get(config.lights.driver, _nothing)(config)
    if config.controls.driver == "gpio":
        for name, pin in config.controls.pins:
            yield PinUse(pin, f"controls.{name.replace('-', '_')}_pin", "button")
    if config.sounder.driver == "tonal":
        yield PinUse(config.sounder.pin, "sounder.pin", "buzzer")


def _nothing(_config: BoardConfig) -> Iterator[PinUse]:
    yield from ()


def _matrix(config: BoardConfig) -> Iterator[PinUse]:
    for pin in config.sensors.matrix.rows:
        yield PinUse(pin, "sensors.matrix.rows", "row")
    for pin in config.sensors.matrix.columns:
        yield PinUse(pin, "sensors.matrix.columns", "column")


def _mcp23017(config: BoardConfig) -> Iterator[PinUse]:
    settings = config.sensors.mcp23017
    for key, bus in (("bus", settings.bus), ("second_bus", settings.second_bus)):
        for pin, what in I2C_PINS.get(bus, {}).items() if bus is not None else ():
            yield PinUse(pin, f"sensors.mcp23017.{key}", what)


def _shift(config: BoardConfig) -> Iterator[PinUse]:
    yield from _spi("sensors.shift", config.sensors.shift.bus, config.sensors.shift.device)
    if config.sensors.shift.load_pin is not None:
        yield PinUse(config.sensors.shift.load_pin, "sensors.shift.load_pin", "load line")


def _mcp3008(config: BoardConfig) -> Iterator[PinUse]:
    settings = config.sensors.mcp3008
    yield from _spi("sensors.mcp3008", settings.bus, settings.device)
    for pin in settings.select_pins:
        yield PinUse(pin, "sensors.mcp3008.select_pins", "select line")
    for pin in settings.multiplexer_pins if settings.multiplexer_channels else ():
        yield PinUse(pin, "sensors.mcp3008.multiplexer_pins", "address line")


def _ws281x(config: BoardConfig) -> Iterator[PinUse]:
    yield PinUse(config.lights.ws281x.pin, "lights.ws281x.pin", "strip")


def _spi_strip(config: BoardConfig) -> Iterator[PinUse]:
    yield from _spi("lights.spi", config.lights.spi.bus, config.lights.spi.device)


def _spi(section: str, bus: int, device: int) -> Iterator[PinUse]:
    for pin, what in SPI_PINS.get(bus, {}).items():
        yield PinUse(pin, f"{section}.bus", what)
    enables = SPI_ENABLES.get(bus, ())
    if device < len(enables):
        yield PinUse(enables[device], f"{section}.device", f"CE{device}")


_SENSOR_PINS: Final = {"matrix": _matrix, "mcp23017": _mcp23017, "shift": _shift, "mcp3008": _mcp3008}
_LIGHT_PINS: Final = {"ws281x": _ws281x, "spi": _spi_strip}
