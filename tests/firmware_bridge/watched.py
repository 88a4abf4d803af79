"""A world in which nothing is committed unwatched, and what really stands on its board."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from firmware_bridge.points import bits_of, indices
from firmware_bridge.script import set_up
from firmware_bridge.world import World
from yinsh_core import Game, MoveRing
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Content
    from firmware_bridge.orders import Order

LETTERS: Final = {"white ring": "W", "black ring": "B", "white marker": "w", "black marker": "b"}


def standing(world: World) -> tuple[Content, ...]:
    """What really stands where, once the hand has done all it was told."""
    contents = [""] * len(POINTS)
    for point, stack in world.board.contents.items():
        contents[point.index] = "".join(sorted((LETTERS[piece.name] for piece in stack), key=str.islower))
    return tuple(contents)


def random_game(seed: int, variant: str = "standard") -> Game:
    """A game somewhere in its course."""
    rng = random.Random(seed)
    game = Game(variant)
    for _ in range(rng.choice([rng.randint(0, 12), rng.randint(10, 60)])):
        if game.outcome is None:
            game.push(rng.choice(game.legal_actions))
    while game.outcome is not None:
        game.pop()
    return game


class Watched(World):
    """A world in which every commit is looked at when it happens."""

    def __init__(self, sensing: str, seed: int, game: Game) -> None:
        self._known: tuple[object, ...] | None = None  # the game at the last look
        self._owed = 0
        super().__init__(sensing, seed, variant=game.variant, scan_hz=100)
        set_up(self, map(str, game.actions))
        self.run(ms=300)
        self._known = self.game.actions
        assert self.status.kind in ("waiting", "over"), self.status

    def scan(self, now: float) -> None:
        """One frame, and a look at what became of it."""
        memory = self.table.reader._memory
        touched, self._owed = bits_of(memory.traces), memory.owed
        super().scan(now)
        if self._known is not None and self.game.actions != self._known:
            self._check_commit(self._known, touched | bits_of(memory.traces))
            self._known = self.game.actions

    def obey(self, order: Order) -> None:
        """An order, which may say which action is meant."""
        super().obey(order)
        self._known = self.game.actions

    def _check_commit(self, before: tuple[object, ...], touched: int) -> None:
        self._looks_right()
        after = self.game.actions
        if after[: len(before)] == before and len(after) == len(before) + 1:
            self._not_guessed(after[-1], touched)

    def _looks_right(self) -> None:
        """The board shows the committed position, but for points of one further action."""
        table, sight = self.table, self.table.reader.sight
        contents = table.game.contents(table.state)
        levels, masked = table.reader.levels, table.reader.masked
        off = bits_of(p for p, level in enumerate(levels) if level not in sight.accepted(contents[p])) & ~masked
        off &= ~(self._owed | table.reader._memory.owed)  # in the hand, to be turned over
        nexts = [bits_of(p for p, _ in step.changes) for step in table.game.steps(table.state)]
        assert not off or any(not off & ~points for points in nexts), (
            f"committed {table.match.actions[-1]} although {[str(POINTS[p]) for p in indices(off)]} differ"
        )

    def _not_guessed(self, action: object, touched: int) -> None:
        """Several rings could have come here, none was seen to leave, and no flip tells: that is a question."""
        if not isinstance(action, MoveRing) or touched >> action.start.index & 1:
            return
        steps = self.table.game.steps(self.game.positions[-2])
        if touched & next(s.late for s in steps if s.action == action):
            return
        rivals = [s.action for s in steps if isinstance(s.action, MoveRing) and s.action.end == action.end]
        own = self._off(action)
        rivals = [str(rival) for rival in rivals if not self._off(rival) & ~own]
        assert rivals == [str(action)], f"guessed {action} among {rivals}"

    def _off(self, action: MoveRing) -> int:
        """The points that do not look as they should after this action."""
        game, reader, before = self.table.game, self.table.reader, self.game.positions[-2]
        step = next(s for s in game.steps(before) if s.action == action)
        contents = game.contents(game.after(before, action))
        off = bits_of(p for p, level in enumerate(reader.levels) if level not in reader.sight.accepted(contents[p]))
        return off & ~step.late & ~reader.masked
