"""Linear Hall sensors on an MCP3008 behind multiplexers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.config.pins import SPI_ENABLES, SPI_PINS
from hardware.wiring.canvas import Sheet
from hardware.wiring.parts import Part, ground, pi_part, tie

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.config.settings import BoardConfig, Mcp3008
    from hardware.wiring.canvas import Spot


def mcp3008(config: BoardConfig) -> Sheet:
    """One converter, two of its multiplexers, and one sensor of the many."""
    settings = config.sensors.mcp3008
    channels = settings.multiplexer_channels
    sheet = Sheet(1100, 700, f"MCP3008 with {len(channels)} multiplexers of 16 linear Hall sensors")
    bus = bus_pins(settings)
    roles: dict[int | str, str] = dict(zip(bus, (f"CE{settings.device}", "MOSI", "MISO", "SCLK"), strict=True))
    roles |= {pin: f"S{bit}" for bit, pin in enumerate(settings.multiplexer_pins)}
    pi = pi_part(sheet, (24, 110), {**roles, "ground": ""})
    ground(sheet, pi["ground"])
    chip = _converter(sheet, channels)
    kinds = {"CS": "signal", "DIN": "signal", "DOUT": "back", "CLK": "clock"}
    for gpio, (pin, kind) in zip(bus, kinds.items(), strict=True):
        sheet.wire(kind, pi[f"GPIO {gpio}"], chip[pin])
    lines = [pi[f"GPIO {pin}"] for pin in settings.multiplexer_pins]
    first = _multiplexer(sheet, 0, 110, chip[f"CH{channels[0]}"], lines)
    _multiplexer(sheet, 1, 420, chip[f"CH{channels[1]}"], lines)
    _hall(sheet, first["C0"])
    sheet.note((896, 262), _words(channels), size=12)
    return sheet


def bus_pins(settings: Mcp3008) -> tuple[int, int, int, int]:
    """The GPIO of chip enable, MOSI, MISO and clock."""
    bus = min(settings.bus, 1)
    pins = {role: pin for pin, role in SPI_PINS[bus].items()}
    return SPI_ENABLES[bus][settings.device], pins["MOSI"], pins["MISO"], pins["SCLK"]


def _converter(sheet: Sheet, channels: Sequence[int]) -> Part:
    left = ["CS:10", "DIN:11", "DOUT:12", "CLK:13", "AGND:14", "DGND:9"]
    used = [f"CH{channel}:{channel % 8 + 1}" for channel in (*channels[:2], channels[-1])]
    right = ["VDD:16", "VREF:15", *used[:2], "...", used[2]]
    chip = Part(sheet, (370, 110), 130, "MCP3008", left=left, right=right)
    for pin in ("AGND", "DGND"):
        tie(sheet, chip[pin], high=False)
    for pin in ("VDD", "VREF"):
        tie(sheet, chip[pin], high=True, right=True)
    return chip


def _multiplexer(sheet: Sheet, number: int, y: int, channel: Spot, lines: Sequence[Spot]) -> Part:
    left = ["SIG", "S0", "S1", "S2", "S3", "EN", "VCC", "GND"]
    mux = Part(sheet, (720, y), 140, f"CD74HC4067, number {number}", left=left, right=["C0", "C1", "...", "C15"])
    column = 566 + 16 * number
    sheet.wire("back", channel, (column, channel[1]), (column, mux["SIG"][1]), mux["SIG"])
    for bit, line in enumerate(lines):
        out, low, back = 240 + 16 * bit, 640 - 16 * bit, 604 + 15 * bit
        end = mux[f"S{bit}"]
        sheet.wire("clock", line, (out, line[1]), (out, low), (back, low), (back, end[1]), end)
        if number:
            sheet.joint("clock", (back, end[1]))
    for pin, high in (("EN", False), ("VCC", True), ("GND", False)):
        tie(sheet, mux[pin], high=high)
    return mux


def _words(channels: Sequence[int]) -> list[str]:
    return [
        "Numbers 0, 1, ... on",
        f"channels {', '.join(map(str, channels))};",
        "input = 16 * number + line.",
        "",
        "Sensors, multiplexers and",
        "converter: one regulator",
        "3.3 V, 1 A, its ground",
        "joined with the Pi's.",
    ]


def _hall(sheet: Sheet, line: Spot) -> None:
    hall = Part(sheet, (970, 110), 64, "linear Hall", left=["OUT", "VCC", "GND"])
    sheet.wire("back", line, hall["OUT"])
    tie(sheet, hall["VCC"], high=True)
    tie(sheet, hall["GND"], high=False)
    sheet.text((1002, 222), "input 0", anchor="middle", size=12)
