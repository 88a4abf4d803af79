"""Drawings that cannot be misread: what touches is joined, what is joined belongs together, words stay on the sheet."""

import re
import runpy
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from hardware.config import BoardConfig, load_config
from hardware.config.pins import pin_uses
from hardware.config.settings import Matrix
from hardware.wiring import DRAWINGS
from hardware.wiring.magnets import Magnet, RingOfMagnets
from hardware.wiring.parts import HEADER_PINS, HEADER_POWER, PICO_PINS

ROOT = Path(__file__).parents[2]
BOARDS = {path.stem: load_config(path) for path in sorted((ROOT / "hardware/boards").glob("*.toml"))}
MADE = runpy.run_path(str(ROOT / "docs/make_wiring.py"))
SVG = "{http://www.w3.org/2000/svg}"

SHEETS = {name: DRAWINGS[name](BOARDS[board]) for name, board in MADE["SHOWN"].items()}
SHEETS |= {
    f"{name} of {board}": DRAWINGS[name](config)
    for board, config in BOARDS.items()
    for name in sorted({config.sensors.driver, "lights", "controls", "header"} & set(DRAWINGS))
}


@pytest.fixture(params=SHEETS.values(), ids=SHEETS)
def sheet(request):
    return request.param


class Circuit:
    """The wires of a drawing as nets: wires that share an end, or a joint, are one."""

    def __init__(self, svg):
        tree = ET.fromstring(svg)
        self.wires = [_spots(element) for element in tree.iter(f"{SVG}polyline")]
        circles = [element for element in tree.iter(f"{SVG}circle") if element.get("r") == "4"]
        self.joints = [(float(circle.get("cx")), float(circle.get("cy"))) for circle in circles]
        self.net = list(range(len(self.wires)))
        for one, other in combinations(range(len(self.wires)), 2):
            if self._joined(self.wires[one], self.wires[other]):
                self._merge(one, other)

    def _joined(self, one, other):
        if {one[0], one[-1]} & {other[0], other[-1]}:
            return True
        return any(_on(joint, one) and _on(joint, other) for joint in self.joints)

    def _merge(self, one, other):
        old, new = self.net[other], self.net[one]
        self.net = [new if net == old else net for net in self.net]

    def accidents(self):
        """Places where wires of different nets run over each other or end on each other."""
        for one, other in combinations(range(len(self.wires)), 2):
            if self.net[one] == self.net[other]:
                continue
            for first in _segments(self.wires[one]):
                for second in _segments(self.wires[other]):
                    if _overlap(first, second):
                        yield first, second

    def net_at(self, spot):
        (net,) = {net for net, wire in zip(self.net, self.wires, strict=True) if spot in (wire[0], wire[-1])}
        return net


def _spots(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def _segments(wire):
    return [segment for segment in pairwise(wire) if segment[0] != segment[1]]


def _on(spot, wire):
    return any(_between(spot, *segment) for segment in _segments(wire))


def _between(spot, start, end):
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    level = abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) < 1e-6
    return level and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def _overlap(first, second):
    return any(_between(spot, *second) for spot in first) or any(_between(spot, *first) for spot in second)


def words(svg):
    return [element.text for element in ET.fromstring(svg).iter(f"{SVG}text")]


def test_every_drawing_is_xml_with_a_title(sheet):
    tree = ET.fromstring(sheet.svg())
    assert tree.find(f"{SVG}title").text == sheet.title
    assert (tree.get("width"), tree.get("height")) == (str(sheet.width), str(sheet.height))


def test_wires_touch_only_where_they_are_joined(sheet):
    assert list(Circuit(sheet.svg()).accidents()) == []


def test_every_joint_joins_something(sheet):
    circuit = Circuit(sheet.svg())
    for joint in circuit.joints:
        assert any(_on(joint, wire) for wire in circuit.wires), joint


def test_words_stay_on_the_sheet(sheet):
    for element in ET.fromstring(sheet.svg()).iter(f"{SVG}text"):
        width = 0.6 * float(element.get("font-size")) * len(element.text)
        shift = {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
        left = float(element.get("x")) - shift * width
        assert left >= 0, element.text
        assert left + width <= sheet.width, element.text
        assert 0 < float(element.get("y")) < sheet.height, element.text


def test_a_wire_that_runs_over_another_would_be_found():
    wire = '<polyline xmlns="http://www.w3.org/2000/svg" points="{}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{wire.format("0,0 10,0")}{wire.format("5,0 20,0")}</svg>'
    assert len(list(Circuit(svg).accidents())) == 1


@pytest.mark.parametrize("name", ["matrix", "mcp23017", "shift", "mcp3008", "lights", "controls"])
def test_the_configured_pins_are_on_the_drawing(name):
    config = BOARDS[MADE["SHOWN"][name]]
    section = {"lights": "lights", "controls": ("controls", "sounder")}.get(name, "sensors")
    said = " ".join(words(SHEETS[name].svg()))
    unwired = {"shift": {"MOSI", "CE0"}, "lights": {"MISO", "SCLK", "CE0"}}.get(name, set())  # the bus has them all
    wanted = {use.pin for use in pin_uses(config) if use.key.startswith(section) and use.what not in unwired}
    if name == "matrix":  # which is drawn in parts
        wanted = {*config.sensors.matrix.rows[:2], *config.sensors.matrix.columns[:2]}
    assert wanted
    assert all(re.search(rf"\bGPIO {pin}\b", said) for pin in wanted)


def test_the_drawings_follow_the_configuration():
    board = BOARDS["full-mcp3008"]
    moved = replace(board, sensors=replace(board.sensors, mcp3008=replace(board.sensors.mcp3008, bus=0)))
    assert "GPIO 11" in words(DRAWINGS["mcp3008"](moved).svg())
    assert "GPIO 11" not in words(DRAWINGS["mcp3008"](board).svg())


def test_diodes_turn_round_with_the_pull():
    up = BoardConfig()
    down = replace(up, sensors=replace(up.sensors, matrix=Matrix(pull="down")))
    towards_row, towards_column = (DRAWINGS["matrix"](config).svg() for config in (up, down))
    assert "l-9 14z" in towards_row
    assert "l-9 14z" not in towards_column
    assert "l-9 -14z" in towards_column


def test_the_multiplexers_of_the_pico_share_lines_and_inputs_but_not_their_enable():
    sheet = SHEETS["serial"]
    circuit = Circuit(sheet.svg())
    left = dict(_pin_rows(sheet.svg(), x=686))
    nets = {name: circuit.net_at((658.0, y)) for name, y in left.items()}
    for shared in ("S0", "S1", "S2", "S3", "SIG of 0", "SIG of 1", "SIG of 2"):
        assert nets[shared, 0] == nets[shared, 1]
    assert nets["EN", 0] != nets["EN", 1]
    assert len(set(nets.values())) == 9


def _pin_rows(svg, x):
    """Names at the left edge of the multiplexers, each with its bank, and the height of its leg."""
    seen = {}
    for element in ET.fromstring(svg).iter(f"{SVG}text"):
        if float(element.get("x")) == x:
            bank = seen[element.text] = seen.get(element.text, -1) + 1
            yield (element.text, bank), float(element.get("y")) - 4


class TestHeader:
    def test_every_pin_is_there_once(self):
        assert sorted([*HEADER_PINS.values(), *HEADER_POWER]) == list(range(1, 41))
        assert sorted(HEADER_PINS) == list(range(28))

    def test_places_that_every_builder_knows(self):
        assert [HEADER_PINS[gpio] for gpio in (2, 3, 10, 9, 11, 8, 18, 20, 21)] == [3, 5, 19, 21, 23, 24, 12, 38, 40]
        assert [HEADER_POWER[pin] for pin in (1, 2, 6, 17, 39)] == ["3.3 V", "5 V", "ground", "3.3 V", "ground"]
        assert [PICO_PINS[gpio] for gpio in (0, 2, 5, 16, 26, 28)] == [1, 4, 7, 21, 31, 34]

    @pytest.mark.parametrize("board", ["rings-matrix", "full-mcp3008", "presence-shift"])
    def test_every_use_is_beside_its_pin(self, board):
        config = BOARDS[board]
        heights = {}
        for element in ET.fromstring(DRAWINGS["header"](config).svg()).iter(f"{SVG}text"):
            side = element.get("text-anchor")
            heights.setdefault((element.get("y"), side), []).append(element.text)
        beside = {texts[0]: texts[1:] for texts in heights.values() if texts[0].startswith("GPIO")}
        for use in pin_uses(config):
            assert beside[f"GPIO {use.pin}"] == [f"{use.what} ({use.key.split('.')[0]})"]


class TestMagnets:
    MARKER = Magnet(3, 1, "N35")
    RING = RingOfMagnets(Magnet(6, 3, "N42"), count=8, radius=15)

    def test_a_magnet_is_positive_above_the_sensor_and_negative_beside_it(self):
        assert self.MARKER.field(0, 6.5) > 0 > self.MARKER.field(40, 6.5)

    def test_a_known_magnet(self):
        # a dipole of 1.2 T * 7.07 mm3 at 6.5 mm on its axis: 2 * Br * V / (4 pi z^3)
        assert self.MARKER.field(0, 6.5) == pytest.approx(4.92, abs=0.01)

    def test_the_field_in_a_ring_turns_with_depth(self):
        depth = self.RING.turning_depth
        assert self.RING.field(0, depth - 0.1) < 0 < self.RING.field(0, depth + 0.1)
        assert self.RING.field(0, depth) == pytest.approx(0, abs=1e-9)

    def test_a_ring_is_as_strong_as_its_magnets_together(self):
        one = self.RING.magnet.field(15, 5)
        assert self.RING.field(0, 5) == pytest.approx(8 * one)


def test_the_drawings_in_the_documentation_are_up_to_date():
    for path, svg in MADE["pictures"]().items():
        assert path.read_text() == svg, f"{path.name} is old: python docs/make_wiring.py"
    assert {path.name for path in (ROOT / "docs/wiring").glob("*.svg")} == {path.name for path in MADE["pictures"]()}


class TestDocumentation:
    BUILD = (ROOT / "docs/build.md").read_text()
    ON_A_PI = (ROOT / "docs/on-a-pi.md").read_text()

    def test_every_picture_and_page_exists(self):
        for text in (self.BUILD, self.ON_A_PI):
            for name in re.findall(r'src="([^"]+)"|\]\(([^)#]+)\)', text):
                assert (ROOT / "docs" / "".join(name)).is_file(), name

    def test_every_drawing_is_shown_somewhere(self):
        shown = set(re.findall(r'src="wiring/([^"]+)"', self.BUILD + self.ON_A_PI))
        assert shown == {path.name for path in MADE["pictures"]()}

    def test_every_recipe_has_its_file(self):
        files = set(re.findall(r"hardware/boards/([\w-]+)\.toml", self.BUILD))
        assert files == set(BOARDS) - {"virtual"}

    def test_jumps_within_the_page_arrive(self):
        heads = {
            re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"(?m)^#+ (.*)$", self.BUILD)
        }
        assert set(re.findall(r"\]\(#([^)]+)\)", self.BUILD)) <= heads

    def test_the_magnets_do_what_the_table_says(self):
        row = re.compile(
            r"\| ([\d.]+) mm \| ([\d.]+) x ([\d.]+) mm (N\d+), ([\d.]+) mm above the sensor \| ([\d.]+) mT "
            r"\| (\d+) of ([\d.]+) x ([\d.]+) mm (N\d+), ([\d.]+) mm from the middle, ([\d.]+) mm above \| ([\d.]+) mT "
            r"\| ([\d.]+) mT \|"
        )
        rows = row.findall(self.BUILD)
        assert len(rows) == 2
        for (
            grid,
            d,
            h,
            grade,
            above,
            reads,
            count,
            ring_d,
            ring_h,
            ring_grade,
            radius,
            ring_above,
            ring,
            beside,
        ) in rows:
            marker = Magnet(float(d), float(h), grade).field(0, float(above))
            magnets = RingOfMagnets(Magnet(float(ring_d), float(ring_h), ring_grade), int(count), float(radius))
            assert marker == pytest.approx(float(reads), abs=0.05)
            assert -magnets.field(0, float(ring_above)) == pytest.approx(float(ring), abs=0.05)
            assert -magnets.field(float(grid), float(ring_above)) == pytest.approx(float(beside), abs=0.05)
            assert 2.4 * marker < float(ring) < 4 * marker
            assert marker + float(ring) < 22
            assert 2 * magnets.radius < float(grid)

    def test_the_lines_of_measure_are_named_as_it_prints_them(self):
        source = (ROOT / "firmware_bridge/commands/measure.py").read_text()
        table = self.ON_A_PI.partition("## Figures")[2].partition("### The loop")[0]
        for line in set(re.findall(r"\| `([^`]+)` \|", table)):
            assert re.search(rf'(?:Figure|_spread)\("{line}"', source), line

    def test_every_command_exists(self):
        for name in set(re.findall(r"yinsh-board ([a-z]+)", self.BUILD + self.ON_A_PI)):
            assert (ROOT / f"firmware_bridge/commands/{name}.py").is_file(), name

    def test_the_program_for_buttons_and_sound_runs(self):
        program = self.ON_A_PI.partition("<<'END'\n")[2].partition("END\n```")[0]
        assert "time.monotonic() + 20" in program
        program = program.replace("time.monotonic() + 20", "time.monotonic()")
        board = str(ROOT / "hardware/boards/virtual.toml")
        subprocess.run([sys.executable, "-", board], input=program, text=True, check=True, cwd=ROOT)
