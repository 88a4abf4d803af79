"""What the bridge needs to know of a game: the only door between the rules and the board.

Everything behind this door speaks of points (by index), of *contents* (what stands on a point, as a short text
that only the game can read) and of *steps* (legal actions with what they change). Debounce, reader, table,
lights and journal know no more, so any game on these points can be played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Sensing

#: What stands on a point. The empty text is nothing; the rest is the game's own language.
Content = str

#: A state of the game: a frozen, hashable value of the rules engine.
State = Any

#: An action of the game: a frozen value whose ``str`` is its notation.
Action = Any


class Step(NamedTuple):
    """A legal action as the board will show it."""

    action: Action
    changes: tuple[tuple[int, Content], ...]  # what stands on which point afterwards
    late: int = 0  # bits of points whose change may follow in any order, or never
    goes_on: bool = False  # a piece that has landed so could still slide on
    with_next: bool = False  # what the same side does next may be done along with it, or before it


@dataclass(frozen=True, slots=True)
class Scenery:
    """What a state means to the lights: sets of points as bits, choices in the order in which they take turns."""

    side: int = 0  # who must act
    turn: int = 0  # the pieces with which that side may begin
    occupied: int = 0  # points that should not be empty
    hidden: int = 0  # points whose piece covers the light below it
    rows: tuple[int, ...] = ()  # completed rows among which the side chooses
    takeable: int = 0  # pieces of which one must be taken off
    over: bool = False
    winner: int | None = None  # 0 or 1; None with ``over``: a draw
    last: tuple[int, ...] = ()  # points of the last action, where a wave begins
    places: tuple[int, int] = (0, 0)  # captured rings of each side, for the six places at the rim


class Destination(NamedTuple):
    """Where a lifted piece may go, and what that would bring."""

    point: int
    own: bool = False  # completes something for the mover
    other: bool = False  # gives something to the opponent


class Match(Protocol):
    """A game in progress: what the table keeps. ``yinsh_core.Game`` is one."""

    headers: dict[str, str]

    @property
    def position(self) -> State:
        """The state now."""

    @property
    def positions(self) -> tuple[State, ...]:
        """All states, the first one first."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far."""

    def push(self, action: Any) -> Action:
        """Do an action."""

    def pop(self) -> Action:
        """Take the last action back."""

    def record(self) -> str:
        """The game as text."""


class BoardGame(Protocol):
    """A game that can be played on the board."""

    name: str
    variants: tuple[str, ...]
    sides: tuple[str, str]

    def new(self, variant: str) -> Match:
        """A game before its first action."""

    def parse(self, text: str) -> Action:
        """Read an action's notation."""

    def start(self, variant: str) -> State:
        """The state before the first action."""

    def after(self, state: State, action: Action) -> State:
        """The state after a legal action."""

    def steps(self, state: State) -> Sequence[Step]:
        """Every legal action; empty when the game is over."""

    def contents(self, state: State) -> tuple[Content, ...]:
        """What should stand on each of the 85 points."""

    def acts(self, content: Content) -> tuple[Content, ...]:
        """What one human act at a point can make of its content."""

    def tolerates(self, content: Content) -> tuple[Content, ...]:
        """What may stand there without stopping play, the right thing first: a marker not yet flipped."""

    def reads(self, sensing: Sensing, content: Content) -> int:
        """What this kind of board would read for that content: the level of :mod:`hardware`."""

    def scenery(self, states: Sequence[State], actions: Sequence[Action]) -> Scenery:
        """What the lights need to know of the last state."""

    def destinations(self, state: State, actions: Sequence[Action]) -> tuple[Destination, ...]:
        """Where these actions would put a piece, with the consequences."""

    def hint(self, state: State) -> Action | None:
        """An action worth trying, or ``None``."""

    def side_to_act(self, state: State) -> int:
        """0 or 1."""

    def is_over(self, state: State) -> bool:
        """Whether no action is left."""

    def describe(self, content: Content) -> str:
        """A content in words: ``a white ring``."""
