"""The colours of each role, in three palettes. No role is told apart by colour alone: see :mod:`.lights`."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.protocols import Rgb


@dataclass(frozen=True, slots=True)
class Palette:
    """One colour a role."""

    first: Rgb = (255, 214, 150)  # White's pieces
    second: Rgb = (80, 50, 255)  # Black's pieces
    plain: Rgb = (0, 120, 160)  # where the lifted piece may go
    own: Rgb = (40, 230, 0)  # where it completes an own row
    gift: Rgb = (255, 100, 0)  # where it gives the opponent one
    flip: Rgb = (255, 200, 0)  # to be turned over
    row: Rgb = (0, 255, 170)  # a completed row
    take: Rgb = (0, 180, 255)  # one of these comes off
    wrong: Rgb = (255, 0, 0)  # should not be here
    missing: Rgb = (255, 130, 110)  # should be here
    hint: Rgb = (255, 255, 255)
    question: Rgb = (210, 0, 255)
    distrusted: Rgb = (150, 0, 110)  # a sensor that is not believed
    unsaved: Rgb = (255, 0, 130)  # the last action is not on disk
    offline: Rgb = (255, 40, 0)  # the sensors are not heard
    paused: Rgb = (70, 90, 120)
    quiet: Rgb = (96, 80, 56)  # asleep


def _dimmed(palette: Palette, share: float) -> Palette:
    def dim(color: Rgb) -> Rgb:
        red, green, blue = (round(part * share) for part in color)
        return (red, green, blue)

    return Palette(**{field.name: dim(getattr(palette, field.name)) for field in fields(palette)})


_DEFAULT = Palette()

#: Found by search: of the messages that may be seen together, the two most alike are as far apart as they can be
#: for the eyes that confuse them most, whatever kind of colour blindness that is. A test keeps the distance.
_COLOUR_BLIND = Palette(
    first=(255, 195, 120),
    second=(105, 0, 255),
    plain=(0, 45, 135),
    own=(30, 225, 180),
    gift=(240, 105, 0),
    flip=(240, 240, 45),
    row=(90, 165, 240),
    take=(90, 105, 225),
    wrong=(210, 0, 45),
    missing=(240, 135, 120),
    hint=(240, 255, 255),
    question=(180, 75, 165),
    distrusted=(90, 30, 60),
    unsaved=(165, 120, 135),
)

#: For dark rooms: half of each number is about a fifth of the light, for the strip's gamma comes after.
_DIM = _dimmed(_DEFAULT, 0.5)

PALETTES: Final[dict[str, Palette]] = {
    "default": _DEFAULT,
    "colour-blind": _COLOUR_BLIND,
    "dim": _DIM,
}
