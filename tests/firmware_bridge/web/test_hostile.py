"""The short version of the experiment with hostile visitors."""

import asyncio

from firmware_bridge.web import server
from tests.faults import hostile_web


def test_hostile_visitors_change_nothing_and_raise_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(server, "OPENING", 0.5)
    answers, wrong = asyncio.run(hostile_web.run(150, tmp_path))
    assert wrong == []
    assert answers["origin: 403"]
    assert answers["host: 403"]
    assert answers["method: 405"]
    assert answers["path: 404"]
    assert answers["message: malformed"]
    assert answers["message: token"]
    assert answers["crowd: turned away"]
