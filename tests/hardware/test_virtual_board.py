"""What switches on the virtual board read while a hand moves over it."""

from itertools import pairwise

import pytest

from hardware.errors import HardwareFault
from hardware.protocols import Sensors
from hardware.sensors.virtual import VirtualSensors
from hardware.virtual import Physics, VirtualBoard
from yinsh_core.points import POINTS, Point

CALM = Physics.calm()


def calm(sensing, **settings):
    board = VirtualBoard(sensing, physics=CALM, **settings)
    board.hand.pace = 0
    return board


def at(frame, point):
    return frame.readings[Point(point).index]


def watch(board, until, step=0.0005):
    """Frames up to *until*: the points that differ from empty, each time that changes."""
    seen = []
    while board.now < until:
        readings = board.read(board.now + step).readings
        lit = tuple(point.name for point in POINTS if readings[point.index])
        if not seen or seen[-1] != lit:
            seen.append(lit)
    return seen


@pytest.mark.parametrize(
    ("pieces", "rings", "presence", "polarity"),
    [
        ([], 0, 0, 0),
        (["white marker"], 0, 1, 1),
        (["black marker"], 0, 1, -1),
        (["white ring"], 1, 1, 1),
        (["black ring"], 1, 1, -1),
        (["white ring", "white marker"], 1, 1, 1),
        (["black ring", "white marker"], 1, 1, -1),
        (["white ring", "black marker"], 1, 1, 1),
    ],
)
def test_what_switches_tell_apart(pieces, rings, presence, polarity):
    for sensing, expected in (("rings", rings), ("presence", presence), ("polarity", polarity)):
        board = calm(sensing)
        for piece in pieces:
            board.hand.put("F6", piece)
        frame = board.read(1.0)
        assert at(frame, "F6") == expected
        assert sum(map(abs, frame.readings)) == abs(expected)
        assert frame.time == 1.0


def test_readings_come_in_the_order_of_the_points():
    board = calm("presence")
    for point in ("A2", "F6", "K10"):
        board.hand.put(point, "white marker")
    readings = board.read(1.0).readings
    assert [point.name for point in POINTS if readings[point.index]] == ["A2", "F6", "K10"]


def test_a_frame_without_news_is_the_same_object():
    board = VirtualBoard("presence")
    board.hand.put("F6", "white ring")
    before = board.read(0.0).readings
    assert board.read(0.01).readings is before
    after = board.read(5.0).readings
    assert after is not before
    assert board.read(9.0).readings is after


def test_time_runs_forward():
    board = VirtualBoard("presence")
    board.read(2.0)
    board.read(2.0)
    with pytest.raises(ValueError, match=r"time runs forward: 1\.0 s is before 2\.0 s"):
        board.read(1.0)
    with pytest.raises(ValueError, match="time runs forward"):
        board.contents_at(1.0)


def test_contacts_chatter_for_at_most_a_millisecond():
    chattered = 0
    for seed in range(20):
        board = VirtualBoard("presence", seed)
        board.hand.put("F6", "white marker")
        begin = board.hand.free_at
        readings = []
        while board.now < begin + 0.002:
            readings.append((board.now, at(board.read(board.now + 0.00005), "F6")))
        chattered += sum(a != b for (_, a), (_, b) in pairwise(readings)) > 1
        assert not any(value for time, value in readings if time < begin - 0.0001)
        assert all(value for time, value in readings if time > begin + 0.001)
    assert chattered > 10


def test_a_contact_that_breaks_while_it_still_bounces_stays_broken():
    for seed in range(40):
        board = VirtualBoard("presence", seed)
        board.hand.pace = 0
        board.hand.put("F6", "white marker")
        board.read(0.0)
        board.hand.wait(0.0001)
        board.hand.take("F6")
        assert at(board.read(0.01), "F6") == 0


def test_a_slid_ring_is_seen_by_each_sensor_it_passes():
    board = VirtualBoard("presence", physics=CALM)
    board.hand.put("F6", "white ring")
    board.read(board.hand.free_at)
    board.hand.slide("F6", "F9")
    seen = watch(board, board.hand.free_at + 0.1)
    assert seen == [("F6",), (), ("F7",), (), ("F8",), (), ("F9",)]


def test_a_ring_slides_over_markers_and_leaves_them():
    board = VirtualBoard("polarity", physics=CALM)
    board.hand.put("F7", "black marker")
    board.hand.put("F6", "white ring")
    board.read(board.hand.free_at)
    board.hand.slide("F6", "F8")
    seen = set()
    while board.now < board.hand.free_at + 0.1:
        seen.add(at(board.read(board.now + 0.0005), "F7"))
    assert seen == {-1, 1}
    assert at(board.read(board.now), "F7") == -1


def test_a_carried_ring_is_not_seen_on_its_way():
    board = VirtualBoard("presence", physics=CALM)
    board.hand.put("F6", "white ring")
    board.read(board.hand.free_at)
    board.hand.lift("F6")
    board.hand.put("F9")
    assert watch(board, board.hand.free_at + 0.1) == [("F6",), (), ("F9",)]


def test_a_nudged_piece_is_gone_for_a_moment_but_stays():
    board = VirtualBoard("presence", physics=CALM)
    board.hand.put("F6", "white ring")
    board.read(board.hand.free_at)
    board.hand.nudge("F6")
    assert list(board.contents) == [Point("F6")]
    assert watch(board, board.hand.free_at + 0.1) == [("F6",), (), ("F6",)]


def test_a_dropped_piece_hops_before_it_rests():
    board = VirtualBoard("presence", physics=CALM)
    board.hand.put("F6", "white ring")
    board.read(board.hand.free_at)
    board.hand.drop("E5", "black marker")
    seen = watch(board, board.hand.free_at + 0.1)
    assert seen[0] == ("F6",)
    assert seen[-1] == ("E5", "F6")
    assert seen.count(("E5", "F6")) >= 2


def test_a_flipped_marker_changes_its_pole_by_way_of_nothing():
    board = VirtualBoard("polarity", physics=CALM)
    board.hand.put("F6", "white marker")
    board.read(board.hand.free_at)
    board.hand.flip("F6")
    seen = [1]
    while board.now < board.hand.free_at + 0.1:
        reading = at(board.read(board.now + 0.001), "F6")
        if reading != seen[-1]:
            seen.append(reading)
    assert seen == [1, 0, -1]


def test_the_same_seed_reads_the_same_however_often_one_looks():
    def frames(steps):
        board = VirtualBoard("presence", 11)
        board.hand.put("F6", "white ring")
        board.hand.slide("F6", "F9")
        return [board.read(i * 3.0 / steps).readings for i in range(steps + 1)]

    assert frames(3000) == frames(3000)
    assert frames(6000)[::2] == frames(3000)


def test_lights_are_kept_by_point():
    board = VirtualBoard()
    colors = [(0, 0, 0)] * 85
    colors[Point("E5").index] = (255, 0, 10)
    board.lights.show(colors)
    assert board.lights["E5"] == (255, 0, 10)
    assert board.lights["E6"] == (0, 0, 0)


def test_the_driver_scans_a_board():
    board = VirtualBoard("rings")
    sensors = VirtualSensors(board)
    assert isinstance(sensors, Sensors)
    assert not sensors.linear
    assert VirtualSensors().linear
    sensors.open()
    board.hand.put("F6", "white ring")
    assert at(sensors.read(10.0), "F6") == 1
    sensors.close()
    sensors.close()


def test_an_unplugged_board_fails_to_read_and_time_goes_on():
    board = VirtualBoard("presence")
    board.hand.put("F6", "white ring")
    board.faults.unplug()
    with pytest.raises(HardwareFault, match="unplugged; plug it in again"):
        board.read(5.0)
    board.faults.replug()
    assert at(board.read(5.0), "F6") == 1
