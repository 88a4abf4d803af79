"""Fault 17: hangs and crashes: ``python -m tests.faults.restart [TIMES]``.

A small service manager of our own does what systemd would: it starts the daemon, listens for READY and WATCHDOG, and
restarts it for ever. The daemon is stopped in its tracks or killed in turn. It must be noticed and up again each time,
with the game as it was.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import FILE, SqliteJournal
from tests.amounts import amount
from tests.firmware_bridge.disk_layer import ROOT

TIMES = 20
WATCHDOG = 1.0  # seconds
READY = 30.0  # seconds, on a busy machine; what it took is printed


class Manager:
    """Starts one daemon at a time and listens to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(str(folder / "notify"))

    def hears(self, word: bytes, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.line.settimeout(left)
            try:
                if word in self.line.recv(4096).split(b"\n"):
                    return True
            except TimeoutError:
                break
        return False

    def start(self) -> subprocess.Popen[bytes]:
        environ = {"NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": str(int(WATCHDOG * 1e6))}
        command = [sys.executable, "-m", "firmware_bridge", "run", "--simulate", "--no-web", "--quiet"]
        return subprocess.Popen(
            [*command, "--state", str(self.folder)],
            cwd=ROOT,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
        )


def run(times: int) -> tuple[int, int, float, int]:
    """Hangs noticed, starts that came up, the longest start, and entries of the game at the end."""
    noticed = up = 0
    longest = 0.0
    with tempfile.TemporaryDirectory(prefix="y") as name:
        folder = Path(name)
        journal = SqliteJournal(folder / FILE)
        for entry in (Entry(EntryKind.NEW, "standard"), Entry(EntryKind.ACT, "F6"), Entry(EntryKind.ACT, "E5")):
            journal.append(entry)
        journal.close()
        manager = Manager(folder)
        for number in range(times):
            began = time.monotonic()
            process = manager.start()
            up += manager.hears(b"READY=1", READY)
            longest = max(longest, time.monotonic() - began)
            manager.hears(b"WATCHDOG=1", 3 * WATCHDOG)
            if number % 2 == 0:
                process.send_signal(signal.SIGSTOP)
                manager.hears(b"WATCHDOG=1", 0.05)  # one may have been on its way
                noticed += not manager.hears(b"WATCHDOG=1", 2 * WATCHDOG)
            process.kill()
            process.wait()
        manager.line.close()
        journal = SqliteJournal(folder / FILE)
        kept = len(journal.entries())
        journal.close()
    return noticed, up, longest, kept


def main(arguments: list[str] | None = None) -> int:
    times = max(2, int(amount(arguments, TIMES, "times", __doc__)))  # both ways
    noticed, up, longest, kept = run(times)
    hangs = (times + 1) // 2
    print(
        f"fault 17: {noticed} of {hangs} hangs noticed, {up} of {times} starts came up, "
        f"the slowest in {longest:.2f} s; {3 - kept} entries of the game lost"
    )
    return (noticed, up, kept) != (hangs, times, 3)


if __name__ == "__main__":
    sys.exit(main())
