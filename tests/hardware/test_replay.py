import contextlib

import pytest

from hardware.config.settings import Replay
from hardware.errors import HardwareFault
from hardware.protocols import Frame, Sensing
from hardware.rawlog import LogHeader, LogWriter
from hardware.sensors.replay import ReplaySensors

HEADER = LogHeader(Sensing.PRESENCE, linear=False)


def frame(time, number):
    """A frame that says which it is."""
    return Frame(time, (number,) * 85)


@pytest.fixture
def log(tmp_path):
    """Five frames, 10 ms apart, the last after a pause; the clock of the recording stood at 1000 s."""
    path = tmp_path / "board.log"
    with path.open("w") as file:
        writer = LogWriter(file, HEADER)
        for number, time in enumerate((1000.0, 1000.01, 1000.02, 1000.03, 1002.0)):
            writer.write(frame(time, number))
    return path


@pytest.fixture
def replay():
    """Open a log, and close it afterwards."""
    with contextlib.ExitStack() as stack:

        def make(path, **settings):
            sensors = ReplaySensors(Replay(file=str(path), **settings), range(85))
            stack.callback(sensors.close)
            sensors.open()
            return sensors

        yield make


def numbers(sensors, times):
    frames = [sensors.read(now) for now in times]
    return [None if each is None else each.readings[0] for each in frames]


def test_the_first_reading_starts_the_log(log, replay):
    assert replay(log).read(77.5) == frame(77.5, 0)


def test_frames_come_when_they_came(log, replay):
    sensors = replay(log)
    assert numbers(sensors, [5.0, 5.005, 5.0101, 5.015, 5.0201, 5.0301, 5.5, 6.99, 7.01]) == [
        0, None, 1, None, 2, 3, None, None, 4,
    ]  # fmt: skip


def test_a_frame_bears_the_time_when_it_was_due(log, replay):
    sensors = replay(log)
    sensors.read(5.0)
    assert sensors.read(5.018).time == pytest.approx(5.01)


def test_of_several_frames_that_are_due_the_latest_counts(log, replay):
    assert numbers(replay(log), [0.0, 0.025, 0.5, 9.0]) == [0, 2, 3, 4]


@pytest.mark.parametrize("speed", [0.5, 10.0])
def test_it_can_be_faster_or_slower(log, speed, replay):
    times = [0.0, 0.009 / speed, 0.011 / speed, 1.9 / speed, 2.1 / speed]
    assert numbers(replay(log, speed=speed), times) == [0, None, 1, 3, 4]


def test_at_the_end_the_board_stays_as_it_is(log, replay):
    sensors = replay(log)
    sensors.read(0.0)
    assert not sensors.finished
    sensors.read(3.0)
    assert sensors.finished
    assert sensors.read(3.5) == frame(3.5, 4)
    assert sensors.read(4.0) == frame(4.0, 4)


def test_it_can_start_again_at_the_end(log, replay):
    sensors = replay(log, repeat=True)
    assert numbers(sensors, [0.0, 3.0, 3.5, 3.505, 3.511, 9.0, 9.1]) == [0, 4, 0, None, 1, 4, 0]


def test_a_clock_that_jumps_by_years_plays_the_log_once(log, replay):
    sensors = replay(log, repeat=True)
    sensors.read(0.0)
    assert sensors.read(1e9).readings[0] == 4


@pytest.mark.parametrize("linear", [True, False])
def test_it_knows_from_the_header_whether_it_is_linear_even_before_it_is_opened(tmp_path, linear):
    path = tmp_path / "board.log"
    with path.open("w") as file:
        LogWriter(file, LogHeader(Sensing.FULL, linear=linear)).write(frame(0, 0))
    assert ReplaySensors(Replay(file=str(path))).linear is linear


def test_without_a_log_it_is_not_linear(tmp_path):
    assert ReplaySensors(Replay(file=str(tmp_path / "none.log"))).linear is False


def test_a_log_that_is_not_there_is_a_fault_with_a_cure(tmp_path, replay):
    with pytest.raises(HardwareFault, match=r"none\.log: No such file or directory; check sensors\.replay\.file"):
        replay(tmp_path / "none.log")


def test_a_log_without_frames_is_a_fault(tmp_path, replay):
    path = tmp_path / "board.log"
    path.write_text(str(HEADER))
    with pytest.raises(HardwareFault, match=r"board\.log holds no frame; record it again"):
        replay(path)


def test_something_else_is_a_fault(tmp_path, replay):
    path = tmp_path / "board.log"
    path.write_text("Dear diary\n")
    with pytest.raises(HardwareFault, match=r"board\.log, line 1: this is not a log of this program"):
        replay(path)


def test_a_bad_line_is_a_fault_when_it_is_reached(log, replay):
    log.write_text(log.read_text() + "3.0000 F6=oops\n9.0000\n")
    sensors = replay(log)
    assert numbers(sensors, [0.0, 0.04]) == [0, 3]
    with pytest.raises(HardwareFault, match=r"board\.log, line 13: 'oops' is no reading; record it again"):
        sensors.read(3.1)
    with pytest.raises(HardwareFault, match="not open"):
        sensors.read(3.2)


def test_a_log_cut_off_by_a_power_cut_is_played_to_its_last_whole_frame(log, replay):
    log.write_text(log.read_text()[:-3])
    assert numbers(replay(log), [0.0, 5.0]) == [0, 3]
