"""Flashing a simulated microcontroller with a pretended mpremote, in virtual time."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_bridge import cli
from firmware_bridge.commands import flash as command
from hardware import flashing
from hardware.errors import BadConfig, HardwareFault, MissingExtra
from hardware.firmware_sim import SimulatedPico
from hardware.flashing import PACKAGE, SOURCES, Flasher
from tests.hardware.line import Readings, await_bytes


class Bench:
    """A microcontroller with files, and the builder's clock."""

    def __init__(self, folder: Path) -> None:
        self.now = 5.0
        self.folder = folder
        self.pico: SimulatedPico | None = SimulatedPico(Readings(), link=folder / "usb-MicroPython-if00")
        self.files: dict[str, str] = {}
        self.said: list[str] = []
        self.at_prompt = False
        self.boots_with: int | None = None  # a version of the protocol to pretend after the reset
        self.stays_mute = False
        self.flasher = Flasher(
            "auto",
            say=self.said.append,
            run=self.mpremote,
            find=lambda wanted: [self.pico.device] if self.pico and self.pico.plugged else [],
            clock=lambda: self.now,
            sleep=self.sleep,
        )

    def sleep(self, seconds: float) -> None:
        """Let the board live."""
        for _ in range(max(1, round(seconds / 0.01))):
            self.now += 0.01
            if not self.pico.plugged or self.at_prompt:
                continue
            self.pico.step(self.now)
            if self.pico._firmware.held:
                self.at_prompt = True
        await_bytes(self.pico.fileno(), seconds=0.01)

    def mpremote(self, words: list[str]) -> str:
        """What mpremote does to the board's files."""
        assert self.at_prompt, "a board that runs its firmware cannot be interrupted"
        assert words[:2] == ["connect", self.pico.device]
        act = words[2]
        if act == "exec":
            return f"{f'{PACKAGE}/settings.py' in self.files}\n" if "print" in words[3] else ""
        if act == "reset":
            self.at_prompt = self.stays_mute
            self.pico.version = self.boots_with
            self.pico.reset()
            return ""
        assert words[2:4] == ["fs", "cp"]
        *sources, target = words[4:]
        for source in sources:
            name = target[1:] + (Path(source).name if target.endswith("/") else "")
            self.files[name] = Path(source).read_text()
        return ""


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.pico.close()


def test_it_copies_everything_restarts_the_board_and_hears_its_version(bench):
    hello = bench.flasher.flash()
    assert hello.firmware == (1, 0, 0)
    assert set(bench.files) == {"main.py"} | {
        f"{PACKAGE}/{file.name}" for file in SOURCES.glob("*.py") if file.name != "main.py"
    }
    assert bench.files[f"{PACKAGE}/wire.py"] == (SOURCES / "wire.py").read_text()
    assert list(bench.files)[-1] == "main.py"


def test_a_board_whose_copying_is_cut_short_starts_nothing(bench, monkeypatch):
    bench.flasher.flash()
    copy = bench.mpremote

    def pulled(words):
        if words[2] == "exec" and "os.remove('main.py')" in words[3]:
            del bench.files["main.py"]
        if words[2] == "fs":
            raise HardwareFault("the cable is gone")
        return copy(words)

    monkeypatch.setattr(bench.flasher, "_run", pulled)
    with pytest.raises(HardwareFault):
        bench.flasher.flash()
    assert "main.py" not in bench.files


def test_preparing_a_board_is_done_by_its_own_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("main.py").touch()
    for _ in range(2):
        exec(flashing._PREPARE)
        assert sorted(path.name for path in tmp_path.iterdir()) == [PACKAGE]


def test_what_main_imports_is_there(bench):
    bench.flasher.flash()
    assert f"from {PACKAGE}.start import start" in bench.files["main.py"]
    assert f"{PACKAGE}/start.py" in bench.files
    assert f"{PACKAGE}/__init__.py" in bench.files


def test_a_new_board_at_its_prompt_needs_no_asking(bench):
    bench.at_prompt = True
    assert bench.flasher.flash().firmware == (1, 0, 0)


def test_firmware_of_another_version_lets_go_too(bench):
    bench.pico.version = 9
    bench.pico.reset()
    assert bench.flasher.flash().firmware == (1, 0, 0)


def test_the_boards_own_settings_stay(bench):
    bench.files[f"{PACKAGE}/settings.py"] = "LEDS = 12"
    bench.flasher.flash()
    assert bench.files[f"{PACKAGE}/settings.py"] == "LEDS = 12"
    assert any("keeps its settings" in line for line in bench.said)


def test_unless_others_are_given(bench, tmp_path):
    bench.files[f"{PACKAGE}/settings.py"] = "LEDS = 12"
    (tmp_path / "mine.py").write_text("LEDS = 85")
    bench.flasher.flash(tmp_path / "mine.py")
    assert bench.files[f"{PACKAGE}/settings.py"] == "LEDS = 85"


def test_a_board_that_does_not_come_back_is_named(bench):
    bench.stays_mute = True
    with pytest.raises(HardwareFault, match="was copied, but does not answer; "):
        bench.flasher.flash()


def test_a_board_that_still_speaks_another_version_is_named(bench):
    bench.boots_with = 3
    with pytest.raises(HardwareFault, match="speaks version 3 of the protocol"):
        bench.flasher.flash()


def test_an_old_firmware_after_copying_is_named(bench, monkeypatch):
    monkeypatch.setattr(flashing, "FIRMWARE", (1, 0, 1))
    with pytest.raises(HardwareFault, match=r"says firmware 1\.0\.0 after copying; flash it once more"):
        bench.flasher.flash()


def test_without_a_board_it_says_so(bench):
    bench.pico.unplug()
    with pytest.raises(HardwareFault, match="no microcontroller is plugged in; plug it in"):
        bench.flasher.flash()


# mpremote itself


def test_without_mpremote_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(flashing, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'yinsh-board\[flash\]'"):
        flashing.mpremote(["connect", "x", "reset"])


def test_mpremote_runs_in_this_python(monkeypatch):
    commands = []

    def run(command, **options):
        commands.append(command)
        return SimpleNamespace(returncode=0, stdout="True\n", stderr="")

    monkeypatch.setattr(flashing, "find_spec", lambda name: True)
    monkeypatch.setattr(subprocess, "run", run)
    assert flashing.mpremote(["connect", "x", "reset"]) == "True\n"
    assert commands == [[sys.executable, "-m", "mpremote", "connect", "x", "reset"]]


def test_its_complaint_is_passed_on(monkeypatch):
    failed = SimpleNamespace(returncode=1, stdout="", stderr="Traceback\nfailed to access x (it may be in use)\n")
    monkeypatch.setattr(flashing, "find_spec", lambda name: True)
    monkeypatch.setattr(subprocess, "run", lambda *words, **options: failed)
    with pytest.raises(HardwareFault, match=r"could not reset: failed to access x .*; see that MicroPython"):
        flashing.mpremote(["connect", "x", "reset"])


def test_mpremote_cannot_hang_it(monkeypatch):
    def run(command, **options):
        raise subprocess.TimeoutExpired(command, options["timeout"])

    monkeypatch.setattr(flashing, "find_spec", lambda name: True)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(HardwareFault, match="two minutes; plug the board in again"):
        flashing.mpremote(["connect", "x", "reset"])


# The command


def test_the_command_flashes_and_describes_the_board(bench, capsys):
    assert command.flash(bench.flasher, None) == 0
    assert capsys.readouterr().out == (
        "board e66153494d000001: firmware 1.0.0, 85 linear sensors, 91 LEDs, 3 buttons, 200 scans a second\n"
    )


def test_the_command_checks(bench, capsys, monkeypatch):
    assert command.check(bench.flasher) == 0
    monkeypatch.setattr(flashing, "FIRMWARE", (1, 1, 0))
    assert command.check(bench.flasher) == 1
    assert "this program brings firmware 1.1.0; run yinsh-board flash" in capsys.readouterr().out
    bench.at_prompt = True
    assert command.check(bench.flasher) == 1
    assert "nobody answers" in capsys.readouterr().out


def test_the_command_knows_when_the_settings_are_not_there(bench, tmp_path):
    with pytest.raises(BadConfig, match="there is no file"):
        command.flash(bench.flasher, tmp_path / "absent.py")


def test_the_command_is_in_the_list(capsys):
    assert cli.main(["flash", "--check", "--port", "a board that nobody has"]) == 1
    assert "no microcontroller is plugged in" in capsys.readouterr().err
