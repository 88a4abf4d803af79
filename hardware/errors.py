"""What can go wrong with metal, each also the builtin a caller would expect.

Every message says what was tried, what happened, and what to do next.
"""

import shlex
import sys
from typing import Final

SERVICE: Final = "/opt/yinsh-board"  # where the install script puts the program


class BoardError(Exception):
    """Base of everything that :mod:`hardware` raises on purpose."""


class HardwareFault(BoardError, OSError):
    """A device is absent, refuses, or answers nonsense; trying again later may help."""


class MissingExtra(BoardError, ImportError):
    """A hardware package is not installed; the message says how to get it."""

    def __init__(self, needs: str, extra: str) -> None:
        super().__init__(f"{needs}; {get_extra(extra)}")


def get_extra(extra: str) -> str:
    """How to get the packages of an extra into the environment that this program runs in."""
    if sys.prefix == SERVICE:
        return "run systemd/install.sh again: it installs what board.toml asks for"
    pip = "pip" if sys.prefix == sys.base_prefix else shlex.quote(f"{sys.prefix}/bin/pip")
    return f"{pip} install 'yinsh-board[{extra}]'"


class BadConfig(BoardError, ValueError):
    """A setting is wrong; the message names file, key, value and what is allowed."""


class BadCalibration(BoardError, ValueError):
    """A calibration file cannot be used; the message says why and how to make a new one."""
