"""One rig for each light driver: the driver on its fake metal, and an eye on what the LEDs show.

``test_lights.py`` runs every test over every rig in ``RIGS``; a new driver joins by one line there.
"""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Protocol

from hardware.config.settings import SpiStrip, Ws281x
from hardware.lights.none import NoLights
from hardware.lights.spi import SpiLights
from hardware.lights.terminal import TerminalLights
from hardware.lights.virtual import VirtualLights
from hardware.lights.ws281x import CHILD, Ws281xLights
from tests.hardware.fake_strip import FakeSpiDev, FakeStrip
from tests.hardware.serial_rigs import SerialLightsRig
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.protocols import Lights, Rgb

DARK = (0, 0, 0)


class Rig(Protocol):
    """What the common suite needs of a driver's surroundings."""

    driver: Lights
    touched: bool  # the metal has been spoken to

    def seen(self) -> list[Rgb]:
        """What the LEDs show, by point and then place; as many as are wired."""

    def looks(self, color: Rgb) -> Rgb:
        """How this metal renders a colour."""

    def break_metal(self) -> None:
        """From now on the metal fails."""

    def mend_metal(self) -> None:
        """It works again."""


class SpiRig:
    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self._leds = leds
        self._spi = FakeSpiDev(FakeStrip(max(leds) + 1))
        self.driver = SpiLights(SpiStrip(), leds, spi_class=lambda: self._spi)

    @property
    def touched(self) -> bool:
        return self._spi.opened is not None

    def seen(self) -> list[Rgb]:
        return [self._spi.strip.leds[led] for led in self._leds]

    def looks(self, color: Rgb) -> Rgb:
        return color

    def break_metal(self) -> None:
        self._spi.fault = OSError(5, "Input/output error")

    def mend_metal(self) -> None:
        self._spi.fault = None


class Ws281xRig:
    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self._leds = leds
        self._folder = folder
        self.state = folder / "strip.json"
        command = pretend(folder, self.state)
        self.driver = Ws281xLights(Ws281x(), leds, command=command, root=folder)

    @property
    def touched(self) -> bool:
        return self.state.exists()

    def seen(self) -> list[Rgb]:
        if not self.touched:
            return [DARK] * len(self._leds)
        pixels = json.loads(self.state.read_text())["pixels"]
        green_first = [pixels[led].to_bytes(3, "big") for led in self._leds]
        return [(red, green, blue) for green, red, blue in green_first]

    def looks(self, color: Rgb) -> Rgb:
        return color

    def break_metal(self) -> None:
        (self._folder / "fail").touch()

    def mend_metal(self) -> None:
        (self._folder / "fail").unlink()


def pretend(folder: Path, state: Path) -> list[str]:
    """The command of a child on what looks like a Pi 4, with a strip that is a file."""
    tree = folder / "proc/device-tree"
    tree.mkdir(parents=True, exist_ok=True)
    (tree / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    modules = __file__.replace("light_rigs.py", "fake_modules")
    return ["env", f"PYTHONPATH={modules}", f"FAKE_STRIP={state}", *CHILD]


class VirtualRig:
    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self._count = len(leds)
        self.driver = VirtualLights(None, leds)

    @property
    def touched(self) -> bool:
        return self.driver.is_open

    def seen(self) -> list[Rgb]:
        return [*self.driver.colors, *[DARK] * 6][: self._count]

    def looks(self, color: Rgb) -> Rgb:
        return color

    def break_metal(self) -> None:
        self.driver.fail()

    def mend_metal(self) -> None:
        self.driver.heal()


class Tty(io.StringIO):
    """A terminal that can be taken away, and a screen of 80 by 24 that shows what was written to it."""

    gone = False

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.gone:
            raise OSError(5, "Input/output error")
        return super().write(text)

    def screen(self) -> dict[tuple[int, int], tuple[str, str]]:
        """By row and column: the character, and the escape sequence of its colour."""
        cells: dict[tuple[int, int], tuple[str, str]] = {}
        row, column, style = 1, 1, ""
        for escape, character in re.findall(r"(\x1b\[[?0-9;]*[A-Za-z])|(.)", self.getvalue(), re.DOTALL):
            if escape.endswith("H"):
                row, column = map(int, escape[2:-1].split(";")) if len(escape) > 3 else (1, 1)
            elif escape.endswith("J"):
                cells.clear()
            elif escape.endswith("m"):
                style = "" if escape == "\x1b[0m" else escape
            elif character:
                assert 1 <= row <= 24, "below the screen"
                assert 1 <= column <= 80, "beside the screen"
                cells[row, column] = (character, style)
                column += 1
        return cells

    def lines(self) -> list[str]:
        cells = self.screen()
        return ["".join(cells.get((row, column), " ")[0] for column in range(1, 81)).rstrip() for row in range(1, 25)]


class TerminalRig:
    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self._count = len(leds)
        self.tty = Tty()
        environ = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.driver = TerminalLights(None, leds, stream=self.tty, environ=environ)

    @property
    def touched(self) -> bool:
        return bool(self.tty.getvalue())

    def seen(self) -> list[Rgb]:
        cells = self.tty.screen()
        return [_color(cells.get(where, ("", ""))[1]) for where in screen_cells()[: self._count]]

    def looks(self, color: Rgb) -> Rgb:
        return color

    def break_metal(self) -> None:
        self.tty.gone = True

    def mend_metal(self) -> None:
        self.tty.gone = False


def screen_cells() -> list[tuple[int, int]]:
    """Where the hexagon has each point, from its geometry: four columns a letter, one line half a step."""
    middle_row, middle_column = 12, 26
    points = [(middle_row - round(2 * p.y), middle_column + 4 * (p.column - 5)) for p in POINTS]
    return [*points, *((22, 63 + 4 * n) for n in range(3)), *((3, 63 + 4 * n) for n in range(3))]


def _color(style: str) -> Rgb:
    found = re.fullmatch(r"\x1b\[38;2;(\d+);(\d+);(\d+)m", style)
    return (int(found[1]), int(found[2]), int(found[3])) if found else DARK


class NoRig:
    """Nothing shows, nothing breaks."""

    touched = False

    def __init__(self, leds: Sequence[int], folder: Path) -> None:
        self._count = len(leds)
        self.driver = NoLights(None, leds)

    def seen(self) -> list[Rgb]:
        return [DARK] * self._count

    def looks(self, color: Rgb) -> Rgb:
        return DARK

    def break_metal(self) -> None:
        pass

    def mend_metal(self) -> None:
        pass


RIGS = {
    "spi": SpiRig,
    "ws281x": Ws281xRig,
    "serial": SerialLightsRig,
    "virtual": VirtualRig,
    "terminal": TerminalRig,
    "none": NoRig,
}
