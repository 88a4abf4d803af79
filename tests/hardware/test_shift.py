import errno
import os
import sys

import pytest

from hardware.config.settings import Shift
from hardware.errors import HardwareFault, MissingExtra
from hardware.sensors.shift import TRIES, ShiftSensors
from tests.hardware.fake_gpio import LoadLine, Wires
from tests.hardware.fakes import FakeChain, FakeSpi

EMPTY = (0,) * 85
#: Three spare inputs of the last chip and its SER.
WATCHED = Shift(tied_high=(85, 87), tied_low=(86, 88))


class Bench:
    """Eleven chips, wired as WATCHED wants it, and the driver on them, open."""

    def __init__(self, settings=WATCHED):
        self.chain = FakeChain(11)
        self.chain.levels[10][7 - 6] = 0
        self.spi = FakeSpi(self.chain)
        self.sensors = ShiftSensors(settings, range(85), spi_class=self.spi)
        self.sensors.open()

    def read(self):
        return self.sensors.read(0.0).readings

    def press(self, *inputs):
        for number in inputs:
            self.chain.levels[number // 8][7 - number % 8] = 0


def test_the_bus_is_opened_as_the_settings_say():
    bench = Bench(Shift(bus=1, device=2, hz=500_000))
    device = bench.spi.opened[0]
    assert (device.path, device.max_speed_hz, device.mode) == ("/dev/spidev1.2", 500_000, 0)


def test_bits_arrive_d7_first_from_the_first_chip():
    bench = Bench(Shift())
    bench.chain.levels[0][7] = 0
    bench.chain.levels[1][0] = 0
    bench.chain.levels[10][1] = 1
    readings = bench.read()
    assert [number for number, reading in enumerate(readings) if reading] == [0, 15]
    assert bench.spi.exchanges == [(bytes(11), bytes([0x7F, 0xFE, *[0xFF] * 9]))]


def test_switches_that_pull_up_read_as_they_arrive():
    bench = Bench(Shift(active_low=False))
    bench.chain.levels = [[0] * 8 for _ in range(11)]
    bench.chain.levels[2][5] = 1
    assert bench.read() == (*EMPTY[:18], 1, *EMPTY[19:])


def test_the_far_end_costs_one_byte_more():
    bench = Bench()
    assert [bench.read(), bench.read()] == [EMPTY] * 2
    assert bench.spi.exchanges == [(bytes(12), bytes([*[0xFF] * 10, 0b11111101, 0x00]))] * 2


def test_a_load_pin_copies_the_inputs_once_for_each_scan():
    wires, chain = Wires(), FakeChain(11, loads_itself=False)
    levels = []
    wires.watch(25, levels.append)
    spi = FakeSpi(LoadLine(wires, 25, chain))
    sensors = ShiftSensors(Shift(load_pin=25), range(85), spi_class=spi, pin_factory=wires)
    sensors.open()
    assert wires.driven(25)
    levels.clear()
    sensors.read(0.0)
    sensors.read(0.1)
    assert levels == [False, True] * 2


@pytest.mark.parametrize("chips", range(1, 11))
def test_a_broken_wire_is_found_where_every_point_behind_it_seems_taken(chips):
    bench = Bench()
    bench.chain.broken_after = chips
    bench.chain.floating = 0
    with pytest.raises(HardwareFault) as caught:
        bench.read()
    assert f"broken after chip {chips}; check the wire from QH of chip {chips + 1} to SER of" in str(caught.value)


@pytest.mark.parametrize("chips", range(1, 11))
def test_a_tied_input_on_the_chip_behind_and_a_piece_before_find_any_broken_wire(chips):
    bench = Bench(Shift(tied_low=(8 * chips + 7,)))
    bench.press(8 * chips - 5, 8 * chips + 7)
    bench.chain.broken_after = chips
    with pytest.raises(HardwareFault, match=f"broken after chip {chips};"):
        bench.read()


def test_on_an_empty_board_a_broken_wire_is_narrowed_down_only():
    bench = Bench()
    bench.press(20)
    bench.chain.broken_after = 7
    with pytest.raises(HardwareFault, match="broken between chip 3 and chip 11; check power"):
        bench.read()


@pytest.mark.parametrize("floating", [0, 1])
def test_a_chain_that_is_not_there_at_all(floating):
    bench = Bench(Shift(tied_high=(3,), tied_low=(4,)))
    bench.chain.broken_after = 0
    bench.chain.floating = floating
    with pytest.raises(HardwareFault, match=r"spidev0.0: no chip answers; check the chain's power, MISO"):
        bench.read()


def test_a_silent_line_on_an_empty_board_may_be_broken_anywhere():
    bench = Bench()
    bench.chain.broken_after = 0
    with pytest.raises(HardwareFault, match="broken between the Pi and chip 11"):
        bench.read()


def test_with_only_the_far_end_tied_the_break_is_before_it():
    bench = Bench(Shift(tied_low=(88,)))
    bench.press(50)
    bench.chain.broken_after = 9
    with pytest.raises(HardwareFault, match="broken between chip 7 and its far end"):
        bench.read()


def test_a_tie_that_came_off_is_named():
    bench = Bench()
    bench.chain.levels[10][7 - 7] = 0
    with pytest.raises(HardwareFault, match="input 87 is not at the level it is tied to; check that wire"):
        bench.read()


def test_a_far_end_that_came_off_is_named():
    bench = Bench()
    bench.chain.serial = 1
    with pytest.raises(HardwareFault, match="input 88 is not at the level it is tied to"):
        bench.read()


@pytest.mark.parametrize("garbled", range(1, TRIES))
def test_a_garbled_scan_is_repeated_and_counted(garbled):
    bench = Bench()
    spoiled = [bytes(12)] * garbled
    bench.spi.answer = lambda out: spoiled.pop() if spoiled else bench.chain(out)
    assert bench.read() == EMPTY
    assert bench.sensors.counts["repeated"] == garbled


def test_without_ties_nothing_is_suspected():
    bench = Bench(Shift())
    bench.chain.broken_after = 0
    assert bench.read() == EMPTY


def test_a_user_without_the_group_is_told_so():
    spi = FakeSpi(FakeChain(11))
    spi.refuses = PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with pytest.raises(HardwareFault, match=r"/dev/spidev0.0: .*; add this user to the group spi"):
        ShiftSensors(Shift(), range(85), spi_class=spi).open()


def test_a_missing_package_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(MissingExtra, match=r"'shift' needs spidev; .*pip install 'yinsh-board\[pi\]'"):
        ShiftSensors(Shift(), range(85)).open()


def test_the_real_package_without_a_bus_is_a_fault_with_a_cure():
    pytest.importorskip("spidev")
    with pytest.raises(
        HardwareFault, match=r"cannot open /dev/spidev99.0: .*; SPI is off: .*dtoverlay=spi99-1cs in /boot"
    ):
        ShiftSensors(Shift(bus=99), range(85)).open()


def test_a_load_pin_needs_gpiozero(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    spi = FakeSpi(FakeChain(11))
    with pytest.raises(MissingExtra, match=r"'shift' needs gpiozero; .*pip install 'yinsh-board\[pi\]'"):
        ShiftSensors(Shift(load_pin=25), range(85), spi_class=spi).open()
    assert spi.open_devices == 0
