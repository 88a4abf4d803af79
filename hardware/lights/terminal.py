"""The lights as a coloured hexagon in the terminal, 80 columns by 24 lines, for a board without LEDs."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Final, TextIO

from hardware.errors import HardwareFault
from hardware.lights.strip import DARK, checked
from hardware.protocols import PLACE_COUNT, POINT_COUNT
from yinsh_core.points import POINTS, PointSet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hardware.protocols import Rgb

_TOP = 2  # the first line of the board on the screen
_REST = "\x1b[23;1H\x1b[K"  # the cursor waits below the board, where a prompt and its answer do not scroll it

_CLEAR = "\x1b[2J\x1b[H"
_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"
_RESET = "\x1b[0m"
_OFF = " ·"


def _backdrop() -> tuple[list[str], list[tuple[int, int]]]:
    """The empty board as lines, and where on the screen each point's two characters start."""
    lines = str(PointSet()).split("\n")
    dots = [(_TOP + y, x) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "."]
    reading = sorted(POINTS, key=lambda point: (-point.y, point.x))
    places = dict(zip(reading, dots, strict=True))
    return lines, [places[point] for point in POINTS]


_LINES, _POINT_CELLS = _backdrop()
_PLACE_CELLS: Final = [(_TOP + 20, 62 + 4 * n) for n in range(3)] + [(_TOP + 1, 62 + 4 * n) for n in range(3)]
_CELLS: Final = (*_POINT_CELLS, *_PLACE_CELLS)
_LEGEND: Final = ((_TOP + 20, 55, "White"), (_TOP + 1, 55, "Black"))


class TerminalLights:
    """Draws each frame in place, and only what changed since the last one."""

    def __init__(
        self,
        settings: object,  # noqa: ARG002
        leds: Sequence[int],
        *,
        stream: TextIO | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """Take no notice of the wiring: the screen has every point in its place."""
        self._given = stream
        self._stream: TextIO | None = None
        self._paint = painter(environ)
        self._shown: tuple[Rgb, ...] = ()
        self._count = len(leds)
        self._dumb = environ.get("TERM", "dumb") == "dumb"

    def open(self) -> None:
        """Clear the screen and draw the empty board."""
        self.close()
        stream = self._given or sys.stdout
        if self._dumb or not stream.isatty():
            raise HardwareFault("lights driver 'terminal' needs a terminal; run it in one, or set driver = 'none'")
        self._stream = stream
        self._shown = (DARK,) * self._count
        _write(self._stream, _HIDE + _CLEAR + _empty_board(places=self._count > POINT_COUNT) + _REST)

    def show(self, colors: Sequence[Rgb]) -> None:
        """Redraw the points whose colour is new."""
        if self._stream is None:
            raise HardwareFault("the lights in the terminal are not open")
        wanted = (*checked(colors), *(DARK,) * PLACE_COUNT)[: self._count]
        text = "".join(
            _at(*_CELLS[led]) + self._paint(color) for led, color in enumerate(wanted) if color != self._shown[led]
        )
        self._shown = wanted
        if text:
            _write(self._stream, text + _RESET + _REST)

    def close(self) -> None:
        """Leave a dark board, the cursor below it."""
        if self._stream is None:
            return
        text = "".join(_at(*_CELLS[led]) + _OFF for led, color in enumerate(self._shown) if color != DARK)
        stream, self._stream = self._stream, None
        with contextlib.suppress(HardwareFault):
            _write(stream, text + _RESET + _REST + _SHOW)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except (OSError, ValueError) as error:  # gone, or closed under us
        raise HardwareFault(f"the terminal took no more lights: {error}") from error


def painter(environ: Mapping[str, str]) -> Callable[[Rgb], str]:
    """How this terminal shows a colour: in 16 million, in 256, or, told so by NO_COLOR, as a letter."""
    if environ.get("NO_COLOR") or environ.get("TERM", "").startswith("vt"):
        return _letter
    return _true if environ.get("COLORTERM") in {"truecolor", "24bit"} else _indexed


@cache
def _empty_board(*, places: bool) -> str:
    lines = "".join(_at(_TOP + y, 1) + line.replace(".", "·") for y, line in enumerate(_LINES))
    if not places:
        return lines
    names = "".join(_at(row, column) + name for row, column, name in _LEGEND)
    return lines + names + "".join(_at(*cell) + _OFF for cell in _PLACE_CELLS)


def _at(row: int, column: int) -> str:
    return f"\x1b[{row};{column}H"


def _true(color: Rgb) -> str:
    if color == DARK:
        return _RESET + _OFF
    red, green, blue = color
    return f"\x1b[38;2;{red};{green};{blue}m██"


def _indexed(color: Rgb) -> str:
    """The nearest of the 216 colours in the cube that starts at index 16."""
    if color == DARK:
        return _RESET + _OFF
    red, green, blue = (round(value / 51) for value in color)
    return f"\x1b[38;5;{16 + 36 * red + 6 * green + blue}m██"


def _letter(color: Rgb) -> str:
    """Such as ``R`` for red, ``c`` for dim cyan: a channel counts when it has half of the strongest."""
    strongest = max(color)
    if not strongest:
        return _OFF
    channels = sum(1 << bit for bit, value in enumerate(color) if 2 * value >= strongest)
    letter = " RGYBMCW"[channels]
    return " " + (letter if strongest >= 64 else letter.lower())  # noqa: PLR2004  (a quarter of full)
