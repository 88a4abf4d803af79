"""Configuration becomes hardware: the right class, settings and wires, and nothing imported too early."""

import subprocess
import sys
from dataclasses import replace

import pytest

from hardware.config import BoardConfig, parse_config
from hardware.config.light_settings import LIGHT_DRIVERS
from hardware.config.sensor_settings import SENSOR_DRIVERS
from hardware.config.settings import CONTROL_DRIVERS, SOUNDER_DRIVERS, Board
from hardware.limiter import LimitedLights
from hardware.maps import light_map
from hardware.protocols import Controls, Lights, Sensing, Sensors, Sounder
from hardware.registry import (
    CONTROLS,
    LIGHTS,
    SENSORS,
    SOUNDERS,
    find_class,
    make_board,
    make_controls,
    make_lights,
    make_metal,
    make_sensors,
    make_sounder,
)
from yinsh_core.points import Point

ON_WOOD = {
    "matrix": '[board]\nsensing = "rings"\n[sensors]\ndriver = "matrix"\n',
    "mcp23017": '[board]\nsensing = "rings"\n[sensors]\ndriver = "mcp23017"\n',
    "shift": '[board]\nsensing = "rings"\n[sensors]\ndriver = "shift"\n',
    "mcp3008": '[sensors]\ndriver = "mcp3008"\n',
    "serial": '[sensors]\ndriver = "serial"\n',
    "virtual": "",
    "replay": '[sensors]\ndriver = "replay"\n[sensors.replay]\nfile = "game.log"\n',
}


@pytest.mark.parametrize(
    ("table", "names"),
    [(SENSORS, SENSOR_DRIVERS), (LIGHTS, LIGHT_DRIVERS), (CONTROLS, CONTROL_DRIVERS), (SOUNDERS, SOUNDER_DRIVERS)],
)
def test_every_driver_that_may_be_configured_exists(table, names):
    assert tuple(table) == names
    for name in names:
        assert callable(find_class(table, name).open)


@pytest.mark.parametrize("driver", SENSOR_DRIVERS)
def test_every_sensor_driver_can_be_made_without_its_metal(driver):
    sensors = make_sensors(parse_config(ON_WOOD[driver]))
    assert isinstance(sensors, find_class(SENSORS, driver))
    assert all(hasattr(sensors, name) for name in ("open", "close", "read"))


@pytest.mark.parametrize("driver", LIGHT_DRIVERS)
def test_every_light_driver_can_be_made_without_its_metal(driver):
    more = ON_WOOD["serial"] if driver == "serial" else ""
    lights = make_lights(parse_config(f'{more}[lights]\ndriver = "{driver}"\n'))
    assert isinstance(lights, Lights)
    strip = lights.strip if isinstance(lights, LimitedLights) else lights
    assert isinstance(strip, find_class(LIGHTS, driver))


def test_controls_and_sounders_can_be_made_without_their_metal():
    text = '[controls]\ndriver = "gpio"\nhint_pin = 5\n[sounder]\ndriver = "tonal"\n'
    for config in (BoardConfig(), parse_config(text)):
        assert isinstance(make_controls(config), Controls)
        assert isinstance(make_sounder(config), Sounder)


def test_strips_are_behind_the_limiter_and_screens_are_not():
    config = parse_config('[lights]\ndriver = "spi"\nchannel_milliamps = 60\n')
    lights = make_lights(config)
    assert isinstance(lights, LimitedLights)
    white = [(255, 255, 255)] * 85
    assert lights.limiter.milliamps(lights.limiter.limit(white)) <= config.lights.max_milliamps
    assert not isinstance(make_lights(BoardConfig()), LimitedLights)


class FakeSpi:
    """Takes what is written to it."""

    def __init__(self):
        self.written = b""

    def open(self, bus, device):
        self.where = (bus, device)

    def writebytes2(self, data):
        self.written = bytes(data)

    def close(self):
        pass


def test_settings_wires_and_devices_reach_the_driver():
    config = parse_config('[lights]\ndriver = "spi"\ngamma = 1\nbrightness = 1\n[lights.spi]\nbus = 1\n')
    spi = FakeSpi()
    lights = make_lights(config, spi_class=lambda: spi)
    lights.open()
    assert spi.where == (1, 0)
    colors = [(0, 0, 0)] * 85
    lights.show(colors)
    dark = spi.written
    colors[Point("B1").index] = (255, 255, 255)
    lights.show(colors)
    changed = [at for at, (a, b) in enumerate(zip(dark, spi.written, strict=True)) if a != b]
    led = light_map(config).wires[Point("B1").index]
    assert led == 10  # up A, down B
    assert {(at - 1) // 9 for at in changed} == {led}


def test_a_log_is_looked_for_beside_the_configuration(tmp_path):
    config = parse_config(ON_WOOD["replay"], str(tmp_path / "board.toml"))
    sensors = make_sensors(config)
    with pytest.raises(OSError, match=r"game\.log") as caught:
        sensors.open()
    assert str(tmp_path) in str(caught.value)


def test_a_virtual_board_is_one_board_for_sensors_and_lights():
    config = replace(BoardConfig(), board=Board(sensing=Sensing.POLARITY))
    board = make_board(config)
    metal = make_metal(config, board=board)
    board.hand.put("F6", "black ring")
    readings = [metal.sensors.read(now / 200) for now in range(1000)][-1].readings
    assert readings[Point("F6").index] == -1
    metal.lights.show([(1, 2, 3)] * 85, 5.0)
    metal.close()
    assert board.lights.frames == 1
    assert metal.limiter.brightness == config.lights.brightness
    assert metal.sensors.health.ok


def test_a_virtual_board_that_nobody_brings_is_made_once():
    metal = make_metal(BoardConfig())
    assert metal.lights.driver is metal.sensors.driver.board.lights


def test_the_virtual_board_is_as_configured():
    text = '[board]\nsensing = "full"\n[map]\nplaces = true\n[sensors.virtual]\nnoise_counts = 0\ndrift_counts = 0\n'
    config = parse_config(text)
    sensors = make_sensors(config)
    assert isinstance(sensors, Sensors)
    frames = [sensors.read(now / 10) for now in range(100)]
    assert len({frame.readings for frame in frames}) == 1
    assert len(frames[0].places) == 6


def test_metal_with_a_strip_has_a_limiter_to_dim():
    config = parse_config('[lights]\ndriver = "ws281x"\n')
    metal = make_metal(config)
    assert metal.limiter is metal.lights.driver.limiter
    metal.close()


def test_nothing_is_imported_that_is_not_chosen():
    program = """
import sys
from hardware.config import BoardConfig
from hardware.registry import make_metal
make_metal(BoardConfig()).close()
extras = {"gpiozero", "spidev", "smbus2", "serial", "rpi_ws281x"}
print(sorted(extras & {name.partition(".")[0] for name in sys.modules}))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
