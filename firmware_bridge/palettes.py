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
    second: Rgb = (90, 60, 255)  # Black's pieces
    plain: Rgb = (0, 120, 160)  # where the lifted piece may go
    own: Rgb = (0, 220, 60)  # where it completes an own row
    gift: Rgb = (255, 90, 0)  # where it gives the opponent one
    flip: Rgb = (255, 200, 0)  # to be turned over
    row: Rgb = (0, 255, 120)  # a completed row
    take: Rgb = (0, 200, 255)  # one of these comes off
    wrong: Rgb = (255, 0, 0)  # should not be here
    missing: Rgb = (255, 110, 0)  # should be here
    hint: Rgb = (255, 255, 255)
    question: Rgb = (200, 0, 255)
    distrusted: Rgb = (50, 0, 40)  # a sensor that is not believed
    quiet: Rgb = (30, 26, 20)  # asleep
    trouble: Rgb = (255, 40, 0)  # not saved, or no sensors


def _dimmed(palette: Palette, share: float) -> Palette:
    def dim(color: Rgb) -> Rgb:
        red, green, blue = (round(part * share) for part in color)
        return (red, green, blue)

    return Palette(**{field.name: dim(getattr(palette, field.name)) for field in fields(palette)})


_DEFAULT = Palette()

#: Blue, orange, yellow and white stay apart for every common kind of colour blindness; red and green never meet.
_COLOUR_BLIND = Palette(
    first=(255, 240, 200),
    second=(0, 40, 255),
    plain=(0, 90, 178),
    own=(86, 180, 233),
    gift=(213, 94, 0),
    flip=(240, 228, 66),
    row=(86, 180, 233),
    take=(0, 114, 178),
    wrong=(213, 94, 0),
    missing=(230, 159, 0),
    question=(204, 121, 167),
    trouble=(213, 94, 0),
)

PALETTES: Final[dict[str, Palette]] = {
    "default": _DEFAULT,
    "colour-blind": _COLOUR_BLIND,
    "dim": _dimmed(_DEFAULT, 0.3),
}
