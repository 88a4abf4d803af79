"""Hardware that answers at random: nothing but whole frames and named faults may come of it.

fake-rpi's buses and pins give random bytes; seeded, the same ones every time.
"""

import errno
import os
import random

import fake_rpi
import pytest
from fake_rpi.RPi import GPIO
from fake_rpi.smbus import SMBus
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.config.settings import Matrix, Mcp3008, Mcp23017, Shift
from hardware.errors import HardwareFault
from hardware.sensors.matrix import MatrixSensors
from hardware.sensors.mcp3008 import Mcp3008Sensors
from hardware.sensors.mcp23017 import GPPU, IODIR, Mcp23017Sensors
from hardware.sensors.shift import ShiftSensors
from hardware.supervise import SupervisedSensors
from tests.hardware.fakes import FakeSpi

SCANS = 100


class Babble:
    """A run over such hardware, opened again after each fault, and what it came to."""

    def __init__(self, sensors, levels):
        self.frames = 0
        self._complaints = []
        self._sensors = sensors
        self._levels = levels

    def run(self):
        for turn in range(SCANS):
            try:
                if turn == 0 or self._sensors._scan is None:
                    self._sensors.open()
                frame = self._sensors.read(float(turn))
            except HardwareFault as error:
                self._complaints.append(str(error))
            else:
                assert len(frame.readings) == 85
                assert set(frame.readings) <= self._levels
                self.frames += 1
        self._sensors.close()
        assert all("; " in complaint for complaint in self._complaints), "a fault without a cure"
        return self

    @property
    def faults(self):
        return len(self._complaints)


class RandomPin(MockPin):
    """A pin that reads what fake-rpi says."""

    def _get_state(self):
        return bool(GPIO.input(int(self.info.name.removeprefix("GPIO"))))


class BelievableBus(SMBus):
    """Random pins on chips that keep their settings."""

    def read_word_data(self, address, register):
        return 0x7F7F if register in {IODIR, GPPU} else super().read_word_data(address, register)

    def read_i2c_block_data(self, address, register, count):
        return [0x7F, 0x7F, *(random.randrange(256) for _ in range(count - 2))]


class FlakyBus(BelievableBus):
    """The same, and a tenth of all transactions fails, a few of them for good."""

    def read_word_data(self, address, register):
        if random.random() < 1 / 10:
            number = random.choice((errno.EREMOTEIO, errno.ETIMEDOUT, errno.EIO) * 5 + (errno.ENODEV,))
            raise OSError(number, os.strerror(number))
        return super().read_word_data(address, register)


def noise(out):
    return random.randbytes(len(out))


def hiccups(out):
    if random.random() < 1 / 50:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return noise(out)


@pytest.fixture(autouse=True, params=range(5), ids="seed {}".format)
def _seeded(request):
    fake_rpi.toggle_print(False)
    random.seed(request.param)


def expanders(bus):
    return Mcp23017Sensors(Mcp23017(), range(85), smbus_class=bus)


def test_random_registers_are_faults_of_the_expanders():
    babble = Babble(expanders(SMBus), {0, 1}).run()
    assert babble.faults > SCANS // 2


def test_random_pins_of_expanders_make_whole_frames():
    assert Babble(expanders(BelievableBus), {0, 1}).run().frames == SCANS


def test_a_flaky_bus_makes_whole_frames_and_named_faults():
    babble = Babble(sensors := expanders(FlakyBus), {0, 1}).run()
    assert babble.frames
    assert babble.faults
    assert sensors.counts["retried"] > SCANS // 4


def test_random_gpio_makes_whole_frames():
    sensors = MatrixSensors(Matrix(settle_us=0), range(85), pin_factory=MockFactory(pin_class=RandomPin))
    assert Babble(sensors, {0, 1}).run().frames == SCANS


def test_random_bits_of_a_chain_make_whole_frames():
    sensors = ShiftSensors(Shift(), range(85), spi_class=FakeSpi(noise))
    assert Babble(sensors, {0, 1}).run().frames == SCANS


def test_tied_inputs_turn_random_bits_into_faults():
    settings = Shift(tied_low=(85, 88), tied_high=(86, 87))
    babble = Babble(ShiftSensors(settings, range(85), spi_class=FakeSpi(noise)), {0, 1}).run()
    assert babble.faults > SCANS // 2


@pytest.mark.parametrize("bus", [noise, hiccups])
def test_random_answers_of_converters_are_faults_or_whole_frames(bus):
    settings = Mcp3008(settle_us=0)
    sensors = Mcp3008Sensors(settings, range(85), spi_class=FakeSpi(bus), pin_factory=MockFactory())
    babble = Babble(sensors, set(range(-512, 512))).run()
    assert babble.faults > SCANS // 2


def test_under_supervision_nothing_is_raised_at_all():
    sensors = SupervisedSensors(expanders(FlakyBus), "sensors")
    frames = [sensors.read(turn / 100) for turn in range(SCANS)]
    assert any(frames)
    assert None in frames
    sensors.close()
