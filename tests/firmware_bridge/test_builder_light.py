"""The builder's commands light, doctor and measure, through the door and on boards in memory."""

import io
import json

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_bridge import cli
from firmware_bridge.commands import light, measure
from hardware.config import parse_config
from hardware.lights.virtual import VirtualLights
from hardware.maps import light_map
from hardware.serial_link.events import Report
from yinsh_core.points import Point

SPI = '[lights]\ndriver = "spi"\n'
PLACES = '[lights]\ndriver = "virtual"\nplaces = true\n'


class Watched(VirtualLights):
    """Lights that remember every frame and whether they were left dark."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def show(self, colors):
        super().show(colors)
        self.shown.append(list(colors))


@pytest.fixture
def lights(monkeypatch):
    watched = Watched()
    monkeypatch.setattr(light, "make_lights", lambda config: watched)
    return watched


@pytest.fixture
def board(tmp_path):
    def write(text):
        path = tmp_path / "board.toml"
        path.write_text(text)
        return str(path)

    return write


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def lit(frame):
    return {index: color for index, color in enumerate(frame) if any(color)}


def test_one_point_in_one_colour(lights, capsys):
    assert cli.main(["light", "f6", "red", "--seconds", "0"]) == 0
    assert [lit(frame) for frame in lights.shown] == [{Point("F6").index: (255, 0, 0)}]
    assert capsys.readouterr().out == "F6 (LED 42)\n"
    assert lights.dark
    assert not lights.is_open


def test_a_colour_in_numbers_and_none_at_all(lights):
    cli.main(["light", "A2", "#0a0B0c", "--seconds", "0"])
    cli.main(["light", "K10", "--seconds", "0"])
    assert [lit(frame) for frame in lights.shown] == [{0: (10, 11, 12)}, {84: (255, 255, 255)}]


def test_it_stays_lit_until_enter(lights, monkeypatch, capsys):
    seen = []

    class Keyboard:
        def readline(self):
            seen.append(lit(lights.colors))
            return "\n"

    monkeypatch.setattr("sys.stdin", Keyboard())
    cli.main(["light", "F6", "green"])
    assert seen == [{Point("F6").index: (0, 255, 0)}]
    assert "Enter goes on" in capsys.readouterr().out


def test_walking_follows_the_strip_and_names_every_led(lights, board, capsys):
    path = board(SPI)
    assert cli.main(["light", "--walk", "--seconds", "0", "--config", path]) == 0
    wires = light_map(parse_config(SPI)).wires
    walked = [next(iter(lit(frame))) for frame in lights.shown]
    assert [wires[index] for index in walked] == list(range(85))
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 85
    assert said[0] == "A2 (LED 0)"
    assert "B7 (LED 4)" in said  # the strip turns at the top of the first column


def test_walking_ends_with_the_input(lights, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n"))
    cli.main(["light", "--walk"])
    assert len(lights.shown) == 3
    assert lights.dark


def test_all_of_them(lights, capsys):
    cli.main(["light", "--all", "blue", "--seconds", "0"])
    assert [lit(frame) for frame in lights.shown] == [dict.fromkeys(range(85), (0, 0, 255))]
    assert capsys.readouterr().out == "all 85 LEDs\n"


def test_places_are_lit_by_name(lights, board, capsys):
    cli.main(["light", "black-2", "red", "--seconds", "0", "--config", board(PLACES)])
    assert lit(lights.shown[0]) == {89: (255, 0, 0)}
    assert capsys.readouterr().out == "black-2 (LED 89)\n"


def test_a_place_without_an_led_says_what_to_set(lights, capsys):
    cli.main(["light", "black-2", "red", "--seconds", "0"])
    assert "lights.places = true" in capsys.readouterr().out


def test_off_opens_and_darkens(lights):
    assert cli.main(["light", "--off"]) == 0
    assert lights.opened == 1
    assert lights.dark


def test_leds_go_dark_when_interrupted(lights, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    assert cli.main(["light", "F6", "red", "--seconds", "9"]) == 130
    assert lights.dark
    assert not lights.is_open


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["F12", "red"], "column F runs from F2 to F10"),
        (["F6", "redd"], "not a colour: 'redd'"),
        (["--all", "#12345"], "or numbers such as #ff8800"),
        (["--walk", "--off"], "not allowed with"),
    ],
)
def test_what_cannot_be_read_is_explained(words, said, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(["light", *words])
    assert stop.value.code == 2
    assert said in capsys.readouterr().err


def test_nothing_to_light_is_explained(capsys):
    assert cli.main(["light"]) == 2
    assert "--walk" in capsys.readouterr().err


@pytest.mark.parametrize("driver", ["virtual", "none"])
def test_it_works_with_drivers_that_need_no_metal(board, driver, capsys):
    assert cli.main(["light", "F6", "--seconds", "0", "--config", board(f'[lights]\ndriver = "{driver}"\n')]) == 0
    assert "F6" in capsys.readouterr().out


def test_a_strip_that_is_not_there_is_one_sentence(board, capsys):
    pytest.importorskip("spidev", reason="spidev needs a compiler")
    config = board('[lights]\ndriver = "spi"\n[lights.spi]\nbus = 6\ndevice = 2\n')
    assert cli.main(["light", "F6", "--seconds", "0", "--config", config]) == 1
    assert capsys.readouterr().err.startswith("yinsh-board light: cannot open lights on /dev/spidev6.2")


def test_a_board_in_the_current_folder_is_found(lights, board, capsys):
    board(PLACES)
    cli.main(["light", "--all", "red", "--seconds", "0"])
    assert capsys.readouterr().out == "all 91 LEDs\n"


class Microcontroller:
    """Sensors with a report."""

    def __init__(self, report):
        self.report = report


class TestDoctor:
    def test_a_healthy_board_in_memory(self, capsys):
        assert cli.main(["doctor"]) == 0
        out = capsys.readouterr().out
        assert "ok      configuration: none given: a board in memory" in out
        assert out.endswith("All is fine.\n")

    def test_a_broken_configuration(self, board, capsys):
        assert cli.main(["doctor", "--config", board("[lights]\nbrightness = 7\n")]) == 2
        out = capsys.readouterr().out
        assert "board.toml:2: lights.brightness = 7" in out
        assert "-> put that right" in out
        assert out.endswith("1 fault, 0 warnings.\n")

    def test_for_scripts(self, board, capsys):
        assert cli.main(["doctor", "--json", "--config", board("[lights]\nbrightness = 7\n")]) == 2
        findings = json.loads(capsys.readouterr().out)
        assert {finding["level"] for finding in findings} == {"fine", "fault"}


class TestMeasure:
    def measure(self, *words):
        return cli.main(["measure", "--seconds", "0.02", "--count", "5", *words])

    def test_a_board_in_memory_gives_every_figure(self, capsys):
        assert self.measure() == 0
        lines = capsys.readouterr().out.splitlines()
        names = [line[:18].rstrip() for line in lines]
        assert names == [
            *("board", "scan", "LED frame", "pace", "lateness of a scan"),
            *("load", "reaction", "fsync", "supply"),
        ]
        assert "goal: at most 5 ms" in lines[6]

    def test_for_scripts(self, capsys):
        assert self.measure("--json") == 0
        found = json.loads(capsys.readouterr().out)
        assert found["board"]["text"].startswith("virtual sensors, virtual lights")
        assert found["scan"]["middle"] <= found["scan"]["p99"] <= found["scan"]["worst"]
        assert found["scan"]["hertz"] == pytest.approx(1 / found["scan"]["middle"])
        assert found["supply"]["undervolted"] == 0

    def test_without_a_loop_the_reaction_is_not_made_up(self, board, capsys):
        config = board('[sensors]\ndriver = "virtual"\n[lights]\ndriver = "none"\n')
        assert self.measure("--config", config) == 0
        assert "needs --loop" in capsys.readouterr().out

    def test_a_loop_that_is_not_wired_is_said(self, monkeypatch, capsys):
        monkeypatch.setattr(Device, "pin_factory", MockFactory())
        monkeypatch.setattr("hardware.figures.LOOP_LIMIT", 0.01)
        assert self.measure("--loop", "F6", "16", "17") == 1
        assert "the contact did not show" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("report", "said"),
        [
            (None, "no report yet"),
            (Report(9, 197, 1, 2, 3, 0, 0, 0, 255), "197 scans a second by its own count; 2 late, 3 not sent, 1 bad"),
        ],
    )
    def test_a_microcontroller_says_how_it_is_doing(self, report, said):
        [figure] = measure.microcontroller(Microcontroller(report))
        assert figure.name == "firmware"
        assert figure.text.startswith(said)
        assert figure.numbers.get("scan_hz") == (report and 197)

    def test_a_pin_that_is_none_is_said_before_anything_is_measured(self, capsys):
        assert self.measure("--loop", "F6", "16", "x") == 1
        assert "--loop: 'x' is no GPIO number (0 to 27)" in capsys.readouterr().err

    def test_the_card_is_tried_where_told(self, tmp_path, capsys):
        assert self.measure("--folder", str(tmp_path / "nowhere")) == 1
        assert "nowhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("light F6 --seconds -1", "'-1' is no number of seconds from 0 up"),
        ("light F6 --seconds nan", "'nan' is no number of seconds from 0 up"),
        ("measure --seconds soon", "'soon' is no number of seconds from 0 up"),
        ("measure --count 1", "'1' is no whole number from 2 up"),
        ("monitor --frames -1", "'-1' is no whole number from 1 up"),
        ("monitor --every -1", "'-1' is no number of seconds from 0 up"),
        ("record some.log --seconds inf", "'inf' is no number of seconds from 0 up"),
        ("map --inputs 5", "'5' is no whole number from 85 up"),
        ("map --leds x", "'x' is no whole number from 85 up"),
        ("run --port 65536", "'65536' is no port (0 to 65535; 0 takes any that is free)"),
        ("run --port=-1", "'-1' is no port"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(words, said, capsys):
    with pytest.raises(SystemExit) as refused:
        cli.main(words.split())
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [["light"], ["light", "F6", "--walk"], ["light", "F6", "red", "--off"]])
def test_a_point_or_a_way_to_light_them_all(words, capsys):
    assert cli.main(words) == 2
    assert "yinsh-board light: say either a point" in capsys.readouterr().err
