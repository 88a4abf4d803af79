"""The template: everything is where it is on the board, to a tenth of a millimetre, in SVG and in PDF."""

import math
import re
import zlib
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.config import BoardConfig, parse_config
from hardware.drawing import Circle, Drawing, Ink, Line, Words, number, ruler, to_svg
from hardware.maps import NAMES, light_map
from hardware.pdf import FOOT, MARGIN, OVERLAP, PAPERS, tile, to_pdf, words_width
from hardware.template import LAYERS, PLACE_SPOTS, Template, draw_template
from yinsh_core.points import POINTS, Point

SVG = "{http://www.w3.org/2000/svg}"


def words(drawing):
    return {shape.text: shape.at for shape in drawing.shapes if isinstance(shape, Words)}


def holes(drawing, size=5.0):
    return [shape.center for shape in drawing.shapes if isinstance(shape, Circle) and shape.radius == size / 2]


# The drawing.


def test_every_point_and_place_has_a_hole_at_its_true_distance_from_its_neighbours():
    drawing = draw_template(BoardConfig(), Template(grid_mm=40.0))
    spots = holes(drawing)
    assert len(spots) == 91
    for point in POINTS:
        for other in point.neighbours:
            assert math.isclose(math.dist(spots[point.index], spots[other.index]), 40.0)


def test_white_sits_at_the_bottom_and_a_is_on_the_left():
    template = Template()
    at = {name: template.spot_of(k) for k, name in enumerate(NAMES)}
    assert at["E1"][1] > at["F6"][1] > at["G11"][1]
    assert at["A4"][0] < at["F6"][0] < at["K8"][0]
    assert at["white-1"][1] > at["F6"][1] > at["black-1"][1]


def test_from_below_left_and_right_change_places_and_words_stay_readable():
    above, below = (draw_template(BoardConfig(), Template(from_below=side)) for side in (False, True))
    for seen, mirrored in zip(holes(above), holes(below), strict=True):
        assert math.isclose(seen[0] + mirrored[0], above.width)
        assert seen[1] == mirrored[1]
    assert "seen from below" in to_svg(below)


def test_every_line_of_the_board_is_drawn_once():
    drawing = draw_template(BoardConfig(), Template(layers=("print",)))
    template = Template()
    lines = [shape.spots for shape in drawing.shapes if isinstance(shape, Line) and shape.ink.width == 0.5]
    assert len(lines) == 33
    drawn = sum(math.dist(*line) for line in lines) / template.grid_mm
    assert math.isclose(drawn, sum(len(point.neighbours) for point in POINTS) / 2)


def test_letters_and_numbers_stand_outside_the_board():
    drawing = draw_template(BoardConfig(), Template(layers=("print",)))
    at = words(drawing)
    template = Template()
    for label in (*"ABCDEFGHIJK", *map(str, range(1, 12))):
        nearest = min(math.dist(at[label], template.spot_of(k)) for k in range(85))
        assert 0.5 < nearest / template.grid_mm < 0.9


def test_ring_places_leave_room_for_hands():
    for x, y in PLACE_SPOTS:
        assert min(math.dist((x, y), (point.x, point.y)) for point in POINTS) > 1.2
        assert sorted(math.dist((x, y), other) for other in PLACE_SPOTS)[1] > 0.99


def test_numbers_are_those_of_the_configuration():
    config = parse_config('[lights]\norder = "row-serpentine"\nplaces = true\n[map]\norder = "column-serpentine"\n')
    at = words(draw_template(config, Template()))
    assert {f"S{wire}" for wire in range(85)} < set(at)
    assert {f"L{wire}" for wire in range(91)} < set(at)
    template = Template()
    nearest = min(range(91), key=lambda k: math.dist(template.spot_of(k), at["L4"]))
    assert NAMES[nearest] == light_map(config).name_of(4) == "G2"


def test_the_strip_goes_from_led_to_led_in_their_order():
    config, template = BoardConfig(), Template(layers=("leds",))
    drawing = draw_template(config, template)
    (strip,) = [shape for shape in drawing.shapes if isinstance(shape, Line) and len(shape.spots) == 85]
    assert strip.spots[0] == template.spot_of(Point("A2").index)
    assert strip.spots[4] == template.spot_of(Point("B7").index)
    metres = sum(math.dist(a, b) for a, b in pairwise(strip.spots)) / 1000
    assert any(f"85 in all, {metres:.1f} m long" in text for text in words(drawing))


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_shows_itself_alone(layer):
    drawing = draw_template(BoardConfig(), Template(layers=(layer,)))
    assert bool(holes(drawing)) == (layer == "drill")
    assert ("S7" in words(drawing)) == (layer == "sensors")
    assert ("L7" in words(drawing)) == (layer == "leds")
    assert ("F6" in words(drawing)) == (layer != "print")


@pytest.mark.parametrize("grid", [15.0, 33.3, 100.0])
def test_nothing_sticks_out_of_the_sheet(grid):
    drawing = draw_template(parse_config("[lights]\nplaces = true\n"), Template(grid_mm=grid))
    for shape in drawing.shapes:
        for x, y in _extent(shape):
            assert 0 <= x <= drawing.width, shape
            assert 0 <= y <= drawing.height, shape


def _extent(shape):
    if isinstance(shape, Line):
        return shape.spots
    if isinstance(shape, Circle):
        (x, y), r = shape.center, shape.radius
        return [(x - r, y - r), (x + r, y + r)]
    (x, y), width = shape.at, words_width(shape.text, shape.size)
    left = x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    return [(left, y - shape.size / 2), (left + width, y + shape.size / 2)]


# SVG.


def test_the_svg_is_as_large_as_it_says():
    drawing = draw_template(BoardConfig(), Template())
    root = ET.fromstring(to_svg(drawing))
    assert root.get("width") == f"{drawing.width:g}mm"
    assert root.get("viewBox") == f"0 0 {drawing.width:g} {drawing.height:g}"
    assert len(root.findall(f"{SVG}circle")) == sum(isinstance(shape, Circle) for shape in drawing.shapes)
    f6 = next(text for text in root.findall(f"{SVG}text") if text.text == "F6")
    assert abs(float(f6.get("y")) - Template().spot_of(Point("F6").index)[1]) < 2


def test_names_from_the_configuration_cannot_break_the_svg():
    config = parse_config('[board]\nname = "<&\\"café>"\n')
    assert '<&"café>: template' in ET.fromstring(to_svg(draw_template(config, Template()))).find(f"{SVG}title").text


@given(st.floats(-1e4, 1e4))
def test_coordinates_are_exact_to_a_micrometre(value):
    assert abs(float(number(value)) - value) <= 0.000501
    assert "e" not in number(value)


# PDF, taken apart again.


def objects(pdf):
    """Number to body, found through the table at the end as a viewer does."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[1])
    head, *entries = pdf[start:].split(b"\ntrailer")[0].decode().split("\n")[1:]
    assert head == f"0 {len(entries)}"
    found = {}
    for count, entry in enumerate(entries):
        assert len(entry) == 19  # and the line's end: viewers count on twenty
        if count:
            at = int(entry[:10])
            assert pdf[at:].startswith(f"{count} 0 obj\n".encode())
            found[count] = pdf[at : pdf.index(b"\nendobj\n", at)].partition(b" obj\n")[2]
    return found


def stream(body):
    head, _, packed = body.partition(b"\nstream\n")
    packed = packed.removesuffix(b"\nendstream")
    assert f"/Length {len(packed)} ".encode() in head
    return zlib.decompress(packed).decode("ascii")


def pages(pdf):
    found = objects(pdf)
    kids = next(body for body in found.values() if b"/Type /Pages" in body)
    for kid in re.findall(rb"(\d+) 0 R", kids.partition(b"/Kids")[2]):
        page = found[int(kid)]
        yield page, stream(found[int(re.search(rb"/Contents (\d+)", page)[1])])


def form(pdf):
    return stream(next(body for body in objects(pdf).values() if b"/Subtype /Form" in body))


def test_a_pdf_holds_the_drawing_once_and_shows_windows_of_it():
    drawing = draw_template(BoardConfig(), Template())
    pdf = to_pdf(drawing)
    shown = list(pages(pdf))
    assert len(shown) == 4
    assert all("/Board Do" in content for _, content in shown)
    assert form(pdf).count(" Tj ") == sum(isinstance(shape, Words) for shape in drawing.shapes)
    assert "<4636>" in form(pdf)  # F6


def test_a_millimetre_is_a_millimetre():
    pdf = to_pdf(Drawing(100, 100, "", (Line(((10, 20), (60, 20)), Ink(width=0.3)),)))
    ((page, content),) = pages(pdf)
    assert b"/MediaBox [0 0 595.2756 841.8898]" in page
    scale = content.split()[0]
    assert math.isclose(float(scale), 72 / 25.4, rel_tol=1e-6)
    assert "0.3 w [] 0 d 10 20 m 60 20 l S" in form(pdf)


def test_every_page_has_a_ruler_of_100_mm_and_says_where_it_belongs():
    for count, (_, content) in enumerate(pages(to_pdf(draw_template(BoardConfig(), Template())))):
        (start, end) = re.findall(r"([\d.]+) 285 m ([\d.]+) 285 l S", content)[0]
        assert float(end) - float(start) == 100
        row, column = divmod(count, 2)
        assert f"page {count + 1} of 4: row {row + 1}, column {column + 1}".encode().hex() in content


def test_a_page_shows_its_own_window():
    drawing = draw_template(BoardConfig(), Template())
    tiling = tile(drawing, PAPERS["a4"])
    for count, (_, content) in enumerate(pages(to_pdf(drawing))):
        row, column = divmod(count, 2)
        shift = [float(text) for text in re.search(r"1 0 0 1 (\S+) (\S+) cm", content).groups()]
        corner = tiling.corner(column, row)
        assert [MARGIN - at for at in corner] == pytest.approx(shift, abs=1e-3)
        assert f"{MARGIN:g} {MARGIN:g} {tiling.window[0]:g} {tiling.window[1]:g} re W n" in content


def test_words_stand_upright_where_their_anchor_says():
    at = [Words((50.0, 20.0), "F10", 10.0, anchor) for anchor in ("start", "middle", "end")]
    found = re.findall(r"/F 10 Tf 1 0 0 -1 (\S+) (\S+) Tm <463130> Tj", form(to_pdf(Drawing(100, 100, "", tuple(at)))))
    width = words_width("F10", 10.0)
    assert [float(x) for x, _ in found] == pytest.approx([50, 50 - width / 2, 50 - width], abs=1e-3)
    assert {y for _, y in found} == {"23.6"}  # below the middle of the capitals


def test_a_ruler_has_a_tick_for_every_centimetre():
    ticks = [
        shape.spots
        for shape in ruler((10.0, 50.0))
        if isinstance(shape, Line) and shape.spots[0][1] != shape.spots[1][1]
    ]
    assert [start[0] for start, _ in ticks] == [10 + 10 * count for count in range(11)]


@given(st.floats(50, 1200), st.floats(50, 1200), st.sampled_from(sorted(PAPERS)))
def test_pages_cover_the_drawing_and_overlap(width, height, paper):
    tiling = tile(Drawing(width, height, "", ()), PAPERS[paper])
    window = tiling.window
    assert sorted(tiling.paper) == sorted(PAPERS[paper])
    assert window == (tiling.paper[0] - 2 * MARGIN, tiling.paper[1] - 2 * MARGIN - FOOT)
    for axis, (count, size) in enumerate([(tiling.columns, width), (tiling.rows, height)]):
        starts = [tiling.corner(at, at)[axis] for at in range(count)]
        assert starts[0] <= 1e-9
        assert starts[-1] + window[axis] >= size - 1e-9
        assert all(math.isclose(a + window[axis] - b, OVERLAP) for a, b in pairwise(starts))


def test_crosses_are_on_both_pages_of_a_seam():
    tiling = tile(Drawing(352, 410, "", ()), PAPERS["a4"])
    for x, y in tiling.seams():
        seen = [
            (column, row)
            for column in range(tiling.columns)
            for row in range(tiling.rows)
            if all(
                corner <= at <= corner + size
                for corner, at, size in zip(tiling.corner(column, row), (x, y), tiling.window, strict=True)
            )
        ]
        assert len(seen) >= 2


def test_fewer_pages_win_over_upright_ones():
    assert tile(Drawing(270, 180, "", ()), PAPERS["a4"]).paper == (297.0, 210.0)
    assert tile(Drawing(180, 180, "", ()), PAPERS["a4"]).paper == (210.0, 297.0)


def test_words_are_measured_as_helvetica_is():
    assert words_width("F10", 1000) == 611 + 556 + 556
    assert math.isclose(words_width("~ ", 10), 8.62)


def test_a_circle_is_round():
    content = form(to_pdf(Drawing(50, 50, "", (Circle((25, 25), 10),))))
    numbers = [float(text) for text in re.findall(r"[\d.]+(?= )", content.partition("d ")[2])]
    spots = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert len(spots) == 13  # a start, and three for each quarter
    for at in range(0, 12, 3):
        for share in (0.0, 0.1, 0.25, 0.5, 0.8, 1.0):
            assert math.isclose(math.dist(_curve(spots[at : at + 4], share), (25, 25)), 10, abs_tol=0.003)


def _curve(spots, t):
    """The spot of a cubic curve at a share of its way."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return tuple(sum(w * spot[axis] for w, spot in zip(weights, spots, strict=True)) for axis in (0, 1))
