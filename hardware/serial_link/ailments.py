"""What can be wrong with the line: a name, the fault in words, and its cure.

Drivers raise them as :class:`~hardware.errors.HardwareFault`; ``docs/protocol.md`` lists them for operators.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.errors import HardwareFault
from hardware.firmware.version import FIRMWARE
from hardware.firmware.wire import VERSION

FLASH = "run yinsh-board flash"


@dataclass(frozen=True, slots=True)
class Ailment:
    """One thing that is wrong with the line."""

    name: str
    fault: str
    cure: str

    def error(self) -> HardwareFault:
        """The exception to raise: the fault, and its cure behind a semicolon."""
        return HardwareFault(f"{self.fault}; {self.cure}")


NO_ANSWER = Ailment(
    "no answer",
    "the port is open, but the microcontroller does not answer",
    f"press its reset button or plug it in again, and if that does not help, {FLASH}",
)
NO_SENSE = Ailment(
    "no sense",
    "what answers on the port is not this project's firmware",
    f"see that it is the right device, then {FLASH}",
)
SILENT = Ailment(
    "silent",
    "the microcontroller has fallen silent",
    "wait for its watchdog to restart it, or press its reset button",
)
RESTARTED = Ailment(
    "restarted",
    "the microcontroller has restarted",
    "if that happens again, check its cable and the LEDs' power supply",
)
GONE = Ailment(
    "gone",
    "the port has vanished: the cable was pulled or the microcontroller restarted",
    "plug the cable in; the game goes on from where it was",
)


def skewed(version: int, firmware: tuple[int, ...]) -> Ailment:
    """The microcontroller speaks another version of the protocol."""
    theirs, ours = dotted(firmware), dotted(FIRMWARE)
    fault = f"firmware {theirs} speaks version {version} of the protocol, this program version {VERSION}"
    cure = f"{FLASH} to install firmware {ours}"
    return Ailment("skewed", fault, f"update this program, or {cure}" if version > VERSION else cure)


def wrong_sensors(linear: bool) -> Ailment:
    """Switches where linear sensors are configured, or the other way round; *linear* is what the board has."""
    has, wants = ("linear sensors", "switches") if linear else ("switches", "linear sensors")
    cure = "set sensors.kind in board.toml, or LINEAR in the firmware's settings, so that both agree"
    return Ailment("wrong sensors", f"the microcontroller reads {has}, but board.toml says {wants}", cure)


def too_few(what: str, has: int, needed: int) -> Ailment:
    """The board has fewer inputs, LEDs or buttons than the map names."""
    fault = f"the microcontroller has {has} {what}, but board.toml uses {needed}"
    return Ailment("too few", fault, f"correct the map in board.toml, or the firmware's settings, and {FLASH}")


def dotted(firmware: tuple[int, ...]) -> str:
    """A version as people write it."""
    return ".".join(map(str, firmware))
