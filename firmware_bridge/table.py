"""The table: the one owner of the game and of all that belongs to it.

Settled boards, orders and the journal's answers come in; effects go out: what to write, to tell, to play. The
lights follow from :attr:`Table.scene`. Nothing here waits, reads a clock or touches a device. What is told and
shown of the game is what the journal has confirmed; what the hands do next is understood at once all the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import singledispatchmethod
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from firmware_bridge import orders
from firmware_bridge.clocks import Clock
from firmware_bridge.effects import Cue, Effect, NewsKind, Sound, Tell, Write
from firmware_bridge.entries import Entry, EntryKind, SavedGame
from firmware_bridge.points import indices
from firmware_bridge.reader import Reader
from firmware_bridge.scene import Coach, Scene
from firmware_bridge.sight import Sight
from firmware_bridge.stage import Knowledge, stage
from firmware_bridge.verdicts import Kind, Timing, Verdict
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Action, BoardGame, Match, State, Step
    from firmware_bridge.evidence import Explanation
    from hardware.protocols import Sensing

_MAX_COMMITS = 16  # verdicts acted on at once; two quick players need two
_SLEEP = 300.0  # seconds without a touch after which the board sleeps
_HINT = 6.0  # seconds that a hint is shown
_UNSAVED = 1.0  # seconds without an answer from the journal before the players are told


@dataclass(frozen=True, slots=True)
class Difference:
    """One point that does not look as it should."""

    point: str
    expected: str  # what should be there, in words

    def __str__(self) -> str:
        return f"{self.point}: {self.expected}"


class Status(NamedTuple):
    """What the players see: ``waiting``, ``wrong``, ``question``, ``correction``, ``offered`` or ``over``."""

    kind: str
    difference: tuple[Difference, ...] = ()
    candidates: tuple[str, ...] = ()

    def __str__(self) -> str:
        inside = ", ".join([str(d) for d in self.difference] + list(self.candidates))
        return f"{self.kind}({inside})" if inside else self.kind


class _Pending(NamedTuple):
    """An entry on its way to disk, and what may be told once it is there."""

    number: int
    since: float
    news: tuple[Effect, ...]
    states: tuple[State, ...]
    actions: tuple[Action, ...]


class Table:
    """One game on one board."""

    def __init__(
        self, game: BoardGame, sensing: Sensing, *, variant: str = "standard", timing: Timing | None = None
    ) -> None:
        self.game = game
        self.match: Match = game.new(variant)
        self.variant = variant
        self.players = ("", "")
        self.coach = Coach.CONSEQUENCES
        self.paused = False
        self.clock: Clock | None = None
        self.ended = ""  # how the game ended, if not by its rules
        self.reader = Reader(Sight(game, sensing), timing)
        self.scene = Scene()
        self.verdict = Verdict(Kind.AGREED)
        self._asked = 0.0
        self._hint: tuple[int, int] | None = None
        self._hint_until = -inf
        self._numbers = 0
        self._pending: deque[_Pending] = deque()
        self._shown: tuple[tuple[State, ...], tuple[Action, ...]] = (self.match.positions, ())
        self._begun = False  # whether the journal knows of this game
        self._unsaved = False
        self._offline = False
        self._refresh_at = -inf
        self._told_status = Status("waiting")
        self._told_faults = 0

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.match.position

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return bool(self.ended) or self.game.is_over(self.state)

    @property
    def shown(self) -> tuple[tuple[State, ...], tuple[Action, ...]]:
        """The states and actions that the journal has confirmed."""
        return self._shown

    @property
    def status(self) -> Status:
        """What the players see of the reader's verdict."""
        verdict = self.verdict
        if verdict.kind in (Kind.WRONG, Kind.CORRECTION, Kind.OFFERED):
            return Status(verdict.kind.value, difference=self._differences(verdict))
        if verdict.kind is Kind.QUESTION:
            answers = (_answer_text(e) for e in verdict.candidates)
            return Status("question", candidates=tuple(answers))
        return Status("over" if self.over else "waiting")

    @property
    def faults(self) -> dict[str, str]:
        """The sensors that are not trusted, by point, each with its fault in words."""
        found = {
            POINTS[p].name: "does not show what stands there: stuck or dead" for p in indices(self.reader.suspected)
        }
        return found | {POINTS[p].name: "flickers" for p in indices(self.reader.noisy)}

    def begin(self, now: float, saved: SavedGame | None = None) -> list[Effect]:
        """Take up a saved game, or begin a new one with the board as it is."""
        if saved is None or saved.ended is not None or not saved.actions:
            self._fresh_game(now)
            return []
        self.match = self.game.new(saved.variant)
        self.variant, self._begun, self.ended = saved.variant, True, ""
        self.match.headers.update(saved.headers)
        if saved.headers.get("Result", "*") != "*":
            self.ended = f"{saved.headers['Result']} wins: {saved.headers.get('Termination', 'agreed')}"
        else:
            _go_on(self.match.headers)
        for text in saved.actions:
            self.match.push(self.game.parse(text))
        self._shown = (self.match.positions, self.match.actions)
        self.reader.resume(self.state, now, offer=True)
        self._renew(now)
        return []

    def see(self, levels: tuple[int, ...], now: float, noisy: int = 0, *, restless: bool = False) -> list[Effect]:
        """Take in a settled board."""
        if self._offline:
            self._offline = False
            self._renew(now)
        if self.paused:
            return []
        self.reader.see(levels, now, noisy, restless=restless)
        return self._react(now)

    def tick(self, now: float) -> list[Effect]:
        """Let time pass; next to free while nothing is due."""
        flag = self._run_clock(now) if self.clock else []
        if self._pending and not self._unsaved and now - self._pending[0].since >= _UNSAVED:
            self._unsaved = True
            self._renew(now)
        if now >= self._refresh_at:
            self._renew(now)
        if self.paused or not self.reader.levels:
            return flag
        return flag + self._react(now)

    def lost_board(self, now: float) -> None:
        """The sensors are not heard: nothing is inferred until they are."""
        if not self._offline:
            self._offline = True
            self._renew(now)

    def saved(self, number: int, now: float) -> list[Effect]:
        """The journal has made this entry, and all before it, durable."""
        effects: list[Effect] = []
        while self._pending and self._pending[0].number <= number:
            pending = self._pending.popleft()
            effects += pending.news
            self._shown = (pending.states, pending.actions)
        if not self._pending:  # a game that was put away has made room for the next
            self._shown = (self.match.positions, self.match.actions)
        self._unsaved = False
        self._renew(now)
        return effects

    def obey(self, order: orders.Order, now: float) -> list[Effect]:
        """Carry out an order; :class:`~firmware_bridge.orders.Refused` says why not."""
        effects = self._carry_out(order, now)
        self._renew(now)
        return effects

    @singledispatchmethod
    def _carry_out(self, order: object, now: float) -> list[Effect]:
        raise TypeError(f"not an order: {order!r}, at {now}")

    def _run_clock(self, now: float) -> list[Effect]:
        """Charge whoever is to act, as announced; tell of a flag that falls."""
        states, actions = self._shown
        stands_still = not actions or self.over or self.paused or self._offline or self.verdict.kind is Kind.CORRECTION
        side = None if stands_still else self.game.side_to_act(states[-1])
        if self.clock is None or not self.clock.follow(side, len(actions), now) or side is None:
            return []
        self._renew(now)
        return [Tell(NewsKind.FLAG, f"{self.game.sides[side]} has no time left"), Sound(Cue.FLAG)]

    def _react(self, now: float) -> list[Effect]:
        """Act on the reader's verdict until it wants nothing more."""
        effects: list[Effect] = []
        for _ in range(_MAX_COMMITS):
            before = self.verdict
            verdict = self.reader.decide(self.match.positions, now, over=bool(self.ended))
            if verdict is before:
                return effects if self.reader.masked == self._told_faults else effects + self._noticed(now)
            self.verdict = verdict
            if verdict.kind is Kind.COMMIT:
                effects += self._commit(verdict, now)
            elif verdict.kind is Kind.SWEPT:
                effects += self._put_away("swept", now)
                self._fresh_game(now)
            elif verdict.kind is Kind.ANOTHER:
                effects += self._put_away("abandoned", now)
                self._fresh_game(now, rings=True)
            else:
                break
        return effects + self._noticed(now)

    def _commit(self, verdict: Verdict, now: float) -> list[Effect]:
        effects = self._pop(verdict.back, now) if verdict.back else []
        done = list(verdict.steps)
        for step in done:
            effects += self._push(step, now)
        while (forced := self._forced(self.state)) is not None:
            effects += self._push(forced, now)
        self.reader.rebase(self.match.positions, verdict, now)
        self._hint_until = -inf
        return effects

    def _forced(self, state: State) -> Step | None:
        """The only legal action, if the board shows nothing of it."""
        steps = self.game.steps(state)
        return steps[0] if len(steps) == 1 and not steps[0].changes else None

    def _push(self, step: Step, now: float) -> list[Effect]:
        effects = self._announce_game(now)
        self.match.push(step.action)
        scenery = self.game.scenery(self.match.positions, self.match.actions)
        news: list[Effect] = [Tell(NewsKind.ACTION, str(step.action))]
        if scenery.over:
            news += [Tell(NewsKind.OVER, self._result()), Sound(Cue.OVER)]
        else:
            news.append(Sound(Cue.ROW if scenery.rows else Cue.DONE))
        return [*effects, self._write(EntryKind.ACT, str(step.action), news, now)]

    def _pop(self, count: int, now: float) -> list[Effect]:
        for _ in range(count):
            self.match.pop()
        news: list[Effect] = [Tell(NewsKind.TAKEN_BACK, str(count)), Sound(Cue.BACK)]
        return [self._write(EntryKind.BACK, str(count), news, now)]

    def _announce_game(self, now: float) -> list[Effect]:
        """The journal hears of a game with its first action."""
        if self._begun:
            return []
        self._begun = True
        effects: list[Effect] = [self._write(EntryKind.NEW, self.variant, [Tell(NewsKind.NEW_GAME, self.variant)], now)]
        self.match.headers.update(self._names())
        effects += [self._write(EntryKind.HEADER, f"{k}: {v}", [], now) for k, v in self._names().items()]
        return effects

    def _names(self) -> dict[str, str]:
        names = zip(self.game.sides, self.players, strict=True)
        return {side.capitalize(): name for side, name in names if name}

    def _put_away(self, how: str, now: float) -> list[Effect]:
        if not self._begun:
            return []
        how = self.ended or (self._result() if self.game.is_over(self.state) else how)
        self._begun = False
        details: dict[str, Any] = {"record": self.match.record()}
        return [self._write(EntryKind.END, how, [Tell(NewsKind.PUT_AWAY, how, details)], now)]

    def _fresh_game(self, now: float, *, rings: bool = False) -> None:
        """Another game; with *rings*, those on the board are its first."""
        self.match = self.game.new(self.variant)
        self._begun, self.ended = False, ""
        self.clock = self.clock and self.clock.anew()
        if not self._pending:
            self._shown = (self.match.positions, ())
        if any(self.reader.levels) and not rings:
            self.reader.resume(self.state, now)
        else:
            self.reader.begin(self.state, now)
        self._renew(now)

    def _result(self) -> str:
        scenery = self.game.scenery(self.match.positions, self.match.actions)
        return "draw" if scenery.winner is None else f"{self.game.sides[scenery.winner]} wins"

    def _write(self, kind: EntryKind, text: str, news: list[Effect], now: float) -> Write:
        self._numbers += 1
        self._pending.append(_Pending(self._numbers, now, tuple(news), self.match.positions, self.match.actions))
        return Write(self._numbers, Entry(kind, text, self.game.name))

    def _noticed(self, now: float) -> list[Effect]:
        """Tell of a new status and of new faults."""
        effects: list[Effect] = []
        status = self.status
        if status.kind != self._told_status.kind:
            self._asked = now
        if status != self._told_status:
            effects.append(Tell(NewsKind.STATUS, str(status)))
            cue = {"wrong": Cue.WRONG, "question": Cue.QUESTION}.get(status.kind)
            effects += [Sound(cue)] if cue and status.kind != self._told_status.kind else []
            self._told_status = status
        fresh = self.reader.masked & ~self._told_faults
        self._told_faults = self.reader.masked
        named = self.faults
        effects += [Tell(NewsKind.FAULT, f"{POINTS[p]} {named[POINTS[p].name]}") for p in indices(fresh)]
        self._renew(now)
        return effects

    def _differences(self, verdict: Verdict) -> tuple[Difference, ...]:
        contents = self.game.contents(self.state if verdict.base is None else verdict.base)
        return tuple(Difference(POINTS[p].name, self.game.describe(contents[p])) for p in indices(verdict.wrong))

    def _renew(self, now: float) -> None:
        """Work out what the lights should show, and until when that holds."""
        asleep = now - max(self.reader.changed, self.reader.since) >= _SLEEP
        known = Knowledge(
            self.game,
            self.reader,
            self.verdict,
            self._shown,
            self.over,
            self.coach,
            self._asked,
            hint=self._hint if now < self._hint_until else None,
            asleep=asleep,
            paused=self.paused,
            unsaved=self._unsaved,
            offline=self._offline,
            flagged=self.clock.flagged if self.clock else None,
        )
        self.scene, until = stage(known, now)
        if now < self._hint_until:
            until = min(until, self._hint_until)
        wakes = max(self.reader.changed, self.reader.since) + _SLEEP
        self._refresh_at = min(until, inf if asleep else wakes)

    @_carry_out.register(orders.NewGame)
    def _new_game(self, order: orders.NewGame, now: float) -> list[Effect]:
        variant = order.variant
        if variant not in self.game.variants:
            raise orders.Refused(f"no such variant: {variant!r} ({', '.join(self.game.variants)})", "no-such-variant")
        effects = self._put_away("abandoned", now)
        self.variant = variant
        self._fresh_game(now)
        return effects

    @_carry_out.register(orders.TakeBack)
    def _take_back(self, _: orders.TakeBack, now: float) -> list[Effect]:
        if not self.match.actions:
            raise orders.Refused("there is nothing to take back: the game has not begun", "nothing-to-take-back")
        effects = self._pop(self._shortest_way_back(), now)
        if self.ended:
            self.ended = ""
            effects.append(self._write(EntryKind.HEADER, "Result: *", [], now))
            _go_on(self.match.headers)
        self.reader.resume(self.state, now)
        return effects + self._react(now)

    def _shortest_way_back(self) -> int:
        """How many actions lead back to a choice: what was forced is taken back with the action before it."""
        states = self.match.positions
        return next((n for n in range(1, len(states)) if self._forced(states[-1 - n]) is None), 1)

    @_carry_out.register(orders.Resign)
    def _resign(self, order: orders.Resign, now: float) -> list[Effect]:
        if self.over or not self._begun:
            raise orders.Refused("there is no game to resign", "no-game")
        winner = self.game.sides[1 - order.side]
        self.ended = f"{winner} wins: resignation"
        headers = {"Result": winner, "Termination": "resignation"}
        self.match.headers.update(headers)
        result, reason = (f"{name}: {value}" for name, value in headers.items())
        news: list[Effect] = [Tell(NewsKind.OVER, self.ended), Sound(Cue.OVER)]
        return [self._write(EntryKind.HEADER, result, [], now), self._write(EntryKind.HEADER, reason, news, now)]

    @_carry_out.register(orders.Hint)
    def _show_hint(self, _: orders.Hint, now: float) -> list[Effect]:
        action = None if self.over else self.game.hint(self.state)
        step = next((s for s in self.game.steps(self.state) if s.action == action), None)
        if step is None or not step.changes:
            raise orders.Refused("there is nothing to hint at", "nothing-to-hint")
        points = [point for point, _ in step.changes]
        self._hint = (points[0], points[min(1, len(points) - 1)])
        self._hint_until = now + _HINT
        return [Tell(NewsKind.CHANGED, f"hint: {action}")]

    @_carry_out.register(orders.Answer)
    def _answer(self, order: orders.Answer, now: float) -> list[Effect]:
        if not self.reader.answer(order.choice):
            raise orders.Refused(f"there is no question with an answer {order.choice}", "no-question")
        return self._react(now)

    @_carry_out.register(orders.Accept)
    def _accept(self, _: orders.Accept, now: float) -> list[Effect]:
        self.reader.accept(self.match.positions, now)
        return self._react(now)

    @_carry_out.register(orders.SwapSides)
    def _swap_sides(self, _: orders.SwapSides, now: float) -> list[Effect]:
        return self._name_players(orders.SetPlayers((self.players[1], self.players[0])), now)

    @_carry_out.register(orders.SetPlayers)
    def _name_players(self, order: orders.SetPlayers, now: float) -> list[Effect]:
        self.players = names = order.names
        news: list[Effect] = [Tell(NewsKind.CHANGED, f"players: {' and '.join(names)}")]
        if not self._begun:
            return news
        self.match.headers.update(self._names())
        return news + [self._write(EntryKind.HEADER, f"{k}: {v}", [], now) for k, v in self._names().items()]

    @_carry_out.register(orders.Pause)
    def _pause(self, order: orders.Pause, now: float) -> list[Effect]:
        self.paused = order.on
        if not order.on:
            self.reader.resume(self.state, now)
        return [Tell(NewsKind.CHANGED, "paused" if order.on else "going on")]

    @_carry_out.register(orders.SetCoach)
    def _set_coach(self, order: orders.SetCoach, _: float) -> list[Effect]:
        self.coach = order.level
        return [Tell(NewsKind.CHANGED, f"coach: {order.level.name.lower()}")]

    @_carry_out.register(orders.SetClock)
    def _set_clock(self, order: orders.SetClock, _: float) -> list[Effect]:
        self.clock = Clock(order.control) if order.control else None
        return [Tell(NewsKind.CHANGED, f"clock: {order.control or 'none'}")]


def _go_on(headers: dict[str, str]) -> None:
    """Nothing is decided any more."""
    headers.pop("Result", None)
    headers.pop("Termination", None)


def _answer_text(answer: Explanation) -> str:
    undone = [f"take back {answer.back}"] if answer.back else []
    return " ".join(undone + [str(step.action) for step in answer.steps])
