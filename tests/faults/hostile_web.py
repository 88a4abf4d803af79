"""Fault 16: hostile visitors of the page: ``python -m tests.faults.hostile_web [TIMES]``.

Strange bytes instead of requests, paths that lead astray, foreign names and origins, requests without end, messages
that are none, nearly right or far too many, orders without a token: the page must answer each with a refusal or
nothing, log no error, and the game must stay as it was. Everything is seeded and happens on this computer.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import asyncio
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from firmware_bridge.web.messages import KINDS, ORDERS
from tests.amounts import amount
from tests.firmware_bridge.web.pages import eventually, site

if TYPE_CHECKING:
    from tests.firmware_bridge.web.pages import Site

TIMES = 3000
REFUSALS = {0, 400, 403, 404, 405, 414, 431, 501}  # 0: no answer at all
POINTS = ["F6", "A1", "Z99", "", "F6\0", "f6", "../F6", 6, None, ["F6"]]
STRANGE: list[Any] = [
    None,
    True,
    -1,
    2**70,
    1e308,
    "",
    "x" * 500,
    "\ud800",
    "\u202e",
    "<script>",
    [],
    {},
    [[]],
    {"a": 1},
]
PATHS = [
    "..",
    ".",
    "%2e%2e",
    "%2f",
    "\\",
    "//",
    "etc",
    "passwd",
    "static",
    "api",
    "games",
    "ws",
    "%00",
    "%ff",
    "~",
    "1.svg",
]


class Errors(logging.Handler):
    """Remembers everything that was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


async def run(times: int, folder: Path, seed: int = 16) -> tuple[Counter[str], list[str]]:
    """What was tried and how it was answered, and what went wrong."""
    rng, answers, errors = random.Random(seed), Counter[str](), Errors()
    logging.getLogger().addHandler(errors)
    try:
        async with site(folder, trust_local=False, max_clients=200) as page:
            page.board.hand.pace = 0
            page.board.hand.put("F6", "white ring")
            await eventually(lambda: bool(page.daemon.bridge.table.shown.actions))
            before = _game(page)
            await _requests(page, rng, times, answers)
            await _messages(page, rng, times, answers)
            await _crowd(page, answers)
            wrong = [] if _game(page) == before else [f"the game changed: {_game(page)}"]
            wrong += [] if not page.daemon.errors else ["the daemon began anew"]
            status, _, _ = await page.get("/api/state")
            wrong += [] if status == 200 else ["the page is gone"]
    finally:
        logging.getLogger().removeHandler(errors)
    return answers, wrong + errors.found


def _game(page: Site) -> tuple[object, ...]:
    table = page.daemon.bridge.table
    settings = (table.coach, table.book.players, table.paused, table.clock, table.book.ended, page.daemon.look)
    return (table.match.actions, table.book.variant, page.board.contents, page.daemon.bridge, *settings)


async def _requests(page: Site, rng: random.Random, times: int, answers: Counter[str]) -> None:
    for _ in range(times):
        kind, request = _request(page.port, rng)
        status, _, body = await page.raw(request)
        answers[f"{kind}: {status or 'silence'}"] += 1
        if status not in REFUSALS:
            raise AssertionError(f"{request[:200]!r} was answered with {status}: {body[:200]!r}")


def _request(port: int, rng: random.Random) -> tuple[str, bytes]:
    host = f"Host: localhost:{port}\r\n"
    kind = rng.choice(("bytes", "path", "host", "origin", "method", "headers"))
    match kind:
        case "bytes":
            return kind, rng.randbytes(rng.randrange(1, 400)) + b"\r\n\r\n"
        case "path":
            path = "/" + "/".join(rng.choice(PATHS) for _ in range(rng.randrange(2, 6)))
            return kind, f"GET {path} HTTP/1.1\r\n{host}\r\n".encode()
        case "host":
            name = rng.choice(
                ("evil.example", "localhost.evil.example", "", "[::1", "10.0.0.1", "a" * 300, "localhost@x")
            )
            return kind, f"GET /api/state HTTP/1.1\r\nHost: {name}\r\n\r\n".encode()
        case "origin":
            name = rng.choice(
                ("http://evil.example", "null", "http://localhost", f"http://localhost:{port}.evil.example")
            )
            path = rng.choice(("/ws", "/", "/api/state"))
            return kind, f"GET {path} HTTP/1.1\r\n{host}Origin: {name}\r\n\r\n".encode()
        case "method":
            word = rng.choice(("POST", "PUT", "DELETE", "TRACE", "CONNECT", "get", "G" * 5000))
            return kind, f"{word} / HTTP/1.1\r\n{host}\r\n".encode()
    junk = rng.choice(
        ("X: y\r\n" * 500, f"X: {'y' * 9000}\r\n", "X\r\n", "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n")
    )
    return kind, f"GET / HTTP/1.1\r\n{host}{junk}\r\n".encode()


async def _messages(page: Site, rng: random.Random, times: int, answers: Counter[str]) -> None:
    """Many messages over few lines: who says too much is let go and comes back."""
    sent = 0
    while sent < times:
        async with page.browser() as browser:
            page.server.desk.backoff.succeeded()
            for _ in range(50):
                text = _message(rng)
                sent += 1
                try:
                    await browser.line.send(text)
                    answers[f"message: {await _answer(browser.line)}"] += 1
                except ConnectionClosed as closed:
                    answers[f"message: closed with {closed.rcvd.code if closed.rcvd else 'nothing'}"] += 1
                    break


async def _answer(line: Any) -> str:
    """The code of the error that a message is answered with; news are passed over."""
    while True:
        answer = json.loads(await line.recv())
        if answer["type"] == "error":
            return str(answer["code"])
        if answer["type"] in {"done", "session", "log", "health"}:
            if answer.get("of") in {"subscribe", "logout"}:
                return f"done ({answer['of']})"
            raise AssertionError(f"answered with {answer}")


def _message(rng: random.Random) -> str | bytes:
    kind = rng.choice(("bytes", "deep", "value", "nearly", "nearly", "nearly", "order", "huge"))
    match kind:
        case "bytes":
            return rng.randbytes(rng.randrange(200))
        case "deep":
            return rng.choice(("[", '{"a":')) * rng.randrange(500)
        case "value":
            return json.dumps(rng.choice(STRANGE))
        case "huge" if rng.random() < 0.1:
            return "x" * rng.randrange(5000, 100_000)
        case "order":
            order = rng.choice(list(ORDERS))
            fields = {name: _valid(name, rng) for name in ORDERS[order]}
            return json.dumps({"type": "order", "order": order, "token": "A" * 43, **fields})
    name = rng.choice([kind for kind in KINDS if kind != "subscribe"])
    fields = {field: rng.choice((rng.choice(STRANGE), rng.choice(POINTS), _valid(field, rng))) for field in KINDS[name]}
    return json.dumps({"type": name, **{k: v for k, v in fields.items() if rng.random() < 0.8}})


def _valid(field: str, rng: random.Random) -> Any:
    """What would be allowed with a token."""
    values = {"names": ["a", "b"], "on": True, "level": 0, "choice": 0, "side": 1, "share": 0.1, "name": "dim"}
    values |= {"mode": "sudden", "initial": 60, "increment": 0, "variant": "blitz", "pin": "0000", "order": "new-game"}
    values |= {"act": "sweep", "point": "F6", "to": "F7", "piece": "ring", "sensing": "rings", "power_cut": True}
    values |= {"noise": 5, "fault": {"kind": "dead", "point": "F6"}, "clear": True, "unplug": True, "token": "x"}
    return values.get(field, rng.random() < 0.5)


async def _crowd(page: Site, answers: Counter[str]) -> None:
    """More lines than there is room for, all with requests that never end; they are gone after a while."""
    lines = []
    page.server.door.most = page.server.door.inside + 20  # a narrow door: a slow machine fills it as well
    while page.server.door.turned_away < 10:
        with suppress(ConnectionError):
            reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
            writer.write(b"GET / HTTP/1.1\r\nHost:")
            lines.append((reader, writer))
    with suppress(ConnectionError, InvalidHandshake, EOFError):
        async with page.browser():
            pass
    answers["crowd: turned away"] += page.server.door.turned_away
    await eventually(lambda: not page.server.door.inside, 30)
    answers["crowd: requests without end let go"] += len(lines) - page.server.door.turned_away
    for _, writer in lines:
        writer.close()


def main(arguments: list[str] | None = None) -> int:
    times = int(amount(arguments, TIMES, "times", __doc__))
    logging.basicConfig(level=logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        answers, wrong = asyncio.run(run(times, Path(folder)))
    refused = sum(answers.values())
    for answer, count in sorted(answers.items()):
        print(f"  {count:6} {answer}")
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    print(
        f"fault 16: {times:,} hostile requests, {times:,} hostile messages, 300 requests without end: "
        f"{refused:,} refused, {len(wrong)} errors or changes of the game, {time.monotonic() - began:.0f} s"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
