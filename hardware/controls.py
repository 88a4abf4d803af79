"""Buttons: polled, debounced by ourselves, told apart by how long they are held.

The libraries' own debouncing differs from driver to driver and does not run in tests, so a button here is
nothing but a level read now and then; :class:`Button` turns levels and times into presses.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault, MissingExtra
from hardware.protocols import Health, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.config.settings import Controls

STUCK_SECONDS: Final = 30.0  # nobody holds a button for so long on purpose


class Button:
    """One button: give it levels with :meth:`poll`, it gives back presses.

    A short press is complete when the button comes up, a long one as soon as it has been held long enough.
    A button that is down at the first look gives none: someone leans on it, or its wires touch.
    """

    def __init__(self, name: str, *, debounce: float, long_press: float) -> None:
        self.name = name
        self._debounce = debounce
        self._long_press = long_press
        self._level: bool | None = None  # as last read
        self._since = 0.0  # when it became so
        self._pressed_at: float | None = None  # while it is down for good
        self._armed = False  # this hold may still give a press

    def poll(self, level: bool, now: float) -> Press | None:
        """The press that is complete now, if any; *level* is true while the button is down."""
        if level != self._level:
            self._level, self._since = level, now
        if now - self._since >= self._debounce:
            if not level:
                return self._up()
            if self._pressed_at is None:
                self._pressed_at = self._since
        return self._held(now) if level else None

    def stuck(self, now: float) -> bool:
        """Whether it has been down for longer than anyone would hold it."""
        return self._pressed_at is not None and now - self._pressed_at >= STUCK_SECONDS

    def _up(self) -> Press | None:
        pressed_at, self._pressed_at = self._pressed_at, None
        armed, self._armed = self._armed, True
        if pressed_at is None or not armed:
            return None
        return Press(self.name, long=self._since - pressed_at >= self._long_press)

    def _held(self, now: float) -> Press | None:
        if self._pressed_at is None or not self._armed or now - self._pressed_at < self._long_press:
            return None
        self._armed = False
        return Press(self.name, long=True)


class GpioControls:
    """Buttons between GPIO and ground, through gpiozero.

    A button that sticks gives one long press; then :attr:`health` names it, and the others go on.
    """

    def __init__(self, settings: Controls, *, pin_factory: Any = None) -> None:
        self._settings = settings
        self._pin_factory = pin_factory
        self._wired: list[tuple[Button, int, Any]] = []
        self.health = Health(ok=True)

    def open(self) -> None:
        """Claim the pins."""
        self.close()
        device_class = _input_device()
        for name, pin in self._settings.pins:
            try:
                device = device_class(pin, pull_up=True, pin_factory=self._pin_factory)
            except Exception as error:  # every pin factory has errors of its own, with no common base
                self.close()
                raise HardwareFault(
                    f"cannot use GPIO {pin} for the {name} button: {error}; "
                    "see that no other driver uses it and run yinsh-board doctor"
                ) from error
            self._wired.append((self._button(name), pin, device))

    def read(self, now: float) -> tuple[Press, ...]:
        """The presses completed since the last call."""
        try:
            polled = [button.poll(bool(device.is_active), now) for button, _, device in self._wired]
        except Exception as error:
            raise HardwareFault(f"cannot read the buttons: {error}; run yinsh-board doctor") from error
        self._name_stuck(now)
        return tuple(press for press in polled if press is not None)

    def close(self) -> None:
        """Let the pins go."""
        for _, _, device in self._wired:
            with contextlib.suppress(Exception):  # as above; the next one must be closed all the same
                device.close()
        self._wired = []
        self.health = Health(ok=True)

    def _button(self, name: str) -> Button:
        settings = self._settings
        return Button(name, debounce=settings.debounce_ms / 1000, long_press=settings.long_press_ms / 1000)

    def _name_stuck(self, now: float) -> None:
        stuck = [f"{button.name} (GPIO {pin})" for button, pin, _ in self._wired if button.stuck(now)]
        fault = f"stuck button: {', '.join(stuck)}" if stuck else ""
        if fault != self.health.fault:
            cure = "free it, or look for a short between its wire and ground" if stuck else ""
            self.health = Health(ok=not stuck, fault=fault, cure=cure, since=now, count=len(stuck))


class VirtualControls:
    """Buttons that a program presses."""

    def __init__(self, settings: object = None) -> None:  # noqa: ARG002  (the signature of every control driver)
        self._presses: list[Press] = []

    def open(self) -> None:
        """Forget what was pressed before."""
        self._presses = []

    def press(self, button: str, *, long: bool = False) -> None:
        """Press ``hint``, ``take-back`` or ``cafe``."""
        self._presses.append(Press(button, long))

    def read(self, now: float) -> tuple[Press, ...]:  # noqa: ARG002
        """The presses since the last call."""
        presses, self._presses = tuple(self._presses), []
        return presses

    def close(self) -> None:
        """Nothing to release."""


class NoControls:
    """No buttons at all."""

    def __init__(self, settings: object = None) -> None:
        """Keep nothing; the signature is that of every control driver."""

    def open(self) -> None:
        """Nothing to claim."""

    def read(self, now: float) -> tuple[Press, ...]:  # noqa: ARG002
        """Nobody presses what is not there."""
        return ()

    def close(self) -> None:
        """Nothing to release."""


def _input_device() -> Callable[..., Any]:
    try:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415  (an extra, wanted only with this driver)
    except ImportError as error:
        raise MissingExtra("controls driver 'gpio' needs gpiozero", "pi") from error
    return DigitalInputDevice  # type: ignore[no-any-return]
