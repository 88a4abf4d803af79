"""Which Raspberry Pi this is, read from the device tree."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path("/")

RP1: Final = 5  # the first generation whose pins hang on a chip of their own, with other registers and a steady clock
MOSI: Final = 10  # GPIO of the first SPI bus's data line
PWM_PINS: Final = (12, 13, 18, 19)
ONE_WIRE: Final = 4  # GPIO that the 1-Wire overlay takes

_MODEL = "proc/device-tree/model"


def model(root: Path = ROOT) -> str:
    """Such as ``Raspberry Pi 4 Model B Rev 1.4``; empty on anything else."""
    try:
        text = (root / _MODEL).read_text(errors="replace").strip("\0\n ")
    except OSError:
        return ""
    return text if text.startswith("Raspberry Pi") else ""


def generation(name: str) -> int:
    """The number that decides about peripherals: 5 for a Pi 5 or Compute Module 5; 1 where a name bears none."""
    if not name:
        return 0
    found = re.search(r"(?:Raspberry Pi|Compute Module|Zero) (\d)", name)
    return int(found[1]) if found else 1  # "Pi 400" is a 4


def spi_setting(bus: int, device: int) -> str:
    """The line of config.txt that brings ``/dev/spidev<bus>.<device>``."""
    return "dtparam=spi=on" if bus == 0 else f"dtoverlay=spi{bus}-{device + 1}cs"
