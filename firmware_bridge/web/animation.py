"""A whole game as one moving picture: every piece of :func:`yinsh_core.svg.board_svg` appears and leaves in time."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from yinsh_core.svg import board_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from yinsh_core import Position

EACH: Final = 0.8  # seconds that every position is shown
END: Final = 3.0  # seconds that the last one stays longer

_LAYERS: Final = ('<g class="marker', '<g class="ring')


def animated_svg(positions: Sequence[Position], title: str) -> str:
    """The positions one after the other, for ever."""
    frames = [_pieces(board_svg(position)) for position in positions]
    every = dict.fromkeys(piece for layer in _LAYERS for frame in frames for piece in frame if piece.startswith(layer))
    seconds = len(frames) * EACH + END
    moving = [_timed(piece, [piece in frame for frame in frames], seconds) for piece in every]
    ground, end = board_svg(title=title).rsplit("</svg>", 1)
    return "".join([ground, "\n".join(moving), "\n</svg>", end])


def _pieces(picture: str) -> dict[str, None]:
    """Every piece is a line of the picture."""
    return dict.fromkeys(line for line in picture.splitlines() if line.startswith(_LAYERS))


def _timed(piece: str, shown: list[bool], seconds: float) -> str:
    """The piece, visible while the positions have it."""
    values, times, frame = [], [], 0
    for visible, run in groupby(shown):
        values.append("visible" if visible else "hidden")
        times.append(f"{frame * EACH / seconds:.4g}")
        frame += len(list(run))
    if len(values) == 1:
        return piece
    motion = (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{seconds:.4g}s" repeatCount="indefinite" '
        f'values="{";".join(values)}" keyTimes="{";".join(times)}"/>'
    )
    return f"{piece.removesuffix('</g>')}{motion}</g>"
