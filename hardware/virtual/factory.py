"""The calibration that a virtual board would leave the factory with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.bands import LEVELS
from hardware.calibration import Calibration, Trim
from hardware.protocols import POINT_COUNT, Sensing
from hardware.virtual.physics import HallField

if TYPE_CHECKING:
    from hardware.virtual.board import VirtualBoard


def factory_calibration(board: VirtualBoard) -> Calibration:
    """What calibrating *board* with great care would give; it needs linear sensors."""
    field = board.field
    if not isinstance(field, HallField):
        raise TypeError(f"a board with {board.sensing} sensing has switches: there is nothing to calibrate")
    trims = tuple(
        Trim(round(field.zeros[i], 2), board.physics.noise, round(field.gains[i], 2), round(field.leaks[i], 4))
        for i in range(POINT_COUNT)
    )
    ring, marker = (board.pieces.named(f"white {shape}").moment for shape in ("ring", "marker"))
    strengths = {"marker": marker, "ring": ring, "ring and marker": ring + marker}
    signed = {f"{color} {shape}": sign * strengths[shape] for color, sign in _SIGNS for shape in strengths}
    return Calibration(Sensing.FULL, {name: signed[name] for name in LEVELS[Sensing.FULL]}, trims)


_SIGNS = (("white", 1), ("black", -1))
