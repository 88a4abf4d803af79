"""Which driver is which class, and how configuration becomes hardware.

Classes are named by text and imported only when chosen, so that a laptop without any hardware package can run
everything but the drivers that need them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from hardware.limiter import LimitedLights, Limiter
from hardware.maps import identity, light_map, sensor_inputs
from hardware.supervise import SupervisedControls, SupervisedLights, SupervisedSensors, SupervisedSounder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hardware.calibration import Calibration
    from hardware.config.settings import BoardConfig, Replay, Virtual
    from hardware.protocols import Controls, Lights, Sensors, Sounder
    from hardware.virtual import VirtualBoard

SENSORS: Final[Mapping[str, str]] = {
    "matrix": "hardware.sensors.matrix:MatrixSensors",
    "mcp23017": "hardware.sensors.mcp23017:Mcp23017Sensors",
    "shift": "hardware.sensors.shift:ShiftSensors",
    "mcp3008": "hardware.sensors.mcp3008:Mcp3008Sensors",
    "serial": "hardware.sensors.serial:SerialSensors",
    "virtual": "hardware.sensors.virtual:VirtualSensors",
    "replay": "hardware.sensors.replay:ReplaySensors",
}
LIGHTS: Final[Mapping[str, str]] = {
    "ws281x": "hardware.lights.ws281x:Ws281xLights",
    "spi": "hardware.lights.spi:SpiLights",
    "serial": "hardware.lights.serial:SerialLights",
    "virtual": "hardware.lights.virtual:VirtualLights",
    "terminal": "hardware.lights.terminal:TerminalLights",
    "none": "hardware.lights.none:NoLights",
}
CONTROLS: Final[Mapping[str, str]] = {
    "gpio": "hardware.controls:GpioControls",
    "serial": "hardware.serial_link.controls:SerialControls",
    "virtual": "hardware.controls:VirtualControls",
    "none": "hardware.controls:NoControls",
}
SOUNDERS: Final[Mapping[str, str]] = {
    "tonal": "hardware.sounder:TonalSounder",
    "virtual": "hardware.sounder:VirtualSounder",
    "none": "hardware.sounder:NoSounder",
}

#: Lights that are a strip and draw from the supply; the others show colours as they are meant.
STRIPS: Final = ("ws281x", "spi", "serial")


@dataclass(frozen=True, slots=True)
class Metal:
    """Everything a board is made of, supervised: nothing in here raises."""

    sensors: SupervisedSensors
    lights: SupervisedLights
    controls: SupervisedControls
    sounder: SupervisedSounder
    limiter: Limiter  # of the strip, to dim it by the time of day; without one, of the strip that a screen stands for

    def close(self) -> None:
        """Leave the LEDs dark and release every device."""
        for part in (self.lights, self.sounder, self.controls, self.sensors):
            part.close()


def make_metal(config: BoardConfig, *, board: VirtualBoard | None = None) -> Metal:
    """All parts that *config* names, none of them opened yet; *board* is the virtual one, where it is chosen."""
    if board is None and "virtual" in {config.sensors.driver, config.lights.driver}:
        board = make_board(config)
    lights = make_lights(config, board=board)
    return Metal(
        sensors=SupervisedSensors(make_sensors(config, board=board), "sensors"),
        lights=SupervisedLights(lights, "lights"),
        controls=SupervisedControls(make_controls(config), "controls"),
        sounder=SupervisedSounder(make_sounder(config), "sounder"),
        limiter=lights.limiter if isinstance(lights, LimitedLights) else make_limiter(config),
    )


def make_board(config: BoardConfig) -> VirtualBoard:
    """The virtual board that *config* describes."""
    from hardware.virtual import Physics, VirtualBoard  # noqa: PLC0415 - a daemon on real wood needs none of it

    settings: Virtual = config.sensors.virtual
    physics = Physics(bounce=settings.bounce_ms / 1000, noise=settings.noise_counts, drift=settings.drift_counts)
    return VirtualBoard(config.board.sensing, settings.seed, physics=physics, places=config.map.places)


def make_calibration(board: VirtualBoard) -> Calibration:
    """The calibration with which a virtual board of linear sensors comes."""
    from hardware.virtual import factory_calibration  # noqa: PLC0415 - as above

    return factory_calibration(board)


def make_sensors(config: BoardConfig, *, board: VirtualBoard | None = None, **devices: Any) -> Sensors:
    """The sensor driver that *config* names; *devices* are factories that tests put in place of the real ones."""
    driver = config.sensors.driver
    if driver == "virtual":
        return cast("Sensors", find_class(SENSORS, driver)(board=board or make_board(config)))
    settings = getattr(config.sensors, driver)
    if driver == "replay":
        return cast("Sensors", find_class(SENSORS, driver)(_located(settings, config), identity(config.map.places)))
    if driver == "serial":
        devices["linear"] = config.sensor_kind == "linear"
    return cast("Sensors", find_class(SENSORS, driver)(settings, sensor_inputs(config), **devices))


def make_lights(config: BoardConfig, *, board: VirtualBoard | None = None, **devices: Any) -> Lights:
    """The light driver that *config* names; what it sends to a strip never exceeds the supply's budget."""
    driver = config.lights.driver
    if driver == "virtual" and board is not None:
        return board.lights
    if driver not in STRIPS:
        return cast("Lights", find_class(LIGHTS, driver)(None, identity(config.lights.places), **devices))
    leds = light_map(config).wires
    settings = getattr(config.lights, driver)
    if driver == "serial":
        settings = replace(settings, port=settings.port or config.sensors.serial.port)
    strip = cast("Lights", find_class(LIGHTS, driver)(settings, leds, **devices))
    return LimitedLights(strip, make_limiter(config))


def make_limiter(config: BoardConfig) -> Limiter:
    """What keeps the strip that *config* describes within its supply's budget."""
    return Limiter(config.lights, max(light_map(config).wires) + 1)


def make_controls(config: BoardConfig, **devices: Any) -> Controls:
    """The buttons that *config* names; those of a microcontroller are on the sensors' line."""
    if config.controls.driver == "serial":
        devices.setdefault("port", config.sensors.serial.port)
    return cast("Controls", find_class(CONTROLS, config.controls.driver)(config.controls, **devices))


def make_sounder(config: BoardConfig, **devices: Any) -> Sounder:
    """The buzzer that *config* names."""
    return cast("Sounder", find_class(SOUNDERS, config.sounder.driver)(config.sounder, **devices))


def find_class(table: Mapping[str, str], driver: str) -> Any:
    """The class of a driver, imported now."""
    module, _, name = table[driver].partition(":")
    return getattr(import_module(module), name)


def _located(settings: Replay, config: BoardConfig) -> Replay:
    """The log's name as seen from here: relative names start at the folder of the configuration."""
    return replace(settings, file=str(Path(config.source).parent / settings.file))
