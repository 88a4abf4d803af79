"""The microcontroller that scans the sensors, drives the strip and reads the buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.firmware import settings as firmware
from hardware.wiring.canvas import Sheet
from hardware.wiring.parts import PICO_PINS, PITCH, Part, ground, switch

if TYPE_CHECKING:
    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Spot

#: In the order of the microcontroller's button pins.
BUTTONS: Final = ("hint", "take-back", "cafe")


def microcontroller(_config: BoardConfig) -> Sheet:
    """The Pico with its two banks of multiplexers, strip and buttons."""
    sheet = Sheet(1100, 760, "Raspberry Pi Pico: six multiplexers, strip and buttons, one USB cable")
    pico = _pico(sheet)
    sheet.note((24, 100), ["to any", "computer"], size=12)
    _banks(sheet, pico)
    for pin, name in zip(firmware.BUTTON_PINS, BUTTONS, strict=True):
        _pico_button(sheet, pico[f"GP{pin}"], name)
    strip = pico[f"GP{firmware.LED_PIN}"]
    sheet.wire("signal", strip, (strip[0] + 40, strip[1]))
    sheet.text((strip[0] + 48, strip[1] + 4), "to the strip's level shifter", size=12)
    ground(sheet, pico["GND"])
    words = [
        "Number n of a bank on input n; the banks share the inputs, and only one of them is enabled at a time.",
        "Input number = 16 * (3 * bank + n) + line. Sensors and multiplexers run on a 3.3 V regulator of 1 A;",
        "every ground is joined. The strip's level shifter and power are on their own drawings.",
    ]
    sheet.note((120, 690), words)
    return sheet


def _pico(sheet: Sheet) -> Part:
    roles: dict[int, str] = {
        **{pin: f"S{bit}" for bit, pin in enumerate(firmware.SELECT_PINS)},
        **{pin: f"bank {bank}" for bank, pin in enumerate(firmware.ENABLE_PINS)},
        **{pin: f"input {number}" for number, pin in enumerate(firmware.INPUT_PINS)},
        **dict(zip(firmware.BUTTON_PINS, BUTTONS, strict=True)),
        firmware.LED_PIN: "strip",
    }
    names = [*(f"GP{pin}:{PICO_PINS[pin]}" for pin in roles), "GND:38"]
    pico = Part(sheet, (120, 90), 160, "Pico", left=["USB"], right=names)
    for row, role in enumerate(roles.values()):
        sheet.text((222, 90 + PITCH * row + 24), role, anchor="end", size=12)
    return pico


def _banks(sheet: Sheet, pico: Part) -> None:
    numbers = range(len(firmware.INPUT_PINS))
    left = ["S0", "S1", "S2", "S3", "EN", "", *(f"SIG of {number}" for number in numbers)]
    for bank, y in ((0, 90), (1, 385)):
        mux = Part(sheet, (680, y), 170, f"bank {bank}: 3 x CD74HC4067", left=left, right=["C0", "...", "C15"])
        selects = [(f"GP{pin}", f"S{bit}", 640 - 14 * bit) for bit, pin in enumerate(firmware.SELECT_PINS)]
        inputs = [(f"GP{pin}", f"SIG of {number}", 550 - 14 * number) for number, pin in enumerate(firmware.INPUT_PINS)]
        enable = [(f"GP{firmware.ENABLE_PINS[bank]}", "EN", 575)]
        for kind, wires in (("clock", selects), ("signal", enable), ("back", inputs)):
            for pin, end, column in wires:
                start = pico[pin]
                sheet.wire(kind, start, (column, start[1]), (column, mux[end][1]), mux[end])
                if bank and kind != "signal":
                    sheet.joint(kind, (column, start[1]))
        words = f"linear Hall sensors {48 * bank} to {48 * bank + 47}"
        sheet.text((880, mux["C0"][1] + 4), words, size=12)


def _pico_button(sheet: Sheet, pin: Spot, name: str) -> None:
    _, end = switch(sheet, (pin[0] + 30, pin[1]), button=True)
    sheet.wire("signal", pin, (pin[0] + 30, pin[1]))
    ground(sheet, end)
    sheet.text((end[0] + 20, end[1] + 4), name, size=12)
