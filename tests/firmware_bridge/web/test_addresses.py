"""Where browsers are sent."""

import socket

import pytest

from firmware_bridge.web import addresses
from firmware_bridge.web.addresses import network_address, page_address
from firmware_bridge.web.guard import local_name, own_names


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.1.1", "::1"])
def test_a_page_for_this_computer_has_no_address_for_others(host):
    assert network_address(host, 8080) is None
    assert page_address(host, 8080) == "http://localhost:8080/"


@pytest.mark.parametrize(("host", "written"), [("10.0.0.5", "10.0.0.5"), ("fd00::5", "[fd00::5]"), ("yinsh", "yinsh")])
def test_an_address_that_was_chosen_is_told(host, written):
    assert network_address(host, 80) == page_address(host, 80) == f"http://{written}:80/"


class _Probe:
    """A socket in a network, or in none."""

    def __init__(self, address):
        self._address = address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if not self._address:
            raise OSError("network is unreachable")

    def getsockname(self):
        return (self._address, 40000)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_who_listens_everywhere_is_found_by_number(host, monkeypatch):
    monkeypatch.setattr(addresses.socket, "socket", lambda *_: _Probe("192.168.1.23"))
    assert network_address(host, 8080) == "http://192.168.1.23:8080/"


def test_without_a_way_out_the_name_that_phones_ask_for_is_told(monkeypatch):
    monkeypatch.setattr(addresses.socket, "socket", lambda *_: _Probe(""))
    monkeypatch.setattr(socket, "gethostname", lambda: "Yinsh.cafe.example")
    assert network_address("0.0.0.0", 8080) == "http://yinsh.local:8080/"
    assert local_name() in own_names()
