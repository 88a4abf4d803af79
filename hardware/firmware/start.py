# The board's own modules have no types here.
# mypy: ignore-errors
"""Puts the board together and lets it run under the watchdog."""

import os
import time

import machine
import micropython

from . import settings
from .core import Firmware
from .loop import turn
from .metal import Metal

WATCHDOG = 2000  # milliseconds; a write to a host that does not read takes up to 500
HOLD_FILE = "hold"


def start() -> None:
    """Run for good, or stay at the prompt this once if the host asked for that before the last reset."""
    if not _was_held():
        run(Metal(settings), settings)


def run(metal: object, settings: object) -> None:
    """Scan, speak and light until the host wants the prompt."""
    boot = int.from_bytes(os.urandom(2), "little")
    firmware = Firmware(machine.unique_id(), boot, metal.build, settings.MAX_MILLIAMPS)
    period = 1000 // settings.SCAN_HZ
    micropython.kbd_intr(-1)  # frames contain the byte of Ctrl-C
    watchdog = machine.WDT(timeout=WATCHDOG)
    due = metal.ms()
    while not firmware.held:
        turn(firmware, metal)
        watchdog.feed()
        due = _pace(metal, firmware, due + period)
    _hold()


def _pace(metal: object, firmware: Firmware, due: int) -> int:
    """Wait until *due*; if that has passed, count it and go on from now."""
    wait = due - metal.ms()
    if wait < 0:
        firmware.late += 1
        return due - wait
    time.sleep_ms(wait)
    return due


def _hold() -> None:
    """Restart into the prompt: nothing but a reset stops the watchdog."""
    with open(HOLD_FILE, "w"):  # noqa: PTH123  (no pathlib there)
        pass
    machine.reset()


def _was_held() -> bool:
    try:
        os.remove(HOLD_FILE)  # noqa: PTH107
    except OSError:
        return False
    return True
