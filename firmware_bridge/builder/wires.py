"""Wires by their own numbers, before anyone knows which point they belong to; and maps, written into a board's file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.builder.session import want_every_scan
from hardware.config import BoardConfig, config_text, parse_config
from hardware.maps import NAMES, custom_pairs, turned
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.protocols import Lights, Rgb, Sensors

WINDOW_SECONDS: Final = 0.25  # that a part of the inputs is scanned before the next part has its turn

_ALL = POINT_COUNT + PLACE_COUNT
_HEADING = re.compile(r"\s*\[([^\[\]]+)\]")
_REPLACED = re.compile(r"\s*(order|turn|mirrored)\s*=")


class AllInputs:
    """All inputs of a wiring by number, read through drivers that take 85 or 91 at a time.

    *make* gives the driver for so many inputs; only one of them is open at a time.
    """

    def __init__(self, make: Callable[[Sequence[int]], Sensors], count: int) -> None:
        self._windows = windows(count)
        self._make = make
        self._at = 0
        self._driver = make(self._windows[0])
        self.linear = self._driver.linear
        self._values = [0] * count
        self._seen: set[int] = set()
        self._until = 0.0

    def open(self) -> None:
        """Claim the device."""
        self._driver.open()
        want_every_scan(self._driver)

    def close(self) -> None:
        """Release the device."""
        self._driver.close()

    def read(self, now: float) -> Frame | None:
        """The newest value of every input; nothing until each was read once."""
        frame = self._driver.read(now)
        if frame is None:
            return None
        for number, value in zip(self._windows[self._at], frame.readings + frame.places, strict=True):
            self._values[number] = value
        self._seen.add(self._at)
        if len(self._windows) > 1 and now >= self._until:
            self._turn(now)
        return Frame(now, tuple(self._values)) if len(self._seen) == len(self._windows) else None

    def _turn(self, now: float) -> None:
        self._driver.close()
        self._at = (self._at + 1) % len(self._windows)
        self._until = now + WINDOW_SECONDS
        self._driver = self._make(self._windows[self._at])
        self.open()


class AllLeds:
    """All LEDs of a strip by position, shown through drivers that take 91 at a time."""

    def __init__(self, make: Callable[[Sequence[int]], Lights], count: int) -> None:
        self._windows = windows(max(count, _ALL))
        self._make = make
        self._at = 0
        self._driver = make(self._windows[0])

    def open(self) -> None:
        """Claim the device."""
        self._driver.open()

    def close(self) -> None:
        """Leave the LEDs dark and release the device."""
        self._driver.close()

    def show(self, colors: Sequence[Rgb]) -> None:
        """Light the first part of the strip in which anything is lit."""
        lit = next((led for led, color in enumerate(colors) if any(color)), 0)
        at = next(n for n, window in enumerate(self._windows) if lit in window)
        if at != self._at:
            self._driver.close()
            self._at, self._driver = at, self._make(self._windows[at])
            self._driver.open()
        self._driver.show([colors[led] if led < len(colors) else (0, 0, 0) for led in self._windows[at]])


def windows(count: int) -> list[range]:
    """Ranges of 85 or 91 numbers that cover *count* of them; the last ones overlap."""
    size = _ALL if count >= _ALL else POINT_COUNT
    if count < size:
        raise ValueError(f"{count} wires are too few for {POINT_COUNT} points")
    starts = [*range(0, count - size, size), count - size]
    return [range(start, start + size) for start in starts]


def wired_to(config: BoardConfig, section: str, wires: Sequence[int]) -> BoardConfig:
    """*config* with these inputs (section ``map``) or positions on the strip (``lights``) for 85 or 91 points."""
    pairs = dict(custom_pairs(wires))
    half = config.board.orientation % 360 == 180  # noqa: PLR2004 - half a turn swaps the sides' places
    placed = {NAMES[turned(k, config.board.orientation)]: pairs[NAMES[k]] for k in range(POINT_COUNT)}
    for k in range(len(wires) - POINT_COUNT):
        placed[NAMES[POINT_COUNT + (k + 3 * half) % PLACE_COUNT]] = pairs[NAMES[POINT_COUNT + k]]
    custom = tuple((name, placed[name]) for name in NAMES if name in placed)
    change: dict[str, Any] = {
        "order": "custom",
        "turn": 0,
        "mirrored": False,
        "places": len(wires) == _ALL,
        "custom": custom,
    }
    if section == "map":
        return replace(config, map=replace(config.map, **change))
    return replace(config, lights=replace(config.lights, **change))


def rewritten(text: str, config: BoardConfig, *sections: str) -> str:
    """A board's file with the maps of *config*: all else is left as it was written, if that is possible."""
    for section in sections:
        text = _with_map(text, section, getattr(config, section).custom)
    try:
        same = parse_config(text) == config
    except ValueError:
        same = False
    return text if same else config_text(config)


def _with_map(text: str, section: str, custom: Sequence[tuple[str, int]]) -> str:
    """*text* with another map in *section*, which keeps its other keys."""
    kept: list[str] = []
    at, written = "", False
    for line in text.splitlines():
        heading = _HEADING.match(line)
        at = heading[1].strip() if heading else at
        if at == f"{section}.custom" or (at == section and _REPLACED.match(line)):
            continue
        kept.append(line)
        if heading and at == section:
            kept.append('order = "custom"')
            written = True
    if not written:
        kept += ["", f"[{section}]", 'order = "custom"']
    table = [f"{name} = {wire}" for name, wire in custom]
    return "\n".join([*kept, "", f"[{section}.custom]  # written by yinsh-board map", *table]) + "\n"
