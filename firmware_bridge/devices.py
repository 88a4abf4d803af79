"""What a board's drivers need of the system, for the install script.

``python -m firmware_bridge.devices board.toml`` prints the kinds of devices, which are the names of the drop-ins in
``systemd/devices``; with ``packages`` behind it, the packages as the Python package index calls them.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from hardware.config import load_config
from hardware.doctor import PACKAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.config import BoardConfig

#: The kinds of devices that each driver opens.
KINDS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "sensors": {
        "matrix": ("gpio",),
        "mcp23017": ("i2c",),
        "shift": ("spi", "gpio"),
        "mcp3008": ("spi", "gpio"),
        "serial": ("serial",),
    },
    "lights": {"ws281x": ("spi",), "spi": ("spi",), "serial": ("serial",)},
    "controls": {"gpio": ("gpio",), "serial": ("serial",)},
    "sounder": {"tonal": ("gpio",)},
}

_PUBLISHED: Final = {"serial": "pyserial", "rpi_ws281x": "rpi-ws281x"}


def kinds(config: BoardConfig) -> list[str]:
    """The kinds of devices that this board needs, in alphabetical order."""
    return sorted({kind for part, drivers in KINDS.items() for kind in drivers.get(getattr(config, part).driver, ())})


def packages(config: BoardConfig) -> list[str]:
    """The packages that this board's drivers import, by the names under which they are published."""
    wanted = {module for part, drivers in PACKAGES.items() for module in drivers.get(getattr(config, part).driver, ())}
    # gpiozero needs a way to the pins, and this is the one that every Pi has.
    wanted |= {"lgpio"} if "gpiozero" in wanted else set()
    return sorted(_PUBLISHED.get(module, module) for module in wanted)


if __name__ == "__main__":
    asked = packages if sys.argv[2:] == ["packages"] else kinds
    print(*asked(load_config(sys.argv[1])))  # noqa: T201 - a program for the install script
