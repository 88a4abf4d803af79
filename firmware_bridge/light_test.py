"""A look at every LED: all in red, green and blue, then one after the other in the order of the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.protocols import PLACE_COUNT, POINT_COUNT

if TYPE_CHECKING:
    from hardware.protocols import Rgb

LIGHTS: Final = POINT_COUNT + PLACE_COUNT
COLORS: Final[tuple[Rgb, ...]] = ((120, 0, 0), (0, 120, 0), (0, 0, 120))  # half bright: all LEDs are on at once
EACH: Final = 1.0  # seconds for each colour
STEP: Final = 0.06  # seconds for each LED of the walk
SECONDS: Final = len(COLORS) * EACH + LIGHTS * STEP

_WALKER: Final[Rgb] = (255, 255, 255)
_DARK: Final[Rgb] = (0, 0, 0)


def test_frame(elapsed: float) -> tuple[Rgb, ...]:
    """The light so many seconds after the test began."""
    phase = int(elapsed / EACH)
    if phase < len(COLORS):
        return (COLORS[phase],) * LIGHTS
    walker = int((elapsed - len(COLORS) * EACH) / STEP)
    return tuple(_WALKER if light == walker else _DARK for light in range(LIGHTS))
