"""GPIO pins with things wired to them, on gpiozero's mock: a matrix of switches, load and select lines, converters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gpiozero.pins.mock import MockFactory, MockPin, MockSPIDevice

from tests.hardware.fakes import FakeChain, FakeConverter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class LibraryError(Exception):
    """What GPIO libraries raise: neither an ``OSError`` nor any other base that a driver could know."""


class WiredPin(MockPin):
    """A pin whose level, as an input, is that of the wire on it."""

    def _get_state(self) -> bool:
        factory: Wires = self.factory
        factory.refuse_if_gone()
        level = factory.matrix.level(self) if factory.matrix and self.function == "input" else None
        return super()._get_state() if level is None else level

    def _set_state(self, value: float) -> None:
        factory: Wires = self.factory
        factory.refuse_if_gone()
        super()._set_state(value)
        for watcher in factory.watchers.get(self.info.name, ()):
            watcher(bool(value))


class Wires(MockFactory):
    """A Pi's header; ``gone`` as on a computer that has none, or whose GPIO was taken away."""

    def __init__(self) -> None:
        super().__init__(pin_class=WiredPin)
        self.gone = False
        self.matrix: SwitchMatrix | None = None
        self.watchers: dict[str, list[Callable[[bool], None]]] = {}

    def refuse_if_gone(self) -> None:
        if self.gone:
            raise LibraryError("'can not open gpiochip'")

    def pin(self, name: Any, pin_class: Any = None, **options: Any) -> Any:
        self.refuse_if_gone()
        return super().pin(name, pin_class, **options)

    def watch(self, gpio: int, watcher: Callable[[bool], None]) -> None:
        """Call *watcher* with each level that is driven on a pin."""
        self.watchers.setdefault(f"GPIO{gpio}", []).append(watcher)

    def driven(self, gpio: int) -> bool | None:
        """The level on an output; ``None`` on any other pin."""
        pin = self.pin(gpio)
        return bool(MockPin._get_state(pin)) if pin.function == "output" else None

    @property
    def claimed(self) -> int:
        """Pins that some device holds."""
        return sum(any(ref() is not None for ref in refs) for refs in self._reservations.values())


class SwitchMatrix:
    """Switches between rows and columns, each with a diode towards one of them, or with none.

    ``diodes`` is "rows" when current can flow only from a column to a row, "columns" when only from a row to a column,
    and "" without diodes; where two driven rows then fight over a wire, the one that pulls it from rest wins.
    """

    def __init__(self, wires: Wires, rows: Sequence[int], columns: Sequence[int], diodes: str) -> None:
        self._wires = wires
        self._rows = rows
        self._columns = {f"GPIO{gpio}": place for place, gpio in enumerate(columns)}
        self._diodes = diodes
        self.closed: set[tuple[int, int]] = set()  # row, column
        wires.matrix = self

    def level(self, pin: MockPin) -> bool | None:
        """The level of a column; ``None`` for other pins."""
        column = self._columns.get(pin.info.name)
        if column is None:
            return None
        assert pin.pull in {"up", "down"}, "a column without a pull floats"
        rest = pin.pull == "up"
        pulled = any(self._wires.driven(self._rows[row]) is (not rest) for row in self._reachable(column, rest))
        return rest is not pulled

    def _reachable(self, column: int, rest: bool) -> set[int]:
        """The rows that can pull a column away from its resting level."""
        if self._diodes:
            conducts = self._diodes == ("rows" if rest else "columns")
            return {row for row, at in self.closed if at == column and conducts}
        rows: set[int] = set()
        columns, found = {column}, {column}
        while found:
            rows |= {row for row, at in self.closed if at in found}
            found = {at for row, at in self.closed if row in rows} - columns
            columns |= found
        return rows


class Multiplexers:
    """CD74HC4067s that share their select lines: the line they all stand at."""

    def __init__(self, wires: Wires, pins: Sequence[int]) -> None:
        self._wires = wires
        self._pins = pins
        self.moves = 0  # edges on the select lines
        for pin in pins:
            wires.watch(pin, self._moved)

    @property
    def line(self) -> int:
        levels = [self._wires.driven(pin) for pin in self._pins]
        assert None not in levels, "a select line that is not driven floats"
        return sum(bool(level) << place for place, level in enumerate(levels))

    def _moved(self, _level: bool) -> None:
        self.moves += 1


class SelectedConverters:
    """Converters on one bus, each with a select line on a pin of its own; answers for whichever is selected."""

    def __init__(self, wires: Wires, pins: Sequence[int], counts: Callable[[int, int], int]) -> None:
        self._wires = wires
        self._pins = pins
        self._chips = [FakeConverter(lambda channel, chip=chip: counts(chip, channel)) for chip in range(len(pins))]

    def __call__(self, out: bytes) -> bytes:
        levels = [self._wires.driven(pin) for pin in self._pins]
        assert levels.count(False) == 1, f"{levels.count(False)} converters are selected at once"
        return self._chips[levels.index(False)](out)


class MockConverter(MockSPIDevice):
    """An MCP3008 on pins that gpiozero moves bit by bit."""

    def __init__(self, wires: Wires, select_pin: int, counts: Callable[[int], int]) -> None:
        super().__init__(11, 10, 9, select_pin, pin_factory=wires)
        self._chip = FakeConverter(counts)
        self.received: list[int] = []

    def on_start(self) -> None:
        super().on_start()
        self._chip.select()
        self.received = []

    def on_clock(self) -> None:
        # The base class gives a bit before it has taken one; a converter does both at the same edge.
        if self.select_pin.state == self.select_high and self.clock_pin.state:
            bit = int(self.mosi_pin.state)
            self.received.append(bit)
            (self.miso_pin.drive_high if self._chip.clock(bit) else self.miso_pin.drive_low)()


class LoadLine:
    """The load line of a chain on a pin: low copies the inputs, and only high lets the chain shift."""

    def __init__(self, wires: Wires, gpio: int, chain: FakeChain) -> None:
        self._wires = wires
        self._gpio = gpio
        self._chain = chain
        wires.watch(gpio, self._moved)

    def _moved(self, level: bool) -> None:
        if not level:
            self._chain.load()

    def __call__(self, out: bytes) -> bytes:
        assert self._wires.driven(self._gpio), "the chain cannot shift while the load line is low"
        return self._chain(out)
