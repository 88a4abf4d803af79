"""Calibrating over the page's own line: who may, what is refused, and what the running daemon makes of it."""

import asyncio
import json
import time

import pytest

from firmware_bridge.calibrating import ABANDONED
from firmware_bridge.folders import calibration_file
from firmware_bridge.web.messages import STEPS
from hardware.calibration import load_calibration
from hardware.config import BoardConfig
from tests.firmware_bridge.test_calibrating import WHOLE
from tests.firmware_bridge.web.pages import PIN, eventually, site


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return calibration_file(BoardConfig())


@pytest.fixture
def played(tmp_path, file):
    def play(scene, **options):
        async def run():
            async with site(tmp_path, **options) as page:
                return await scene(page)

        return asyncio.run(run())

    return play


async def stage(browser, *wanted):
    return await browser.until(lambda state: state["calibration"] and state["calibration"]["stage"] in wanted)


def draft_of(file):
    return file.with_suffix(".draft.json")


def test_a_saved_calibration_is_adopted_and_the_game_goes_on(played, file):
    draft_of(file).parent.mkdir(parents=True, exist_ok=True)
    draft_of(file).write_text(WHOLE)

    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["game"]["actions"])
            await browser.order("clock", mode="sudden", initial=300)
            await browser.order("calibrate", step="begin")
            state = await stage(browser, "empty")
            assert state["settings"]["paused"]
            assert (await browser.order("take-back"))["code"] == "refused"
            assert (await browser.order("calibrate", step="begin"))["code"] == "refused"
            await browser.say(type="hand", act="sweep")
            await stage(browser, "over")
            assert (await browser.order("calibrate", step="save"))["type"] == "done"
            state = await browser.until(lambda state: state["status"]["difference"])
            assert state["calibration"]["stage"] == "none"
            assert state["calibration"]["done"] == 0, "there is nothing left to go on with"
            assert state["game"]["actions"] == ["F6"]
            assert state["clock"]["initial"] == 300
            assert not state["settings"]["paused"]
            used = page.daemon.bridge.classifier.calibration
            assert [trim.gain for trim in used.trims] == [trim.gain for trim in load_calibration(file).trims]
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["status"]["kind"] == "waiting")
            await browser.say(type="hand", act="put", point="E5", piece="black ring")
            assert (await browser.until(lambda state: len(state["game"]["actions"]) > 1))["game"]["actions"][1] == "E5"

    played(scene)
    assert not draft_of(file).exists()


def test_calibrating_needs_the_pin_for_every_step(played, file):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("state")
            for step in STEPS:
                answer = await browser.say(type="order", order="calibrate", step=step)
                assert answer["code"] == "token"
            await browser.say(type="login", pin=PIN)
            assert (await browser.order("calibrate", step="begin"))["type"] == "done"
            await stage(browser, "empty")
            async with page.browser() as guest:
                for step in STEPS:
                    answer = await guest.say(type="order", order="calibrate", step=step, token="x" * 43)
                    assert answer["code"] == "token"
            assert page.daemon.bridge.guide is not None

    played(scene, trust_local=False)
    assert not file.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"step": "format-disk"},
        {"step": ["begin"]},
        {"step": None},
        {"step": "begin", "fresh": "yes"},
        {"step": "begin", "file": "/etc/passwd"},
        {"step": "save", "calibration": {"sensors": []}},
    ],
)
def test_strange_steps_are_malformed(played, fields):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("session")
            message = {"type": "order", "order": "calibrate", "token": browser.token, **fields}
            await browser.line.send(json.dumps(message))
            assert (await browser.hear("error"))["code"] == "malformed"
            assert page.daemon.bridge.guide is None

    played(scene)


def test_steps_out_of_turn_are_refused(played, file):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("session")
            for step in ("stay", "skip", "undo", "save", "cancel"):
                assert (await browser.order("calibrate", step=step))["code"] == "refused"
            await browser.order("calibrate", step="begin")
            for step in ("begin", "skip", "undo", "save"):
                assert (await browser.order("calibrate", step=step))["code"] == "refused"
            assert page.daemon.errors == 0

    played(scene)
    assert not file.exists()


def test_logging_out_ends_it_and_leaves_the_game(played, file):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["game"]["actions"])
            await browser.order("calibrate", step="begin")
            await stage(browser, "empty")
            lent = page.daemon.bridge
            await browser.say(type="logout", token=browser.token)
            await stage(browser, "none")
            await eventually(lambda: page.daemon.bridge is not lent)
            state = await browser.until(lambda state: not state["settings"]["paused"])
            assert state["game"]["actions"] == ["F6"]
            assert state["status"]["kind"] == "waiting"

    played(scene)
    assert not file.exists()


def test_a_lost_page_may_come_back_or_else_the_game_goes_on(played, file):
    async def scene(page):
        daemon, ahead = page.daemon, [0.0]
        daemon.clock = lambda: time.monotonic() + ahead[0]

        async def much_later():
            ahead[0] += 2 * ABANDONED
            beats = daemon.beats
            await eventually(lambda: daemon.beats > beats + 20)

        async with page.browser() as browser:
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["game"]["actions"])
            await browser.order("calibrate", step="begin")
            await stage(browser, "empty")
            token = browser.token
            await much_later()
            assert daemon.bridge.guide is not None, "its page is there"
        async with page.browser() as other:
            answer = await other.say(type="order", order="calibrate", step="stay", token=token)
            assert answer["type"] == "done"
            await much_later()
            assert daemon.bridge.guide is not None, "another page is there"
        await much_later()
        await eventually(lambda: daemon.bridge.guide is None)
        async with page.browser() as browser:
            state = await browser.hear("state")
            assert state["game"]["actions"] == ["F6"]
            assert state["calibration"]["stage"] == "none"

    played(scene)
    assert not file.exists()


def test_a_board_of_switches_has_nothing_to_offer(played, file):
    async def scene(page):
        async with page.browser() as browser:
            assert (await browser.hear("state"))["calibration"]["stage"] == "none"
            await browser.say(type="world", sensing="presence")
            await browser.until(lambda state: state["calibration"] is None)
            answer = await browser.order("calibrate", step="begin")
            assert answer["code"] == "refused"
            assert "switches" in answer["text"]

    played(scene)
