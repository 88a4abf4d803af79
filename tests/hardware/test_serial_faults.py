"""The experiments of ``make faults`` on the serial line, in short."""

import pytest

from tests.faults import serial_chunking, serial_games, serial_garbage, serial_replug, serial_silence
from tests.hardware.line import Lies


def test_garbage_and_hostile_frames_cost_no_good_frame_and_make_no_false_one():
    for score in serial_garbage.run(300_000):
        assert score.sent > 100
        assert score.ok, score


def test_any_chopping_gives_the_same_events():
    count, different = serial_chunking.run(60_000)
    assert count > 200
    assert different == []


def test_work_grows_with_the_bytes_and_no_faster():
    assert serial_chunking.growth(20_000) == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("seed", [1, 2])
def test_games_end_right_over_a_line_that_lies(seed):
    rests, wrong, false, _, right = serial_games.play(seed)
    assert rests > 5
    assert (wrong, false, right) == (0, 0, True)


def test_a_game_by_hand_is_kept_as_it_was_meant_over_a_line_that_lies():
    actions, finding = serial_games.play_by_hand(seed=1)
    assert actions > 30
    assert finding == ""


def test_a_game_over_a_dead_line_is_not_kept(monkeypatch):
    monkeypatch.setattr(serial_games, "LIES", Lies(loss=0.99))
    assert "instead of" in serial_games.play_by_hand(seed=1)[1]


@pytest.mark.parametrize("way", serial_silence.WAYS)
def test_a_board_that_is_not_well_is_named_in_time_and_nothing_is_made_up(way):
    said, back, inferred = serial_silence.run(way, 2)
    assert said <= serial_silence.SAID
    assert back <= serial_silence.BACK
    assert inferred == 0


def test_a_board_that_restarts_in_no_time_is_noticed():
    back, unnoticed = serial_silence.reset_at_once(3)
    assert unnoticed == 0
    assert back <= serial_silence.BACK


def test_a_cable_can_be_pulled_again_and_again():
    _, back, leaked, _ = serial_replug.run(8)
    assert back <= serial_replug.BACK
    assert leaked <= 0


@pytest.mark.parametrize(
    ("main", "size"),
    [
        (serial_garbage.main, "0.05"),
        (serial_chunking.main, "20"),
        (serial_games.main, "1"),
        (serial_silence.main, "1"),
        (serial_replug.main, "1"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__module__.rpartition("_")[2],
)
def test_each_experiment_prints_its_number(main, size, capsys, monkeypatch):
    monkeypatch.setattr("logging.disable", lambda: None)
    assert main([size]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("fault ")
