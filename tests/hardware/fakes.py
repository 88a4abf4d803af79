"""Chips on I²C and SPI: as exact as their data sheets where a driver looks. Those on GPIO are in ``fake_gpio``."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def no_answer() -> OSError:
    """What the kernel says when nobody acknowledges an I²C address."""
    return OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))


# MCP23017 on I²C ------------------------------------------------------------------------------------------------------

_NAMES = ("IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU", "INTF", "INTCAP", "GPIO", "OLAT")
_READ_ONLY = {"INTF", "INTCAP"}
_BANK, _SEQOP = 0x80, 0x20  # of IOCON
_LAST = {False: 0x15, True: 0x1A}  # last register, by IOCON.BANK


class FakeMcp23017:
    """An expander by its registers.

    ``pulled_low`` and ``pulled_high`` are the pins that something outside holds at a level, as bits: A0 is bit 0, B0
    bit 8. A pin that nobody holds is high with its pull-up and floats without: it then shows ``floating``.
    """

    def __init__(self) -> None:
        self.pulled_low = 0
        self.pulled_high = 0
        self.floating = 0
        self.lose_power()

    def lose_power(self) -> None:
        """Power-on reset: all pins inputs, no pull-ups, nothing inverted, registers in pairs."""
        self.registers = {(name, bank): 0 for name in _NAMES for bank in "AB"}
        self.registers["IODIR", "A"] = self.registers["IODIR", "B"] = 0xFF
        self.pointer = 0

    def write(self, content: Iterable[int]) -> None:
        """A write transaction: where to, then what."""
        first, *rest = content
        self.pointer = first
        for byte in rest:
            self._store(byte)
            self._advance()

    def read(self, count: int) -> list[int]:
        """A read transaction from wherever the pointer stands."""
        content = []
        for _ in range(count):
            content.append(self._load())
            self._advance()
        return content

    @property
    def pin_levels(self) -> int:
        """The level of each pin."""
        inputs, outputs, pull_ups = self._word("IODIR"), self._word("OLAT"), self._word("GPPU")
        rest = pull_ups | (self.floating & ~pull_ups)
        outside = (rest | self.pulled_high) & ~self.pulled_low
        return (outside & inputs) | (outputs & ~inputs & 0xFFFF)

    def _advance(self) -> None:
        banked, sequential = bool(self._iocon & _BANK), not self._iocon & _SEQOP
        if sequential:
            self.pointer = 0 if self.pointer >= _LAST[banked] else self.pointer + 1
        elif not banked:
            self.pointer ^= 1  # "byte mode" in pairs of registers toggles between the two

    def _register(self) -> tuple[str, str] | None:
        if self._iocon & _BANK:
            place, bank = self.pointer & 0x0F, "B" if self.pointer & 0x10 else "A"
        else:
            place, bank = self.pointer >> 1, "AB"[self.pointer & 1]
        return (_NAMES[place], bank) if place < len(_NAMES) and self.pointer <= 0x1A else None

    def _store(self, byte: int) -> None:
        register = self._register()
        if register is None or register[0] in _READ_ONLY:
            return
        name, bank = register
        if name == "IOCON":  # one register at two addresses; bit 0 does not exist
            self.registers["IOCON", "A"] = self.registers["IOCON", "B"] = byte & 0xFE
        else:
            self.registers["OLAT" if name == "GPIO" else name, bank] = byte

    def _load(self) -> int:
        register = self._register()
        if register is None:
            return 0
        name, bank = register
        if name != "GPIO":
            return self.registers[name, bank]
        levels = self.pin_levels >> (8 if bank == "B" else 0) & 0xFF
        return levels ^ (self.registers["IPOL", bank] & self.registers["IODIR", bank])

    def _word(self, name: str) -> int:
        return self.registers[name, "A"] | self.registers[name, "B"] << 8

    @property
    def _iocon(self) -> int:
        return self.registers["IOCON", "A"]


class FakeI2c:
    """Buses with expanders at their addresses; call it for what ``smbus2.SMBus`` would be."""

    def __init__(self, chips: dict[tuple[int, int], FakeMcp23017]) -> None:
        self.chips = chips
        self.absent = False
        self.fail_next: list[OSError] = []
        self.transactions: list[tuple[str, int, int]] = []  # what, address, bytes on the wire
        self.open_buses = 0

    def __call__(self, number: int) -> FakeSMBus:
        if self.absent:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/i2c-{number}")
        self.open_buses += 1
        return FakeSMBus(self, number)

    def chip(self, bus: int, address: int, what: str, wire_bytes: int) -> FakeMcp23017:
        """Who answers; a failure that waits comes first."""
        self.transactions.append((what, address, wire_bytes))
        if self.fail_next:
            raise self.fail_next.pop(0)
        if self.absent or (bus, address) not in self.chips:
            raise no_answer()
        return self.chips[bus, address]


class FakeSMBus:
    """``smbus2.SMBus`` as far as the driver uses it."""

    def __init__(self, wires: FakeI2c, number: int) -> None:
        self._wires = wires
        self._number = number
        self._closed = False

    def write_byte_data(self, address: int, register: int, value: int) -> None:
        self._write(address, [register, value])

    def write_word_data(self, address: int, register: int, value: int) -> None:
        self._write(address, [register, value & 0xFF, value >> 8])

    def read_word_data(self, address: int, register: int) -> int:
        low, high = self._read(address, register, 2)
        return low | high << 8

    def read_i2c_block_data(self, address: int, register: int, count: int) -> list[int]:
        assert 1 <= count <= 32, "a block has 1 to 32 bytes"
        return self._read(address, register, count)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._wires.open_buses -= 1

    def _write(self, address: int, content: list[int]) -> None:
        assert not self._closed
        assert all(0 <= byte <= 0xFF for byte in content)
        self._wires.chip(self._number, address, "write", 1 + len(content)).write(content)

    def _read(self, address: int, register: int, count: int) -> list[int]:
        assert not self._closed
        chip = self._wires.chip(self._number, address, "read", 3 + count)  # address, register, address again, content
        chip.write([register])
        return chip.read(count)


# SPI ------------------------------------------------------------------------------------------------------------------


class FakeSpi:
    """A bus; call it for what ``spidev.SpiDev`` would be. *answer* is what hangs on it, from bytes out to bytes in."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self.answer = answer
        self.absent = False
        self.refuses: OSError | None = None
        self.exchanges: list[tuple[bytes, bytes]] = []
        self.opened: list[FakeSpiDev] = []

    def __call__(self) -> FakeSpiDev:
        return FakeSpiDev(self)

    @property
    def open_devices(self) -> int:
        return sum(not device.closed for device in self.opened)


class FakeSpiDev:
    """``spidev.SpiDev``, its trap included: a list that is sent comes back with the answer in it."""

    def __init__(self, bus: FakeSpi) -> None:
        self._bus = bus
        self.closed = True
        self.mode = 3
        self.max_speed_hz = 125_000_000
        self.path = ""

    def open(self, bus: int, device: int) -> None:
        self.path = f"/dev/spidev{bus}.{device}"
        if self._bus.absent:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if self._bus.refuses:
            raise self._bus.refuses
        self.closed = False
        self._bus.opened.append(self)

    def xfer2(self, out: list[int] | bytes) -> list[int]:
        assert not self.closed
        assert self.mode == 0
        if self._bus.absent:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        content = self._bus.answer(bytes(out))
        assert len(content) == len(out)
        self._bus.exchanges.append((bytes(out), content))
        if isinstance(out, list):
            out[:] = content
            return out
        return list(content)

    def close(self) -> None:
        self.closed = True


class FakeChain:
    """74HC165 chips in a row, by their latches: ``levels[chip][d]`` is the level at input D\\ *d* of a chip.

    ``broken_after`` cuts the wire behind that many chips; what then floats in is ``floating``. ``load`` copies the
    inputs; a chip enable on the load line does it before every transfer (``loads_itself``).
    """

    def __init__(self, chips: int, *, loads_itself: bool = True) -> None:
        self.levels = [[1] * 8 for _ in range(chips)]
        self.serial = 0  # level at SER of the last chip
        self.broken_after: int | None = None
        self.floating = 1
        self._loads_itself = loads_itself
        self._latched: list[int] = []

    def load(self) -> None:
        self._latched = [level for chip in self.levels for level in reversed(chip)]

    def clock(self) -> int:
        """One pulse: the level that was at QH of the first chip, before all move on."""
        if self.broken_after is not None:
            self._latched[8 * self.broken_after :] = [self.floating] * (len(self._latched) - 8 * self.broken_after)
        level = self._latched.pop(0)
        self._latched.append(self.serial)
        return level

    def __call__(self, out: bytes) -> bytes:
        if self._loads_itself:
            self.load()
        bits = [self.clock() for _ in range(8 * len(out))]
        return bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8))


NO_LEVEL = 1  # what an idle MISO shows: nobody drives it, a resistor holds it up


class FakeConverter:
    """An MCP3008 by its bits: it waits for a one, takes five bits in all, and answers a zero and ten bits."""

    def __init__(self, counts: Callable[[int], int]) -> None:
        self._counts = counts
        self._taken: list[int] = []
        self._answer: list[int] = []

    def select(self) -> None:
        """The select line falls: start afresh."""
        self._taken, self._answer = [], []

    def clock(self, bit: int) -> int:
        """One pulse: take a bit, give a bit."""
        given = self._answer.pop(0) if self._answer else NO_LEVEL
        if bit or self._taken:
            self._taken.append(bit)
        if len(self._taken) == 5:
            _, single, *channel = self._taken
            assert single, "differential conversions are not what the sensors are wired for"
            count = self._counts(channel[0] << 2 | channel[1] << 1 | channel[2])
            self._answer = [NO_LEVEL, 0, *(count >> place & 1 for place in range(9, -1, -1))]
        return given

    def __call__(self, out: bytes) -> bytes:
        """A whole transfer with the select line low."""
        self.select()
        given = [self.clock(byte >> place & 1) for byte in out for place in range(7, -1, -1)]
        return bytes(int("".join(map(str, given[at : at + 8])), 2) for at in range(0, len(given), 8))
