"""What the board decides by itself: buttons, which scans to send, what the LEDs show, and the conversation."""

import random

import pytest

from hardware.firmware import messages
from hardware.firmware.buttons import Buttons
from hardware.firmware.core import Firmware
from hardware.firmware.lamps import GAP, Lamps
from hardware.firmware.reporter import Reporter
from hardware.firmware.wire import FrameReader, frame

BUILD = (1, 85, 91, 3, 200)


# Buttons


def hold(buttons: Buttons, levels: str, pressed: int = 1) -> bytes:
    """Look every 5 ms; ``#`` is down."""
    for step, level in enumerate(levels):
        buttons.look(pressed if level == "#" else 0, 5 * step)
    return buttons.state()


def test_a_press_is_counted_once_through_its_bounces():
    assert hold(Buttons(1), ".#.##.####################.##.#..........") == bytes((1, 2))


def test_a_spike_is_no_press():
    assert hold(Buttons(1), "....#....##..###.........") == bytes((0, 0))


def test_a_button_that_is_down_says_so_and_for_how_long():
    assert hold(Buttons(1), "#" * 61) == bytes((1, 0x80 | 6))


def test_a_button_held_for_good_does_not_overflow():
    buttons = Buttons(1)
    for now in range(0, 3_600_000, 1000):
        buttons.look(1, now)
    assert buttons.state() == bytes((1, 0xFF))


def test_the_count_goes_round():
    buttons = Buttons(2)
    for press in range(300):
        for now in range(0, 200, 10):
            buttons.look(0b10 if now < 100 else 0, 200 * press + now)
    assert buttons.state() == bytes((0, 0, 300 - 256, 2))


# Which scans to send


def sent(reporter: Reporter, scans: dict[int, list[int]], until: int) -> list[int]:
    """When it wants to send, scanning every 10 ms; *scans* are changes by time."""
    times = []
    values = [0] * 4
    for now in range(0, until, 10):
        values = scans.get(now, values)
        if reporter.due(values, b"", now):
            times.append(now)
    return times


def test_a_board_at_rest_is_sent_as_a_heartbeat():
    times = sent(Reporter(), {}, 2000)
    assert times[:50] == list(range(0, 500, 10))
    assert times[50:] == list(range(590, 2000, 100))


def test_every_scan_after_a_change_is_sent_for_a_while():
    times = sent(Reporter(), {1000: [0, 1, 0, 0]}, 2000)
    assert [now for now in times if 900 <= now < 1500] == [990, *range(1000, 1500, 10)]


@pytest.mark.parametrize("step", [6, -6])
def test_noise_within_the_deadband_is_no_change_but_more_is(step):
    reporter = Reporter()
    reporter.deadband = 5
    sent(reporter, {}, 600)
    assert not reporter.due([5, -5, 3, 0], b"", 600)
    assert reporter.due([0, 0, 0, step], b"", 610)


def test_drift_is_measured_from_the_last_change_not_from_the_last_scan():
    reporter = Reporter()
    reporter.deadband = 5
    drift = {10 * step: [step // 10, 0, 0, 0] for step in range(200)}
    times = sent(reporter, drift, 2000)
    assert 600 in times  # the sixth count


def test_a_button_counts_as_a_change():
    reporter = Reporter()
    sent(reporter, {}, 700)
    assert not reporter.due([0] * 4, b"", 700)
    assert reporter.due([0] * 4, b"\1\0", 710)


def test_raw_mode_sends_everything():
    reporter = Reporter()
    reporter.mode = messages.MODE_RAW
    assert len(sent(reporter, {}, 2000)) == 200


# What the LEDs show


def awake(leds: int = 91, milliamps: int = 2000) -> Lamps:
    lamps = Lamps(leds, milliamps)
    lamps.alone(False, 0)
    lamps.picture(0)
    return lamps


def test_a_picture_is_shown_once():
    lamps = awake(2)
    lamps.show(b"\1\2\3\4\5\6")
    assert lamps.picture(100) == b"\1\2\3\4\5\6"
    assert lamps.picture(200) is None


def test_pictures_that_come_too_fast_wait_and_the_newest_wins():
    lamps = awake(1)
    shown = []
    for now in range(1000, 1100, 2):
        lamps.show(bytes((now % 256, 0, 0)))
        picture = lamps.picture(now)
        if picture is not None:
            shown.append((now, picture[0]))
    assert [now for now, _ in shown] == list(range(1000, 1100, GAP))
    assert all(red == now % 256 for now, red in shown)
    assert lamps.skipped == 50 - len(shown) - 1  # the last one waits


def test_a_short_picture_leaves_the_rest_dark_and_a_long_one_is_cut():
    lamps = awake(2)
    lamps.show(b"\7\7\7")
    assert lamps.picture(100) == b"\7\7\7\0\0\0"
    lamps.show(b"\7" * 9)
    assert lamps.picture(200) == b"\7" * 6


def test_brightness_scales_and_shows_at_once():
    lamps = awake(1)
    lamps.show(b"\xff\x80\0")
    lamps.picture(100)
    lamps.dim(51)
    assert lamps.picture(200) == b"\x33\x19\0"


@pytest.mark.parametrize("seed", range(20))
def test_the_cap_holds_for_every_picture(seed):
    rng = random.Random(seed)
    cap = rng.randrange(95, 3000)
    lamps = awake(91, cap)
    rgb = bytes(rng.randrange(rng.choice((40, 256))) for _ in range(273))
    lamps.show(rgb)
    picture = lamps.picture(100)
    assert 91 + sum(picture) * 20 / 255 <= cap
    if 91 + sum(rgb) * 20 / 255 <= cap:
        assert picture == rgb
        assert not lamps.dimmed
    else:
        assert lamps.dimmed == 1
        assert 91 + (sum(picture) + 273) * 20 / 255 > cap  # no darker than rounding makes it


def test_the_host_can_lower_the_cap_but_not_raise_it():
    lamps = awake(10, 300)
    lamps.show(b"\xff" * 30)
    full = sum(lamps.picture(100))
    lamps.limit(100)
    assert sum(lamps.picture(200)) < full
    lamps.limit(60_000)
    assert sum(lamps.picture(300)) == full
    lamps.limit(100)
    lamps.picture(400)
    lamps.limit(0)
    assert sum(lamps.picture(500)) == full


def test_alone_it_fades_and_then_a_dim_comet_runs():
    lamps = awake(20)
    lamps.show(b"\xc8" * 60)
    lamps.picture(100)
    lamps.alone(True, 1000)
    levels = [max(lamps.picture(now)) for now in range(1000, 2000, 100)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] == 0xC8
    assert levels[-1] < 30
    comet = [lamps.picture(now) for now in range(2000, 4000, 100)]
    heads = [picture.index(24) // 3 for picture in comet]
    assert heads == [(heads[0] + step) % 20 for step in range(20)]
    lamps.alone(False, 4100)
    assert lamps.picture(4100) == b"\xc8" * 60


def test_a_strip_without_leds_shows_nothing():
    lamps = Lamps(0, 100)
    assert lamps.picture(5000) == b""


# The conversation


class Line:
    """A firmware on a line that a test holds."""

    def __init__(self, build: tuple[int, ...] = BUILD) -> None:
        self.firmware = Firmware(b"boardid!", 7, build, 2000)
        self.values = [0] * build[1]
        self.now = 0
        self.picture = b""

    def run(self, milliseconds: int, *said: bytes) -> list[tuple[int, int, int, bytes]]:
        """Say something, let time pass, and hear everything."""
        heard = []
        self.firmware.receive(b"".join(said), self.now)
        for _ in range(0, milliseconds, 5):
            self.now += 5
            self.firmware.scanned(self.values, 0, self.now)
            heard += FrameReader().feed(self.firmware.data_to_send())
            self.picture = self.firmware.picture(self.now) or self.picture
        return heard


def kinds(heard: list[tuple[int, int, int, bytes]]) -> list[int]:
    return [kind for _, kind, _, _ in heard]


def test_it_says_hello_until_someone_answers_and_when_asked():
    line = Line()
    assert kinds(line.run(3500)).count(messages.HELLO) == 4
    line.run(5, frame(messages.WISH, 1, messages.wish(0, 255, 12, 0)))
    line.run(1000, frame(messages.WISH, 2, messages.wish(0, 255, 12, 0)))
    assert messages.HELLO not in kinds(line.run(500, frame(messages.WISH, 3, messages.wish(0, 255, 12, 0))))
    assert messages.HELLO in kinds(line.run(5, frame(messages.ASK, 4, b"")))


def test_hello_says_what_it_is():
    (hello,) = [payload for _, kind, _, payload in Line().run(5) if kind == messages.HELLO]
    assert messages.read_hello(hello) == ((1, 0, 0), b"boardid!", 7, BUILD)


def test_every_frame_has_the_next_number():
    numbers = [sequence for _, _, sequence, _ in Line().run(3000)]
    assert numbers == [(number + 1) % 256 for number in range(len(numbers))]


def test_asking_and_holding_work_in_every_version_and_nothing_else_does():
    line = Line()
    line.run(5)
    lights = frame(messages.LIGHTS, 1, messages.lights(b"\x09" * 273), version=9)
    assert messages.HELLO in kinds(line.run(5, lights, frame(messages.ASK, 1, b"", version=9)))
    line.run(100)
    assert 9 not in line.picture
    assert not line.firmware.held
    line.run(5, frame(messages.HOLD, 2, messages.HOLD_WORD, version=9))
    assert line.firmware.held


@pytest.mark.parametrize("payload", [b"", b"HELD", b"HOLD!"])
def test_it_holds_for_the_word_alone(payload):
    line = Line()
    line.run(5, frame(messages.HOLD, 1, payload))
    assert not line.firmware.held


def report(line: Line, *said: bytes) -> tuple[int, int, tuple[int, ...], int, int]:
    heard = line.run(1005, *said)
    return [messages.read_status(payload) for _, kind, _, payload in heard if kind == messages.STATUS][-1]


def test_it_reports_what_it_took_for_bad():
    line = Line()
    bad = [
        frame(messages.WISH, 1, b"short"),
        frame(messages.WISH, 1, b"\x09\0\0\0\0"),
        frame(messages.LIGHTS, 1, b"\x05abc"),
        frame(messages.HELLO, 1, b""),
        frame(0x70, 1, b""),
        frame(messages.WISH, 1, messages.wish(0, 1, 1, 1), version=3),
        b"\0garbage\0",
    ]
    boot, uptime, (rate, bad_frames, late, unsent, *_), mode, brightness = report(line, *bad)
    assert (boot, uptime, rate, mode, brightness) == (7, 1, 200, 0, 255)
    assert (bad_frames, late, unsent) == (len(bad), 0, 0)


def test_it_does_as_it_is_wished():
    line = Line()
    *_, mode, brightness = report(line, frame(messages.WISH, 1, messages.wish(1, 77, 3, 500)))
    assert (mode, brightness) == (1, 77)


def test_a_switch_is_a_change_whatever_the_deadband():
    line = Line((0, 10, 0, 0, 200))
    line.run(600, frame(messages.WISH, 1, messages.wish(0, 255, 12, 0)))
    at_rest = kinds(line.run(300)).count(messages.SWITCHES)
    line.values[3] = 1
    assert at_rest == 3
    assert kinds(line.run(300)).count(messages.SWITCHES) == 60


def test_a_line_that_takes_nothing_gets_the_newest_snapshot_when_it_does_again():
    firmware = Firmware(b"boardid!", 7, (0, 8, 0, 0, 200), 2000)
    for step in range(8):
        firmware.scanned([int(step == number) for number in range(8)], 0, 5 * step)
    heard = FrameReader().feed(firmware.data_to_send())
    assert [messages.read_switches(payload)[1] for _, kind, _, payload in heard if kind == messages.SWITCHES] == [
        (0, 0, 0, 0, 0, 0, 0, 1)
    ]
    firmware.scanned([0] * 8, 0, 1100)
    (status,) = [payload for _, kind, _, payload in FrameReader().feed(firmware.data_to_send()) if kind == 4]
    assert messages.read_status(status)[2][3] == 7


def test_lights_arrive_and_a_silent_host_leaves_a_comet():
    line = Line()
    line.run(50, frame(messages.LIGHTS, 1, messages.lights(b"\x50" * 273)))
    assert line.picture == b"\x50" * 273
    line.run(1900)
    assert line.picture == b"\x50" * 273
    line.run(1500)
    assert max(line.picture) == 24
