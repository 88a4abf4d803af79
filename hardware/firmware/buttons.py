"""Buttons as state: how often each went down, and how long it was held.

A count cannot be lost the way an edge can: the host compares it with the last one it saw, whenever that was.
"""

from .messages import HELD, HOLD_UNIT, LONGEST_HOLD

DEBOUNCE = 20  # milliseconds a level must stay to count


class Button:
    """One button, looked at now and then."""

    def __init__(self) -> None:
        self.count = 0  # times it went down, modulo 256
        self._length = 0  # milliseconds of the hold that goes on, or of the last one
        self._level = False  # as last seen
        self._since = 0  # when it became so
        self._down_at = -1  # when it went down for good

    def look(self, level: bool, now: int) -> None:
        """See the button at *level* (true while it is down)."""
        if level != self._level:
            self._level = level
            self._since = now
        if now - self._since >= DEBOUNCE:
            self._settle(level)
        if self._down_at >= 0:
            self._length = (now if self._level else self._since) - self._down_at

    def _settle(self, level: bool) -> None:
        if level and self._down_at < 0:
            self._down_at = self._since
            self.count = self.count + 1 & 0xFF
        elif not level and self._down_at >= 0:
            self._length = self._since - self._down_at
            self._down_at = -1

    @property
    def held(self) -> bool:
        """Whether it is down, bounces aside."""
        return self._down_at >= 0

    def state(self) -> bytes:
        """The two bytes that a snapshot carries."""
        length = min(self._length // HOLD_UNIT, LONGEST_HOLD)
        return bytes((self.count, length | (HELD if self.held else 0)))


class Buttons:
    """All buttons of the board."""

    def __init__(self, count: int) -> None:
        self._buttons = [Button() for _ in range(count)]

    def look(self, pressed: int, now: int) -> None:
        """See all buttons at once: bit *k* of *pressed* is button *k*."""
        for index, button in enumerate(self._buttons):
            button.look(bool(pressed >> index & 1), now)

    def state(self) -> bytes:
        """Two bytes a button, for the snapshot."""
        return b"".join([button.state() for button in self._buttons])
