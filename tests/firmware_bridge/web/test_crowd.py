"""The short version of the experiment with a thousand spectators."""

import asyncio

from firmware_bridge.web import crowd, door
from tests.faults import spectators


def test_fifty_spectators_of_which_five_are_stuck(tmp_path, monkeypatch):
    monkeypatch.setattr(crowd, "OUTBOX", 1000)
    monkeypatch.setattr(crowd, "STUCK", 2.0)
    monkeypatch.setattr(door, "SEND_BUFFER", 1000)
    found = asyncio.run(spectators.run(50, 5, 2, tmp_path))
    assert found.left == 45
    assert len(found.alone) == len(found.crowded) == 2
    assert found.heard > 45 * 1000
