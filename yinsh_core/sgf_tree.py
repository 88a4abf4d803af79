"""The brackets of SGF: a text of nodes with properties, ``(;GM[24]SU[yinsh];P0[...])``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, TypeVar

from yinsh_core.errors import InvalidNotation

if TYPE_CHECKING:
    from collections.abc import Iterator

_Error = TypeVar("_Error", bound=ValueError)

_TOKEN = re.compile(r"\s+|(?P<mark>[();])|(?P<name>[A-Za-z][A-Za-z0-9]*)|\[(?P<value>(?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def main_line(text: str) -> list[Node]:
    """The nodes of the first variation; :class:`InvalidNotation` names the line and the node at fault."""
    return _Reader(text).main_line()


def escaped(value: str) -> str:
    """A value as it stands between brackets."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


@dataclass(slots=True)
class Node:
    """One node: its place in the file, and its properties in their order, a name for each value."""

    number: int
    line: int
    properties: list[tuple[str, str]]

    def get(self, name: str) -> str:
        """The first value of a property, or an empty text."""
        return next((value for key, value in self.properties if key == name), "")

    def complain(self, message: object) -> NoReturn:
        """Raise :class:`InvalidNotation` with the place."""
        raise self.error(InvalidNotation, message)

    def error(self, kind: type[_Error], message: object) -> _Error:
        """An error that names the place."""
        return kind(f"node {self.number} (line {self.line}): {message}")


class _Reader:
    """Reads the brackets and keeps the main line: the nodes before the first closing parenthesis."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = 1
        self._depth = 0
        self._closed = False
        self._name = ""
        self._nodes: list[Node] = []

    def main_line(self) -> list[Node]:
        for match in self._tokens():
            if self._depth == 0 and (self._closed or match["mark"] != "("):
                self._complain(f"{match[0][:20]!r} outside of the game's parentheses")
            if match["mark"] is not None:
                self._mark(match["mark"])
            elif match["name"] is not None:
                self._name = match["name"]
            elif not self._closed:
                self._value(match["value"])
        if self._depth or not self._nodes:
            self._complain("the file ends before the game's closing parenthesis")
        return self._nodes

    def _tokens(self) -> Iterator[re.Match[str]]:
        at = 1 if self._text.startswith("\ufeff") else 0
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            if match is None:
                self._complain(f"cannot read {self._text[at : at + 20]!r} (a property looks like SU[yinsh])")
            if match.lastgroup is not None:
                yield match
            self._line += match[0].count("\n")
            at = match.end()

    def _mark(self, mark: str) -> None:
        self._name = ""
        if mark == "(":
            self._depth += 1
        elif mark == ")":
            self._depth -= 1
            self._closed = True
        elif not self._closed:
            self._nodes.append(Node(len(self._nodes) + 1, self._line, []))

    def _value(self, value: str) -> None:
        if not self._nodes or not self._name:
            self._complain(f"the value [{value[:20]}] belongs to no property")
        self._nodes[-1].properties.append((self._name, _ESCAPE.sub(_unescaped, value)))

    def _complain(self, message: str) -> NoReturn:
        raise InvalidNotation(f"line {self._line}, in node {len(self._nodes)}: {message}")


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1][0] in "\r\n" else match[1]
