"""What the host hears from the board, and what it may wish."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.serial_link.ailments import Ailment, dotted


@dataclass(frozen=True, slots=True)
class Hello:
    """Who the board is."""

    firmware: tuple[int, ...]
    board_id: bytes
    boot: int  # a number it draws at every start
    linear: bool
    inputs: int
    leds: int
    buttons: int
    scan_hz: int

    def __str__(self) -> str:
        sensors = "linear sensors" if self.linear else "switches"
        return (
            f"board {self.board_id.hex()}: firmware {dotted(self.firmware)}, {self.inputs} {sensors}, "
            f"{self.leds} LEDs, {self.buttons} buttons, {self.scan_hz} scans a second"
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All inputs at once, by input number, and two bytes a button."""

    time: float
    values: tuple[int, ...]
    buttons: bytes


@dataclass(frozen=True, slots=True)
class Report:
    """How the board says it is doing; counters wrap at 65,536."""

    uptime: int  # seconds
    scan_hz: int  # as measured
    bad_frames: int
    late_scans: int
    unsent: int  # snapshots that the line did not take in time
    skipped: int  # pictures replaced before they could be shown
    dimmed: int  # pictures darkened to the cap on current
    mode: int
    brightness: int


@dataclass(frozen=True, slots=True)
class Restarted:
    """The board started anew while the line was up."""


Event = Hello | Snapshot | Report | Restarted | Ailment


@dataclass(frozen=True, slots=True)
class Wish:
    """How the board should behave."""

    raw: bool = False  # send every scan
    brightness: int = 255
    deadband: int = 12  # counts by which a linear reading must move to be sent at once
    milliamps: int = 0  # cap on the LEDs' current below the board's own; 0 for that


@dataclass(slots=True)
class Tally:
    """What the line did so far."""

    frames: int = 0  # good ones
    bad: int = 0  # damaged, or saying what no board of ours would say
    stale: int = 0  # duplicates and latecomers
    foreign: int = 0  # of another version of the protocol
    restarts: int = 0
