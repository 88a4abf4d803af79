"""``yinsh-board record``: from the door to a log that plays."""

import io

import pytest

from firmware_bridge import cli
from firmware_bridge.commands import record
from hardware.config import BoardConfig, parse_config
from hardware.config.settings import Replay
from hardware.errors import HardwareFault
from hardware.protocols import Frame, Sensing
from hardware.rawlog import LogHeader, LogReader, open_log
from hardware.registry import make_sensors
from hardware.sensors.replay import ReplaySensors
from hardware.supervise import SupervisedSensors

HEADER = LogHeader(Sensing.PRESENCE, linear=False)


class Script:
    """Sensors that follow a script: a reading for all points, or a fault."""

    linear = False

    def __init__(self, *acts, places=0):
        self.acts = list(acts)
        self.places = places
        self.closed = 0

    def open(self): ...

    def close(self):
        self.closed += 1

    def read(self, now):
        act = self.acts.pop(0) if self.acts else 9
        if isinstance(act, BaseException):
            raise act
        return None if act is None else Frame(now, (act,) * 85, (act,) * self.places)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def recorded(script, times):
    file, tally = io.StringIO(), record.Tally()
    record.record(SupervisedSensors(script, "sensors"), HEADER, file, times, tally)
    return file.getvalue(), tally


def test_every_frame_is_written_and_counted():
    text, tally = recorded(Script(0, None, 1), [5.0, 5.01, 5.02])
    reader = LogReader(io.StringIO(text))
    assert [(frame.time, frame.readings[0]) for frame in reader] == [(0.0, 0), (0.02, 1)]
    assert str(tally) == "2 frames"


def test_ring_places_are_recorded_where_the_frames_have_them():
    text, _ = recorded(Script(0, places=6), [0.0])
    assert LogReader(io.StringIO(text)).header.places


def test_faults_are_noted_with_their_cure_and_recording_goes_on():
    fault = HardwareFault("no answer from chip 3; check its power")
    text, tally = recorded(Script(0, fault, fault, 1), [0.0, 1.0, 1.1, 3.0])
    assert "# 1.1000 sensors: no answer from chip 3; check its power\n" in text
    assert "# 3.0000 sensors work again\n" in text
    assert str(tally) == "2 frames, 1 faults of the sensors (noted in the file)"


def test_a_full_log_ends_the_recording(monkeypatch):
    monkeypatch.setattr(record, "LogWriter", lambda file, header: type("Full", (), {"write": lambda self, frame: 0})())

    def times():
        yield 0.0
        raise AssertionError("it goes on")

    _, tally = recorded(Script(0), times())
    assert str(tally) == "0 frames, ended because the file is as big as a log may be"


def test_scans_keep_their_pace_and_end_in_time():
    now, slept = [100.0], []

    def sleep(seconds):
        slept.append(round(seconds, 4))
        now[0] += seconds

    times = list(record.ticks(0.01, 0.05, lambda: now[0], sleep))
    assert [round(at - 100, 4) for at in times] == [0.0, 0.01, 0.02, 0.03, 0.04]
    assert slept == [0.0, 0.01, 0.01, 0.01, 0.01]


def test_scans_that_come_too_late_are_not_made_up_for():
    now = [0.0]

    def sleep(seconds):
        now[0] += seconds

    times = record.ticks(0.01, None, lambda: now[0], sleep)
    next(times)
    now[0] = 5.0  # a scan took five seconds
    assert [round(next(times), 4) for _ in range(3)] == [5.0, 5.01, 5.02]


def test_through_the_door_a_board_in_memory_is_recorded_and_plays(tmp_path, capsys):
    assert cli.main(["record", "board.log", "--seconds", "0.02"]) == 0
    assert "recording to board.log; ctrl-C ends" in capsys.readouterr().out
    sensors = ReplaySensors(Replay(file=str(tmp_path / "board.log")))
    sensors.open()
    assert sensors.linear
    assert len(sensors.read(0.0).readings) == 85
    sensors.close()


def test_the_header_says_what_the_board_is():
    config = parse_config('[board]\nsensing = "presence"\n[sensors]\ndriver = "shift"\n[map]\norder = "row-serpentine"')
    header = record.header_of(config, make_sensors(config))
    assert (header.driver, header.sensing, header.linear) == ("shift", "presence", False)
    assert sorted(header.inputs) == list(range(85))
    assert record.header_of(BoardConfig(), Script()).inputs == ()


def test_ctrl_c_ends_a_recording_in_order(monkeypatch, capsys):
    script = Script(0, 1, KeyboardInterrupt())
    monkeypatch.setattr(record, "make_sensors", lambda config: script)
    monkeypatch.setattr(record.time, "sleep", lambda seconds: None)
    assert cli.main(["record", "board.log"]) == 0
    assert "board.log: 2 frames" in capsys.readouterr().out
    assert script.closed
    with open_log("board.log") as file:
        assert len(list(LogReader(file))) == 2


def test_a_board_that_does_not_open_is_said_and_leaves_no_file(tmp_path, capsys):
    (tmp_path / "board.toml").write_text('[sensors]\ndriver = "replay"\nreplay.file = "none.log"\n')
    assert cli.main(["record", "board.log"]) == 1
    assert "cannot open the log none.log" in capsys.readouterr().err
    assert not (tmp_path / "board.log").exists()


def test_an_old_log_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "board.log").write_text("precious")
    assert cli.main(["record", "board.log", "--seconds", "1"]) == 1
    assert "board.log exists already: name a file that does not" in capsys.readouterr().err
    assert (tmp_path / "board.log").read_text() == "precious"
