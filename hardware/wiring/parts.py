"""Parts as symbols, and the Raspberry Pi's header."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hardware.wiring.canvas import Sheet, Spot

PITCH: Final = 26  # from one pin of a part to the next

_POWER: Final = {"3V": "3.3 V", "5V": "5 V", "G": "ground"}
_HEADER: Final = "3V 5V 2 5V 3 G 4 14 G 15 17 18 27 G 22 23 3V 24 10 G 9 25 11 8 G 7 0 1 5 G 6 12 13 G 19 16 26 20 G 21"
_PICO: Final = "0 1 G 2 3 4 5 G 6 7 8 9 G 10 11 12 13 G 14 15 16 17 G 18 19 20 21 G 22 RUN 26 27 G 28"


def _places(pins: str) -> dict[int, int]:
    return {int(name): place for place, name in enumerate(pins.split(), start=1) if name.isdigit()}


#: Where each GPIO is on the Pi's header, and on a Raspberry Pi Pico.
HEADER_PINS: Final = _places(_HEADER)
PICO_PINS: Final = _places(_PICO)

#: What the other pins of the header are.
HEADER_POWER: Final = {place: _POWER[name] for place, name in enumerate(_HEADER.split(), start=1) if name in _POWER}

_LEG = 22  # length of a pin's leg


class Part:
    """A box with named pins; ``part["CLK"]`` is where a wire to that pin ends.

    A pin is ``name`` or ``name:number``: the number stands on its leg, as on the chip.
    """

    def __init__(
        self, sheet: Sheet, at: Spot, width: int, label: str, *, left: Sequence[str] = (), right: Sequence[str] = ()
    ) -> None:
        self.at = at
        self.width = width
        self.height = PITCH * max(len(left), len(right)) + 16
        self._spots: dict[str, Spot] = {}
        x, y = at
        sheet.box(at, (width, self.height))
        sheet.text((x + width / 2, y - 8), label, anchor="middle", bold=True)
        for row, pin in enumerate(left):
            self._pin(sheet, pin, (x, y + PITCH * row + 20), -1)
        for row, pin in enumerate(right):
            self._pin(sheet, pin, (x + width, y + PITCH * row + 20), 1)

    def __getitem__(self, pin: str) -> Spot:
        return self._spots[pin]

    def _pin(self, sheet: Sheet, pin: str, edge: Spot, side: int) -> None:
        if not pin:
            return
        name, _, number = pin.partition(":")
        x, y = edge
        end = (x + side * _LEG, y)
        self._spots[name] = end
        sheet.path(f"M{x:g} {y:g}H{end[0]:g}")
        sheet.text((x - side * 6, y + 4), name, anchor="start" if side < 0 else "end", size=12)
        if number:
            sheet.text((x + side * 12, y - 4), number, anchor="middle", size=10)


def pi_part(sheet: Sheet, at: Spot, pins: Mapping[int | str, str], *, width: int = 150) -> Part:
    """The Pi with the pins that are used, by GPIO number or as ``3.3 V`` and the like; ``pi["GPIO 10"]``."""
    names = [f"GPIO {pin}:{HEADER_PINS[pin]}" if isinstance(pin, int) else f"{pin}:{_power_pin(pin)}" for pin in pins]
    part = Part(sheet, at, width, "Raspberry Pi", right=names)
    for row, role in enumerate(pins.values()):
        sheet.text((at[0] + 6, at[1] + PITCH * row + 24), role, size=12)
    return part


def _power_pin(name: str) -> int:
    return next(pin for pin, what in HEADER_POWER.items() if what == name)


def resistor(sheet: Sheet, at: Spot, label: str) -> tuple[Spot, Spot]:
    """Lying, its left end *at*; the two ends."""
    x, y = at
    sheet.path(f"M{x:g} {y:g}h10m44 0h10")
    sheet.box((x + 10, y - 7), (44, 14), "part", rounding=0)
    sheet.text((x + 32, y - 12), label, anchor="middle", size=12)
    return at, (x + 64, y)


def standing_resistor(sheet: Sheet, at: Spot, label: str) -> tuple[Spot, Spot]:
    """Standing, its upper end *at*; the two ends."""
    x, y = at
    sheet.path(f"M{x:g} {y:g}v8m0 36v8")
    sheet.box((x - 7, y + 8), (14, 36), "part", rounding=0)
    sheet.text((x + 12, y + 30), label, size=12)
    return at, (x, y + 52)


def capacitor(sheet: Sheet, at: Spot, label: Sequence[str], *, polar: bool = False) -> tuple[Spot, Spot]:
    """Standing, its upper end *at*; the two ends, plus above."""
    x, y = at
    sheet.path(f"M{x:g} {y:g}v18m-14 0h28m-28 8h28m-14 0v18")
    if polar:
        sheet.text((x - 22, y + 16), "+", bold=True)
    sheet.note((x + 20, y + 20), label, size=12)
    return at, (x, y + 44)


def diode(sheet: Sheet, at: Spot, *, down: bool = True) -> tuple[Spot, Spot]:
    """Standing, its upper end *at*; current flows down, or else up; the two ends."""
    x, y = at
    sheet.path(f"M{x:g} {y:g}v8m0 14v8m-9 {-8 if down else -22}h18")
    sheet.path(f"M{x - 9:g} {y + 8:g}h18l-9 14z" if down else f"M{x - 9:g} {y + 22:g}h18l-9 -14z", "solid")
    return at, (x, y + 30)


def switch(sheet: Sheet, at: Spot, *, button: bool = False) -> tuple[Spot, Spot]:
    """Lying, its left end *at*: a contact, or a button with its cap; the two ends."""
    x, y = at
    sheet.path(f"M{x:g} {y:g}h14m28 0h14")
    if button:
        sheet.path(f"M{x + 12:g} {y - 9:g}h32m-16 0v-9m-7 0h14")
    else:
        sheet.path(f"M{x + 14:g} {y:g}l26 -12")
    for end in (x + 14, x + 42):
        sheet.circle((end, y), 3, "part")
    return at, (x + 56, y)


def tie(sheet: Sheet, pin: Spot, *, high: bool, right: bool = False) -> None:
    """A pin that stays at the supply or at ground."""
    x, y = pin
    side = 1 if right else -1
    sheet.wire("three" if high else "ground", pin, (x + 4 * side, y))
    words, anchor = "3.3 V" if high else "gnd", "start" if right else "end"
    sheet.text((x + 8 * side, y + 4), words, anchor=anchor, size=10)


def ground(sheet: Sheet, at: Spot) -> None:
    """The common ground, hanging *at*."""
    x, y = at
    sheet.wire("ground", at, (x, y + 8))
    sheet.path(f"M{x - 11:g} {y + 8:g}h22m-18 5h14m-10 5h6")


def supply(sheet: Sheet, at: Spot, volts: str) -> None:
    """A supply of *volts*, standing *at*."""
    x, y = at
    sheet.wire("five" if volts == "5 V" else "three", at, (x, y - 10))
    sheet.path(f"M{x - 9:g} {y - 10:g}h18")
    sheet.text((x, y - 15), volts, anchor="middle", size=11)
