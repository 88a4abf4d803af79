"""Raw frames in a text file, as ``yinsh-board record`` writes them and the ``replay`` driver plays them.

A header of ``key: value`` lines, an empty line, then a line for each frame: seconds since the first frame, and what
changed since the frame before, by name; after a colon, all readings in the order of the points (and ring places).

    yinsh-board raw log, version 1
    driver: shift
    sensing: presence
    linear: no
    places: no
    inputs: 0 1 2 3 4 5 …

    0.0000 : 0 0 0 0 0 0 …
    0.0050
    0.0101 F6=1 F7=1
    # 3.2 sensors: no answer from …

Lines that begin with ``#`` are notes for people. A last line without its end is what a power cut leaves: it is no
fault, and not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from hardware.errors import BoardError
from hardware.maps import NAMES
from hardware.protocols import PLACE_COUNT, POINT_COUNT, Frame, Sensing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TITLE: Final = "yinsh-board raw log, version "
VERSION: Final = 1
LONGEST_LINE: Final = 4096  # characters; 91 readings of a ten-bit converter take 455
BIGGEST_LOG: Final = 64_000_000  # characters: half an hour of a noisy linear board, a day of switches
LONGEST_HEADER: Final = 20  # lines

_NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
_TIME: Final = re.compile(r"\d{1,9}\.\d{4}")
_READING: Final = re.compile(r"-?\d{1,6}")
_YES: Final = {"yes": True, "no": False}


def open_log(path: str | Path) -> TextIO:
    """A log's file, open for :class:`LogReader`; whatever is not text in it becomes an error in a line."""
    return Path(path).open(encoding="ascii", errors="replace", newline="\n")


class BadLog(BoardError, ValueError):
    """A raw log cannot be read; the message names file and line."""


@dataclass(frozen=True, slots=True)
class LogHeader:
    """What the frames of a log come from."""

    sensing: Sensing
    linear: bool
    places: bool = False
    driver: str = ""
    inputs: tuple[int, ...] = field(default=(), repr=False)  # the map, for people who look at the wiring

    def __str__(self) -> str:
        lines = [
            f"{TITLE}{VERSION}",
            f"driver: {self.driver}",
            f"sensing: {self.sensing}",
            f"linear: {'yes' if self.linear else 'no'}",
            f"places: {'yes' if self.places else 'no'}",
            f"inputs: {' '.join(map(str, self.inputs))}",
        ]
        return "".join(f"{line.rstrip()}\n" for line in [*lines, ""])

    @property
    def width(self) -> int:
        """Readings in a frame."""
        return POINT_COUNT + PLACE_COUNT * self.places


class LogWriter:
    """Writes frames to a text file; times count from the first."""

    def __init__(self, file: TextIO, header: LogHeader, *, biggest: int = BIGGEST_LOG) -> None:
        self._file = file
        self._room = biggest
        self._width = header.width
        self._start: float | None = None
        self._last: tuple[int, ...] = ()
        self._put(str(header))

    def write(self, frame: Frame) -> bool:
        """Write a frame; false when the log is full and takes no more."""
        readings = (*frame.readings, *frame.places)
        if len(readings) != self._width:
            raise ValueError(f"a frame of {len(readings)} readings in a log of {self._width}")
        if self._start is None:
            self._start = frame.time
        changes = _changes(self._last, readings)
        self._last = readings
        return self._put(f"{frame.time - self._start:.4f}{changes}\n")

    def note(self, text: str, now: float) -> bool:
        """Write a line for people, such as a fault of the sensors."""
        since = now - (now if self._start is None else self._start)
        return self._put(f"# {since:.4f} {' '.join(text.split())}"[: LONGEST_LINE - 1] + "\n")

    def _put(self, text: str) -> bool:
        self._room -= len(text)
        if self._room >= 0:
            self._file.write(text)
        return self._room >= 0


class LogReader:
    """Reads a file that :func:`open_log` opened: its ``header``, and its frames by iteration, with times from 0 on."""

    def __init__(self, file: TextIO, name: str = "the log") -> None:
        self._file = file
        self._name = name  # what messages call it
        self._line = 0
        self.header = self._read_header()

    def __iter__(self) -> Iterator[Frame]:
        readings: list[int] = []
        time = 0.0
        while (line := self._next()) is not None:
            if line.startswith("#"):
                continue
            stamp, *changes = line.split() or [""]
            if not _TIME.fullmatch(stamp) or float(stamp) < time:
                raise self._bad(f"{stamp!r} is no time after {time:.4f}")
            time = float(stamp)
            readings = self._changed(readings, changes)
            yield Frame(time, tuple(readings[:POINT_COUNT]), tuple(readings[POINT_COUNT:]))

    def _changed(self, readings: list[int], changes: Sequence[str]) -> list[int]:
        if changes[:1] == [":"]:
            readings = [self._reading(text) for text in changes[1:]]
            changes = ()
        if len(readings) != self.header.width:
            raise self._bad(f"{len(readings)} readings where {self.header.width} are needed")
        for change in changes:
            name, _, text = change.partition("=")
            number = _NUMBERS.get(name, self.header.width)
            if number >= self.header.width:
                raise self._bad(f"{change!r} names no point of this board")
            readings[number] = self._reading(text)
        return readings

    def _reading(self, text: str) -> int:
        if not _READING.fullmatch(text):
            raise self._bad(f"{text!r} is no reading")
        return int(text)

    def _read_header(self) -> LogHeader:
        if self._next() != f"{TITLE}{VERSION}":
            raise self._bad(f"this is not a log of this program (its first line is not {TITLE}{VERSION!r})")
        keys: dict[str, str] = {}
        while line := self._next():
            key, _, value = line.partition(":")
            keys[key] = value.strip()
            if len(keys) > LONGEST_HEADER:
                raise self._bad("the header does not end")
        if line is None:
            raise self._bad("the log ends within its header")
        return self._header(keys)

    def _header(self, keys: dict[str, str]) -> LogHeader:
        try:
            return LogHeader(
                sensing=Sensing(keys["sensing"]),
                linear=_YES[keys["linear"]],
                places=_YES[keys["places"]],
                driver=keys.get("driver", ""),
                inputs=tuple(map(int, keys.get("inputs", "").split())),
            )
        except KeyError as error:
            raise self._bad(f"the header lacks, or does not understand, {error}") from error
        except ValueError as error:
            raise self._bad(f"the header has a wrong value: {error}") from error

    def _next(self) -> str | None:
        """The next whole line without its end; ``None`` at the end of the log."""
        self._line += 1
        line = self._file.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            raise self._bad(f"the line is longer than {LONGEST_LINE} characters")
        return line[:-1] if line.endswith("\n") else None

    def _bad(self, problem: str) -> BadLog:
        return BadLog(f"{self._name}, line {self._line}: {problem}; record it again with `yinsh-board record`")


def _changes(before: Sequence[int], after: Sequence[int]) -> str:
    """What follows the time: the shorter of changes by name and all readings."""
    everything = f" : {' '.join(map(str, after))}"
    if not before:
        return everything
    pairs = zip(NAMES, before, after, strict=False)
    named = "".join(f" {name}={new}" for name, old, new in pairs if old != new)
    return min(named, everything, key=len)
