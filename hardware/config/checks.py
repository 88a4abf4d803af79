"""What single values cannot show: settings that contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hardware.config.faults import Fault
from hardware.config.pins import pin_uses
from hardware.maps import custom_faults, light_map, sensor_inputs
from hardware.protocols import Sensing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.config.settings import BoardConfig, Mcp3008

#: Drivers that read one bit for each sensor.
SWITCH_DRIVERS: Final = ("matrix", "mcp23017", "shift")

#: LEDs in a frame to the microcontroller.
SERIAL_LEDS: Final = 192

#: Drivers that know points by themselves, so that no map applies to them.
POINT_DRIVERS: Final = ("virtual", "replay", "terminal", "none")


def check(config: BoardConfig) -> Iterator[Fault]:
    """Every contradiction in *config*; none for a board that can be built."""
    for part in (_kind, _sensing, _pairs, _timing, _orientation, _sources, _pins):
        yield from part(config)
    wrong_maps = [*_custom(config, "map"), *_custom(config, "lights")]
    yield from wrong_maps or (*_capacity(config), *_ties(config), *_budget(config))


def _kind(config: BoardConfig) -> Iterator[Fault]:
    driver, kind = config.sensors.driver, config.sensors.kind
    if kind == "linear" and driver in SWITCH_DRIVERS:
        yield _fault(config, "sensors.kind", f'{driver} reads switches; allowed with it: "reed" | "hall"')
    if kind in {"reed", "hall"} and driver == "mcp3008":
        yield _fault(config, "sensors.kind", 'mcp3008 reads linear sensors; allowed with it: "linear"')


def _sensing(config: BoardConfig) -> Iterator[Fault]:
    sensing, linear = config.board.sensing, _is_linear(config)
    if sensing is Sensing.FULL and not linear:
        yield _fault(
            config,
            "board.sensing",
            f"needs linear sensors to tell a ring from a marker, but {_sensors(config)} are switches; "
            'allowed with them: "rings" | "presence" | "polarity" (with sensors.pair_offset)',
        )
    if sensing is Sensing.POLARITY and not linear and _is_wired(config) and config.sensors.pair_offset is None:
        yield _fault(
            config,
            "board.sensing",
            f"needs a switch for each pole, but {_sensors(config)} are one a point; "
            "set sensors.pair_offset, or use linear sensors",
        )


def _pairs(config: BoardConfig) -> Iterator[Fault]:
    if config.sensors.pair_offset is None:
        return
    if config.board.sensing is not Sensing.POLARITY or _is_linear(config) or not _is_wired(config):
        yield _fault(
            config,
            "sensors.pair_offset",
            f'two switches a point tell poles apart: only for board.sensing = "polarity" on wired switches, '
            f'not for "{config.board.sensing}" on {_sensors(config)}',
        )


def _timing(config: BoardConfig) -> Iterator[Fault]:
    if config.debounce_seconds >= config.settle_seconds:
        debounce = round(config.debounce_seconds * 1000)
        yield _fault(config, "sensors.settle_ms", f"must be longer than the debounce time of {debounce} ms")


def _orientation(config: BoardConfig) -> Iterator[Fault]:
    if config.board.orientation % 180 and (config.map.places or config.lights.places):
        yield _fault(
            config, "board.orientation", "ring places lie at White's and Black's side; allowed with them: 0 | 180"
        )


def _capacity(config: BoardConfig) -> Iterator[Fault]:
    driver = config.sensors.driver
    if not _is_wired(config):
        return
    has, needs = getattr(config.sensors, driver).inputs, max(sensor_inputs(config)) + 1
    if driver == "serial" and _is_linear(config):
        has //= 2
    if needs > has:
        yield Fault(f"sensors.{driver}", f"has {has} inputs (0 to {has - 1}), but the map goes up to input {needs - 1}")


def _ties(config: BoardConfig) -> Iterator[Fault]:
    if config.sensors.driver != "shift":
        return
    settings, used = config.sensors.shift, {*sensor_inputs(config)}
    for key in ("tied_low", "tied_high"):
        tied: tuple[int, ...] = getattr(settings, key)
        if wrong := [number for number in tied if number in used or number > settings.inputs]:
            allowed = f"allowed: inputs without a switch, 0 to {settings.inputs}"
            yield _fault(
                config, f"sensors.shift.{key}", f"{wrong} belongs to a point or is beyond the chain; {allowed}"
            )
    if both := {*settings.tied_low} & {*settings.tied_high}:
        yield _fault(config, "sensors.shift.tied_high", f"{sorted(both)} is in tied_low too; allowed: one of the two")


def _custom(config: BoardConfig, section: str) -> Iterator[Fault]:
    wiring = getattr(config, section)
    if wiring.order == "custom":
        for problem in custom_faults(wiring.custom, places=wiring.places):
            yield Fault(f"{section}.custom", f"{problem}; allowed: every point once, each with a number of its own")
    elif wiring.custom:
        yield _fault(config, f"{section}.order", f'there is a [{section}.custom] table; it needs order = "custom"')


def _sources(config: BoardConfig) -> Iterator[Fault]:
    if config.sensors.driver == "replay" and not config.sensors.replay.file:
        yield _fault(config, "sensors.replay.file", "name the log to play")
    if config.lights.driver == "serial" and not config.lights.serial.port and config.sensors.driver != "serial":
        yield _fault(config, "lights.serial.port", 'name the port; empty is only for sensors.driver = "serial"')
    if config.controls.driver == "serial" and config.sensors.driver != "serial":
        yield _fault(config, "controls.driver", 'the buttons of a microcontroller need sensors.driver = "serial"')
    if config.controls.driver == "gpio" and not config.controls.pins:
        yield _fault(config, "controls.driver", "no button has a pin: set hint_pin, take_back_pin or cafe_pin")
    if config.sensors.driver == "mcp3008":
        yield from _channels(config.sensors.mcp3008)


def _channels(settings: Mcp3008) -> Iterator[Fault]:
    last = 8 * settings.chips - 1
    beyond = [str(channel) for channel in settings.multiplexer_channels if channel > last]
    if beyond:
        problem = (
            f"{', '.join(beyond)} is beyond the last channel of {settings.chips} converter(s); allowed: 0 to {last}"
        )
        yield Fault("sensors.mcp3008.multiplexer_channels", problem)


def _pins(config: BoardConfig) -> Iterator[Fault]:
    owners: dict[int, str] = {}
    clashes: dict[tuple[str, str], list[str]] = {}
    for use in pin_uses(config):
        owner = owners.setdefault(use.pin, use.key)
        if owner != use.key:
            clashes.setdefault((use.key, owner), []).append(f"{use.pin} ({use.what})")
    for (key, owner), pins in clashes.items():
        yield Fault(key, f"GPIO {', '.join(pins)} is already used by {owner}; allowed: one use for each")


def _budget(config: BoardConfig) -> Iterator[Fault]:
    leds = max(light_map(config).wires) + 1
    if config.lights.driver == "serial" and leds > SERIAL_LEDS:
        yield Fault("lights.custom", f"goes up to {leds - 1}, but a microcontroller takes {SERIAL_LEDS} LEDs at most")
    idle = leds * config.lights.idle_milliamps
    if config.lights.max_milliamps <= idle:
        yield _fault(config, "lights.max_milliamps", f"{leds} dark LEDs draw {idle:g} mA already; allow more than that")


def _is_linear(config: BoardConfig) -> bool:
    driver = config.sensors.driver
    return driver == "mcp3008" or (driver not in SWITCH_DRIVERS and config.sensor_kind == "linear")


def _is_wired(config: BoardConfig) -> bool:
    return config.sensors.driver not in POINT_DRIVERS


def _sensors(config: BoardConfig) -> str:
    kind = f', kind = "{config.sensors.kind}"' if config.sensors.kind else ""
    return f'sensors (driver = "{config.sensors.driver}"{kind})'


def _fault(config: BoardConfig, key: str, problem: str) -> Fault:
    value: Any = config
    for part in key.split("."):
        value = getattr(value, part)
    return Fault(key, problem, _shown(value))


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
