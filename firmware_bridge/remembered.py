"""What people set at the table and expect to find again: lines of text under a name, in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.clocks import Clock
from firmware_bridge.scene import Coach

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from firmware_bridge.table import Table


def recall(table: Table, settings: Mapping[str, str]) -> list[str]:
    """Set the table as it was left; what cannot be read is left out, and said."""
    problems = []
    for name, set_up in _SETTINGS.items():
        if name in settings:
            try:
                set_up(table, settings[name])
            except (KeyError, ValueError) as error:
                problems.append(f"{name} was {settings[name]!r}, which cannot be read: {error}")
    return problems


def _coach(table: Table, text: str) -> None:
    table.coach = Coach[text.upper()]


def _players(table: Table, text: str) -> None:
    white, black = text.split("\n")
    table.book.players = (white, black)


def _clock(table: Table, text: str) -> None:
    table.clock = Clock.parse(text) if text else None


def _variant(table: Table, text: str) -> None:
    if text not in table.game.variants:
        raise ValueError(f"{table.game.name} has {', '.join(table.game.variants)}")
    table.book.variant = text


_SETTINGS: dict[str, Callable[[Table, str], None]] = {
    "variant": _variant,
    "coach": _coach,
    "players": _players,
    "clock": _clock,
}
