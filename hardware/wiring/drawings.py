"""Every drawing by name; each is a function from the board's configuration to a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.wiring.analog import mcp3008
from hardware.wiring.header import header
from hardware.wiring.lights import controls, lights, loop, power
from hardware.wiring.microcontroller import microcontroller
from hardware.wiring.pieces import pieces
from hardware.wiring.sensors import matrix, mcp23017, shift

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Sheet

#: The drawing of each sensor driver.
SENSOR_DRAWINGS: Final[dict[str, Callable[[BoardConfig], Sheet]]] = {
    "matrix": matrix,
    "mcp23017": mcp23017,
    "shift": shift,
    "mcp3008": mcp3008,
    "serial": microcontroller,
}

#: What every board on a Pi's own pins needs besides.
DRAWINGS: Final[dict[str, Callable[[BoardConfig], Sheet]]] = {
    **SENSOR_DRAWINGS,
    "lights": lights,
    "controls": controls,
    "power": power,
    "pieces": pieces,
    "loop": loop,
    "header": header,
}


def drawings(config: BoardConfig) -> Iterator[tuple[str, Sheet]]:
    """The drawings that concern this board, by name."""
    sensors, on_pi = config.sensors.driver, config.lights.driver in {"spi", "ws281x"}
    if sensors in SENSOR_DRAWINGS:
        yield sensors, SENSOR_DRAWINGS[sensors](config)
    if on_pi:
        yield "lights", lights(config)
    if config.controls.driver == "gpio" or config.sounder.driver == "tonal":
        yield "controls", controls(config)
    if on_pi or sensors in {"matrix", "mcp23017", "shift", "mcp3008"}:
        yield "header", header(config)
