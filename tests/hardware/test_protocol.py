"""The host's end of the conversation, in virtual time and without a port."""

import random

import pytest

from hardware.firmware import messages
from hardware.firmware.wire import FrameReader, frame
from hardware.serial_link import ailments
from hardware.serial_link.events import Hello, Report, Restarted, Snapshot, Wish
from hardware.serial_link.protocol import HostProtocol, State

HELLO = Hello((1, 0, 0), b"boardid!", 7, linear=False, inputs=10, leds=91, buttons=1, scan_hz=200)


class Talk:
    """A board that says what a test wants."""

    def __init__(self) -> None:
        self.host = HostProtocol()
        self.now = 50.0
        self.sequence = 0
        self.host.connect(self.now)

    def frame(self, kind: int, payload: bytes, version: int = 1) -> bytes:
        self.sequence = (self.sequence + 1) % 256
        return frame(kind, self.sequence, payload, version)

    def say(self, kind: int, payload: bytes, version: int = 1) -> list:
        return self.hear(self.frame(kind, payload, version))

    def hear(self, data: bytes) -> list:
        """What the host makes of *data*."""
        self.host.receive(data, self.now)
        return self.host.events()

    def hello(self, boot: int = 7) -> list:
        return self.say(messages.HELLO, messages.hello((1, 0, 0), b"boardid!", boot, (0, 10, 91, 1, 200)))

    def snapshot(self, *closed: int) -> list:
        return self.say(messages.SWITCHES, messages.switches(b"\0\0", [int(k in closed) for k in range(10)]))

    def status(self, boot: int = 7) -> list:
        return self.say(messages.STATUS, messages.status(boot, 60, (200, 1, 2, 3, 4, 5), 0, 255))

    def wait(self, seconds: float) -> list:
        """Let time pass; what the host notices by itself."""
        noticed = []
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            self.host.tick(self.now)
            noticed += self.host.events()
        return noticed

    def sent(self) -> list:
        """What the host sends: types and payloads."""
        return [(kind, payload) for _, kind, _, payload in FrameReader().feed(self.host.data_to_send())]


@pytest.fixture
def talk():
    return Talk()


@pytest.fixture
def up(talk):
    talk.hello()
    return talk


def values(events: list) -> list:
    return [[k for k, level in enumerate(event.values) if level] for event in events]


# Greeting


def test_it_asks_until_it_is_answered(talk):
    asked = []
    for _ in range(5):
        talk.wait(0.1)
        asked += talk.sent()
    assert asked == [(messages.ASK, b"")] * 5
    assert talk.hello() == [HELLO]
    assert talk.host.state is State.UP
    talk.wait(0.5)
    assert messages.ASK not in dict(talk.sent())


def test_nobody_answers(talk):
    assert talk.wait(5.0) == [ailments.NO_ANSWER]
    assert talk.host.ailment is ailments.NO_ANSWER


def test_something_else_answers(talk):
    talk.hear(b"MicroPython v1.29\r\n>>> ")
    assert talk.wait(5.0) == [ailments.NO_SENSE]


def test_it_hears_a_board_that_answers_late(talk):
    talk.wait(9.0)
    assert (messages.ASK, b"") in talk.sent()
    assert talk.hello() == [HELLO]
    assert talk.host.ailment is None


def test_nothing_is_believed_before_the_board_said_who_it_is(talk):
    assert talk.snapshot(3) == []
    assert talk.status() == []
    talk.hello()
    assert values(talk.snapshot(3)) == [[3]]


@pytest.mark.parametrize("version", [0, 2, 255])
def test_a_board_of_another_version_is_named_and_not_believed(talk, version):
    hello = messages.hello((3, 1, 4), b"boardid!", 7, (0, 10, 91, 1, 200)) + b"what newer ones add"
    (ailment,) = talk.say(messages.HELLO, hello, version)
    assert ailment == ailments.skewed(version, (3, 1, 4))
    assert talk.say(messages.HELLO, hello, version) == []
    assert talk.say(messages.SWITCHES, messages.switches(b"\0\0", [1] * 10), version) == []
    assert talk.host.state is State.AILING


def test_a_board_that_was_called_silent_but_speaks_another_version_is_called_that(up):
    up.wait(1.5)
    hello = messages.hello((3, 1, 4), b"boardid!", 7, (0, 10, 91, 1, 200))
    assert up.say(messages.HELLO, hello, version=2) == [ailments.skewed(2, (3, 1, 4))]


def test_a_hello_of_an_impossible_board_is_a_bad_frame(talk):
    payload = messages.hello((1, 0, 0), b"boardid!", 7, (0, 10, 91, 1, 200))
    assert talk.say(messages.HELLO, payload[:-1]) == []
    assert talk.say(messages.HELLO, payload + b"x") == []
    assert talk.host.tally.bad == 2
    assert talk.host.state is State.GREETING


# News


def test_snapshots_carry_the_time_they_were_heard(up):
    up.now = 51.5
    (snapshot,) = up.snapshot(1, 9)
    assert snapshot == Snapshot(51.5, (0, 1, 0, 0, 0, 0, 0, 0, 0, 1), b"\0\0")


def test_reports_are_read(up):
    assert up.status() == [Report(60, 200, 1, 2, 3, 4, 5, 0, 255)]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (messages.SWITCHES, messages.switches(b"\0\0", [0] * 11)),  # an input too many
        (messages.SWITCHES, messages.switches(b"", [0] * 10)),  # a button too few
        (messages.SWITCHES, messages.switches(b"\0\0", [0] * 10) + b"\0"),
        (messages.COUNTS, messages.counts(b"\0\0", [0] * 10)),  # this board has switches
        (messages.STATUS, b"short"),
        (messages.WISH, messages.wish(0, 255, 0, 0)),  # what only a host says
        (0x7E, b""),
    ],
)
def test_what_this_board_cannot_have_said_is_not_believed(up, kind, payload):
    assert up.say(kind, payload) == []
    assert up.host.tally.bad == 1


def test_duplicates_and_latecomers_are_dropped(up):
    late = up.frame(messages.SWITCHES, messages.switches(b"\0\0", [1] * 10))
    newer = up.frame(messages.SWITCHES, messages.switches(b"\0\0", [0] * 10))
    assert len(up.hear(newer)) == 1
    assert up.hear(newer) == up.hear(late) == []
    assert up.host.tally.stale == 2


def test_sequence_numbers_go_round(up):
    heard = [values(up.snapshot(step % 10)) for step in range(600)]
    assert heard == [[[step % 10]] for step in range(600)]


def test_after_a_long_gap_any_number_will_do(up):
    up.sequence += 100
    assert len(up.snapshot(1)) == 1
    up.sequence += 200
    assert len(up.snapshot(2)) == 1


# Silence and restarts


def test_silence_is_said_once_and_a_hello_ends_it(up):
    assert up.wait(0.9) == []
    assert up.wait(5.0) == [ailments.SILENT]
    assert up.snapshot(4) == []
    assert up.hello() == [HELLO]
    assert values(up.snapshot(4)) == [[4]]


def test_a_restart_is_noticed_by_its_hello(up):
    events = up.hello(boot=8)
    assert events[0] == Restarted()
    assert events[1].boot == 8
    assert up.host.tally.restarts == 1


def test_a_restart_is_noticed_even_if_its_hello_was_lost(up):
    assert up.status(boot=8) == [Restarted()]
    assert up.snapshot(1) == []
    up.host.tick(up.now)
    assert up.sent()[0] == (messages.ASK, b"")
    assert len(up.hello(boot=8)) == 1
    assert up.host.tally.restarts == 1
    assert values(up.snapshot(1)) == [[1]]


def test_a_hello_that_was_asked_twice_is_no_restart(up):
    assert up.hello() == []


# What the host sends


def test_pictures_go_out_at_once_and_again_in_case_they_were_lost(up):
    up.wait(0.02)
    up.sent()
    up.host.show(b"\1" * 273)
    up.host.show(b"\2" * 273)
    assert up.sent() == [(messages.LIGHTS, messages.lights(b"\2" * 273))]
    repeats = 0
    for _ in range(25):
        up.wait(0.1)
        up.snapshot()
        repeats += messages.LIGHTS in dict(up.sent())
    assert repeats == 8  # in 2.5 s; this loop sees every third tenth


def test_a_picture_waits_for_the_board(talk):
    talk.host.show(b"\5" * 9)
    talk.wait(0.3)
    assert messages.LIGHTS not in dict(talk.sent())
    talk.hello()
    talk.wait(0.01)
    assert dict(talk.sent())[messages.LIGHTS] == messages.lights(b"\5" * 9)


def test_the_board_hears_from_the_host_often_enough_not_to_feel_alone(up):
    gaps, last = [], up.now
    for _ in range(1000):
        up.wait(0.01)
        up.snapshot()
        if up.sent():
            gaps.append(up.now - last)
            last = up.now
    assert max(gaps) < 2.0 / 3


def test_another_wish_is_sent_at_once(up):
    up.wait(0.1)
    up.sent()
    up.host.wish = Wish(raw=True, brightness=9, deadband=3, milliamps=700)
    up.wait(0.01)
    assert up.sent() == [(messages.WISH, messages.wish(1, 9, 3, 700))]


# Any chopping


@pytest.mark.parametrize("seed", range(10))
def test_the_same_events_however_the_stream_is_chopped(seed):
    rng = random.Random(seed)
    talk = Talk()
    payload = messages.hello((1, 0, 0), b"boardid!", 7, (0, 10, 91, 1, 200))
    stream = talk.frame(messages.HELLO, payload)
    for _ in range(50):
        stream += talk.frame(messages.SWITCHES, messages.switches(b"\0\0", [rng.randrange(2) for _ in range(10)]))
        stream += rng.randbytes(rng.randrange(20))
    whole = Talk().hear(stream)
    chopped = Talk()
    heard = []
    while stream:
        size = rng.choice((1, 2, 7, 64, 1000))
        heard += chopped.hear(stream[:size])
        stream = stream[size:]
    assert heard == whole
    assert len(whole) > 40
