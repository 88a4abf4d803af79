"""``yinsh-board monitor``: the live board in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from firmware_bridge.builder.arguments import at_least, seconds
from firmware_bridge.builder.monitor import Monitor
from firmware_bridge.builder.session import RealClock, want_every_scan
from firmware_bridge.folders import calibration_of
from firmware_bridge.options import add_config, config_of
from hardware.calibration import Classifier
from hardware.errors import BadCalibration
from hardware.registry import make_board, make_sensors
from hardware.supervise import SupervisedSensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from firmware_bridge.builder.session import Clock
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard

HELP = "Watch the board live: readings, settled levels, scan rate, noisy points."

_TOP = "\x1b[H\x1b[J"  # cursor home, clear what follows
_SCREEN_SECONDS = 0.2  # between two pages on a screen


def add_arguments(parser: ArgumentParser) -> None:
    """What to show, and for how long."""
    parser.add_argument("--readings", action="store_true", help="numbers as the sensors give them, not levels")
    parser.add_argument("--frames", type=at_least(1), metavar="N", help="end after N frames")
    parser.add_argument("--every", type=seconds, metavar="S", default=5.0, help="seconds between pages in a file (5)")
    add_config(parser)


def run(args: Namespace) -> int:
    """Show the board until it is interrupted, or for so many frames."""
    config = config_of(args)
    board = make_board(config) if config.sensors.driver == "virtual" else None
    driver = make_sensors(config, board=board)
    want_every_scan(driver)
    sensors = SupervisedSensors(driver, "sensors")
    screen = sys.stdout.isatty()
    every = _SCREEN_SECONDS if screen else args.every
    try:
        monitor = make_monitor(config, board, linear=sensors.linear)
        show = _show(screen)
        watch(config, sensors, monitor, RealClock(), show, frames=args.frames, every=every, readings=args.readings)
    finally:
        sensors.close()
    return 0 if sensors.health.ok else 1


def make_monitor(config: BoardConfig, board: VirtualBoard | None, *, linear: bool) -> Monitor:
    """A monitor with the board's calibration, if it has one."""
    classifier = None
    if linear:
        try:
            classifier = Classifier(calibration_of(config, board))
        except BadCalibration as error:
            print(error, file=sys.stderr)
    return Monitor(config.board.sensing, config.debounce_seconds, classifier, linear=linear)


def watch(
    config: BoardConfig,
    sensors: SupervisedSensors,
    monitor: Monitor,
    clock: Clock,
    show: Callable[[str], None],
    *,
    frames: int | None = None,
    every: float = _SCREEN_SECONDS,
    readings: bool = False,
) -> None:
    """Scan and show pages, the last one at the end."""
    seen, page_at = 0, clock.now() + every
    while frames is None or seen < frames:
        now = clock.now()
        frame = sensors.read(now)
        seen += 1
        if frame is not None:
            monitor.see(frame)
        if now >= page_at or seen == frames:
            page_at = now + every
            show(monitor.page(sensors.health, readings=readings))
        clock.sleep(max(0.0, now + config.scan_seconds - clock.now()))


def _show(screen: bool) -> Callable[[str], None]:
    def show(page: str) -> None:
        print(f"{_TOP}{page}" if screen else f"{page}\n", flush=True)

    return show
