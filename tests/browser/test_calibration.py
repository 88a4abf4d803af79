"""A whole guided calibration: the panel on one screen, the virtual pieces of the Play page on another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from firmware_bridge.folders import calibration_file
from hardware.calibration import load_calibration
from hardware.config import load_config
from tests.browser.fingers import await_move, drag, log_in, until
from tests.browser.stage import Daemon
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SPOTS = ["F6", "C3", "C6", "I6", "I9"]
MARKERS = 51
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phone(browser: Any, strict: Daemon) -> Iterator[Any]:
    """The panel on a phone, logged in with the PIN."""
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    assert page.is_disabled("#calibrate")
    log_in(page, strict.pin)
    page.wait_for_selector("#login", state="hidden")
    yield page
    context.close()


def file_of(strict: Daemon) -> Path:
    """Where the command keeps the calibration of this board."""
    return calibration_file(load_config(strict.state.parent / "board.toml"))


def headline(phone: Any, text: str) -> None:
    until(phone, "(text) => document.querySelector('#calibration-headline').textContent === text", text)


def open_play(page: Any, strict: Daemon) -> None:
    """The virtual strict, for a hand that knows the PIN."""
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    log_in(page, strict.pin)
    page.wait_for_selector("#login", state="hidden")
    page.goto(strict.url)
    until(page, "document.querySelectorAll('.supply').length > 5")


def sweep(page: Any) -> None:
    page.click("#sweep")


def clear(page: Any, phone: Any) -> None:
    headline(phone, "Take away what blinks red")
    sweep(page)


def measured(phone: Any, count: int) -> None:
    until(phone, "(count) => document.querySelector('#calibration-progress').value === count", count)


def touch_every_point(page: Any, phone: Any) -> None:
    """All markers at once, then some of them once more: there are fewer markers than points."""
    names = [point.name for point in POINTS]
    for name in names[:MARKERS]:
        drag(page, "white marker", name, grip=0.0)
    measured(phone, MARKERS)
    for start, end in zip(names, names[MARKERS:], strict=False):
        drag(page, start, end, grip=0.0)


def put_at_spots(page: Any, piece: str) -> None:
    for spot in SPOTS:
        drag(page, piece, spot, grip=0.37 if piece.endswith("ring") else 0.0)


def test_a_board_is_calibrated_from_the_panel_and_played_on(page: Any, phone: Any, strict: Daemon) -> None:
    open_play(page, strict)
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    phone.click("#calibrate")
    headline(phone, "Clear the board and keep your hands off")
    phone.wait_for_selector("#calibration-list >> text=Take away: F6")
    page.wait_for_selector("text=The sensors are being calibrated")
    sweep(page)
    headline(phone, "Put a white marker on every point that is lit")
    touch_every_point(page, phone)
    clear(page, phone)
    headline(phone, "Put a white ring on every point that is lit")
    put_at_spots(page, "white ring")
    headline(phone, "Put a white marker into every white ring")
    put_at_spots(page, "white marker")
    clear(page, phone)
    headline(phone, "Put a black ring on every point that is lit")
    put_at_spots(page, "black ring")
    headline(phone, "Put a black marker into every black ring")
    put_at_spots(page, "black marker")
    clear(page, phone)
    headline(phone, "Put a black marker on every point that is lit")
    put_at_spots(page, "black marker")
    headline(phone, "Everything is measured")
    phone.wait_for_selector("#calibration-list >> text=85 of 85 points are good.")
    assert not file_of(strict).exists()
    phone.click("#calibration-save")
    phone.wait_for_selector("text=Calibrated and saved.")
    assert load_calibration(file_of(strict)).weak == {}
    sweep(page)
    drag(page, "white ring", "F6")
    page.wait_for_selector("text=Black: place a ring")
    drag(page, "black ring", "E5")
    await_move(page, "E5", 2)


def test_undo_and_a_dead_point_are_seen_on_the_page(page: Any, phone: Any, strict: Daemon) -> None:
    open_play(page, strict)
    page.click("#world summary")
    page.select_option("#fault-kind", "dead")
    page.select_option("#fault-point", "G7")
    page.click("#break")
    phone.click("#calibrate")
    phone.wait_for_selector("#calibration-list >> text=Take away: G7")
    phone.click("#calibration-skip:enabled")
    headline(phone, "Put a white marker on every point that is lit")
    drag(page, "white marker", "F6", grip=0.0)
    measured(phone, 1)
    phone.click("#calibration-undo")
    measured(phone, 0)
    phone.wait_for_selector("#calibration-list >> text=Take away: F6")
    drag(page, "F6", "E5", grip=0.0)
    measured(phone, 1)
    drag(page, "white marker", "F6", grip=0.0)
    measured(phone, 2)
    until(phone, _SKIP_ALL)
    assert "G7" in phone.inner_text("#calibration-list >> text=no piece was felt here")
    assert phone.locator("#calibration-board .mark.fault").count() == 83


_SKIP_ALL = """() => {
  const skip = document.querySelector("#calibration-skip");
  if (!skip.hidden && !skip.disabled) skip.click();
  return skip.hidden;
}"""


@pytest.mark.parametrize("how", ["cancel", "logout", "killed"])
def test_a_calibration_that_ends_early_changes_nothing(page: Any, phone: Any, strict: Daemon, how: str) -> None:
    open_play(page, strict)
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    phone.click("#calibrate")
    sweep(page)
    headline(phone, "Put a white marker on every point that is lit")
    drag(page, "white marker", "A2", grip=0.0)
    measured(phone, 1)
    if how == "killed":
        strict.kill()
        strict.process = Daemon(strict.state, port=strict.port, config=strict.state.parent / "board.toml").process
    elif how == "cancel":
        phone.click("#calibration-cancel")
    else:
        phone.evaluate("document.querySelector('#logout').click()")
    phone.wait_for_selector("#calibration", state="hidden")
    assert not file_of(strict).exists()
    if how == "killed":  # the token of before counts no more
        page.evaluate("sessionStorage.clear()")
        open_play(page, strict)
    else:
        sweep(page)
    drag(page, "white ring", "F6")
    page.wait_for_selector("text=Black: place a ring")
    drag(page, "black ring", "E5")
    await_move(page, "E5", 2)


def test_switches_are_not_offered_any(page: Any, daemon: Daemon) -> None:
    page.goto(daemon.url)
    page.click("#world summary")
    page.select_option("#sensing", "presence")
    page.goto(f"{daemon.url}/panel")
    page.wait_for_selector("text=they need no calibration")
    assert page.is_hidden("#calibrate")


def test_axe_finds_no_violation_while_calibrating(browser: Any, strict: Daemon) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")
    context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{strict.url}/panel")
    log_in(page, strict.pin)
    page.click("#calibrate:enabled")
    for text in ("Clear the board and keep your hands off", "Put a white marker on every point that is lit"):
        headline(page, text)
        results = axe.Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
    context.close()
