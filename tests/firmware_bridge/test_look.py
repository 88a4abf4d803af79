import pytest

from firmware_bridge import light_test
from firmware_bridge.light_test import COLORS, LIGHTS, SECONDS
from firmware_bridge.look import Look
from firmware_bridge.world import World


@pytest.mark.parametrize("look", [Look(), Look("dim", 0.25, sound=False)])
def test_a_look_reads_what_it_writes(look):
    assert Look.parse(str(look)) == look


@pytest.mark.parametrize("text", ["", "dim", "pink/1/sound", "dim/2/sound", "dim/x/sound", "dim/1/loud"])
def test_what_is_no_look_is_refused(text):
    with pytest.raises(ValueError, match=r".+"):
        Look.parse(text)


def test_the_light_test_shows_each_colour_and_each_light():
    assert [light_test.test_frame(second + 0.5) for second in range(3)] == [(color,) * LIGHTS for color in COLORS]
    steps = [light_test.test_frame(3 + SECONDS * n / 2000) for n in range(2000)]
    lit = {frame.index((255, 255, 255)) for frame in steps if (255, 255, 255) in frame}
    assert lit == set(range(LIGHTS))


def test_the_test_ends_by_itself_and_the_game_goes_on_meanwhile():
    world = World()
    world.hand.pace = 0
    world.bridge.test_lights(world.now)
    world.hand.put("F6", "white ring")
    world.run(ms=500)
    assert world.bridge.colors(world.now) == (COLORS[0],) * LIGHTS
    world.run(ms=SECONDS * 1000)
    assert (255, 255, 255) not in world.bridge.colors(world.now)
    assert len(world.game.actions) == 1
