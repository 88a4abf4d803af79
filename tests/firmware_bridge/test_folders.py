"""Where the state of a board is kept, and which calibration it has."""

import errno
from pathlib import Path

import pytest

from firmware_bridge.folders import FolderInUse, calibration_file, calibration_of, claimed, state_folder
from hardware.calibration import Calibration, save_calibration
from hardware.config import BoardConfig, parse_config
from hardware.errors import BadCalibration
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard, factory_calibration


def test_the_folder_that_is_set_starts_at_the_configuration(tmp_path):
    config = parse_config('[state]\ndirectory = "games"\n', str(tmp_path / "board.toml"))
    assert state_folder(config, {"STATE_DIRECTORY": "/var/lib/yinsh"}) == tmp_path / "games"


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"STATE_DIRECTORY": "/var/lib/yinsh:/other", "HOME": "/home/ann"}, "/var/lib/yinsh"),
        ({"XDG_STATE_HOME": "/home/ann/.state", "HOME": "/home/ann"}, "/home/ann/.state/yinsh-board"),
        ({"HOME": "/home/ann"}, "/home/ann/.local/state/yinsh-board"),
    ],
)
def test_else_the_one_that_systemd_gives_or_the_users_own(environ, folder):
    assert state_folder(BoardConfig(), environ) == Path(folder)


def test_a_folder_is_for_one_daemon_at_a_time(tmp_path):
    folder = tmp_path / "state"
    with (
        claimed(folder),
        pytest.raises(FolderInUse, match=r"in .*/state; stop that one, or give .* --state"),
        claimed(folder),
    ):
        pass
    with claimed(folder):
        pass  # free again


def test_a_folder_that_cannot_be_made_is_left_to_the_journal(tmp_path):
    (tmp_path / "file").touch()
    with claimed(tmp_path / "file" / "state"):
        pass


def test_a_folder_that_cannot_be_locked_is_used_all_the_same(tmp_path, monkeypatch):
    def flock(handle, how):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    with claimed(tmp_path):
        pass


def configured(folder, text=""):
    return parse_config(text, str(folder / "board.toml"))


def test_boards_in_memory_come_calibrated_until_they_are_calibrated(tmp_path):
    config = configured(tmp_path, '[sensors.virtual]\nseed = 5\n[state]\ndirectory = "state"\n')
    board = VirtualBoard(seed=5)
    assert calibration_of(config, board) == factory_calibration(board)
    own = Calibration.ordinary(Sensing.FULL)
    save_calibration(own, calibration_file(config))
    assert calibration_of(config, board) == own


def test_a_real_board_must_be_calibrated(tmp_path):
    config = configured(tmp_path, '[sensors]\ndriver = "mcp3008"\n[state]\ndirectory = "state"\n')
    assert calibration_file(config) == tmp_path / "state" / "calibration.toml"
    with pytest.raises(BadCalibration, match="`yinsh-board calibrate`"):
        calibration_of(config)
