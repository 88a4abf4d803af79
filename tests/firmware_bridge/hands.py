"""Hands that know where every piece is, and can put it elsewhere."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from tests.firmware_bridge.watched import LETTERS, Watched, random_game, standing
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Content
    from yinsh_core import Game

NAMES = {letter: name for name, letter in LETTERS.items()}


class Hands:
    """A seeded world in the middle of a game, and hands above it that keep a log."""

    def __init__(self, sensing: str, seed: int, *, game: Game | None = None) -> None:
        self.rng = random.Random(f"clumsy {seed}")
        self.meant = game or random_game(seed)
        self.world = Watched(sensing, seed, self.meant)
        self.log: list[str] = []
        self.heard = 0  # news before the latest fumble

    def _right(self, state=None) -> tuple[Content, ...]:
        return self.world.table.game.contents(self.meant.position if state is None else state)

    def _restore(self, contents: tuple[Content, ...]) -> None:
        points = [p for p, content in enumerate(standing(self.world)) if content != contents[p]]
        self.world.hand.lay_down()
        for p in points:
            for _ in self._stack(POINTS[p]):
                self._act("take", POINTS[p])
        self.rng.shuffle(points)
        for p in points:
            self._set(POINTS[p], contents[p])
        self.world.run(ms=300)

    def _set(self, point: Point, content: Content) -> None:
        """Make a point hold this, whatever it held."""
        is_so = standing(self.world)[point.index]
        if is_so == content:
            return
        if {is_so, content} == {"w", "b"}:
            self._act("flip", point)
            return
        wanted = [NAMES[letter] for letter in content]
        for piece in reversed(self._stack(point)):
            if piece.name not in wanted:
                self._act("take", point, piece.name)
        have = [piece.name for piece in self._stack(point)]
        for name in wanted:
            if name not in have:
                self._supply(name)
                self._act("put", point, name)

    def _supply(self, name: str) -> None:
        """There is always a piece at hand: what is needed may lie elsewhere on the board by mistake."""
        pile = self._pile(name)
        if name in [p.name for p in self.world.hand.holding] or self.world.board.supply[pile]:
            return
        right = self._right(self.world.table.state)
        for p, content in enumerate(standing(self.world)):
            surplus = [letter for letter in content if self._pile(NAMES[letter]) == pile]
            if surplus and pile not in [self._pile(NAMES[letter]) for letter in right[p]]:
                self._act("take", POINTS[p], NAMES[surplus[0]])
                return

    def _pile(self, name: str) -> str:
        """Where such pieces lie beside the board; markers lie together, whichever side is up."""
        pieces = self.world.board.pieces
        return pieces.pile_of(pieces.named(name))

    def _put_somewhere(self, name: str) -> None:
        board = self.world.board
        held = [p.name for p in self.world.hand.holding]
        if name not in held and not board.supply[self._pile(name)]:
            return
        shape = name.split()[1]
        free = [p for p in POINTS if shape not in [piece.shape for piece in self._stack(p)]]
        empty = [p for p in free if not self._stack(p)]
        self._act("put", self.rng.choice(free if self.rng.random() < 0.2 else empty), name)

    def _lift_all(self, point: Point) -> list[str]:
        names = []
        while self._stack(point):
            names.append(self.world.hand.lift(point).name)
        self.log.append(f"lift {point} {names}")
        return names

    def _act(self, verb: str, *words: object) -> None:
        self.log.append(" ".join([verb, *map(str, words)]))
        getattr(self.world.hand, verb)(*words)

    def _rest(self) -> None:
        self.world.run(ms=self.rng.choice([0, 100, 400, 1500, 3000]))

    def _stack(self, point: Point):
        return self.world.board.stack(point.index)

    def _occupied(self) -> list[Point]:
        return [p for p in POINTS if self._stack(p)]

    def _some(self, points: list[Point], most: int) -> list[Point]:
        return self.rng.sample(points, min(len(points), self.rng.randint(1, most)))

    def _texts(self, game) -> list[str]:
        return [str(action) for action in game.actions]
