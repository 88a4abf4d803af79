import errno
import os
import sys

import pytest

from hardware.config.settings import Mcp23017
from hardware.errors import HardwareFault, MissingExtra
from hardware.sensors.mcp23017 import TRIES, Mcp23017Sensors
from tests.hardware.fakes import FakeI2c, FakeMcp23017, no_answer

EMPTY = (0,) * 85


class Bench:
    """Seven chips on one bus and the driver on them, open."""

    def __init__(self, settings=None, before=lambda chips: None):
        self.chips = [FakeMcp23017() for _ in range(7)]
        before(self.chips)
        self.i2c = FakeI2c({(1, 0x20 + place): chip for place, chip in enumerate(self.chips)})
        self.sensors = Mcp23017Sensors(settings or Mcp23017(), range(85), smbus_class=self.i2c)
        self.sensors.open()
        self.i2c.transactions.clear()

    def read(self):
        return self.sensors.read(0.0).readings

    def settle(self):
        """Until every chip has been read."""
        self.read()
        self.i2c.transactions.clear()


# The fake, by the data sheet ------------------------------------------------------------------------------------------


def test_the_fake_starts_as_the_chip_does():
    chip = FakeMcp23017()
    chip.write([0x00])
    assert chip.read(22) == [0xFF, 0xFF] + [0] * 20


def test_the_fake_steps_through_its_registers_and_wraps():
    chip = FakeMcp23017()
    chip.write([0x14, 0xA5, 0x5A, 0x7F])  # OLATA, OLATB, then IODIRA again
    chip.write([0x14])
    assert chip.read(3) == [0xA5, 0x5A, 0x7F]


def test_the_fake_stays_at_a_pair_in_byte_mode():
    chip = FakeMcp23017()
    chip.write([0x0A, 0x20])
    chip.pulled_high = 0x0201
    chip.write([0x12])
    assert chip.read(4) == [0x01, 0x02, 0x01, 0x02]


def test_the_fake_moves_its_registers_when_banked():
    chip = FakeMcp23017()
    chip.write([0x0A, 0x80])
    chip.write([0x10, 0x12])  # IODIRB
    assert chip.registers["IODIR", "B"] == 0x12
    chip.write([0x05, 0x00])  # IOCON of a banked chip
    chip.write([0x01])
    assert chip.read(1) == [0x12]


def test_the_fakes_inputs_float_without_pull_ups_and_can_be_inverted():
    chip = FakeMcp23017()
    chip.floating = 0x0F
    chip.write([0x12])
    assert chip.read(1) == [0x0F]
    chip.write([0x0C, 0xFF])
    chip.write([0x02, 0x01])
    chip.pulled_low = 0x02
    chip.write([0x12])
    assert chip.read(1) == [0xFC]


def test_the_fakes_outputs_show_their_latch():
    chip = FakeMcp23017()
    chip.write([0x00, 0x7F])
    chip.write([0x12, 0x80])  # writing the port writes the latch
    chip.write([0x12])
    assert chip.read(1) == [0x80]


# The driver -----------------------------------------------------------------------------------------------------------


def test_every_chip_gets_pull_ups_on_its_inputs_and_outputs_where_inputs_are_forbidden():
    bench = Bench()
    for chip in bench.chips:
        assert [chip.registers["IODIR", bank] for bank in "AB"] == [0x7F, 0x7F]
        assert [chip.registers["GPPU", bank] for bank in "AB"] == [0x7F, 0x7F]


def test_a_chip_that_another_program_left_banked_and_inverted_is_put_right():
    def spoil(chips):
        chips[2].write([0x00, 0x00, 0x00, 0xFF, 0xFF])
        chips[2].write([0x0A, 0xA0])

    bench = Bench(before=spoil)
    assert bench.read() == EMPTY


def test_switches_that_pull_up_need_no_pull_ups():
    bench = Bench(Mcp23017(active_low=False))
    assert bench.chips[0].registers["GPPU", "A"] == 0
    bench.chips[0].pulled_high = 0x0002
    assert bench.read() == (0, 1, *EMPTY[2:])


def test_a7_and_b7_are_never_readings():
    bench = Bench()
    for chip in bench.chips:
        chip.pulled_low = 0x8080
    assert bench.read() == EMPTY


def test_pins_may_be_used_in_any_order():
    bench = Bench(Mcp23017(pins=("B6", "A0", *(f"{bank}{bit}" for bank in "AB" for bit in range(1, 6)), "A6", "B0")))
    bench.chips[0].pulled_low = 1 << 14
    assert bench.read() == (1, *EMPTY[1:])


def test_a_scan_is_one_transaction_for_each_chip():
    bench = Bench()
    bench.settle()
    bench.read()
    assert [address for _, address, _ in bench.i2c.transactions] == list(range(0x20, 0x27))
    assert sorted(size for _, _, size in bench.i2c.transactions) == [5] * 6 + [11]


def test_within_seven_scans_every_chip_is_asked_for_its_settings():
    bench = Bench()
    bench.settle()
    for _ in range(7):
        bench.read()
    asked = [address for _, address, size in bench.i2c.transactions if size == 11]
    assert sorted(asked) == list(range(0x20, 0x27))


@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("floating", [0x0000, 0xFFFF, 0x1234])
def test_a_chip_that_lost_its_pull_ups_shows_no_phantom_and_gets_them_back(place, floating):
    bench = Bench()
    bench.settle()
    bench.chips[place].floating = floating
    bench.chips[place].lose_power()
    for _ in range(7):
        assert bench.read() == EMPTY
    assert bench.sensors.counts["restored"] == 1
    assert bench.chips[place].registers["GPPU", "A"] == 0x7F


def test_a_dip_of_the_whole_supply_is_noticed_in_one_scan():
    bench = Bench()
    bench.settle()
    for chip in bench.chips:
        chip.lose_power()
        chip.floating = 0
    assert bench.read() == EMPTY
    assert bench.sensors.counts["restored"] == 7


def test_a_chip_that_forgets_at_once_is_a_fault():
    bench = Bench()

    class Forgetful(FakeMcp23017):
        def read(self, count):
            content = super().read(count)
            if count > 2:
                content[0] = 0
            return content

    bench.i2c.chips[1, 0x23] = Forgetful()
    with pytest.raises(HardwareFault, match=r"0x23 on /dev/i2c-1 loses its settings again and again; .*supply"):
        bench.read()


def test_something_else_at_the_address_is_a_fault():
    i2c = FakeI2c({(1, 0x20 + place): FakeMcp23017() for place in range(7)})
    i2c.chips[1, 0x21]._store = lambda byte: None
    with pytest.raises(HardwareFault, match=r"0x21 on /dev/i2c-1 does not keep its settings: .* is an MCP23017"):
        Mcp23017Sensors(Mcp23017(), range(85), smbus_class=i2c).open()
    assert i2c.open_buses == 0


@pytest.mark.parametrize("failures", range(1, TRIES))
def test_a_missed_acknowledgement_is_retried_and_counted(failures):
    bench = Bench()
    bench.i2c.fail_next = [no_answer() for _ in range(failures)]
    assert bench.read() == EMPTY
    assert bench.sensors.counts["retried"] == failures


def test_a_chip_that_stays_silent_is_named():
    bench = Bench()
    del bench.i2c.chips[1, 0x25]
    with pytest.raises(HardwareFault, match=r"0x25 on /dev/i2c-1: .*121.*; check its power.*i2cdetect -y 1") as caught:
        bench.read()
    assert isinstance(caught.value.__cause__, OSError)
    assert bench.sensors.counts["retried"] == TRIES - 1


def test_an_error_that_will_not_pass_is_not_retried():
    bench = Bench()
    bench.i2c.fail_next = [OSError(errno.ENODEV, os.strerror(errno.ENODEV))]
    with pytest.raises(HardwareFault, match="No such device"):
        bench.read()
    assert bench.sensors.counts["retried"] == 0


def test_counts_survive_opening_again():
    bench = Bench()
    bench.i2c.fail_next = [no_answer()]
    bench.read()
    bench.sensors.open()
    assert bench.sensors.counts["retried"] == 1


def test_a_user_without_the_group_is_told_so():
    def refuse(number):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with pytest.raises(HardwareFault, match="; add this user to the group i2c"):
        Mcp23017Sensors(Mcp23017(), range(85), smbus_class=refuse).open()


def test_a_missing_package_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(MissingExtra, match=r"'mcp23017' needs smbus2; .*pip install 'yinsh-board\[pi\]'"):
        Mcp23017Sensors(Mcp23017(), range(85)).open()


def test_the_real_package_without_a_bus_is_a_fault_with_a_cure():
    with pytest.raises(HardwareFault, match=r"cannot open /dev/i2c-99: .*; I²C is off: .*raspi-config"):
        Mcp23017Sensors(Mcp23017(bus=99), range(85)).open()
