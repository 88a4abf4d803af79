"""``yinsh-board measure``: the figures that only the board itself can give."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.arguments import at_least, seconds
from firmware_bridge.builder.session import opened
from firmware_bridge.folders import state_folder
from firmware_bridge.options import add_config, config_of
from hardware import figures
from hardware.errors import BadConfig
from hardware.machine import Machine
from hardware.registry import make_board, make_lights, make_sensors
from yinsh_core.points import Point

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Sensors

HELP = "Measure scan, LED frame, reaction, load and card on this very board."

#: Goals by figure; what has none is only told.
GOALS: Final = {"reaction": "at most 5 ms beside the debounce", "load": "at most 5 % of one core"}
_LAST_GPIO: Final = 27
_NO_LOOP: Final = "not measured: needs --loop POINT OUT IN, see docs/on-a-pi.md"


def add_arguments(parser: ArgumentParser) -> None:
    """How long to measure, and the wires of the loop."""
    parser.add_argument("--seconds", type=seconds, default=5.0, metavar="N", help="length of the run at full rates (5)")
    parser.add_argument("--count", type=at_least(2), default=500, metavar="N", help="scans and frames to time (500)")
    parser.add_argument(
        "--loop",
        nargs=3,
        metavar=("POINT", "OUT", "IN"),
        help="measure the reaction: the point, the GPIO that closes its contact, the GPIO that sees its light",
    )
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where to try the card (else the state folder)")
    parser.add_argument("--json", action="store_true", help="figures as JSON, for scripts")
    add_config(parser)


@dataclass(frozen=True, slots=True)
class Figure:
    """What was found, in words for people and in numbers for scripts."""

    name: str
    text: str
    numbers: dict[str, float] = field(default_factory=dict)


def run(args: Namespace) -> int:
    """Measure everything there is to measure."""
    if args.loop:
        wires_of(args.loop)  # a wrong word is told before the measuring begins
    config = config_of(args)
    in_memory = {config.sensors.driver, config.lights.driver} == {"virtual"}
    board = make_board(config) if in_memory else None
    sensors, lights = make_sensors(config, board=board), make_lights(config, board=board)
    with opened(sensors, lights):
        found = list(measured(args, config, sensors, lights, board))
    print(as_json(found) if args.json else as_text(found))
    return 0


def measured(
    args: Namespace, config: BoardConfig, sensors: Sensors, lights: Lights, board: figures.InMemory | None
) -> Iterator[Figure]:
    """Figure after figure."""
    machine, clock = Machine.here(), time.perf_counter
    drivers = f"{config.sensors.driver} sensors, {config.lights.driver} lights"
    yield Figure("board", f"{drivers} on {machine.model or 'no Pi'}")
    scan = figures.scan_times(sensors, args.count, clock)
    yield Figure("scan", f"{scan}: up to {1 / scan.middle:.0f} Hz", scan.numbers() | {"hertz": 1 / scan.middle})
    yield _spread("LED frame", figures.frame_times(lights, args.count, clock))
    rates = (round(1 / config.scan_seconds), config.lights.frames_per_second)
    pace = figures.pace(sensors, lights, rates, args.seconds, clock=clock, cpu=time.process_time, sleep=time.sleep)
    yield Figure("pace", f"{pace.hertz:.1f} Hz of {rates[0]} wanted", {"hertz": pace.hertz, "wanted": rates[0]})
    yield _spread("lateness of a scan", pace.lateness)
    share = 100 * pace.cpu_share
    yield Figure("load", f"{share:.1f} % of one core, scanning and lighting alone", {"percent": share})
    yield from microcontroller(sensors)
    yield reaction(args, sensors, lights, board)
    yield _spread("fsync", figures.sync_times(args.folder or card_folder(config), 50, clock))
    weak = machine.undervolted()
    text = "too weak since the start: see yinsh-board doctor" if weak else "no undervoltage"
    yield Figure("supply", text, {"undervolted": int(weak)})


def microcontroller(sensors: Sensors) -> Iterator[Figure]:
    """What the firmware says about itself, where there is one; its report comes once a second."""
    if not isinstance(sensors, figures.Reporting):
        return
    report = sensors.report
    if report is None:
        yield Figure("firmware", "no report yet: measure for at least two seconds")
        return
    numbers = {name: float(getattr(report, name)) for name in ("scan_hz", "late_scans", "unsent", "bad_frames")}
    words = f"{report.late_scans} late, {report.unsent} not sent, {report.bad_frames} bad frames"
    yield Figure("firmware", f"{report.scan_hz} scans a second by its own count; {words} since its start", numbers)


def reaction(args: Namespace, sensors: Sensors, lights: Lights, board: figures.InMemory | None) -> Figure:
    """From contact to light, where there is a loop."""
    with contextlib.ExitStack() as claimed:
        loop: figures.Loop
        if args.loop:
            wired = figures.GpioLoop(*wires_of(args.loop))
            claimed.callback(wired.close)
            loop = wired
        elif board is not None:
            loop = figures.VirtualLoop(board, Point("F6"))
        else:
            return Figure("reaction", _NO_LOOP)
        return _spread("reaction", figures.reaction_times(loop, sensors, lights, 100, time.perf_counter))


def wires_of(words: Sequence[str]) -> tuple[Point, int, int]:
    """The point and the two GPIO numbers of ``--loop``."""
    for word in words[1:]:
        if not word.isdecimal() or int(word) > _LAST_GPIO:
            raise BadConfig(f"--loop: {word!r} is no GPIO number (0 to {_LAST_GPIO})")
    return Point(words[0]), int(words[1]), int(words[2])


def _spread(name: str, spread: figures.Spread) -> Figure:
    return Figure(name, str(spread), spread.numbers())


def card_folder(config: BoardConfig) -> Path:
    """Where games are kept, if it is there already; else the current folder."""
    folder = state_folder(config)
    return folder if folder.is_dir() else Path()


def as_json(found: Sequence[Figure]) -> str:
    """An object of figures by name, each with its words and its numbers."""
    return json.dumps({figure.name: {"text": figure.text} | figure.numbers for figure in found}, indent=2)


def as_text(found: Sequence[Figure]) -> str:
    """A line a figure, with its goal."""
    width = max(len(figure.name) for figure in found)
    return "\n".join(f"{figure.name:{width}}  {figure.text}{_goal(figure.name)}" for figure in found)


def _goal(name: str) -> str:
    return f"  (goal: {GOALS[name]})" if name in GOALS else ""
