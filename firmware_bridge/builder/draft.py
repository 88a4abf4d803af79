"""Findings on their way to a calibration, kept beside it: after a break, calibrating goes on where it was left."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.findings import Findings
from hardware.files import read_bounded, replace_file

if TYPE_CHECKING:
    from pathlib import Path

    from hardware.protocols import Sensing

KEEP_SECONDS: Final = 5.0  # of work that a power cut may cost

_LONGEST = 100_000  # bytes of findings


class Draft:
    """The file of the findings, written when there are new ones, but not for every piece: cards wear out."""

    def __init__(self, calibration: Path, sensing: Sensing) -> None:
        self.path = calibration.with_suffix(".draft.json")
        self._sensing = sensing
        self._kept = 0
        self._kept_at = -inf

    def load(self) -> Findings:
        """What was found before a break, if anything; ``ValueError`` when the file holds something else."""
        try:
            findings = Findings.from_text(read_bounded(self.path, _LONGEST), self._sensing)
        except FileNotFoundError:
            return self.anew()
        self._kept = findings.count
        return findings

    def anew(self) -> Findings:
        """Nothing found so far."""
        return Findings(self._sensing)

    def due(self, findings: Findings, now: float) -> str:
        """What is to be written by now; empty when it can wait."""
        if now < self._kept_at + KEEP_SECONDS:
            return ""
        self._kept_at = now
        return self.news(findings)

    def news(self, findings: Findings) -> str:
        """What is to be written; empty when nothing is new."""
        if findings.count == self._kept:
            return ""
        self._kept = findings.count
        return findings.to_text()

    def write(self, text: str) -> None:
        """Put the findings down, if there are any to put down."""
        if text:
            replace_file(self.path, text)

    def remove(self) -> None:
        """There is nothing to go on with any more."""
        self.path.unlink(missing_ok=True)
