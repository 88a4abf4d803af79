"""Takes the pictures of the page: a real daemon, a real browser, a game in progress.

Needs the packages of the ``dev`` extra and Chromium; without them the pictures stay as they are.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs/pictures"

PHONE, LAPTOP, SCREEN = (390, 844), (1366, 860), (1920, 1080)

RINGS = ["F6", "E5", "G8", "H7", "D4", "G5", "E7", "C6", "H9", "F3"]
MOVES = [
    ("white", "F6", "F8", ()),
    ("black", "E5", "E6", ()),
    ("white", "E7", "F7", ()),
    ("black", "E6", "E8", ("E7",)),
    ("white", "D4", "G7", ("E5", "F6")),
    ("black", "H7", "H5", ()),
]
MEASURED = ["B3", "C4", "C5", "D4", "D5", "D6", "D7", "E4", "E5", "E6", "E7", "F5", "F6", "F7"]
NEXT = ("white marker", "F8")  # the ring that is about to move, with its destinations lit


def main() -> int:
    """Take every picture anew."""
    sys.path.insert(0, str(ROOT))
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only developers have it
    except ImportError:
        print("docs/pictures/page-*.png stay as they are: pip install --editable '.[dev]' brings what takes them")
        return 0
    from tests.browser.stage import CHROMIUM, FLAGS, Daemon  # noqa: PLC0415 - found from here on

    if CHROMIUM is None:
        print("docs/pictures/page-*.png stay as they are: apt install chromium brings what takes them")
        return 0
    with tempfile.TemporaryDirectory() as state, sync_playwright() as playwright:
        config = Path(state) / "board.toml"
        config.write_text('[state]\ndirectory = "."\n', encoding="utf-8")  # what is calibrated stays in there, too
        daemon = Daemon(Path(state), config=config, host="0.0.0.0")  # noqa: S104 - for the QR code that phones read
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            _take_all(browser, daemon.url)
        finally:
            browser.close()
            daemon.kill()
    return 0


def _take_all(browser: Any, url: str) -> None:
    play = _open(browser, url, LAPTOP)
    _name_players(browser, url)
    _save(_open(browser, url, PHONE), "play-first")
    _play_a_while(play)
    _save(_open(browser, f"{url}/watch", SCREEN, dark=True), "watch-tv")
    _save(_open(browser, f"{url}/watch", PHONE), "watch-phone")
    _save(_open(browser, f"{url}/panel", LAPTOP), "panel-laptop")
    _lift(play)
    _save(play, "play-laptop")
    _save(_open(browser, url, PHONE, dark=True), "play-phone")
    guide = _open(browser, url, LAPTOP)
    guide.click("#open-guide")
    _save(guide, "guide")
    _save(_calibrate(_open(browser, f"{url}/panel", PHONE), play), "calibrate-phone")


def _open(browser: Any, url: str, size: tuple[int, int], *, dark: bool = False) -> Any:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#headline:not(:empty)")
    return page


def _name_players(browser: Any, url: str) -> None:
    page = _open(browser, f"{url}/panel", LAPTOP)
    page.fill("#name-white", "Ada")
    page.fill("#name-black", "Emil")
    page.click("#players-form button[type=submit]")
    page.select_option("#clock-mode", "fischer")
    page.click("#clock-form button[type=submit]")
    page.wait_for_selector("text=Ada (White)")
    page.wait_for_timeout(300)  # the clock is set, too
    page.context.close()


def _play_a_while(page: Any) -> None:
    from tests.browser.fingers import place_rings, play  # noqa: PLC0415 - found since main()

    place_rings(page, RINGS)
    for move in MOVES:
        play(page, *move)


def _lift(page: Any) -> None:
    from tests.browser.fingers import drag  # noqa: PLC0415 - found since main()

    drag(page, *NEXT, grip=0.0)
    page.locator(f"[data-point={NEXT[1]}].spot").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Put the ring down")
    page.locator(f"[data-point={NEXT[1]}].spot").blur()


def _calibrate(panel: Any, play: Any) -> Any:
    """Some markers are measured; a ring does not belong here."""
    from tests.browser.fingers import drag, until  # noqa: PLC0415 - found since main()

    panel.click("#calibrate:enabled")
    play.click("#sweep")
    until(panel, "document.querySelector('#calibration-progress-text').textContent.startsWith('Step 2')")
    for point in MEASURED:
        drag(play, "white marker", point, grip=0.0)
    until(panel, f"document.querySelector('#calibration-progress').value === {len(MEASURED)}")
    drag(play, "black ring", "H6")
    panel.wait_for_selector("text=Take away: H6")
    return panel


def _save(page: Any, name: str) -> None:
    page.wait_for_timeout(700)  # lights and pieces come to rest
    page.screenshot(path=PICTURES / f"page-{name}.png")
    print(f"docs/pictures/page-{name}.png")


if __name__ == "__main__":
    sys.exit(main())
