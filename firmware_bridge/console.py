"""A keyboard instead of hands: lines of the transcript language, typed while the daemon runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from firmware_bridge.script import ScriptError, check, parse_script, perform, picture

if TYPE_CHECKING:
    import asyncio

    from firmware_bridge.stand import Stand

_WELCOME = """A virtual board. Your hands are words:
  put F6 white ring     lift F6     put F9     flip F7     sweep     order take back
  show                  the board and what it thinks
  quit
"""


class Console:
    """Reads lines from a terminal; says nothing and reads nothing where there is none."""

    def __init__(self, stand: Stand, stdin: TextIO | None = None) -> None:
        self._stand = stand
        self._stdin = stdin or sys.stdin

    def listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Attend to the keyboard while the loop runs."""
        if not self._stdin.isatty():
            return
        print(_WELCOME)
        loop.add_reader(self._stdin.fileno(), self._read, loop)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        line = self._stdin.readline()
        if not line or line.strip() in {"quit", "exit"}:
            loop.remove_reader(self._stdin.fileno())
            self._stand.daemon.stop()
            return
        print(self.answer(line))

    def answer(self, line: str) -> str:
        """Do what a line says; what to print."""
        if line.strip() in {"show", "board"}:
            return picture(self._stand)
        if line.strip() in {"help", "?"}:
            return _WELCOME
        try:
            for act in parse_script(line):
                if act.words[0] == "expect":
                    return check(self._stand, act, len(self._stand.game.actions)) or "so it is"
                list(perform(self._stand, act))
        except ScriptError as error:
            return str(error)
        return ""
