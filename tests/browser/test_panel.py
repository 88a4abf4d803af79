"""The panel as whoever runs the café uses it: the PIN, orders and their refusals, the log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browser.fingers import await_move, drag, log_in, until

if TYPE_CHECKING:
    from tests.browser.stage import Daemon

NOTE = "document.querySelector('#note').textContent"


def test_panel_is_read_only_until_the_pin_of_the_console_is_typed(page: Any, strict: Daemon) -> None:
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    assert {page.is_disabled(f"#{order}") for order in ("new-game", "log", "light-test", "coach", "pin-new")} == {True}
    log_in(page, "000000x")
    page.wait_for_selector("text=That is not the PIN.")
    log_in(page, strict.pin)
    page.wait_for_selector("#login", state="hidden")
    page.fill("#name-white", "Ada <b>")
    page.click("#players-form button[type=submit]")
    page.wait_for_selector("text=Ada <b> (White): place a ring")
    page.select_option("#coach", "0")
    page.reload()
    until(page, "document.querySelector('#coach').value === '0'")
    assert page.is_enabled("#new-game")
    page.click("#logout")
    page.wait_for_selector("#login:not([hidden])")
    assert page.is_disabled("#new-game")


def test_who_guesses_is_told_how_long_to_wait(page: Any, strict: Daemon) -> None:
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    for guess in ("1111", "2222", "3333"):
        log_in(page, guess)
        until(page, f"{NOTE} === 'That is not the PIN.'")
        page.evaluate("document.querySelector('#note').textContent = ''")
    log_in(page, "4444")
    page.wait_for_selector("text=Too many wrong PINs. Try again in 1 s.")


def test_another_pin_can_be_set(page: Any, strict: Daemon) -> None:
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    log_in(page, strict.pin)
    page.wait_for_selector("#login", state="hidden")
    page.click("text=Change the PIN")
    page.fill("#pin-old", strict.pin)
    page.fill("#pin-new", "green ring")
    page.click("#pin-form button")
    page.wait_for_selector("text=The new PIN is set.")
    page.click("#logout")
    log_in(page, strict.pin)
    page.wait_for_selector("text=That is not the PIN.")
    log_in(page, "green ring")
    page.wait_for_selector("#login", state="hidden")


def test_refusals_give_their_reason_in_the_readers_language(browser: Any, daemon: Daemon) -> None:
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(f"{daemon.url}/panel")
    page.click("#take-back:not([disabled])")
    page.wait_for_selector("text=Es gibt nichts zurückzunehmen: Das Spiel hat noch nicht begonnen.")
    page.select_option("#language", "fr")
    page.click("#resign-white")
    page.wait_for_selector("text=une partie en cours")
    context.close()


def test_fallen_flag_is_told_on_every_page(page: Any, daemon: Daemon) -> None:
    page.goto(f"{daemon.url}/panel")
    page.select_option("#clock-mode:not([disabled])", "sudden")
    assert not page.is_visible("#clock-seconds")
    page.evaluate(
        "document.querySelector('#clock-minutes').step = document.querySelector('#clock-minutes').min = '0.001'"
    )
    page.fill("#clock-minutes", "0.018")
    page.click("#clock-form button")
    page.wait_for_selector("#player-black .clock:visible")
    page.goto(daemon.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    drag(page, "white ring", "F6")
    for path in ("/", "/watch", "/panel"):
        page.goto(daemon.url + path)
        page.wait_for_selector("#advice >> text=Black has run out of time.")
        assert page.inner_text("#player-black .clock") == "Time\N{RIGHT SINGLE QUOTATION MARK}s up"


def test_log_is_downloaded_and_does_not_hold_the_pin(page: Any, strict: Daemon) -> None:
    page.goto(f"{strict.url}/panel")
    page.wait_for_selector("text=All sensors are working.")
    log_in(page, strict.pin)
    page.wait_for_selector("#login", state="hidden")
    page.goto(strict.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    page.goto(f"{strict.url}/panel")
    with page.expect_download() as downloading:
        page.click("#log:not([disabled])")
    saved = Path(downloading.value.path()).read_text(encoding="utf-8")
    assert downloading.value.suggested_filename.startswith("yinsh-board-")
    assert "action: F6" in saved
    assert strict.pin not in saved
