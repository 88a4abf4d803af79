"""Answers to GET requests, with the headers that keep a browser strict."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from websockets.datastructures import Headers
from websockets.http11 import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Only what this server sends is run, shown or connected to, and nobody may put the page into a frame.
CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
#: Pictures may bring styles of their own: an animation is nothing else. They run nothing all the same.
PICTURE_CSP: Final = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def answer(
    body: bytes | str,
    kind: str = "application/json",
    status: HTTPStatus = HTTPStatus.OK,
    *,
    cache: str = "no-store",
    more: Mapping[str, str] | None = None,
) -> Response:
    """A response; *more* are headers that only this one has."""
    content = body.encode() if isinstance(body, str) else body
    text = kind.startswith("text/") or kind == "application/json"
    policy = PICTURE_CSP if kind == "image/svg+xml" else CSP
    fields = {
        "Content-Type": f"{kind}; charset=utf-8" if text else kind,
        "Content-Length": str(len(content)),
        "Content-Security-Policy": policy,
        "Cache-Control": cache,
        "Connection": "close",
        **_ALWAYS,
        **(more or {}),
    }
    return Response(status.value, status.phrase, Headers(fields), content)


def json_answer(value: Any) -> Response:
    """A value as JSON."""
    return answer(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def error(status: HTTPStatus, text: str, cure: str = "") -> Response:
    """What went wrong, and what to do."""
    more = {"Allow": "GET"} if status is HTTPStatus.METHOD_NOT_ALLOWED else {}
    return answer(json.dumps({"error": text, "cure": cure}), status=status, more=more)


def redirect(path: str) -> Response:
    """Go there instead."""
    return answer("", "text/plain", HTTPStatus.FOUND, more={"Location": path})
