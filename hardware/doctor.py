"""Finds what keeps a board from working on this computer, and says what to do about it.

Everything is read through a :class:`~hardware.machine.Machine`, so that a test can show the doctor any computer.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware import pi
from hardware.config import BoardConfig, FaultyConfig, load_config
from hardware.config.pins import pin_uses
from hardware.errors import get_extra
from hardware.ports import AUTO, BY_ID, find_ports

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hardware.machine import Machine

OLDEST_PYTHON: Final = (3, 11)
_APT_LGPIO: Final = "sudo apt install python3-lgpio, and make the environment with --system-site-packages"

#: The packages that each driver imports.
PACKAGES: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "sensors": {
        "matrix": ("gpiozero",),
        "mcp23017": ("smbus2",),
        "shift": ("spidev",),
        "mcp3008": ("spidev", "gpiozero"),
        "serial": ("serial",),
    },
    "lights": {"ws281x": ("rpi_ws281x",), "spi": ("spidev",), "serial": ("serial",)},
    "controls": {"gpio": ("gpiozero",), "serial": ("serial",)},
    "sounder": {"tonal": ("gpiozero",)},
}

#: What brings a package, where that is not the extra for a Pi.
EXTRAS: Final = {"serial": "serial"}

#: What gpiozero calls the modules that can drive pins, best first.
PIN_FACTORIES: Final = {"lgpio": "lgpio", "rpigpio": "RPi", "pigpio": "pigpio", "native": "gpiozero"}

#: The lines in config.txt that enable an I²C bus, where it is not an overlay of its number.
I2C_LINES: Final = {0: "dtparam=i2c_vc=on", 1: "dtparam=i2c_arm=on"}


class Level(StrEnum):
    """How bad a finding is."""

    FINE = "fine"
    WARNING = "warning"  # the board works, but not for long or not well
    FAULT = "fault"  # the board cannot work


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the doctor looked at; what is not fine has a cure."""

    level: Level
    topic: str
    text: str
    cure: str = ""

    def as_json(self) -> dict[str, str]:
        """For scripts."""
        return {key: str(value) for key, value in asdict(self).items()}


def exit_code(findings: Iterable[Finding]) -> int:
    """0 when all is fine, 1 with warnings, 2 with faults."""
    levels = {finding.level for finding in findings}
    return 2 if Level.FAULT in levels else 1 if Level.WARNING in levels else 0


def examine(machine: Machine, config_path: Path | None = None) -> list[Finding]:
    """Look at everything; without a file, at a board in memory."""
    findings = [*_computer(machine)]
    try:
        config = BoardConfig() if config_path is None else load_config(config_path)
    except FaultyConfig as faulty:
        cure = "put that right; docs/configuration.md lists every key"
        return [*findings, *(fault("configuration", line, cure) for line in str(faulty).splitlines())]
    findings.append(fine("configuration", f"{config.source or 'none given: a board in memory'}"))
    for look in (_packages, _buses, _pins, _claims, _strip, _power):
        findings += look(machine, config)
    return findings


def fine(topic: str, text: str) -> Finding:
    """Nothing to do."""
    return Finding(Level.FINE, topic, text)


def warning(topic: str, text: str, cure: str) -> Finding:
    """Something to do soon."""
    return Finding(Level.WARNING, topic, text, cure)


def fault(topic: str, text: str, cure: str) -> Finding:
    """Something to do first."""
    return Finding(Level.FAULT, topic, text, cure)


def _computer(machine: Machine) -> Iterator[Finding]:
    yield fine("computer", machine.model or "not a Raspberry Pi: boards in memory or on a microcontroller work here")
    yield fine("system", machine.system)
    version = ".".join(map(str, machine.python))
    if machine.python[:2] < OLDEST_PYTHON:
        yield fault("python", f"Python {version} is too old", "install Python 3.11 or newer")
    else:
        yield fine("python", f"Python {version}")


def _drivers(config: BoardConfig) -> dict[str, str]:
    return {part: getattr(config, part).driver for part in PACKAGES}


def _wanted(config: BoardConfig) -> dict[str, str]:
    """The packages that the configuration needs, each with the first driver that wants it."""
    wanted: dict[str, str] = {}
    for part, driver in _drivers(config).items():
        for package in PACKAGES[part].get(driver, ()):
            wanted.setdefault(package, f"{part}.driver = {driver!r}")
    return wanted


def _packages(machine: Machine, config: BoardConfig) -> Iterator[Finding]:
    for package, driver in _wanted(config).items():
        if machine.has_package(package):
            yield fine("packages", f"{package} for {driver}")
        else:
            yield fault("packages", f"{package} is missing, wanted by {driver}", get_extra(EXTRAS.get(package, "pi")))


def _buses(machine: Machine, config: BoardConfig) -> Iterator[Finding]:
    sensors, lights = config.sensors, config.lights
    if sensors.driver in {"shift", "mcp3008"}:
        settings = getattr(sensors, sensors.driver)
        yield _spi(machine, settings.bus, settings.device)
    if lights.driver == "spi":
        yield _spi(machine, lights.spi.bus, lights.spi.device)
    if sensors.driver == "mcp23017":
        for bus in (sensors.mcp23017.bus, sensors.mcp23017.second_bus):
            if bus is not None:
                yield _device(machine, f"/dev/i2c-{bus}", "i2c", I2C_LINES.get(bus, f"dtoverlay=i2c{bus}"))
    if "serial" in _drivers(config).values():
        yield _serial(machine, _port(config))
    if sensors.driver == "replay":
        yield _log(config)


def _spi(machine: Machine, bus: int, device: int) -> Finding:
    return _device(machine, f"/dev/spidev{bus}.{device}", "spi", pi.spi_setting(bus, device))


def _device(machine: Machine, name: str, group: str, enable: str) -> Finding:
    path = machine.path(name)
    if not path.exists():
        if not machine.model:
            return fault(group, f"{name} is missing", "this driver needs a Raspberry Pi; use a virtual board here")
        return fault(group, f"{name} is missing", f"add the line {enable} to /boot/firmware/config.txt and restart")
    return _permission(machine, path, name, group)


def _permission(machine: Machine, path: Path, name: str, group: str) -> Finding:
    if machine.may_use(path):
        return fine(group, name)
    if group in machine.groups:
        return fault(
            group, f"{machine.user} may not use {name}, although in the group {group}", "install the udev rules"
        )
    cure = f"sudo usermod -aG {group} {machine.user}, then log in again"
    return fault(group, f"{machine.user} may not use {name}", cure)


def _port(config: BoardConfig) -> str:
    own = config.lights.serial.port if config.sensors.driver != "serial" else ""
    return own or config.sensors.serial.port


def _serial(machine: Machine, wanted: str) -> Finding:
    by_id = machine.path(str(BY_ID))
    named = [str(machine.path(wanted))] if "/" in wanted else find_ports(wanted, by_id)
    ports = [Path(name) for name in named if Path(name).exists()]
    if ports:
        return _permission(machine, ports[0], f"/{ports[0].relative_to(machine.root)}", "dialout")
    plug = "plug it in; use a cable that carries data, too"
    others = [Path(name).name for name in find_ports(AUTO, by_id)]
    if wanted == AUTO or not others:
        return fault("serial", "no microcontroller is plugged in", plug)
    return fault("serial", f"no port is {wanted!r}, there is {', '.join(others)}", f"{plug}; or correct the port")


def _log(config: BoardConfig) -> Finding:
    log = Path(config.source).parent / config.sensors.replay.file
    if log.is_file():
        return fine("replay", str(log))
    return fault("replay", f"there is no log {log}", "correct sensors.replay.file, or make one: yinsh-board record")


def _pins(machine: Machine, config: BoardConfig) -> Iterator[Finding]:
    if "gpiozero" not in _wanted(config):
        return
    chips = sorted(machine.path("/dev").glob("gpiochip*"))
    if chips:
        yield _permission(machine, chips[0], f"/dev/{chips[0].name}", "gpio")
    else:
        yield fault("gpio", "there are no GPIO pins", "this driver needs a Raspberry Pi; use a virtual board here")
    yield from _pin_factory(machine)


def _pin_factory(machine: Machine) -> Iterator[Finding]:
    chosen = machine.environ.get("GPIOZERO_PIN_FACTORY", "")
    cure = "set GPIOZERO_PIN_FACTORY=lgpio"
    if chosen == "mock":
        yield warning("pins", "gpiozero's pins are pretended (GPIOZERO_PIN_FACTORY=mock)", cure)
    elif chosen and not machine.has_package(PIN_FACTORIES.get(chosen, chosen)):
        yield fault("pins", f"GPIOZERO_PIN_FACTORY={chosen}, but {chosen} is missing", f"{_APT_LGPIO}; {cure}")
    elif pi.generation(machine.model) >= pi.RP1 and chosen not in {"", "lgpio"}:
        yield fault("pins", f"{chosen} does not know the pins of a {machine.model}", cure)
    elif not machine.has_package("lgpio") and not chosen:
        yield fault("pins", "lgpio is missing, gpiozero would try slower ways to the pins", _APT_LGPIO)
    elif not chosen:
        yield warning("pins", "gpiozero may take any way to the pins that happens to be installed", cure)
    else:
        yield fine("pins", f"through {chosen}")
    if chosen in {"", "lgpio"} and not machine.folder_writable:
        yield fault(
            "pins",
            "lgpio makes a pipe in the current folder, and this one cannot be written to",
            "start in another folder; in a unit, set WorkingDirectory= to one that the service owns",
        )


def _claims(machine: Machine, config: BoardConfig) -> Iterator[Finding]:
    """Pins that the system keeps for itself, whatever board.toml says."""
    used = {use.pin for use in pin_uses(config)}
    on_spi = config.lights.driver == "spi" or config.sensors.driver in {"shift", "mcp3008"}
    boot = machine.boot_config
    if used & {14, 15} and "console=serial" in machine.text("/boot/firmware/cmdline.txt", "/boot/cmdline.txt"):
        cure = "sudo raspi-config, Interface Options, Serial Port: no login shell, no hardware; then restart"
        yield fault("gpio", "the serial console uses GPIO 14 and 15", cure)
    if used & {7, 8, 9, 10, 11} and "dtparam=spi=on" in boot and not on_spi:
        cure = "remove dtparam=spi=on from /boot/firmware/config.txt and restart"
        yield fault("gpio", "SPI is on and keeps GPIO 7 to 11, which this board wires to something else", cure)
    if pi.ONE_WIRE in used and any(line.startswith("dtoverlay=w1-gpio") for line in boot):
        yield fault("gpio", "1-Wire uses GPIO 4", "remove dtoverlay=w1-gpio from /boot/firmware/config.txt and restart")


def _strip(machine: Machine, config: BoardConfig) -> Iterator[Finding]:
    if config.lights.driver == "ws281x":
        yield from _ws281x(machine, config.lights.ws281x.pin)
    if config.lights.driver == "spi":
        yield from _core_clock(machine)


def _ws281x(machine: Machine, pin: int) -> Iterator[Finding]:
    by_spi = "wire the strip to GPIO 10 and set lights.driver = 'spi'"
    if pi.generation(machine.model) >= pi.RP1:
        yield fault("lights", f"rpi-ws281x does not know the {machine.model}", by_spi)
    elif pin != pi.MOSI and not machine.is_root:
        yield fault("lights", f"rpi-ws281x needs root on GPIO {pin}", f"{by_spi}; or run as root")
    if pin in pi.PWM_PINS and "snd_bcm2835" in machine.text("/proc/modules"):
        cure = "add dtparam=audio=off to /boot/firmware/config.txt and restart"
        yield warning("lights", f"sound and the strip on GPIO {pin} share the PWM: colours will flicker", cure)


def _core_clock(machine: Machine) -> Iterator[Finding]:
    """The SPI clock of a Pi before the 5 follows the core's clock, which changes with its load."""
    generation = pi.generation(machine.model)
    if not 0 < generation < pi.RP1:
        return
    lines = ("core_freq=500", "core_freq_min=500") if generation == pi.RP1 - 1 else ("core_freq=250",)
    missing = [line for line in lines if line not in machine.boot_config]
    if missing:
        cure = f"add {' and '.join(missing)} to /boot/firmware/config.txt and restart"
        yield warning("lights", "the SPI clock changes with the load: colours will flicker", cure)
    else:
        yield fine("lights", "the SPI clock is steady")


def _power(machine: Machine, _config: BoardConfig) -> Sequence[Finding]:
    if not machine.model:
        return []
    if machine.undervolted():
        cure = "use a 5 V supply with more amperes and a thicker cable, or lower lights.max_milliamps"
        return [warning("power", "the supply was too weak since the start", cure)]
    return [fine("power", "no undervoltage since the start")]
