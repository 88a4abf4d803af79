"""Switches in a diode matrix on GPIO pins, through gpiozero.

One row at a time is driven to the level that the columns do not rest at; a closed switch then passes it on to its
column through a diode. Without diodes three closed switches at the corners of a rectangle close the fourth.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareFault
from hardware.sensors.bus import extra, gpio_faults, pause
from hardware.sensors.scanned import Scanned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack

    from hardware.config.settings import Matrix
    from hardware.sensors.scanned import Scan


class MatrixSensors(Scanned):
    """The ``matrix`` driver; input = row * number of columns + column."""

    def __init__(self, settings: Matrix, inputs: Sequence[int], *, pin_factory: Any = None) -> None:
        super().__init__("the GPIO matrix", inputs, settings.inputs)
        self._settings = settings
        self._pin_factory = pin_factory

    def _claim(self, claimed: ExitStack) -> Scan:
        output, read = extra("gpiozero", "OutputDevice", "matrix"), extra("gpiozero", "InputDevice", "matrix")
        up = self._settings.pull == "up"
        factory = {"pin_factory": self._pin_factory}
        # A plain InputDevice: anything more would ask for an event at each edge, and every scan makes edges.
        rows = [
            _claim(f"row on GPIO {pin}", claimed, output, pin, active_high=not up, **factory)
            for pin in self._settings.rows
        ]
        columns = [
            _claim(f"column on GPIO {pin}", claimed, read, pin, pull_up=up, **factory) for pin in self._settings.columns
        ]
        return _Wires(rows, columns, active=not up, settle_us=self._settings.settle_us).scan


class _Wires:
    """The pins of an open matrix. They are used without gpiozero's devices around them, at half the time."""

    def __init__(self, rows: Sequence[Any], columns: Sequence[Any], *, active: bool, settle_us: int) -> None:
        self._rows = [device.pin for device in rows]
        self._columns = [device.pin for device in columns]
        self._active = active
        self._settle_us = settle_us

    def scan(self) -> list[int]:
        values: list[int] = []
        try:
            for row in self._rows:
                row.state = self._active
                pause(self._settle_us)
                values += [1 if column.state == self._active else 0 for column in self._columns]
                row.state = not self._active
        except Exception as error:
            where = f"row {len(values) // len(self._columns) + 1} of {len(self._rows)}"
            raise HardwareFault(
                f"GPIO matrix, {where}: {type(error).__name__}: {error}; see `yinsh-board doctor`"
            ) from error
        return values


def _claim(what: str, claimed: ExitStack, device_class: Any, pin: int, **options: Any) -> Any:
    with gpio_faults(f"cannot use the matrix's {what}"):
        device = device_class(pin, **options)
    claimed.callback(device.close)
    return device
