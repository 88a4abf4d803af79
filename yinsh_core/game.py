"""A game: actions pushed and popped over positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from yinsh_core import rules
from yinsh_core.actions import Action, TakeRow, parse_action
from yinsh_core.colors import Color
from yinsh_core.errors import IllegalAction, ImpossiblePosition
from yinsh_core.legal import LegalActions, content, why_not
from yinsh_core.points import Point, PointSet
from yinsh_core.position import Phase, Position, Variant, read_variant

if TYPE_CHECKING:
    from yinsh_core.rules import Outcome


class Game:
    """A game of YINSH from the empty board, or from any possible position.

    ``headers`` holds what a record says about the game beyond its actions: players, date, result.
    """

    def __init__(
        self, variant: Variant = "standard", *, position: Position | None = None, headers: dict[str, str] | None = None
    ) -> None:
        start = Position(variant=read_variant(variant)) if position is None else position
        faults = start.status()
        if faults:
            raise ImpossiblePosition(f"no game leads to {start.to_text()!r}: {'; '.join(faults)}")
        self.headers: dict[str, str] = dict(headers or {})
        self._positions = [start]
        self._actions: list[Action] = []
        self._legal: LegalActions | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._positions[-1]

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._positions[0]

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(self._actions)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions so far, the start first, one more than there are actions."""
        return tuple(self._positions)

    @property
    def variant(self) -> Variant:
        """``standard`` or ``blitz``."""
        return self.position.variant

    @property
    def to_act(self) -> Color:
        """Who must act; once the game is over, the winner of its last ring or who would have been next."""
        return self.position.to_act

    @property
    def phase(self) -> Phase:
        """What kind of action is due."""
        return self.position.phase

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or ``None`` while the game goes on."""
        return rules.outcome(self.position)

    @property
    def legal_actions(self) -> LegalActions:
        """A view on what may be done now."""
        if self._legal is None:
            self._legal = LegalActions(self._positions[-1])
        return self._legal

    def push(self, action: Action | str) -> Action:
        """Do it and return it as a value; :class:`IllegalAction` says why it is not allowed here."""
        chosen = parse_action(action) if isinstance(action, str) else action
        position = self._positions[-1]
        if chosen not in self.legal_actions:
            raise IllegalAction(
                f"{str(action)!r} is not allowed: {why_not(position, chosen)}; in {position.to_text()!r}"
            )
        self._positions.append(rules.apply(position, chosen))
        self._actions.append(chosen)
        self._legal = None
        return chosen

    def pop(self) -> Action:
        """Take the last action back and return it; ``IndexError`` at the start of the game."""
        if not self._actions:
            raise IndexError("there is no action to take back")
        self._positions.pop()
        self._legal = None
        return self._actions.pop()

    def destinations(self, ring: Point | str) -> PointSet:
        """Where the ring on a point could move, whoever's turn it is."""
        point, position = Point(ring), self.position
        rings = position.white_rings | position.black_rings
        if not rings >> point.index & 1:
            raise IllegalAction(f"{point} holds {content(position, point)}, not a ring; in {position.to_text()!r}")
        markers = position.white_markers | position.black_markers
        return PointSet.from_bits(rules.destinations(point.index, rings, markers))

    def flips(self, ring: Point | str, end: Point | str) -> PointSet:
        """The markers that the ring would flip on its way to *end*."""
        start, to = Point(ring), Point(end)
        if to not in self.destinations(start):
            raise IllegalAction(f"the ring on {start} cannot move to {to}; in {self.position.to_text()!r}")
        markers = self.position.white_markers | self.position.black_markers
        return PointSet.from_bits(rules.BETWEEN[start.index][to.index] & markers)

    def rows(self, color: Color | str) -> tuple[TakeRow, ...]:
        """The rows of five that a side has on the board."""
        side = Color.parse(color) if isinstance(color, str) else color
        return tuple(rules.rows(rules.own_markers(self.position, side)))

    def copy(self) -> Game:
        """An independent game with the same past."""
        new = Game(position=self.start, headers=self.headers)
        new._positions = self._positions[:]
        new._actions = self._actions[:]
        return new

    def record(self) -> str:
        """The game as a readable text that :meth:`from_record` reads back."""
        from yinsh_core.record import write_record  # noqa: PLC0415 - records are made of games

        return write_record(self)

    @classmethod
    def from_record(cls, text: str) -> Game:
        """Read a game record; errors name line and token."""
        from yinsh_core.record import read_record  # noqa: PLC0415 - records are made of games

        return read_record(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self._actions == other._actions and self.headers == other.headers

    __hash__ = None  # type: ignore[assignment] # a game changes

    def __repr__(self) -> str:
        return f"<Game of {len(self._actions)} actions at {self.position.to_text()!r}>"

    def __str__(self) -> str:
        return str(self.position)
