"""rpi-ws281x crashes easily: whatever it does in its process, ours goes on and says what happened."""

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from types import MappingProxyType
from unittest.mock import MagicMock, call

import pytest

from hardware import pi
from hardware.config.settings import Ws281x
from hardware.errors import HardwareFault, MissingExtra
from hardware.lights import ws281x, ws281x_child
from hardware.lights.ws281x import CHILD, Ws281xLights
from tests.hardware.light_rigs import Ws281xRig, pretend

STRAIGHT = range(85)
WHITE = [(255, 255, 255)] * 85


@pytest.fixture
def rig(tmp_path):
    rig = Ws281xRig(STRAIGHT, tmp_path)
    yield rig
    rig.driver.close()


def told(rig, fault):
    rig.state.with_name(fault).touch()


def test_the_wires_are_passed_on(tmp_path):
    rig = Ws281xRig(STRAIGHT, tmp_path)
    wires = Ws281x(pin=13, dma=11, invert=True)
    driver = Ws281xLights(wires, STRAIGHT, command=pretend(tmp_path, rig.state), root=tmp_path)
    driver.open()
    driver.show(WHITE)
    shown = json.loads(rig.state.read_text())
    driver.close()
    wiring = {key: shown[key] for key in ("pin", "dma", "invert", "channel")}
    assert wiring == {"pin": 13, "dma": 11, "invert": True, "channel": 1}


def test_a_library_that_refuses_is_a_fault_with_a_cure(rig):
    told(rig, "refuse")
    with pytest.raises(HardwareFault, match=r"GPIO 18: .*not supported.*driver = 'spi'"):
        rig.driver.open()


def test_what_the_library_prints_is_no_answer(rig, capfd):
    told(rig, "print")
    rig.driver.open()
    for _ in range(3):
        rig.driver.show(WHITE)
    assert rig.seen() == WHITE
    assert capfd.readouterr().err.count("prints what it likes") == 3


def test_a_crash_ends_the_child_only(rig):
    rig.driver.open()
    told(rig, "crash")
    with pytest.raises(HardwareFault, match=f"exit code -{int(signal.SIGABRT)}"):
        rig.driver.show(WHITE)
    rig.state.with_name("crash").unlink()
    rig.driver.open()
    rig.driver.show(WHITE)
    assert rig.seen() == WHITE


def test_a_hang_is_a_fault_and_the_child_is_ended(rig, monkeypatch):
    monkeypatch.setattr(ws281x, "FRAME_SECONDS", 0.05)
    monkeypatch.setattr(ws281x, "STOP_SECONDS", 0.05)
    rig.driver.open()
    child = rig.driver._child._process
    told(rig, "hang")
    with pytest.raises(HardwareFault, match="no answer within"):
        rig.driver.show(WHITE)
    assert child.poll() == -signal.SIGKILL


def test_a_child_killed_from_outside_is_a_fault(rig):
    rig.driver.open()
    child = rig.driver._child._process
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    with pytest.raises(HardwareFault, match=r"crashed|reset|pipe"):
        rig.driver.show(WHITE)


def test_a_stop_signal_leaves_the_last_word_to_the_parent(rig):
    rig.driver.open()
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(rig.driver._child._process.pid, number)
    rig.driver.show(WHITE)
    assert rig.seen() == WHITE


def test_leds_go_dark_when_the_parent_is_killed(tmp_path):
    rig = Ws281xRig(STRAIGHT, tmp_path)
    command = pretend(tmp_path, rig.state)
    parent = run_python(
        f"""
        import os, signal
        from pathlib import Path
        from hardware.config.settings import Ws281x
        from hardware.lights.ws281x import Ws281xLights
        lights = Ws281xLights(Ws281x(), range(85), command={command!r}, root=Path({str(tmp_path)!r}))
        lights.open()
        lights.show([(9, 9, 9)] * 85)
        os.kill(os.getpid(), signal.SIGKILL)
        """
    )
    assert parent.returncode == -signal.SIGKILL
    assert rig.seen() == [(0, 0, 0)] * 85  # run_python returns when the child has closed its error stream, too


def test_the_real_library_off_a_pi_ends_nobody(tmp_path):
    pytest.importorskip("rpi_ws281x", reason="rpi-ws281x needs a compiler")
    if pi.model():
        pytest.skip("this is a Pi: the library may succeed")
    pretend(tmp_path, tmp_path / "unused")
    ours = run_python(
        f"""
        from pathlib import Path
        from hardware.config.settings import Ws281x
        from hardware.errors import HardwareFault
        from hardware.lights.ws281x import Ws281xLights
        lights = Ws281xLights(Ws281x(), range(85), root=Path({str(tmp_path)!r}))
        for attempt in range(3):
            try:
                lights.open()
            except HardwareFault as fault:
                print(fault)
            try:
                lights.show([(1, 1, 1)] * 85)
            except HardwareFault:
                pass
            lights.close()
        """
    )
    assert ours.returncode == 0, ours.stderr
    assert ours.stdout.count("ws2811_init failed") == 3


def test_the_real_librarys_own_process_does_not_crash_either():
    pytest.importorskip("rpi_ws281x", reason="rpi-ws281x needs a compiler")
    if pi.model():
        pytest.skip("this is a Pi: the library may succeed")
    wires = json.dumps({"num": 85, "pin": 18, "dma": 10, "invert": False, "channel": 0})
    child = subprocess.run([*CHILD, wires], input=b"", capture_output=True, check=False)
    assert child.returncode == 1
    assert child.stdout.startswith(b"fault: ws2811_init failed")


def test_without_the_library_the_extra_is_named(tmp_path):
    (tmp_path / "rpi_ws281x.py").write_text("raise ImportError('No module named rpi_ws281x')")
    pretend(tmp_path, tmp_path / "unused")
    command = ["env", f"PYTHONPATH={tmp_path}", *CHILD]
    with pytest.raises(MissingExtra, match=r"yinsh-board\[pi\]"):
        Ws281xLights(Ws281x(), STRAIGHT, command=command, root=tmp_path).open()


def test_a_process_that_cannot_be_started_is_a_fault(tmp_path):
    pretend(tmp_path, tmp_path / "unused")
    with pytest.raises(HardwareFault, match="cannot start a process"):
        Ws281xLights(Ws281x(), STRAIGHT, command=[str(tmp_path / "nothing")], root=tmp_path).open()


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("", "Raspberry Pi only"),
        ("Raspberry Pi 5 Model B Rev 1.0", "Raspberry Pi 5 Model B Rev 1.0; .*driver = 'spi'"),
        ("Raspberry Pi Compute Module 5 Rev 1.0", "driver = 'spi'"),
    ],
)
def test_a_model_it_does_not_know_is_refused_before_any_call(tmp_path, model, said):
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text(model)
    driver = Ws281xLights(Ws281x(), STRAIGHT, command=["false"], root=tmp_path)
    with pytest.raises(HardwareFault, match=said):
        driver.open()


@pytest.mark.parametrize(
    ("name", "generation"),
    [
        ("", 0),
        ("Raspberry Pi Model B Rev 2", 1),
        ("Raspberry Pi Zero W Rev 1.1", 1),
        ("Raspberry Pi Zero 2 W Rev 1.0", 2),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", 3),
        ("Raspberry Pi Compute Module 4 Rev 1.1", 4),
        ("Raspberry Pi 500 Rev 1.0", 5),
        ("Raspberry Pi 5 Model B Rev 1.0", 5),
    ],
)
def test_generations_by_name(name, generation):
    assert pi.generation(name) == generation


class TestChild:
    """The child's conversation, without a process around it."""

    WIRES = MappingProxyType({"num": 2, "pin": 18, "dma": 10, "invert": False, "channel": 0})

    @pytest.fixture(autouse=True)
    def library(self, tmp_path, monkeypatch):
        monkeypatch.syspath_prepend(str(Path(__file__).with_name("fake_modules")))
        monkeypatch.delitem(sys.modules, "rpi_ws281x", raising=False)
        monkeypatch.setenv("FAKE_STRIP", str(tmp_path / "strip.json"))
        yield
        sys.modules.pop("rpi_ws281x", None)

    def talk(self, frames):
        answer = io.BytesIO()
        code = ws281x_child.converse(dict(self.WIRES), io.BytesIO(frames), answer)
        return code, answer.getvalue()

    def test_a_line_for_the_beginning_and_one_for_each_frame(self):
        assert self.talk(bytes(12)) == (0, b"ok\nok\nok\n")

    def test_half_a_frame_at_the_end_is_not_shown(self, tmp_path):
        assert self.talk(b"\x01\x02\x03\x04\x05\x06" + b"\xff" * 5) == (0, b"ok\nok\n")
        assert json.loads((tmp_path / "strip.json").read_text())["pixels"] == [0, 0]

    def test_a_refusal_touches_no_pixel(self, tmp_path):
        (tmp_path / "refuse").touch()
        code, answer = self.talk(bytes(6))  # touching one would abort this very process
        assert (code, answer[:12]) == (1, b"fault: ws281")
        assert not (tmp_path / "strip.json").exists()

    def test_a_failure_in_mid_show_is_said_once(self, tmp_path):
        (tmp_path / "fail").touch()
        assert self.talk(bytes(6)) == (1, b"ok\nfault: ws2811_render failed with code -10 (DMA error)\n")

    def test_a_missing_library_is_said(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "rpi_ws281x", None)
        code, answer = self.talk(b"")
        assert (code, answer[:9]) == (1, b"missing: ")

    def test_the_colours_arrive_as_numbers(self):
        strip = MagicMock()
        ws281x_child.paint(strip, bytes((1, 2, 3, 255, 0, 16)))
        assert strip.mock_calls == [call.__setitem__(0, 0x010203), call.__setitem__(1, 0xFF0010), call.show()]


def run_python(source):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
