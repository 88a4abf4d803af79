"""``yinsh-board map``: finds out which input and which LED is which point, and writes it into the board's file."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.arguments import at_least
from firmware_bridge.builder.session import RealClock, VirtualClock, conduct, opened
from firmware_bridge.builder.walk import LightWalk, SensorWalk, completed
from firmware_bridge.builder.wires import AllInputs, AllLeds, rewritten, wired_to
from firmware_bridge.options import add_config, config_of, config_path
from hardware.config import check, config_text
from hardware.errors import BadConfig
from hardware.files import replace_file
from hardware.maps import NAMES, light_map, sensor_inputs, sensor_map
from hardware.protocols import POINT_COUNT
from hardware.registry import STRIPS, make_board, make_lights, make_sensors

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from firmware_bridge.builder.session import Guide
    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Sensors
    from hardware.virtual import VirtualBoard

HELP = "Find out by light and touch which sensor and which LED is which point."


def add_arguments(parser: ArgumentParser) -> None:
    """Which half to map, and how many wires there are."""
    parser.add_argument("--only", choices=("sensors", "lights"), help="map only these")
    parser.add_argument(
        "--inputs", type=at_least(POINT_COUNT), metavar="N", help="sensor inputs to look at (else all of the wiring)"
    )
    parser.add_argument(
        "--leds", type=at_least(POINT_COUNT), metavar="N", help="LEDs on the strip (else one for each point)"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="the file to write (else the board's own)")
    add_config(parser)


def run(args: Namespace) -> int:
    """Walk over the board, sensors first: the lights are found by touching."""
    config = config_of(args)
    walk = _Walk(config, make_board(config) if config.sensors.driver == "virtual" else None)
    if config.sensors.driver == "replay":
        raise BadConfig('sensors.driver is "replay": a log has no wires; name the board\'s own driver')
    path = args.write or config_path(args) or Path("board.toml")
    _must_be_writable(path)
    sections = []
    if args.only != "lights":
        walk.sensors(args.inputs)
        sections.append("map")
    if args.only != "sensors":
        if config.lights.driver in (*STRIPS, "virtual"):
            walk.lights(args.leds)
            sections.append("lights")
        else:
            _say(f"Lights of driver {config.lights.driver!r} have no wires: nothing to map.")
    write(path, walk.config, sections)
    return 1 if walk.missing else 0


def _must_be_writable(path: Path) -> None:
    """Refuse now what would fail after every point has been touched."""
    if not os.access(path.parent, os.W_OK):
        raise BadConfig(f"{path} cannot be written; put sudo in front, or name another file with --write")


class _Walk:
    """Both walks over one board; ``config`` has what was found so far."""

    def __init__(self, config: BoardConfig, board: VirtualBoard | None) -> None:
        self.config = config
        self.missing: list[str] = []
        self._board = board
        self._clock = VirtualClock() if board else RealClock()
        self._apprentice = Apprentice(board) if board else None

    def sensors(self, count: int | None) -> None:
        """Find the input of every point."""
        former = sensor_map(self.config).wires
        sensors = AllInputs(self._raw_sensors, count or self._inputs())
        walk = SensorWalk(len(former), linear=sensors.linear)
        self._conduct(walk, sensors, make_lights(self.config, board=self._board))
        self._missed(walk.missing, "input")
        self.config = wired_to(self.config, "map", completed(walk.found, former))

    def lights(self, count: int | None) -> None:
        """Find the LED of every point."""
        former = light_map(self.config).wires
        sensors = make_sensors(self.config, board=self._board)
        # LEDs of ring places without sensors stay where they were: nothing notices a ring there.
        noticed = min(len(former), len(sensor_map(self.config).wires))
        walk = LightWalk(count or len(former), noticed, linear=sensors.linear)
        self._conduct(walk, sensors, AllLeds(self._raw_lights, count or len(former)))
        self._missed(walk.missing, "LED")
        self.config = wired_to(self.config, "lights", completed(walk.found, former))

    def _conduct(self, guide: Guide, sensors: Sensors, lights: Lights) -> None:
        watch = self._apprentice.watch if self._apprentice else lambda _: None
        with opened(sensors, lights):
            conduct(guide, sensors, lights, self._clock, _say, scan_seconds=self.config.scan_seconds, meanwhile=watch)

    def _inputs(self) -> int:
        """How many inputs there are to look at: what the wiring has, or what a microcontroller must have."""
        if self.config.sensors.driver in ("serial", "virtual"):
            return max(sensor_inputs(self.config)) + 1
        return int(getattr(self.config.sensors, self.config.sensors.driver).inputs)

    def _raw_sensors(self, inputs: Sequence[int]) -> Sensors:
        plain = replace(
            self.config,
            board=replace(self.config.board, orientation=0),
            sensors=replace(self.config.sensors, pair_offset=None),
        )
        return make_sensors(wired_to(plain, "map", inputs), board=self._board)

    def _raw_lights(self, leds: Sequence[int]) -> Lights:
        plain = replace(self.config, board=replace(self.config.board, orientation=0))
        return make_lights(wired_to(plain, "lights", leds), board=self._board)

    def _missed(self, missing: list[int], what: str) -> None:
        names = [NAMES[k] for k in missing]
        self.missing += names
        if names:
            _say(f"No {what} was found for {', '.join(names)}: taken as before; map them again when they work.")


def write(path: Path, config: BoardConfig, sections: Sequence[str]) -> None:
    """Put the maps into the board's file, which is kept beside it as it was."""
    if faults := list(check(config)):
        raise BadConfig(f"{path}: the map that was found cannot be used: {faults[0]}")
    text = path.read_text() if path.is_file() else None
    if text is not None:
        replace_file(path.with_name(path.name + ".old"), text)
    replace_file(path, config_text(config) if text is None else rewritten(text, config, *sections))
    _say(f"Written to {path}.")


def _say(line: str) -> None:
    print(line, flush=True)
