"""Calibrations as values and as files: readable, whole or not at all, and honest about weak points."""

from dataclasses import replace

import pytest

from hardware.calibration import (
    Calibration,
    Trim,
    load_calibration,
    parse_calibration,
    save_calibration,
)
from hardware.errors import BadCalibration, BoardError
from hardware.protocols import Sensing
from hardware.virtual import VirtualBoard, factory_calibration
from yinsh_core.points import Point

PLAIN = Calibration.ordinary(Sensing.FULL)


def with_trim(point, trim):
    trims = list(PLAIN.trims)
    trims[Point(point).index] = trim
    return replace(PLAIN, trims=tuple(trims))


@pytest.mark.parametrize("sensing", list(Sensing))
def test_text_reads_back_equal(sensing):
    calibration = Calibration.ordinary(sensing, Trim(zero=-1.5, noise=0.25, gain=-88.0, leak=-0.03, touched=False))
    assert parse_calibration(str(calibration)) == calibration


def test_a_file_reads_back_equal_and_leaves_nothing_beside_it(tmp_path):
    path = tmp_path / "state" / "calibration.toml"
    calibration = factory_calibration(VirtualBoard(seed=3))
    save_calibration(calibration, path)
    save_calibration(calibration, path)
    assert load_calibration(path, Sensing.FULL) == calibration
    assert list(path.parent.iterdir()) == [path]


def test_a_person_can_read_the_file():
    text = str(with_trim("F6", Trim(zero=3.5, noise=2.0, gain=91.2, leak=-0.031)))
    assert "version = 1\n" in text
    assert '"white ring" = 3.0\n' in text
    assert "F6 = { zero = 3.5, noise = 2.0, gain = 91.2, leak = -0.031, touched = true }\n" in text


def test_whoever_reads_meanwhile_sees_the_old_file_whole(tmp_path):
    path = tmp_path / "calibration.toml"
    save_calibration(PLAIN, path)
    with path.open() as reader:
        save_calibration(with_trim("F6", Trim(zero=7)), path)
        assert reader.read() == str(PLAIN)


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "calibration.toml"
    save_calibration(PLAIN, path)

    def full_disk(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        save_calibration(with_trim("F6", Trim(zero=7)), path)
    assert load_calibration(path) == PLAIN


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("version = 1", "version = 2", "version 2, this program reads version 1"),
        ('sensing = "full"', 'sensing = "all"', "sensing 'all' is none of rings, presence, polarity, full"),
        ("[strengths]", "[weights]", "strengths is missing"),
        ('"white ring" = 3.0', '"white ring" = "strong"', "strength of white ring is 'strong', not a number"),
        ('"white ring" = 3.0', "", "the strength of white ring is missing"),
        ('"white ring" = 3.0', '"white ring" = 1.05', "white marker and white ring cannot be told apart"),
        ("A2 = {", "A2 = { depth = 3,", "sensor A2 needs zero, noise, gain, leak, touched, and nothing else"),
        ("A2 = {", "Z2 = {", "A2 is missing"),
        ("A2 = { zero = 0.0", "A2 = { zero = nan", "zero of sensor A2 is nan, not a number"),
        ("gain = 90.0", "gain = 0.0", "gain 0 sees nothing"),
        ("version = 1", "version = 1 1", "line 2"),
        ("version = 1", "#" * 100_000, "longer than 100000 bytes"),
        ("version = 1", "version = 1 # \udcff", "invalid start byte"),
    ],
)
def test_a_bad_file_says_why_and_what_to_do(tmp_path, old, new, reason):
    path = tmp_path / "calibration.toml"
    assert old in str(PLAIN)
    path.write_text(str(PLAIN).replace(old, new, 1), encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BadCalibration) as caught:
        load_calibration(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)
    assert str(caught.value).endswith("make a new one with `yinsh-board calibrate`")
    assert isinstance(caught.value, BoardError)


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(
        BadCalibration, match="there is no calibration yet; make a new one with `yinsh-board calibrate`"
    ):
        load_calibration(tmp_path / "calibration.toml")


def test_a_calibration_for_other_magnets_is_refused(tmp_path):
    path = tmp_path / "calibration.toml"
    save_calibration(PLAIN, path)
    with pytest.raises(BadCalibration, match="made for sensing full, the board has polarity"):
        load_calibration(path, Sensing.POLARITY)


def test_a_calibration_has_every_point():
    with pytest.raises(ValueError, match="84 sensors; a board has 85"):
        replace(PLAIN, trims=PLAIN.trims[1:])


@pytest.mark.parametrize(
    ("trim", "reason"),
    [
        (Trim(gain=90, touched=False), "no piece was measured here"),
        (Trim(gain=30), "a piece adds 30 counts, elsewhere 90; is it too far away?"),
        (Trim(gain=-30), "a piece adds 30 counts"),
        (Trim(noise=15), "noise of 15.0 counts is too much where a piece adds 90"),
    ],
)
def test_weak_points_are_named_with_the_reason(trim, reason):
    weak = with_trim("G7", trim).weak
    assert list(weak) == [Point("G7")]
    assert reason in str(weak[Point("G7")])


def test_ordinary_sensors_are_not_weak():
    assert PLAIN.weak == {}
    assert PLAIN.typical_gain == 90
