"""Logs that can be searched and do not fill a card."""

import logging
import socket

import pytest

from firmware_bridge import logs
from firmware_bridge.logs import BURST, INTERVAL, JournaldHandler, RateLimit


def record(text="hello", line=1, level=logging.INFO):
    return logging.LogRecord("firmware_bridge.keeper", level, "keeper.py", line, text, (), None)


class TestRateLimit:
    def test_a_place_that_keeps_talking_is_silenced_and_counted(self):
        now = [0.0]
        limit = RateLimit(lambda: now[0])
        passed = [limit.filter(record()) for _ in range(BURST + 7)]
        assert passed == [True] * BURST + [False] * 7
        now[0] = INTERVAL
        last = record()
        assert limit.filter(last)
        assert last.getMessage() == "hello (7 lines like this were left out)"

    def test_another_place_is_heard(self):
        limit = RateLimit(lambda: 0.0)
        for _ in range(100):
            limit.filter(record())
        assert limit.filter(record(line=2))

    def test_a_few_lines_in_a_long_time_are_left_alone(self):
        now = [0.0]
        limit = RateLimit(lambda: now[0])
        for _ in range(50):
            now[0] += INTERVAL
            each = record()
            assert limit.filter(each)
            assert each.getMessage() == "hello"

    def test_what_it_remembers_is_bounded(self, monkeypatch):
        monkeypatch.setattr(logs, "MOST_PLACES", 10)
        limit = RateLimit(lambda: 0.0)
        for line in range(1000):
            limit.filter(record(line=line))
        assert len(limit._places) <= 11


class TestJournald:
    @pytest.fixture
    def journald(self, tmp_path):
        line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        line.bind(str(tmp_path / "journal"))
        line.settimeout(5)
        yield line
        line.close()

    def test_a_record_has_fields(self, journald):
        handler = JournaldHandler(journald.getsockname())
        handler.emit(record(level=logging.WARNING))
        fields = dict(line.split(b"=", 1) for line in journald.recv(5000).splitlines())
        assert fields[b"MESSAGE"] == b"hello"
        assert fields[b"PRIORITY"] == b"4"
        assert fields[b"YINSH_PART"] == b"keeper"
        handler.close()

    def test_lines_within_a_message_cannot_forge_fields(self, journald):
        handler = JournaldHandler(journald.getsockname())
        handler.emit(record("one\nPRIORITY=0"))
        data = journald.recv(5000)
        assert data.startswith(b"MESSAGE\n" + len(b"one\nPRIORITY=0").to_bytes(8, "little") + b"one\nPRIORITY=0\n")
        assert b"\nPRIORITY=6\n" in data
        handler.close()

    def test_without_journald_the_message_is_not_lost(self, tmp_path, capsys):
        handler = JournaldHandler(str(tmp_path / "nobody"))
        handler.emit(record())
        assert capsys.readouterr().err == "hello\n"
        handler.close()
