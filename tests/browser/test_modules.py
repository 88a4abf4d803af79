"""The page's modules without a browser, and its replay against the rules."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from yinsh_core import Game
from yinsh_core.points import POINTS

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "firmware_bridge/web/static"
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(
    NODE is None, reason="no Node.js: apt install nodejs runs the tests of the page's modules"
)

_ASK = """
const { moments } = await import(process.argv[1] + "/replay.js");
const { POINTS } = await import(process.argv[1] + "/geometry.js");
const games = JSON.parse(process.argv[2]);
console.log(JSON.stringify({ points: POINTS, games: games.map((game) => moments(game)) }));
"""


def ask(games: list[list[str]]) -> dict[str, Any]:
    command = [str(NODE), "--input-type=module", "-e", _ASK, STATIC.as_uri(), json.dumps(games)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def random_game(seed: int) -> Game:
    chance, game = random.Random(seed), Game()
    while (legal := list(game.legal_actions)) and len(game.actions) < 200:
        game.push(chance.choice(legal))
    return game


def pieces_of(position: Any) -> dict[str, list[str]]:
    found = {}
    for shape, pair in (("ring", position.rings), ("marker", position.markers)):
        for color, points in zip(("white", "black"), pair, strict=True):
            found.update({str(point): [f"{color} {shape}"] for point in points})
    return found


@needs_node
def test_modules() -> None:
    done = subprocess.run(
        [str(NODE), "--test", str(HERE / "modules.test.mjs")], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


@needs_node
def test_replay_agrees_with_the_rules() -> None:
    games = [random_game(seed) for seed in range(5)]
    told = ask([[str(action) for action in game.actions] for game in games])
    for game, moments in zip(games, told["games"], strict=True):
        for position, moment in zip(game.positions, moments, strict=True):
            assert moment["pieces"] == pieces_of(position)
            assert moment["captures"] == list(position.captures)
    assert any(game.position.captures != (0, 0) for game in games)


@needs_node
def test_geometry_agrees_with_the_rules() -> None:
    for point, drawn in zip(POINTS, ask([])["points"], strict=True):
        assert drawn["name"] == point.name
        assert (drawn["x"], drawn["y"]) == pytest.approx((point.x, -point.y))


@needs_node
@pytest.mark.parametrize("module", sorted(path.name for path in STATIC.glob("*.js")))
def test_modules_parse_and_say_what_they_are(module: str) -> None:
    source = (STATIC / module).read_text(encoding="utf-8")
    assert source.startswith("/**\n")
    assert "@module" in source
    done = subprocess.run(
        [str(NODE), "--check", "--input-type=module", "-"], input=source, check=False, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
