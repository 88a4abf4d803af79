"""What can go wrong with metal, each also the builtin a caller would expect.

Every message says what was tried, what happened, and what to do next.
"""


class BoardError(Exception):
    """Base of everything that :mod:`hardware` raises on purpose."""


class HardwareFault(BoardError, OSError):
    """A device is absent, refuses, or answers nonsense; trying again later may help."""


class MissingExtra(BoardError, ImportError):
    """A hardware package is not installed; the message names the extra that brings it."""


class BadConfig(BoardError, ValueError):
    """A setting is wrong; the message names file, key, value and what is allowed."""


class BadCalibration(BoardError, ValueError):
    """A calibration file cannot be used; the message says why and how to make a new one."""
