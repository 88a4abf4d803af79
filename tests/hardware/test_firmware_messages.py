"""Messages: every reader accepts exactly what its writer writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware import messages
from hardware.firmware.wire import MAX_PAYLOAD

BUTTONS = st.integers(0, messages.MAX_BUTTONS).flatmap(lambda n: st.binary(min_size=2 * n, max_size=2 * n))
LEVELS = st.lists(st.integers(0, 1), min_size=1, max_size=messages.MAX_INPUTS)
VALUES = st.lists(st.integers(-32768, 32767), min_size=1, max_size=messages.MAX_LINEAR)
WORD = st.integers(0, 0xFFFF)
BYTE = st.integers(0, 255)


@given(BUTTONS, LEVELS)
def test_switches(buttons, levels):
    payload = messages.switches(buttons, levels)
    assert messages.read_switches(payload) == (buttons, tuple(levels))
    assert len(payload) <= MAX_PAYLOAD


@given(BUTTONS, VALUES)
def test_counts(buttons, values):
    payload = messages.counts(buttons, values)
    assert messages.read_counts(payload) == (buttons, tuple(values))
    assert len(payload) <= MAX_PAYLOAD


BUILDS = st.tuples(st.integers(0, 1), st.integers(1, 96), st.integers(0, 192), st.integers(0, 8), WORD)


@given(st.binary(min_size=8, max_size=8), WORD, BUILDS)
def test_hello(board_id, boot, build):
    payload = messages.hello((1, 2, 3), board_id, boot, build)
    assert messages.read_hello(payload) == ((1, 2, 3), board_id, boot, build)
    assert messages.firmware_of(payload + b"what later versions add") == (1, 2, 3)


@given(WORD, st.integers(0, 2**32 - 1), st.tuples(*[WORD] * 6), BYTE, BYTE)
def test_status(boot, uptime, counters, mode, brightness):
    payload = messages.status(boot, uptime, counters, mode, brightness)
    assert messages.read_status(payload) == (boot, uptime, counters, mode, brightness)


def test_counters_wrap():
    payload = messages.status(1, 2, (65_536, 65_537, 0, 0, 0, 131_075), 0, 255)
    assert messages.read_status(payload)[2] == (0, 1, 0, 0, 0, 3)


@given(st.integers(0, 1), BYTE, BYTE, WORD)
def test_wish(mode, brightness, deadband, milliamps):
    assert messages.read_wish(messages.wish(mode, brightness, deadband, milliamps)) == (
        mode,
        brightness,
        deadband,
        milliamps,
    )


@given(st.integers(1, messages.MAX_LEDS).flatmap(lambda n: st.binary(min_size=3 * n, max_size=3 * n)))
def test_lights(rgb):
    payload = messages.lights(rgb)
    assert messages.read_lights(payload) == rgb
    assert len(payload) <= MAX_PAYLOAD


REPACK = {
    messages.read_hello: lambda read: messages.hello(*read),
    messages.read_switches: lambda read: messages.switches(*read),
    messages.read_counts: lambda read: messages.counts(*read),
    messages.read_status: lambda read: messages.status(*read),
    messages.read_wish: lambda read: messages.wish(*read),
    messages.read_lights: messages.lights,
}


@pytest.mark.parametrize("reader", REPACK, ids=lambda reader: reader.__name__)
@given(payload=st.one_of(st.binary(max_size=40), st.binary(min_size=80, max_size=200)))
def test_what_is_accepted_is_what_would_have_been_written(reader, payload):
    read = reader(payload)
    assert read is None or REPACK[reader](read) == payload


@pytest.mark.parametrize(
    ("reader", "payload"),
    [
        (messages.read_switches, b""),
        (messages.read_switches, b"\0"),  # no number of inputs
        (messages.read_switches, b"\0\0"),  # no inputs at all
        (messages.read_switches, b"\0\x04\x1f"),  # five bits for four inputs
        (messages.read_switches, b"\0\x09\xff"),  # too short
        (messages.read_switches, b"\0\xc1" + bytes(25)),  # 193 inputs
        (messages.read_switches, b"\x09" + bytes(18) + b"\x01\x01"),  # nine buttons
        (messages.read_counts, b"\0\x02abc"),
        (messages.read_counts, b"\0\x61" + bytes(194)),  # 97 inputs
        (messages.read_wish, b"\x02\xff\0\0\0"),  # an unknown mode
        (messages.read_wish, b"\0\xff\0\0"),
        (messages.read_lights, b""),
        (messages.read_lights, b"\0"),
        (messages.read_lights, b"\xc1" + bytes(579)),
        (messages.read_hello, bytes(18)),
        (messages.read_hello, bytes(19)),  # no inputs
        (messages.read_hello, b"\1\0\0" + bytes(10) + b"\2\1\0\0\0\0"),  # neither switches nor linear
        (messages.read_hello, b"\1\0\0" + bytes(10) + b"\1\x61\0\0\0\0"),
        (messages.read_hello, b"\1\0\0" + bytes(10) + b"\0\1\xc1\0\0\0"),
        (messages.read_hello, b"\1\0\0" + bytes(10) + b"\0\1\0\x09\0\0"),
    ],
)
def test_what_nobody_would_write_is_refused(reader, payload):
    assert reader(payload) is None
