"""Which path is answered with what. Only GET, only these."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, unquote, urlsplit

from firmware_bridge.web.responses import error, redirect

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from websockets.http11 import Response

    from firmware_bridge.web.files import Files

    Answer = Callable[[dict[str, str]], Awaitable[Response]]

PAGES: Final = ("play", "watch", "panel")
LONGEST_PATH: Final = 1024
MOST_FIELDS: Final = 8  # in a query


class Routes:
    """Paths and their answers."""

    def __init__(self, files: Files, *, virtual: bool) -> None:
        self.files = files
        self.virtual = virtual
        self._answers: list[tuple[re.Pattern[str], Answer]] = []

    def add(self, pattern: str, answer: Answer) -> None:
        """Answer paths that match as a whole; named groups and the query are passed on as one dictionary."""
        self._answers.append((re.compile(pattern, re.ASCII), answer))

    async def response(self, target: str, known: str | None = None) -> Response:
        """The answer to a request for *target*; *known* is the tag of the browser's copy."""
        if len(target) > LONGEST_PATH:
            return error(HTTPStatus.REQUEST_URI_TOO_LONG, "that path is too long")
        try:
            parts = urlsplit(target)
            path, query = unquote(parts.path, errors="strict"), parse_qs(parts.query, max_num_fields=MOST_FIELDS)
        except ValueError:
            return error(HTTPStatus.BAD_REQUEST, "that is no path")
        page = self._page(path, known)
        if page is not None:
            return page
        for pattern, answer in self._answers:
            if found := pattern.fullmatch(path):
                return await answer({**{k: v[0] for k, v in query.items()}, **found.groupdict()})
        return error(HTTPStatus.NOT_FOUND, "there is nothing here", "/watch shows the game")

    def _page(self, path: str, known: str | None) -> Response | None:
        if path == "/":
            if not self.virtual:
                return redirect("/watch")
            path = "/play"
        use = path.removeprefix("/")
        if use in PAGES:
            name = next((n for n in (f"{use}.html", "index.html") if n in self.files), None)
            return self.files.response(name, known) if name else None
        name = path.removeprefix("/static/")
        if name != path and name in self.files:
            return self.files.response(name, known)
        return None
