"""No lights: a board of magnets alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardware.lights.strip import checked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb


class NoLights:
    """Takes frames and shows nothing."""

    def __init__(self, settings: object, leds: Sequence[int]) -> None:
        """Keep nothing; the signature is that of every light driver."""

    def open(self) -> None:
        """Nothing to claim."""

    def show(self, colors: Sequence[Rgb]) -> None:
        """Nothing to light; a frame of the wrong size is refused here as anywhere."""
        checked(colors)

    def close(self) -> None:
        """Nothing to release."""
