"""One rig for each sensor driver: the driver on its fake metal, and a way to set what the sensors see.

``test_sensors.py`` runs every test over every rig in ``RIGS``; a new driver joins by one line there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from gpiozero import Device

from hardware.config.settings import Matrix, Mcp3008, Mcp23017, Replay, Shift
from hardware.protocols import POINT_COUNT, Frame, Sensing
from hardware.rawlog import LogHeader, LogWriter
from hardware.sensors.matrix import MatrixSensors
from hardware.sensors.mcp3008 import Mcp3008Sensors
from hardware.sensors.mcp23017 import Mcp23017Sensors
from hardware.sensors.replay import ReplaySensors
from hardware.sensors.shift import ShiftSensors
from hardware.sensors.virtual import VirtualSensors
from hardware.virtual import Physics, VirtualBoard
from tests.hardware.fake_gpio import LoadLine, MockConverter, Multiplexers, SelectedConverters, SwitchMatrix, Wires
from tests.hardware.fakes import FakeChain, FakeConverter, FakeI2c, FakeMcp23017, FakeSpi
from tests.hardware.serial_rigs import SerialRig

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hardware.protocols import Sensors


class Rig(Protocol):
    """What the common suite needs of a driver's surroundings."""

    driver: Sensors
    linear: bool
    levels: tuple[int, ...]  # readings other than 0 that this metal can give, to be tried on every point
    cure: str  # part of what is advised when the metal is absent
    holds: bool  # there is something to open, and reading without is a fault
    held: int  # devices, pins or files that the driver holds just now
    vanishes: bool  # broken metal shows while it is being read, not only when it is opened
    now: float  # what time it is for the driver

    def scan(self) -> Frame:
        """Let some time pass and read the frame that shows what the sensors see now, or raise the driver's fault."""

    def show(self, readings: Sequence[int]) -> None:
        """From now on the sensors see this, by point and then ring place."""

    def break_metal(self) -> None:
        """From now on the metal is absent."""

    def mend_metal(self) -> None:
        """It is there again."""


class Prompt:
    """A driver that has a new frame for every ``read``."""

    driver: Sensors
    linear = False
    holds = True
    vanishes = True
    now = 0.0

    def scan(self) -> Frame:
        self.now += 0.01
        frame = self.driver.read(self.now)
        assert frame is not None
        return frame


class SwitchRig(Prompt):
    """Switches, one a point or a white and a black one; ``show`` closes those inputs."""

    def __init__(self, inputs: Sequence[int]) -> None:
        self.inputs = inputs
        self.paired = len(inputs) not in {85, 91}
        self.levels = (1, -1) if self.paired else (1,)

    def show(self, readings: Sequence[int]) -> None:
        whites, blacks = self.inputs, self.inputs[len(self.inputs) // 2 :]
        closed = {whites[k] for k, reading in enumerate(readings) if reading > 0}
        closed |= {blacks[k] for k, reading in enumerate(readings) if reading < 0}
        self.close_switches(closed)

    def close_switches(self, inputs: set[int]) -> None:
        raise NotImplementedError


class MatrixRig(SwitchRig):
    cure = "python3-lgpio"
    pull = "up"

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        # Pairs need 26 pins; more than a board with lights can spare, but it works.
        settings = Matrix(rows=tuple(range(14)), columns=tuple(range(14, 28)), pull=self.pull, settle_us=0)
        self.wires = Wires()
        diodes = "rows" if self.pull == "up" else "columns"
        self.matrix = SwitchMatrix(self.wires, settings.rows, settings.columns, diodes)
        self.driver = MatrixSensors(settings, inputs, pin_factory=self.wires)

    @property
    def held(self) -> int:
        return self.wires.claimed

    def close_switches(self, inputs: set[int]) -> None:
        self.matrix.closed = {divmod(number, 14) for number in inputs}

    def break_metal(self) -> None:
        self.wires.gone = True

    def mend_metal(self) -> None:
        self.wires.gone = False


class MatrixPulledDownRig(MatrixRig):
    pull = "down"


class Mcp23017Rig(SwitchRig):
    cure = "I²C is off"

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        self.settings = Mcp23017(second_bus=3)
        self.i2c = FakeI2c({(bus, address): FakeMcp23017() for bus in (1, 3) for address in range(0x20, 0x27)})
        self.driver = Mcp23017Sensors(self.settings, inputs, smbus_class=self.i2c)

    @property
    def held(self) -> int:
        return self.i2c.open_buses

    def close_switches(self, inputs: set[int]) -> None:
        for place, chip in enumerate(self.i2c.chips.values()):
            pins = [self.settings.pins[number % 14] for number in inputs if number // 14 == place]
            chip.pulled_low = sum(1 << int(pin[1]) + 8 * (pin[0] == "B") for pin in pins)

    def break_metal(self) -> None:
        self.i2c.absent = True

    def mend_metal(self) -> None:
        self.i2c.absent = False


class ShiftRig(SwitchRig):
    """The load line hangs on the bus's chip enable; SER of the last chip is tied to ground and watches the chain."""

    cure = "SPI is off"
    load_pin: int | None = None

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        settings = Shift(chips=24, tied_low=(192,), load_pin=self.load_pin)
        self.wires = Wires()
        self.chain = FakeChain(24, loads_itself=self.load_pin is None)
        answer = self.chain if self.load_pin is None else LoadLine(self.wires, self.load_pin, self.chain)
        self.spi = FakeSpi(answer)
        self.driver = ShiftSensors(settings, inputs, spi_class=self.spi, pin_factory=self.wires)

    @property
    def held(self) -> int:
        return self.spi.open_devices + self.wires.claimed

    def close_switches(self, inputs: set[int]) -> None:
        self.chain.levels = [[int(8 * chip + 7 - d not in inputs) for d in range(8)] for chip in range(24)]

    def break_metal(self) -> None:
        self.spi.absent = True

    def mend_metal(self) -> None:
        self.spi.absent = False


class ShiftWithLoadPinRig(ShiftRig):
    load_pin = 25


class LinearRig(Prompt):
    """Linear sensors: any count at any input."""

    linear = True
    cure = "SPI is off"
    levels = (300, -300, 1, -512, 511)
    settings: Mcp3008

    def __init__(self, inputs: Sequence[int]) -> None:
        self.inputs = inputs
        self.wires = Wires()
        self.counts = [512] * self.settings.inputs

    @property
    def held(self) -> int:
        return self.wires.claimed

    def show(self, readings: Sequence[int]) -> None:
        self.counts = [512] * self.settings.inputs
        for number, reading in zip(self.inputs, readings, strict=False):
            self.counts[number] = 512 + reading


class SpidevRig(LinearRig):
    spi: FakeSpi

    @property
    def held(self) -> int:
        return self.spi.open_devices + self.wires.claimed

    def break_metal(self) -> None:
        self.spi.absent = True

    def mend_metal(self) -> None:
        self.spi.absent = False


class Mcp3008MultiplexedRig(SpidevRig):
    settings = Mcp3008(settle_us=0)

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        self.multiplexers = Multiplexers(self.wires, self.settings.multiplexer_pins)
        self.spi = FakeSpi(FakeConverter(lambda channel: self.counts[16 * channel + self.multiplexers.line]))
        self.driver = Mcp3008Sensors(self.settings, inputs, spi_class=self.spi, pin_factory=self.wires)


class Mcp3008DirectRig(SpidevRig):
    settings = Mcp3008(multiplexer_channels=(), select_pins=tuple(range(12, 24)))

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        chips = SelectedConverters(self.wires, self.settings.select_pins, lambda c, k: self.counts[8 * c + k])
        self.spi = FakeSpi(chips)
        self.driver = Mcp3008Sensors(self.settings, inputs, spi_class=self.spi, pin_factory=self.wires)


class Mcp3008GpiozeroRig(LinearRig):
    """Without spidev: the suite hides it; gpiozero moves the mock pins of the bus, bit by bit."""

    cure = "python3-lgpio"
    levels = (300,)  # a scan takes two thousand moves of a mock pin
    needs_no_spidev = True
    settings = Mcp3008(settle_us=0)

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        super().__init__(inputs)
        Device.pin_factory = self.wires  # gpiozero's shared bus asks for the default, whatever it is given
        self.multiplexers = Multiplexers(self.wires, self.settings.multiplexer_pins)
        self.chip = MockConverter(self.wires, 8, lambda channel: self.counts[16 * channel + self.multiplexers.line])
        self.driver = Mcp3008Sensors(self.settings, inputs, pin_factory=self.wires)

    def break_metal(self) -> None:
        self.wires.gone = True

    def mend_metal(self) -> None:
        self.wires.gone = False


class SerialSwitchRig(SerialRig, SwitchRig):
    """Switches on the microcontroller."""

    linear = False

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        SwitchRig.__init__(self, inputs)
        SerialRig.__init__(self, inputs, folder)

    def close_switches(self, inputs: set[int]) -> None:
        self.pico.scan = lambda: [int(number in inputs) for number in range(max(self.inputs) + 1)]


class ReplayRig(Prompt):
    """A log of what the sensors see; ``show`` records it anew."""

    linear = True
    levels = (1, -300)
    cure = "yinsh-board record"
    vanishes = False  # an open file stays

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        self._log = folder / "board.log"
        self._width = 91 if len(inputs) in {91, 182} else POINT_COUNT
        self.driver = ReplaySensors(Replay(file=str(self._log)), inputs)
        self.show([0] * self._width)

    @property
    def held(self) -> int:
        return int(self.driver._tape is not None)

    def show(self, readings: Sequence[int]) -> None:
        header = LogHeader(Sensing.FULL, linear=True, places=self._width > POINT_COUNT)
        with self._log.open("w") as file:
            LogWriter(file, header).write(Frame(0, tuple(readings[:POINT_COUNT]), tuple(readings[POINT_COUNT:])))
        if self.held:
            self.driver.open()

    def break_metal(self) -> None:
        self._log.rename(self._log.with_suffix(".gone"))

    def mend_metal(self) -> None:
        self._log.with_suffix(".gone").rename(self._log)


class VirtualRig(Prompt):
    """A board in memory, always there until it is unplugged; magnets appear where they are wanted."""

    levels = (1, -1)
    cure = "plug it in again"
    holds = False
    held = 0

    def __init__(self, inputs: Sequence[int], folder: Path) -> None:
        self._board = VirtualBoard("polarity", physics=Physics.calm(), places=len(inputs) in {91, 182})
        self.driver = VirtualSensors(self._board)

    def show(self, readings: Sequence[int]) -> None:
        for site, reading in enumerate(readings):
            self._board.field.set(site, reading)

    def break_metal(self) -> None:
        self._board.faults.unplug()

    def mend_metal(self) -> None:
        self._board.faults.replug()


RIGS = {
    "matrix": MatrixRig,
    "matrix, pulled down": MatrixPulledDownRig,
    "mcp23017": Mcp23017Rig,
    "shift": ShiftRig,
    "shift, load pin": ShiftWithLoadPinRig,
    "mcp3008, multiplexed": Mcp3008MultiplexedRig,
    "mcp3008, direct": Mcp3008DirectRig,
    "mcp3008, gpiozero": Mcp3008GpiozeroRig,
    "serial": SerialRig,
    "serial, switches": SerialSwitchRig,
    "replay": ReplayRig,
    "virtual": VirtualRig,
}
