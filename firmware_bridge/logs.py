"""Logs that journald can search, and that cannot fill a card: a line that keeps coming is counted instead."""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

JOURNALD: Final = "/run/systemd/journal/socket"
BURST: Final = 10  # lines from one place in the code in one interval
INTERVAL: Final = 30.0  # seconds
MOST_PLACES: Final = 500  # places that are counted; there are fewer in the code

_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))


class RateLimit(logging.Filter):
    """Lets some lines from each place pass in each interval, and says how many it kept back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._places: dict[tuple[str, int], list[float]] = {}  # when the interval began, and lines since

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line passes."""
        now, place = self._clock(), (record.pathname, record.lineno)
        if len(self._places) > MOST_PLACES:
            self._places.clear()
        counted = self._places.setdefault(place, [now, 0])
        if now - counted[0] >= INTERVAL:
            held = int(counted[1]) - BURST
            counted[:] = [now, 0]
            if held > 0:
                record.msg, record.args = f"{record.getMessage()} ({held} lines like this were left out)", ()
        counted[1] += 1
        return counted[1] <= BURST


class JournaldHandler(logging.Handler):
    """Sends records with their fields, so that ``journalctl YINSH_PART=keeper`` finds them."""

    def __init__(self, address: str = JOURNALD) -> None:
        super().__init__()
        self._address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)

    def emit(self, record: logging.LogRecord) -> None:
        """One datagram for each record."""
        fields = {
            "MESSAGE": self.format(record),
            "PRIORITY": str(next((number for level, number in _PRIORITIES if record.levelno >= level), 7)),
            "SYSLOG_IDENTIFIER": "yinsh-board",
            "YINSH_PART": record.name.rpartition(".")[2],
            "CODE_FILE": record.pathname,
            "CODE_LINE": str(record.lineno),
        }
        try:
            self._line.sendto(b"".join(_field(name, value) for name, value in fields.items()), self._address)
        except OSError:
            print(fields["MESSAGE"], file=sys.stderr)  # noqa: T201 - systemd takes this up as well

    def close(self) -> None:
        """Let go of the socket."""
        self._line.close()
        super().close()


def set_up(*, quiet: bool = False, environ: Mapping[str, str] = os.environ) -> None:
    """Log to journald below systemd, else to the terminal."""
    service = "JOURNAL_STREAM" in environ and os.path.exists(JOURNALD)  # noqa: PTH110 - a socket, no file
    handler: logging.Handler = JournaldHandler() if service else logging.StreamHandler(sys.stdout)
    handler.addFilter(RateLimit())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, format="%(message)s", handlers=[handler])


def _field(name: str, value: str) -> bytes:
    """A line, or a block with its length where the value has lines of its own."""
    data = value.encode(errors="replace")
    if b"\n" not in data:
        return name.encode() + b"=" + data + b"\n"
    return name.encode() + b"\n" + len(data).to_bytes(8, "little") + data + b"\n"
