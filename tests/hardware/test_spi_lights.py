"""The SPI encoding, to the bit, and what its driver says when the bus is not as it should be."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.config.settings import SpiStrip
from hardware.errors import HardwareFault, MissingExtra
from hardware.lights.spi import LATCH, LEAD, SPEED, SpiLights, stretch
from hardware.lights.strip import Strip
from tests.hardware.fake_strip import FakeSpiDev, FakeStrip

STRAIGHT = range(85)


def test_one_byte_to_the_bit():
    sent = stretch(b"\xa5")
    bits = "".join(f"{byte:08b}" for byte in sent[LEAD : len(sent) - LATCH])
    assert bits == "110100110100100110100110"


def test_the_line_is_low_before_and_long_enough_after():
    sent = stretch(b"\xff" * 273)
    assert sent[:LEAD] == b"\0"
    assert set(sent[-LATCH:]) == {0}
    assert LATCH * 8 / SPEED >= 280e-6


def test_a_frame_of_91_takes_3_03_ms():
    assert round(8000 * len(stretch(bytes(3 * 91))) / SPEED, 2) == 3.03


@given(st.binary(min_size=3, max_size=273).filter(lambda wire: len(wire) % 3 == 0))
def test_a_strip_understands_what_was_sent(wire):
    strip = FakeStrip(len(wire) // 3, channels="RGB")
    strip.feed(stretch(wire))
    assert bytes(value for led in strip.leds for value in led) == wire


@pytest.mark.parametrize("channels", ["GRB", "RGB", "BRG", "RBG", "GBR", "BGR"])
def test_colours_go_out_in_the_strips_order(channels):
    strip = FakeStrip(85, channels)
    lights = SpiLights(SpiStrip(channels=channels), STRAIGHT, spi_class=lambda: FakeSpiDev(strip))
    lights.open()
    lights.show([(1, 2, 3)] * 85)
    assert strip.leds == [(1, 2, 3)] * 85


def test_the_configured_bus_is_opened():
    spi = FakeSpiDev()
    SpiLights(SpiStrip(bus=1, device=2), STRAIGHT, spi_class=lambda: spi).open()
    assert spi.opened == (1, 2)


def test_one_frame_is_one_transfer():
    spi = FakeSpiDev()
    lights = SpiLights(SpiStrip(), STRAIGHT, spi_class=lambda: spi)
    lights.open()
    lights.show([(255, 255, 255)] * 85)
    assert len(spi.sent) == 2  # the first is the dark one of open


@pytest.mark.parametrize(
    ("error", "cure"),
    [
        (FileNotFoundError(2, "No such file or directory"), "dtparam=spi=on"),
        (PermissionError(13, "Permission denied"), "group spi"),
        (OSError(16, "Device or resource busy"), "nothing else uses the bus"),
    ],
)
def test_a_bus_that_cannot_be_opened_names_its_cure(error, cure):
    spi = FakeSpiDev()
    spi.fault = error
    lights = SpiLights(SpiStrip(), STRAIGHT, spi_class=lambda: spi)
    with pytest.raises(HardwareFault, match=rf"/dev/spidev0\.0.*{cure}"):
        lights.open()


def test_a_strip_too_long_for_one_transfer_is_refused():
    lights = SpiLights(SpiStrip(), [*range(84), 500], spi_class=FakeSpiDev)
    with pytest.raises(HardwareFault, match="501 LEDs"):
        lights.open()


def test_closing_survives_a_bus_that_died():
    spi = FakeSpiDev()
    lights = SpiLights(SpiStrip(), STRAIGHT, spi_class=lambda: spi)
    lights.open()
    spi.fault = OSError(5, "Input/output error")
    lights.close()
    assert spi.opened is None


def test_without_spidev_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(MissingExtra, match=r"yinsh-board\[pi\]"):
        SpiLights(SpiStrip(), STRAIGHT).open()


def test_the_real_library_reports_a_missing_bus():
    pytest.importorskip("spidev", reason="spidev needs a compiler")
    with pytest.raises(HardwareFault, match=r"/dev/spidev6\.2"):
        SpiLights(SpiStrip(bus=6, device=2), STRAIGHT).open()


def test_values_beyond_a_byte_are_refused():
    with pytest.raises(ValueError, match="range"):
        Strip(STRAIGHT).encode([(256, 0, 0)] * 85)
