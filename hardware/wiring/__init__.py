"""Wiring drawings as SVG, made from the configuration: what is drawn is what the drivers will use."""

from hardware.wiring.drawings import DRAWINGS

__all__ = ["DRAWINGS"]
