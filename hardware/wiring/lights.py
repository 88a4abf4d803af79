"""Strip, supply, buttons, buzzer, and the loop that measures reactions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.config.pins import SPI_PINS
from hardware.wiring.canvas import Sheet
from hardware.wiring.parts import Part, capacitor, ground, pi_part, resistor, switch

if TYPE_CHECKING:
    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Spot

_FIVE, _LOW = 304, 356  # where the two rails run


def lights(config: BoardConfig) -> Sheet:
    """From the Pi's data line through a level shifter to the strip."""
    sheet = Sheet(960, 470, "The strip: data through a level shifter, power from its own supply")
    pin, role = strip_pin(config)
    pi = pi_part(sheet, (24, 110), {pin: role, "ground": ""})
    shifter = Part(sheet, (330, 96), 120, "74AHCT125", left=["1OE:1", "1A:2", "GND:7"], right=["VCC:14", "1Y:3"])
    strip = Part(sheet, (640, 110), 200, "WS2812 strip, first LED", left=["DIN", "5V", "GND"])
    _rails(sheet)
    _data(sheet, pi[f"GPIO {pin}"], shifter, strip)
    _strip_power(sheet, pi, shifter, strip)
    sheet.text((740, 226), "DOUT of each LED to DIN of the next", anchor="middle", size=12)
    sheet.note(
        (24, 415),
        [
            "Join the grounds of Pi and strip; do not join their 5 V unless the Pi has no supply of its own.",
            "Feed 5 V and ground into the far end of the strip as well, with wire of 0.75 mm² or more.",
        ],
    )
    return sheet


def strip_pin(config: BoardConfig) -> tuple[int, str]:
    """The GPIO of the data line, and its role."""
    if config.lights.driver == "ws281x":
        return config.lights.ws281x.pin, "data"
    mosi = next(pin for pin, role in SPI_PINS[min(config.lights.spi.bus, 1)].items() if role == "MOSI")
    return mosi, "MOSI"


def _rails(sheet: Sheet) -> None:
    source = Part(sheet, (24, _FIVE - 20), 150, "Supply 5 V, 4 A", right=["+", "", "-"])
    sheet.wire("five", source["+"], (900, _FIVE))
    sheet.wire("ground", source["-"], (900, _LOW))


def _data(sheet: Sheet, pin: Spot, shifter: Part, strip: Part) -> None:
    a, y = shifter["1A"], shifter["1Y"]
    sheet.wire("signal", pin, (250, pin[1]), (250, a[1]), a)
    left, right = resistor(sheet, (510, y[1]), "330 Ω")
    sheet.wire("signal", y, left)
    sheet.wire("signal", right, (600, right[1]), (600, strip["DIN"][1]), strip["DIN"])


def _strip_power(sheet: Sheet, pi: Part, shifter: Part, strip: Part) -> None:
    for spot, x in ((strip["5V"], 600), (shifter["VCC"], 490)):
        sheet.wire("five", spot, (x, spot[1]), (x, _FIVE))
        sheet.joint("five", (x, _FIVE))
    for spot, x in ((strip["GND"], 618), (shifter["GND"], 300), (shifter["1OE"], 280), (pi["ground"], 230)):
        sheet.wire("ground", spot, (x, spot[1]), (x, _LOW))
        sheet.joint("ground", (x, _LOW))
    top, bottom = capacitor(sheet, (700, _FIVE), ["1000 µF, 6.3 V or more,", "close to the strip"], polar=True)
    sheet.wire("ground", bottom, (bottom[0], _LOW))
    sheet.joint("five", top)
    sheet.joint("ground", (bottom[0], _LOW))
    top, bottom = capacitor(sheet, (540, _FIVE), ["100 nF"])
    sheet.wire("ground", bottom, (bottom[0], _LOW))
    sheet.joint("five", top)
    sheet.joint("ground", (bottom[0], _LOW))


def controls(config: BoardConfig) -> Sheet:
    """Buttons to ground, and a passive piezo."""
    buttons = config.controls.pins if config.controls.driver == "gpio" else ()
    buzzer = config.sounder.pin if config.sounder.driver == "tonal" else None
    pins: dict[int | str, str] = {pin: name for name, pin in buttons}
    if buzzer is not None:
        pins[buzzer] = "buzzer"
    sheet = Sheet(760, 150 + 60 * len(pins), "Buttons and buzzer")
    pi = pi_part(sheet, (24, 90), pins, width=170)
    for row, (name, pin) in enumerate(buttons):
        _button(sheet, pi[f"GPIO {pin}"], name, 110 + 60 * row)
    if buzzer is not None:
        _buzzer(sheet, pi[f"GPIO {buzzer}"], 110 + 60 * len(buttons))
    sheet.note((24, 118 + 60 * len(pins)), ["The Pi's own resistors keep an open button high: nothing else is needed."])
    return sheet


def _bend(sheet: Sheet, pin: Spot, x: float, y: float) -> Spot:
    """A wire from the pin to a part at another height; each height has a column of its own to go down in."""
    column = 330 - (y - 110) / 2.4
    sheet.wire("signal", pin, (column, pin[1]), (column, y), (x, y))
    return (x, y)


def _button(sheet: Sheet, pin: Spot, name: str, y: float) -> None:
    _, right = switch(sheet, _bend(sheet, pin, 400, y), button=True)
    sheet.wire("ground", right, (500, y))
    ground(sheet, (500, y))
    sheet.text((540, y + 4), f"{name} button")


def _buzzer(sheet: Sheet, pin: Spot, y: float) -> None:
    _, right = resistor(sheet, _bend(sheet, pin, 390, y), "100 Ω")
    sheet.wire("signal", right, (480, y))
    sheet.box((480, y - 14), (30, 28), "part")
    sheet.text((495, y + 4), "))", anchor="middle")
    sheet.wire("ground", (510, y), (540, y))
    ground(sheet, (540, y))
    sheet.text((570, y + 4), "passive piezo")


def power(config: BoardConfig) -> Sheet:
    """Who is fed by what, and with how much."""
    leds = config.lights.max_milliamps / 1000
    sheet = Sheet(960, 500, "Power: one supply for strip and sensors, one for the Pi, one ground")
    source = Part(sheet, (40, 90), 150, "Supply 5 V, 4 A", right=["+", "", "-"])
    own = Part(sheet, (40, 340), 150, "Pi's own supply", right=["+", "", "-"])
    regulator = Part(
        sheet, (330, 215), 150, "Regulator 3.3 V, 1 A", left=["in", "", "GND in"], right=["out", "", "GND"]
    )
    strip = _consumer(sheet, 90, "WS2812 strip", "5 V", f"at most {leds:g} A: lights.max_milliamps")
    sensors = _consumer(sheet, 215, "85 sensors and their chips", "3.3 V", "linear Hall: 6 mA each, 0.5 A in all")
    computer = _consumer(sheet, 340, "Pi or microcontroller", "USB", "5 V, 3 A (a Pi 5: 5 A)")
    sheet.wire("five", source["+"], strip["5 V"])
    sheet.wire("five", (290, source["+"][1]), (290, regulator["in"][1]), regulator["in"])
    sheet.joint("five", (290, source["+"][1]))
    sheet.wire("five", own["+"], computer["USB"])
    sheet.wire("three", regulator["out"], sensors["3.3 V"])
    for start, end in ((source["-"], strip["GND"]), (own["-"], computer["GND"])):
        sheet.wire("ground", start, end)
        sheet.joint("ground", (250, start[1]))
    sheet.wire("ground", (250, source["-"][1]), (250, own["-"][1]))
    sheet.wire("ground", (250, regulator["GND in"][1]), regulator["GND in"])
    sheet.joint("ground", (250, regulator["GND in"][1]))
    sheet.wire("ground", regulator["GND"], sensors["GND"])
    note = "Every ground is joined. Reeds draw nothing and Hall switches 0.2 A in all: for them the Pi's 3.3 V will do."
    sheet.note((40, 472), [note])
    return sheet


def _consumer(sheet: Sheet, y: int, label: str, feed: str, draws: str) -> Part:
    part = Part(sheet, (640, y), 270, label, left=[feed, "", "GND"])
    sheet.text((650, y + 50), draws, size=12)
    return part


def loop(_config: BoardConfig) -> Sheet:
    """A transistor across a contact, a phototransistor above the LED: what ``measure --loop`` uses."""
    sheet = Sheet(960, 360, "The loop from a contact to its light: yinsh-board measure --loop F6 16 17")
    pi = pi_part(sheet, (24, 110), {16: "OUT", 17: "IN", "ground": ""})
    left, right = resistor(sheet, (290, 130), "1 kΩ")
    sheet.wire("signal", pi["GPIO 16"], left)
    _transistor(sheet, right)
    _phototransistor(sheet, pi["GPIO 17"])
    sheet.wire("ground", pi["ground"], (240, pi["ground"][1]), (240, 300))
    ground(sheet, (240, 300))
    return sheet


def _transistor(sheet: Sheet, base: Spot) -> None:
    x, y = base[0] + 36, base[1]
    sheet.wire("signal", base, (x, y))
    sheet.path(f"M{x:g} {y - 16:g}v32m0 -22l22 -14m-22 22l22 14")
    sheet.path(f"M{x + 22:g} {y + 14:g}l-9 -1l5 -8z", "solid")
    sheet.wire("signal", (x + 22, y - 20), (x + 22, y - 40), (560, y - 40))
    sheet.wire("ground", (x + 22, y + 14), (x + 22, y + 30))
    ground(sheet, (x + 22, y + 30))
    sheet.text((x + 40, y + 8), "BC547")
    sheet.note(
        (570, y - 44),
        ["to the sensor input of F6, its sensor unplugged;", "where sensors are linear, with 10 kΩ to 3.3 V as well"],
        size=12,
    )


def _phototransistor(sheet: Sheet, pin: Spot) -> None:
    x, y = 500, 226
    sheet.wire("back", pin, (270, pin[1]), (270, y), (x, y), (x, y + 20))
    sheet.circle((x, y + 40), 20, "part")
    sheet.path(f"M{x:g} {y + 20:g}v12l-10 8m0 -12v24m0 -12l10 10v18")
    sheet.path(f"M{x:g} {y + 50:g}l-8 -2l5 -6z", "solid")
    sheet.path(f"M{x + 40:g} {y + 18:g}l-16 12m8 -1l-9 2l2 -9m18 2l-16 12m8 -1l-9 2l2 -9")
    sheet.wire("ground", (x, y + 60), (x, y + 76))
    ground(sheet, (x, y + 76))
    sheet.note(
        (x + 56, y + 20), ["the LED of F6 shines on a phototransistor", "(BPW40 or alike) in a dark tube"], size=12
    )
