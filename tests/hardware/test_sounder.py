"""The buzzer in virtual time, on a mock pin that can do PWM."""

import sys
import threading

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.config.settings import Sounder
from hardware.errors import HardwareFault, MissingExtra
from hardware.protocols import Sounder as SounderProtocol
from hardware.sounder import (
    HIGHEST,
    LONGEST_SECONDS,
    LOWEST,
    MOST_TONES,
    Melody,
    NoSounder,
    TonalSounder,
    VirtualSounder,
)

SETTINGS = Sounder(driver="tonal", pin=19)
CUE = [(440.0, 0.1), (0.0, 0.05), (880.0, 0.2)]


class Stage:
    """A buzzer on a mock pin, with a clock that only we advance."""

    def __init__(self):
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.now = 100.0
        self.sounder = TonalSounder(SETTINGS, pin_factory=self.factory, clock=lambda: self.now, threaded=False)
        self.sounder.open()

    @property
    def hertz(self):
        return self.factory.pin(19).frequency

    def at(self, now):
        self.now = now
        self.sounder.tick(now)
        return self.hertz


@pytest.fixture
def stage():
    stage = Stage()
    yield stage
    stage.sounder.close()


def test_tones_and_rests_in_their_time(stage):
    stage.sounder.play(CUE)
    heard = [stage.at(100 + offset) for offset in (0.0, 0.09, 0.1, 0.14, 0.15, 0.34, 0.35, 9.0)]
    assert heard == [440, 440, None, None, 880, 880, None, None]


def test_it_says_when_it_wants_to_be_called_again(stage):
    stage.sounder.play(CUE)
    assert stage.sounder.tick(100.0) == pytest.approx(0.1)
    assert stage.sounder.tick(100.12) == pytest.approx(0.03)
    assert stage.sounder.tick(101.0) is None


def test_a_late_tick_skips_what_is_over(stage):
    stage.sounder.play(CUE)
    assert stage.at(100.2) == 880


def test_a_new_cue_cuts_the_old_one_off(stage):
    stage.sounder.play(CUE)
    stage.at(100.01)
    stage.sounder.play([(1000.0, 0.1)])
    assert stage.at(100.02) == 1000
    assert stage.at(100.2) is None


def test_an_unchanged_tone_is_not_set_again(stage):
    stage.sounder.play([(500.0, 0.1), (500.0, 0.1)])
    stage.at(100.0)
    stage.factory.pin(19).frequency = 123  # whoever sets it again would undo this
    assert stage.at(100.15) == 123


def test_tones_out_of_range_are_brought_into_it(stage):
    stage.sounder.play([(20.0, 1.0), (19_000.0, 1.0)])
    assert stage.at(100.5) == LOWEST
    assert stage.at(101.5) == HIGHEST


@pytest.mark.parametrize(
    "cue", [[(440.0, 0.01)] * (MOST_TONES + 1), [(440.0, LONGEST_SECONDS + 1)], [(440.0, 2.0), (440.0, -1.0)]]
)
@pytest.mark.parametrize("kind", [VirtualSounder, NoSounder])
def test_a_cue_without_bounds_is_refused(stage, kind, cue):
    for sounder in (stage.sounder, kind(SETTINGS)):
        with pytest.raises(ValueError, match="at most"):
            sounder.play(cue)


def test_closing_falls_silent(stage):
    stage.sounder.play(CUE)
    stage.at(100.0)
    stage.sounder.close()
    stage.sounder.close()
    assert stage.hertz is None
    with pytest.raises(HardwareFault, match="not open"):
        stage.sounder.play(CUE)


def test_a_pin_in_use_is_a_fault(stage):
    second = TonalSounder(SETTINGS, pin_factory=stage.factory, threaded=False)
    with pytest.raises(HardwareFault, match="buzzer on GPIO 19 failed"):
        second.open()


def test_without_gpiozero_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(MissingExtra, match=r"yinsh-board\[pi\]"):
        TonalSounder(SETTINGS).open()


class Listener(MockPWMPin):
    """Notes what it sounds; the list is full when silence has come back."""

    heard: list
    silent: threading.Event
    broken = False

    def _set_frequency(self, value):
        if value is not None and self.broken:
            raise RuntimeError("PWM channel went away")
        super()._set_frequency(value)
        if value != getattr(self, "last", None):
            self.heard.append(value)
            if value is None:
                self.silent.set()
        self.last = value


def listener():
    return type("Listener", (Listener,), {"heard": [], "silent": threading.Event()})


def test_its_own_thread_plays_the_whole_cue_and_sleeps_again():
    pin = listener()
    sounder = TonalSounder(SETTINGS, pin_factory=MockFactory(pin_class=pin))
    sounder.open()
    pin.heard.clear()
    pin.silent.clear()
    sounder.play([(440.0, 0.01), (880.0, 0.01)])
    assert pin.silent.wait(10)
    sounder.close()
    assert [hertz for hertz in pin.heard if hertz in {440, 880}][-1] == 880
    assert not [thread for thread in threading.enumerate() if thread.name == "sounder"]


def test_what_the_thread_met_is_raised_by_the_next_call():
    pin = listener()
    factory = MockFactory(pin_class=pin)
    sounder = TonalSounder(SETTINGS, pin_factory=factory)
    sounder.open()
    pin.broken = True
    thread = sounder._thread
    sounder.play([(440.0, 0.01)])
    thread.join(10)
    with pytest.raises(HardwareFault, match="PWM channel went away"):
        sounder.play([(440.0, 0.01)])
    pin.broken = False
    sounder.open()
    sounder.play([(440.0, 0.01)])
    sounder.close()


def test_a_melody_without_tones_is_silent():
    assert Melody().at(0.0) == (0.0, None)


def test_the_virtual_one_remembers_a_bounded_number():
    sounder = VirtualSounder()
    sounder.open()
    for number in range(150):
        sounder.play([(200.0 + number, 0.1)])
    sounder.close()
    assert len(sounder.played) == 100
    assert sounder.played[-1] == ((349.0, 0.1),)


@pytest.mark.parametrize("sounder", [TonalSounder(SETTINGS), VirtualSounder(SETTINGS), NoSounder(SETTINGS)])
def test_all_are_sound_drivers(sounder):
    assert isinstance(sounder, SounderProtocol)
    sounder.close()
