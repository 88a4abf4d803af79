"""A finger on a phone: real touch events, with all that a browser makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fingers import Finger, await_move, until
from tests.browser.stage import PATIENCE, Daemon

if TYPE_CHECKING:
    from collections.abc import Iterator

SCROLLED = "Math.round(scrollY)"


@pytest.fixture
def phone(browser: Any, daemon: Daemon) -> Iterator[Any]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, device_scale_factor=2, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(daemon.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    yield page
    context.close()


def test_pieces_are_dragged_and_the_page_stays_where_it_is(phone: Any) -> None:
    finger = Finger(phone)
    phone.evaluate("scrollTo(0, 40)")
    until(phone, f"{SCROLLED} === 40")
    finger.drag("white ring", "F6")
    await_move(phone, "F6", 1)
    finger.drag("black ring", "E5")
    await_move(phone, "E5", 2)
    finger.drag("E5", "E9")  # Black thinks again
    await_move(phone, "E9", 2)
    assert phone.evaluate(SCROLLED) == 40


def test_wood_can_be_swiped_to_scroll(phone: Any) -> None:
    Finger(phone).swipe("F3", -200)
    until(phone, f"{SCROLLED} > 100")
    assert phone.locator("#board .stack").count() == 0


def test_taps_hold_put_and_lay_aside(phone: Any) -> None:
    finger = Finger(phone)
    finger.tap("white ring")
    phone.wait_for_selector("text=In your hand: white ring.")
    finger.tap("F6")
    await_move(phone, "F6", 1)
    finger.tap("F6")
    phone.wait_for_selector("text=In your hand: white ring.")
    assert phone.locator("#held-aside").bounding_box()["y"] < 844  # to be seen without scrolling
    finger.tap("F6")
    phone.wait_for_selector("text=Black: place a ring")
    assert phone.locator("#board .stack").count() == 1
