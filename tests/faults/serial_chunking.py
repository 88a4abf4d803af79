"""Fault 5: the byte stream chopped in any way: ``python -m tests.faults.serial_chunking [KILOBYTES]``.

The same events must come out, and twice the bytes may cost twice the work, not more.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING

from hardware.firmware import messages
from hardware.firmware.wire import frame
from hardware.serial_link.protocol import HostProtocol
from tests.amounts import amount
from tests.faults.serial_garbage import BUILD, rubbish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.serial_link.events import Event

KILOBYTES = 2000
CHOPS = {"byte by byte": (1, 1), "two by two": (2, 2), "1 to 9": (1, 9), "1 to 1,000": (1, 1000), "4,096": (4096, 4096)}


def stream(size: int, seed: int = 5) -> bytes:
    """Good frames and rubbish, *size* bytes or a little more."""
    rng = random.Random(seed)
    data = bytearray(frame(messages.HELLO, 0, messages.hello((1, 0, 0), b"boardid!", 1, BUILD)))
    sequence = 0
    while len(data) < size:
        sequence += 1
        good = frame(messages.COUNTS, sequence, messages.counts(bytes(6), [rng.randrange(-99, 99) for _ in range(85)]))
        data += good
        if rng.random() < 0.1:
            data += rubbish(rng, good)
    return bytes(data)


def chop(data: bytes, sizes: tuple[int, int], seed: int = 6) -> Iterator[bytes]:
    rng = random.Random(seed)
    at = 0
    while at < len(data):
        size = rng.randint(*sizes)
        yield data[at : at + size]
        at += size


def events(chunks: Iterator[bytes]) -> list[Event]:
    host = HostProtocol()
    heard = []
    for chunk in chunks:
        host.receive(chunk, 0.0)
        heard += host.events()
    return heard


def calls(data: bytes) -> int:
    """How many functions run to take *data* in byte by byte: work that no other program can disturb."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        events(chop(data, (1, 1)))
    finally:
        sys.setprofile(None)
    return count


def run(size: int) -> tuple[int, list[str]]:
    """The number of events, and the ways of chopping that gave others."""
    data = stream(size)
    whole = events(iter([data]))
    return len(whole), [name for name, sizes in CHOPS.items() if events(chop(data, sizes)) != whole]


def growth(size: int) -> float:
    """Work for four times the bytes, as a multiple of four times the work; 1 is linear."""
    return calls(stream(4 * size)) / 4 / calls(stream(size))


def main(arguments: list[str] | None = None) -> int:
    size = int(amount(arguments, KILOBYTES, "kilobytes", __doc__) * 1000)
    count, different = run(size)
    data = stream(size)
    for name, sizes in CHOPS.items():
        began = time.perf_counter()
        events(chop(data, sizes))
        print(f"  {name}: {(time.perf_counter() - began) / len(data) * 1e9:,.0f} ns a byte")
    linear = growth(max(size // 100, 20_000))
    print(
        f"fault 5: {len(data) / 1e3:,.0f} kB in {len(CHOPS)} ways, {count:,} events each, "
        f"{len(different)} ways differ, growth {linear:.2f} of linear"
    )
    return 1 if different or linear > 1.1 else 0


if __name__ == "__main__":
    raise SystemExit(main())
