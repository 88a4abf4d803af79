"""Keeps what the LEDs draw under the supply's budget: gamma, brightness, then a common dimming if it is too much.

91 white LEDs at full power draw over 5 A and brown out a Pi. The draw is estimated from what is sent: every LED of
the strip draws a little when dark, and each colour in proportion to its value.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.config.settings import Lights as LightSettings
    from hardware.protocols import Lights, Rgb

FULL: Final = 255


class Limiter:
    """Turns colours as meant into colours to send, for a strip of so many LEDs."""

    def __init__(self, lights: LightSettings, leds: int) -> None:
        self._gamma = lights.gamma
        self._idle = lights.idle_milliamps * leds
        self._step = lights.channel_milliamps / FULL  # mA for each step of a channel
        self._most = max(0, int((lights.max_milliamps - self._idle) / self._step))  # steps in all
        self._eye = bytes(round(FULL * (value / FULL) ** (1 / lights.gamma)) for value in range(FULL + 1))
        self.set_brightness(lights.brightness)

    def set_brightness(self, brightness: float) -> None:
        """Dim everything by a factor from 0 to 1, as the schedule says."""
        self.brightness = brightness
        self._table = bytes(round(FULL * brightness * (value / FULL) ** self._gamma) for value in range(FULL + 1))

    def limit(self, colors: Sequence[Rgb]) -> tuple[Rgb, ...]:
        """The colours to send; when they would draw too much, all are dimmed alike, so that hues stay."""
        sent = bytes(chain.from_iterable(colors)).translate(self._table)
        steps = sum(sent)
        if steps > self._most:
            # Rounding down keeps the sum within the budget whatever the colours are.
            sent = sent.translate(bytes(value * self._most // steps for value in range(FULL + 1)))
        return _colors(sent)

    def seen(self, colors: Sequence[Rgb]) -> tuple[Rgb, ...]:
        """The colours as they look on the strip, dimmed like it: for screens, which do not want gamma."""
        return _colors(bytes(chain.from_iterable(self.limit(colors))).translate(self._eye))

    def milliamps(self, sent: Sequence[Rgb]) -> float:
        """The estimated draw of colours as sent."""
        return self._idle + self._step * sum(chain.from_iterable(sent))


def _colors(channels: bytes) -> tuple[Rgb, ...]:
    each = iter(channels)
    return tuple(zip(each, each, each, strict=True))


class LimitedLights:
    """A strip that cannot be asked for more than the supply gives."""

    def __init__(self, strip: Lights, limiter: Limiter) -> None:
        self.strip = strip
        self.limiter = limiter

    def open(self) -> None:
        """Claim the strip."""
        self.strip.open()

    def show(self, colors: Sequence[Rgb]) -> None:
        """Light the colours as far as the budget allows."""
        self.strip.show(self.limiter.limit(colors))

    def close(self) -> None:
        """Leave the strip dark and release it."""
        self.strip.close()


def brightness_at(lights: LightSettings, time_of_day: str) -> float:
    """The brightness that the schedule asks for at a time such as ``22:30``; the last entry holds past midnight."""
    if not lights.schedule:
        return lights.brightness
    passed = [value for start, value in lights.schedule if start <= time_of_day]
    return passed[-1] if passed else lights.schedule[-1][1]
