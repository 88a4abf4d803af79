"""What spectators see of the table: one value for JSON, made anew at every change and sent whole.

Of the game, it shows what the journal has confirmed; of the hands, what the lights show.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.palettes import PALETTES
from firmware_bridge.points import indices
from firmware_bridge.scene import Coach
from yinsh_core import rules
from yinsh_core.colors import Color
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_bridge.look import Look
    from firmware_bridge.table import Table
    from hardware.config import BoardConfig
    from hardware.protocols import Rgb
    from hardware.virtual import VirtualBoard
    from yinsh_core import Position

VERSION: Final = 1  # of these messages
LANGUAGES: Final = ("de", "en", "fr", "it", "nl", "es", "pl")


def hello_of(config: BoardConfig, *, virtual: bool, trusted: bool, address: str | None) -> dict[str, Any]:
    """What hardly ever changes while a page is open."""
    return {
        "type": "hello",
        "version": VERSION,
        "virtual": virtual,
        "sensing": str(config.board.sensing),
        "board": config.board.name,
        "open": trusted,
        "address": address,
        "palettes": list(PALETTES),
        "variants": ["standard", "blitz"],
        "languages": list(LANGUAGES),
        "points": [point.name for point in POINTS],
        "xy": [[round(point.x, 4), round(point.y, 4)] for point in POINTS],
    }


def state_of(table: Table, game: int, look: Look, palette: str, now: float) -> dict[str, Any]:
    """Everything that a page shows, apart from light and wood.

    *game* is the number under which it is archived, *palette* the configured one.
    """
    status, scene = table.status, table.scene
    return {
        "type": "state",
        "game": game_of(table, game),
        "status": {
            "kind": status.kind,
            "difference": [{"point": d.point, "expected": d.expected} for d in status.difference],
            "candidates": list(status.candidates),
        },
        "destinations": [{"point": POINTS[d.point].name, "own": d.own, "other": d.other} for d in scene.destinations],
        "faults": table.faults,
        "flips": [POINTS[p].name for p in indices(scene.flips)],
        "clock": clock_of(table, now),
        "settings": {
            "coach": int(Coach(table.coach)),
            "palette": look.palette or palette,
            "brightness": look.brightness,
            "sound": look.sound,
            "paused": table.paused,
        },
        "offline": scene.offline,
        "unsaved": scene.unsaved,
    }


def game_of(table: Table, number: int) -> dict[str, Any]:
    """The game as confirmed."""
    states, actions, _ = table.shown
    sides = [side.capitalize() for side in table.game.sides]
    return {
        "id": number if actions else None,
        "name": table.game.name,
        "variant": table.book.variant,
        "players": [table.match.headers.get(side, name) for side, name in zip(sides, table.book.players, strict=True)],
        "actions": [str(action) for action in actions],
        "outcome": outcome_of(table),
        **position_of(states[-1]),
    }


def position_of(position: Position) -> dict[str, Any]:
    """A position of YINSH."""
    return {
        "to_act": str(position.to_act),
        "phase": str(position.phase),
        "rings": _by_side(position.rings),
        "markers": _by_side(position.markers),
        "captures": list(position.captures),
        "pool": position.pool,
    }


def outcome_of(table: Table) -> dict[str, str | None] | None:
    """How the game ended, if it did."""
    if table.shown.ended:
        winner, _, reason = table.shown.ended.partition(" wins: ")
        return {"winner": winner, "reason": reason}
    outcome = rules.outcome(table.shown.states[-1])
    if outcome is None:
        return None
    return {"winner": None if outcome.winner is None else str(outcome.winner), "reason": str(outcome.reason)}


def clock_of(table: Table, now: float) -> dict[str, Any] | None:
    """The clock, if there is one; whose time runs has lost since then what a page counts by itself."""
    clock = table.clock
    if clock is None:
        return None
    return {
        "mode": clock.control.mode,
        "initial": clock.control.initial,
        "increment": clock.control.increment,
        "remaining": [round(seconds, 2) for seconds in clock.left(now)],
        "running": clock.running,
        "flagged": clock.flagged,
    }


def lights_of(colors: Iterable[Rgb]) -> dict[str, Any]:
    """The light of this moment: six digits for each point, then for each ring place."""
    return {"type": "lights", "colors": bytes(chain.from_iterable(colors)).hex()}


def sound_of(tones: Iterable[tuple[float, float]]) -> dict[str, Any]:
    """What the buzzer of a virtual board would play: hertz and seconds, 0 hertz for a rest."""
    return {"type": "sound", "tones": [list(tone) for tone in tones]}


def board_of(board: VirtualBoard, world: dict[str, Any]) -> dict[str, Any]:
    """The wood: what stands where, bottom to top, what the hand holds, what lies beside the board."""
    return {
        "type": "board",
        "world": world,
        "pieces": {point.name: [piece.name for piece in stack] for point, stack in board.contents.items()},
        "hand": [piece.name for piece in board.hand.holding],
        "supply": dict(board.supply),
    }


def _by_side(pair: Iterable[Iterable[Any]]) -> dict[str, list[str]]:
    return {str(color): [str(point) for point in points] for color, points in zip(Color, pair, strict=True)}
