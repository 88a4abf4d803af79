"""The scorebook: the game under way, and every change of it on its way to the journal.

Each change gives the effects that write it down. What may be told of it is held back until the journal has confirmed
it (:meth:`Scorebook.saved`); :attr:`Scorebook.shown` is the game as far as that goes.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from firmware_bridge.effects import Cue, Effect, NewsKind, Sound, Tell, Write
from firmware_bridge.entries import Entry, EntryKind, SavedGame

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Action, BoardGame, Match, State, Step


class Shown(NamedTuple):
    """A game as the journal has confirmed it."""

    states: tuple[State, ...]
    actions: tuple[Action, ...]
    ended: str = ""  # how it ended, if not by its rules


class _Pending(NamedTuple):
    """An entry on its way to disk, and what may be told once it is there."""

    number: int
    since: float
    news: tuple[Effect, ...]
    shown: Shown


class Scorebook:
    """One game after the other, written down."""

    def __init__(self, game: BoardGame, variant: str) -> None:
        self.game = game
        self.variant = variant
        self.match: Match = game.new(variant)
        self.players = ("", "")
        self.ended = ""  # how the game ended, if not by its rules
        self.begun = False  # whether the journal knows of this game
        self.shown = self._as_it_stands()
        self._numbers = 0
        self._pending: deque[_Pending] = deque()

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return bool(self.ended) or self.game.is_over(self.match.position)

    @property
    def unsaved_since(self) -> float | None:
        """Since when the journal has owed an answer."""
        return self._pending[0].since if self._pending else None

    def resume(self, saved: SavedGame) -> None:
        """Take up a game that the journal tells of."""
        self.match = self.game.new(saved.variant)
        self.variant, self.begun, self.ended = saved.variant, True, ""
        self.match.headers.update(saved.headers)
        if saved.headers.get("Result", "*") != "*":
            self.ended = f"{saved.headers['Result']} wins: {saved.headers.get('Termination', 'agreed')}"
        else:
            self._forget_result()
        for text in saved.actions:
            self.match.push(self.game.parse(text))
        self.shown = self._as_it_stands()

    def turn_over(self, variant: str) -> None:
        """An empty page: the journal hears of this game with its first action."""
        self.variant = variant
        self.match = self.game.new(variant)
        self.begun, self.ended = False, ""
        if not self._pending:
            self.shown = self._as_it_stands()

    def push(self, step: Step, now: float) -> list[Effect]:
        """An action has been done."""
        effects = self._announce(now)
        self.match.push(step.action)
        scenery = self.game.scenery(self.match.positions, self.match.actions)
        news: list[Effect] = [Tell(NewsKind.ACTION, str(step.action))]
        if scenery.over:
            news += [Tell(NewsKind.OVER, self._result()), Sound(Cue.OVER)]
        else:
            news.append(Sound(Cue.ROW if scenery.rows else Cue.DONE))
        return [*effects, self._write(EntryKind.ACT, str(step.action), news, now)]

    def pop(self, count: int, now: float) -> list[Effect]:
        """So many actions are taken back, and with them what was decided otherwise than by the rules."""
        for _ in range(count):
            self.match.pop()
        news: list[Effect] = [Tell(NewsKind.TAKEN_BACK, str(count)), Sound(Cue.BACK)]
        decided, self.ended = self.ended, ""
        effects: list[Effect] = [self._write(EntryKind.BACK, str(count), news, now)]
        if decided:
            effects.append(self._write(EntryKind.HEADER, "Result: *", [], now))
            self._forget_result()
        return effects

    def resign(self, side: int, now: float) -> list[Effect]:
        """This side gives up."""
        winner = self.game.sides[1 - side]
        self.ended = f"{winner} wins: resignation"
        headers = {"Result": winner, "Termination": "resignation"}
        self.match.headers.update(headers)
        result, reason = (f"{name}: {value}" for name, value in headers.items())
        news: list[Effect] = [Tell(NewsKind.OVER, self.ended), Sound(Cue.OVER)]
        return [self._write(EntryKind.HEADER, result, [], now), self._write(EntryKind.HEADER, reason, news, now)]

    def put_away(self, how: str, now: float) -> list[Effect]:
        """The game is archived, decided or not; *how* is said of one that is not."""
        if not self.begun:
            return []
        how = self.ended or (self._result() if self.over else how)
        self.begun = False
        return [self._write(EntryKind.END, how, [Tell(NewsKind.PUT_AWAY, how, {"record": self.match.record()})], now)]

    def name_players(self, names: tuple[str, str], now: float) -> list[Effect]:
        """These two play from now on."""
        self.players = names
        news: list[Effect] = [Tell(NewsKind.CHANGED, f"players: {' and '.join(names)}")]
        return news + (self._write_names(now) if self.begun else [])

    def saved(self, number: int) -> list[Effect]:
        """The journal has made this entry, and all before it, durable: what may be told now."""
        effects: list[Effect] = []
        while self._pending and self._pending[0].number <= number:
            pending = self._pending.popleft()
            effects += pending.news
            self.shown = pending.shown
        if not self._pending:  # a game that was put away has made room for the next
            self.shown = self._as_it_stands()
        return effects

    def _announce(self, now: float) -> list[Effect]:
        if self.begun:
            return []
        self.begun = True
        news: list[Effect] = [Tell(NewsKind.NEW_GAME, self.variant)]
        return [self._write(EntryKind.NEW, self.variant, news, now), *self._write_names(now)]

    def _write_names(self, now: float) -> list[Effect]:
        pairs = zip(self.game.sides, self.players, strict=True)
        names = {side.capitalize(): name for side, name in pairs if name}
        self.match.headers.update(names)
        return [self._write(EntryKind.HEADER, f"{side}: {name}", [], now) for side, name in names.items()]

    def _write(self, kind: EntryKind, text: str, news: list[Effect], now: float) -> Write:
        self._numbers += 1
        self._pending.append(_Pending(self._numbers, now, tuple(news), self._as_it_stands()))
        return Write(self._numbers, Entry(kind, text, self.game.name))

    def _as_it_stands(self) -> Shown:
        return Shown(self.match.positions, self.match.actions, self.ended)

    def _result(self) -> str:
        scenery = self.game.scenery(self.match.positions, self.match.actions)
        return "draw" if scenery.winner is None else f"{self.game.sides[scenery.winner]} wins"

    def _forget_result(self) -> None:
        self.match.headers.pop("Result", None)
        self.match.headers.pop("Termination", None)
