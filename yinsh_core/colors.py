"""The two sides."""

from enum import IntEnum
from typing import Self

from yinsh_core.errors import InvalidNotation


class Color(IntEnum):
    """A side; also an index into pairs such as ``position.rings``."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return _OTHER[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``white`` or ``black`` in either case."""
        word = text.strip().lower() if isinstance(text, str) else text
        for color in cls:
            if word == str(color):
                return color
        raise InvalidNotation(f"not a colour: {text!r} (white or black)")

    def __str__(self) -> str:
        return self.name.lower()


_OTHER = (Color.BLACK, Color.WHITE)
