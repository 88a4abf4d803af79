"""Replays what the hands did, as the YINSH server boardspace.net writes it down.

Its files do not tell what counted but what happened: a ring may be put down, picked up again and put elsewhere, and
a move is either ``move F 9 A 4`` or a marker (``place w F 6``) and then its ring (``drop board G 7``). Newer files
confirm each step with ``Done``, those from before 2006 do not. So a step is held back until it is confirmed or
followed by something that is not a correction of it; that reads both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from yinsh_core.actions import Action, MoveRing, Pass, PlaceRing, TakeRing, TakeRow
from yinsh_core.colors import Color
from yinsh_core.errors import IllegalAction, InvalidNotation
from yinsh_core.game import Game
from yinsh_core.points import Point

if TYPE_CHECKING:
    from collections.abc import Callable

    from yinsh_core.position import Variant
    from yinsh_core.sgf_tree import Node

#: What a file says about a player that is no step of the game.
_ABOUT_PLAYERS: Final = frozenset({"id", "name", "fullname", "time", "country", "ranking", "rank", "rev"})


@dataclass(frozen=True, slots=True)
class _Step:
    node: Node
    player: int
    words: list[str]

    def point(self, at: int) -> Point:
        try:
            return Point("".join(self.words[at : at + 2]))
        except InvalidNotation as error:
            self.complain(error)

    def complain(self, reason: object) -> NoReturn:
        self.node.complain(f"{' '.join(self.words)!r}: {reason}")


class Replay:
    """Plays the steps of a file. A step that the player could still change is held back."""

    def __init__(self, variant: Variant) -> None:
        self.game = Game(variant)
        #: The player who placed the first ring.
        self.white: int | None = None
        #: Who won without a decision by the rules, and how.
        self.winner: tuple[int, str] | None = None
        self._letters: dict[int, str] = {}  # the colour of each player's pieces in the file
        self._pending: tuple[_Step, Action] | None = None
        self._marked: Point | None = None  # the ring that has its marker and waits for its destination
        self._picked = ""  # the piece that was taken from beside the board
        self._verbs: dict[str, Callable[[_Step], None]] = {
            "start": self._ignore,
            "place": self._place,
            "move": self._move,
            "pick": self._pick,
            "drop": self._drop,
            "remove": self._remove,
            "pass": lambda step: self._hold(step, Pass()),
            "done": self._done,
            "resign": self._resign,
            "winontime": lambda step: self._win(step.player, "time"),
        }

    def play(self, node: Node, player: int, text: str) -> None:
        """Do one step of a player, such as ``12 drop board  G 7``."""
        words = text.split()
        if words and words[0].isdecimal():
            del words[0]
        if not words:
            node.complain(f"P{player}[{text}] says nothing")
        verb = words[0].lower()
        if verb in _ABOUT_PLAYERS:
            return
        step = _Step(node, player, words)
        if verb not in self._verbs:
            step.complain(f"unknown; known are {', '.join(self._verbs)}")
        if self.winner is not None and verb not in ("done", "resign"):
            step.complain(f"follows the end of the game by {self.winner[1]}")
        self._verbs[verb](step)

    def finish(self) -> None:
        """Play what is still held back; a ring that was never put down stays where it was."""
        self._settle()

    def _ignore(self, step: _Step) -> None:
        """Who begins is seen from the first ring."""

    def _place(self, step: _Step) -> None:
        if self._piece(step).endswith("r"):
            self._place_ring(step, step.point(2))
        else:
            self._put_marker(step, step.point(2))

    def _place_ring(self, step: _Step, point: Point) -> None:
        held = self._pending
        if held is not None and held[0].player == step.player and isinstance(held[1], PlaceRing):
            self._pending = None  # another place for the same ring: nobody places two in a row
        self._hold(step, PlaceRing(point))

    def _put_marker(self, step: _Step, point: Point) -> None:
        self._settle()
        if self._marked is not None:
            step.complain(f"the ring with the marker on {self._marked} has not been put down")
        self._marked = point

    def _move(self, step: _Step) -> None:
        self._hold(step, MoveRing(step.point(1), step.point(3)))

    def _pick(self, step: _Step) -> None:
        if step.words[1:2] != ["board"]:
            self._settle()
            self._picked = self._piece(step)
        elif self._pending is not None and self._takes_back(self._pending[1], step.point(2)):
            self._pending = None
        else:
            step.complain("only the piece that was just put down can be picked up")

    def _takes_back(self, action: Action, point: Point) -> bool:
        match action:
            case MoveRing(start, end) if point in (start, end):
                self._marked = start
                return True
            case PlaceRing(placed) if point is placed:
                self._picked = "ring"
                return True
        return False

    def _drop(self, step: _Step) -> None:
        picked, self._picked = self._picked, ""
        if step.words[1:2] != ["board"]:
            return  # back beside the board
        if self._marked is not None:
            start, self._marked = self._marked, None
            self._hold(step, MoveRing(start, step.point(2)))
        elif picked in ("ring", "wr", "br"):
            self._place_ring(step, step.point(2))
        elif picked:
            self._put_marker(step, step.point(2))
        else:
            step.complain("nothing was picked up before")

    def _remove(self, step: _Step) -> None:
        if self._piece(step).endswith("r"):
            self._hold(step, TakeRing(step.point(2)))
            return
        start, end = step.point(2), step.point(4)
        try:
            self._hold(step, TakeRow(start, end))
        except InvalidNotation as error:
            step.complain(error)

    def _done(self, step: _Step) -> None:
        if self._marked is not None and self.winner is None:
            step.complain(f"the ring with the marker on {self._marked} has not been put down")
        self._settle()

    def _resign(self, step: _Step) -> None:
        if self.winner is None:
            self._win(1 - step.player, "resignation")
        else:
            self.winner = None  # said twice: thought better of it

    def _win(self, player: int, how: str) -> None:
        self._settle()
        self.winner = (player, how)

    def _piece(self, step: _Step) -> str:
        """The piece that a step names (w, b, wr or br), always of the same colour for a player."""
        piece = step.words[1].lower() if len(step.words) > 1 else ""
        if piece not in ("w", "b", "wr", "br"):
            step.complain("needs a piece: w, b, wr or br")
        letter = self._letters.setdefault(step.player, piece[0])
        if letter != piece[0] or letter == self._letters.get(1 - step.player):
            step.complain(f"P{step.player} handles a piece of the other side")
        return piece

    def _hold(self, step: _Step, action: Action) -> None:
        self._settle()
        self._pending = (step, action)

    def _settle(self) -> None:
        """What is held back can no longer change: play it."""
        if self._pending is None:
            return
        (step, action), self._pending = self._pending, None
        if self.white is None:
            self.white = step.player
        color = Color.WHITE if step.player == self.white else Color.BLACK
        if self.game.outcome is None and color != self.game.to_act:
            raise step.node.error(IllegalAction, f"{action} by P{step.player}, but {self.game.to_act} is to act")
        try:
            self.game.push(action)
        except IllegalAction as error:
            raise step.node.error(IllegalAction, error) from None
