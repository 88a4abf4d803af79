"""Failures become waits and words."""

import errno
import logging
import termios
from pathlib import Path

import pytest

from hardware.errors import SERVICE, HardwareFault, MissingExtra
from hardware.trouble import LONGEST_WAIT, OTHERWISE, Trouble, in_words

PULLED = HardwareFault("no answer from /dev/ttyACM0; plug the cable in again")


def waits(failures):
    """How long each of so many failures in a row makes us wait, to a hundredth of a second."""
    trouble, result = Trouble("sensors"), []
    for _ in range(failures):
        trouble.failed(PULLED, 100.0)
        result.append(next(step / 100 for step in range(1000) if trouble.may_try(100.0 + step / 100)))
    return result


def test_the_first_retry_is_at_once_and_each_wait_is_twice_the_last_up_to_a_bound():
    assert waits(8) == [0.0, 0.1, 0.2, 0.4, 0.8, 1.6, 1.6, 1.6]
    assert LONGEST_WAIT < 2


def test_a_board_unplugged_for_a_year_does_not_overflow():
    trouble = Trouble("sensors")
    for second in range(5000):
        trouble.failed(PULLED, second * 1e4)
    assert not trouble.may_try(4999e4)
    assert trouble.may_try(4999e4 + LONGEST_WAIT)


def test_a_success_forgets_the_waits():
    trouble = Trouble("sensors")
    for _ in range(5):
        trouble.failed(PULLED, 0.0)
    trouble.recovered(0.0)
    assert trouble.may_try(0.0)
    trouble.failed(PULLED, 0.0)
    assert trouble.may_try(0.0)


def test_a_single_glitch_is_counted_but_is_no_fault():
    trouble = Trouble("sensors")
    trouble.failed(PULLED, 1.0)
    assert trouble.health.ok
    trouble.recovered(1.1)
    assert trouble.health.ok
    assert trouble.health.count == 1


def test_a_fault_says_who_what_since_when_how_often_and_what_to_do():
    trouble = Trouble("sensors")
    for now in (1.0, 2.0, 3.0):
        trouble.failed(PULLED, now)
    health = trouble.health
    assert health.fault == "sensors: no answer from /dev/ttyACM0"
    assert health.cure == "plug the cable in again"
    assert (health.ok, health.since, health.count) == (False, 2.0, 3)
    trouble.recovered(4.0)
    assert (trouble.health.ok, trouble.health.fault, trouble.health.since) == (True, "", 4.0)


def test_what_is_wrong_now_is_told_with_the_time_of_the_first_failure():
    trouble = Trouble("sensors")
    trouble.failed(PULLED, 1.0)
    trouble.failed(PULLED, 1.0)
    trouble.failed(HardwareFault("wrong firmware; flash it"), 5.0)
    assert (trouble.health.fault, trouble.health.cure, trouble.health.since) == (
        "sensors: wrong firmware", "flash it", 1.0
    )  # fmt: skip


def test_the_log_gets_a_line_when_it_breaks_and_one_when_it_works(caplog):
    caplog.set_level(logging.INFO)
    trouble = Trouble("lights")
    for now in range(10):
        trouble.failed(PULLED, float(now))
    trouble.recovered(11.0)
    trouble.recovered(12.0)
    assert [record.getMessage() for record in caplog.records] == [
        "lights: no answer from /dev/ttyACM0; plug the cable in again",
        "lights: works again after 10 failures",
    ]


def test_an_error_that_no_driver_should_raise_leaves_its_traceback_in_the_log(caplog):
    trouble = Trouble("lights")
    for _ in range(2):
        trouble.failed(ZeroDivisionError("division by zero"), 0.0)
    (record,) = caplog.records
    assert record.exc_info
    assert trouble.health.fault == "lights: ZeroDivisionError: division by zero"


@pytest.mark.parametrize(
    ("error", "fault", "cure"),
    [
        (PULLED, "no answer from /dev/ttyACM0", "plug the cable in again"),
        (HardwareFault("bad; try this; or that"), "bad", "try this; or that"),
        (MissingExtra("needs smbus2", "pi"), "needs smbus2", "pip install 'yinsh-board[pi]'"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/spidev0.0"), "Permission denied", "groups gpio"),
        (OSError(errno.EREMOTEIO, "Remote I/O error"), "Remote I/O error", "the power of the chip"),
        (termios.error(errno.EIO, "Input/output error"), "Input/output error", "cable and the power"),
        (ValueError(), "ValueError", OTHERWISE),
        (OSError(), "OSError", OTHERWISE),
    ],
)
def test_errors_in_words(error, fault, cure):
    said = in_words(error)
    assert fault in said[0]
    assert cure in said[1]


def test_the_service_gets_its_packages_by_the_install_script(monkeypatch):
    monkeypatch.setattr("sys.prefix", SERVICE)
    assert in_words(MissingExtra("needs smbus2", "pi"))[1].startswith("run systemd/install.sh again")


@pytest.mark.parametrize(
    ("prefix", "pip"),
    [("/usr", "pip"), ("/home/zoe/yinsh", "/home/zoe/yinsh/bin/pip"), ("/my venv", "'/my venv/bin/pip'")],
)
def test_packages_go_where_the_program_runs(monkeypatch, prefix, pip):
    monkeypatch.setattr("sys.base_prefix", "/usr")
    monkeypatch.setattr("sys.prefix", prefix)
    assert in_words(MissingExtra("needs smbus2", "pi"))[1] == f"{pip} install 'yinsh-board[pi]'"


def test_the_install_script_puts_the_program_there():
    script = Path(__file__).parents[2] / "systemd" / "install.sh"
    assert f"PREFIX=$ROOT{SERVICE}\n" in script.read_text()


def test_the_system_error_behind_a_driver_error_names_the_cure():
    error = HardwareFault("cannot open the bus")
    error.__cause__ = FileNotFoundError(errno.ENOENT, "No such file or directory")
    assert in_words(error) == ("cannot open the bus", in_words(error.__cause__)[1])
    assert "raspi-config" in in_words(error)[1]
