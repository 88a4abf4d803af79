"""``yinsh-board light``: find out which LED is which."""

from __future__ import annotations

import re
import sys
import time
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.arguments import seconds
from firmware_bridge.options import add_config, config_of
from hardware.maps import NAMES, identity, light_map
from hardware.registry import STRIPS, make_lights
from yinsh_core.errors import InvalidNotation
from yinsh_core.points import Point

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from hardware.config import BoardConfig
    from hardware.protocols import Lights, Rgb

HELP = "Light a point, or walk along the strip, to find out which LED is which."

DARK: Final = (0, 0, 0)
COLORS: Final = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "cyan": (0, 255, 255),
    "magenta": (255, 0, 255),
    "orange": (255, 120, 0),
    "white": (255, 255, 255),
}
_NUMBERS = re.compile(r"#?([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")


def add_arguments(parser: ArgumentParser) -> None:
    """A point and a colour, or one of the three ways to light them all."""
    parser.add_argument("point", nargs="?", type=index_of, help="such as F6, or a ring place such as white-1")
    parser.add_argument("color", nargs="?", type=color_of, default=COLORS["white"], help=" ".join(COLORS) + " #ff8800")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--walk", action="store_true", help="one LED after the other along the strip")
    way.add_argument("--all", type=color_of, metavar="COLOR", help="every LED")
    way.add_argument("--off", action="store_true", help="darken every LED and end")
    parser.add_argument(
        "--seconds", type=seconds, metavar="N", help="go on after N seconds instead of waiting for Enter"
    )
    add_config(parser)


def run(args: Namespace) -> int:
    """Light what was asked for until Enter is pressed; the LEDs are dark again afterwards."""
    if (args.point is None) is not bool(args.walk or args.all or args.off):
        print(
            "yinsh-board light: say either a point such as F6, or one of --walk, --all COLOR and --off", file=sys.stderr
        )
        return 2
    config = config_of(args)
    lights = make_lights(config)
    lights.open()
    try:
        show_steps(lights, steps(args, config), pause(args.seconds))
    finally:
        lights.close()
    return 0


def steps(args: Namespace, config: BoardConfig) -> Iterator[tuple[str, Sequence[Rgb]]]:
    """What to say and what to show, one after the other."""
    wires = light_map(config).wires if config.lights.driver in STRIPS else identity(config.lights.places)
    if args.off:
        return
    if args.all:
        yield f"all {len(wires)} LEDs", [args.all] * len(wires)
        return
    walk = sorted(range(len(wires)), key=wires.__getitem__)
    for index in walk if args.walk else [args.point]:
        place = f"LED {wires[index]}" if index < len(wires) else "no LED: set lights.places = true"
        yield f"{NAMES[index]} ({place})", [args.color if at == index else DARK for at in range(len(NAMES))]


def show_steps(lights: Lights, wanted: Iterator[tuple[str, Sequence[Rgb]]], wait: Callable[[str], bool]) -> None:
    """Show each step until *wait* returns; false from it ends the show."""
    for text, colors in wanted:
        lights.show(colors)
        if not wait(text):
            return


def pause(lasting: float | None) -> Callable[[str], bool]:
    """A pause after each step that says what is lit: for so many seconds, or until Enter; end of input ends all."""

    def for_enter(text: str) -> bool:
        print(f"{text}; Enter goes on", end=" ", flush=True)
        return bool(sys.stdin.readline())

    def for_time(text: str) -> bool:
        print(text, flush=True)
        time.sleep(lasting or 0)
        return True

    return for_enter if lasting is None else for_time


def index_of(text: str) -> int:
    """The number of a point or ring place by its name."""
    if text in NAMES:
        return NAMES.index(text)
    try:
        return Point(text).index
    except InvalidNotation as error:
        raise ArgumentTypeError(str(error)) from None


def color_of(text: str) -> Rgb:
    """A colour by its name or its numbers."""
    if text in COLORS:
        return COLORS[text]
    found = _NUMBERS.fullmatch(text)
    if found is None:
        raise ArgumentTypeError(f"not a colour: {text!r} ({', '.join(COLORS)}, or numbers such as #ff8800)")
    red, green, blue = (int(number, 16) for number in found.groups())
    return (red, green, blue)
