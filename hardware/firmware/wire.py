"""Frames on the line: COBS between zero bytes, a version, a type, a sequence number and a CRC-16.

Both ends use this module: nothing in it knows a port or a clock, and nothing it keeps can grow beyond one frame.
"""

from .shim import micropython

TYPE_CHECKING = False  # the board has no typing module
if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1  # of everything but ASK, HOLD and the beginning of HELLO, which never change

DELIMITER = b"\0"
MAX_PAYLOAD = 577  # 192 LEDs, three bytes each, and their number
OVERHEAD = 5  # version, type, sequence and two bytes of checksum
MAX_BODY = MAX_PAYLOAD + OVERHEAD
MAX_STUFFED = MAX_BODY + MAX_BODY // 254 + 1

_FULL = 254  # the longest run of bytes behind one COBS code


def _checksum_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = crc << 1 ^ (0x11021 if crc & 0x8000 else 0)
        table.append(crc)
    return tuple(table)


_TABLE = _checksum_table()


@micropython.native
def crc16(body: bytes) -> int:
    """CRC-16 with polynomial 0x1021 from 0xFFFF: what ``binascii.crc_hqx(body, 0xFFFF)`` gives on the host."""
    crc = 0xFFFF
    for byte in body:
        crc = (crc << 8 & 0xFF00) ^ _TABLE[crc >> 8 ^ byte]
    return crc


def stuff(body: bytes) -> bytes:
    """*body* without zero bytes (COBS): each becomes a code that says how far the next one is."""
    out = bytearray()
    for run in body.split(DELIMITER):
        while len(run) >= _FULL:
            out.append(_FULL + 1)
            out += run[:_FULL]
            run = run[_FULL:]  # noqa: PLW2901  (what is left of it)
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def unstuff(stuffed: bytes) -> bytes | None:
    """The inverse of :func:`stuff`; ``None`` if a code points beyond the end."""
    out = bytearray()
    at = 0
    end = len(stuffed)
    while at < end:
        code = stuffed[at]
        stop = at + code
        if stop > end:
            return None
        out += stuffed[at + 1 : stop]
        at = stop
        if code <= _FULL and at < end:
            out.append(0)
    return bytes(out)


def frame(kind: int, sequence: int, payload: bytes, version: int = VERSION) -> bytes:
    """One frame, ready to send: a delimiter ends whatever noise came before, another one ends the frame at once."""
    body = bytes((version, kind, sequence & 0xFF)) + payload
    crc = crc16(body)
    return DELIMITER + stuff(body + bytes((crc >> 8, crc & 0xFF))) + DELIMITER


class FrameReader:
    """Finds frames in whatever arrives, however it is chopped, in linear time and bounded memory."""

    def __init__(self, checksum: "Callable[[bytes], int]" = crc16) -> None:
        self._checksum = checksum
        self._piece = bytearray()  # since the last delimiter
        self._too_long = False

    def feed(self, data: bytes) -> list[tuple[int, int, int, bytes] | str]:
        """The answers that *data* completes; none means that more is needed.

        An answer is a frame (version, type, sequence, payload), or a text: why everything up to a delimiter was
        dropped, after which the reader is in step again.
        """
        answers = []
        pieces = data.split(DELIMITER)
        last = pieces.pop()
        for piece in pieces:
            self._extend(piece)
            if self._piece or self._too_long:
                answers.append(self._close())
        self._extend(last)
        return answers

    def _extend(self, piece: bytes) -> None:
        if len(self._piece) + len(piece) > MAX_STUFFED:
            self._too_long = True
        if not self._too_long:
            self._piece += piece

    def _close(self) -> tuple[int, int, int, bytes] | str:
        piece, too_long = bytes(self._piece), self._too_long
        self._piece = bytearray()
        self._too_long = False
        return "longer than any frame" if too_long else self._check(piece)

    def _check(self, piece: bytes) -> tuple[int, int, int, bytes] | str:
        body = unstuff(piece)
        if body is None:
            return "a code points beyond the frame"
        if len(body) < OVERHEAD:
            return "shorter than any frame"
        if self._checksum(body):
            return "wrong checksum"
        return body[0], body[1], body[2], body[3:-2]
