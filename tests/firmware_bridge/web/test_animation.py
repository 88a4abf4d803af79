import xml.etree.ElementTree as ET

from firmware_bridge.web.animation import animated_svg
from yinsh_core import Game


def test_pieces_appear_and_leave_with_their_positions():
    game = Game()
    for action in ("F6", "E5", "D4", "G7", "H8", "C3", "B2", "I9", "J10", "E2", "F6-F7"):
        game.push(action)
    picture = animated_svg(game.positions, 'a "game" <of> ours')
    root = ET.fromstring(picture)
    names = {"s": "http://www.w3.org/2000/svg"}
    moving = root.findall(".//s:animate", names)
    assert len(moving) == 12  # ten rings as they came, the one that moved in its new place, and a marker
    leaves = [m for m in moving if m.get("values") == "hidden;visible;hidden"]
    assert len(leaves) == 1
    assert all(m.get("keyTimes").startswith("0;") for m in moving)
    assert root.find("s:title", names).text == 'a "game" <of> ours'


def test_an_unbegun_game_stands_still():
    assert "<animate" not in animated_svg(Game().positions, "nothing yet")
