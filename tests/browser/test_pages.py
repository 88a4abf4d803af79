"""Language, rights, spectators, and accessibility of all three pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fingers import await_move, drag, tap, until
from tests.browser.stage import Daemon

if TYPE_CHECKING:
    from pathlib import Path

PAGES = ["/", "/watch", "/panel"]


def test_language_follows_the_browser_and_is_remembered(browser: Any, daemon: Daemon) -> None:
    context = browser.new_context(locale="pl-PL")
    page = context.new_page()
    page.goto(daemon.url)
    page.wait_for_selector("text=Biały: postaw pierścień")
    page.select_option("#language", "de")
    page.wait_for_selector("text=Weiß: einen Ring setzen")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.goto(f"{daemon.url}/panel")
    page.wait_for_selector("text=Alle Sensoren arbeiten.")
    context.close()


def test_spectator_sees_moves_and_any_moment(browser: Any, page: Any, daemon: Daemon) -> None:
    page.goto(daemon.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    context = browser.new_context(locale="en-GB")
    spectator = context.new_page()
    spectator.goto(f"{daemon.url}/watch")
    drag(page, "white ring", "F6")
    await_move(page, "F6")
    drag(page, "black ring", "E5")
    await_move(page, "E5")
    await_move(spectator, "E5", 2)
    spectator.click("#previous")
    spectator.wait_for_selector("text=An earlier moment")
    assert spectator.locator("#board .stack").count() == 1
    spectator.click("#live")
    assert spectator.locator("#board .stack").count() == 2
    spectator.wait_for_selector("text=So far only this computer can open the page.")
    assert not spectator.is_visible("#qr")
    context.close()


def test_qr_code_leads_phones_to_the_board(page: Any, tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state", host="0.0.0.0")
    try:
        page.goto(f"http://localhost:{daemon.port}/watch")
        page.wait_for_selector("#qr path")
        told = page.inner_text("#address")
        assert told.endswith(f":{daemon.port}/watch")
        assert "localhost" not in told
        assert "127." not in told
        page.goto(told)
        page.wait_for_selector("#headline:not(:empty)")
        assert page.inner_text("#address") == told
    finally:
        daemon.kill()


def test_panel_names_a_faulty_sensor(page: Any, daemon: Daemon) -> None:
    page.goto(daemon.url)
    page.click("#world summary")
    page.select_option("#fault-kind", "chatter")
    page.select_option("#fault-point", "G7")
    page.click("#break")
    page.goto(f"{daemon.url}/panel")
    page.wait_for_selector("#faults >> text=G7")
    assert page.locator(".mark.fault").count() == 1


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_no_violation(browser: Any, daemon: Daemon, look: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python")

    def check(page: Any) -> None:
        results = axe.Axe().run(page)
        assert results.violations_count == 0, results.generate_report()

    size = {"width": 390, "height": 844} if look == "dark" else {"width": 1366, "height": 900}
    context = browser.new_context(
        viewport=size, locale="en-GB", color_scheme=look, reduced_motion="reduce", bypass_csp=True
    )
    page = context.new_page()
    for path in PAGES:
        page.goto(daemon.url + path)
        until(page, "document.querySelector('#headline').textContent !== ''")
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        check(page)
    page.click("#take-back")
    page.wait_for_selector("text=There is nothing to take back")
    check(page)
    page.click("#open-guide")
    page.wait_for_selector("dialog figure >> nth=4")
    check(page)
    page.goto(daemon.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    drag(page, "black ring", "F6")
    page.wait_for_selector("text=Something is not right here")
    check(page)
    tap(page, "F6")
    page.wait_for_selector("text=In your hand: black ring.")
    check(page)
    context.close()
