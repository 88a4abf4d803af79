"""Past games: listed, replayed at any moment, and taken home in four forms."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fingers import await_move, drag, until
from yinsh_core import Game
from yinsh_core.sgf import read_sgf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.stage import Daemon

TOKYO = timezone(timedelta(hours=9))
STACKS = "document.querySelectorAll('#board .stack').length"


@pytest.fixture
def spectator(browser: Any, page: Any, daemon: Daemon) -> Iterator[Any]:
    """Someone in Tokyo who comes after one game was resigned and the next has begun."""
    page.goto(f"{daemon.url}/panel")
    page.fill("#name-white:not([disabled])", "Ada")
    page.fill("#name-black", "Emil <&>")
    page.click("#players-form button[type=submit]")
    page.wait_for_selector("text=Ada (White): place a ring")
    page.goto(daemon.url)
    until(page, "document.querySelectorAll('.supply').length > 5")
    for number, (side, point) in enumerate((("white", "F6"), ("black", "E5"), ("white", "G8")), 1):
        drag(page, f"{side} ring", point)
        await_move(page, point, number)
    page.goto(f"{daemon.url}/panel")
    page.click("#resign-white:not([disabled])")
    page.wait_for_selector("text=Emil <&> (Black) wins.")
    page.goto(daemon.url)
    page.click("#sweep")
    page.wait_for_selector("text=Ada (White): place a ring")
    drag(page, "white ring", "D4")
    await_move(page, "D4", 1)
    context = browser.new_context(locale="en-GB", timezone_id="Asia/Tokyo", accept_downloads=True)
    opened = context.new_page()
    opened.goto(f"{daemon.url}/watch")
    yield opened
    context.close()


def test_past_game_is_replayed_at_any_moment(spectator: Any) -> None:
    spectator.click("#games button >> text=Emil <&>")
    spectator.wait_for_selector("#headline >> text=From the archive")
    assert spectator.locator("#games li").count() == 1  # the live game is none of the past
    advice = spectator.inner_text("#advice")
    assert "Moves: 3 · Black wins. By resignation." in advice
    assert spectator.evaluate(STACKS) == 3
    for ply, last in ((0, "No move yet."), (2, "E5 · Black: ring on E5."), (3, "G8 · White: ring on G8.")):
        spectator.locator("#slider").fill(str(ply))
        assert spectator.inner_text("#last") == last
        assert spectator.evaluate(STACKS) == ply
    spectator.click("#first")
    spectator.click("#next")
    assert spectator.evaluate(STACKS) == 1
    assert spectator.get_attribute("#slider", "aria-valuetext") == "move 1 of 3"
    spectator.click("#live")
    spectator.wait_for_selector("#headline >> text=Emil <&> (Black): place a ring")
    assert spectator.inner_text("#last") == "D4 · White: ring on D4."


def test_live_game_is_replayed_while_it_goes_on(spectator: Any, page: Any) -> None:
    spectator.wait_for_selector("#last >> text=D4")
    spectator.locator("#slider").fill("0")
    spectator.wait_for_selector("text=An earlier moment")
    drag(page, "black ring", "H7")
    until(spectator, "document.querySelector('#slider').max === '2'")
    assert spectator.evaluate(STACKS) == 0  # it stays at the moment that is looked at
    spectator.click("#moves button >> text=H7")
    spectator.wait_for_selector("#headline >> text=Ada (White): place a ring")
    assert spectator.evaluate(STACKS) == 2


def test_times_are_those_of_the_spectators_clock(spectator: Any) -> None:
    spectator.wait_for_selector("#games li")
    past = spectator.evaluate("fetch('/api/games').then((answer) => answer.json())")["games"][-1]
    began = datetime.fromisoformat(f"{past['began']}Z").astimezone(TOKYO)
    assert f", {began:%H:%M} ·" in spectator.inner_text("#games li")


def test_downloads_hold_the_game(spectator: Any) -> None:
    saved = {}
    for form in ("Record", "SGF", "Picture", "Animation"):
        with spectator.expect_download() as downloading:
            spectator.click(f".downloads a >> text={form}")
        saved[form] = Path(downloading.value.path()).read_text(encoding="utf-8")
        assert downloading.value.suggested_filename.endswith({"Record": ".txt", "SGF": ".sgf"}.get(form, ".svg"))
    game = Game.from_record(saved["Record"])
    assert [str(action) for action in game.actions] == ["F6", "E5", "G8"]
    assert game.headers["White"] == "Ada"
    assert [str(action) for action in read_sgf(saved["SGF"]).actions] == ["F6", "E5", "G8"]
    for form in ("Picture", "Animation"):
        assert saved[form].count('<g class="ring') == 3
        assert "Ada against Emil &lt;&amp;&gt;" in saved[form]
        assert ("<animate" in saved[form]) == (form == "Animation")
