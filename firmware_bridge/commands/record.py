"""``yinsh-board record``: what the sensors say, in a file that the ``replay`` driver plays."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from firmware_bridge.builder.arguments import seconds
from firmware_bridge.builder.session import want_every_scan
from firmware_bridge.options import add_config, config_of
from hardware.config.checks import POINT_DRIVERS
from hardware.errors import BoardError
from hardware.maps import sensor_inputs
from hardware.rawlog import LogHeader, LogWriter
from hardware.registry import make_sensors
from hardware.supervise import SupervisedSensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator

    from hardware.config import BoardConfig
    from hardware.protocols import Sensors

HELP = "Record what the sensors say, for support; the replay driver plays it."


@dataclass(slots=True)
class Tally:
    """What a recording came to."""

    frames: int = 0
    faults: int = 0
    full: bool = False  # the log has reached its bound

    def __str__(self) -> str:
        text = f"{self.frames} frames"
        if self.faults:
            text += f", {self.faults} faults of the sensors (noted in the file)"
        return text + (", ended because the file is as big as a log may be" if self.full else "")


def add_arguments(parser: ArgumentParser) -> None:
    """Where to, and for how long."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the log, which must not exist yet")
    parser.add_argument("--seconds", type=seconds, metavar="N", help="end after N seconds (else with ctrl-C)")
    add_config(parser)


def run(args: Namespace) -> int:
    """Record until it is time to end; a board that does not open is an error, one that fails later is noted."""
    config = config_of(args)
    sensors = make_sensors(config)
    tally = Tally()
    try:
        sensors.open()
        want_every_scan(sensors)
        with args.file.open("x", encoding="ascii", errors="replace") as file:
            print(f"recording to {args.file}; ctrl-C ends", flush=True)
            times = ticks(config.scan_seconds, args.seconds, time.monotonic, time.sleep)
            record(SupervisedSensors(sensors, "sensors"), header_of(config, sensors), file, times, tally)
    except FileExistsError:
        raise BoardError(f"{args.file} exists already: name a file that does not") from None
    except KeyboardInterrupt:
        pass  # this is how a recording ends
    finally:
        sensors.close()
    print(f"{args.file}: {tally}")
    return 0


def header_of(config: BoardConfig, sensors: Sensors) -> LogHeader:
    """What the log says about the board; the map only where there are wires."""
    driver = config.sensors.driver
    inputs = () if driver in POINT_DRIVERS else sensor_inputs(config)
    return LogHeader(config.board.sensing, sensors.linear, config.map.places, driver, inputs)


def record(sensors: SupervisedSensors, header: LogHeader, file: TextIO, times: Iterable[float], tally: Tally) -> None:
    """Scan at each of *times* and write what comes; count in *tally*, which outlives an interruption."""
    log: LogWriter | None = None
    healthy = True
    for now in times:
        frame = sensors.read(now)
        if frame is not None:
            log = log or LogWriter(file, replace(header, places=bool(frame.places)))
            tally.full = not log.write(frame)
            tally.frames += not tally.full
        if log is not None and sensors.health.ok is not healthy:
            healthy = sensors.health.ok
            tally.faults += not healthy
            log.note("sensors work again" if healthy else f"{sensors.health.fault}; {sensors.health.cure}", now)
        if tally.full:
            return


def ticks(
    period: float, seconds: float | None, clock: Callable[[], float], sleep: Callable[[float], None]
) -> Iterator[float]:
    """The time now, again and again, *period* seconds apart; scans that come too late are not made up for."""
    start = due = clock()
    while seconds is None or due - start < seconds:
        sleep(max(0.0, due - clock()))
        yield clock()
        due = max(due + period, clock())
