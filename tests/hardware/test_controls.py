"""Buttons in virtual time: bounce, short, long, stuck, and cut wires."""

import sys

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from hardware.config.settings import Controls
from hardware.controls import STUCK_SECONDS, Button, GpioControls, NoControls, VirtualControls
from hardware.errors import HardwareFault, MissingExtra
from hardware.protocols import Controls as ControlsProtocol
from hardware.protocols import Press

WIRED = Controls(driver="gpio", hint_pin=5, take_back_pin=6, cafe_pin=13)


def played(button, script, step=0.005):
    """Poll through levels of some length, such as ((False, 0.1), (True, 0.3)); the presses and their times."""
    now, presses = 0.0, []
    for level, seconds in script:
        for _ in range(round(seconds / step)):
            press = button.poll(level, now)
            if press:
                presses.append((round(now, 3), press.long))
            now += step
    return presses


def fresh():
    return Button("hint", debounce=0.02, long_press=0.8)


def test_a_short_press_counts_when_the_button_is_up_again():
    assert played(fresh(), [(False, 0.1), (True, 0.3), (False, 0.1)]) == [(0.42, False)]


def test_a_long_press_counts_while_it_is_held_and_once():
    assert played(fresh(), [(False, 0.1), (True, 5.0), (False, 0.5)]) == [(0.9, True)]


def test_held_almost_long_is_short():
    assert played(fresh(), [(False, 0.1), (True, 0.79), (False, 0.1)]) == [(0.91, False)]


def test_bounce_at_both_ends_is_one_press():
    bounce = [(True, 0.005), (False, 0.005)] * 4
    script = [(False, 0.1), *bounce, (True, 0.2), *bounce, (False, 0.2)]
    assert len(played(fresh(), script)) == 1


def test_a_spike_is_no_press():
    assert played(fresh(), [(False, 0.1), (True, 0.015), (False, 1.0)]) == []


def test_two_presses_are_two():
    press = [(True, 0.1), (False, 0.1)]
    assert len(played(fresh(), [(False, 0.1), *press, *press])) == 2


def test_a_button_that_is_down_at_the_start_gives_nothing_until_it_was_up():
    button = fresh()
    assert played(button, [(True, 3.0), (False, 0.1)]) == []
    assert len(played(button, [(True, 0.1), (False, 0.1)])) == 1


def test_polls_far_apart_still_tell_long_from_short():
    button = fresh()
    for level, now in [(False, 0.0), (False, 1.0), (True, 2.0), (True, 2.1)]:
        assert button.poll(level, now) is None
    assert button.poll(False, 5.0) is None  # up, but not for long enough to be sure
    assert button.poll(False, 5.1) == Press("hint", long=True)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 300)), max_size=30))
def test_never_more_presses_than_settled_holds(script):
    seconds = [(False, 0.1), *((level, steps * 0.005) for level, steps in script), (False, 0.1)]
    merged: list[list] = []
    for level, length in seconds:
        if merged and merged[-1][0] == level:
            merged[-1][1] += length
        else:
            merged.append([level, length])
    holds = [length for level, length in merged if level and length > 0.0225]
    presses = played(fresh(), seconds)
    assert len(presses) <= len(holds)
    assert sum(long for _, long in presses) <= len(presses)


class Desk:
    """Buttons on mock pins, and time that stands still until it is spent."""

    def __init__(self, settings=WIRED):
        self.factory = MockFactory()
        self.controls = GpioControls(settings, pin_factory=self.factory)
        self.now = 0.0

    def hold(self, *pins):
        for pin in pins:
            self.factory.pin(pin).drive_low()

    def release(self, *pins):
        for pin in pins:
            self.factory.pin(pin).drive_high()

    def spend(self, seconds):
        presses = []
        end = self.now + seconds
        while self.now < end:
            presses += self.controls.read(self.now)
            self.now += 0.005
        return presses


@pytest.fixture
def desk():
    desk = Desk()
    desk.controls.open()
    desk.spend(0.1)
    yield desk
    desk.controls.close()


@pytest.mark.parametrize(("pin", "name"), [(5, "hint"), (6, "take-back"), (13, "cafe")])
def test_each_pin_is_its_button(desk, pin, name):
    desk.hold(pin)
    assert desk.spend(0.2) == []
    desk.release(pin)
    assert desk.spend(0.2) == [Press(name)]


def test_buttons_do_not_wait_for_each_other(desk):
    desk.hold(5, 13)
    assert set(desk.spend(1.0)) == {Press("hint", long=True), Press("cafe", long=True)}


def test_a_stuck_button_is_one_long_press_then_a_named_fault(desk):
    desk.hold(5)
    assert desk.spend(STUCK_SECONDS - 1) == [Press("hint", long=True)]
    assert desk.controls.health.ok
    assert desk.spend(120) == []
    health = desk.controls.health
    assert not health.ok
    assert health.fault == "stuck button: hint (GPIO 5)"
    assert "free it" in health.cure


def test_the_others_work_while_one_is_stuck(desk):
    desk.hold(5)
    desk.spend(40)
    desk.hold(6)
    desk.spend(0.1)
    desk.release(6)
    assert desk.spend(0.1) == [Press("take-back")]


def test_a_second_stuck_button_is_named_too(desk):
    desk.hold(5)
    desk.spend(40)
    desk.hold(13)
    desk.spend(40)
    assert desk.controls.health.fault == "stuck button: hint (GPIO 5), cafe (GPIO 13)"


def test_a_freed_button_is_well_again(desk):
    desk.hold(5)
    desk.spend(40)
    desk.release(5)
    assert desk.spend(0.1) == []
    assert desk.controls.health.ok


def test_a_stuck_button_gives_no_second_press_after_reopening(desk):
    desk.hold(5)
    desk.spend(40)
    factory = desk.factory
    desk.controls.close()
    desk.controls.open()
    factory.pin(5).drive_low()
    assert desk.spend(40) == []
    assert not desk.controls.health.ok


def test_only_wired_buttons_claim_pins():
    desk = Desk(Controls(driver="gpio", hint_pin=5))
    desk.controls.open()
    assert {pin.info.name for pin in desk.factory.pins.values()} == {"GPIO5"}
    desk.controls.close()


def test_a_pin_in_use_is_a_fault_and_lets_the_others_go():
    desk = Desk()
    other = GpioControls(Controls(driver="gpio", hint_pin=13), pin_factory=desk.factory)
    other.open()
    with pytest.raises(HardwareFault, match="GPIO 13 for the cafe button"):
        desk.controls.open()
    other.close()
    desk.controls.open()
    desk.controls.close()


def test_a_pin_that_cannot_be_read_is_a_fault(desk):
    desk.factory.pin(5)._get_state = lambda: 1 / 0
    with pytest.raises(HardwareFault, match="cannot read the buttons"):
        desk.controls.read(desk.now)


def test_closing_twice_and_early_is_fine():
    desk = Desk()
    desk.controls.close()
    desk.controls.open()
    desk.controls.close()
    desk.controls.close()
    assert desk.controls.read(0.0) == ()


def test_without_gpiozero_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(MissingExtra, match=r"yinsh-board\[pi\]"):
        GpioControls(WIRED).open()


def test_virtual_buttons_are_pressed_by_a_program():
    controls = VirtualControls()
    controls.open()
    controls.press("hint")
    controls.press("cafe", long=True)
    assert controls.read(0.0) == (Press("hint"), Press("cafe", long=True))
    assert controls.read(0.1) == ()


@pytest.mark.parametrize("controls", [GpioControls(WIRED), VirtualControls(WIRED), NoControls(WIRED)])
def test_all_are_control_drivers(controls):
    assert isinstance(controls, ControlsProtocol)
    if not isinstance(controls, GpioControls):
        controls.open()
        assert controls.read(0.0) == ()
        controls.close()
