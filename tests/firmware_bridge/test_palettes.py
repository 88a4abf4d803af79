"""The colours of the messages, seen with every kind of eyes."""

from dataclasses import fields
from itertools import combinations, product
from math import dist

import pytest

from firmware_bridge.palettes import PALETTES, Palette
from hardware.config.light_settings import PALETTES as NAMES
from hardware.config.light_settings import Lights

#: What dichromats see of linear red, green and blue: the published model of Machado, Oliveira and Fernandes (2009).
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
ROLES = tuple(field.name for field in fields(Palette))
ALONE = {"offline", "paused", "quiet"}  # never seen beside another message
TOGETHER = tuple(combinations([role for role in ROLES if role not in ALONE], 2))


def test_names_are_those_of_the_configuration():
    assert tuple(PALETTES) == NAMES


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", PALETTES)
def test_colors_are_bytes(name, role):
    color = getattr(PALETTES[name], role)
    assert len(color) == 3
    assert all(isinstance(part, int) and 0 <= part <= 255 for part in color)


@pytest.mark.parametrize("eyes", EYES)
def test_colour_blind_palette_keeps_messages_apart(eyes):
    palette = PALETTES["colour-blind"]
    distances = {pair: difference(palette, pair, eyes) for pair in TOGETHER}
    pair = min(distances, key=distances.__getitem__)
    assert distances[pair] >= 20, f"{pair} look alike: {distances[pair]:.1f}"


def test_default_palette_keeps_messages_apart_for_most_eyes():
    distances = {pair: difference(PALETTES["default"], pair, "normal") for pair in TOGETHER}
    pair = min(distances, key=distances.__getitem__)
    assert distances[pair] >= 25, f"{pair} look alike: {distances[pair]:.1f}"


def test_default_palette_is_why_there_is_another_one():
    worst = min(difference(PALETTES["default"], pair, eyes) for pair, eyes in product(TOGETHER, EYES))
    assert worst < 20


@pytest.mark.parametrize("role", ROLES)
def test_dim_palette_is_a_fifth_of_the_light_and_still_seen(role):
    dim, full = (brightest(PALETTES[name], role) for name in ("dim", "default"))
    assert dim <= full / 4
    assert dim >= 2, "of 255 that reach the LED"


def brightest(palette, role):
    """What the strip gets of this colour's strongest part, by day and as configured if nothing is."""
    lights = Lights()
    return 255 * lights.brightness * (max(getattr(palette, role)) / 255) ** lights.gamma


def difference(palette, pair, eyes):
    """How different two messages look: 2 can just be told apart side by side, 20 across the table."""
    first, second = (lab(getattr(palette, role), EYES[eyes]) for role in pair)
    return dist(first, second)


def lab(color, eyes):
    """The colour as these eyes see it, in a space where equal distances look equally different (CIELAB)."""
    linear = [(part / 255) ** 2.2 for part in color]
    red, green, blue = (min(1.0, max(0.0, sum(map(float.__mul__, map(float, row), linear)))) for row in eyes)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0890
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
