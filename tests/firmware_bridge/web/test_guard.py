import pytest

from firmware_bridge.web.crowd import Client
from firmware_bridge.web.door import PER_ADDRESS, Door
from firmware_bridge.web.guard import BURST, RATE, host_is_ours, is_loopback, may_speak, origin_is_ours, own_names

NAMES = own_names(["cafe.example"])


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]", "CAFE.example", "192.168.1.7:80"]
)
def test_this_computers_own_names_are_answered(host):
    assert host_is_ours(host, NAMES, "192.168.1.7")


@pytest.mark.parametrize(
    "host", [None, "", ":", ":80", "evil.example", "localhost.evil.example", "192.168.1.8", "127.0.0.1.nip.io", "[::1"]
)
def test_other_names_are_not(host):
    assert not host_is_ours(host, NAMES, "192.168.1.7")


def test_an_origin_is_our_own_page_or_nothing():
    assert origin_is_ours([], "localhost:8080")
    assert origin_is_ours(["http://localhost:8080"], "localhost:8080")
    assert origin_is_ours(["https://cafe.example"], "cafe.example")
    for origin in ("http://evil.example", "null", "", "http://localhost", "http://localhost:8080.evil.example"):
        assert not origin_is_ours([origin], "localhost:8080")
    assert not origin_is_ours(["http://localhost:8080"] * 2, "localhost:8080")


@pytest.mark.parametrize(
    ("address", "expected"), [("127.0.0.1", True), ("::1", True), ("192.168.1.7", False), ("x", False)]
)
def test_loopback(address, expected):
    assert is_loopback(address) is expected


def test_a_client_may_say_much_at_once_but_not_for_long():
    client = Client(connection=None, tokens=BURST, counted=0.0)
    assert sum(may_speak(client, 0.0) for _ in range(200)) == BURST
    assert sum(may_speak(client, 1.0) for _ in range(200)) == RATE


def test_the_door_counts_everyone_and_each_place():
    door = Door(100)
    assert all(door.enter("192.168.1.7") for _ in range(PER_ADDRESS))
    assert not door.enter("192.168.1.7")
    assert all(door.enter("127.0.0.1") for _ in range(100 - PER_ADDRESS))
    assert not door.enter("127.0.0.1")
    door.leave("192.168.1.7")
    assert door.enter("127.0.0.1")
    assert door.inside == 100
    assert door.turned_away == 2
