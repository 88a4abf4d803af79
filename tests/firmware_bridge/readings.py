"""Boards in words: what stands where, as one kind of sensing would read it, handed to a reader in virtual time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware_bridge.memory import Memory
from firmware_bridge.reader import Reader
from firmware_bridge.sight import Sight
from firmware_bridge.yinsh import Yinsh
from hardware.protocols import Sensing
from yinsh_core import Game
from yinsh_core.points import Point

if TYPE_CHECKING:
    from firmware_bridge.evidence import Evidence
    from firmware_bridge.verdicts import Verdict

OPENING = "E2 I5 A2 A5 B7 D9 K10 K7 G2 G11 E2-E3 I5-I6"  # white to move; E6 can be reached from A2 and from E3
JUMP = OPENING + " E3-E4 I6-I7"  # E4-E1 jumps E2 and E3
ROW = JUMP + " E4-E5 I7-I8 E5-E6 I8-I9"  # E6-E7 makes the row E2-E6


def game_after(text: str) -> Game:
    """A game with these actions."""
    game = Game()
    for action in text.split():
        game.push(action)
    return game


class Scribe:
    """Writes down what a board shows, act by act, as evidence for an explanation."""

    def __init__(self, sensing: Sensing | str, text: str) -> None:
        self.game = game_after(text)
        self.sight = Sight(Yinsh(), Sensing(sensing))
        self.contents = list(self.sight.game.contents(self.game.position))
        self.memory = Memory(self.sight, flash=0.0)
        self.memory.begin(tuple(self.contents))
        self.masked = 0
        self.now = 0.0

    @property
    def levels(self) -> tuple[int, ...]:
        """What the sensors show."""
        return tuple(map(self.sight.level, self.contents))

    def put(self, *acts: str) -> Evidence:
        """Acts such as ``E3=w``: half a second each, a white marker stands on E3 then."""
        for act in acts:
            name, _, content = act.partition("=")
            point = Point(name).index
            before, self.contents[point] = self.contents[point], content
            self.now += 0.5
            if self.sight.level(before) != self.sight.level(content):
                self.memory.note(point, self.sight.level(content), self.now)
        return self.evidence()

    def evidence(self) -> Evidence:
        """All that was seen so far."""
        return self.memory.evidence(self.levels, self.masked)


class Sitting:
    """A reader, its game and a board; commits are carried out as a table would."""

    def __init__(self, sensing: Sensing | str, text: str) -> None:
        self.game = game_after(text)
        self.reader = Reader(Sight(Yinsh(), Sensing(sensing)))
        self.contents = list(self.reader.sight.game.contents(self.game.position))
        self.now = 0.0
        self.noisy = 0
        self.reader.resume(self.game.position, self.now)
        self.see()
        self.decide()
        self.wait(1.0)

    def see(self) -> None:
        """Show the board to the reader."""
        levels = tuple(map(self.reader.sight.level, self.contents))
        self.reader.see(levels, self.now, self.noisy)

    def put(self, *acts: str, after: float = 0.5) -> Verdict:
        """Acts such as ``E3=w``, each so many seconds after the one before."""
        for act in acts:
            self.wait(after)
            name, _, content = act.partition("=")
            self.contents[Point(name).index] = content
            self.see()
            verdict = self.decide()
        return verdict

    def wait(self, seconds: float) -> Verdict:
        """Let time pass; the reader is asked whenever it wants to be."""
        end = self.now + seconds
        while (due := self.decide().due) <= end:
            self.now = max(self.now, due)
            if self.decide().due <= self.now:
                self.now += 0.001
        self.now = end
        return self.decide()

    def decide(self) -> Verdict:
        """The verdict, once all that is to be committed has been."""
        verdict = self.reader.decide(self.game.positions, self.now)
        while verdict.kind == "commit":
            for _ in range(verdict.back):
                self.game.pop()
            for step in verdict.steps:
                self.game.push(step.action)
            self.reader.rebase(self.game.positions, verdict, self.now)
            verdict = self.reader.decide(self.game.positions, self.now)
        return verdict

    def last(self, count: int = 1) -> list[str]:
        """The last actions."""
        return [str(action) for action in self.game.actions[-count:]]
