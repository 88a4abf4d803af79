"""Hands on the virtual board, through the whole way: page, daemon, sensors, reader, table, lights, page."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

from tests.browser.fingers import GLANCE, await_move, drag, moves, place_rings, play, tap, until
from tests.browser.stage import Daemon

if TYPE_CHECKING:
    from pathlib import Path

RINGS = ["D3", "A3", "D4", "A4", "D5", "B5", "D6", "C7", "D7", "K8"]


def open_page(page: Any, url: str) -> None:
    page.goto(url)
    until(page, "document.querySelectorAll('.supply').length > 5")


def test_opening_is_dragged_move_flips_and_row_is_scored(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    place_rings(page, RINGS)
    page.wait_for_selector("text=White to move")
    assert page.locator("#board .stack").count() == 10
    # White walks five rings one step to the right; each leaves a marker: D3 … D7, a row of five in column D.
    black = [("K8", "K9"), ("K9", "K10"), ("C7", "C8"), ("K10", "J9")]
    for number, ring in enumerate(["D3", "D4", "D5", "D6"]):
        end = f"E{int(ring[1:])}"
        play(page, "white", ring, end)
        play(page, "black", *black[number])
    play(page, "white", "D7", "E7")
    page.wait_for_selector("text=White has five in a row")
    for point in ["D3", "D4", "D5", "D6", "D7"]:
        drag(page, point, "aside", grip=0.0)
    await_move(page, "xD3-D7")
    page.wait_for_selector("text=White: take one of your rings")
    drag(page, "E3", "aside")
    await_move(page, "rE3")
    until(page, "document.querySelectorAll('.captured .ring').length === 1")
    page.wait_for_selector("text=Black to move")


def test_jumped_markers_are_flipped_by_tapping(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    place_rings(page, RINGS)
    play(page, "white", "D5", "E6")
    play(page, "black", "C7", "C6")
    # The ring goes back over the marker that it left on D5.
    drag(page, "white marker", "E6", grip=0.0)
    drag(page, "E6", "C4")
    await_move(page, "E6-C4")
    page.wait_for_selector("text=Still to be flipped: D5")
    tap(page, "D5")
    page.wait_for_selector("text=Still to be flipped", state="detached")
    assert page.locator("[data-point=D5] .piece").get_attribute("data-piece") == "black marker"


def test_ring_that_went_without_a_marker_is_told_so(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    place_rings(page, RINGS)
    drag(page, "D5", "E6")
    page.wait_for_selector("text=one of your colour belongs on D5")
    drag(page, "white marker", "D5", grip=0.0)
    await_move(page, "D5-E6")


def test_wrong_move_is_named_with_what_to_do(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    drag(page, "black ring", "F6")
    page.wait_for_selector("text=Something is not right here")
    page.wait_for_selector("text=F6 should be empty")
    drag(page, "F6", "aside")
    page.wait_for_selector("text=White: place a ring")
    assert moves(page) == []


def test_page_comes_back_with_the_whole_state(page: Any, daemon: Daemon, tmp_path: Path) -> None:
    open_page(page, daemon.url)
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    daemon.kill()
    page.wait_for_selector("#lost:not([hidden])")
    again = Daemon(tmp_path / "state", port=daemon.port)
    try:
        page.wait_for_selector("#lost", state="hidden")
        await_move(page, "F6", 1)
        page.wait_for_selector("text=An unfinished game is waiting")  # this wood forgot; the game did not
        page.wait_for_selector("text=What belongs on F6: white ring")
        drag(page, "white ring", "F6")
        page.wait_for_selector("text=Black: place a ring")
    finally:
        again.kill()


def test_silence_on_the_line_is_noticed_and_healed(page: Any, daemon: Daemon) -> None:
    page.clock.install()
    open_page(page, daemon.url)
    for _ in range(12):  # a minute on a healthy line
        page.clock.run_for(5_000)
        page.wait_for_timeout(GLANCE)
        assert page.is_hidden("#lost")
    daemon.process.send_signal(signal.SIGSTOP)  # the line stays open, as when a cable is pulled out of the router
    try:
        page.clock.run_for(60_000)
        page.wait_for_selector("text=Connection to the board lost.")
    finally:
        daemon.process.send_signal(signal.SIGCONT)
    page.clock.run_for(10_000)
    page.wait_for_selector("#lost", state="hidden")
    drag(page, "white ring", "F6")
    await_move(page, "F6")


def test_keyboard_alone_can_play(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    page.locator("[data-point=F6].spot").focus()
    page.keyboard.press("r")
    await_move(page, "F6")
    page.wait_for_selector("text=Black: place a ring")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate("document.activeElement.dataset.point") == "H8"
    page.keyboard.press("r")
    await_move(page, "H8")
    page.keyboard.type("e10")
    assert page.evaluate("document.activeElement.dataset.point") == "E10"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "E10: nothing"
    until(page, "document.querySelector('#said').textContent === 'Black: ring on H8.'")


def test_lights_of_destinations_glow_when_a_ring_is_lifted(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    place_rings(page, RINGS)
    drag(page, "white marker", "D5", grip=0.0)
    page.locator("[data-point=D5].spot").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Put the ring down on a point that glows")
    assert "possible destination" in page.locator("[data-point=E6].spot").get_attribute("aria-label")
    until(page, "[...document.querySelectorAll('.light')].filter(l => l.getAttribute('fill') !== 'none').length > 5")


#: The brightest light of the page, as opaque as it is drawn.
STRONGEST = """() => Math.max(0, ...[...document.querySelectorAll('.light:not([fill=none])')].map(
  (light) => Number(light.getAttribute('opacity'))))"""


def strongest_light(page: Any) -> float:
    """The most that the lights' test shows on the page in its first moments."""
    page.click("#light-test:not([disabled])")
    until(page, f"({STRONGEST})() > 0")
    seen = []
    for _ in range(10):
        seen.append(page.evaluate(STRONGEST))
        page.wait_for_timeout(GLANCE)
    return max(seen)


def test_brightness_dims_the_lights_on_the_page(page: Any, daemon: Daemon) -> None:
    page.goto(f"{daemon.url}/panel")
    assert strongest_light(page) > 0.6
    page.locator("#brightness").fill("5")
    until(page, f"({STRONGEST})() > 0 && ({STRONGEST})() < 0.4")
    assert 0.1 < strongest_light(page) < 0.4


def test_buzzer_of_a_virtual_board_is_heard_until_it_is_switched_off(page: Any, daemon: Daemon) -> None:
    page.add_init_script(
        """window.heard = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };"""
    )
    open_page(page, daemon.url)
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    until(page, "heard > 0")
    page.goto(f"{daemon.url}/panel")
    page.uncheck("#sound:not([disabled])")
    open_page(page, daemon.url)
    drag(page, "black ring", "E5")
    await_move(page, "E5")
    drag(page, "white ring", "G6")
    await_move(page, "G6")
    assert page.evaluate("heard") == 0


def test_world_can_be_teased(page: Any, daemon: Daemon) -> None:
    open_page(page, daemon.url)
    page.click("#world summary")
    page.click("#unplug")
    page.wait_for_selector("text=The board cannot feel its sensors")
    page.click("#unplug")
    page.wait_for_selector("text=White: place a ring")
    page.select_option("#sensing", "rings")
    page.wait_for_selector("text=Feels rings only")
    page.select_option("#fault-kind", "chatter")
    page.select_option("#fault-point", "G7")
    page.click("#break")
    page.wait_for_selector("text=The sensor under G7 is not believed")
