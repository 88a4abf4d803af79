"""Fault 4: garbage and hostile frames on the line, both ways: ``python -m tests.faults.serial_garbage [MEGABYTES]``.

Between the rubbish good snapshots go by, each different. Every one of them must be heard, and nothing else.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import random
from dataclasses import dataclass

from hardware.firmware import messages
from hardware.firmware.core import Firmware
from hardware.firmware.wire import frame
from hardware.serial_link.events import Snapshot
from hardware.serial_link.protocol import HostProtocol, State
from tests.amounts import amount
from tests.hardware.line import damaged, nonsense

MEGABYTES = 20.0
BUILD = (1, 85, 91, 3, 200)
TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 5\r\nMemoryError: \r\n>>> '


@dataclass
class Score:
    rubbish: int = 0  # bytes
    sent: int = 0  # good frames
    heard: int = 0
    false: int = 0

    @property
    def ok(self) -> bool:
        return self.heard == self.sent and not self.false

    def text(self, end: str) -> str:
        """What happened at one *end* of the line."""
        garbage, good = f"{self.rubbish / 1e6:.1f} MB of garbage at the {end}", f"{self.heard:,} of {self.sent:,}"
        return f"{garbage}, {good} good frames heard, {self.false} false ones"


def run(size: int, seed: int = 4) -> tuple[Score, Score]:
    """Throw *size* bytes at the host and as many at the board."""
    return _at_the_host(size, random.Random(seed)), _at_the_board(size, random.Random(seed + 1))


def rubbish(rng: random.Random, good: bytes) -> bytes:
    """Something that is no good frame, ended by a delimiter as the next good frame begins with one."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(4000))
    if kind == 1:
        return bytes((rng.choice((0, 1, 0xFF)),)) * rng.randrange(3000)
    if kind == 2:
        return good[: rng.randrange(len(good) - 1)]
    if kind == 3:
        return TRACEBACK * rng.randrange(4)
    if kind == 4:
        return misfit(rng)
    return nonsense(rng) if kind == 5 else damaged(good, rng)


def misfit(rng: random.Random) -> bytes:
    """A frame of the right version and type with a good checksum, whose payload has the wrong size or shape."""
    size = rng.choice((0, 1, 2, 3, 18, 21, 50, 170, 176, 179, 300))
    kind = rng.choice((messages.HELLO, messages.SWITCHES, messages.COUNTS, messages.STATUS))
    return frame(kind, rng.randrange(256), rng.randbytes(size))


def _values(number: int) -> list[int]:
    """A snapshot that no other number has, and no rubbish either."""
    return [number % 4001 - 2000, number // 4001] + [(number * k) % 997 - 498 for k in range(83)]


def _at_the_host(size: int, rng: random.Random) -> Score:
    score = Score()
    host = HostProtocol()
    host.connect(0.0)
    host.receive(frame(messages.HELLO, 0, messages.hello((1, 0, 0), b"boardid!", 1, BUILD)), 0.0)
    host.events()
    while score.rubbish < size:
        values = _values(score.sent)
        score.sent += 1
        good = frame(messages.COUNTS, score.sent, messages.counts(bytes(6), values))
        bad = rubbish(rng, good)
        score.rubbish += len(bad)
        host.receive(bad, 0.0)
        _count(score, host, None)
        host.receive(good, 0.0)
        _count(score, host, tuple(values))
    assert host.state is State.UP
    return score


def _count(score: Score, host: HostProtocol, wanted: tuple[int, ...] | None) -> None:
    for event in host.events():
        if isinstance(event, Snapshot) and event.values == wanted:
            score.heard += 1
        else:
            score.false += 1


def _at_the_board(size: int, rng: random.Random) -> Score:
    score = Score()
    board = Firmware(b"boardid!", 1, BUILD, 60_000)
    now = 0
    while score.rubbish < size:
        picture = bytes((score.sent % 251 + 1, score.sent // 251 % 251 + 1, 7)) * 91
        score.sent += 1
        good = frame(messages.LIGHTS, score.sent, messages.lights(picture))
        bad = rubbish(rng, good)
        score.rubbish += len(bad)
        now += 20
        board.receive(bad, now)
        score.false += board.held or _shows_new(board, now)
        now += 20
        board.receive(good, now)
        score.heard += board.picture(now) == picture
    return score


def _shows_new(board: Firmware, now: int) -> bool:
    return board.picture(now) is not None and now > 20  # the first one is the dark of the beginning


def main(arguments: list[str] | None = None) -> int:
    host, board = run(int(amount(arguments, MEGABYTES, "megabytes", __doc__) * 1e6))
    print(f"fault 4: {host.text('host')}; {board.text('board')}")
    return 0 if host.ok and board.ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
