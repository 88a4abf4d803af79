"""board.toml: what is read, what is refused and in which words, and that everything parses what it prints."""

import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.config import BoardConfig, FaultyConfig, check, config_text, load_config, parse_config
from hardware.config.read import EXAMPLES, _section
from hardware.config.reference import renew
from hardware.config.rules import Flag, Many, Real, Table, Text, Whole, Word, rule_of
from hardware.config.settings import Board, Controls, Sounder
from hardware.errors import BadConfig
from hardware.maps import NAMES, custom_pairs
from hardware.protocols import Sensing

ROOT = Path(__file__).parents[2]
BOARDS = sorted(EXAMPLES.glob("*.toml"))


def refusal(text):
    with pytest.raises(FaultyConfig) as caught:
        parse_config(text)
    return str(caught.value)


def lines(text):
    return refusal(text).splitlines()


# What is read.


def test_no_file_is_a_virtual_board():
    config = BoardConfig()
    assert (config.sensors.driver, config.lights.driver, config.board.sensing) == ("virtual", "virtual", Sensing.FULL)
    assert parse_config("") == config
    assert not list(check(config))


def test_a_value_is_typed_and_the_rest_keeps_its_default():
    config = parse_config('[board]\nsensing = "rings"\n[sensors]\nscan_hz = 150\n[lights]\nbrightness = 1\n')
    assert config.board.sensing is Sensing.RINGS
    assert config.scan_seconds == 1 / 150
    assert isinstance(config.lights.brightness, float)
    assert config.sensors.settle_ms == BoardConfig().sensors.settle_ms


def test_the_file_is_remembered_for_messages_but_makes_no_difference(tmp_path):
    path = tmp_path / "my board.toml"
    path.write_text("[web]\nport = 80\n")
    config = load_config(path)
    assert config.source == str(path)
    assert config == parse_config("[web]\nport = 80\n", "elsewhere")


@pytest.mark.parametrize(
    ("text", "kind", "milliseconds", "hertz"),
    [
        ('[board]\nsensing = "rings"\n[sensors]\ndriver = "matrix"', "reed", 20, 100),
        ('[board]\nsensing = "rings"\n[sensors]\ndriver = "shift"\nkind = "hall"', "hall", 8, 200),
        ('[sensors]\ndriver = "mcp3008"', "linear", 25, 100),
        ('[sensors]\ndriver = "mcp3008"\nscan_hz = 50\ndebounce_ms = 0', "linear", 0, 50),
    ],
)
def test_times_follow_from_the_kind_of_sensor_unless_set(text, kind, milliseconds, hertz):
    config = parse_config(text)
    assert (config.sensor_kind, config.debounce_seconds, config.scan_seconds) == (kind, milliseconds / 1000, 1 / hertz)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_example_is_a_board_that_can_be_built(path):
    assert load_config(path).board.sensing == path.stem.partition("-")[0] or path.stem == "virtual"


def test_there_is_an_example_for_every_way_of_wiring_sensors():
    assert {load_config(path).sensors.driver for path in BOARDS} == {
        "matrix", "mcp23017", "shift", "mcp3008", "serial", "virtual"
    }  # fmt: skip


# What is refused.


def test_all_faults_are_listed_with_their_lines():
    assert lines('[sensors]\nkind = "reeed"\nscan_hz = 0\n\n[lights]\nbrightness = 1.5\n') == [
        'board.toml:2: sensors.kind = "reeed": allowed: "reed" | "hall" | "linear"',
        "board.toml:3: sensors.scan_hz = 0: allowed: a whole number from 10 to 1000 Hz",
        "board.toml:6: lights.brightness = 1.5: allowed: a number from 0 to 1",
    ]


def test_faults_are_there_for_programs_too():
    with pytest.raises(BadConfig) as caught:
        parse_config("[web]\nport = 0\n")
    assert isinstance(caught.value, FaultyConfig)
    (fault,) = caught.value.faults
    assert (fault.key, fault.value, fault.line) == ("web.port", "0", 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[sensors]\ndebonce_ms = 5", "sensors.debonce_ms = 5: unknown; did you mean debounce_ms?"),
        ("[sensrs]\nx = 5", "sensrs: unknown; did you mean sensors?"),
        ("[sensors.matrx]\nx = 5", "sensors.matrx: unknown; did you mean matrix?"),
        ("max_milliamps = 5", "max_milliamps = 5: unknown here; did you mean lights.max_milliamps?"),
        ("[web]\nzzz = 5", "web.zzz = 5: unknown; allowed: host, port"),
        ("sensors = 5", "sensors = 5: must be a section: [sensors]"),
        ("[lights.spi]\nsource = 1", "lights.spi.source = 1: unknown; allowed: bus, device, channels"),
        ("source = 'x'", 'source = "x": unknown'),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest_known_one(text, said):
    assert said in refusal(text)


@pytest.mark.parametrize(
    ("section", "value", "said"),
    [
        ("sensors.matrix", "rows = 5", "allowed: a list of 1 to 26 different values, each a GPIO number"),
        ("sensors.matrix", "rows = []", "has 0 values"),
        ("sensors.matrix", "rows = [1, true]", "value 2 is true; allowed: a GPIO number"),
        ("sensors.matrix", "rows = [1, 2, 1]", "holds 1 twice"),
        ("sensors.mcp23017", "addresses = [0x28]", "value 1 is 40; allowed: a whole number from 0x20 to 0x27"),
        ("sensors.mcp23017", 'pins = ["A7"]', 'value 1 is "A7"; allowed: A0 to A6 or B0 to B6'),
        ("lights", "gamma = nan", "allowed: a number from 1 to 3.5"),
        ("lights", "brightness = inf", "allowed: a number from 0 to 1"),
        ("lights", "brightness = true", "allowed: a number from 0 to 1"),
        ("lights", "turn = 90", "allowed: 0 | 60 | 120 | 180 | 240 | 300"),
        ("lights", "turn = false", "allowed: 0 | 60"),
        ("lights", "mirrored = 1", "allowed: true or false"),
        ("lights", "schedule = 5", "allowed: a table of times of day"),
        ("lights.schedule", '"24:00" = 0.5', "no such key; allowed: a time of day such as 22:00"),
        ("lights.schedule", '"23:00" = 2', "board.toml:2: lights.schedule.23:00 = 2: allowed: a number from 0 to 1"),
        ("map.custom", "F1 = 3", "map.custom.F1 = 3: no such key; allowed: a point such as F6"),
        ("map.custom", "F6 = -1", "map.custom.F6 = -1: allowed: a whole number from 0 to 255"),
        ("board", f'name = "{"x" * 41}"', "allowed: a line of text of at most 40 characters"),
        ("board", 'name = "a\\nb"', "allowed: a line of text"),
    ],
)
def test_a_value_out_of_bounds_is_told_what_is_allowed(section, value, said):
    assert said in refusal(f"[{section}]\n{value}\n")


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ('[sensors]\ndriver = "matrix"', "board.sensing", "needs linear sensors to tell a ring from a marker"),
        ('[board]\nsensing = "polarity"\n[sensors]\ndriver = "shift"', "board.sensing", "a switch for each pole"),
        ("[sensors]\npair_offset = 88", "sensors.pair_offset", 'only for board.sensing = "polarity"'),
        ('[sensors]\ndriver = "mcp3008"\nkind = "reed"', "sensors.kind", 'allowed with it: "linear"'),
        ("[sensors]\ndebounce_ms = 300", "sensors.settle_ms", "longer than the debounce time of 300 ms"),
        ("[board]\norientation = 60\n[lights]\nplaces = true", "board.orientation", "allowed with them: 0 | 180"),
        ('[sensors]\ndriver = "replay"', "sensors.replay.file", "name the log"),
        ('[lights]\ndriver = "serial"', "lights.serial.port", "name the port"),
        ('[controls]\ndriver = "serial"', "controls.driver", 'need sensors.driver = "serial"'),
        ('[controls]\ndriver = "gpio"', "controls.driver", "no button has a pin"),
        ("[lights]\nmax_milliamps = 100\nidle_milliamps = 2", "lights.max_milliamps", "85 dark LEDs draw 170 mA"),
    ],
)  # fmt: skip
def test_contradictions_are_named(text, key, said):
    assert any(f"{key}" in line and said in line for line in lines(text)), refusal(text)


def test_a_gpio_has_one_use():
    text = """
[board]
sensing = "rings"
[sensors]
driver = "matrix"
[sensors.matrix]
rows = [4, 5, 6, 12, 13, 16, 17, 22, 23]
columns = [7, 8, 9, 11, 14, 15, 24, 25, 26, 23]
[lights]
driver = "spi"
[controls]
driver = "gpio"
hint_pin = 4
[sounder]
driver = "tonal"
pin = 4
"""
    assert [line.removesuffix("; allowed: one use for each") for line in lines(text)] == [
        "board.toml:8: sensors.matrix.columns: GPIO 23 (column) is already used by sensors.matrix.rows",
        "board.toml:9: lights.spi.bus: GPIO 9 (MISO), 11 (SCLK) is already used by sensors.matrix.columns",
        "board.toml:9: lights.spi.device: GPIO 8 (CE0) is already used by sensors.matrix.columns",
        "board.toml:13: controls.hint_pin: GPIO 4 (button) is already used by sensors.matrix.rows",
        "board.toml:16: sounder.pin: GPIO 4 (buzzer) is already used by sensors.matrix.rows",
    ]


def test_drivers_that_are_not_chosen_claim_nothing():
    config = replace(BoardConfig(), controls=Controls(hint_pin=5), sounder=Sounder(pin=5))
    assert not list(check(config))


def test_two_devices_cannot_own_one_bus():
    text = '[sensors]\ndriver = "mcp3008"\n[lights]\ndriver = "spi"\n'
    assert "lights.spi.bus: GPIO 9 (MISO), 10 (MOSI), 11 (SCLK) is already used by sensors.mcp3008.bus" in refusal(text)


def test_a_map_beyond_the_wiring_is_refused():
    text = '[board]\nsensing = "rings"\n[sensors]\ndriver = "shift"\n[sensors.shift]\nchips = 10\n'
    assert "board.toml:5: sensors.shift: has 80 inputs (0 to 79), but the map goes up to input 84" in lines(text)


def test_multiplexers_hang_on_channels_that_exist():
    text = '[sensors]\ndriver = "mcp3008"\n[sensors.mcp3008]\nmultiplexer_channels = [0, 1, 2, 3, 8, 9]\n'
    assert "multiplexer_channels: 8, 9 is beyond the last channel of 1 converter(s); allowed: 0 to 7" in refusal(text)


def test_tied_inputs_belong_to_no_point():
    text = (
        '[board]\nsensing = "rings"\n[sensors]\ndriver = "shift"\n[sensors.shift]\ntied_low = [84]\ntied_high = [89]\n'
    )
    said = refusal(text)
    assert "sensors.shift.tied_low = (84,): [84] belongs to a point or is beyond the chain" in said
    assert "sensors.shift.tied_high = (89,): [89] belongs" in said


# Maps.


def custom(pairs, more=""):
    body = "\n".join(f"{name} = {number}" for name, number in pairs)
    return f'[map]\norder = "custom"\n{more}\n[map.custom]\n{body}\n'


def test_a_whole_custom_map_is_taken():
    pairs = custom_pairs(tuple(reversed(range(85))))
    assert parse_config(custom(pairs)).map.custom == pairs


def test_a_custom_map_says_which_points_are_missing_and_which_are_doubled():
    pairs = dict(custom_pairs(range(85)))
    del pairs["F6"]
    del pairs["K10"]
    pairs["A3"] = pairs["A2"]
    allowed = "allowed: every point once, each with a number of its own"
    assert lines(custom(pairs.items())) == [
        f"board.toml:4: map.custom: 2 points missing: F6, K10; {allowed}",
        f"board.toml:4: map.custom: 1 number doubled: 0 belongs to A2 and A3; {allowed}",
    ]


def test_ring_places_are_in_the_map_if_and_only_if_they_are_wired():
    assert "white-1, white-2" in refusal(custom(custom_pairs(range(85)), "places = true"))
    assert "but places = false" in refusal(custom(custom_pairs(range(91))))
    assert parse_config(custom(custom_pairs(range(91)), "places = true")).map.places


def test_a_point_given_twice_is_refused():
    assert "is not TOML" in refusal(custom([("F6", 1), ("F6", 2)]))


def test_a_custom_table_without_custom_order_is_refused():
    assert 'map.order = "columns": there is a [map.custom] table' in refusal("[map.custom]\nF6 = 0\n")


# Files.


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"[board\n", "is not TOML: Expected ']'"),
        (b"a = " + b"[" * 50_000, "is not TOML"),
        (b"a = " + b"9" * 5_000, "is not TOML"),
        (b"#" * 100_001, "is too long for a board.toml; allowed: 100000 bytes"),
    ],
)
def test_what_is_no_configuration_is_said_to_be_none(tmp_path, content, said):
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    with pytest.raises(FaultyConfig, match=re.escape(said)):
        load_config(path)


def test_a_missing_file_is_named_with_what_to_do(tmp_path):
    with pytest.raises(FaultyConfig, match=r"none\.toml: cannot be read: No such file.*; .*an example in .*boards"):
        load_config(tmp_path / "none.toml")


# Everything parses what it prints.


def values(rule):
    """Values that *rule* allows."""
    return STRATEGIES[type(rule)](rule)


def tables(rule):
    entries = st.dictionaries(values(rule.key), values(rule.item), max_size=5)
    return entries.map(lambda table: in_order(rule, table))


def lists(rule):
    return st.lists(values(rule.item), unique=not rule.repeats, min_size=rule.fewest, max_size=rule.most).map(tuple)


STRATEGIES = {
    Flag: lambda rule: st.booleans(),
    Whole: lambda rule: st.integers(rule.low, rule.high),
    Real: lambda rule: st.floats(rule.low, rule.high),
    Word: lambda rule: st.sampled_from(rule.choices),
    Text: lambda rule: st.from_regex(rule.pattern, fullmatch=True).filter(lambda text: len(text) <= rule.longest),
    Many: lists,
    Table: tables,
}


def in_order(rule, table):
    rank = (lambda pair: NAMES.index(pair[0])) if isinstance(rule.key, Word) else None
    return tuple(sorted(table.items(), key=rank))


@st.composite
def settings(draw, kind):
    given_values = {}
    for spec in fields(kind):
        if "section" in spec.metadata:
            given_values[spec.name] = draw(settings(spec.metadata["section"]))
        elif "rule" in spec.metadata and draw(st.booleans()):
            given_values[spec.name] = draw(values(rule_of(spec)))
    return kind(**given_values)


@given(settings(BoardConfig))
def test_what_is_written_reads_back_equal(config):
    # Drawn at random, most boards contradict themselves; their values must survive all the same.
    faults = []
    assert _section(BoardConfig, tomllib.loads(config_text(config)), "", faults) == config
    assert not faults


@given(settings(Board), settings(Sounder))
def test_sections_without_contradictions_read_back_equal(board, sounder):
    config = replace(BoardConfig(), board=board, sounder=replace(sounder, driver="none"))
    assert parse_config(config_text(config)) == config
    assert config_text(parse_config(config_text(config))) == config_text(config)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_example_can_be_rewritten(path):
    config = load_config(path)
    assert parse_config(config_text(config)) == config


def test_a_written_file_explains_every_key_of_the_parts_in_use():
    text = config_text(replace(BoardConfig(), controls=Controls(cafe_pin=5)))
    assert "cafe_pin = 5  # GPIO of the café button." in text
    assert "# hint_pin is not set: no such button. GPIO of the hint button." in text
    assert "[sensors.virtual]" in text
    assert "[sensors.matrix]" not in text


def test_a_custom_map_is_written_in_the_order_of_the_board():
    config = parse_config(custom(custom_pairs(range(85))[::-1]))
    assert "[map.custom]" in config_text(config)
    assert config_text(config).index("E9 =") < config_text(config).index("E10 =")


# Documentation.


def test_the_reference_in_the_documentation_is_the_code():
    text = (ROOT / "docs" / "configuration.md").read_text()
    assert text == renew(text), "run python -m hardware.config.reference docs/configuration.md"
    assert "| `max_milliamps` | `2000` | a whole number from 100 to 20000 mA |" in text


def test_the_documentation_shows_files_that_work_and_messages_that_appear():
    text = (ROOT / "docs" / "configuration.md").read_text()
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    parse_config(example)
    (messages,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    faulty = "\n\n\n[sensors]\ndebonce_ms = 30\nsettle_ms = 5\n\n[map.custom]\nZ9 = 4\n"
    assert lines(faulty) == messages.splitlines()


def test_every_example_is_in_the_documentation():
    text = (ROOT / "docs" / "configuration.md").read_text()
    assert all(f"`{path.name}`" in text for path in BOARDS)
