"""The daemon and the browser that tests and screenshots use."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PATIENCE = 20.0  # seconds: only a broken test waits so long


class Daemon:
    """A daemon with a virtual board, in a process of its own."""

    def __init__(
        self, state: Path, *, port: int | None = None, host: str = "127.0.0.1", config: Path | None = None
    ) -> None:
        self.port = port or free_port()
        self.state = state
        command = [sys.executable, "-u", "-m", "firmware_bridge", "run", "--simulate", "--state", str(state)]
        command += ["--host", host, "--port", str(self.port)]
        command += ["--config", str(config)] if config else []
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.pin = ""
        found: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, args=(found,), daemon=True)
        self._reader.start()
        found.get(timeout=PATIENCE)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        if self.process.stdout:
            self.process.stdout.close()

    def _read(self, found: Queue[str]) -> None:
        for line in self.process.stdout or ():
            if pin := re.search(r"PIN of this board's panel: (\d+)", line):
                self.pin = pin[1]
            if f":{self.port}/" in line:
                found.put(line)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
