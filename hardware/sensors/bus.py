"""The packages behind the drivers, imported when a driver opens, and what to do when the metal does not answer."""

from __future__ import annotations

import contextlib
import time
import traceback
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault, MissingExtra
from hardware.pi import spi_setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_CONFIG: Final = "in /boot/firmware/config.txt, then restart"

I2C_CURES: Final = {
    FileNotFoundError: f"I²C is off: enable it with raspi-config (Interface Options) or dtparam=i2c_arm=on {_CONFIG}",
    PermissionError: "add this user to the group i2c and log in again",
}
_GPIO_CURE: Final = (
    "see that this is a Raspberry Pi, that python3-lgpio is installed, that this user is in the group gpio, "
    "and that no other program or bus (SPI, I²C, serial console) uses the pin"
)


def extra(module: str, name: str, driver: str) -> Any:
    """``name`` from an optional package; :class:`MissingExtra` says how to get it."""
    try:
        return getattr(import_module(module), name)
    except ImportError as error:
        raise MissingExtra(f"sensors driver '{driver}' needs {module}", "pi") from error


def open_spi(spi_class: Callable[[], Any], bus: int, device: int, hz: int, claimed: contextlib.ExitStack) -> Any:
    """``/dev/spidev<bus>.<device>`` in mode 0 at *hz*."""
    spi = spi_class()
    try:
        spi.open(bus, device)
        claimed.callback(spi.close)
        spi.max_speed_hz = hz
        spi.mode = 0
    except OSError as error:
        cures = {
            FileNotFoundError: f"SPI is off: enable it with {spi_setting(bus, device)} {_CONFIG}",
            PermissionError: "add this user to the group spi and log in again",
        }
        cure = cures.get(type(error), "see that nothing else uses the bus")
        raise HardwareFault(f"cannot open /dev/spidev{bus}.{device}: {error}; {cure}") from error
    return spi


@contextlib.contextmanager
def gpio_faults(what: str) -> Iterator[None]:
    """Turn what a GPIO library raises into a :class:`HardwareFault`.

    Each pin factory has errors of its own that share no base class, so all are taken.
    """
    try:
        yield
    except (HardwareFault, MissingExtra):
        raise
    except Exception as error:
        # A device whose making failed lives on in the frames of the error, and its pin would stay taken.
        traceback.clear_frames(error.__traceback__)
        raise HardwareFault(f"{what}: {type(error).__name__}: {error}; {_GPIO_CURE}") from error


def pause(microseconds: int) -> None:
    """Wait that long, awake: the shortest sleep of the system takes tens of microseconds more than asked."""
    end = time.perf_counter_ns() + 1000 * microseconds
    while time.perf_counter_ns() < end:
        pass
