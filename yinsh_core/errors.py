"""Three errors for three questions, each also the builtin a caller would expect.

- cannot read it: :class:`InvalidNotation`
- may not do it: :class:`IllegalAction`
- cannot have come about: :class:`ImpossiblePosition`
"""


class YinshError(Exception):
    """Base of everything that :mod:`yinsh_core` raises on purpose."""


class InvalidNotation(YinshError, ValueError):
    """A text is not a point, an action, a position or a record."""


class IllegalAction(YinshError, ValueError):
    """The action can be read, but the rules do not allow it here."""


class ImpossiblePosition(YinshError, ValueError):
    """The position can be read, but no game leads to it; the message lists its faults."""
