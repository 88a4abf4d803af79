"""The Raspberry Pi's header, every pin with what this board uses it for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.config.pins import pin_uses
from hardware.wiring.canvas import Sheet
from hardware.wiring.parts import HEADER_PINS, HEADER_POWER

if TYPE_CHECKING:
    from hardware.config.settings import BoardConfig

_ROWS: Final = 20
_STEP: Final = 27
_TOP: Final = 104
_MIDDLE: Final = 400

_COLORS: Final = {"5 V": "#ef9a9a", "3.3 V": "#ffcc80", "ground": "#bdbdbd", "used": "#90caf9", "": "#fff"}


def header(config: BoardConfig) -> Sheet:
    """All 40 pins, seen from above, the board's edge to the right."""
    sheet = Sheet(800, _TOP + _ROWS * _STEP + 70, "The Pi's header, seen from above")
    sheet.text((24, 58), "Pin 1 is at the end with the card slot; the even numbers run along the edge of the Pi.")
    sheet.box((_MIDDLE - 36, _TOP - 22), (72, _ROWS * _STEP + 8), "part", rounding=8)
    gpios = {pin: gpio for gpio, pin in HEADER_PINS.items()}
    uses = {HEADER_PINS[use.pin]: f"{use.what} ({use.key.split('.')[0]})" for use in pin_uses(config)}
    for pin in range(1, 2 * _ROWS + 1):
        _pin(sheet, pin, HEADER_POWER.get(pin, ""), gpios.get(pin), uses.get(pin, ""))
    _legend(sheet, _TOP + _ROWS * _STEP + 30)
    return sheet


def _pin(sheet: Sheet, pin: int, power: str, gpio: int | None, use: str) -> None:
    right = pin % 2 == 0
    x, y = _MIDDLE + (16 if right else -16), _TOP + (pin - 1) // 2 * _STEP - 5
    fill = _COLORS[power or ("used" if use else "")]
    if pin == 1:  # its solder pad is square on every Pi
        sheet.add(f'<rect x="{x - 11}" y="{y - 11}" width="22" height="22" fill="{fill}" stroke="#37474f"/>')
    else:
        sheet.circle((x, y), 11, "thin", f"fill:{fill}")
    sheet.text((x, y + 4), str(pin), anchor="middle", size=11)
    side, anchor = (1, "start") if right else (-1, "end")
    sheet.text((_MIDDLE + side * 46, y + 4), power or f"GPIO {gpio}", anchor=anchor, size=12)
    if use:
        sheet.text((_MIDDLE + side * 118, y + 4), use, anchor=anchor, bold=True)


def _legend(sheet: Sheet, y: float) -> None:
    words = {"used": "used by this board", "5 V": "5 V", "3.3 V": "3.3 V", "ground": "ground", "": "free"}
    for number, (kind, text) in enumerate(words.items()):
        x = 60 + number * 150 + (40 if number else 0)
        sheet.circle((x, y), 9, "thin", f"fill:{_COLORS[kind]}")
        sheet.text((x + 16, y + 4), text)
