"""The live board in the terminal."""

import pytest

from firmware_bridge import cli
from firmware_bridge.builder.monitor import Monitor
from firmware_bridge.builder.session import VirtualClock
from firmware_bridge.commands.monitor import make_monitor, watch
from hardware.calibration import Classifier
from hardware.config import BoardConfig, parse_config
from hardware.protocols import Frame, Sensing
from hardware.sensors.virtual import VirtualSensors
from hardware.supervise import SupervisedSensors
from hardware.virtual import Physics, VirtualBoard, factory_calibration


def monitored(board, seconds=3.0, rate=100, monitor=None):
    classifier = Classifier(factory_calibration(board)) if board.linear else None
    monitor = monitor or Monitor(board.sensing, 0.02, classifier, linear=board.linear)
    start = board.now
    for i in range(int(seconds * rate)):
        monitor.see(board.read(start + i / rate))
    return monitor


def drawn(page, lines=3):
    return [line for line in page.split("\n") if line.strip()][:lines]


FULL_TOP = [
    "                10      11",
    "             9      Ww       .",
    "         8       w       B       .",
]


def test_every_content_has_its_letters():
    board = VirtualBoard("full", 1)
    for point, piece in (("E10", "white ring"), ("E10", "white marker"), ("D9", "white marker"), ("F10", "black ring")):
        board.hand.put(point, piece)
    page = monitored(board, 8).page()
    assert drawn(page) == FULL_TOP
    assert "occupied: 3\n" in page


@pytest.mark.parametrize(("sensing", "letter"), [("rings", "O"), ("presence", "o"), ("polarity", "b")])
def test_switches_show_what_they_tell_apart(sensing, letter):
    board = VirtualBoard(sensing, 1)
    board.hand.put("E10", "black ring")
    assert drawn(monitored(board).page())[1].split() == ["9", letter, "."]


def test_readings_are_shown_as_they_come():
    board = VirtualBoard(
        "full", 1, physics=Physics(approach=0, zero_spread=0, gain_spread=0, noise=0, drift=0, leakage=0)
    )
    board.hand.put("E10", "black ring")
    assert drawn(monitored(board).page(readings=True))[1].split() == ["9", "-270", "0"]


def test_without_calibration_there_are_readings_and_the_cure():
    board = VirtualBoard("full", 1)
    page = monitored(board, monitor=Monitor(Sensing.FULL, 0.02, linear=True)).page()
    assert "readings only: not calibrated yet (yinsh-board calibrate)" in page
    assert "?" not in page


@pytest.mark.parametrize("readings", [False, True])
def test_before_the_first_frame_nothing_is_known(readings):
    page = Monitor(Sensing.PRESENCE, 0.02).page(readings=readings)
    assert page.count("?") == 85
    assert "calibrate" not in page


def test_the_scan_rate_and_its_longest_gap():
    board = VirtualBoard("presence")
    monitor = Monitor(Sensing.PRESENCE, 0.02)
    assert "scan: no frames yet" in monitor.page()
    monitored(board, 3, 200, monitor)
    board.read(board.now + 0.045)
    monitor.see(board.read(board.now))
    assert "scan: 19" in monitor.page()
    assert "longest gap 45.0 ms" in monitor.page()


def test_a_piece_on_its_way_is_moving_until_it_settles():
    board = VirtualBoard("presence", physics=Physics.calm())
    board.hand.pace = 0
    monitor = monitored(board, 0.5)
    board.hand.put("F6", "white ring")
    monitor.see(board.read(board.now + 0.01))
    assert "occupied: 0; moving: F6" in monitor.page()
    monitored(board, 0.1, monitor=monitor)
    assert "occupied: 1\n" in monitor.page() + "\n"


def test_loud_sensors_are_named_loudest_first():
    monitor = Monitor(Sensing.FULL, 0.02, linear=True)
    board = VirtualBoard("full", 2)
    for i in range(100):
        readings = list(board.read(i / 100).readings)
        readings[42] += (i % 2) * 30
        readings[0] += (i % 2) * 60
        monitor.see(Frame(i / 100, tuple(readings)))
    assert "counts; loud: A2 (3" in monitor.page()
    assert ", F6 (1" in monitor.page()


def test_quiet_sensors_are_not_named():
    page = monitored(VirtualBoard("full", 2)).page()
    assert "noise: 2." in page or "noise: 1.9" in page
    assert "loud" not in page


def test_flickering_and_unclear_sensors_are_named():
    board = VirtualBoard("full", 3)
    board.faults.chatter("G7")
    board.faults.dead("F6")
    page = monitored(board, 5).page()
    assert "flickering: G7 (" in page
    assert "unclear: F6" in page


def test_only_the_worst_are_named():
    board = VirtualBoard("presence", 3)
    for name in ("A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "B5", "B6"):
        board.faults.chatter(name)
    assert "and 2 more" in monitored(board, 5).page()


def test_ring_places_are_told():
    board = VirtualBoard("rings", places=True)
    assert "ring places: 0 0 0 0 0 0" in monitored(board).page()


def test_a_fault_is_shown_with_its_cure_and_goes_away():
    board = VirtualBoard("presence")
    sensors = SupervisedSensors(VirtualSensors(board), "sensors")
    config = BoardConfig()
    pages, clock = [], VirtualClock()
    monitor = Monitor(Sensing.PRESENCE, 0.02)
    board.faults.unplug()
    watch(config, sensors, monitor, clock, pages.append, frames=100)
    assert "FAULT: " in pages[-1]
    assert "unplugged" in pages[-1]
    board.faults.replug()
    watch(config, sensors, monitor, clock, pages.append, frames=2000)
    assert "FAULT" not in pages[-1]


def test_an_uncalibrated_board_is_watched_all_the_same(tmp_path, capsys):
    text = '[sensors]\ndriver = "mcp3008"\n[state]\ndirectory = "nowhere"\n'
    config = parse_config(text, str(tmp_path / "board.toml"))
    monitor = make_monitor(config, None, linear=True)
    assert "there is no calibration yet" in capsys.readouterr().err
    assert "readings only" in monitor.page()


def test_the_command_prints_plain_pages_into_a_file(capsys):
    assert cli.main(["monitor", "--frames", "12"]) == 0
    out = capsys.readouterr().out
    assert "A   B   C" in out
    assert "\x1b" not in out
    assert out.count("scan:") == 1


def test_the_command_redraws_a_screen(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert cli.main(["monitor", "--frames", "3", "--readings"]) == 0
    assert capsys.readouterr().out.startswith("\x1b[H\x1b[J")


def test_a_board_that_is_not_heard_is_a_failure_for_scripts(tmp_path, capsys):
    file = tmp_path / "board.toml"
    file.write_text('[board]\nsensing = "presence"\n[sensors]\ndriver = "replay"\nreplay.file = "none.log"\n')
    assert cli.main(["monitor", "--frames", "3", "--config", str(file)]) == 1
    assert "FAULT: sensors: cannot open the log" in capsys.readouterr().out
