"""Which wire is which point: the built-in ways over the board, turned, mirrored, and back."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.config import BoardConfig, parse_config
from hardware.config.settings import Lights, Map
from hardware.maps import (
    NAMES,
    PointOrder,
    WireMap,
    custom_pairs,
    light_map,
    path,
    sensor_inputs,
    sensor_map,
    turned,
    wire_map,
)
from yinsh_core.points import POINTS, Point

TURNS = (0, 60, 120, 180, 240, 300)


def names(indices):
    return " ".join(POINTS[k].name for k in indices)


def test_the_built_in_orders_start_and_go_on_as_documented():
    assert names(path("columns")[:6]) == "A2 A3 A4 A5 B1 B2"
    assert names(path("column-serpentine")[:13]) == "A2 A3 A4 A5 B7 B6 B5 B4 B3 B2 B1 C1 C2"
    assert names(path("row-serpentine")[:13]) == "B1 C1 D1 E1 G2 F2 E2 D2 C2 B2 A2 A3 B3"


@pytest.mark.parametrize("order", ["columns", "column-serpentine", "row-serpentine"])
def test_every_order_meets_every_point_once(order):
    assert sorted(path(order)) == list(range(85))


@pytest.mark.parametrize("order", ["column-serpentine", "row-serpentine"])
def test_a_serpentine_is_a_strip_without_long_jumps(order):
    way = [POINTS[k] for k in path(order)]
    steps = [math.dist((a.x, a.y), (b.x, b.y)) for a, b in itertools.pairwise(way)]
    assert max(steps) < 2  # grid units, at the turns; along a line it is one
    assert sum(step > 1.01 for step in steps) <= 10


@given(st.integers(0, 84), st.sampled_from(TURNS), st.booleans())
def test_turning_keeps_distances_and_angles(index, degrees, mirrored):
    to = POINTS[turned(index, degrees, mirrored=mirrored)]
    x, y = POINTS[index].x * (-1 if mirrored else 1), POINTS[index].y
    angle = math.radians(degrees)
    assert math.isclose(to.x, x * math.cos(angle) - y * math.sin(angle), abs_tol=1e-9)
    assert math.isclose(to.y, x * math.sin(angle) + y * math.cos(angle), abs_tol=1e-9)


@given(
    st.sampled_from(["columns", "column-serpentine", "row-serpentine"]),
    st.sampled_from(TURNS),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 180]),
)
def test_every_wiring_is_a_bijection_with_a_way_back(order, turn, mirrored, places, orientation):
    wired = wire_map(Lights(order=order, turn=turn, mirrored=mirrored, places=places), orientation)
    count = 91 if places else 85
    assert sorted(wired.wires) == list(range(count))
    assert all(wired.points[wired.wires[k]] == k for k in range(count))
    assert wired.name_of(wired.wires[count - 1]) == NAMES[count - 1]
    assert wired.name_of(500) == ""


def test_a_strip_laid_from_below_starts_at_the_other_side():
    assert wire_map(Lights(mirrored=True)).name_of(0) == POINTS[turned(Point("A2").index, mirrored=True)].name == "K7"


def test_a_turned_strip_starts_at_another_corner():
    assert [wire_map(Lights(turn=turn)).name_of(0) for turn in TURNS] == ["A2", "E1", "J5", "K10", "G11", "B7"]


def test_a_turned_print_moves_sensors_and_lights_alike():
    config = parse_config("[board]\norientation = 180\n")
    assert sensor_map(config).wires[Point("A2").index] == Point("K10").index
    assert light_map(config).name_of(0) == "K10"


def test_a_print_turned_by_half_swaps_the_ring_places():
    assert wire_map(Map(places=True), 180).wires[85:] == (88, 89, 90, 85, 86, 87)


def test_a_custom_map_is_taken_as_it_is():
    wires = tuple(reversed(range(85)))
    assert wire_map(Map(order="custom", custom=custom_pairs(wires))).wires == wires


def test_what_is_no_map_is_refused():
    with pytest.raises(ValueError, match="not one wire for each"):
        WireMap((0,) * 85)
    with pytest.raises(ValueError, match="not one wire for each"):
        WireMap(tuple(range(84)))


# From inputs to frames.


@given(st.permutations(range(100)))
def test_readings_come_out_in_the_order_of_the_points(order):
    inputs = order[:91]
    values = [input_number * 10 for input_number in range(100)]
    frame = PointOrder(inputs).frame(1.5, values)
    assert frame.time == 1.5
    assert [*frame.readings, *frame.places] == [wire * 10 for wire in inputs]
    assert len(frame.readings) == 85


def test_a_board_without_places_has_none_in_its_frames():
    assert PointOrder(range(85)).frame(0.0, [0] * 90).places == ()


def test_pairs_of_switches_are_white_minus_black():
    config = parse_config(
        '[board]\nsensing = "polarity"\n[sensors]\ndriver = "shift"\npair_offset = 88\n[sensors.shift]\nchips = 22\n'
    )
    values = [0] * 176
    values[Point("A2").index] = 1
    values[Point("F6").index + 88] = 1
    frame = PointOrder(sensor_inputs(config)).frame(0.0, values)
    assert (frame.readings[Point("A2").index], frame.readings[Point("F6").index]) == (1, -1)
    assert sum(map(abs, frame.readings)) == 2


@pytest.mark.parametrize("count", [0, 84, 86, 171, 181])
def test_half_a_map_is_refused(count):
    with pytest.raises(ValueError, match="85 or 91 are needed"):
        PointOrder(range(count))


def test_too_few_values_do_not_make_a_frame():
    with pytest.raises(IndexError):
        PointOrder(range(85)).frame(0.0, [0] * 84)


def test_the_default_map_is_the_identity():
    assert sensor_inputs(BoardConfig()) == tuple(range(85))
