"""Switches on MCP23017 expanders on I²C, through smbus2.

A read of one word gives both banks of a chip: A in the low byte, B in the high one. A chip whose supply dips
forgets its pull-ups without a word, and its inputs then float. So the chips are asked in turn, one each scan,
whether they still know their settings, and so is every chip whose inputs have changed: a change is believed only
from a chip that still has its pull-ups.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault
from hardware.sensors.bus import I2C_CURES, extra
from hardware.sensors.scanned import Scanned

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Sequence
    from contextlib import ExitStack

    from hardware.config.settings import Mcp23017
    from hardware.sensors.scanned import Scan

# Registers of bank A with IOCON.BANK = 0; that of bank B follows each.
IODIR: Final = 0x00
IPOL: Final = 0x02
GPINTEN: Final = 0x04
IOCON: Final = 0x0A
GPPU: Final = 0x0C
GPIO: Final = 0x12
IOCON_IF_BANKED: Final = 0x05  # where IOCON is while IOCON.BANK = 1; else GPINTENB, which we want at 0 anyway

INPUTS: Final = 0x7F7F  # A7 and B7 can garble the bus as inputs: they are outputs, unconnected
TRIES: Final = 4  # of one transaction
SETUPS: Final = 2  # of a chip that loses its settings, within one scan
PASSING: Final = frozenset({errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO})  # no acknowledgement, and its relatives


class Mcp23017Sensors(Scanned):
    """The ``mcp23017`` driver; input = chip * number of pins + place in ``pins``.

    ``counts["retried"]`` are transactions that had to be repeated, ``counts["restored"]`` chips that had lost their
    settings and were set up again.
    """

    def __init__(
        self, settings: Mcp23017, inputs: Sequence[int], *, smbus_class: Callable[[int], Any] | None = None
    ) -> None:
        super().__init__("MCP23017 expanders", inputs, settings.inputs)
        self._settings = settings
        self._smbus_class = smbus_class
        self._turn = 0  # whose settings are asked for in this scan

    def _claim(self, claimed: ExitStack) -> Scan:
        buses = [self._settings.bus]
        if self._settings.second_bus is not None:
            buses.append(self._settings.second_bus)
        chips = [chip for number in buses for chip in self._open_bus(number, claimed)]
        for chip in chips:
            chip.set_up()
        return lambda: self._scan_chips(chips)

    def _open_bus(self, number: int, claimed: ExitStack) -> list[_Chip]:
        smbus_class = self._smbus_class or extra("smbus2", "SMBus", "mcp23017")
        try:
            bus = smbus_class(number)
        except OSError as error:
            cure = I2C_CURES.get(type(error), "see `i2cdetect -l` for the buses there are")
            raise HardwareFault(f"cannot open /dev/i2c-{number}: {error}; {cure}") from error
        claimed.callback(bus.close)
        return [_Chip(bus, number, address, self._settings, self.counts) for address in self._settings.addresses]

    def _scan_chips(self, chips: Sequence[_Chip]) -> list[int]:
        self._turn = (self._turn + 1) % len(chips)
        values: list[int] = []
        for place, chip in enumerate(chips):
            values += chip.read_checked() if place == self._turn else chip.read()
        return values


class _Chip:
    """One expander."""

    def __init__(self, bus: Any, number: int, address: int, settings: Mcp23017, counts: Counter[str]) -> None:
        self._bus = bus
        self._bus_number = number
        self._address = address
        self._pull_ups = INPUTS if settings.active_low else 0
        self._flip = INPUTS if settings.active_low else 0
        self._shifts = [int(pin[1]) + (8 if pin[0] == "B" else 0) for pin in settings.pins]
        self._counts = counts
        self._word = -1  # what was read last: no word yet
        self._values: list[int] = []

    def set_up(self) -> None:
        """Make the pins inputs with their pull-ups, whatever state an earlier program left the chip in."""
        self._call(self._bus.write_byte_data, IOCON_IF_BANKED, 0)
        for register, word in ((IOCON, 0), (IODIR, INPUTS), (IPOL, 0), (GPINTEN, 0), (GPPU, self._pull_ups)):
            self._call(self._bus.write_word_data, register, word)
        for register, word in ((IODIR, INPUTS), (GPPU, self._pull_ups)):
            found = self._call(self._bus.read_word_data, register)
            if found != word:
                raise HardwareFault(
                    f"the {self._name} does not keep its settings: register {register:#04x} reads {found:#06x} instead "
                    f"of {word:#06x}; see that it is an MCP23017 and that its supply is steady"
                )

    def read(self) -> list[int]:
        """The used pins; asked again, together with the settings, when something changed."""
        word = self._call(self._bus.read_word_data, GPIO)
        return self._values if word == self._word else self.read_checked()

    def read_checked(self) -> list[int]:
        """The used pins, read with the pull-ups in one transaction; set up again if these are lost."""
        for _ in range(SETUPS):
            registers = self._call(self._bus.read_i2c_block_data, GPPU, GPIO + 2 - GPPU)
            if registers[0] | registers[1] << 8 == self._pull_ups:
                return self._take(registers[-2] | registers[-1] << 8)
            self._counts["restored"] += 1
            self.set_up()
        raise HardwareFault(f"the {self._name} loses its settings again and again; see that its supply is steady")

    def _take(self, word: int) -> list[int]:
        if word != self._word:
            self._word = word
            self._values = [(word ^ self._flip) >> shift & 1 for shift in self._shifts]
        return self._values

    def _call(self, transaction: Callable[..., Any], *arguments: int) -> Any:
        """Repeat a transaction that was not acknowledged: it happens in the field, now and then."""
        failures = 0
        while True:
            try:
                return transaction(self._address, *arguments)
            except OSError as error:
                failures += 1
                if error.errno not in PASSING or failures == TRIES:
                    raise self._silent(error) from error
                self._counts["retried"] += 1

    def _silent(self, error: OSError) -> HardwareFault:
        return HardwareFault(
            f"no answer from the {self._name}: {error}; check its power, its wires and its address pins, "
            f"`i2cdetect -y {self._bus_number}` lists what answers"
        )

    @property
    def _name(self) -> str:
        return f"MCP23017 at {self._address:#04x} on /dev/i2c-{self._bus_number}"
