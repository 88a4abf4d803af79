import errno
import os
import sys

import pytest
from gpiozero import Device

from hardware.config.settings import Mcp3008
from hardware.errors import HardwareFault, MissingExtra
from hardware.sensors.converters import COMMANDS, TRIES
from hardware.sensors.mcp3008 import Mcp3008Sensors
from tests.hardware.fake_gpio import MockConverter, Multiplexers, SelectedConverters, Wires
from tests.hardware.fakes import FakeConverter, FakeSpi
from tests.hardware.sensor_rigs import Mcp3008DirectRig, Mcp3008GpiozeroRig, Mcp3008MultiplexedRig

MULTIPLEXED = Mcp3008(settle_us=0)
DIRECT = Mcp3008(multiplexer_channels=(), select_pins=(17, 27))


@pytest.fixture(autouse=True)
def _default_pins(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)


@pytest.fixture
def multiplexed(tmp_path):
    rig = Mcp3008MultiplexedRig(range(85), tmp_path)
    rig.driver.open()
    return rig


# Bits -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("channel", range(8))
def test_a_command_is_start_single_ended_and_channel(channel):
    assert "".join(f"{byte:08b}" for byte in COMMANDS[channel]) == f"000000011{channel:03b}000000000000"


@pytest.mark.parametrize("count", [0, 1, 0b10_0000_0001, 0b01_1111_1110, 1023])
def test_an_answer_is_ten_bits_after_a_zero(count):
    answer = FakeConverter(lambda channel: count if channel == 5 else 0)(COMMANDS[5])
    assert "".join(f"{byte:08b}" for byte in answer)[12:] == f"10{count:010b}"


def test_the_wire_carries_what_the_data_sheet_draws(multiplexed):
    multiplexed.driver.read(0.0)
    assert {out for out, _ in multiplexed.spi.exchanges} == set(COMMANDS[:6])
    assert multiplexed.spi.exchanges[0] == (
        bytes((0b00000001, 0b10000000, 0)),
        bytes((0b11111111, 0b11111010, 0)),
    )


def test_gpiozero_sends_the_same_bits(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    rig = Mcp3008GpiozeroRig(range(85), tmp_path)
    rig.driver.open()
    transfers = set()
    start = rig.chip.on_start
    monkeypatch.setattr(rig.chip, "on_start", lambda: (transfers.add(tuple(rig.chip.received)), start()))
    rig.driver.read(0.0)
    rig.driver.close()  # gpiozero shares a bus by its pins, between factories too
    sent = {bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in (0, 8, 16)) for bits in transfers if bits}
    assert sent == set(COMMANDS[:6])


# Order and economy ----------------------------------------------------------------------------------------------------


def test_a_scan_converts_every_point_once_and_nothing_else(multiplexed):
    multiplexed.driver.read(0.0)
    assert len(multiplexed.spi.exchanges) == 85


def test_one_select_line_moves_from_each_line_to_the_next(multiplexed):
    multiplexed.driver.read(0.0)
    multiplexed.multiplexers.moves = 0
    multiplexed.driver.read(0.01)
    assert multiplexed.multiplexers.moves == 16


def test_the_multiplexers_settle_before_each_line_is_converted(multiplexed, monkeypatch):
    pauses = []
    monkeypatch.setattr("hardware.sensors.mcp3008.pause", lambda us: pauses.append((us, multiplexed.multiplexers.line)))
    settings = Mcp3008(settle_us=20)
    multiplexed.driver.close()
    driver = Mcp3008Sensors(settings, range(85), spi_class=multiplexed.spi, pin_factory=multiplexed.wires)
    driver.open()
    driver.read(0.0)
    driver.close()
    assert [us for us, _ in pauses] == [20] * 16
    assert sorted(line for _, line in pauses) == list(range(16))


def test_direct_converters_are_selected_one_at_a_time_and_rest_unselected(tmp_path):
    rig = Mcp3008DirectRig(range(85), tmp_path)
    rig.driver.open()
    rig.driver.read(0.0)  # the fake refuses two at once
    assert all(rig.wires.driven(pin) for pin in rig.settings.select_pins)


def test_multiplexers_may_hang_on_any_converter_and_channel():
    wires = Wires()
    settings = Mcp3008(select_pins=(17, 27), multiplexer_channels=(15, 0, 3, 8, 9, 1), settle_us=0)
    lines = Multiplexers(wires, settings.multiplexer_pins)
    chips = SelectedConverters(wires, settings.select_pins, lambda chip, k: 8 * chip + k + 16 * lines.line + 1)
    sensors = Mcp3008Sensors(settings, range(85), spi_class=FakeSpi(chips), pin_factory=wires)
    sensors.open()
    wanted = [settings.multiplexer_channels[k // 16] + 16 * (k % 16) + 1 - 512 for k in range(85)]
    assert list(sensors.read(0.0).readings) == wanted


def test_a_sensor_the_other_way_round_gives_the_other_sign():
    settings = Mcp3008(settle_us=0, white_up=False)
    spi = FakeSpi(FakeConverter(lambda channel: 812))
    sensors = Mcp3008Sensors(settings, range(85), spi_class=spi, pin_factory=Wires())
    sensors.open()
    assert sensors.read(0.0).readings == (-300,) * 85


# Faults ---------------------------------------------------------------------------------------------------------------


def test_the_clock_is_what_the_settings_say(multiplexed):
    device = multiplexed.spi.opened[0]
    assert (device.path, device.max_speed_hz) == ("/dev/spidev0.0", 1_350_000)


def test_a_converter_that_does_not_answer_is_named():
    wires = Wires()
    spi = FakeSpi(lambda out: b"\xff" * len(out))
    sensors = Mcp3008Sensors(DIRECT, [0] * 85, spi_class=spi, pin_factory=wires)
    sensors.open()
    with pytest.raises(HardwareFault, match="no answer from MCP3008 number 1, channel 0; check its power"):
        sensors.read(0.0)
    assert len(spi.exchanges) == TRIES


@pytest.mark.parametrize("garbled", range(1, TRIES))
def test_a_garbled_conversion_is_repeated_and_counted(multiplexed, garbled):
    chip, spoiled = multiplexed.spi.answer, [b"\xff\xff\xff"] * garbled
    multiplexed.spi.answer = lambda out: spoiled.pop() if spoiled else chip(out)
    assert multiplexed.driver.read(0.0).readings == (0,) * 85
    assert multiplexed.driver.counts["repeated"] == garbled


def test_a_line_that_is_stuck_low_is_no_board_full_of_black_rings(multiplexed):
    multiplexed.spi.answer = lambda out: bytes(len(out))
    with pytest.raises(HardwareFault, match="only zeros from the MCP3008; check its power, reference"):
        multiplexed.driver.read(0.0)


def test_one_silent_converter_among_several_is_named():
    wires = Wires()
    chips = SelectedConverters(wires, DIRECT.select_pins, lambda chip, k: 512 if chip == 0 else 0)
    sensors = Mcp3008Sensors(DIRECT, [k % 16 for k in range(85)], spi_class=FakeSpi(chips), pin_factory=wires)
    sensors.open()
    with pytest.raises(HardwareFault, match="only zeros from MCP3008 number 2"):
        sensors.read(0.0)


def test_one_dead_sensor_is_no_fault_of_the_converter(multiplexed):
    multiplexed.counts[7] = 0
    assert multiplexed.driver.read(0.0).readings[7] == -512


def test_a_multiplexer_pin_in_use_is_named(tmp_path):
    rig = Mcp3008MultiplexedRig(range(85), tmp_path)
    rig.wires.gone = True
    with pytest.raises(HardwareFault, match="multiplexer line S0 on GPIO 5: LibraryError"):
        rig.driver.open()


def test_a_bus_that_another_program_holds_is_a_fault(multiplexed):
    multiplexed.driver.close()
    multiplexed.spi.refuses = OSError(errno.EBUSY, os.strerror(errno.EBUSY))
    with pytest.raises(HardwareFault, match="; see that nothing else uses the bus"):
        multiplexed.driver.open()


def test_without_any_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(MissingExtra, match=r"'mcp3008' needs gpiozero; .*pip install 'yinsh-board\[pi\]'"):
        Mcp3008Sensors(MULTIPLEXED, range(85)).open()


def test_without_spidev_only_the_first_bus_can_be_used(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    sensors = Mcp3008Sensors(Mcp3008(bus=1), range(85), pin_factory=Wires())
    with pytest.raises(MissingExtra, match=r"needs spidev for /dev/spidev1.0; .*pip install 'yinsh-board\[pi\]'"):
        sensors.open()


def test_without_spidev_several_converters_share_the_bus(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    wires = Wires()
    Device.pin_factory = wires
    for chip, pin in enumerate(DIRECT.select_pins):
        MockConverter(wires, pin, lambda k, chip=chip: 100 * chip + k + 1)
    sensors = Mcp3008Sensors(DIRECT, [k % 16 for k in range(85)], pin_factory=wires)
    sensors.open()
    assert sensors.read(0.0).readings[:16] == tuple(100 * (k // 8) + k % 8 + 1 - 512 for k in range(16))
    sensors.close()
    assert wires.claimed == 0
