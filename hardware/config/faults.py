"""What is wrong with a ``board.toml``: all of it at once, each fault with its place and what is allowed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from hardware.errors import BadConfig

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_HEADER = re.compile(r"\s*\[\[?\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_."'-]+)\s*=""")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: the dotted key, the value as written, and what to do."""

    key: str
    problem: str
    value: str = ""
    line: int | None = None

    def __str__(self) -> str:
        what = f"{self.key} = {self.value}" if self.value else self.key
        return f"{what}: {self.problem}" if what else self.problem


class FaultyConfig(BadConfig):
    """A ``board.toml`` that was not taken, with every fault in it."""

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{_place(source, fault.line)}: {fault}" for fault in faults))


def key_lines(text: str) -> dict[str, int]:
    """The line on which each dotted key and section stands; good enough for messages, cheaper than a parser."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            section = _bare(header[1])
            lines.setdefault(section, number)
        elif key := _KEY.match(line):
            lines.setdefault(f"{section}.{_bare(key[1])}".lstrip("."), number)
    return lines


def line_of(lines: dict[str, int], key: str) -> int | None:
    """The line of *key*, or of the nearest thing around it."""
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return lines.get(key)


def unknown(name: str, known: Iterable[str], elsewhere: Iterable[str] = ()) -> str:
    """The sentence for a name that means nothing here: the nearest known one, or where it belongs."""
    names = list(known)
    if near := get_close_matches(name, names, n=1):
        return f"unknown; did you mean {near[0]}?"
    if homes := [dotted for dotted in elsewhere if dotted.rpartition(".")[2] == name]:
        return f"unknown here; did you mean {' or '.join(homes)}?"
    return f"unknown; allowed: {', '.join(names)}"


def _place(source: str, line: int | None) -> str:
    return source if line is None else f"{source}:{line}"


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
