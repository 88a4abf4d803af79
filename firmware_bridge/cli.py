"""``yinsh-board``: finds the command, reads its arguments, and turns expected errors into one sentence."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final, Protocol, cast

from hardware.errors import BoardError
from yinsh_core.errors import YinshError

if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAM: Final = "yinsh-board"

#: What there is to do, in the order in which the help shows it; each name is a module in ``firmware_bridge.commands``.
COMMANDS: Final = {
    "Play": ("play",),
    "Run the board": ("run", "status", "reload", "games", "export", "pin"),
    "Build the board": ("doctor", "flash", "light", "map", "monitor", "calibrate", "measure", "record", "template"),
}

FAILED, MISUSED, INTERRUPTED = 1, 2, 130  # exit codes; 130 is what shells expect after ctrl-C


class Command(Protocol):
    """A module in :mod:`firmware_bridge.commands`."""

    HELP: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what the command takes."""

    def run(self, args: Namespace) -> int:
        """Do it and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            return _answer(words)
        finally:
            print(end="", flush=True)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Python would try once more to get rid of what it could not write, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # there, whoever read our output has left, as `head` does
            print(f"{PROGRAM}: what there is to say cannot be written: {_sentence(error)}", file=sys.stderr)
        return FAILED


def names() -> list[str]:
    """Every command, in the order of the help."""
    return [name for group in COMMANDS.values() for name in group]


def load(name: str) -> Command:
    """Import the module of a command."""
    return cast("Command", import_module(f"firmware_bridge.commands.{name}"))


def help_text() -> str:
    """What ``yinsh-board --help`` prints."""
    width = max(map(len, names())) + 2
    lines = ["Makes a real YINSH board understand the hands above it.", "", f"usage: {PROGRAM} COMMAND [ARGUMENT ...]"]
    for group, members in COMMANDS.items():
        lines += ["", f"{group}:", *(f"  {name:{width}}{load(name).HELP}" for name in members)]
    return "\n".join([*lines, "", f"{PROGRAM} COMMAND --help tells more; {PROGRAM} --version names the release."])


def _answer(words: Sequence[str]) -> int:
    if not words or words[0] in {"-h", "--help", "help"}:
        print(help_text())
        return 0
    if words[0] in {"-V", "--version"}:
        print(PROGRAM, _version())
        return 0
    if words[0] not in names():
        print(f"{PROGRAM}: {_unknown(words[0])}", file=sys.stderr)
        return MISUSED
    return _run(words[0], words[1:])


def _run(name: str, words: Sequence[str]) -> int:
    command = load(name)
    parser = ArgumentParser(prog=f"{PROGRAM} {name}", description=command.HELP)
    command.add_arguments(parser)
    try:
        return command.run(parser.parse_args(words))
    except BrokenPipeError:
        raise
    except (BoardError, YinshError, OSError) as error:
        print(f"{PROGRAM} {name}: {_sentence(error)}", file=sys.stderr)
        return FAILED


def _sentence(error: Exception) -> str:
    """What went wrong in one line; the system's own errors name their file first."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__


def _unknown(name: str) -> str:
    if name.startswith("-"):
        return f"there is no option {name!r} here; {PROGRAM} --help lists the commands"
    near = get_close_matches(name, names(), n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"{PROGRAM} --help lists them all"
    return f"there is no command {name!r}; {hint}"


def _version() -> str:
    try:
        return version(PROGRAM)
    except PackageNotFoundError:
        return "(not installed, running from its source)"
