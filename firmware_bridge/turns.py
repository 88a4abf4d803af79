"""Choices that take turns in the light: one function for the lights that show them and the reader that asks."""

from __future__ import annotations

from typing import Final

DWELL: Final = 1.5  # seconds for each choice: long enough to lift a piece while it is lit


def whose_turn(count: int, since: float, now: float) -> int:
    """Which of *count* choices is lit."""
    return int(max(0.0, now - since) / DWELL) % count
