"""The board's geometry and sets of points, checked against the printed board and against frozenset."""

import copy
import math
import operator
import pickle
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.yinsh_core.boards import NAMES
from yinsh_core import POINTS, InvalidNotation, Point, PointSet
from yinsh_core.points import ALL_BITS, NEIGHBOURS, RAYS, bits_of, indices

point_lists = st.lists(st.sampled_from(POINTS), max_size=85)
untimed = settings(deadline=None)


def named(points):
    return " ".join(point.name for point in points)


def test_there_are_85_points_column_by_column():
    assert [point.name for point in POINTS] == NAMES
    assert len(POINTS) == 85
    assert [point.index for point in POINTS] == list(range(85))
    assert sorted(POINTS, key=lambda point: (point.column, point.number)) == list(POINTS)


def test_a_name_is_read_in_either_case_and_gives_the_same_object():
    assert Point("f6") is Point("F6") is Point(Point("F6"))
    assert all(Point(name) is point for name, point in zip(NAMES, POINTS, strict=True))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("A1", "no such point: 'A1' (column A runs from A2 to A5)"),
        ("k11", "no such point: 'k11' (column K runs from K7 to K10)"),
        ("L1", "not a point: 'L1' (a column letter A to K and a number, such as F6)"),
        ("F06", "not a point: 'F06' (a column letter A to K and a number, such as F6)"),
        ("", "not a point: '' (a column letter A to K and a number, such as F6)"),
        (6, "not a point: 6 is int, a name such as F6 is needed"),
        (None, "not a point: None is NoneType, a name such as F6 is needed"),
    ],
)
def test_what_is_not_a_point_is_named(name, message):
    with pytest.raises(InvalidNotation) as caught:
        Point(name)
    assert str(caught.value) == message


def test_points_sort_column_first():
    assert sorted([Point("B1"), Point("A5"), Point("A2")]) == [Point("A2"), Point("A5"), Point("B1")]
    assert Point("E9") < Point("E10") <= Point("E10") < Point("F2")
    assert Point("F2") > Point("E10") >= Point("E10")


@pytest.mark.parametrize("point", POINTS, ids=str)
def test_points_survive_printing_pickling_and_copying(point):
    assert eval(repr(point)) is point
    assert Point(str(point)) is point
    assert pickle.loads(pickle.dumps(point)) is point
    assert copy.deepcopy(point) is point


def test_the_centre_has_six_neighbours_and_a_tip_of_the_rim_three():
    assert named(Point("F6").neighbours) == "E5 E6 F5 F7 G6 G7"
    assert named(Point("A2").neighbours) == "A3 B2 B3"
    assert named(Point("K10").neighbours) == "J9 J10 K9"


def test_neighbours_are_mutual_and_one_step_away():
    for point in POINTS:
        for other in point.neighbours:
            assert point in other.neighbours
            assert math.isclose(math.hypot(point.x - other.x, point.y - other.y), 1)
        assert point not in point.neighbours
    assert sum(len(point.neighbours) for point in POINTS) == 2 * 222


def test_every_point_one_step_away_is_a_neighbour():
    for point in POINTS:
        near = [other for other in POINTS if math.isclose(math.hypot(point.x - other.x, point.y - other.y), 1)]
        assert list(point.neighbours) == near


def test_the_board_is_the_hexagon_of_radius_five_without_its_corners():
    distances = sorted(math.hypot(point.x, point.y) for point in POINTS)
    assert distances[0] == 0
    assert distances[-1] == pytest.approx(math.sqrt(21))
    mirrored = {(round(-point.x, 6), round(-point.y, 6)) for point in POINTS}
    assert mirrored == {(round(point.x, 6), round(point.y, 6)) for point in POINTS}


def test_white_sits_where_numbers_are_low():
    assert Point("F2").y < Point("F6").y == 0 < Point("F10").y
    assert Point("A4").x < Point("F6").x == 0 < Point("K8").x


def test_rays_run_straight_to_the_rim():
    for point in POINTS:
        for ray in RAYS[point.index]:
            line = [point, *(POINTS[index] for index in ray)]
            steps = {(b.column - a.column, b.number - a.number) for a, b in pairwise(line)}
            assert len(steps) <= 1
    assert [named(POINTS[i] for i in ray) for ray in RAYS[Point("B6").index]] == [
        "B7",
        "C6 D6 E6 F6 G6 H6 I6 J6",
        "C7 D8 E9 F10 G11",
        "B5 B4 B3 B2 B1",
        "",
        "A5",
    ]


def test_a_point_sees_another_exactly_when_that_one_sees_it():
    seen = {(point.index, other) for point in POINTS for ray in RAYS[point.index] for other in ray}
    assert seen == {(other, index) for index, other in seen}
    for point in POINTS:
        assert NEIGHBOURS[point.index] == bits_of(ray[0] for ray in RAYS[point.index] if ray)


def test_forward_rays_climb_and_backward_rays_fall():
    for rays in RAYS:
        assert all(list(ray) == sorted(ray) for ray in rays[:3])
        assert all(list(ray) == sorted(ray, reverse=True) for ray in rays[3:])


@untimed
@given(point_lists, point_lists)
@pytest.mark.parametrize("operation", [operator.and_, operator.or_, operator.xor, operator.sub])
def test_sets_combine_like_frozensets(operation, left, right):
    expected = operation(frozenset(left), frozenset(right))
    for mine, other in (
        (PointSet(left), PointSet(right)),
        (PointSet(left), frozenset(right)),
        (frozenset(left), PointSet(right)),
    ):
        result = operation(mine, other)
        assert isinstance(result, PointSet)
        assert result == expected
        assert list(result) == sorted(expected)


@untimed
@given(point_lists, point_lists)
@pytest.mark.parametrize("relation", [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne])
def test_sets_compare_like_frozensets(relation, left, right):
    expected = relation(frozenset(left), frozenset(right))
    assert relation(PointSet(left), PointSet(right)) is expected
    assert relation(PointSet(left), frozenset(right)) is expected
    assert PointSet(left).isdisjoint(PointSet(right)) is frozenset(left).isdisjoint(right)


@untimed
@given(point_lists)
def test_a_set_is_a_frozen_value(points):
    some, plain = PointSet(points), frozenset(points)
    assert (len(some), bool(some), hash(some)) == (len(plain), bool(plain), hash(plain))
    assert all((point in some) is (point in plain) for point in POINTS)
    assert PointSet.from_bits(some.bits) == some
    assert list(indices(some.bits)) == [point.index for point in sorted(plain)]
    assert ~~some == some
    assert some | ~some == PointSet(POINTS)
    assert not some & ~some
    assert eval(repr(some)) == some
    assert pickle.loads(pickle.dumps(some)) == some


def test_a_set_knows_names_in_either_case():
    some = PointSet(["F6", "g7"])
    assert "F6" in some
    assert "G7" in some
    assert "f6" in some
    assert "F7" not in some
    assert "nonsense" not in some
    assert 25 not in some


@untimed
@given(point_lists, point_lists)
@pytest.mark.parametrize("relation", [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne])
def test_names_compare_as_their_points_do(relation, left, right):
    names = {point.name for point in right}
    assert relation(PointSet(left), names) is relation(frozenset(left), frozenset(right))
    assert relation(names, PointSet(left)) is relation(frozenset(right), frozenset(left))


def test_what_is_no_point_is_in_no_set():
    some = PointSet(["F6", "G7"])
    assert some != {"F6", "nonsense"}
    assert not some <= {"F6", 7}
    assert some - {"F6", "nonsense", 7} == {"G7"}
    assert some & {"f6", "nonsense", 7} == {"F6"}
    for operation in (operator.or_, operator.xor):
        for nonsense in ("nonsense", 7):
            with pytest.raises(InvalidNotation):
                operation(some, {nonsense})


def test_bits_beyond_the_board_are_refused():
    assert len(PointSet.from_bits(ALL_BITS)) == 85
    for bits in (-1, ALL_BITS + 1):
        with pytest.raises(ValueError, match="not a set of the 85 points"):
            PointSet.from_bits(bits)


def test_a_set_prints_itself_on_the_board():
    drawn = str(PointSet(["F6", "A2", "K10"]))
    assert drawn.count("x") == 3
    assert drawn.count(".") == 82
    marked = [line.rstrip() for line in drawn.splitlines() if "x" in line]
    assert marked == [
        "     .       .       .       .       .       x",
        " 3       .       .       x       .       .",
        "     x       .       .       .       .       .",
    ]
    assert drawn.splitlines()[-1].split() == list("ABCDEFGHIJK")
