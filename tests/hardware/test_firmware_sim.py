"""The virtual board behind the firmware's own logic: the whole chain of hardware, as in reality."""

import os
import time
from dataclasses import replace

import pytest

from hardware.config import check
from hardware.config.settings import BoardConfig
from hardware.firmware_sim import SimulatedPico, Wiring, via_serial
from hardware.lights.virtual import VirtualLights
from hardware.maps import PointOrder
from hardware.protocols import POINT_COUNT, Frame, Sensing
from hardware.registry import make_board, make_metal
from tests.hardware.line import Readings, await_bytes

PATIENCE = 2000  # turns


class Chain:
    """Configuration, virtual board, simulated microcontroller and the drivers of the daemon."""

    def __init__(self, folder, sensing, **lights):
        config = BoardConfig()
        config = replace(
            config,
            board=replace(config.board, sensing=sensing),
            sensors=replace(
                config.sensors, virtual=replace(config.sensors.virtual, noise_counts=0.0, drift_counts=0.0)
            ),
            map=replace(config.map, order="row-serpentine"),
            lights=replace(config.lights, **lights),
        )
        self.board = make_board(config)
        self.config, self.pico = via_serial(config, self.board, folder / "pico")
        self.metal = make_metal(self.config)
        self.now = 1.0

    def turn(self):
        self.now += 0.005
        self.pico.step(self.now)
        await_bytes(self.metal.sensors.driver.fileno(), seconds=0.002)
        return self.metal.sensors.read(self.now)

    def until(self, done):
        """The first frame for which *done*."""
        for _ in range(PATIENCE):
            frame = self.turn()
            if frame is not None and done(frame):
                return frame
        raise AssertionError(f"never: {self.metal.sensors.health}")

    def close(self):
        self.metal.close()
        self.pico.close()


@pytest.fixture
def chain(tmp_path, request):
    chain = Chain(tmp_path, getattr(request, "param", Sensing.FULL))
    yield chain
    chain.close()


@pytest.mark.parametrize("chain", list(Sensing), ids=str, indirect=True)
def test_what_the_virtual_board_reads_is_what_the_host_gets(chain):
    hand = chain.board.hand
    for point, piece in (("F6", "white ring"), ("E5", "black ring"), ("K10", "white ring"), ("A2", "black ring")):
        hand.put(point, piece)
    chain.until(lambda frame: frame.time > 3.0)
    frame = chain.until(lambda frame: frame.time > 3.2)
    assert any(frame.readings)
    assert frame.readings == chain.board.read(chain.now).readings
    assert chain.metal.sensors.linear is (chain.board.sensing is Sensing.FULL)


@pytest.mark.parametrize("chain", list(Sensing), ids=str, indirect=True)
def test_the_configuration_is_a_good_one(chain):
    assert list(check(chain.config)) == []


def test_lights_reach_their_points_as_bright_as_they_were_meant(chain):
    chain.until(lambda frame: True)
    colors = [(k, 255 - k, 7) for k in range(POINT_COUNT)]
    chain.metal.lights.show(colors, chain.now)
    for _ in range(PATIENCE):
        chain.turn()
        if chain.board.lights["F6"] != (0, 0, 0):
            break
        time.sleep(0.001)
    assert list(chain.board.lights.colors[:POINT_COUNT]) == colors


def test_a_pulled_virtual_cable_is_a_pulled_cable(chain):
    chain.until(lambda frame: True)
    chain.board.faults.unplug()
    for _ in range(10):
        chain.turn()
    assert not chain.metal.sensors.health.ok
    assert not chain.pico.plugged
    chain.board.faults.replug()
    chain.until(lambda frame: True)
    assert chain.metal.sensors.health.ok


def test_wiring_is_the_inverse_of_the_map():
    inputs = [*range(90, -1, -1)]
    frame = Frame(1.0, tuple(range(85)), tuple(range(85, 91)))
    assert PointOrder(inputs).frame(1.0, Wiring(inputs).values(frame)) == frame


def test_pairs_are_wired_pole_by_pole():
    inputs = [*range(85), *range(100, 185)]
    frame = Frame(1.0, tuple(k % 3 - 1 for k in range(85)))
    values = Wiring(inputs).values(frame)
    assert set(values) == {0, 1}
    assert PointOrder(inputs).frame(1.0, values) == frame


def test_it_needs_neither_lights_nor_a_name():
    pico = SimulatedPico(Readings())
    pico.step(0.0)
    assert pico.device == os.ttyname(pico._slave)
    assert len(pico.picture) == 3 * 91
    pico.close()
    pico.step(0.1)
    assert not pico.plugged
    pico.close()


def test_it_can_show_its_strip(tmp_path):
    lights = VirtualLights()
    pico = SimulatedPico(Readings(), lights=lights, link=tmp_path / "pico")
    pico.step(5.0)
    assert max(map(max, lights.colors)) > 0  # nobody calls: a comet runs
    pico.close()
    assert not (tmp_path / "pico").is_symlink()
