"""From a settled board to a verdict: agreed, waiting, committed, asked, or to be corrected.

The reader keeps what the board has shown since it last agreed with the game, weighs every explanation of it, and
never guesses. It has no clock and no game of its own: levels and time come in, a verdict goes out, and the table
tells it what became of the verdict.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from firmware_bridge.evidence import Explanation, points_of
from firmware_bridge.explain import explain
from firmware_bridge.memory import Memory
from firmware_bridge.points import bits_of, indices, union
from firmware_bridge.turns import whose_turn
from firmware_bridge.verdicts import Kind, Timing, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware_bridge.boardgame import Content, State, Step
    from firmware_bridge.sight import Sight


_FRESH = Verdict(Kind.AGREED)


class Reader:
    """Explains the settled board, act by act."""

    def __init__(self, sight: Sight, timing: Timing | None = None) -> None:
        self.sight = sight
        self.timing = timing or Timing()
        self.levels: tuple[int, ...] = ()
        self.since = 0.0  # when the game last changed: choices take turns from here
        self.changed = 0.0  # when the board last changed
        self.noisy = 0  # bits of the sensors that the debounce distrusts
        self.suspected = 0  # bits of the sensors that the game distrusts
        self._wavered = -inf  # when a sensor had not settled yet
        self._memory = Memory(sight, self.timing.flash)
        self._verified = False
        self._offer = False  # an empty board would not be wrong
        self._offered = False  # it has been empty
        self._question: tuple[Explanation, ...] = ()
        self._answer: Explanation | None = None
        self._verdict: Verdict | None = None

    @property
    def masked(self) -> int:
        """Bits of the points whose sensors are not trusted."""
        return self.noisy | self.suspected

    def resume(self, state: State, now: float, *, offer: bool = False) -> None:
        """Begin with a saved game: nothing is believed until the board has once looked as the game says.

        With *offer*, an empty board may be that of the saved game or that of another.
        """
        self._verified, self._offer, self._offered = False, offer, False
        self._memory.begin(self.sight.game.contents(state))
        self.since = self.changed = now
        self._ask_anew()

    def begin(self, state: State, now: float) -> None:
        """Begin a new game on an empty board."""
        self.resume(state, now)
        self._verified = True
        self.suspected = 0
        self._memory.trust(self._trusted(), self.levels, now)

    def see(self, levels: tuple[int, ...], now: float, noisy: int = 0, *, restless: bool = False) -> None:
        """Take in a settled board; an unchanged one costs next to nothing.

        While it is *restless*, a sensor that has not settled yet, nothing rests.
        """
        if restless:
            self.changed = self._wavered = now
        if levels is self.levels and noisy == self.noisy:
            return
        if not self.levels:
            self.levels = tuple(self.sight.level(content) for content in self._memory.belief)
        self._verdict = None
        before, self.levels = self.levels, levels
        healed, self.noisy = self.noisy & ~noisy, noisy
        for point, (was, level) in enumerate(zip(before, levels, strict=True)):
            if level != was and not noisy >> point & 1:
                self.changed = now
                self._note(point, level, now)
        self._memory.distrust(noisy)
        self._memory.trust(healed, levels, now)

    def answer(self, choice: int) -> bool:
        """Answer the open question with one of its candidates; false if there is none such."""
        if not 0 <= choice < len(self._question):
            return False
        self._answer = self._question[choice]
        self._verdict = None
        return True

    def turned_wrong(self, contents: tuple[Content, ...]) -> tuple[int, int]:
        """Bits of the pieces seen to show the wrong side, and of those to be turned where that cannot be seen."""
        seen = blind = 0
        for point, level in enumerate(self.levels):
            right, *others = map(self.sight.level, self.sight.game.tolerates(contents[point]))
            if right in others:
                blind |= self._memory.owed & 1 << point
            elif level in others:
                seen |= 1 << point
        return seen & ~self.masked, blind

    def held(self, state: State) -> int:
        """Bits of the suspected sensors whose piece may as well be in a hand that takes its time."""
        if not self.suspected:
            return 0
        lately = bits_of(p for p, at in self._memory.times.items() if at[-1] > self.since)
        return self.suspected & lately & self.sight.first_to_move(state)

    def decide(self, states: Sequence[State], now: float, *, over: bool = False) -> Verdict:
        """What the board means now; asked again for free until something changes or is due.

        With *over* the game has ended otherwise than by its rules: only sweeping the board means anything.
        """
        if self._verdict is None or now >= self._verdict.due:
            self._verdict = self._judge(states, now, over=over)
            self._question = self._verdict.candidates
        return self._verdict

    def rebase(self, states: Sequence[State], verdict: Verdict | None, now: float) -> None:
        """The game has changed: believe what it says where the board agrees, and remember what came after."""
        contents = self.sight.game.contents(states[-1])
        self._memory.rebase(contents, verdict.steps if verdict else None, self.levels, self.masked)
        self.suspected &= ~self._vindicated(contents, verdict)
        self._memory.trust(self._trusted(), self.levels, now)
        self._ask_anew()
        self.since = now
        self._verified = True

    def accept(self, states: Sequence[State], now: float) -> None:
        """Someone says that the board is right as it is: distrust every sensor that disagrees."""
        self.suspected |= self._mismatches(states[-1])
        self.rebase(states, None, now)

    def _note(self, point: int, level: int, now: float) -> None:
        self.suspected &= ~(1 << point)
        self._memory.note(point, level, now)
        touched = [e for e in self._question if self._handle(e) >> point & 1]
        if len(touched) == 1:
            self._answer = touched[0]

    def _handle(self, candidate: Explanation) -> int:
        """Bits of the points that belong to this answer and to no other."""
        return _handled(candidate) & ~union(_handled(e) for e in self._question if e is not candidate)

    def _judge(self, states: Sequence[State], now: float, *, over: bool) -> Verdict:
        if not self._verified:
            return self._verify(states, now)
        swept = self._swept(states[-1], now)
        if swept is not None:
            return swept
        return _FRESH if over else self._weigh(states, now)

    def _weigh(self, states: Sequence[State], now: float) -> Verdict:
        found = explain(self.sight, self._memory.evidence(self.levels, self.masked), states)
        if self._answer is not None:
            chosen, self._answer = self._answer, None
            return _commit(chosen)
        sound = [e for e in found if not e.wrong]
        if self.sight.game.is_over(states[-1]):
            sound = [e for e in sound if not e.partial] or [Explanation(0, 0, 0, (), states[-1])]
        if not sound:
            return self._wrong(_nearest(found), states[-1], now)
        lightest = min(e.weight for e in sound)
        best = [e for e in sound if e.weight == lightest]
        complete = _distinct([e for e in best if not e.partial])
        if not complete and best[0].back and now >= self.changed + self.timing.settle:
            complete = _lightest([e for e in sound if not e.partial and not e.back and e.steps])
        if not complete:
            return self._under_way(best, states[-1], now)
        if len(complete) > 1:
            complete = self._lit(complete, states)
        return self._ask(complete, now) if len(complete) > 1 else self._done(complete[0], states, now)

    def _verify(self, states: Sequence[State], now: float) -> Verdict:
        wrong = self._mismatches(states[-1])
        if not wrong:
            self.rebase(states, None, now)
            return Verdict(Kind.AGREED)
        shown = [level for point, level in enumerate(self.levels) if level and not self.masked >> point & 1]
        self._offered |= self._offer and not shown
        if not self._offered:
            return Verdict(Kind.CORRECTION, wrong=wrong)
        if not any(level for point, level in enumerate(self.levels) if wrong >> point & 1):
            return Verdict(Kind.OFFERED, wrong=wrong)
        return self._another(states, shown, wrong, now)

    def _another(self, states: Sequence[State], shown: list[int], wrong: int, now: float) -> Verdict:
        """A piece stands where the saved game has none: the first ring of another game, or of each side one?"""
        game = self.sight.game
        first = game.steps(states[0])[0]
        second = game.steps(game.after(states[0], first.action))[0]
        rings = [self.sight.level(content) for step in (first, second) for _, content in step.changes]
        if sorted(shown) not in (rings[:1], sorted(rings)):
            return Verdict(Kind.CORRECTION, wrong=wrong)
        ready = self.changed + self.timing.settle
        return Verdict(Kind.ANOTHER) if now >= ready else Verdict(Kind.WAITING, due=ready)

    def _done(self, explanation: Explanation, states: Sequence[State], now: float) -> Verdict:
        if explanation.changes_nothing:
            return self._agreed(states[-1], now)
        ready = self.changed + self._patience(explanation)
        if now < ready:
            return Verdict(Kind.WAITING, due=ready, back=explanation.back, steps=explanation.steps)
        return _commit(explanation)

    def _agreed(self, state: State, now: float) -> Verdict:
        forget = self.changed + self.timing.forget
        if self._memory.traces and now >= forget:
            self._memory.believe(self.sight.game.contents(state), self.levels, self.masked)
        if not self._memory.traces:
            return _FRESH
        due = forget if now < forget else inf
        return Verdict(Kind.AGREED, due=due, partial=self._in_hand(state), base=state)

    def _in_hand(self, state: State) -> tuple[Step, ...]:
        """Actions that may be under way although the board seems untouched.

        A marker lies where the ring was; or the ring is away for so long that its sensor is suspected.
        """
        held = self.held(state)
        return tuple(
            seen.step
            for seen in self.sight.steps(state)
            if seen.footprint & ~seen.step.late & held or any(map(self._may_have, seen.ends.items()))
        )

    def _may_have(self, end: tuple[int, Content]) -> bool:
        point, content = end
        trace = () if self.masked >> point & 1 else self._memory.traces.get(point, ())
        return bool(trace) and self.sight.cost(self._memory.belief[point], content, trace) is not None

    def _patience(self, explanation: Explanation) -> float:
        """What could slide on, or rests on the word of a single sensor, must stay for a while.

        A witness that looks as it did before proves little: a ring may have been put back there.
        """
        if not explanation.steps:
            return self.timing.back
        level, belief = self.sight.level, self._memory.belief
        handled = _handled(explanation) & ~self.masked
        witnesses = [point for point in self._memory.traces if handled >> point & 1]
        if explanation.steps[-1].goes_on or len(witnesses) == 1:
            return self.timing.settle
        proofs = sum(self.levels[point] != level(belief[point]) for point in witnesses)
        return self.timing.doubt if proofs == 1 else 0.0

    def _under_way(self, best: list[Explanation], state: State, now: float) -> Verdict:
        """One action more has begun; those before it are done, if there is no doubt about them."""
        first = best[0]
        done = _handled(first)
        doubtful = first.aside or first.unseen or done & self.masked
        agreed = all((e.back, e.steps) == (first.back, first.steps) for e in best)
        sure = max(self._wavered, self._last_act(done)) + self.timing.flash
        if first.steps and agreed and not doubtful and now >= sure:
            return _commit(first)
        rest = self.changed + self.timing.settle
        due = min(time for time in (sure, rest, self._suspicion(state), inf) if time > now)
        partial = tuple(step for e in best if e.state == first.state for step in e.partial)
        return self._suspect(state, now) or Verdict(
            Kind.WAITING, due=due, back=first.back, partial=partial, base=first.state
        )

    def _last_act(self, points: int) -> float:
        """When one of these points last changed."""
        return max((at[-1] for point, at in self._memory.times.items() if points >> point & 1), default=-inf)

    def _wrong(self, best: Explanation | None, state: State, now: float) -> Verdict:
        suspect = self._suspect(state, now)
        if suspect is not None:
            return suspect
        wrong = best.wrong if best is not None else self._mismatches(state)
        partial, base = (best.partial, best.state) if best is not None else ((), state)
        shown, corrected = self.changed + self.timing.flash, self.changed + self.timing.correct
        if now < shown:
            return Verdict(Kind.WAITING, due=shown, partial=partial, base=base)
        if now < corrected:
            return Verdict(Kind.WRONG, due=corrected, partial=partial, base=base, wrong=wrong)
        return Verdict(Kind.CORRECTION, due=self._suspicion(state), partial=partial, base=base, wrong=wrong)

    def _suspicion(self, state: State) -> float:
        """When a point that alone disagrees will be put down to its sensor."""
        return self.changed + self.timing.suspect if self._mismatches(state).bit_count() == 1 else inf

    def _suspect(self, state: State, now: float) -> Verdict | None:
        if now < self._suspicion(state):
            return None
        self.suspected |= self._mismatches(state)
        return Verdict(Kind.AGREED, due=now)

    def _ask(self, candidates: list[Explanation], now: float) -> Verdict:
        ready = self.changed + self.timing.ask
        if now < ready:
            return Verdict(Kind.WAITING, due=ready)
        return Verdict(Kind.QUESTION, candidates=tuple(candidates))

    def _lit(self, complete: list[Explanation], states: Sequence[State]) -> list[Explanation]:
        """Where nothing can be seen of the choice itself, the one counts that was lit when the hand came."""
        silent = [seen.step for seen in self.sight.steps(states[-1]) if not seen.visible]
        if not silent or any(e.back or not e.steps or e.steps[0] not in silent for e in complete):
            return complete
        came = max(at[-1] for at in self._memory.times.values())
        lit = silent[whose_turn(len(silent), self.since, came)]
        return [e for e in complete if e.steps[0] == lit] or complete

    def _swept(self, state: State, now: float) -> Verdict | None:
        """An empty board where the game says that several pieces stand."""
        if any(level for point, level in enumerate(self.levels) if not self.masked >> point & 1):
            return None
        if sum(self.sight.level(content) != 0 for content in self.sight.game.contents(state)) < 2:  # noqa: PLR2004
            return None  # one piece lifted is one piece lifted
        ready = self.changed + self.timing.sweep
        return Verdict(Kind.SWEPT) if now >= ready else Verdict(Kind.WAITING, due=ready)

    def _mismatches(self, state: State) -> int:
        """Bits of the trusted points that do not look as the game says."""
        contents = self.sight.game.contents(state)
        wrong = (p for p, level in enumerate(self.levels) if level not in self.sight.accepted(contents[p]))
        return bits_of(wrong) & ~self.masked

    def _vindicated(self, contents: tuple[Content, ...], verdict: Verdict | None) -> int:
        """Bits of the points that show what an action has left there: its hand was slow, its sensor is well."""
        if verdict is None:
            return 0
        handled = union(map(points_of, verdict.steps))
        return bits_of(p for p in indices(handled) if self.levels[p] in self.sight.accepted(contents[p]))

    def _trusted(self) -> int:
        return (1 << len(self.levels)) - 1 & ~self.noisy

    def _ask_anew(self) -> None:
        self._question, self._answer, self._verdict = (), None, None


def _commit(explanation: Explanation) -> Verdict:
    return Verdict(Kind.COMMIT, back=explanation.back, steps=explanation.steps)


def _nearest(explanations: list[Explanation]) -> Explanation | None:
    """The explanation that leaves least to put right; nothing that is wrong belongs to what it takes for done."""
    true = (e for e in explanations if not e.back and not e.wrong & _handled(e))
    return min(true, key=lambda e: (e.wrong.bit_count(), e.weight), default=None)


def _lightest(explanations: list[Explanation]) -> list[Explanation]:
    least = min((e.weight for e in explanations), default=None)
    return _distinct([e for e in explanations if e.weight == least])


def _distinct(explanations: list[Explanation]) -> list[Explanation]:
    """One explanation for each state that they lead to: the shortest; that nothing happened stands alone."""
    by_state: dict[State, Explanation] = {}
    for explanation in sorted(explanations, key=lambda e: (e.back, len(e.steps))):
        by_state.setdefault(explanation.state, explanation)
    return [e for e in by_state.values() if e.changes_nothing] or list(by_state.values())


def _handled(explanation: Explanation) -> int:
    return union(map(points_of, explanation.steps))
