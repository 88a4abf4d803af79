"""docs/api.md says what the daemon says."""

import asyncio
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.calibrating import view_of
from firmware_bridge.clocks import Clock, TimeControl
from firmware_bridge.cues import TONES
from firmware_bridge.effects import Cue, NewsKind
from firmware_bridge.look import Look
from firmware_bridge.orders import Reason
from firmware_bridge.web.messages import ACTS, KINDS, ORDERS, read_message
from firmware_bridge.web.view import board_of, hello_of, lights_of, sound_of, state_of
from firmware_bridge.world import World
from hardware.config import BoardConfig
from hardware.protocols import Sensing
from tests.firmware_bridge.web.pages import site

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json ([a-z-]+)\n(.*?)```", PAGE, re.DOTALL)
CLIENT = [json.loads(line) for name, block in BLOCKS if name == "client" for line in block.splitlines()]


def example(name):
    return json.loads(next(block for found, block in BLOCKS if found == name))


def shape(value):
    """The keys of a value and of the objects in it; lists and names by point are data."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items() if key not in {"faults", "pieces"}}
    return None


@pytest.mark.parametrize("message", CLIENT, ids=json.dumps)
def test_every_example_is_a_message(message):
    assert read_message(json.dumps(message)).kind == message["type"]


def test_everything_that_may_be_said_has_an_example():
    assert {message["type"] for message in CLIENT} == set(KINDS)
    assert {message["order"] for message in CLIENT if "order" in message} == set(ORDERS)
    assert {message["act"] for message in CLIENT if "act" in message} == set(ACTS)
    for kind, fields in KINDS.items():
        said = {field for message in CLIENT if message["type"] == kind for field in message}
        assert set(fields) <= said, kind
    for order, fields in ORDERS.items():
        assert set(fields) <= set(next(m for m in CLIENT if m.get("order") == order)), order


def test_what_the_daemon_says_has_the_shape_of_its_example():
    world = World()
    world.table.clock = Clock(TimeControl("fischer", 300, 5))
    state = state_of(world.table, 0, Look(), "default", 0.0) | {"seq": 4, "calibration": None}
    assert shape(state) == shape(example("state"))
    hello = hello_of(BoardConfig(), virtual=True, trusted=True, address=None)
    assert shape(hello) == shape(example("hello"))
    fixed = ("version", "languages", "palettes", "variants", "sensing", "board")
    assert {key: hello[key] for key in fixed} == {key: example("hello")[key] for key in fixed}
    assert example("hello")["points"][0] == hello["points"][0]
    assert example("hello")["xy"][0] == hello["xy"][0]
    assert shape(view_of(CalibrationGuide(Sensing.FULL))) == shape(example("calibration"))
    assert shape(lights_of(())) == shape(example("lights"))
    assert sound_of(TONES[Cue.QUESTION]) == example("sound")
    told = {"sensing": "", "noise": 0, "faults": {}, "unplugged": False}
    assert shape(board_of(world.board, told)) == shape(example("board"))
    assert all(f"`{kind}`" in PAGE for kind in NewsKind)


def test_every_path_is_answered_and_games_look_as_told(tmp_path):
    async def ask():
        async with site(tmp_path) as page:
            async with page.browser() as browser:
                await browser.say(type="hand", act="put", point="F6", piece="white ring")
                await browser.until(lambda state: state["game"]["actions"])
            paths = re.findall(r"`(/[\w./?=&-]*)`", PAGE.partition("## GET")[2].partition("Errors are")[0])
            for path in paths:
                filled = path.replace("ID", "1").replace("NAME", "play.js").replace("ply=N", "ply=1")
                status, _, _ = await page.get(filled.replace("before=1", "before=9"))
                assert status == 200, path
            assert len(paths) >= 12
            _, _, body = await page.get("/api/games")
            assert set(json.loads(body)["games"][0]) == set(example("game"))
            _, _, body = await page.get("/api/games/77")
            assert json.loads(body) == example("error")
            async with page.browser() as browser:
                await browser.hear("session")
                assert await browser.order("answer", choice=3) == example("error-message")

    assert all(f"`{reason}`" in PAGE for reason in get_args(Reason))

    asyncio.run(ask())
