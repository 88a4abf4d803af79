"""Clocks for two players: pure arithmetic on the seconds of the daemon's clock.

The clock follows the turn that has been announced, so nobody loses time to the journal. It starts with the first
action of a game (the first ring is free), and stands still while the game is paused or over, while the board is not
heard, and during a correction, when neither side may play. A question does not stop it: the player may answer.

Taking back returns no time, and an action that is played again earns no second increment. A flag that has fallen is
told once; whether that ends the game is for the players to say. A clock reads back what it writes; it then stands
still until someone plays on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["fischer", "sudden"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each side has, in seconds.

    ``fischer`` adds an increment after each turn, ``sudden`` (sudden death) adds nothing.
    """

    mode: Mode
    initial: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.initial <= 0 or self.increment < 0:
            raise ValueError(f"a clock needs time: {self.initial:g} s and {self.increment:g} s a turn is none")
        if self.mode == "sudden" and self.increment:
            raise ValueError(f"sudden death adds nothing after a turn, not {self.increment:g} s")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read what :meth:`__str__` writes."""
        mode, _, times = text.partition(" ")
        initial, _, increment = times.partition("+")
        if mode == "fischer":
            return cls("fischer", float(initial), float(increment))
        if mode == "sudden" and not increment:
            return cls("sudden", float(initial))
        raise ValueError(f"no such clock: {text!r}; it is 'fischer 300+5' or 'sudden 900'")

    def __str__(self) -> str:
        return f"fischer {self.initial:g}+{self.increment:g}" if self.mode == "fischer" else f"sudden {self.initial:g}"


class Clock:
    """The two faces of one clock."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.running: int | None = None  # whose time runs
        self.flagged: int | None = None  # whose flag fell first
        self._left = [control.initial, control.initial]
        self._since = 0.0
        self._mover: int | None = None  # who was last to move
        self._credited = 0  # actions up to which increments have been given
        self._stands_at: int | None = None  # actions at which it waits for another

    @classmethod
    def parse(cls, text: str) -> Clock:
        """Read what :meth:`text` writes; ``ValueError`` for anything else."""
        control, white, black, flagged = text.split("/")
        clock = cls(TimeControl.parse(control))
        clock._left = [float(white), float(black)]
        clock.flagged = (None, 0, 1)[("", "0", "1").index(flagged)]
        return clock

    def text(self, now: float) -> str:
        """The clock as it stands, in one line."""
        white, black = self.left(now)
        return f"{self.control}/{white:.3f}/{black:.3f}/{'' if self.flagged is None else self.flagged}"

    def anew(self) -> Clock:
        """A clock set for another game."""
        return Clock(self.control)

    def left(self, now: float) -> tuple[float, float]:
        """The seconds that each side has left; never less than none."""
        white, black = (self._left[side] - (now - self._since if side == self.running else 0.0) for side in (0, 1))
        return (max(0.0, white), max(0.0, black))

    def stand(self, actions: int) -> None:
        """Stand still until there are more or fewer actions than these."""
        self._stands_at = actions

    def follow(self, side: int | None, actions: int, now: float) -> bool:
        """Let the time of *side* run after so many actions, or nobody's; whether a flag falls now."""
        if self.running is not None:
            self._left[self.running] -= now - self._since
        if actions == self._stands_at:
            side = None
        else:
            self._stands_at = None
        self._since, self.running = now, side
        if side is None:
            return False
        self._credit(side, actions)
        if self.flagged is None and self._left[side] <= 0:
            self.flagged = side
            return True
        return False

    def _credit(self, side: int, actions: int) -> None:
        """The turn has passed on: whoever has just moved gets the increment, once for each turn."""
        if self._mover is not None and side != self._mover and actions > self._credited:
            self._left[self._mover] += self.control.increment
            self._credited = actions
        self._mover = side
