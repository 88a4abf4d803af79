"""The supply's budget holds for every picture, hues stay, and what fits is left alone."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardware.config.settings import Lights
from hardware.limiter import LimitedLights, Limiter, brightness_at

CHANNEL = st.integers(0, 255)
COLORS = st.lists(st.tuples(CHANNEL, CHANNEL, CHANNEL), min_size=91, max_size=91)
WHITE = ((255, 255, 255),) * 91
PLAIN = Lights(gamma=1.0, brightness=1.0, max_milliamps=20_000)

SETTINGS = st.builds(
    Lights,
    brightness=st.floats(0, 1),
    gamma=st.floats(1, 3.5),
    max_milliamps=st.integers(500, 6000),
    channel_milliamps=st.floats(1, 60),
    idle_milliamps=st.floats(0, 5),
)


@given(SETTINGS, COLORS)
def test_what_is_sent_never_draws_more_than_the_budget(lights, colors):
    limiter = Limiter(lights, 91)
    assert limiter.milliamps(limiter.limit(colors)) <= lights.max_milliamps + 1e-6


def test_a_single_step_too_many_is_too_many():
    limiter = Limiter(
        Lights(gamma=1.0, brightness=1.0, max_milliamps=100, channel_milliamps=25.5, idle_milliamps=0.0), 2
    )
    assert limiter.limit([(255, 255, 255), (235, 0, 0)]) == ((255, 255, 255), (235, 0, 0))
    assert limiter.limit([(255, 255, 255), (236, 0, 0)]) == ((254, 254, 254), (235, 0, 0))


@given(SETTINGS)
def test_the_brightest_picture_uses_the_budget_up_but_for_rounding(lights):
    limiter = Limiter(lights, 91)
    sent = limiter.limit(WHITE)
    full = Limiter(PLAIN, 91).limit(WHITE)
    step = lights.channel_milliamps / 255
    dimmed = round(255 * lights.brightness)
    wanted = lights.idle_milliamps * 91 + 273 * dimmed * step
    assert len(sent) == len(full)
    assert limiter.milliamps(sent) >= min(wanted, lights.max_milliamps) - 274 * step - 1e-6


@given(COLORS)
def test_colours_under_the_budget_are_sent_as_they_are(colors):
    assert Limiter(PLAIN, 91).limit(colors) == tuple(colors)


@given(SETTINGS, COLORS)
def test_dimming_is_the_same_for_all_so_that_hues_stay(lights, colors):
    limiter = Limiter(lights, 91)
    generous = Limiter(Lights(**{**_values(lights), "max_milliamps": 20_000, "channel_milliamps": 1.0}), 91)
    wanted = list(itertools.chain.from_iterable(generous.limit(colors)))
    sent = list(itertools.chain.from_iterable(limiter.limit(colors)))
    factor = min(1.0, limiter._most / max(1, sum(wanted)))
    assert all(abs(s - w * factor) < 1 for s, w in zip(sent, wanted, strict=True))


def _values(lights):
    return {name: getattr(lights, name) for name in ("brightness", "gamma", "idle_milliamps")}


def test_gamma_darkens_the_middle_and_keeps_the_ends():
    (black, middle, white) = Limiter(Lights(gamma=2.2, brightness=1.0, max_milliamps=20_000), 3).limit(
        [(0, 0, 0), (128, 128, 128), (255, 255, 255)]
    )
    assert (black, middle, white) == ((0, 0, 0), (56, 56, 56), (255, 255, 255))


def test_brightness_can_change_with_the_time_of_day():
    limiter = Limiter(PLAIN, 91)
    limiter.set_brightness(0.5)
    assert limiter.limit([(200, 100, 0)]) == ((100, 50, 0),)


def test_a_screen_shows_what_was_meant_and_dims_like_the_strip():
    limiter = Limiter(Lights(gamma=2.2, brightness=1.0, max_milliamps=20_000), 91)
    meant = [(255, 128, 60), (0, 0, 0)]
    for seen, wanted in zip(itertools.chain(*limiter.seen(meant)), itertools.chain(*meant), strict=True):
        assert abs(seen - wanted) <= 2
    limiter.set_brightness(0.05)
    ((red, green, blue), dark) = limiter.seen(meant)
    assert dark == (0, 0, 0)
    assert (red, green, blue) == (66, 34, 21)  # a twentieth of the light is a quarter for the eye


def test_a_supply_that_feeds_nothing_but_dark_leds_shows_nothing():
    assert Limiter(Lights(max_milliamps=100, idle_milliamps=5.0), 91).limit(WHITE) == ((0, 0, 0),) * 91


def test_a_board_of_white_leds_would_draw_over_five_amperes():
    assert Limiter(PLAIN, 91).milliamps(WHITE) > 5000


def test_a_limited_strip_gets_limited_colours():
    class Strip:
        calls = ()

        def open(self):
            self.calls += ("open",)

        def close(self):
            self.calls += ("close",)

        def show(self, colors):
            self.calls += (colors,)

    strip = Strip()
    lights = LimitedLights(strip, Limiter(Lights(max_milliamps=1000, gamma=1.0, brightness=1.0), 91))
    lights.open()
    lights.show(WHITE)
    lights.close()
    assert strip.calls == ("open", ((42, 42, 42),) * 91, "close")


def test_the_schedule_holds_from_each_time_to_the_next_and_past_midnight():
    lights = Lights(brightness=0.9, schedule=(("08:00", 0.6), ("22:00", 0.2)))
    assert [brightness_at(lights, time) for time in ("00:00", "07:59", "08:00", "21:59", "22:00", "23:59")] == [
        0.2, 0.2, 0.6, 0.6, 0.2, 0.2
    ]  # fmt: skip
    assert brightness_at(Lights(brightness=0.9), "12:00") == 0.9
