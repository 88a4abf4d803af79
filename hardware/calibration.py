"""What makes counts of linear sensors comparable: each sensor's zero, noise, gain and leakage, and what pieces add.

A reading is ``zero + gain * (strength + leak * strengths of the neighbours)``. Sensors differ in zero and gain;
the strengths of the pieces are the same everywhere, so that a few points are enough to measure them.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from hardware.bands import LEVELS, make_bands, narrowest_gap
from hardware.classifier import Classifier
from hardware.errors import BadCalibration
from hardware.files import read_bounded, replace_file
from hardware.protocols import POINT_COUNT, Sensing
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["Calibration", "Classifier", "Trim", "Weakness", "load_calibration", "save_calibration"]

VERSION: Final = 1
CURE: Final = "make a new one with `yinsh-board calibrate`"

_LONGEST = 100_000  # bytes; ten times what a calibration takes
_MARGIN = 4.0  # standard deviations of noise that must fit between a content and the edge of its band
_FAINT = 0.5  # a gain below this share of the typical one says that magnet and sensor are too far apart
_TRIM_KEYS = ("zero", "noise", "gain", "leak", "touched")

#: Strengths of ordinary magnets, where rings are three times as strong as markers.
_ORDINARY: Final = {
    "white marker": 1.0,
    "black marker": -1.0,
    "white ring": 3.0,
    "black ring": -3.0,
    "white ring and marker": 4.0,
    "black ring and marker": -4.0,
}


@dataclass(frozen=True, slots=True)
class Trim:
    """One sensor: what it reads, in counts."""

    zero: float = 0.0  # when nothing is there
    noise: float = 2.0  # standard deviation
    gain: float = 90.0  # what the weakest magnet adds; negative when the sensor is mounted upside down
    leak: float = 0.0  # the share of a neighbour's strength that it sees
    touched: bool = True  # whether its gain was measured, or is taken from the others


@dataclass(frozen=True, slots=True)
class Weakness:
    """Why a point may misread: ``untouched``, ``faint`` or ``noisy``, and the counts that say so."""

    kind: str
    size: float  # what a piece adds here
    typical: float  # and elsewhere
    noise: float

    def __str__(self) -> str:
        match self.kind:
            case "untouched":
                return "no piece was measured here; it is taken to be like the others"
            case "faint":
                return f"a piece adds {self.size:.0f} counts, elsewhere {self.typical:.0f}; is it too far away?"
        return f"noise of {self.noise:.1f} counts is too much where a piece adds {self.size:.0f}"


@dataclass(frozen=True, slots=True)
class Calibration:
    """All sensors of a board, by the index of their points."""

    sensing: Sensing
    strengths: Mapping[str, float]  # of each content, in weakest magnets
    trims: tuple[Trim, ...]

    @classmethod
    def ordinary(cls, sensing: Sensing, trim: Trim | None = None) -> Calibration:
        """A board of sensors that are all alike; a start, not a measurement."""
        unit = _ORDINARY["white ring"] if sensing is Sensing.RINGS else 1.0
        strengths = {name: _ORDINARY[name] / unit for name in LEVELS[sensing]}
        return cls(sensing, strengths, (trim or Trim(),) * POINT_COUNT)

    def __post_init__(self) -> None:
        if len(self.trims) != POINT_COUNT:
            raise ValueError(f"{len(self.trims)} sensors; a board has {POINT_COUNT}")
        if missing := [name for name in LEVELS[self.sensing] if name not in self.strengths]:
            raise ValueError(f"the strength of {missing[0]} is missing")
        if not all(trim.gain for trim in self.trims):
            raise ValueError("a sensor with gain 0 sees nothing")
        make_bands(self.strengths, self.sensing)

    @property
    def typical_gain(self) -> float:
        """The gain of the sensor in the middle."""
        return median(abs(trim.gain) for trim in self.trims)

    @property
    def weak(self) -> dict[Point, Weakness]:
        """The points that may misread, and why."""
        gap, typical = narrowest_gap(make_bands(self.strengths, self.sensing)), self.typical_gain
        kinds = ((point, trim, _weakness(trim, gap, typical)) for point, trim in zip(POINTS, self.trims, strict=True))
        return {point: Weakness(kind, abs(trim.gain), typical, trim.noise) for point, trim, kind in kinds if kind}

    def __str__(self) -> str:
        """The text of a calibration file; reading it gives an equal calibration."""
        lines = [
            "# How the sensors of this board read. Written by `yinsh-board calibrate`; made anew by the same.",
            f"version = {VERSION}",
            f'sensing = "{self.sensing}"',
            "",
            "[strengths]  # of each content, in weakest magnets; positive has white's pole up",
            *(f'"{name}" = {strength!r}' for name, strength in self.strengths.items()),
            "",
            "[sensors]  # counts: reading of nothing, its noise, what the weakest magnet adds; share of a neighbour's",
            *(f"{point} = {_trim_text(trim)}" for point, trim in zip(POINTS, self.trims, strict=True)),
        ]
        return "\n".join(lines) + "\n"


def parse_calibration(text: str) -> Calibration:
    """Read what ``str`` wrote; ``ValueError`` says what is wrong."""
    table = tomllib.loads(text)
    if table.get("version") != VERSION:
        raise ValueError(f"version {table.get('version')!r}, this program reads version {VERSION}")
    if table.get("sensing") not in tuple(Sensing):
        raise ValueError(f"sensing {table.get('sensing')!r} is none of {', '.join(Sensing)}")
    strengths = {name: _number(f"strength of {name}", value) for name, value in _section(table, "strengths").items()}
    sensors = _section(table, "sensors")
    trims = tuple(_trim(f"sensor {point}", _section(sensors, point.name)) for point in POINTS)
    return Calibration(Sensing(table["sensing"]), strengths, trims)


def load_calibration(path: Path, sensing: Sensing | None = None) -> Calibration:
    """Read a calibration file, made for *sensing*; :class:`BadCalibration` names the file, the reason and the cure."""
    try:
        calibration = parse_calibration(read_bounded(path, _LONGEST))
    except FileNotFoundError as error:
        raise BadCalibration(f"{path}: there is no calibration yet; {CURE}") from error
    except (OSError, ValueError) as error:
        raise BadCalibration(f"{path}: {error}; {CURE}") from error
    if sensing is not None and calibration.sensing is not sensing:
        raise BadCalibration(f"{path}: made for sensing {calibration.sensing}, the board has {sensing}; {CURE}")
    return calibration


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration file so that a power cut leaves the old one or the new one, whole."""
    replace_file(path, str(calibration))


def _weakness(trim: Trim, gap: float, typical: float) -> str:
    size = abs(trim.gain)
    if not trim.touched:
        return "untouched"
    if size < _FAINT * typical:
        return "faint"
    return "noisy" if _MARGIN * trim.noise > size * gap / 2 else ""


def _trim_text(trim: Trim) -> str:
    values = [f"{key} = {getattr(trim, key)!r}" for key in _TRIM_KEYS if key != "touched"]
    return "{ " + ", ".join([*values, f"touched = {str(trim.touched).lower()}"]) + " }"


def _trim(what: str, table: Mapping[str, Any]) -> Trim:
    if set(table) != set(_TRIM_KEYS):
        raise ValueError(f"{what} needs {', '.join(_TRIM_KEYS)}, and nothing else")
    zero, noise, gain, leak = (_number(f"{key} of {what}", table[key]) for key in _TRIM_KEYS[:4])
    return Trim(zero, noise, gain, leak, bool(table["touched"]))


def _section(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = table.get(name)
    if isinstance(section, dict):
        return section
    raise ValueError(f"{name} is missing, or no table")


def _number(what: str, value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise ValueError(f"{what} is {value!r}, not a number")
