"""An RP2040 as far as the firmware touches it: pins, converters behind multiplexers, PIO, USB, watchdog, and time."""

from __future__ import annotations

import importlib
import select
import sys
import time
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

WRONG = 0xFFFF  # what a converter reads while its multiplexer has not settled


class ResetError(BaseException):
    """The chip starts anew: nothing after that line runs."""


class Rp2040:
    """The chip and what is soldered to it; ``volts[input]`` is what a converter would read, 16 bits wide."""

    selects = (2, 3, 4, 5)
    enables = (6, 7)
    commons = (26, 27, 28)
    settles_in = 5  # microseconds

    def __init__(self) -> None:
        self.now = 0  # microseconds
        self.levels: dict[int, int] = {}
        self.switched_at = 0
        self.volts = [0x8000] * 96
        self.conversions = 0
        self.incoming = b""
        self.outgoing = b""
        self.host_reads = True
        self.fed: list[int] = []
        self.watchdog: int | None = None
        self.interrupt_character: int | None = 3
        self.words: list[int] = []
        self.program: list[tuple[str, tuple[Any, ...], int]] = []

    def drive(self, pin: int, level: int) -> None:
        if pin in self.selects + self.enables and self.levels.get(pin) != level:
            self.switched_at = self.now
        self.levels[pin] = level

    def selected(self, pin: int) -> int:
        """The input that *pin* sees: one bank alone may be enabled."""
        (bank,) = [number for number, enable in enumerate(self.enables) if not self.levels[enable]]
        line = sum(self.levels[pin] << bit for bit, pin in enumerate(self.selects))
        return (bank * len(self.commons) + self.commons.index(pin)) * 16 + line

    def convert(self, pin: int) -> int:
        self.conversions += 1
        settled = self.now - self.switched_at >= self.settles_in
        return self.volts[self.selected(pin)] if settled else WRONG

    def sleep(self, microseconds: int) -> None:
        self.now += microseconds


def install(monkeypatch: pytest.MonkeyPatch, chip: Rp2040) -> None:
    """Let the firmware's imports find *chip*."""
    modules = {"machine": _machine(chip), "rp2": _rp2(chip), "micropython": _micropython(chip)}
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("metal", "strip", "start"):
        monkeypatch.delitem(sys.modules, f"hardware.firmware.{name}", raising=False)
    monkeypatch.setattr(time, "sleep_us", chip.sleep, raising=False)
    monkeypatch.setattr(time, "sleep_ms", lambda ms: chip.sleep(1000 * ms), raising=False)
    monkeypatch.setattr(time, "ticks_ms", lambda: chip.now // 1000 % 2**30, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: (a - b + 2**29) % 2**30 - 2**29, raising=False)
    monkeypatch.setattr(select, "poll", lambda: Poll(chip))
    usb = SimpleNamespace(read=lambda size: _take(chip, size), write=lambda data: _put(chip, data))
    streams = SimpleNamespace(stdin=SimpleNamespace(buffer=usb), stdout=SimpleNamespace(buffer=usb))
    monkeypatch.setattr(importlib.import_module("hardware.firmware.metal"), "sys", streams)


class Poll:
    """Ready to read while bytes wait, ready to write while the host reads."""

    def __init__(self, chip: Rp2040) -> None:
        self._chip = chip
        self._writes = False

    def register(self, stream: object, mask: int) -> None:
        self._writes = mask == select.POLLOUT

    def poll(self, timeout: int) -> list[object]:
        ready = self._chip.host_reads if self._writes else bool(self._chip.incoming)
        return [self] if ready else []


def _take(chip: Rp2040, size: int) -> bytes:
    data, chip.incoming = chip.incoming[:size], chip.incoming[size:]
    assert len(data) == size, "a read that waits"
    return data


def _put(chip: Rp2040, data: bytes) -> None:
    assert chip.host_reads, "a write that waits"
    chip.outgoing += data


class Pin:
    IN, OUT, PULL_UP, PULL_DOWN = "in", "out", "up", "down"
    chip: Rp2040

    def __init__(self, number: int, mode: str = "in", pull: str | None = None, value: int | None = None) -> None:
        self.number = number
        self.mode = mode
        if mode == Pin.OUT:
            self.chip.drive(number, value or 0)
        elif number not in self.chip.commons:
            self.chip.levels.setdefault(number, int(pull == Pin.PULL_UP))

    def value(self, level: int | None = None) -> int:
        if level is not None:
            assert self.mode == Pin.OUT
            self.chip.drive(self.number, level)
            return level
        if self.number in self.chip.commons:
            return int(self.chip.convert(self.number) > 0x8000)
        return self.chip.levels[self.number]


class Adc:
    chip: Rp2040

    def __init__(self, pin: Pin) -> None:
        self._pin = pin.number

    def read_u16(self) -> int:
        return self.chip.convert(self._pin)


class Watchdog:
    chip: Rp2040

    def __init__(self, timeout: int) -> None:
        assert timeout <= 8388, "more than the chip can count"
        self.chip.watchdog = timeout

    def feed(self) -> None:
        self.chip.fed.append(self.chip.now)


def _machine(chip: Rp2040) -> ModuleType:
    def reset() -> None:
        raise ResetError

    module = ModuleType("machine")
    for name, part in {"Pin": Pin, "ADC": Adc, "WDT": Watchdog}.items():
        setattr(module, name, type(name, (part,), {"chip": chip}))
    module.reset = reset
    module.unique_id = lambda: b"\xe6\x60\x38\xb7\x13\x5c\x21\x2b"
    return module


def _rp2(chip: Rp2040) -> ModuleType:
    module = ModuleType("rp2")
    module.PIO = SimpleNamespace(OUT_LOW=0, SHIFT_LEFT="left")

    def asm_pio(**options: Any) -> Any:
        assert options["out_shiftdir"] == "left"
        assert (options["autopull"], options["pull_thresh"]) == (True, 24)
        return lambda function: _assemble(chip, function)

    class StateMachine:
        def __init__(self, number: int, program: Any, freq: int, set_base: Any, out_base: Any) -> None:
            assert set_base.number == out_base.number
            chip.program = program
            chip.pio_hertz = freq

        def active(self, on: int) -> None:
            assert on

        def put(self, words: Any, shift: int) -> None:
            chip.words = [word << shift & 0xFFFFFFFF for word in words]

    module.asm_pio, module.StateMachine = asm_pio, StateMachine
    return module


def _assemble(chip: Rp2040, function: Any) -> list[list[Any]]:
    """The instructions of a PIO program: name, arguments, and further cycles to wait."""
    program: list[list[Any]] = []

    class Instruction:
        def __init__(self, *words: Any) -> None:
            program.append([*words, 0])

        def __getitem__(self, delay: int) -> None:
            program[-1][-1] = delay

    words = {name: (lambda *args, name=name: Instruction(name, *args)) for name in ("out", "set", "mov")}
    words |= {"wrap_target": lambda: None, "wrap": lambda: None, "x": "x", "pins": "pins"}
    scope = function.__globals__
    kept = {name: scope[name] for name in words if name in scope}
    scope.update(words)
    function()
    for name in words:
        del scope[name]
    scope.update(kept)
    return program


def _micropython(chip: Rp2040) -> ModuleType:
    module = ModuleType("micropython")
    module.native = lambda function: function

    def kbd_intr(character: int) -> None:
        chip.interrupt_character = None if character < 0 else character

    module.kbd_intr = kbd_intr
    return module


def waveform(chip: Rp2040) -> list[int]:
    """The strip's line, cycle by cycle, while the chip's program sends its words."""
    line = 0
    x = 0
    cycles: list[int] = []
    for word in chip.words:
        for bit in range(24):
            for name, *arguments, delay in chip.program:
                if name == "out":
                    x = word >> (31 - bit) & 1
                elif name == "set":
                    line = arguments[1]
                else:
                    line = x
                cycles += [line] * (1 + delay)
    return cycles
