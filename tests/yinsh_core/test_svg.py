"""The picture is read back as XML: what is drawn where, and what a screen reader hears."""

import re
import shutil
import subprocess
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yinsh_core.colors import Color
from yinsh_core.errors import InvalidNotation
from yinsh_core.points import COLUMNS, POINTS, Point, PointSet
from yinsh_core.position import Position
from yinsh_core.svg import HIGHLIGHT, board_svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
STEP = 40


@dataclass(frozen=True)
class Pieces:
    """Anything with rings, markers and captures can be drawn: also a turn half done."""

    rings: tuple[PointSet, PointSet] = (PointSet(), PointSet())
    markers: tuple[PointSet, PointSet] = (PointSet(), PointSet())
    captures: tuple[int, int] = field(default=(0, 0))


def drawing(*args, **kwargs) -> ET.Element:
    return ET.fromstring(board_svg(*args, **kwargs))


def by_class(svg: ET.Element, name: str) -> list[ET.Element]:
    return [element for element in svg.iter() if element.get("class") == name]


def place_of(element: ET.Element) -> tuple[float, float]:
    """Where a piece stands: its last circle has no shadow's offset."""
    circle = element if element.tag == f"{NAMESPACE}circle" else element.findall(f"{NAMESPACE}circle")[-1]
    return (float(circle.get("cx", "nan")), float(circle.get("cy", "nan")))


def points_of(elements: list[ET.Element]) -> set[str]:
    """The points whose middle the elements stand on, found by their coordinates."""
    names = {(round(p.x * STEP), round(-p.y * STEP)): p.name for p in POINTS}
    return {names[round(x), round(y)] for x, y in map(place_of, elements)}


def texts(svg: ET.Element) -> set[str | None]:
    return {element.text for element in svg.iter(f"{NAMESPACE}text")}


def test_pieces_stand_on_their_points():
    position = Position(
        white_rings=PointSet(["A2", "F6"]).bits,
        black_rings=PointSet(["K10"]).bits,
        white_markers=PointSet(["E10"]).bits,
        black_markers=PointSet(["G2", "G3", "J11"]).bits,
    )
    svg = drawing(position)
    assert points_of(by_class(svg, "ring white")) == {"A2", "F6"}
    assert points_of(by_class(svg, "ring black")) == {"K10"}
    assert points_of(by_class(svg, "marker white")) == {"E10"}
    assert points_of(by_class(svg, "marker black")) == {"G2", "G3", "J11"}


def test_a_ring_stands_around_the_marker_inside_it():
    svg = drawing(Pieces(rings=(PointSet(["F6"]), PointSet()), markers=(PointSet(["F6"]), PointSet())))
    order = [
        element.get("class")
        for element in svg
        if "ring" in element.get("class", "") or element.get("class") == "marker white"
    ]
    assert order == ["marker white", "ring white"]
    (ring,), (marker,) = by_class(svg, "ring white"), by_class(svg, "marker white")
    edge = max(float(circle.get("r", "nan")) for circle in marker)
    hole = min(float(c.get("r", "nan")) - float(c.get("stroke-width", "nan")) / 2 for c in list(ring)[1:])
    assert edge <= hole


@pytest.mark.parametrize("captures", [(0, 0), (1, 0), (2, 3), (3, 2)])
def test_captured_rings_lie_at_the_rim_each_on_its_owners_side(captures):
    svg = drawing(Pieces(captures=captures))
    for color in Color:
        rings = by_class(svg, f"ring {color}")
        assert len(rings) == captures[color]
        assert all((place_of(ring)[1] > 0) == (color is Color.WHITE) for ring in rings)
        assert all(
            min(abs(complex(*place_of(ring)) - complex(p.x, -p.y) * STEP) for p in POINTS) > STEP for ring in rings
        )


def test_white_and_black_differ_in_form_too():
    svg = drawing(Pieces(rings=(PointSet(["F6"]), PointSet(["F7"])), markers=(PointSet(["A2"]), PointSet(["A3"]))))

    def form(name: str) -> list[tuple[str | None, str | None]]:
        return [(circle.get("r"), circle.get("stroke-width")) for circle in by_class(svg, name)[0]]

    assert form("ring white") != form("ring black")
    assert form("marker white") != form("marker black")


def test_every_line_is_labelled_and_labels_can_be_left_out():
    assert texts(drawing()) == {*COLUMNS, *map(str, range(1, 12))}
    assert texts(drawing(labels=False)) == set()


def test_there_are_eleven_lines_each_way():
    (lines,) = by_class(drawing(), "lines")
    ends = [part.split("L") for part in lines.get("d", "").split("M")[1:]]
    assert len(ends) == len(set(map(tuple, ends))) == 3 * 11


def test_labels_and_places_keep_clear_of_points_and_of_each_other():
    svg = drawing()
    labels = [complex(float(e.get("x", "nan")), float(e.get("y", "nan")) - 4.7) for e in svg.iter(f"{NAMESPACE}text")]
    places = [complex(float(c.get("cx", "nan")), float(c.get("cy", "nan"))) for c in by_class(svg, "places")[0]]
    points = [complex(p.x, -p.y) * STEP for p in POINTS]
    assert min(abs(label - point) for label in labels for point in points) > 24  # a ring reaches out to 18
    assert min(abs(a - b) for a in labels for b in labels if a != b) > 18
    assert min(abs(label - place) for label in labels for place in places) > 30


def test_everything_lies_inside_the_picture():
    svg = drawing(Pieces(captures=(3, 3)), glow=POINTS, highlights=POINTS)
    left, top, width, height = map(float, svg.get("viewBox", "").split())
    for circle in svg.iter(f"{NAMESPACE}circle"):
        x, y = place_of(circle)
        reach = float(circle.get("r", "nan")) + 4
        assert left < x - reach
        assert x + reach < left + width
        assert top < y - reach
        assert y + reach < top + height


def test_highlights_take_a_set_or_a_colour_for_each_point():
    plain = by_class(drawing(highlights=PointSet(["F6", "A2"])), "highlight")
    assert points_of(plain) == {"F6", "A2"}
    assert {mark.get("stroke") for mark in plain} == {HIGHLIGHT}
    (own,) = by_class(drawing(highlights={"F6": "teal"}), "highlight")
    assert own.get("stroke") == "teal"


def test_glow_lies_below_the_pieces():
    svg = drawing(Pieces(rings=(PointSet(["F6"]), PointSet())), glow={Point("F6"): "#00ff80"})
    classes = [element.get("class") for element in svg]
    assert classes.index("glow") < classes.index("ring white")
    assert points_of(by_class(svg, "glow")) == {"F6"}
    assert by_class(svg, "glow")[0].get("fill") == "#00ff80"


def test_an_arrow_leads_from_beside_its_start_to_its_end():
    (arrow,) = by_class(drawing(arrows=[("F6", "F9")]), "arrow")
    shaft, head = (path.get("d", "") for path in arrow)
    assert shaft == "M0,-19L0,-107"
    assert head.startswith("M0,-116L")  # F9 lies three steps of 40 above F6


def test_an_arrow_to_its_own_start_is_left_out():
    assert by_class(drawing(arrows=[("F6", Point("F6"))]), "arrow") == []


def test_it_speaks_for_itself():
    position = Position(white_rings=PointSet(["F6", "B3"]).bits, black_markers=PointSet(["C4"]).bits, white_captures=1)
    svg = drawing(position, title="After <3> & 'more'")
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == svg.findtext(f"{NAMESPACE}title") == "After <3> & 'more'"
    words = svg.findtext(f"{NAMESPACE}desc")
    assert words == "White: rings B3 F6, captured rings 1. Black: markers C4."
    assert drawing().findtext(f"{NAMESPACE}desc") == "The empty board."


def test_equal_boards_give_equal_text_and_need_nothing_from_elsewhere():
    position = Pieces(rings=(PointSet(["F6"]), PointSet(["G7"])))
    first = board_svg(position, highlights={"F6": "red", "A2": "blue"})
    assert first == board_svg(position, highlights={Point("A2"): "blue", Point("F6"): "red"})
    assert first.count("http") == 1  # the namespace
    assert not re.search(r" id=|href|<style|url\(", first)


def test_size_is_the_height_in_pixels():
    svg = drawing(size=238)
    assert (svg.get("width"), svg.get("height")) == ("220", "238")


def test_a_wrong_point_is_named():
    with pytest.raises(InvalidNotation, match="A9"):
        board_svg(highlights=["A9"])


POINT_SETS = st.builds(PointSet.from_bits, st.integers(0, 2**85 - 1))


@given(
    rings=st.tuples(POINT_SETS, POINT_SETS),
    markers=st.tuples(POINT_SETS, POINT_SETS),
    captures=st.tuples(st.integers(0, 5), st.integers(0, 5)),
    title=st.text(),
    color=st.text(),
)
def test_any_board_and_any_words_make_valid_xml(rings, markers, captures, title, color):
    svg = drawing(Pieces(rings, markers, captures), title=title, highlights={"F6": color})
    assert points_of(by_class(svg, "marker white")) == {point.name for point in markers[0]}


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is missing: apt install librsvg2-bin")
def test_another_program_draws_it(tmp_path):
    picture = tmp_path / "board.png"
    text = board_svg(Pieces(rings=(PointSet(["F6"]), PointSet())), glow=["F7"], arrows=[("F6", "F8")])
    command = ["rsvg-convert", "--height", "200", "--output", str(picture)]
    subprocess.run(command, input=text.encode(), check=True, timeout=60, capture_output=True)
    assert picture.read_bytes().startswith(b"\x89PNG")
