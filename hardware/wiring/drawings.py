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
    from collections.abc import Callable

    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Sheet

#: By the name of the sensor driver, or of what is drawn; they show boards wired like the examples, on their own pins.
DRAWINGS: Final[dict[str, Callable[[BoardConfig], Sheet]]] = {
    "matrix": matrix,
    "mcp23017": mcp23017,
    "shift": shift,
    "mcp3008": mcp3008,
    "serial": microcontroller,
    "lights": lights,
    "controls": controls,
    "power": power,
    "pieces": pieces,
    "loop": loop,
    "header": header,
}
