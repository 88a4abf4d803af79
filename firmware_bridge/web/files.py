"""The page's own files, read once: what is not in the list does not exist, whatever a path looks like."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware_bridge.web.responses import answer

if TYPE_CHECKING:
    from websockets.http11 import Response

FOLDER: Final = Path(__file__).parent / "static"

_KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Files:
    """Files by name, such as ``app.js`` or ``words/de.json``."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix in _KINDS]
        self._files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        # A new release must not meet an old script in somebody's browser: every file is asked for, few are sent.
        self._tags = {name: f'"{hashlib.sha256(body).hexdigest()[:16]}"' for name, body in self._files.items()}

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def response(self, name: str, known: str | None = None) -> Response:
        """The file; *known* is the tag of the copy that the browser has."""
        tag = self._tags[name]
        kind = _KINDS[Path(name).suffix]
        fresh = known == tag
        status = HTTPStatus.NOT_MODIFIED if fresh else HTTPStatus.OK
        return answer(b"" if fresh else self._files[name], kind, status, cache="no-cache", more={"ETag": tag})
