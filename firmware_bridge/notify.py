"""What systemd hears of the daemon: that it is ready, how it does, and that it is alive."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Notifier:
    """Sends lines to the service manager; without one, nowhere."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        own = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self.watchdog = int(environ.get("WATCHDOG_USEC", "0")) / 1e6 if own else 0.0  # seconds; 0 for none

    def send(self, *lines: str) -> None:
        """Tell it; a manager that does not listen is no reason to stop."""
        if self._address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.sendto("\n".join(lines).encode(), self._address)


class Pulse:
    """Whether everything has moved since it was last asked: one loop that hangs is a hang."""

    def __init__(self, *counts: int) -> None:
        self._last = counts

    def moved(self, *counts: int) -> bool:
        """Compare with the last counts for which it was so."""
        if any(now == before for now, before in zip(counts, self._last, strict=True)):
            return False
        self._last = counts
        return True
