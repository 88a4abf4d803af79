"""What systemd hears."""

import os
import socket

import pytest

from firmware_bridge.notify import Notifier, Pulse


@pytest.fixture
def manager(tmp_path):
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(tmp_path / "notify"))
    line.settimeout(5)
    yield line
    line.close()


def test_lines_go_to_the_manager_in_one_datagram(manager):
    Notifier({"NOTIFY_SOCKET": manager.getsockname()}).send("READY=1", "STATUS=all is well")
    assert manager.recv(100) == b"READY=1\nSTATUS=all is well"


def test_an_abstract_socket_is_found():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0yinsh-{os.getpid()}")
        line.settimeout(5)
        Notifier({"NOTIFY_SOCKET": f"@yinsh-{os.getpid()}"}).send("READY=1")
        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all"}])
def test_without_a_manager_nothing_happens(environ):
    Notifier(environ).send("READY=1")


def test_the_watchdog_is_for_this_process_only():
    assert Notifier({"WATCHDOG_USEC": "5000000"}).watchdog == 5.0
    assert Notifier({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": str(os.getpid())}).watchdog == 5.0
    assert Notifier({"WATCHDOG_USEC": "5000000", "WATCHDOG_PID": "1"}).watchdog == 0
    assert Notifier({}).watchdog == 0


def test_a_pulse_needs_every_counter_to_move():
    pulse = Pulse(0, 0)
    assert pulse.moved(1, 1)
    assert not pulse.moved(2, 1)
    assert not pulse.moved(3, 1)
    assert pulse.moved(3, 2)
    assert not pulse.moved(3, 3)
