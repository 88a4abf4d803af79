"""One suite over every sensor driver: what the daemon may rely on, whatever the metal is."""

import contextlib
import random
import sys

import pytest
from gpiozero import Device

from hardware.errors import BadConfig, HardwareFault
from hardware.protocols import POINT_COUNT, Sensors
from hardware.supervise import SupervisedSensors
from tests.hardware.sensor_rigs import RIGS, LinearRig, SwitchRig

SHUFFLED = random.Random(7).sample(range(91), 85)
WITH_PLACES = [*range(90, -1, -1)]
PAIRS = [*SHUFFLED, *(number + 95 for number in SHUFFLED)]

SWITCHES = {name: rig for name, rig in RIGS.items() if issubclass(rig, SwitchRig)}
WIRED = {name: rig for name, rig in RIGS.items() if issubclass(rig, (SwitchRig, LinearRig))}
HOLDING = {name: rig for name, rig in RIGS.items() if rig.holds}
VANISHING = {name: rig for name, rig in RIGS.items() if rig.vanishes}
BOTH = {name: rig for name, rig in RIGS.items() if rig.holds and rig.vanishes}


@pytest.fixture(autouse=True)
def _default_pins(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Make a rig, and let go of its metal afterwards."""
    with contextlib.ExitStack() as stack:

        def make(rig_class, inputs):
            if getattr(rig_class, "needs_no_spidev", False):
                monkeypatch.setitem(sys.modules, "spidev", None)
            rig = rig_class(inputs, tmp_path)
            stack.callback(rig.driver.close)
            return rig

        yield make


@pytest.fixture(params=RIGS.values(), ids=RIGS)
def rig_class(request):
    return request.param


@pytest.fixture
def rig(build, rig_class):
    return build(rig_class, SHUFFLED)


def alone(k, level, width=POINT_COUNT):
    return (0,) * k + (level,) + (0,) * (width - k - 1)


def start(rig):
    rig.driver.open()
    rig.scan()


def fault_of(act, *arguments):
    """What *act* complains about; the error itself, and what hangs on it, is gone afterwards."""
    try:
        act(*arguments)
    except HardwareFault as error:
        return str(error)
    raise AssertionError("no fault")


def test_it_is_a_sensor_driver(rig):
    assert isinstance(rig.driver, Sensors)


def test_it_says_whether_it_needs_calibration(rig):
    assert rig.driver.linear is rig.linear


def test_it_touches_nothing_before_it_is_opened(rig):
    assert rig.held == 0


def test_an_empty_board_reads_85_zeros(rig):
    rig.driver.open()
    rig.now = 12.5
    frame = rig.scan()
    assert (frame.readings, frame.places) == ((0,) * 85, ())
    assert 12.5 <= frame.time <= rig.now


def test_each_point_alone_is_read_at_its_own_place(rig):
    rig.driver.open()
    for k in range(POINT_COUNT):
        level = rig.levels[k % len(rig.levels)]
        rig.show(alone(k, level))
        assert rig.scan().readings == alone(k, level)


def test_many_pieces_at_once(rig):
    rig.driver.open()
    chance = random.Random(1)
    for _ in range(4):
        readings = tuple(chance.choice((0, *rig.levels)) for _ in range(POINT_COUNT))
        rig.show(readings)
        assert rig.scan().readings == readings


def test_ring_places_follow_the_points(build, rig_class):
    rig = build(rig_class, WITH_PLACES)
    rig.driver.open()
    for k in (0, 84, *range(85, 91)):
        wanted = alone(k, rig.levels[0], 91)
        rig.show(wanted)
        frame = rig.scan()
        assert (*frame.readings, *frame.places) == wanted
        assert len(frame.places) == 6


@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_pairs_of_switches_tell_white_from_black(build, switches):
    rig = build(switches, PAIRS)
    rig.driver.open()
    for k in range(POINT_COUNT):
        for level in (1, -1):
            rig.show(alone(k, level))
            assert rig.scan().readings == alone(k, level)


@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_both_switches_of_a_pair_at_once_are_no_piece(build, switches):
    rig = build(switches, PAIRS)
    rig.driver.open()
    rig.close_switches({PAIRS[3], PAIRS[3 + 85], PAIRS[4]})
    assert rig.scan().readings == alone(4, 1)


@pytest.mark.parametrize("wired", WIRED.values(), ids=WIRED)
def test_an_input_that_is_not_wired_is_refused_by_number(build, wired):
    with pytest.raises(BadConfig, match="input 999 is not wired"):
        build(wired, [*range(84), 999])


def test_absent_metal_is_a_fault_with_a_cure(rig):
    rig.break_metal()
    fault, _, cure = fault_of(start, rig).partition("; ")
    assert fault
    assert rig.cure in cure
    assert rig.held == 0


@pytest.mark.parametrize("holding", HOLDING.values(), ids=HOLDING)
def test_reading_before_opening_is_a_fault(build, holding):
    rig = build(holding, SHUFFLED)
    with pytest.raises(HardwareFault, match="not open"):
        rig.driver.read(0.0)


@pytest.mark.parametrize("holding", HOLDING.values(), ids=HOLDING)
def test_it_holds_its_metal_only_while_it_is_open(build, holding):
    rig = build(holding, SHUFFLED)
    rig.driver.open()
    assert rig.held > 0
    rig.driver.close()
    assert rig.held == 0


def test_it_closes_any_number_of_times(rig):
    rig.driver.close()
    rig.driver.open()
    rig.driver.close()
    rig.driver.close()
    assert rig.held == 0


def test_it_closes_when_the_metal_is_gone(rig):
    rig.driver.open()
    rig.break_metal()
    rig.driver.close()


def test_it_opens_again_and_again_without_a_leak(rig):
    rig.driver.open()
    held = rig.held
    for _ in range(3):
        rig.driver.open()
        assert rig.held == held
    rig.show(alone(84, rig.levels[0]))
    assert rig.scan().readings == alone(84, rig.levels[0])


@pytest.mark.parametrize("vanishing", BOTH.values(), ids=BOTH)
def test_metal_that_vanishes_is_a_fault_and_is_let_go(build, vanishing):
    rig = build(vanishing, SHUFFLED)
    rig.driver.open()
    rig.scan()
    rig.break_metal()
    assert "; " in fault_of(rig.scan)
    assert rig.held == 0
    rig.mend_metal()
    assert "not open" in fault_of(rig.driver.read, 0.02)


@pytest.mark.parametrize("vanishing", VANISHING.values(), ids=VANISHING)
def test_metal_that_comes_back_is_read_after_opening_again(build, vanishing):
    rig = build(vanishing, SHUFFLED)
    rig.driver.open()
    rig.scan()
    rig.break_metal()
    fault_of(rig.scan)
    fault_of(start, rig)
    rig.mend_metal()
    rig.driver.open()
    rig.show(alone(42, rig.levels[0]))
    assert rig.scan().readings == alone(42, rig.levels[0])


@pytest.mark.parametrize("vanishing", VANISHING.values(), ids=VANISHING)
def test_under_supervision_a_lost_board_is_reported_and_comes_back_alone(build, vanishing):
    rig = build(vanishing, SHUFFLED)
    sensors = SupervisedSensors(rig.driver, "sensors")
    assert sensors.read(0.0) is not None
    rig.break_metal()
    assert [sensors.read(now / 10) for now in range(1, 30)] == [None] * 29
    assert not sensors.health.ok
    assert rig.cure in sensors.health.cure
    rig.mend_metal()
    assert any(sensors.read(3 + now / 10) for now in range(20))
    assert sensors.health.ok
    sensors.close()
    assert rig.held == 0
