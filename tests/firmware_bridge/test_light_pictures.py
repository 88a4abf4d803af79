"""The pictures of the lights are true, and every one is shown."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from docs.make_light_pictures import HERE, ROLES, _site, picture, world_of
from firmware_bridge.lights import render

PAGE = (HERE / "lights.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_the_picture_is_up_to_date(role):
    drawn = Path(HERE / "lights" / f"{role.name}.svg").read_text(encoding="utf-8")
    assert drawn == picture(role), "make pictures draws it again"


def test_the_page_shows_every_picture_with_its_title_and_no_other():
    shown = re.findall(r"!\[(.+)\]\(lights/(.+)\.svg\)", PAGE)
    assert sorted(shown) == sorted((role.title, role.name) for role in ROLES)
    assert {path.stem for path in (HERE / "lights").iterdir()} == {role.name for role in ROLES}


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_the_picture_moves_and_shows_light(role):
    tree = ET.fromstring(picture(role))
    lamps = [group for group in tree.iter(f"{SVG}g") if group.get("opacity")]
    assert any(float(lamp.get("opacity")) > 0.3 for lamp in lamps), "dark in print"
    moving = [lamp.find(f"{SVG}animate") for lamp in lamps]
    assert any(animate is not None for animate in moving)


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.name)
def test_the_picture_begins_again_without_a_jump(role):
    """What is drawn beside the board comes back after the period."""
    scene = world_of(role).table.scene
    begin = max(scene.since, scene.asked) + 60 * role.period
    for name in role.points.split():
        early, late = (
            [render(scene, begin + start + n / 40)[_site(name)] for n in range(40)]
            for start in (0.003, role.period + 0.003)
        )
        jumps = sum(
            max(abs(a - b) for a, b in zip(one, two, strict=True)) > 40 for one, two in zip(early, late, strict=True)
        )
        assert jumps <= 1
