"""Calibrating by the lights alone: an apprentice who knows only what lights mean gets every board right."""

import math
import random
from argparse import ArgumentParser

import pytest

from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.findings import Findings, Leak, Touch
from firmware_bridge.builder.glow import Glow
from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.builder.session import VirtualClock, conduct
from firmware_bridge.builder.stages import SPOTS
from firmware_bridge.commands import calibrate
from hardware.calibration import Classifier, load_calibration
from hardware.protocols import Frame, Sensing
from hardware.sensors.virtual import VirtualSensors
from hardware.virtual import Physics, VirtualBoard, factory_calibration
from hardware.virtual.pieces import yinsh_pieces
from tests.hardware.classification import Tally, rearrange, settle
from yinsh_core.points import POINTS, Point


class Stopped(Exception):
    pass


def follow_the_lights(guide, apprentice, *, sensors=None, minutes=20, until=lambda: False):
    """Let the apprentice do what the guide shows; return all that was said."""
    board, said = apprentice.board, []

    def meanwhile(now):
        apprentice.watch(now)
        if until():
            raise Stopped
        assert now < minutes * 60, f"not done; last said {said[-1]}; lit: {lit(board)}"

    sensors = sensors or VirtualSensors(board)
    conduct(guide, sensors, board.lights, VirtualClock(), said.append, scan_seconds=0.02, meanwhile=meanwhile)
    return said


def lit(board):
    return [point.name for point in POINTS if any(board.lights[point])]


def errors(board, calibration):
    """Misread points over random positions."""
    classifier, tally, chance = Classifier(calibration), Tally(), random.Random(board.seed)
    board.hand.pace = 0
    for _ in range(10):
        rearrange(board, chance)
        settle(board, classifier, board.now + 0.1, tally, frames=10)
    return tally.errors


@pytest.fixture(scope="module")
def calibrated():
    """A board, the guide that an apprentice followed on it, and all that the guide said."""
    board = VirtualBoard("full", 4)
    guide = CalibrationGuide(Sensing.FULL)
    return board, guide, follow_the_lights(guide, Apprentice(board))


def test_an_apprentice_calibrates_a_board_that_then_reads_right(calibrated):
    board, guide, said = calibrated
    assert guide.calibration.weak == {}
    assert said[-1].startswith("Calibrated: 85 points are good, 0 weak.")
    assert errors(board, guide.calibration) == 0


def test_what_is_measured_is_what_the_board_is_made_of(calibrated):
    board, guide, _ = calibrated
    true = factory_calibration(board)
    for found, real in zip(guide.calibration.trims, true.trims, strict=True):
        assert found.zero == pytest.approx(real.zero, abs=2)
        assert found.noise == pytest.approx(real.noise, rel=0.4)
        assert found.gain == pytest.approx(real.gain, rel=0.1)
        assert found.leak == pytest.approx(-0.03, abs=0.005)
    for content, strength in true.strengths.items():
        assert guide.calibration.strengths[content] == pytest.approx(strength, rel=0.07)


@pytest.mark.parametrize("sensing", [Sensing.RINGS, Sensing.PRESENCE, Sensing.POLARITY])
def test_linear_sensors_of_boards_that_tell_less_apart(sensing):
    board = VirtualBoard("full", 5, pieces=yinsh_pieces(sensing))
    guide = CalibrationGuide(sensing)
    follow_the_lights(guide, Apprentice(board))
    board.hand.pace = 0
    board.hand.sweep()
    for point, pieces in {"A2": ["white marker"], "C3": ["white ring"], "F6": ["black ring", "black marker"]}.items():
        for piece in pieces:
            board.hand.put(point, piece)
    levels = Classifier(guide.calibration).levels(board.read(board.now + 5).readings)
    expected = {Sensing.RINGS: (0, 1, 1), Sensing.PRESENCE: (1, 1, 1), Sensing.POLARITY: (1, 1, -1)}
    assert tuple(levels[Point(name).index] for name in ("A2", "C3", "F6")) == expected[sensing]
    assert sum(map(bool, levels)) == sum(map(bool, expected[sensing]))


class Clumsy(Apprentice):
    """Lays the first marker on some points upside down."""

    def __init__(self, board, points):
        super().__init__(board)
        self.upside_down = set(map(Point, points))

    def lay_marker(self, point, color):
        if point in self.upside_down and color == "white":
            self.upside_down.discard(point)
            color = "black"
        super().lay_marker(point, color)


def test_a_marker_that_lay_upside_down_is_asked_for_again():
    board = VirtualBoard("full", 6)
    guide = CalibrationGuide(Sensing.FULL)
    apprentice = Clumsy(board, ["F6", "A2", "K10"])
    follow_the_lights(guide, apprentice)
    assert apprentice.upside_down == set()
    assert all(trim.gain > 0 for trim in guide.calibration.trims)
    assert errors(board, guide.calibration) == 0


class Mounted:
    """Sensors of which one is soldered in upside down."""

    linear = True

    def __init__(self, board, point):
        self.board = board
        self.index = Point(point).index

    def open(self):
        pass

    def close(self):
        pass

    def read(self, now):
        readings = list(self.board.read(now).readings)
        readings[self.index] *= -1
        return Frame(now, tuple(readings))


def test_a_sensor_that_is_mounted_upside_down_is_believed_the_second_time():
    board = VirtualBoard("full", 7)
    guide = CalibrationGuide(Sensing.FULL)
    sensors = Mounted(board, "D5")
    follow_the_lights(guide, Apprentice(board), sensors=sensors)
    assert [point.name for point, trim in zip(POINTS, guide.calibration.trims, strict=True) if trim.gain < 0] == ["D5"]
    board.hand.pace = 0
    board.hand.sweep()
    board.hand.put("D5", "white ring")
    classifier = Classifier(guide.calibration)
    assert classifier.levels(sensors.read(board.now + 5).readings)[sensors.index] == 2


def test_a_dead_sensor_is_shown_then_passed_over_and_named():
    board = VirtualBoard("full", 8)
    board.faults.dead("G7")
    guide = CalibrationGuide(Sensing.FULL)
    shown = set()
    said = follow_the_lights(guide, Apprentice(board), until=lambda: shown.add(board.lights["G7"]))
    assert Glow.TAKE_AWAY.value[0] in shown
    assert list(guide.calibration.weak) == [Point("G7")]
    assert "  G7: no piece was measured here; it is taken to be like the others" in said


def test_a_sensor_that_never_rests_does_not_hold_up_the_others():
    board = VirtualBoard("full", 9)
    board.faults.chatter("G7")
    guide = CalibrationGuide(Sensing.FULL)
    follow_the_lights(guide, Apprentice(board))
    assert list(guide.calibration.weak) == [Point("G7")]


def test_pieces_left_on_the_board_are_asked_away_first():
    board = VirtualBoard("full", 10)
    for point, piece in (("F6", "white ring"), ("A2", "black marker")):
        board.hand.put(point, piece)
    guide = CalibrationGuide(Sensing.FULL)
    reds = []
    follow_the_lights(guide, Apprentice(board), until=lambda: reds.append(board.lights["F6"]))
    assert Glow.TAKE_AWAY.value[0] in reds
    assert max(abs(trim.zero) for trim in guide.calibration.trims) < 20
    assert guide.calibration.weak == {}


def drive(guide, board, seconds):
    """Frames for a while; the lights of every moment."""
    shown = []
    start = board.now
    for i in range(int(seconds * 50)):
        guide.see(board.read(start + i / 50))
        shown.append(guide.lights(board.now))
    return shown


def glowing(shown, point):
    return {colors[Point(point).index] for colors in shown[-50:]}


def test_a_ring_where_a_marker_is_asked_for_is_shown_in_red():
    board = VirtualBoard("full", 11)
    guide = CalibrationGuide(Sensing.FULL)
    drive(guide, board, 4)
    board.hand.put("A2", "white marker")
    drive(guide, board, 3)
    board.hand.put("F6", "white ring")
    shown = drive(guide, board, 4)
    assert glowing(shown, "A2") == {(0, 0, 0)}
    assert glowing(shown, "F6") == {(0, 0, 0), (255, 0, 0)}
    assert glowing(shown, "K10") == {Glow.WHITE_MARKER.value[0]}
    board.hand.take("F6")
    assert glowing(drive(guide, board, 3), "F6") == {Glow.WHITE_MARKER.value[0]}


def patient(board, findings=None):
    """A guide that waits for ever, as on a screen with buttons."""
    return CalibrationGuide(board.sensing, findings, math.inf)


def stage_of(guide):
    return (guide.stage.kind, guide.stage.content) if guide.stage else "over"


def test_whoever_has_a_screen_is_waited_for():
    board = VirtualBoard("full", 15)
    guide = patient(board)
    drive(guide, board, 4)
    board.hand.put("A2", "white marker")
    drive(guide, board, 200)
    assert stage_of(guide) == ("touch", "white marker")


def test_a_touch_is_undone_and_asked_for_again_once_the_piece_is_lifted():
    board = VirtualBoard("full", 15)
    board.hand.pace = 0
    guide = patient(board)
    drive(guide, board, 4)
    assert not guide.undo()
    board.hand.put("A2", "black marker")
    drive(guide, board, 2)
    board.hand.put("F6", "white marker")
    drive(guide, board, 2)
    assert guide.undo()
    assert list(guide.findings.touches) == [Point("A2")]
    assert guide.undo()
    assert guide.findings.touches == {}
    assert not guide.can_undo
    assert glowing(drive(guide, board, 2), "A2") == {(0, 0, 0), (255, 0, 0)}
    assert guide.findings.touches == {}
    for point in ("A2", "F6"):
        board.hand.take(point)
    drive(guide, board, 2)
    board.hand.put("A2", "white marker")
    drive(guide, board, 2)
    assert guide.findings.touches[Point("A2")].counts > 0


def test_undo_leads_back_to_an_earlier_stage_and_then_on_again():
    board = VirtualBoard("full", 12)
    board.hand.pace = 0
    guide = patient(board, touched())
    drive(guide, board, 4)
    assert stage_of(guide) == ("ask", "white ring")
    for spot in SPOTS[:5]:
        board.hand.put(spot, "white ring")
        drive(guide, board, 1)
    assert stage_of(guide) == ("ask", "white ring and marker")
    leaks = len(guide.findings.leaks)
    assert guide.undo()
    assert stage_of(guide) == ("ask", "white ring")
    assert list(guide.findings.contents["white ring"]) == list(SPOTS[:4])
    assert len(guide.findings.leaks) == leaks - 6
    assert glowing(drive(guide, board, 2), SPOTS[4]) == {(0, 0, 0), (255, 0, 0)}
    board.hand.take(SPOTS[4])
    drive(guide, board, 1)
    board.hand.put(SPOTS[4], "white ring")
    drive(guide, board, 2)
    assert stage_of(guide) == ("ask", "white ring and marker")
    assert len(guide.findings.leaks) == leaks


def test_a_marker_in_a_ring_is_undone_without_its_ring():
    board = VirtualBoard("full", 12)
    board.hand.pace = 0
    guide = patient(board, touched())
    drive(guide, board, 4)
    for spot in SPOTS[:5]:
        board.hand.put(spot, "white ring")
    drive(guide, board, 2)
    board.hand.put("F6", "white marker")
    drive(guide, board, 2)
    found = guide.findings.contents["white ring and marker"]
    assert list(found) == [Point("F6")]
    assert guide.undo()
    drive(guide, board, 2)
    assert found == {}
    board.hand.take("F6", "marker")
    drive(guide, board, 2)
    board.hand.put("F6", "white marker")
    drive(guide, board, 2)
    assert list(found) == [Point("F6")]
    assert len(guide.findings.contents["white ring"]) == 5


def test_what_is_skipped_is_taken_from_the_rest_and_can_be_taken_up_again():
    board = VirtualBoard("full", 15)
    board.hand.pace = 0
    guide = patient(board)
    drive(guide, board, 4)
    assert not guide.skip(), "nothing is known yet"
    board.hand.put("F6", "white marker")
    drive(guide, board, 2)
    while guide.stage:
        assert guide.skip()
    assert not guide.skip()
    assert len(guide.calibration.weak) == 84
    assert guide.calibration.strengths["black ring and marker"] == -4
    assert guide.undo()
    assert guide.calibration is None
    assert stage_of(guide) == ("ask", "black marker")
    while guide.stage.kind != "touch":
        assert guide.undo()
    assert list(guide.findings.touches) == [Point("F6")]
    board.hand.put("A2", "white marker")
    drive(guide, board, 2)
    assert list(guide.findings.touches) == [Point("F6"), Point("A2")]


def test_a_dead_sensor_is_accepted_at_a_word_but_a_full_board_is_not():
    board = VirtualBoard("full", 8)
    board.hand.pace = 0
    board.faults.dead("G7")
    for index in range(10):
        board.hand.put(POINTS[index], "white marker")
    guide = patient(board)
    drive(guide, board, 90)
    assert not guide.skip()
    board.hand.sweep()
    drive(guide, board, 90)
    assert stage_of(guide) == ("empty", "")
    assert guide.skip()
    drive(guide, board, 4)
    assert stage_of(guide) == ("touch", "white marker")


def touched(sensing=Sensing.FULL):
    return Findings(sensing, touches={point: Touch(90.0) for point in POINTS})


def test_wrong_pieces_at_the_spots_are_shown_in_red():
    board = VirtualBoard("full", 12)
    guide = CalibrationGuide(Sensing.FULL, touched())
    drive(guide, board, 4)
    for point, piece in (("F6", "black ring"), ("C3", "white marker"), ("C6", "white ring"), ("A2", "white ring")):
        board.hand.put(point, piece)
    shown = drive(guide, board, 6)
    red = {(0, 0, 0), (255, 0, 0)}
    assert glowing(shown, "F6") == glowing(shown, "C3") == glowing(shown, "A2") == red
    assert glowing(shown, "C6") == {(0, 0, 0)}
    assert len(glowing(shown, "I6")) > 10


def test_after_a_break_only_the_rest_is_asked_for():
    board = VirtualBoard("full", 13)
    first = CalibrationGuide(Sensing.FULL)
    with pytest.raises(Stopped):
        follow_the_lights(first, Apprentice(board), until=lambda: first.findings.contents.get("white ring and marker"))
    second = CalibrationGuide(Sensing.FULL, Findings.from_text(first.findings.to_text(), Sensing.FULL))
    board = VirtualBoard("full", 13)
    said = follow_the_lights(second, Apprentice(board))
    assert not any("white ring on" in line for line in said)
    assert any("white marker into the ring" in line for line in said)
    assert any("black ring on" in line for line in said)
    assert second.calibration.weak == {}
    assert errors(board, second.calibration) == 0


def test_nobody_is_asked_for_what_is_known(calibrated):
    _, guide, _ = calibrated
    again = CalibrationGuide(Sensing.FULL, Findings.from_text(guide.findings.to_text(), Sensing.FULL))
    drive(again, VirtualBoard("full", 4), 6)
    assert again.calibration.strengths == guide.calibration.strengths


def test_an_idle_guide_goes_on_with_what_it_has_after_a_minute():
    board = VirtualBoard("full", 15)
    guide = CalibrationGuide(Sensing.FULL)
    drive(guide, board, 4)
    board.hand.put("A2", "white marker")
    board.hand.wait(3)
    board.hand.take("A2")
    drive(guide, board, 60)
    assert guide.calibration is None
    drive(guide, board, 6 * 62)
    assert guide.calibration is not None
    assert len(guide.calibration.weak) == 84
    assert guide.calibration.strengths["black ring and marker"] == -4


def test_an_empty_board_is_never_calibrated_by_waiting():
    board = VirtualBoard("full", 16)
    guide = CalibrationGuide(Sensing.FULL)
    drive(guide, board, 200)
    assert guide.calibration is None


def test_findings_read_back_what_they_print():
    findings = touched()
    findings.touches[Point("A2")] = Touch(-41.5, 2.19)
    findings.contents = {"white ring": {Point("F6"): 271.5}}
    findings.leaks = [Leak(Point("F7"), -8.5, Point("F6"), 271.5)]
    assert Findings.from_text(findings.to_text(), Sensing.FULL) == findings
    assert findings.count == 86


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"version": 2, "sensing": "full"}',
        '{"version": 1, "sensing": "full", "touches": {"Z9": [1, 2]}}',
    ],
)
def test_other_texts_are_no_findings(text):
    with pytest.raises(ValueError, match=r".+"):
        Findings.from_text(text, Sensing.FULL)


def test_findings_of_another_kind_of_board_are_refused():
    with pytest.raises(ValueError, match="for sensing full"):
        Findings.from_text(touched().to_text(), Sensing.POLARITY)


def test_gains_are_freed_of_what_neighbours_leaked():
    findings = touched()
    findings.touches = {point: Touch(90.0 * (1 - 0.04 * 6), 6.0) for point in POINTS}
    assert findings.gain(Point("F6")) == pytest.approx(68.4)
    findings.leaks = [Leak(point, -0.04 * 270, Point("F6"), 270.0) for point in Point("F6").neighbours]
    assert findings.leak == pytest.approx(-0.04)
    assert findings.gain(Point("F6")) == pytest.approx(90.0)


def test_no_two_words_of_the_lights_differ_in_colour_alone():
    motions = [glow.value[1] for glow in Glow]
    assert len(set(motions)) == len(motions)
    seen = {tuple(sum(glow.at(i / 50)) / sum(glow.value[0]) > 0.6 for i in range(200)) for glow in Glow}
    assert len(seen) == len(motions)


def arguments(*words):
    parser = ArgumentParser()
    calibrate.add_arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text('[sensors]\nscan_hz = 50\n[sensors.virtual]\nseed = 3\n[state]\ndirectory = "state"\n')
    return path


def test_the_command_saves_a_calibration_that_reads_right(config, capsys):
    assert calibrate.run(arguments("--config", str(config))) == 0
    path = config.parent / "state" / "calibration-virtual-3.toml"
    assert f"Saved in {path}." in capsys.readouterr().out
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert errors(VirtualBoard("full", 3), load_calibration(path)) == 0


def test_the_command_saves_where_the_service_looks(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware_bridge.options.SERVICE_STATE", tmp_path / "service")
    (tmp_path / "service").mkdir()
    path = tmp_path / "board.toml"
    path.write_text("[sensors]\nscan_hz = 50\n[sensors.virtual]\nseed = 3\n")
    assert calibrate.run(arguments("--config", str(path))) == 0
    assert load_calibration(tmp_path / "service" / "calibration-virtual-3.toml").weak == {}


def test_the_command_goes_on_after_a_break(config, capsys):
    draft = config.parent / "state" / "calibration-virtual-3.draft.json"
    draft.parent.mkdir()
    draft.write_text(touched().to_text())
    calibrate.run(arguments("--config", str(config)))
    out = capsys.readouterr().out
    assert "Going on with 85 of 85 points touched; --fresh starts anew." in out
    assert not draft.exists()


def test_the_command_keeps_what_was_found_when_it_is_interrupted(config, monkeypatch):
    watched = 0

    def tired(self, now, watch=Apprentice.watch):
        nonlocal watched
        watched += 1
        watch(self, now)
        if watched > 1250:
            raise KeyboardInterrupt

    guides = []
    monkeypatch.setattr(Apprentice, "watch", tired)
    monkeypatch.setattr(
        calibrate, "CalibrationGuide", lambda *args: guides.append(CalibrationGuide(*args)) or guides[0]
    )
    with pytest.raises(KeyboardInterrupt):
        calibrate.run(arguments("--config", str(config)))
    draft = config.parent / "state" / "calibration-virtual-3.draft.json"
    kept = Findings.from_text(draft.read_text(), Sensing.FULL)
    assert 0 < len(kept.touches) < 85
    assert kept.touches == guides[0].findings.touches


def test_the_command_starts_anew_when_told_or_when_the_draft_is_no_draft(config, capsys):
    draft = config.parent / "state" / "calibration-virtual-3.draft.json"
    draft.parent.mkdir()
    draft.write_text("nonsense")
    calibrate.run(arguments("--config", str(config)))
    assert "starting anew" in capsys.readouterr().out
    draft.write_text(touched().to_text())
    calibrate.run(arguments("--config", str(config), "--fresh"))
    assert "Going on" not in capsys.readouterr().out


def test_switches_need_no_calibration(config, capsys):
    config.write_text('[board]\nsensing = "presence"\n')
    assert calibrate.run(arguments("--config", str(config))) == 0
    assert "Nothing to calibrate" in capsys.readouterr().out


def test_magnets_that_cannot_be_told_apart_are_told():
    findings = touched()
    findings.contents = {name: dict.fromkeys(SPOTS[:5], 100.0) for name in ("white ring", "white ring and marker")}
    findings.contents |= {name: dict.fromkeys(SPOTS[:5], -100.0) for name in ("black ring", "black ring and marker")}
    findings.contents |= {"black marker": dict.fromkeys(SPOTS[:5], -90.0)}
    guide = CalibrationGuide(Sensing.FULL, findings)
    shown = drive(guide, VirtualBoard("full", 18), 20)
    assert guide.done
    assert guide.calibration is None
    assert "black ring and marker and black ring cannot be told apart" in guide.trouble
    assert glowing(shown, "F6") == {(0, 0, 0), Glow.WEAK.value[0]}


def test_drift_meanwhile_does_not_spoil_the_gains():
    board = VirtualBoard("full", 19, physics=Physics(drift=60.0, drift_period=600.0))
    guide = CalibrationGuide(Sensing.FULL)
    follow_the_lights(guide, Apprentice(board, pace=1.0))
    for found, real in zip(guide.calibration.trims, factory_calibration(board).trims, strict=True):
        assert found.gain == pytest.approx(real.gain, rel=0.1)


def test_a_bare_point_among_markers_is_not_taken_for_touched():
    leaky = Physics(leakage=-0.04, leakage_spread=0, gain_spread=0, drift=0)
    board = VirtualBoard("full", 20, physics=leaky)
    guide = CalibrationGuide(Sensing.FULL)
    drive(guide, board, 4)
    for point in Point("F6").neighbours:
        board.hand.put(point, "white marker")
    drive(guide, board, 12)
    assert set(guide.findings.touches) == set(Point("F6").neighbours)
    reading = board.read(board.now).readings[Point("F6").index]
    assert reading - guide.findings.zeros[Point("F6").index] < -15
    board.hand.put("F6", "white marker")
    drive(guide, board, 3)
    assert guide.findings.touches[Point("F6")].counts == pytest.approx(90, abs=4)


def test_a_bare_point_among_markers_that_come_all_at_once_is_not_taken_for_touched():
    board = VirtualBoard("full", 21, physics=Physics(leakage=-0.045, leakage_spread=0, gain_spread=0, drift=0))
    board.hand.pace = 0
    guide = CalibrationGuide(Sensing.FULL)
    drive(guide, board, 4)
    for points in (POINTS[:5], Point("F6").neighbours):
        for point in points:
            board.hand.put(point, "white marker")
        drive(guide, board, 2)
    assert set(guide.findings.touches) == {*POINTS[:5], *Point("F6").neighbours}


def test_sensors_with_other_zeros_are_calibrated_too():
    board = VirtualBoard("full", 17, physics=Physics(zero_spread=40, gain_spread=0.3, noise=4.0))
    guide = CalibrationGuide(Sensing.FULL)
    follow_the_lights(guide, Apprentice(board))
    assert guide.calibration.weak == {}
    assert errors(board, guide.calibration) == 0
