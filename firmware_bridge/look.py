"""How the board looks and sounds, as the café likes it; a line of text that reads back."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.palettes import PALETTES


@dataclass(frozen=True, slots=True)
class Look:
    """What can be chosen while people play."""

    palette: str = ""  # by name; empty: as configured
    brightness: float = 1.0  # a share of what the configuration asks for
    sound: bool = True

    def __post_init__(self) -> None:
        if self.palette and self.palette not in PALETTES:
            raise ValueError(f"no such palette: {self.palette!r} ({', '.join(PALETTES)})")
        if not 0.0 <= self.brightness <= 1.0:
            raise ValueError(f"brightness is a share from 0 to 1, not {self.brightness:g}")

    @classmethod
    def parse(cls, text: str) -> Look:
        """Read what :meth:`__str__` writes; ``ValueError`` for anything else."""
        palette, brightness, sound = text.split("/")
        if sound not in {"sound", "silent"}:
            raise ValueError(f"sound or silent, not {sound!r}")
        return cls(palette, float(brightness), sound == "sound")

    def __str__(self) -> str:
        return f"{self.palette}/{self.brightness:g}/{'sound' if self.sound else 'silent'}"
