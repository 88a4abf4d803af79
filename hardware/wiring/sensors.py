"""How switches are wired: the matrix, expanders, and the chain of shift registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.config.pins import I2C_PINS, SPI_ENABLES, SPI_PINS
from hardware.wiring.canvas import Sheet
from hardware.wiring.parts import (
    Part,
    diode,
    ground,
    pi_part,
    standing_resistor,
    supply,
    switch,
    tie,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.config.settings import BoardConfig
    from hardware.wiring.canvas import Spot

_CELL: Final = (170, 116)  # of the matrix


def matrix(config: BoardConfig) -> Sheet:
    """Three rows and three columns of the matrix; the others are alike."""
    settings = config.sensors.matrix
    rows, columns = _ends(settings.rows), _ends(settings.columns)
    sheet = Sheet(
        850, 580, f"Matrix: {len(settings.rows)} rows, {len(settings.columns)} columns, a diode at every switch"
    )
    xs = [250 + _CELL[0] * at for at in range(3)]
    ys = [190 + _CELL[1] * at for at in range(3)]
    for (number, gpio), x in zip(columns, xs, strict=True):
        sheet.text((x, 78), f"GPIO {gpio}", anchor="middle", bold=True)
        sheet.text((x, 96), f"column {number}", anchor="middle", size=12)
        sheet.wire("signal", (x, 104), (x, ys[-1] - 40))
    for (number, gpio), y in zip(rows, ys, strict=True):
        sheet.text((24, y - 6), f"GPIO {gpio}", bold=True)
        sheet.text((24, y + 12), f"row {number}", size=12)
        sheet.wire("clock", (110, y), (xs[-1] + 120, y))
        for x in xs:
            _crossing(sheet, (x, y), to_row=settings.pull == "up")
    _dots(sheet, [(xs[1] + 85, 88), (60, ys[1] + 62)])
    towards = "row" if settings.pull == "up" else "column"
    sheet.note(
        (24, 520),
        [
            f"The ring of each diode (1N4148) looks to the {towards}. Input = row * {len(settings.columns)} + column,",
            "counted from 0 in the order of the lists in board.toml; yinsh-board map finds out what is where.",
            "A reed contact stands upright under its point: lying, a magnet right above its middle does not close it.",
        ],
    )
    return sheet


def _crossing(sheet: Sheet, at: Spot, *, to_row: bool) -> None:
    """A switch from the column, then a diode that leads to the row or from it."""
    x, y = at
    sheet.joint("signal", (x, y - 40))
    _, right = switch(sheet, (x, y - 40))
    top = (right[0] + 14, y - 40)
    sheet.wire("signal", right, top)
    _, bottom = diode(sheet, (top[0], y - 36), down=to_row)
    sheet.wire("signal", top, (top[0], y - 36))
    sheet.wire("clock", bottom, (bottom[0], y))
    sheet.joint("clock", (bottom[0], y))


def mcp23017(config: BoardConfig) -> Sheet:
    """Two of the expanders; they differ in their address pins only."""
    settings = config.sensors.mcp23017
    sda, scl = _i2c(settings.bus)
    sheet = Sheet(960, 640, f"MCP23017: {len(settings.addresses)} chips of {len(settings.pins)} inputs on one bus")
    pi = pi_part(sheet, (24, 110), {"3.3 V": "", sda: "SDA", scl: "SCL", "ground": ""})
    for number, y in ((0, 110), (1, 380)):
        address = settings.addresses[min(number, len(settings.addresses) - 1)]
        _expander(sheet, (400, y), number, address, (pi[f"GPIO {sda}"], pi[f"GPIO {scl}"]))
    _feed(sheet, pi)
    sheet.note(
        (24, 290),
        [
            "A2 A1 A0 are the address:",
            *(f"{address:#04x} = {address & 7:03b}" for address in settings.addresses),
            "",
            "A7 and B7 stay free: as",
            "inputs they can garble",
            "the bus.",
        ],
        size=12,
    )
    return sheet


def _expander(sheet: Sheet, at: Spot, number: int, address: int, bus: tuple[Spot, Spot]) -> None:
    left = ["VDD:9", "SDA:13", "SCL:12", "RESET:18", "VSS:10", "A0:15", "A1:16", "A2:17"]
    right = ["A0 in:21", "... A6 in:27", "B0 in:1", "... B6 in:7"]
    chip = Part(sheet, at, 150, f"chip {number} at {address:#04x}", left=left, right=right)
    for pin, spot, column, kind in (("SDA", bus[0], 270, "signal"), ("SCL", bus[1], 290, "clock")):
        sheet.wire(kind, spot, (column, spot[1]), (column, chip[pin][1]), chip[pin])
        if not number:
            sheet.joint(kind, (column, chip[pin][1]))
    for pin, high in (("VDD", True), ("RESET", True), ("VSS", False)):
        tie(sheet, chip[pin], high=high)
    for bit in range(3):
        tie(sheet, chip[f"A{bit}"], high=bool(address >> bit & 1))
    x, y = chip["A0 in"]
    _, end = switch(sheet, (x + 20, y))
    sheet.wire("signal", (x, y), (x + 20, y))
    sheet.wire("ground", end, (end[0] + 14, y))
    ground(sheet, (end[0] + 14, y))
    words = ["Every input like this: a reed contact, or an", "open-drain Hall switch, which needs 3.3 V, too."]
    sheet.note((x + 20, y + 44), words, size=12)


def _feed(sheet: Sheet, pi: Part) -> None:
    """The Pi's own 3.3 V and ground."""
    tie(sheet, pi["3.3 V"], high=True, right=True)
    ground(sheet, pi["ground"])


def shift(config: BoardConfig) -> Sheet:
    """The first two chips of the chain, and where it ends."""
    settings = config.sensors.shift
    bus = {role: pin for pin, role in SPI_PINS[min(settings.bus, 1)].items()}
    load = settings.load_pin if settings.load_pin is not None else SPI_ENABLES[min(settings.bus, 1)][settings.device]
    sheet = Sheet(980, 620, f"74HC165: {settings.chips} chips in a chain, eight inputs each")
    pi = pi_part(sheet, (24, 110), {bus["MISO"]: "MISO", bus["SCLK"]: "SCLK", load: "load", "3.3 V": "", "ground": ""})
    first, second = (_register(sheet, (430, y), n) for n, y in ((0, 110), (1, 360)))
    sheet.wire("back", pi[f"GPIO {bus['MISO']}"], first["QH"])
    sheet.wire("back", first["SER"], (362, first["SER"][1]), (362, second["QH"][1]), second["QH"])
    for pin, gpio, column, kind in (("CLK", bus["SCLK"], 300, "clock"), ("SH/LD", load, 330, "signal")):
        start = pi[f"GPIO {gpio}"]
        for chip in (first, second):
            sheet.wire(kind, start, (column, start[1]), (column, chip[pin][1]), chip[pin])
        sheet.joint(kind, (column, first[pin][1]))
    _feed(sheet, pi)
    sheet.note((24, 330), _chain_notes(settings.chips), size=12)
    sheet.text((440, 590), "SER goes on to QH of chip 2, and so forth; SER of the last chip to ground", size=12)
    return sheet


def _chain_notes(chips: int) -> list[str]:
    return [
        "Bits arrive H first:",
        "input 0 is H of chip 0,",
        "input 7 its A,",
        "input 8 is H of chip 1,",
        f"input {8 * chips - 1} is A of chip {chips - 1}.",
        "",
        "100 nF between VCC",
        "and GND of each chip.",
    ]


def _register(sheet: Sheet, at: Spot, number: int) -> Part:
    left = ["QH:9", "CLK:2", "SH/LD:1", "SER:10", "CLK INH:15", "VCC:16", "GND:8"]
    right = ["H:6", "G:5", "F:4", "E:3", "D:14", "C:13", "... A:11"]
    chip = Part(sheet, at, 150, f"74HC165, chip {number}", left=left, right=right)
    tie(sheet, chip["CLK INH"], high=False)
    tie(sheet, chip["VCC"], high=True)
    tie(sheet, chip["GND"], high=False)
    x, y = chip["H"]
    sheet.wire("signal", (x, y), (x + 60, y))
    supply(sheet, (x + 60, y - 52), "3.3 V")
    standing_resistor(sheet, (x + 60, y - 52), "10 kΩ")
    sheet.joint("signal", (x + 60, y))
    _, end = switch(sheet, (x + 100, y))
    sheet.wire("signal", (x + 60, y), (x + 100, y))
    sheet.wire("ground", end, (end[0] + 14, y))
    ground(sheet, (end[0] + 14, y))
    sheet.text((x + 190, y + 40), f"input {8 * number}: every input like this", anchor="middle", size=12)
    return chip


def _dots(sheet: Sheet, spots: Sequence[Spot]) -> None:
    for spot in spots:
        sheet.text(spot, ". . .", anchor="middle", bold=True)


def _ends(pins: Sequence[int]) -> list[tuple[int, int]]:
    """The first two and the last, with their numbers."""
    return [(0, pins[0]), (1, pins[1]), (len(pins) - 1, pins[-1])]


def _i2c(bus: int) -> tuple[int, int]:
    pins = {role: pin for pin, role in I2C_PINS[min(bus, 1)].items()}
    return pins["SDA"], pins["SCL"]
