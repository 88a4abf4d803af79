"""The process in which rpi-ws281x lives; :mod:`hardware.lights.ws281x` starts it and talks to it.

The library can crash (any pixel call, and even leaving the interpreter, after a ``begin`` that failed) and it
holds Python's lock while a frame goes out. Here it may do both without stopping the board.

It is run as a file and needs nothing but the library. Frames of three bytes an LED come in; each is answered
by one line: ``ok``, or what went wrong. The end of input, however the parent ended, darkens the strip.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sys
from typing import Any, BinaryIO

# One value for every LED type: the parent has put the colours in the strip's order already.
_AS_GIVEN = 0x00100800


def begin(wires: dict[str, int]) -> Any:
    """A strip that is ready for pixels; nothing may touch one that is not."""
    from rpi_ws281x import PixelStrip  # noqa: PLC0415  (an extra; its absence is an answer, not a crash)

    strip = PixelStrip(**wires, strip_type=_AS_GIVEN)
    # The library's own exit hook frees what a failed begin never made, and crashes.
    atexit.unregister(strip._cleanup)  # noqa: SLF001
    strip.begin()
    return strip


def serve(strip: Any, length: int, source: BinaryIO, answer: BinaryIO) -> None:
    """Show frames until the source ends."""
    while len(frame := source.read(3 * length)) == 3 * length:
        paint(strip, frame)
        answer.write(b"ok\n")


def paint(strip: Any, frame: bytes) -> None:
    """Put one frame on the strip."""
    for led in range(len(frame) // 3):
        strip[led] = int.from_bytes(frame[3 * led : 3 * led + 3], "big")
    strip.show()


def converse(wires: dict[str, int], source: BinaryIO, answer: BinaryIO) -> int:
    """Begin, serve, darken; 0 unless the library failed."""
    length = wires["num"]
    try:
        strip = begin(wires)
        answer.write(b"ok\n")
        try:
            serve(strip, length, source, answer)
        finally:
            paint(strip, bytes(3 * length))
            strip._cleanup()  # noqa: SLF001  (the only way to hand back DMA memory before exit)
    except (ImportError, RuntimeError) as error:
        kind = "missing" if isinstance(error, ImportError) else "fault"
        answer.write(f"{kind}: {error}".replace("\n", " ").encode()[:400] + b"\n")
        return 1
    return 0


def main() -> int:
    """Talk over standard input and output, whatever the library prints."""
    for number in (signal.SIGINT, signal.SIGTERM):  # these reach the parent too, which then ends our input
        signal.signal(number, signal.SIG_IGN)
    answer = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what the C library prints must not look like answers
    return converse(json.loads(sys.argv[1]), sys.stdin.buffer, answer)


if __name__ == "__main__":
    sys.exit(main())
