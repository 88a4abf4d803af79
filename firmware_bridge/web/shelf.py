"""Past games for the page: read beside the daemon, some at a time, so that a full archive costs no more than a new one.

These functions read files: call them in a thread.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.archive import KeptGame
from firmware_bridge.entries import Entry, EntryKind, replay
from firmware_bridge.schema import Unusable, connect_to_read
from firmware_bridge.web.animation import animated_svg
from yinsh_core.errors import YinshError
from yinsh_core.record import result_of
from yinsh_core.sgf import write_sgf
from yinsh_core.svg import board_svg

if TYPE_CHECKING:
    from pathlib import Path

MOST: Final = 50  # games in one answer
LAST: Final = 10**18 - 1  # beyond every number, and as long as an address allows

_BEGINNINGS = "SELECT number FROM entries WHERE kind = 'new' AND number < ? ORDER BY number DESC LIMIT ?"
_ENTRIES = """
SELECT at, kind, text, game FROM entries
WHERE number >= ?1 AND number < coalesce((SELECT min(number) FROM entries WHERE kind = 'new' AND number > ?1), ?2)
ORDER BY number
"""

#: The forms in which a game can be had: by the end of its address.
KINDS: Final = {
    "txt": "text/plain",
    "sgf": "application/x-go-sgf",
    "svg": "image/svg+xml",
    "anim.svg": "image/svg+xml",
}


def list_games(path: Path, before: int, limit: int) -> dict[str, Any]:
    """The games that began before a number, the newest first."""
    try:
        with closing(connect_to_read(path)) as db:
            numbers = [number for (number,) in db.execute(_BEGINNINGS, (before, min(limit, MOST)))]
            kept = [_kept(db, number) for number in numbers]
    except (sqlite3.Error, Unusable):
        return {"games": [], "next": None}
    more = len(numbers) == min(limit, MOST)
    return {"games": [summary(game) for game in kept if game], "next": numbers[-1] if more else None}


def find_game(path: Path, number: int) -> KeptGame | None:
    """One game, if it is there and makes sense."""
    try:
        with closing(connect_to_read(path)) as db:
            return _kept(db, number)
    except (sqlite3.Error, Unusable):
        return None


def summary(kept: KeptGame) -> dict[str, Any]:
    """A game in a list."""
    return {
        "id": kept.number,
        "variant": kept.saved.variant,
        "players": list(kept.players),
        "began": kept.began,
        "ended": kept.ended,
        "actions": len(kept.saved.actions),
        "result": kept.result,
        "outcome": _outcome(kept),
    }


def whole(kept: KeptGame) -> dict[str, Any]:
    """A game to replay."""
    return {**summary(kept), "actions": kept.saved.actions}


def written(kept: KeptGame, form: str) -> str:
    """A game in one of the :data:`KINDS`."""
    game = kept.game()
    title = f"YINSH, {' against '.join(filter(None, kept.players)) or kept.began}"
    match form:
        case "txt":
            return game.record()
        case "sgf":
            return write_sgf(game)
        case "svg":
            return board_svg(game.position, title=title)
    return animated_svg(game.positions, title)


def _kept(db: sqlite3.Connection, number: int) -> KeptGame | None:
    rows = list(db.execute(_ENTRIES, (number, LAST)))
    if not rows or rows[0][1] != EntryKind.NEW:
        return None
    saved = replay([Entry(EntryKind(kind), text, game) for _, kind, text, game in rows])
    if saved is None or not saved.actions:
        return None
    kept = KeptGame(number, rows[0][0], rows[-1][0], saved)
    try:
        kept.game()
    except (YinshError, ValueError):
        return None
    return kept


def _outcome(kept: KeptGame) -> dict[str, str | None] | None:
    result, reason = result_of(kept.game())
    if result == "*":
        result, reason = kept.result, (kept.saved.ended or "").partition(": ")[2]
    if result == "*":
        return None
    return {"winner": None if result == "draw" else result, "reason": reason or ""}
