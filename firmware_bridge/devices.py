"""Which kinds of devices a board's drivers need: the names of the drop-ins in ``systemd/devices``.

``python -m firmware_bridge.devices board.toml`` prints them, for the install script.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from hardware.config import load_config

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


def kinds(config: BoardConfig) -> list[str]:
    """The kinds of devices that this board needs, in alphabetical order."""
    return sorted({kind for part, drivers in KINDS.items() for kind in drivers.get(getattr(config, part).driver, ())})


if __name__ == "__main__":
    print(*kinds(load_config(sys.argv[1])))  # noqa: T201 - a program for the install script
