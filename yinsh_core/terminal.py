"""A game at the terminal, without the terminal: a typed line goes in, the text to show comes out."""

from __future__ import annotations

import re
from itertools import groupby
from textwrap import fill
from typing import TYPE_CHECKING, Final

from yinsh_core.actions import Action, MoveRing, Pass, parse_action
from yinsh_core.errors import InvalidNotation
from yinsh_core.legal import why_not
from yinsh_core.points import Point
from yinsh_core.position import RINGS_EACH, RINGS_TO_WIN, Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from random import Random

    from yinsh_core.colors import Color
    from yinsh_core.game import Game

_WIDTH: Final = 78

HELP: Final = """\
What to type (capital or small letters):
  F6         place a ring on F6, at the beginning
  F6-F9      put a marker into your ring on F6 and move the ring to F9
  xB3-B7     take the row of five from B3 to B7 off the board
  rB2        take your ring off B2, as a point for you
  pass       only when none of your rings can move
  moves      list everything that is possible now;  moves F6  for one ring
  undo       take back your last action
  board      show the board again
  record     show the game so far
  quit       leave; the record is kept

A ring moves in a straight line over empty points, then over one unbroken run of markers, and stops right
behind it. It never crosses a ring. The markers that it jumped change their colour. Five of your colour in
a line are a row: take it off together with one of your rings."""


class TerminalGame:
    """One game between people at a keyboard and sides that play at random."""

    def __init__(self, game: Game, rng: Random, *, random_sides: Collection[Color] = ()) -> None:
        self.game = game
        self._rng = rng
        self._random_sides = random_sides
        self._left = False
        self._commands: dict[str, Callable[[str], str]] = {
            "help": lambda _: HELP,
            "moves": self._moves,
            "undo": self._undo,
            "board": lambda _: self._view(),
            "record": lambda _: self.game.record(),
            "quit": self._leave,
        }

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to type."""
        return self._left or self.game.outcome is not None

    @property
    def prompt(self) -> str:
        """What stands before the cursor."""
        return f"{self.game.to_act}> "

    def opening(self) -> str:
        """What to show first; sides that play at random make their first moves."""
        rings = RINGS_TO_WIN[self.game.variant]
        goal = (
            f"A row of five markers of your colour earns a ring; {rings} {'ring wins' if rings == 1 else 'rings win'}."
        )
        return f"YINSH. {goal} Type help or quit at any time.\n\n{self._random_turns()}{self._view()}"

    def answer(self, line: str) -> str:
        """Do what the line says and return what there is to show; bad input changes nothing."""
        word, _, rest = line.strip().lower().partition(" ")
        if not word:
            return self._duty()
        command = self._commands.get({"exit": "quit", "?": "help"}.get(word, word))
        return command(rest) if command is not None else self._act(line)

    def _act(self, line: str) -> str:
        try:
            action = parse_action(self._completed(line))
        except InvalidNotation as error:
            return f"Sorry, {error}.\n{self._duty()}"
        reason = why_not(self.game.position, action)
        if reason:
            return f"{action} is not possible: {reason}.\n{self._duty()}"
        self.game.push(action)
        return f"{self._random_turns()}{self._view()}"

    def _completed(self, line: str) -> str:
        """Forgive a blank for the dash, and a missing x or r where only that can be meant."""
        text = re.sub(r"\s*-\s*|\s+", "-", line.strip())
        prefix = {Phase.ROW: "x", Phase.RING: "r"}.get(self.game.phase, "")
        return text if text[0].lower() in "xr" else prefix + text

    def _moves(self, ring: str) -> str:
        actions = list(self.game.legal_actions)
        if ring:
            try:
                point = Point(ring.strip().upper())
            except InvalidNotation as error:
                return f"Sorry, {error}."
            actions = [action for action in actions if isinstance(action, MoveRing) and action.start is point]
        if not actions:
            return f"Nothing moves from {ring.strip().upper()} now."
        return "\n".join(_listed(actions))

    def _undo(self, _: str) -> str:
        decided = [i for i, p in enumerate(self.game.positions[:-1]) if p.to_act not in self._random_sides]
        if not decided:
            return "There is nothing to take back."
        while len(self.game.actions) > decided[-1]:
            action = self.game.pop()
        return f"{action} is taken back.\n\n{self._view()}"

    def _leave(self, _: str) -> str:
        self._left = True
        return "Good-bye."

    def _random_turns(self) -> str:
        """Let the sides that play at random act until a person is due; what they did, a line for each turn."""
        played: list[tuple[Color, Action]] = []
        while self.game.outcome is None and self.game.to_act in self._random_sides:
            legal = self.game.legal_actions
            played.append((self.game.to_act, self.game.push(legal[self._rng.randrange(len(legal))])))
        turns = groupby(played, key=lambda done: done[0])
        lines = [f"{_name(color)} plays {' '.join(str(action) for _, action in turn)}.\n" for color, turn in turns]
        return f"{''.join(lines)}\n" if lines else ""

    def _view(self) -> str:
        return f"{self.game}\n\n{self._duty()}"

    def _duty(self) -> str:
        """Whose turn it is and what to type, with an example that is possible."""
        if self.game.outcome is not None:
            return f"The game is over: {self.game.outcome}."
        legal = self.game.legal_actions
        example = "" if legal[0] == Pass() else f", such as {legal[len(legal) // 2]}"
        return f"{_name(self.game.to_act)} {self._what_is_due()}{example}."

    def _what_is_due(self) -> str:
        if self.game.phase is Phase.PLACE:
            placed = len(self.game.position.rings[self.game.to_act])
            return f"places ring {placed + 1} of {RINGS_EACH}: type a point"
        if self.game.legal_actions[0] == Pass():
            return "has no ring that can move: type pass"
        if self.game.phase is Phase.MOVE:
            return "moves a ring: type where it stands and where it goes"
        if self.game.phase is Phase.ROW:
            rows = ", ".join(map(str, self.game.legal_actions))
            return f"takes a row ({rows}): type x and its two ends"
        return "takes off a ring as a point: type r and where it stands"


def _name(color: Color) -> str:
    return str(color).capitalize()


def _listed(actions: list[Action]) -> list[str]:
    """A line for each ring that can move, or all actions in a block."""
    moves = [action for action in actions if isinstance(action, MoveRing)]
    if not moves:
        return [fill(" ".join(map(str, actions)), _WIDTH)]
    rings = groupby(moves, key=lambda move: move.start)
    return [f"{f'{start}-':>4} {' '.join(str(move.end) for move in ring)}" for start, ring in rings]
