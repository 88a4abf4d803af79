"""Measuring metal that keeps virtual time: every figure is known beforehand."""

import pytest
from gpiozero.pins.mock import MockFactory

from hardware import figures
from hardware.errors import HardwareFault
from hardware.figures import GpioLoop, Spread, VirtualLoop
from hardware.protocols import Frame
from hardware.sensors.virtual import VirtualSensors
from hardware.virtual import VirtualBoard
from yinsh_core.points import Point

F6 = Point("F6")


class World:
    """A clock that moves only when the metal or a pause takes time, and metal on it."""

    linear = False

    def __init__(self, scan=0.002, frame=0.003):
        self.now = 100.0
        self.cpu = 0.0
        self.scan, self.frame = scan, frame
        self.silent = 0  # reads that give nothing before one that does
        self.contact = self.light = False
        self.blind = self.numb = False
        self.point = F6
        self._reads = 0
        self.scanned = []

    def clock(self):
        return self.now

    def cpu_clock(self):
        return self.cpu

    def sleep(self, seconds):
        self.now += seconds

    def read(self, now):
        self._reads += 1
        self.now += self.scan
        self.cpu += self.scan / 2
        if self._reads % (self.silent + 1):
            return None
        self.scanned.append(self.now)
        closed = self.contact and not self.numb
        return Frame(now, tuple(int(closed and index == F6.index) for index in range(85)))

    def show(self, colors):
        self.now += self.frame
        self.light = max(colors[F6.index]) > 200

    def touch(self, *, down):
        self.contact = down

    def lit(self):
        self.now += 0.0001
        return self.light and not self.blind


def test_a_spread_of_known_times():
    spread = Spread.of(number / 1000 for number in range(1, 101))
    assert (spread.middle, spread.p99, spread.worst, spread.count) == (0.05, 0.099, 0.1, 100)
    assert str(spread) == "50 ms, 99 % within 99 ms, worst 100 ms"


def test_one_sample_is_all_of_it():
    assert Spread.of([0.25]) == Spread(0.25, 0.25, 0.25, 1)


def test_without_samples_nothing_is_claimed():
    with pytest.raises(HardwareFault, match="nothing to measure"):
        Spread.of([])


def test_the_time_of_a_scan():
    world = World(scan=0.002)
    assert figures.scan_times(world, 50, world.clock).middle == pytest.approx(0.002)


def test_drivers_that_wait_for_frames_are_measured_by_their_frames():
    world = World(scan=0.001)
    world.silent = 4
    assert figures.scan_times(world, 50, world.clock).middle == pytest.approx(0.005)


def test_the_first_frame_may_have_been_under_way():
    world = World(scan=0.002)
    read = world.read

    def slow_at_first(now):
        world.now += 1.0 if not world.scanned else 0.0
        return read(now)

    world.read = slow_at_first
    assert figures.scan_times(world, 50, world.clock).worst == pytest.approx(0.002)


def test_sensors_that_never_answer_are_given_up():
    world = World(scan=0.5)
    world.silent = 10**9
    with pytest.raises(HardwareFault, match="no sample"):
        figures.scan_times(world, 50, world.clock)


def test_the_time_of_a_frame():
    world = World(frame=0.00303)
    spread = figures.frame_times(world, 50, world.clock)
    assert (spread.middle, spread.count) == (pytest.approx(0.00303), 50)


def test_a_run_at_the_boards_own_pace():
    world = World(scan=0.001, frame=0.002)
    pace = figures.pace(world, world, (100, 10), 2.0, clock=world.clock, cpu=world.cpu_clock, sleep=world.sleep)
    assert len(world.scanned) == 200
    assert pace.hertz == pytest.approx(100, rel=0.01)
    assert pace.lateness.worst == pytest.approx(0)
    assert pace.cpu_share == pytest.approx(0.05, rel=0.02)


def test_a_scan_too_slow_for_its_pace_is_late():
    world = World(scan=0.02, frame=0)
    pace = figures.pace(world, world, (100, 10), 1.0, clock=world.clock, cpu=world.cpu_clock, sleep=world.sleep)
    assert pace.hertz == pytest.approx(50, rel=0.02)
    assert pace.lateness.worst == pytest.approx(0.99, rel=0.01)


def test_the_reaction_is_scan_and_frame_and_eye():
    world = World(scan=0.002, frame=0.003)
    spread = figures.reaction_times(world, world, world, 20, world.clock)
    assert spread.middle == pytest.approx(0.002 + 0.003 + 0.0001)
    assert not world.contact
    assert not world.light


@pytest.mark.parametrize(("fault", "said"), [("numb", "the contact did not show"), ("blind", "the light was not seen")])
def test_a_loop_that_is_not_wired_is_said(fault, said):
    world = World()
    setattr(world, fault, True)
    with pytest.raises(HardwareFault, match=said):
        figures.reaction_times(world, world, world, 1, world.clock)


def test_a_light_that_is_always_seen_is_said():
    world = World()
    world.lit = lambda: world.sleep(0.1) or True
    with pytest.raises(HardwareFault, match="although all LEDs are dark"):
        figures.reaction_times(world, world, world, 1, world.clock)


def test_noise_of_a_linear_sensor_is_no_touch():
    world = World()
    world.linear = True  # and the contact moves the reading by 1 only
    with pytest.raises(HardwareFault, match="the contact did not show"):
        figures.reaction_times(world, world, world, 1, world.clock)


@pytest.mark.parametrize("sensing", ["rings", "presence", "polarity", "full"])
def test_the_loop_of_a_board_in_memory(sensing):
    board = VirtualBoard(sensing=sensing, seed=3)
    world = World()
    sensors = VirtualSensors(board)

    def clock():
        world.now += 0.001
        return world.now

    assert figures.reaction_times(VirtualLoop(board, F6), sensors, board.lights, 5, clock).count == 5
    assert board.lights.dark


def test_the_loop_on_pins():
    factory = MockFactory()
    loop = GpioLoop(F6, 17, 27, pin_factory=factory)
    loop.touch(down=True)
    assert factory.pin(17).state
    assert not loop.lit()
    factory.pin(27).drive_low()
    assert loop.lit()
    loop.touch(down=False)
    assert not factory.pin(17).state
    loop.close()


def test_syncing_leaves_nothing_behind(tmp_path):
    ticks = iter(range(100))
    assert figures.sync_times(tmp_path, 10, lambda: next(ticks)).middle == 1
    assert list(tmp_path.iterdir()) == []
