"""``yinsh-board calibrate``: teaches a board with linear sensors what its pieces look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.findings import Findings
from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.builder.session import RealClock, VirtualClock, conduct, opened
from firmware_bridge.folders import calibration_file
from firmware_bridge.options import add_config, config_of
from hardware.calibration import save_calibration
from hardware.files import read_bounded, replace_file
from hardware.registry import make_board, make_lights, make_sensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from pathlib import Path

    from firmware_bridge.builder.session import Clock
    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Sensing, Sensors

HELP = "Teach linear sensors what pieces look like: follow the lights, no screen needed."

_LONGEST = 100_000  # bytes of findings
_KEEP_SECONDS = 5.0  # of work that a power cut may cost


def add_arguments(parser: ArgumentParser) -> None:
    """Whether to go on where the last time ended."""
    parser.add_argument("--fresh", action="store_true", help="start anew instead of going on where it was left")
    add_config(parser)


def run(args: Namespace) -> int:
    """Guide the builder; a board in memory is calibrated by an apprentice, in no time."""
    config = config_of(args)
    board = make_board(config) if config.sensors.driver == "virtual" else None
    sensors, lights = make_sensors(config, board=board), make_lights(config, board=board)
    if not sensors.linear:
        _say(f"Nothing to calibrate: sensors of driver {config.sensors.driver!r} are switches here.")
        return 0
    if board is None:
        return calibrate(config, sensors, lights, RealClock(), fresh=args.fresh)
    _say("A board in memory: an apprentice follows the lights.")
    watch = Apprentice(board).watch
    return calibrate(config, sensors, board.lights, VirtualClock(), fresh=args.fresh, meanwhile=watch)


def calibrate(
    config: BoardConfig,
    sensors: Sensors,
    lights: Lights,
    clock: Clock,
    *,
    fresh: bool = False,
    meanwhile: Callable[[float], None] = lambda _: None,
) -> int:
    """Guide from the empty board to the saved file; what is found is kept at once, to go on after a break."""
    path = calibration_file(config)
    draft = path.with_suffix(".draft.json")
    findings = Findings(config.board.sensing) if fresh else resumed(draft, config.board.sensing)
    guide = CalibrationGuide(config.board.sensing, findings)
    keeper = _Keeper(findings, draft)

    def each(now: float) -> None:
        keeper.tick(now)
        meanwhile(now)

    try:
        with opened(sensors, lights):
            conduct(guide, sensors, lights, clock, _say, scan_seconds=config.scan_seconds, meanwhile=each)
    finally:
        keeper.keep()
    if guide.calibration is not None:
        save_calibration(guide.calibration, path)
        _say(f"Saved in {path}.")
    draft.unlink(missing_ok=True)
    return 1 if guide.trouble else 0


def resumed(draft: Path, sensing: Sensing) -> Findings:
    """What was found before a break, if anything."""
    try:
        findings = Findings.from_text(read_bounded(draft, _LONGEST), sensing)
    except FileNotFoundError:
        return Findings(sensing)
    except ValueError as error:
        _say(f"{draft} cannot be used ({error}): starting anew.")
        return Findings(sensing)
    _say(f"Going on with {len(findings.touches)} of 85 points touched; --fresh starts anew.")
    return findings


class _Keeper:
    """Writes findings down when there are new ones, but not for every piece: cards wear out."""

    def __init__(self, findings: Findings, draft: Path) -> None:
        self._findings = findings
        self._draft = draft
        self._kept = findings.count
        self._kept_at = 0.0

    def tick(self, now: float) -> None:
        if now >= self._kept_at + _KEEP_SECONDS:
            self._kept_at = now
            self.keep()

    def keep(self) -> None:
        if self._findings.count != self._kept:
            self._kept = self._findings.count
            replace_file(self._draft, self._findings.to_text())


def _say(line: str) -> None:
    print(line, flush=True)
