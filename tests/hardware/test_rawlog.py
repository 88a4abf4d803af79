import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.protocols import Frame, Sensing
from hardware.rawlog import LONGEST_LINE, BadLog, LogHeader, LogReader, LogWriter, open_log

SWITCHES = LogHeader(Sensing.PRESENCE, linear=False, driver="shift", inputs=tuple(range(85)))
START = f"{SWITCHES}0.0000 :{' 0' * 85}\n"


def written(header, frames, **options):
    file = io.StringIO()
    log = LogWriter(file, header, **options)
    taken = [log.write(frame) for frame in frames]
    return file.getvalue(), taken


def read(text):
    reader = LogReader(io.StringIO(text), "board.log")
    return reader.header, list(reader)


def frame(time, **pieces):
    readings = [0] * 85
    for name, reading in pieces.items():
        readings[{"F6": 42, "K10": 84}[name]] = reading
    return Frame(time, tuple(readings))


def problem(text):
    with pytest.raises(BadLog) as caught:
        read(text)
    return str(caught.value)


readings = st.tuples(*[st.integers(-512, 511)] * 91)
steps = st.floats(0, 1000).map(lambda step: round(step, 4))


@given(st.lists(st.tuples(steps, readings), min_size=1, max_size=5), st.booleans(), st.sampled_from(Sensing))
def test_it_reads_what_it_writes(recorded, places, sensing):
    header = LogHeader(sensing, linear=True, places=places, driver="mcp3008", inputs=(3, 1, 2))
    now, frames = 0.0, []
    for step, values in recorded:
        frames.append(Frame(now, values[:85], values[85:] if places else ()))
        now = round(now + step, 4)
    text, _ = written(header, frames)
    assert read(text) == (header, frames)


def test_it_can_be_read_by_people():
    text, _ = written(SWITCHES, [frame(7.0), frame(7.005), frame(7.0101, F6=1, K10=1), frame(7.015, K10=1)])
    assert text.splitlines()[:3] == ["yinsh-board raw log, version 1", "driver: shift", "sensing: presence"]
    assert text.splitlines()[8:] == ["0.0050", "0.0101 F6=1 K10=1", "0.0150 F6=0"]


def test_a_frame_of_changes_is_written_whole_when_that_is_shorter():
    noisy = Frame(1.0, tuple(range(85)))
    text, _ = written(SWITCHES, [frame(0.0), noisy])
    assert text.splitlines()[-1] == f"1.0000 : {' '.join(map(str, range(85)))}"


def test_notes_are_for_people():
    file = io.StringIO()
    log = LogWriter(file, SWITCHES)
    log.note("before the first frame", 2.0)
    log.write(frame(2.0))
    log.note("no answer;\nnone at all", 3.25)
    log.note("x" * 10_000, 3.5)
    log.write(frame(4.0, F6=1))
    assert "\n# 1.2500 no answer; none at all\n" in file.getvalue()
    assert read(file.getvalue())[1] == [frame(0.0), frame(2.0, F6=1)]


def test_a_log_is_bounded_and_whole():
    frames = [frame(number / 100, F6=number) for number in range(50)]
    text, taken = written(SWITCHES, frames, biggest=900)
    assert len(text) <= 900
    assert 0 < taken.index(False) < 50
    assert not any(taken[taken.index(False) :])
    assert read(text)[1] == frames[: taken.index(False)]


def test_a_frame_of_another_board_is_not_written():
    with pytest.raises(ValueError, match="a frame of 91 readings in a log of 85"):
        written(SWITCHES, [Frame(0, (0,) * 85, (0,) * 6)])


@pytest.mark.parametrize("cut", range(1, 13))
def test_a_torn_last_line_is_not_read(cut):
    text = START + "0.0100 F6=12\n"
    assert read(text[:-cut])[1] == [frame(0.0)]


def test_every_place_where_a_log_can_be_cut_is_the_end_of_it_or_named():
    text = START + "0.0100 F6=1\n0.0200\n"
    for size in range(len(text)):
        try:
            header, frames = read(text[:size])
        except BadLog as error:
            assert size < len(str(SWITCHES)), error  # noqa: PT017 - the place decides which is right
        else:
            assert header == SWITCHES
            assert frames == [frame(0.0), frame(0.01, F6=1), frame(0.02, F6=1)][: len(frames)]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "'' is no time after 0.0000"),
        ("soon F6=1", "'soon' is no time after 0.0000"),
        ("0.01 F6=1", "'0.01' is no time"),
        ("-1.0000", "'-1.0000' is no time"),
        ("nan", "'nan' is no time"),
        ("1.0000 F12=1", "'F12=1' names no point of this board"),
        ("1.0000 white-1=1", "'white-1=1' names no point of this board"),
        ("1.0000 F6", "'' is no reading"),
        ("1.0000 F6=1_0", "'1_0' is no reading"),
        ("1.0000 F6=12345678", "'12345678' is no reading"),
        ("1.0000 : 1 2 3", "3 readings where 85 are needed"),
        ("1.0000 : " + "x " * 85, "'x' is no reading"),
        ("1.0000 \N{SUPERSCRIPT TWO}", "names no point"),
        ("9" * LONGEST_LINE, f"longer than {LONGEST_LINE} characters"),
    ],
)
def test_a_bad_line_is_named(line, complaint):
    text = problem(f"{START}{line}\n1.5000\n")
    assert text.startswith("board.log, line 9: ")
    assert complaint in text
    assert text.endswith("; record it again with `yinsh-board record`")


def test_time_never_goes_back():
    assert "line 10: '0.4999' is no time after 0.5000" in problem(START + "0.5000\n0.4999\n")


def test_the_first_frame_must_be_whole():
    assert "line 8: 0 readings where 85 are needed" in problem(f"{SWITCHES}0.0000 F6=1\n")


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("version 1", "version 2", "line 1: this is not a log of this program"),
        ("sensing: presence", "sensing: smell", "'smell' is not a valid Sensing"),
        ("sensing: presence", "colour: blue", "lacks, or does not understand, 'sensing'"),
        ("linear: no", "linear: perhaps", "'perhaps'"),
        ("inputs: 0", "inputs: zero", "'zero'"),
        ("driver: shift", "\n".join(f"key{number}: 1" for number in range(30)), "the header does not end"),
    ],
)
def test_a_bad_header_is_named(before, after, complaint):
    assert complaint in problem(START.replace(before, after))


def test_what_is_no_log_at_all_is_named(tmp_path):
    file = tmp_path / "noise.log"
    file.write_bytes(bytes(range(256)) * 100)
    with open_log(file) as noise, pytest.raises(BadLog, match="line 1"):
        LogReader(noise)
