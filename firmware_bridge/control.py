"""A socket in the file system, for the commands that ask a running daemon: one line there, one line back."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Answer = dict[str, Any]

NAME: Final = "control"
SERVICE: Final = Path("/run/yinsh-board")  # the folder that systemd makes for the service
PATIENCE: Final = 3.0  # seconds that either side waits for the other
MOST_BYTES: Final = 256 * 1024
_CREDENTIALS: Final = struct.Struct("3i")  # process, user and group, as the kernel gives them

_log = logging.getLogger(__name__)


class NoAnswer(OSError):
    """No daemon answers; the message says which was asked."""


def folders(state: Path, environ: Mapping[str, str] = os.environ) -> list[Path]:
    """Where a daemon may listen, the likeliest first: below systemd, or on its own."""
    given = environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    return [Path(given)] if given else [state, SERVICE]


class Control:
    """Answers questions of people on this computer; what changes something, only root and the daemon's own user."""

    def __init__(self, ask: Mapping[str, Callable[[], Answer]], do: Mapping[str, Callable[[], Answer]]) -> None:
        self._ask = ask
        self._do = do
        self._path: Path | None = None
        self._server: asyncio.Server | None = None

    async def open(self, folder: Path) -> None:
        """Listen; a folder that does not allow it is told, and the daemon works without."""
        self._path = folder / NAME
        try:
            self._path.unlink(missing_ok=True)
            self._server = await asyncio.start_unix_server(self._serve, self._path, limit=1024)
            self._path.chmod(0o666)
        except OSError as error:
            _log.warning("yinsh-board status and reload cannot reach this daemon: %s: %s", self._path, error)

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None and self._path is not None:
            self._server.close()
            self._server = None
            self._path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, ValueError):
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
            writer.write(json.dumps(self.answer(line.decode().strip(), _user(writer))).encode() + b"\n")
            await asyncio.wait_for(writer.drain(), PATIENCE)
        writer.close()

    def answer(self, word: str, user: int) -> Answer:
        """What to say to a user's word."""
        if word in self._ask:
            return self._ask[word]()
        if word not in self._do:
            return {"error": f"unknown word {word!r} (known: {', '.join([*self._ask, *self._do])})"}
        if user not in {0, os.geteuid()}:
            return {"error": f"{word} is for root and the daemon's own user; put sudo in front"}
        return self._do[word]()


def ask(word: str, places: list[Path]) -> Answer:
    """The answer of the first daemon that listens in one of these folders; :class:`NoAnswer` if none does."""
    for folder in places:
        with suppress(FileNotFoundError, ConnectionRefusedError, PermissionError):
            return _exchange(word, folder / NAME)
    raise NoAnswer(f"no daemon listens in {' or '.join(map(str, places))}")


def _exchange(word: str, path: Path) -> Answer:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(PATIENCE)
        try:
            line.connect(str(path))
            line.sendall(word.encode() + b"\n")
            with line.makefile("rb") as file:
                answer = json.loads(file.readline(MOST_BYTES))
        except (TimeoutError, ValueError) as error:
            raise NoAnswer(f"the daemon at {path} does not answer: {error}") from error
    if not isinstance(answer, dict):
        raise NoAnswer(f"the daemon at {path} answers nonsense")
    return answer


def _user(writer: asyncio.StreamWriter) -> int:
    peer: socket.socket = writer.get_extra_info("socket")
    _, user, _ = _CREDENTIALS.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
    return int(user)
