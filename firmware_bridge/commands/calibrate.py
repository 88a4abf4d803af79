"""``yinsh-board calibrate``: teaches a board with linear sensors what its pieces look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.draft import Draft
from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.builder.session import RealClock, VirtualClock, conduct, opened
from firmware_bridge.folders import calibration_file
from firmware_bridge.options import add_config, config_of, folder_of
from hardware.calibration import save_calibration
from hardware.registry import make_board, make_lights, make_sensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from firmware_bridge.builder.findings import Findings
    from firmware_bridge.builder.session import Clock
    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Sensors

HELP = "Teach linear sensors what pieces look like: follow the lights, no screen needed."


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
    path = folder_of(config) / calibration_file(config).name  # where a service looks for it
    draft = Draft(path, config.board.sensing)
    guide = CalibrationGuide(config.board.sensing, None if fresh else resumed(draft))

    def each(now: float) -> None:
        draft.write(draft.due(guide.findings, now))
        meanwhile(now)

    try:
        with opened(sensors, lights):
            conduct(guide, sensors, lights, clock, _say, scan_seconds=config.scan_seconds, meanwhile=each)
    finally:
        draft.write(draft.news(guide.findings))
    if guide.calibration is not None:
        save_calibration(guide.calibration, path)
        _say(f"Saved in {path}.")
    draft.remove()
    return 1 if guide.trouble else 0


def resumed(draft: Draft) -> Findings | None:
    """What was found before a break, if anything."""
    try:
        findings = draft.load()
    except ValueError as error:
        _say(f"{draft.path} cannot be used ({error}): starting anew.")
        return None
    if findings.count:
        _say(f"Going on with {len(findings.touches)} of 85 points touched; --fresh starts anew.")
    return findings


def _say(line: str) -> None:
    print(line, flush=True)
