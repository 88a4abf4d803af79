"""A real browser in front of a real daemon; both are skipped visibly where the programs are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.stage import CHROMIUM, FLAGS, PATIENCE, Daemon

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    running = Daemon(tmp_path / "state")
    yield running
    running.kill()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Daemon]:
    """A daemon that wants the PIN even from this computer, with everything in one folder."""
    config = tmp_path / "board.toml"
    config.write_text('[web]\ntrust_local = false\n[state]\ndirectory = "state"\n', encoding="utf-8")
    running = Daemon(tmp_path / "state", config=config)
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install playwright runs the browser tests")
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt install chromium runs the browser tests")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A laptop-sized page that may not have any error of its own."""
    context = browser.new_context(viewport={"width": 1366, "height": 900}, locale="en-GB", reduced_motion="reduce")
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE * 1000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda said: errors.append(said.text) if "Security Policy" in said.text else None)
    yield opened
    context.close()
    assert errors == []
