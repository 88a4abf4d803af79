"""Buttons on the microcontroller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.firmware.messages import HELD, HOLD_UNIT
from hardware.protocols import Press
from hardware.serial_link.link import SerialLink, shared_link

if TYPE_CHECKING:
    from hardware.config.settings import Controls as Settings

NAMES: Final = ("hint", "take-back", "cafe")  # in the order of the firmware's BUTTON_PINS


class SerialControls:
    """Presses counted by the microcontroller: none is lost with a frame, none is invented by a restart.

    A short press is complete when the button comes up, a long one as soon as it has been held long enough. What is
    wrong with the line is said by the sensors that share it.
    """

    def __init__(self, settings: Settings, *, port: str = "", link: SerialLink | None = None) -> None:
        self._long_ms = settings.long_press_ms
        self._port = port
        self._link = link
        self._is_open = False
        self._boot: int | None = None
        self._done: list[int] = []  # count of the last press that was told, for each button

    def open(self) -> None:
        """Join the line."""
        self.close()
        if self._link is None:
            self._link = shared_link(self._port)
        self._link.open()
        self._is_open = True

    def read(self, now: float) -> tuple[Press, ...]:
        """The presses completed since the last call."""
        link = self._link
        if link is None or not self._is_open:
            return ()
        if not link.tended:
            link.poll(now)
        snapshot, hello = link.snapshot, link.hello
        if snapshot is None or hello is None:
            return ()
        states = list(zip(snapshot.buttons[::2], snapshot.buttons[1::2], strict=True))
        if hello.boot != self._boot:  # what was pressed before we came is not for us
            self._boot = hello.boot
            self._done = [count for count, _ in states]
        return tuple(press for number, state in enumerate(states) if (press := self._press(number, *state)))

    def close(self) -> None:
        """Leave the line."""
        if self._link is not None and self._is_open:
            self._is_open = False
            self._link.close()

    def _press(self, number: int, count: int, held: int) -> Press | None:
        """The press of button *number* that is complete and has not been told."""
        long = (held & ~HELD) * HOLD_UNIT >= self._long_ms
        if count == self._done[number] or number >= len(NAMES) or (held & HELD and not long):
            return None
        self._done[number] = count
        return Press(NAMES[number], long)
