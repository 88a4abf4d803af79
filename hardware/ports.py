"""Serial ports by what they are called, not by the number they happened to get.

Linux names USB devices in ``/dev/serial/by-id`` by maker, product and serial number: that name survives a change of
socket, a restart and a second device, where ``/dev/ttyACM0`` does not.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

BY_ID: Final = Path("/dev/serial/by-id")
AUTO: Final = "auto"

_LIKELY = ("micropython", "pico", "raspberry", "rp2")


def find_ports(wanted: str, by_id: Path = BY_ID) -> list[str]:
    """The devices that *wanted* can mean, the likeliest first: a path, a part of a name in *by_id*, or ``auto``."""
    if "/" in wanted:
        return [wanted]
    try:
        entries = sorted(by_id.iterdir())
    except OSError:  # the folder comes with the first device and goes with the last
        entries = []
    if wanted == AUTO:
        return [str(entry) for entry in sorted(entries, key=_unlikely)]
    return [str(entry) for entry in entries if wanted.lower() in entry.name.lower()]


def _unlikely(entry: Path) -> bool:
    return not any(word in entry.name.lower() for word in _LIKELY)
