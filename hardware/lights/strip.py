"""From colours by point to bytes along the strip: what every WS2812 driver shares."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from hardware.protocols import PLACE_COUNT, POINT_COUNT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb

DARK: Final[Rgb] = (0, 0, 0)
FRAME_SIZES: Final = (POINT_COUNT, POINT_COUNT + PLACE_COUNT)

_MOST = POINT_COUNT + PLACE_COUNT


def checked(colors: Sequence[Rgb]) -> Sequence[Rgb]:
    """*colors*, if it is a whole frame: 85 points, or 91 with the ring places."""
    if len(colors) not in FRAME_SIZES:
        raise ValueError(f"a frame of lights has 85 or 91 colours, not {len(colors)}")
    return colors


class Strip:
    """A strip of LEDs of which *leds* names the position of each point, then of each ring place.

    LEDs between the named positions stay dark, and so do ring places in a frame of 85.
    """

    def __init__(self, leds: Sequence[int], order: str = "RGB") -> None:
        self.length = max(leds) + 1
        places = {position: point for point, position in enumerate(leds)}
        self._along = itemgetter(*(places.get(position, _MOST) for position in range(self.length)))
        self._channels = tuple("RGB".index(channel) for channel in order)

    def encode(self, colors: Sequence[Rgb]) -> bytes:
        """Three bytes an LED along the strip, in the strip's own order of colours."""
        missing = _MOST + 1 - len(checked(colors))
        rgb = bytes(chain.from_iterable(self._along((*colors, *(DARK,) * missing))))
        wire = bytearray(len(rgb))
        for slot, channel in enumerate(self._channels):
            wire[slot::3] = rgb[channel::3]
        return bytes(wire)
