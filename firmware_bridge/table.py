"""The table: the one owner of the game and of all that belongs to it.

Settled boards, orders and the journal's answers come in; effects go out: what to write, to tell, to play. The
lights follow from :attr:`Table.scene`. Nothing here waits, reads a clock or touches a device. What is told and
shown of the game is what the journal has confirmed; what the hands do next is understood at once all the same.
"""

from __future__ import annotations

from functools import singledispatchmethod
from math import inf
from typing import TYPE_CHECKING

from firmware_bridge import orders
from firmware_bridge.clocks import Clock
from firmware_bridge.effects import Cue, Effect, NewsKind, Remember, Sound, Tell
from firmware_bridge.points import indices
from firmware_bridge.reader import Reader
from firmware_bridge.scene import Coach, Scene
from firmware_bridge.scorebook import Scorebook, Shown
from firmware_bridge.sight import Sight
from firmware_bridge.situation import SensorFault, Status, status_of
from firmware_bridge.stage import Knowledge, stage
from firmware_bridge.verdicts import Kind, Timing, Verdict
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.boardgame import BoardGame, Match, State, Step
    from firmware_bridge.entries import SavedGame
    from hardware.protocols import Sensing

_MAX_COMMITS = 16  # verdicts acted on at once; two quick players need two
_SLEEP = 300.0  # seconds without a touch after which the board sleeps
_HINT = 6.0  # seconds that a hint is shown
_UNSAVED = 1.0  # seconds without an answer from the journal before the players are told


class Table:
    """One game on one board."""

    def __init__(
        self, game: BoardGame, sensing: Sensing, *, variant: str = "standard", timing: Timing | None = None
    ) -> None:
        self.game = game
        self.book = Scorebook(game, variant)
        self.coach = Coach.CONSEQUENCES
        self.paused = False
        self.clock: Clock | None = None
        self.reader = Reader(Sight(game, sensing), timing)
        self.scene = Scene()
        self.verdict = Verdict(Kind.AGREED)
        self._asked = 0.0
        self._hint: tuple[int, int] | None = None
        self._hint_until = -inf
        self._unsaved = False
        self._offline = False
        self._refresh_at = -inf
        self._told_status = Status("waiting")
        self._told_faults = 0

    @property
    def match(self) -> Match:
        """The game in progress."""
        return self.book.match

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self.book.match.position

    @property
    def shown(self) -> Shown:
        """The game as the journal has confirmed it."""
        return self.book.shown

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or otherwise."""
        return self.book.over

    @property
    def status(self) -> Status:
        """What the players see of the reader's verdict."""
        return status_of(self.verdict, self.game, self.state, over=self.over)

    @property
    def faults(self) -> dict[str, SensorFault]:
        """The sensors that are not trusted, by point, and why."""
        reader = self.reader
        found = dict.fromkeys(indices(reader.suspected), SensorFault.SILENT)
        found |= dict.fromkeys(indices(reader.held(self.state)), SensorFault.HELD)
        found |= dict.fromkeys(indices(reader.noisy), SensorFault.FLICKERS)
        return {POINTS[p].name: fault for p, fault in found.items()}

    def begin(self, now: float, saved: SavedGame | None = None) -> None:
        """Take up a saved game, its clock standing still, or begin a new one with the board as it is."""
        if saved is None or saved.ended is not None or not saved.actions:
            self._fresh_game(self.book.variant, now)
            return
        self.book.resume(saved)
        if self.clock:
            self.clock.stand(len(saved.actions))
        self.reader.resume(self.state, now, offer=True)
        self._renew(now)

    def see(self, levels: tuple[int, ...], now: float, noisy: int = 0, *, restless: bool = False) -> list[Effect]:
        """Take in a settled board."""
        if self._offline:
            self._offline = False
            self._renew(now)
        self.reader.see(levels, now, noisy, restless=restless)
        return [] if self.paused else self._react(now)

    def tick(self, now: float) -> list[Effect]:
        """Let time pass; next to free while nothing is due."""
        flag = self._run_clock(now) if self.clock else []
        since = self.book.unsaved_since
        if since is not None and not self._unsaved and now - since >= _UNSAVED:
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
        effects = self.book.saved(number)
        self._unsaved = False
        self._renew(now)
        return effects + self.leave(now) if effects else effects

    def leave(self, now: float) -> list[Effect]:
        """What to remember of this moment, for it may be the last one."""
        return [Remember("clock", self.clock.text(now))] if self.clock else []

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
        states, actions, _ = self.shown
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
            verdict = self.reader.decide(self.match.positions, now, over=bool(self.book.ended))
            if verdict is before:
                return effects if self._sure_faults == self._told_faults else effects + self._noticed(now)
            self.verdict = verdict
            if verdict.kind is Kind.COMMIT:
                effects += self._commit(verdict, now)
            elif verdict.kind is Kind.SWEPT:
                effects += self.book.put_away("swept", now)
                self._fresh_game(self.book.variant, now)
            elif verdict.kind is Kind.ANOTHER:
                effects += self.book.put_away("abandoned", now)
                self._fresh_game(self.book.variant, now, rings=True)
            else:
                break
        return effects + self._noticed(now)

    def _commit(self, verdict: Verdict, now: float) -> list[Effect]:
        effects = self.book.pop(verdict.back, now) if verdict.back else []
        for step in verdict.steps:
            effects += self.book.push(step, now)
        while (forced := self._forced(self.state)) is not None:
            effects += self.book.push(forced, now)
        self.reader.rebase(self.match.positions, verdict, now)
        self._hint_until = -inf
        return effects

    def _forced(self, state: State) -> Step | None:
        """The only legal action, if the board shows nothing of it."""
        steps = self.game.steps(state)
        return steps[0] if len(steps) == 1 and not steps[0].changes else None

    def _fresh_game(self, variant: str, now: float, *, rings: bool = False) -> None:
        """Another game; with *rings*, those on the board are its first."""
        self.book.turn_over(variant)
        self.clock = self.clock and self.clock.anew()
        if any(self.reader.levels) and not rings:
            self.reader.resume(self.state, now)
        else:
            self.reader.begin(self.state, now)
        self._renew(now)

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
        fresh = self._sure_faults & ~self._told_faults
        self._told_faults = self._sure_faults
        named = self.faults
        effects += [Tell(NewsKind.FAULT, f"{POINTS[p]} {named[POINTS[p].name].words}") for p in indices(fresh)]
        self._renew(now)
        return effects

    @property
    def _sure_faults(self) -> int:
        """Bits of the sensors that are worth an alarm: whoever thinks with a ring in the hand breaks nothing."""
        return self.reader.masked & ~self.reader.held(self.state)

    def _renew(self, now: float) -> None:
        """Work out what the lights should show, and until when that holds."""
        asleep = now - max(self.reader.changed, self.reader.since) >= _SLEEP
        known = Knowledge(
            self.game,
            self.reader,
            self.verdict,
            self.shown,
            self.state,
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
        if order.variant not in self.game.variants:
            variants = ", ".join(self.game.variants)
            raise orders.Refused(f"no such variant: {order.variant!r} ({variants})", "no-such-variant")
        effects = self.book.put_away("abandoned", now)
        self._fresh_game(order.variant, now)
        return [*effects, Remember("variant", order.variant)]

    @_carry_out.register(orders.TakeBack)
    def _take_back(self, _: orders.TakeBack, now: float) -> list[Effect]:
        if not self.match.actions:
            raise orders.Refused("there is nothing to take back: the game has not begun", "nothing-to-take-back")
        effects = self.book.pop(self._shortest_way_back(), now)
        self.reader.resume(self.state, now)
        return effects + self._react(now)

    def _shortest_way_back(self) -> int:
        """How many actions lead back to a choice: what was forced is taken back with the action before it."""
        states = self.match.positions
        return next((n for n in range(1, len(states)) if self._forced(states[-1 - n]) is None), 1)

    @_carry_out.register(orders.Resign)
    def _resign(self, order: orders.Resign, now: float) -> list[Effect]:
        if self.over or not self.book.begun:
            raise orders.Refused("there is no game to resign", "no-game")
        return self.book.resign(order.side, now)

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
        white, black = self.book.players
        return self._name_players(orders.SetPlayers((black, white)), now)

    @_carry_out.register(orders.SetPlayers)
    def _name_players(self, order: orders.SetPlayers, now: float) -> list[Effect]:
        return [*self.book.name_players(order.names, now), Remember("players", "\n".join(order.names))]

    @_carry_out.register(orders.Pause)
    def _pause(self, order: orders.Pause, now: float) -> list[Effect]:
        self.paused = order.on
        if not order.on:
            self.reader.resume(self.state, now)
        return [Tell(NewsKind.CHANGED, "paused" if order.on else "going on")]

    @_carry_out.register(orders.SetCoach)
    def _set_coach(self, order: orders.SetCoach, _: float) -> list[Effect]:
        self.coach = order.level
        level = order.level.name.lower()
        return [Tell(NewsKind.CHANGED, f"coach: {level}"), Remember("coach", level)]

    @_carry_out.register(orders.SetClock)
    def _set_clock(self, order: orders.SetClock, now: float) -> list[Effect]:
        self.clock = Clock(order.control) if order.control else None
        kept = self.clock.text(now) if self.clock else ""
        return [Tell(NewsKind.CHANGED, f"clock: {order.control or 'none'}"), Remember("clock", kept)]
