"""Hands that fumble, hands that put things right, and hands that only follow the lights.

Nobody here means an action while fumbling. What a board may make of it is decided by what it can see:

* Every commit must be a legal action (the engine sees to that) after which the board looks, to these sensors, as
  the game says, but for one further action under way.
* A move whose ring was never seen to leave needs to be the only one that fits, or somebody's answer.
* Once all pieces stand again where they stood, the game is again what it was: what a board took for an action,
  because its sensors cannot know better, is taken back by then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.effects import NewsKind, Tell
from firmware_bridge.orders import Answer
from firmware_bridge.points import indices
from tests.firmware_bridge.hands import NAMES, Hands
from tests.firmware_bridge.players import Players
from tests.firmware_bridge.watched import standing
from yinsh_core import Game, MoveRing, PlaceRing, TakeRing, TakeRow
from yinsh_core.points import NEIGHBOURS, POINTS, Point

if TYPE_CHECKING:
    from firmware_bridge.boardgame import Content
    from firmware_bridge.world import World
    from hardware.protocols import Rgb

ROUNDS = 60  # pairs that a correction may show before somebody gives up


class Clumsy(Hands):
    """One seeded script: fumbling, then repair, again and again."""

    def run(self, episodes: int = 3) -> None:
        """Fumble and repair; the game goes on afterwards."""
        for _ in range(episodes):
            self.heard = len(self.world.news)
            getattr(self, self.rng.choice(FUMBLES))()
            self._rest()
            if self.rng.random() < 0.5:
                self.put_right()
            else:
                self.follow_the_lights()
        self.play_on()

    # Fumbles

    def nudge_some(self) -> None:
        for point in self._some(self._occupied(), 3):
            self._act("nudge", point)

    def lift_and_put_back(self) -> None:
        for point in self._some(self._occupied(), 2):
            pieces = self._lift_all(point)
            self._rest()
            for piece in reversed(pieces):
                self._act("put", point, piece)

    def lift_two(self) -> None:
        points = self._some(self._occupied(), 2)
        pieces = [piece for point in points for piece in self._lift_all(point)]
        self._rest()
        for piece in pieces:
            self._put_somewhere(piece)

    def carry_one(self) -> None:
        """A piece of whichever side goes to a point that may or may not be allowed."""
        for point in self._some(self._occupied(), 1):
            for piece in self._lift_all(point):
                self._rest()
                self._put_somewhere(piece)

    def slide_one(self) -> None:
        for point in self._some(self._occupied(), 1):
            ends = [p for p in POINTS if not self._stack(p) and p != point]
            self._act("slide", point, self.rng.choice(ends))

    def knock(self) -> None:
        """An elbow pushes neighbours about."""
        for centre in self._some(self._occupied(), 1):
            for point in [centre, *(POINTS[i] for i in indices(NEIGHBOURS[centre.index]))]:
                free = [POINTS[i] for i in indices(NEIGHBOURS[point.index]) if not self._stack(POINTS[i])]
                if self._stack(point) and free:
                    self._act("slide", point, self.rng.choice(free))

    def add_something(self) -> None:
        for _ in range(self.rng.randint(1, 2)):
            self._put_somewhere(self.rng.choice(list(NAMES.values())))

    def take_some(self) -> None:
        """Never all that can be seen: a board swept empty means the end of the game."""
        for point in self._some(self._occupied(), 4):
            if sum(self._stack(p)[-1].shape == "ring" for p in self._occupied()) > 2:
                self._act("take", point)

    def flip_some(self) -> None:
        markers = [p for p in self._occupied() if self._stack(p)[0].shape == "marker" and len(self._stack(p)) == 1]
        for point in self._some(markers, 3):
            self._act("flip", point)

    def half_a_turn(self) -> None:
        """Begin an action and stop somewhere in the middle."""
        self._half(self.world.table.state)

    def opponent_too_early(self) -> None:
        """Both sides begin."""
        state = self.world.table.state
        self._half(state)
        theirs = [p for p in self._occupied() if self._stack(p)[-1].name == f"{state.to_act.other} ring"]
        for point in self._some(theirs, 1):
            self._act("lift", point)

    def fail_a_sensor(self) -> None:
        point = self.rng.choice(POINTS)
        fault = self.rng.choice(["dead", "flicker", "chatter"])
        self.log.append(f"fault {fault} {point}")
        getattr(self.world.board.faults, fault)(point)
        self.world.run(ms=self.rng.choice([300, 3000, 11000]))
        self.carry_one()
        self.world.board.faults.clear()
        self.log.append("fault clear")

    # Repairs

    def put_right(self) -> None:
        """All pieces go back to where they belong: then the game is what it was."""
        self.log.append("put right")
        self._restore(self._right())
        self.world.run(ms=2500)
        self._settle_question(self.meant)
        understood, meant = self._texts(self.world.game), self._texts(self.meant)
        if understood != meant:
            assert self._has_an_excuse(), f"{understood[-3:]} instead of {meant[-3:]}"
            self.follow_the_lights()
            return
        assert self.world.status.kind in ("waiting", "over"), f"all is right, and yet: {self.world.status}"

    def follow_the_lights(self) -> None:
        """Do what the lights ask until they ask no more; the game is then where they left it."""
        self.log.append("follow the lights")
        for _ in range(ROUNDS):
            self.world.run(ms=1500)
            match self.world.status.kind:
                case "wrong" | "correction":
                    self._do_a_pair()
                case "question":
                    self._answer_somehow()
                case _ if not self._agrees():
                    self._put_back_what_is_missing()
                case _ if not self._look_closely():
                    break
        else:
            raise AssertionError(f"a dead end: {self.world.status}")
        self.meant = Game(self.meant.variant)
        for action in self.world.game.actions:
            self.meant.push(action)

    def play_on(self) -> None:
        """After all this a properly played action is understood."""
        self.log.append("play on")
        self.world.run(ms=7000)
        if self.meant.outcome is not None:
            return
        players = Players(self.world, self.rng.randrange(1 << 30), slides=0)
        players.game = self.meant
        for _ in range(3):
            if self.meant.outcome is None:
                players.play(self.rng.choice(self.meant.legal_actions))
                players.check()

    # Parts

    def _half(self, state) -> None:
        """Some of the acts of a turn, in one of the orders that people use."""
        game = Game(position=state)
        match self.rng.choice(game.legal_actions):
            case MoveRing(start, end):
                ring, marker = f"{state.to_act} ring", f"{state.to_act} marker"
                acts = [("lift", start, ring), ("put", end, ring), *(("flip", p) for p in game.flips(start, end))]
                acts.insert(self.rng.randint(0, 2), ("put", start, marker))
            case PlaceRing(point):
                acts = [("put", point, f"{state.to_act} ring")]
            case TakeRow() as row:
                acts = [("take", point) for point in self.rng.sample(list(row.points), 5)]
            case TakeRing(point):
                acts = [("take", point)]
            case _:
                acts = []
        for act in acts[: self.rng.randint(1, max(1, len(acts) - 1))]:
            if act[0] != "put" or not self._stack(act[1]) or len(self._stack(act[1])) == 1:
                self._act(*act)
            self._rest()

    def _do_a_pair(self) -> None:
        surplus, missing = blinking(self.world)
        if self.world.status.kind not in ("wrong", "correction"):
            return  # meanwhile a sensor is named, and the board asks for nothing
        assert surplus or missing, f"nothing is lit: {self.world.status}"
        expected = {d.point: d.expected for d in self.world.status.difference}
        for point in surplus:
            self.log.append(f"  away: {point}")
            for _ in self._stack(Point(point)):
                self.world.hand.take(point)
        for point in missing:
            self.log.append(f"  missing: {point} {expected.get(point)}")
            if point in expected:
                self._set(Point(point), self._content_of(expected[point]))

    def _answer_somehow(self) -> None:
        choice = self.rng.randrange(len(self.world.status.candidates))
        self.log.append(f"  answer {self.world.status.candidates[choice]}")
        self.world.obey(Answer(choice))

    def _has_an_excuse(self) -> bool:
        """It looked as it did earlier for a while, or looks alike to these sensors, or the lights ask for help."""
        fresh = self.world.news[self.heard :]
        level = self.world.table.reader.sight.level
        alike = list(map(level, self._right())) == list(map(level, self._right(self.world.table.state)))
        asks = self.world.status.kind in ("wrong", "correction", "question")
        return alike or asks or any(isinstance(n, Tell) and n.kind is NewsKind.TAKEN_BACK for n in fresh)

    def _settle_question(self, game: Game) -> None:
        """A question that is still open is answered as it was meant."""
        status = self.world.status
        if status.kind != "question":
            return
        for choice, explanation in enumerate(self.world.table.verdict.candidates):
            if explanation.state == game.position:
                self.world.obey(Answer(choice))
                self.world.run(ms=500)
                return

    def _put_back_what_is_missing(self) -> None:
        """The lights show where the lifted piece may go; it may also go back."""
        table = self.world.table
        contents = table.game.contents(table.state)
        levels, sight = table.reader.levels, table.reader.sight
        for p, level in enumerate(levels):
            if level not in sight.accepted(contents[p]):
                self.log.append(f"  back: {POINTS[p]}")
                self._set(POINTS[p], contents[p])

    def _agrees(self) -> bool:
        reader = self.world.table.reader
        contents = self.world.table.game.contents(self.world.table.state)
        return self.world.status.kind in ("waiting", "over") and all(
            level in reader.sight.accepted(contents[p]) or reader.masked >> p & 1
            for p, level in enumerate(reader.levels)
        )

    def _look_closely(self) -> bool:
        """Eyes see what sensors cannot: the pieces are made to be what the game says, point by point."""
        right, is_so = self._right(self.world.table.state), standing(self.world)
        for p, content in enumerate(right):
            self._set(POINTS[p], content)
        return is_so != right

    def _content_of(self, words: str) -> Content:
        game = self.world.table.game
        contents = ("", "w", "b", "W", "B", "Ww", "Bb")
        return next(c for c in contents if game.describe(c) == words)


def blinking(world: World) -> tuple[set[str], set[str]]:
    """The points that blink as surplus and as missing, as anybody can see."""
    palette = world.bridge.palette
    surplus, missing = set(), set()
    for _ in range(25):
        for point, color in world.lights.items():
            if alike(color, palette.wrong):
                surplus.add(point)
            elif alike(color, palette.missing):
                missing.add(point)
        world.run(ms=110)
    return surplus, missing


def alike(one: Rgb, other: Rgb) -> bool:
    """Colours that people would call the same: a neighbour's glow changes little."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 30


FUMBLES = [
    "nudge_some",
    "lift_and_put_back",
    "lift_two",
    "carry_one",
    "slide_one",
    "knock",
    "add_something",
    "take_some",
    "flip_some",
    "half_a_turn",
    "opponent_too_early",
    "fail_a_sensor",
]
