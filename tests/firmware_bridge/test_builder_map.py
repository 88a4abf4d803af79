"""Finding out by light and touch which wire is which point, on a board whose wires are in disorder."""

import random
from argparse import ArgumentParser

import pytest

from firmware_bridge import cli
from firmware_bridge.builder.apprentice import Apprentice
from firmware_bridge.builder.session import VirtualClock, conduct
from firmware_bridge.builder.touches import Touches
from firmware_bridge.builder.walk import LightWalk, SensorWalk, completed
from firmware_bridge.builder.wires import AllInputs, AllLeds, rewritten, windows, wired_to
from firmware_bridge.commands import map as command
from hardware.config import BoardConfig, load_config, parse_config
from hardware.errors import BadConfig
from hardware.maps import PointOrder, light_map, sensor_inputs, sensor_map
from hardware.protocols import Frame, Sensing
from hardware.virtual import VirtualBoard
from yinsh_core.points import POINTS, Point

CHANCE = random.Random(3)
INPUT_OF = CHANCE.sample(range(96), 85)  # which of 96 inputs each point is soldered to
LED_OF = CHANCE.sample(range(100), 85)  # where on a strip of 100 each point's LED is


class Soldered:
    """Sensors of a virtual board, soldered in disorder to a driver with 96 inputs."""

    opened = 0

    def __init__(self, board, inputs):
        self.board = board
        self.linear = board.linear
        self._order = PointOrder(inputs)
        self._is_open = False

    def open(self):
        Soldered.opened += 1
        self._is_open = True

    def close(self):
        self._is_open = False

    def read(self, now):
        assert self._is_open
        values = [0] * 96
        for point, reading in enumerate(self.board.read(now).readings):
            values[INPUT_OF[point]] = reading
        return self._order.frame(now, values)


class Glued:
    """A strip of 100 LEDs, glued in disorder under a virtual board."""

    def __init__(self, board, leds):
        self.board = board
        self._leds = leds

    def open(self):
        self.board.lights.open()

    def close(self):
        self.board.lights.close()

    def show(self, colors):
        strip = [(0, 0, 0)] * 100
        for point, color in enumerate(colors[: len(self._leds)]):
            if self._leds[point] < 100:
                strip[self._leds[point]] = color
        self.board.lights.show([strip[led] for led in LED_OF])


def walked(walk, board, sensors, lights, minutes=30):
    said, apprentice = [], Apprentice(board)

    def meanwhile(now):
        apprentice.watch(now)
        assert now < minutes * 60, said[-3:]

    sensors.open()
    lights.open()
    conduct(walk, sensors, lights, VirtualClock(), said.append, scan_seconds=0.02, meanwhile=meanwhile)
    sensors.close()
    return said


@pytest.mark.parametrize("sensing", list(Sensing))
def test_a_ring_on_each_lit_point_finds_every_input(sensing):
    board = VirtualBoard(sensing, 1)
    sensors = AllInputs(lambda inputs: Soldered(board, inputs), 96)
    walk = SensorWalk(85, linear=board.linear)
    said = walked(walk, board, sensors, board.lights)
    assert [walk.found[k] for k in range(85)] == INPUT_OF
    assert walk.missing == []
    assert board.contents == {}
    assert said[1] == "Put a ring on A2 (1 of 85)."
    assert said[2] == f"A2 is input {INPUT_OF[0]}."
    assert said[-1] == "Take all rings away."


def test_a_ring_where_an_led_shines_finds_every_led():
    board = VirtualBoard("presence", 2)
    walk = LightWalk(100, 85, linear=False)
    said = walked(walk, board, Soldered(board, INPUT_OF), AllLeds(lambda leds: Glued(board, leds), 100))
    assert [walk.found[k] for k in range(85)] == LED_OF
    unused = next(led for led in range(100) if led not in LED_OF)
    assert f"LED {unused} was not touched: passed over." in said


def see(walk, board, seconds):
    said, start = [], board.now
    for i in range(int(seconds * 50)):
        said += walk.see(board.read(start + i / 50))
    return said


@pytest.fixture
def board():
    board = VirtualBoard("presence", 3)
    board.hand.pace = 0
    return board


def test_a_dead_sensor_is_passed_over_in_the_end(board):
    board.faults.dead("A2")
    walk = SensorWalk(85, linear=False)
    see(walk, board, 3)
    board.hand.put("A2", "white ring")
    assert see(walk, board, 50) == []
    assert see(walk, board, 15) == ["Nothing noticed a ring on A2: passed over.", "Put a ring on A3 (2 of 85)."]
    assert walk.missing == [0]


def test_a_point_that_is_done_is_recognised(board):
    walk = SensorWalk(85, linear=False)
    see(walk, board, 3)
    board.hand.put("A2", "white ring")
    see(walk, board, 2)
    board.hand.take("A2")
    see(walk, board, 2)
    board.hand.put("A2", "white ring")
    assert see(walk, board, 2) == ["That is A2 again."]
    assert walk.found == {0: 0}


def test_two_rings_at_once_are_one_too_many(board):
    walk = SensorWalk(85, linear=False)
    see(walk, board, 3)
    board.hand.put("A2", "white ring")
    board.hand.put("A3", "white ring")
    assert see(walk, board, 2) == ["Inputs 0, 1 at once: one ring only, please; lift and put it again."]
    assert walk.found == {}
    board.hand.take("A2")
    board.hand.take("A3")
    see(walk, board, 2)
    board.hand.put("A2", "white ring")
    assert "A2 is input 0." in see(walk, board, 2)


def test_the_point_asked_for_breathes_and_the_last_one_turns_green(board):
    walk = SensorWalk(85, linear=False)
    see(walk, board, 3)
    assert walk.lights(1.0)[0] == (200, 200, 200)
    assert not any(map(any, walk.lights(1.0)[1:]))
    board.hand.put("A2", "white ring")
    while not walk.found:
        see(walk, board, 0.1)
    red, green, blue = walk.lights(board.now)[0]
    assert green
    assert not red
    assert not blue


def test_a_known_point_says_that_the_led_is_at_none(board):
    walk = LightWalk(90, 85, linear=False)
    see(walk, board, 3)
    board.hand.put("F6", "white ring")
    assert see(walk, board, 2)[0] == "LED 0 is F6."
    board.hand.take("F6")
    see(walk, board, 2)
    board.hand.put("F6", "white ring")
    assert see(walk, board, 2)[0] == "LED 1 is at no point."
    board.hand.put("A2", "white ring")
    board.hand.put("A3", "white ring")
    assert see(walk, board, 2) == ["A2, A3 at once: one ring only, please; lift and put it again."]
    assert walk.found == {42: 0}
    assert len(walk.missing) == 84


def test_drifting_and_leaking_sensors_are_not_taken_for_touched():
    touches = Touches(linear=True)
    for i in range(2000):
        readings = [i // 20] * 85
        assert touches.see(Frame(i / 50, tuple(readings))) == []
    assert touches.ready
    assert touches.covered == frozenset()


def test_wires_that_were_not_found_stay_or_take_what_is_free():
    former = tuple(range(85))
    assert completed({k: k for k in range(85)}, former) == former
    assert completed({0: 7}, former)[:9] == (7, 1, 2, 3, 4, 5, 6, 0, 8)
    assert sorted(completed({0: 84, 1: 5}, former)) == list(range(85))
    assert completed({k: k + 11 for k in range(80)}, former)[80:] == (0, 1, 2, 3, 4)


@pytest.mark.parametrize(("count", "parts"), [(85, 1), (88, 2), (91, 1), (96, 2), (182, 2), (200, 3), (256, 3)])
def test_windows_cover_everything_in_parts_that_drivers_take(count, parts):
    found = windows(count)
    assert len(found) == parts
    assert {len(window) for window in found} <= {85, 91}
    assert set().union(*found) == set(range(count))


def test_too_few_wires_are_refused():
    with pytest.raises(ValueError, match="84 wires are too few for 85 points"):
        windows(84)


def test_inputs_in_one_part_are_opened_once(board):
    Soldered.opened = 0
    sensors = AllInputs(lambda inputs: Soldered(board, inputs), 91)
    sensors.open()
    assert len(sensors.read(0.0).readings) == 91
    for i in range(500):
        sensors.read(i / 100)
    assert Soldered.opened == 1


def test_leds_beyond_the_first_part_are_lit_too():
    board = VirtualBoard("presence")
    leds = AllLeds(lambda positions: Glued(board, positions), 100)
    leds.open()
    for led in (0, 95, 99, 4):
        leds.show([(9, 9, 9) if at == led else (0, 0, 0) for at in range(100)])
        assert [LED_OF[k] for k in range(85) if any(board.lights.colors[k])] == [led] * (led in LED_OF)
    leds.close()
    assert board.lights.dark


@pytest.mark.parametrize("orientation", [0, 60, 180])
def test_a_found_map_reads_back_at_any_orientation(orientation):
    config = parse_config(f"[board]\norientation = {orientation}\n[map]\nturn = 120\nmirrored = true\n")
    assert sensor_map(wired_to(config, "map", INPUT_OF)).wires == tuple(INPUT_OF)
    assert light_map(wired_to(config, "lights", LED_OF)).wires == tuple(LED_OF)
    with_places = (*INPUT_OF, *(n for n in range(96) if n not in INPUT_OF))[:91]
    assert sensor_map(wired_to(config, "map", with_places)).wires == with_places


OWN_FILE = """\
# My board, built in March.
[board]
sensing = "presence"

[sensors]
driver = "mcp23017"  # second hand

[map]
# The ribbon runs this way.
order = "row-serpentine"
places = false

[lights]
driver = "spi"
order = "custom"
brightness = 0.4

[lights.custom]
""" + "\n".join(f"{point} = {point.index}" for point in POINTS)


def test_the_file_keeps_all_that_its_owner_wrote():
    config = wired_to(wired_to(parse_config(OWN_FILE), "map", INPUT_OF), "lights", LED_OF)
    text = rewritten(OWN_FILE, config, "map", "lights")
    assert parse_config(text) == config
    for kept in ("# My board, built in March.", "# second hand", "# The ribbon runs this way.", "brightness = 0.4"):
        assert kept in text
    assert "row-serpentine" not in text
    assert text.count("[lights.custom]") == 1


def test_a_file_without_the_section_gets_one():
    config = wired_to(BoardConfig(), "map", INPUT_OF)
    assert parse_config(rewritten("# nothing yet\n", config, "map")) == config


def test_a_file_in_an_unusual_style_is_written_anew():
    text = 'map = { order = "columns" }\nboard = { name = "mine" }\n'
    config = wired_to(parse_config(text), "map", INPUT_OF)
    assert parse_config(rewritten(text, config, "map")) == config


def arguments(*words):
    parser = ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text('# mine\n[board]\nsensing = "presence"\n[sensors]\nscan_hz = 50\n[lights]\ndriver = "virtual"\n')
    return path


@pytest.fixture
def disorder(monkeypatch):
    monkeypatch.setattr(command, "make_sensors", lambda config, board: Soldered(board, sensor_inputs(config)))
    monkeypatch.setattr(command, "make_lights", lambda config, board: Glued(board, light_map(config).wires))


def test_the_command_finds_the_sensors_then_the_lights(path, disorder, capsys, monkeypatch):
    # The lights are in disorder when the sensors are found: the builder goes by the names on the screen.
    monkeypatch.setattr(Apprentice, "obey", by_the_screen(capsys, Apprentice.obey))
    assert command.run(arguments("--config", str(path), "--inputs", "96", "--leds", "100")) == 0
    config = load_config(path)
    assert sensor_map(config).wires == tuple(INPUT_OF)
    assert light_map(config).wires == tuple(LED_OF)
    assert path.read_text().startswith("# mine\n")
    assert path.with_name("board.toml.old").read_text().startswith("# mine\n")


def by_the_screen(capsys, obey):
    heard = [""]

    def act(self, point, samples):
        heard[0] += capsys.readouterr().out
        last = heard[0].rstrip().split("\n")[-1]
        if last.startswith("Put a ring on "):
            self._put(Point(last.split()[4]), "white ring", "ring")
        elif last.startswith("Take all rings"):
            for other in list(self.board.contents):
                self._clear(other)
        else:
            obey(self, point, samples)

    return act


def test_only_the_sensors_of_a_board_in_memory(path, capsys):
    assert command.run(arguments("--config", str(path), "--only", "sensors")) == 0
    assert sensor_map(load_config(path)).wires == tuple(range(85))
    assert load_config(path).lights.order == "column-serpentine"
    assert f"Written to {path}." in capsys.readouterr().out


def test_the_lights_of_a_terminal_have_no_wires(path, capsys, monkeypatch):
    path.write_text(path.read_text().replace('"virtual"', '"none"'))
    monkeypatch.setattr(command, "make_lights", lambda config, board: board.lights)
    other = path.with_name("other.toml")
    assert command.run(arguments("--config", str(path), "--only", "lights", "--write", str(other))) == 0
    assert "have no wires" in capsys.readouterr().out
    assert load_config(other) == load_config(path)


def test_what_was_not_found_is_told_and_stays(path, capsys, monkeypatch):
    def broken(config, board, make=command.make_sensors):
        board.faults.dead("F6")
        return make(config, board=board)

    monkeypatch.setattr(command, "make_sensors", broken)
    assert command.run(arguments("--config", str(path), "--only", "sensors")) == 1
    assert "No input was found for F6: taken as before; map them again when they work." in capsys.readouterr().out
    assert sensor_map(load_config(path)).wires == tuple(range(85))


def test_a_log_has_no_wires(path):
    path.write_text('[sensors]\ndriver = "replay"\n[sensors.replay]\nfile = "x.log"\n')
    with pytest.raises(BadConfig, match="a log has no wires"):
        command.run(arguments("--config", str(path)))


def test_a_file_that_cannot_be_written_is_told_before_the_walk(tmp_path, capsys):
    target = tmp_path / "nowhere" / "board.toml"
    assert cli.main(["map", "--write", str(target)]) == 1
    sentence = f"{target} cannot be written; put sudo in front, or name another file with --write"
    assert capsys.readouterr() == ("", f"yinsh-board map: {sentence}\n")
