"""A simulated pair of hands that plays actions on a world as people do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from firmware_bridge.orders import Answer
from firmware_bridge.turns import whose_turn
from hardware.virtual.hand import GRIP, REACH
from yinsh_core import Color, Game, MoveRing, Pass, PlaceRing, TakeRing, TakeRow

if TYPE_CHECKING:
    from firmware_bridge.world import World
    from yinsh_core import Action
    from yinsh_core.points import Point

RESTS = (350, 900)  # milliseconds between two actions
HASTY = 0.2  # share of the rows that are not off before their ring is


class Players:
    """Plays given or random games; each action in one of the orders that people use."""

    def __init__(self, world: World, seed: int = 0, *, flips: float = 1.0, slides: float = 0.15) -> None:
        self.world = world
        self.game = Game(world.table.book.variant)  # what the players mean: the truth
        self.rng = random.Random(seed)
        self.haste = random.Random(f"haste {seed}")  # of its own, so that the games of all seeds stay the same
        self.flips = flips  # share of the flips that they do
        self.slides = slides
        self.questions = 0
        self.left: list[Point] = []  # markers of a row that wait until its ring is off

    def play(self, action: Action | str) -> None:
        """Do an action with the hands, and see it understood."""
        meant = self.game.push(action)
        before = self.game.positions[-2]
        match meant:
            case PlaceRing(point):
                self.world.hand.put(point, f"{before.to_act} ring")
            case MoveRing():
                self._move(before.to_act, meant)
            case TakeRow():
                self._take_row(self.rng.sample(list(meant.points), 5))
            case TakeRing(point):
                if self.world.board.sensing == "rings":
                    self._wait_for_row()
                for piece in [point, *self.left]:
                    self.world.hand.take(piece)
                self.left = []
            case Pass():
                pass
        self.world.run(ms=self.rng.uniform(*RESTS))
        self._answer()
        self._flip(before, meant)

    def play_random(self, most: int = 500) -> None:
        """Play on until the game is over."""
        for _ in range(most):
            if self.game.outcome is not None:
                return
            self.play(self.rng.choice(self.game.legal_actions))
            self.check()

    def check(self) -> None:
        """The world's game is the one that was meant."""
        meant, understood = self._texts(self.game), self._texts(self.world.game)
        rings = self.world.board.sensing == "rings"
        if self.left or (rings and meant and meant[-1].startswith("x")):
            meant = meant[:-1]  # the row is not off yet, or only known to be taken with its ring
        assert understood == meant, f"{understood[-4:]} instead of {meant[-4:]}: {self.world.status}\n{self.game}"

    def _texts(self, game) -> list[str]:
        return [str(action) for action in game.actions]

    def _move(self, color: Color, move: MoveRing) -> None:
        hand, marker, ring = self.world.hand, f"{color} marker", f"{color} ring"
        order = self.rng.choice(["handy", "official", "late marker"])
        if any(f"r{move.end}" == str(action) for action in self.game.actions[-2:]):
            order = "handy"  # else a board that cannot tell rings from markers takes it for the ring put back
        if order == "official":
            hand.put(move.start, marker)
            self._carry(move, ring)
        elif order == "handy":
            hand.lift(move.start)
            hand.put(move.start, marker)
            hand.put(move.end, ring)
        else:
            self._carry(move, ring)
            hand.put(move.start, marker)

    def _take_row(self, points: list[Point]) -> None:
        """Some people have the ring in their hand before all of the row is off."""
        done = self.haste.randrange(5) if self.haste.random() < HASTY else 5
        for point in points[:done]:
            self.world.hand.take(point)
        self.left = points[done:]

    def _carry(self, move: MoveRing, ring: str) -> None:
        if self.rng.random() < self.slides:
            self.world.hand.slide(move.start, move.end, ring)
        else:
            self.world.hand.lift(move.start, ring)
            self.world.hand.put(move.end, ring)

    def _flip(self, before, meant: Action) -> None:
        if not isinstance(meant, MoveRing):
            return
        flips = [p for p in Game(position=before).flips(meant.start, meant.end) if self.rng.random() < self.flips]
        self.rng.shuffle(flips)
        self.world.hand.flip(*flips)
        if flips:
            self.world.run(ms=self.rng.uniform(*RESTS))
            self._answer()

    def _wait_for_row(self) -> None:
        """Lift the ring while the row that is meant is lit."""
        wanted = self.game.actions[-2]
        soon, late = (sum(span) * self.world.hand.pace for span in zip(REACH, GRIP, strict=True))
        for _ in range(200):
            rows = self.world.table.scene.scenery.rows
            if len(rows) < 2 or {lit_row(self.world, ahead) for ahead in (soon, late + 0.1)} == {wanted.points.bits}:
                return
            self.world.run(ms=50)

    def _answer(self) -> None:
        if self.world.status.kind == "waiting" and not self._behind():
            return
        self.world.run(ms=1200)
        status = self.world.status
        if status.kind != "question":
            return
        self.questions += 1
        meant = [str(action) for action in self.game.actions]
        done = [str(action) for action in self.world.game.actions]
        choice = status.candidates.index(" ".join(meant[len(done) :]))
        self.world.obey(Answer(choice))
        self.world.run(ms=300)

    def _behind(self) -> bool:
        return len(self.world.game.actions) < len(self.game.actions)


def lit_row(world: World, ahead: float = 0.0) -> int:
    """The row that the lights show, or will show shortly."""
    scene = world.table.scene
    rows = scene.scenery.rows
    return rows[whose_turn(len(rows), scene.since, world.now + ahead)]
