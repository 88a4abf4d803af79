# ruff: noqa: RUF009 - setting() and section() are dataclass fields with a rule
"""The sections about lights: their drivers, their budget, and which LED is which point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hardware.config.common import ORDER, TURN, custom
from hardware.config.rules import Flag, Real, Table, Text, Whole, Word, section, setting

LIGHT_DRIVERS: Final = ("ws281x", "spi", "serial", "virtual", "terminal", "none")
PALETTES: Final = ("default", "colour-blind", "dim")
MOST_LEDS: Final = 400  # 9 bytes each on SPI: what the kernel's 4096-byte buffer takes, with room for the reset

_CHANNEL_ORDER: Final = Word(("GRB", "RGB", "BRG", "RBG", "GBR", "BGR"))


@dataclass(frozen=True, slots=True)
class Ws281x:
    """``[lights.ws281x]``: a strip driven by the Pi itself (not on a Pi 5)."""

    pin: int = setting(18, Word((10, 12, 13, 18, 19, 21)), "GPIO of the strip; 10 is SPI and needs no root.")
    dma: int = setting(10, Whole(0, 14), "DMA channel; 5 breaks SD cards on some models.")
    invert: bool = setting(False, Flag(), "A transistor between Pi and strip inverts the signal.")
    channels: str = setting("GRB", _CHANNEL_ORDER, "Order of the colours on the line.")

    @property
    def channel(self) -> int:
        """The PWM channel, which follows from the pin."""
        return 1 if self.pin in {13, 19} else 0


@dataclass(frozen=True, slots=True)
class SpiStrip:
    """``[lights.spi]``: a strip on an SPI bus of its own, on every Pi, without root."""

    bus: int = setting(0, Whole(0, 6), "SPI bus: 0 is /dev/spidev0.*; the strip hangs on its MOSI.")
    device: int = setting(0, Whole(0, 2), "Chip enable of the bus, unused by the strip.")
    channels: str = setting("GRB", _CHANNEL_ORDER, "Order of the colours on the line.")


@dataclass(frozen=True, slots=True)
class SerialLights:
    """``[lights.serial]``: the microcontroller drives the strip."""

    port: str = setting("", Text(), "As for the sensors; empty for the same microcontroller.")
    baud: int = setting(115_200, Whole(9600, 4_000_000, "baud"), "Speed; without meaning on native USB.")


@dataclass(frozen=True, slots=True)
class Lights:
    """``[lights]``: one LED a point."""

    driver: str = setting("virtual", Word(LIGHT_DRIVERS), "How the LEDs are driven.")
    order: str = setting("column-serpentine", ORDER, "How the strip runs over the board.")
    turn: int = setting(0, TURN, "Degrees counter-clockwise, seen from above, by which the strip is turned.")
    mirrored: bool = setting(False, Flag(), "The strip was laid looking at the board from below.")
    places: bool = setting(False, Flag(), "Six more LEDs at the ring places, at the end of the strip, White's first.")
    custom: tuple[tuple[str, int], ...] = setting(
        (),
        custom(MOST_LEDS - 1, "position on the strip"),
        'The strip, for `order = "custom"`; `yinsh-board map` writes it.',
    )
    brightness: float = setting(0.6, Real(0.0, 1.0), "Of everything, by day.")
    schedule: tuple[tuple[str, float], ...] = setting(
        (),
        Table(
            Text(5, r"([01][0-9]|2[0-3]):[0-5][0-9]", "a time of day such as 22:00"),
            Real(0.0, 1.0),
            24,
            'a table of times of day to brightness, such as "22:00" = 0.2',
        ),
        "Brightness from each time of day on; empty for always `brightness`.",
    )
    palette: str = setting("default", Word(PALETTES), "Colours of the messages.")
    gamma: float = setting(2.2, Real(1.0, 3.5), "Exponent that makes even steps look even.")
    max_milliamps: int = setting(2000, Whole(100, 20_000, "mA"), "What the LEDs may draw in all.")
    channel_milliamps: float = setting(
        20.0, Real(1.0, 60.0, "mA"), "What one colour of one LED draws at full; newer strips take 12."
    )
    idle_milliamps: float = setting(1.0, Real(0.0, 5.0, "mA"), "What a dark LED draws.")
    frames_per_second: int = setting(50, Whole(5, 100, "Hz"), "Of animations.")
    ws281x: Ws281x = section(Ws281x, "A strip driven by the Pi itself.")
    spi: SpiStrip = section(SpiStrip, "A strip on an SPI bus.")
    serial: SerialLights = section(SerialLights, "A strip on the microcontroller.")
