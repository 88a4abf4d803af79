"""The unit as systemd's own judge sees it; skipped where there is no such judge."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.devices import KINDS, kinds, packages
from hardware.config import load_config, parse_config
from hardware.registry import CONTROLS, LIGHTS, SENSORS, SOUNDERS
from tests.faults import sandbox
from tests.faults.sandbox import DEVICES, UNIT

ROOT = Path(__file__).parents[2]

needs_judge = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


@pytest.fixture
def unit(tmp_path):
    """The unit as installed, with a program that is there."""
    path = tmp_path / UNIT.name
    path.write_text(UNIT.read_text().replace("/opt/yinsh-board/bin/yinsh-board", "/bin/true"))
    return path


def judge(*words):
    return subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True, check=False)


def add(unit, *drop_ins):
    folder = unit.with_name(unit.name + ".d")
    folder.mkdir(exist_ok=True)
    for drop_in in drop_ins:
        shutil.copy(drop_in, folder)


@needs_judge
@pytest.mark.parametrize("drop_ins", [(), *((path,) for path in DEVICES), DEVICES], ids=lambda paths: f"{len(paths)}")
def test_nothing_in_the_unit_is_unknown_or_wrong(unit, drop_ins):
    add(unit, *drop_ins)
    told = judge("verify", unit)
    assert (told.returncode, told.stderr) == (0, "")


@needs_judge
def test_the_judge_would_notice_an_unknown_key(unit):
    unit.write_text(unit.read_text().replace("WatchdogSec", "WatchdogSeconds"))
    assert "WatchdogSeconds" in judge("verify", unit).stderr


@needs_judge
@pytest.mark.parametrize("chosen", sandbox.CHOICES, ids=lambda paths: "+".join(path.stem for path in paths) or "none")
def test_exposure_is_low_whatever_the_drivers_need(chosen):
    assert sandbox.exposure(*chosen) <= sandbox.MOST


@needs_judge
def test_the_judge_would_notice_an_open_door(unit, tmp_path):
    unit.write_text(unit.read_text().replace("DevicePolicy=closed", "DevicePolicy=auto"))
    open_to_all = tmp_path / "all.conf"
    open_to_all.write_text("[Service]\nDynamicUser=no\nPrivateUsers=no\nNoNewPrivileges=no\n")
    assert sandbox.exposure(open_to_all, unit=unit) > sandbox.MOST


def settings():
    return dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if re.match(r"[A-Z]\w+=", line))


def test_the_unit_never_gives_up_and_notices_a_hang():
    unit = settings()
    assert unit["StartLimitIntervalSec"] == "0"
    assert unit["Restart"] == "always"
    assert unit["Type"] == "notify"
    assert int(unit["WatchdogSec"]) <= 30


def test_devices_are_closed_but_for_what_a_driver_needs():
    assert settings()["DevicePolicy"] == "closed"
    assert "DeviceAllow" not in UNIT.read_text()
    needed = {kind for drivers in KINDS.values() for names in drivers.values() for kind in names}
    assert needed == {path.stem for path in DEVICES}


def test_every_driver_of_metal_names_its_devices():
    drivers = {"sensors": SENSORS, "lights": LIGHTS, "controls": CONTROLS, "sounder": SOUNDERS}
    in_memory = {"virtual", "none", "replay", "terminal"}
    for part, names in drivers.items():
        assert set(names) - in_memory == set(KINDS[part])


@pytest.mark.parametrize("path", sorted((ROOT / "hardware" / "boards").glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_has_drop_ins(path):
    assert {f"{kind}.conf" for kind in kinds(load_config(path))} <= {path.name for path in DEVICES}


def test_a_board_in_memory_needs_no_device():
    assert kinds(parse_config("")) == []


def test_only_what_the_drivers_import_is_installed():
    assert packages(parse_config("")) == []
    assert packages(load_config(ROOT / "hardware/boards/full-serial.toml")) == ["pyserial"]
    assert "lgpio" in packages(load_config(ROOT / "hardware/boards/rings-matrix.toml"))
    config = parse_config('[lights]\ndriver = "ws281x"')
    assert packages(config) == ["rpi-ws281x"]
