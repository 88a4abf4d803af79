"""Frames: whatever arrives in whatever pieces, good ones come out and nothing else does."""

import binascii
import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.wire import MAX_BODY, MAX_PAYLOAD, MAX_STUFFED, FrameReader, crc16, frame, stuff, unstuff

#: Bodies with many zeros and long runs without: where COBS has its corners.
BODIES = st.one_of(
    st.binary(max_size=MAX_BODY),
    st.lists(st.sampled_from([0, 0, 1, 255]), max_size=MAX_BODY).map(bytes),
    st.integers(0, MAX_BODY).map(lambda size: b"\1" * size),
)
PAYLOADS = st.binary(max_size=MAX_PAYLOAD)
FRAMES = st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), PAYLOADS), max_size=4)


def naive_unstuff(stuffed: bytes) -> bytes:
    """COBS from its definition, byte by byte."""
    out = bytearray()
    at = 0
    while at < len(stuffed):
        code = stuffed[at]
        for _ in range(code - 1):
            at += 1
            out.append(stuffed[at])
        at += 1
        if code != 255 and at < len(stuffed):
            out.append(0)
    return bytes(out)


@given(st.binary(max_size=600))
def test_the_checksum_is_that_of_the_standard_library(body):
    assert crc16(body) == binascii.crc_hqx(body, 0xFFFF)


@given(BODIES)
def test_stuffing_removes_zeros_at_little_cost_and_is_undone(body):
    stuffed = stuff(body)
    assert 0 not in stuffed
    assert len(stuffed) <= len(body) + len(body) // 254 + 1
    assert unstuff(stuffed) == naive_unstuff(stuffed) == body


@given(st.binary(max_size=300))
def test_unstuffing_takes_anything(stuffed):
    unstuff(stuffed.replace(b"\0", b"\1"))


def chunks(data: bytes, cuts: list[int]) -> list[bytes]:
    ends = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(ends)]


@given(FRAMES, st.lists(st.integers(0, 10_000), max_size=30))
def test_frames_come_out_as_they_went_in_however_they_are_chopped(sent, cuts):
    data = b"".join(frame(kind, sequence, payload) for kind, sequence, payload in sent)
    reader = FrameReader()
    heard = [answer for chunk in chunks(data, cuts) for answer in reader.feed(chunk)]
    assert heard == [(1, kind, sequence, payload) for kind, sequence, payload in sent]


@given(st.binary(max_size=2000), PAYLOADS)
def test_the_first_frame_after_any_garbage_is_heard(garbage, payload):
    reader = FrameReader()
    reader.feed(garbage)
    assert reader.feed(frame(3, 9, payload))[-1] == (1, 3, 9, payload)


def test_a_frame_is_heard_with_its_last_byte():
    data = frame(3, 9, b"now")
    reader = FrameReader()
    assert reader.feed(data[:-1]) == []
    assert reader.feed(data[-1:]) == [(1, 3, 9, b"now")]


@pytest.mark.parametrize(
    ("garbage", "reason"),
    [
        (b"\x09abc", "a code points beyond the frame"),
        (b"\x02a", "shorter than any frame"),
        (stuff(b"\1\3\7hello" + b"ab"), "wrong checksum"),
        (b"\1" * (MAX_STUFFED + 1), "longer than any frame"),
    ],
)
def test_it_says_why_it_dropped_something_and_is_in_step_again(garbage, reason):
    good = frame(3, 1, b"good")
    assert FrameReader().feed(good + garbage + good) == [(1, 3, 1, b"good"), reason, (1, 3, 1, b"good")]


def test_every_flipped_bit_is_noticed():
    data = frame(2, 200, bytes(range(60)))
    for at in range(1, len(data) - 1):
        for bit in range(8):
            spoilt = data[:at] + bytes((data[at] ^ 1 << bit,)) + data[at + 1 :]
            assert all(isinstance(answer, str) for answer in FrameReader().feed(spoilt))


def test_the_longest_frame_fits_and_a_longer_one_does_not():
    longest = random.Random(3).randbytes(MAX_PAYLOAD)
    assert FrameReader().feed(frame(1, 1, longest)) == [(1, 1, 1, longest)]
    assert FrameReader().feed(frame(1, 1, b"\1" * (MAX_PAYLOAD + 5))) == ["longer than any frame"]


def test_it_keeps_no_more_than_one_frame_of_endless_noise():
    reader = FrameReader()
    for _ in range(100):
        assert reader.feed(b"\xaa" * 10_000) == []
        assert len(reader._piece) <= MAX_STUFFED
