"""The install script, as far as it goes without changing this computer."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd" / "install.sh"


def install(root, *words):
    environ = {"PATH": os.environ["PATH"], "ROOT": str(root)}
    return subprocess.run([SCRIPT, *words], capture_output=True, text=True, check=False, env=environ, cwd=ROOT)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_the_script_is_clean():
    told = subprocess.run(["shellcheck", SCRIPT], capture_output=True, text=True, check=False)
    assert told.stdout == ""


def test_a_dry_run_changes_nothing(tmp_path):
    told = install(tmp_path, "--dry-run")
    assert told.returncode == 0, told.stderr
    assert "would do: python3 -m venv" in told.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("board", "devices", "bus"),
    [
        ("full-serial", ["serial"], ""),
        ("full-mcp3008", ["gpio", "spi"], "dtparam=spi=on"),
        ("presence-mcp23017", ["i2c", "spi"], "dtparam=i2c_arm=on"),
        ("virtual", [], ""),
    ],
)
def test_devices_and_buses_follow_the_board(tmp_path, board, devices, bus):
    boot = tmp_path / "boot" / "firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("[all]\n")
    told = install(tmp_path, "--dry-run", f"hardware/boards/{board}.toml")
    allowed = [line.rpartition(" ")[2] for line in told.stdout.splitlines() if "may use" in line]
    assert set(devices) <= set(allowed)
    assert bus in told.stdout
    assert ("sudo reboot" in told.stdout) == bool({"spi", "i2c"} & set(allowed))


def test_a_bus_that_is_on_is_left_alone(tmp_path):
    boot = tmp_path / "boot" / "firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text("dtparam=spi=on\ndtparam=i2c_arm=on\n")
    assert "reboot" not in install(tmp_path, "--dry-run", "hardware/boards/presence-mcp23017.toml").stdout


def test_uninstalling_leaves_games_and_configuration(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root may uninstall")
    keep = [tmp_path / "var/lib/yinsh-board/games.sqlite", tmp_path / "etc/yinsh-board/board.toml"]
    gone = [tmp_path / "opt/yinsh-board/bin/python", tmp_path / "etc/systemd/system/yinsh-board.service"]
    for path in keep + gone:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert install(tmp_path, "--uninstall").returncode == 0
    assert all(path.exists() for path in keep)
    assert not any(path.exists() for path in gone)


def test_a_faulty_board_is_refused_before_anything_happens(tmp_path):
    faulty = tmp_path / "board.toml"
    faulty.write_text('[sensors]\ndriver = "telepathy"\n')
    told = install(tmp_path / "root", "--dry-run", str(faulty))
    assert told.returncode == 1
    assert "telepathy" in told.stderr
    assert "would do" not in told.stdout


@pytest.mark.parametrize("word", ["--nonsense", "nowhere.toml"])
def test_a_wrong_word_is_told(tmp_path, word):
    told = install(tmp_path, word)
    assert told.returncode == 1
    assert word in told.stderr
