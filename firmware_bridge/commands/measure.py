"""``yinsh-board measure``: the figures that only the board itself can give."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.folders import state_folder
from firmware_bridge.options import add_config, config_of
from hardware import figures
from hardware.machine import Machine
from hardware.registry import make_board, make_lights, make_sensors
from yinsh_core.points import Point

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Sensors

HELP = "Measure scan, LED frame, reaction, load and card on this very board."

#: Goals by figure; what has none is only told.
GOALS: Final = {"reaction": "at most 5 ms beside the debounce", "load": "at most 5 % of one core"}
_NO_LOOP: Final = "not measured: needs --loop POINT OUT IN, see docs/on-a-pi.md"


def add_arguments(parser: ArgumentParser) -> None:
    """How long to measure, and the wires of the loop."""
    parser.add_argument("--seconds", type=float, default=5.0, metavar="N", help="length of the run at full rates (5)")
    parser.add_argument("--count", type=int, default=500, metavar="N", help="scans and frames to time (500)")
    parser.add_argument(
        "--loop",
        nargs=3,
        metavar=("POINT", "OUT", "IN"),
        help="measure the reaction: the point, the GPIO that closes its contact, the GPIO that sees its light",
    )
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where to try the card (else the state folder)")
    parser.add_argument("--json", action="store_true", help="figures as JSON, for scripts")
    add_config(parser)


def run(args: Namespace) -> int:
    """Measure everything there is to measure."""
    config = config_of(args)
    in_memory = {config.sensors.driver, config.lights.driver} == {"virtual"}
    board = make_board(config) if in_memory else None
    sensors, lights = make_sensors(config, board=board), make_lights(config, board=board)
    with contextlib.ExitStack() as claimed:
        for driver in (sensors, lights):
            claimed.callback(driver.close)
            driver.open()
        found = dict(measured(args, config, sensors, lights, board))
    print(as_json(found) if args.json else as_text(found))
    return 0


def measured(
    args: Namespace, config: BoardConfig, sensors: Sensors, lights: Lights, board: figures.InMemory | None
) -> Iterator[tuple[str, str]]:
    """Figure after figure: its name and what was found, in words."""
    machine, clock = Machine.here(), time.perf_counter
    yield "board", f"{config.sensors.driver} sensors, {config.lights.driver} lights on {machine.model or 'no Pi'}"
    scan = figures.scan_times(sensors, args.count, clock)
    yield "scan", f"{scan}: up to {1 / scan.middle:.0f} Hz"
    yield "LED frame", str(figures.frame_times(lights, args.count, clock))
    rates = (round(1 / config.scan_seconds), config.lights.frames_per_second)
    pace = figures.pace(sensors, lights, rates, args.seconds, clock=clock, cpu=time.process_time, sleep=time.sleep)
    yield "pace", f"{pace.hertz:.1f} Hz of {rates[0]} wanted"
    yield "lateness of a scan", str(pace.lateness)
    yield "load", f"{100 * pace.cpu_share:.1f} % of one core, scanning and lighting alone"
    yield "reaction", reaction(args, sensors, lights, board)
    yield "fsync", str(figures.sync_times(args.folder or card_folder(config), 50, clock))
    yield "supply", "too weak since the start: see yinsh-board doctor" if machine.undervolted() else "no undervoltage"


def reaction(args: Namespace, sensors: Sensors, lights: Lights, board: figures.InMemory | None) -> str:
    """From contact to light, where there is a loop."""
    with contextlib.ExitStack() as claimed:
        loop: figures.Loop
        if args.loop:
            point, out, back = args.loop
            wired = figures.GpioLoop(Point(point), int(out), int(back))
            claimed.callback(wired.close)
            loop = wired
        elif board is not None:
            loop = figures.VirtualLoop(board, Point("F6"))
        else:
            return _NO_LOOP
        return str(figures.reaction_times(loop, sensors, lights, 100, time.perf_counter))


def card_folder(config: BoardConfig) -> Path:
    """Where games are kept, if it is there already; else the current folder."""
    folder = state_folder(config)
    return folder if folder.is_dir() else Path()


def as_json(found: dict[str, str]) -> str:
    """An object of figures by name."""
    return json.dumps(found, indent=2, ensure_ascii=False)


def as_text(found: dict[str, str]) -> str:
    """A line a figure, with its goal."""
    width = max(map(len, found))
    return "\n".join(f"{name:{width}}  {text}{_goal(name)}" for name, text in found.items())


def _goal(name: str) -> str:
    return f"  (goal: {GOALS[name]})" if name in GOALS else ""
