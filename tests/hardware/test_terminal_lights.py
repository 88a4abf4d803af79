"""The hexagon in the terminal: in its place, in its colours, and with as few bytes as can be."""

import pytest

from hardware.errors import HardwareFault
from hardware.lights.terminal import TerminalLights, painter
from tests.hardware.light_rigs import DARK, Tty, screen_cells
from yinsh_core.points import Point

TRUE = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
INDEXED = {"TERM": "xterm-256color"}
PLAIN = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}


@pytest.fixture
def tty():
    return Tty()


def opened(tty, environ, count=91):
    lights = TerminalLights(None, range(count), stream=tty, environ=environ)
    lights.open()
    return lights


def frame(**colors):
    shown = [DARK] * 91
    for name, color in colors.items():
        shown[Point(name).index] = color
    return shown


def test_the_board_as_a_picture_without_colours(tty):
    lights = opened(tty, PLAIN)
    shown = frame(F6=(255, 0, 0), A2=(0, 255, 0), K10=(0, 0, 255), F10=(200, 200, 200), E10=(9, 9, 0), J11=(0, 40, 40))
    shown[85] = shown[90] = (255, 0, 255)
    lights.show(shown)
    assert "\n".join(tty.lines()) == PICTURE


PICTURE = """
                10      11
             9       y       ·                        Black   ·   ·   M
         8       ·       W       ·
     7       ·       ·       ·       ·
         ·       ·       ·       ·       c
     6       ·       ·       ·       ·
 5       ·       ·       ·       ·       ·
     ·       ·       ·       ·       ·       B
 4       ·       ·       ·       ·       ·
     ·       ·       ·       ·       ·       ·
 3       ·       ·       R       ·       ·
     ·       ·       ·       ·       ·       ·
 2       ·       ·       ·       ·       ·
     G       ·       ·       ·       ·       ·
         ·       ·       ·       ·       ·
     1       ·       ·       ·       ·
         ·       ·       ·       ·       ·
             ·       ·       ·       ·
                 ·       ·       ·
                     ·       ·
     A   B   C   D   E   F   G   H   I   J   K        White   M   ·   ·

"""


def test_it_fits_80_by_24_and_leaves_the_cursor_below(tty):
    opened(tty, TRUE).close()
    tty.screen()  # asserts that nothing is written outside
    assert tty.getvalue().endswith("\x1b[23;1H\x1b[K\x1b[?25h")


def test_without_places_none_are_drawn(tty):
    opened(tty, PLAIN, count=85).show([(255, 0, 0)] * 91)
    assert not any("Black" in line or "White" in line for line in tty.lines())
    assert sum(line.count("R") for line in tty.lines()) == 85


def test_only_what_changed_is_redrawn(tty):
    lights = opened(tty, TRUE)
    lights.show(frame(F6=(255, 0, 0), G7=(0, 255, 0)))
    start = len(tty.getvalue())
    lights.show(frame(F6=(255, 0, 0), G7=(0, 0, 255)))
    row, column = screen_cells()[Point("G7").index]
    assert tty.getvalue()[start:] == f"\x1b[{row};{column - 1}H\x1b[38;2;0;0;255m██\x1b[0m\x1b[23;1H\x1b[K"


def test_an_unchanged_frame_writes_nothing(tty):
    lights = opened(tty, TRUE)
    lights.show(frame(F6=(255, 0, 0)))
    start = len(tty.getvalue())
    lights.show(frame(F6=(255, 0, 0)))
    assert len(tty.getvalue()) == start


def test_sixteen_million_colours_are_sent_as_they_are():
    assert painter(TRUE)((1, 20, 255)) == "\x1b[38;2;1;20;255m██"


@pytest.mark.parametrize(
    ("color", "index"),
    [((255, 0, 0), 196), ((0, 255, 0), 46), ((0, 0, 255), 21), ((255, 255, 255), 231), ((1, 1, 1), 16)],
)
def test_the_nearest_of_256_colours(color, index):
    assert painter(INDEXED)(color) == f"\x1b[38;5;{index}m██"


@pytest.mark.parametrize(
    ("color", "letter"),
    [((255, 0, 0), "R"), ((255, 200, 0), "Y"), ((30, 0, 30), "m"), ((0, 255, 255), "C"), ((64, 64, 64), "W")],
)
def test_a_letter_where_colours_are_unwelcome(color, letter):
    assert painter(PLAIN)(color) == f" {letter}"
    assert painter({"TERM": "vt220"})(color) == f" {letter}"


def test_no_colour_escape_in_the_plain_picture(tty):
    lights = opened(tty, PLAIN)
    lights.show([(255, 0, 0)] * 91)
    assert "\x1b[38" not in tty.getvalue()


@pytest.mark.parametrize("painted", [TRUE, INDEXED, PLAIN])
def test_dark_is_a_dot(painted):
    assert painter(painted)(DARK).endswith(" ·")


def test_what_is_no_terminal_is_refused_with_a_cure(tty, monkeypatch):
    monkeypatch.setattr(tty, "isatty", lambda: False)
    with pytest.raises(HardwareFault, match="driver = 'none'"):
        opened(tty, TRUE)
    assert not tty.getvalue()


@pytest.mark.parametrize("environ", [{}, {"TERM": "dumb"}])
def test_a_terminal_without_a_cursor_is_refused(tty, environ):
    with pytest.raises(HardwareFault, match="needs a terminal"):
        opened(tty, environ)


def test_closing_survives_a_closed_stream(tty):
    lights = opened(tty, TRUE)
    tty.close()
    lights.close()
    with pytest.raises(HardwareFault, match="not open"):
        lights.show([DARK] * 85)
