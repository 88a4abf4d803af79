"""Pieces of wood with magnets in them: what they are called, how strong they are, how they stand on a point.

Nothing here knows a game's rules. Another game brings its own :class:`PieceSet`: pieces that stack five high
are a set whose only shape has a limit of five.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from hardware.errors import BoardError
from hardware.protocols import Sensing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Magnets in rings are three times as strong as those in markers, so that the four strengths a point can
#: show (marker, ring round the wrong marker, ring, ring round its own marker) lie evenly apart.
RING_MOMENT: Final = 3.0


class ImpossibleAct(BoardError, ValueError):
    """A hand was told to do what wood does not allow; the message says where and what stands there."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece, as it lies: a marker that is turned over is another one."""

    name: str  # what players call it: "white ring"
    shape: str  # what it is whichever side is up: "ring"
    moment: float  # of its magnet, in markers; positive has white's pole up, 0 has no magnet
    layer: int = 0  # pieces of a higher layer enclose those below and are taken first
    reverse: str = ""  # the name of its other side; empty when both sides are alike
    pile: str = ""  # where it lies beside the board; empty: with its own name

    def is_a(self, word: str) -> bool:
        """Whether a player could mean this piece: ``"white ring"`` or just ``"ring"``."""
        return word in (self.name, self.shape)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PieceSet:
    """All the pieces of a game: kinds by name, how many lie beside the board, how many fit on a point."""

    kinds: Mapping[str, Piece]
    piles: Mapping[str, int]
    limits: Mapping[str, int]  # the most pieces of each shape on one point

    def named(self, name: str) -> Piece:
        """The piece players call so."""
        if name not in self.kinds:
            raise ImpossibleAct(f"no piece is called {name!r}; there are: {', '.join(self.kinds)}")
        return self.kinds[name]

    def pile_of(self, piece: Piece) -> str:
        """Where *piece* lies when it is not in play."""
        return piece.pile or piece.name

    def turned(self, piece: Piece) -> Piece:
        """*piece* with its other side up."""
        return self.kinds[piece.reverse] if piece.reverse else piece

    def fits(self, stack: Sequence[Piece], piece: Piece) -> bool:
        """Whether *piece* can be put where *stack* stands."""
        return sum(other.shape == piece.shape for other in stack) < self.limits[piece.shape]


def placed(stack: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    """*stack*, bottom to top, with *piece* put on it: a ring encloses a marker whichever came first."""
    return tuple(sorted((*stack, piece), key=lambda p: p.layer))


def topmost(stack: Sequence[Piece], word: str | None = None) -> Piece | None:
    """The first piece of *stack* that fingers meet, among those that *word* could mean."""
    return next((p for p in reversed(stack) if word is None or p.is_a(word)), None)


def without(stack: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    """*stack* with one *piece* less."""
    at = stack.index(piece)
    return stack[:at] + stack[at + 1 :]


def yinsh_pieces(sensing: Sensing) -> PieceSet:
    """Five rings a side and 51 markers, with the magnets that a board of this sensing is built with."""
    marker = 0.0 if sensing is Sensing.RINGS else 1.0
    kinds = (
        Piece("white ring", "ring", RING_MOMENT, layer=1),
        Piece("black ring", "ring", -RING_MOMENT, layer=1),
        Piece("white marker", "marker", marker, reverse="black marker", pile="marker"),
        Piece("black marker", "marker", -marker, reverse="white marker", pile="marker"),
    )
    return PieceSet(
        kinds={piece.name: piece for piece in kinds},
        piles={"white ring": 5, "black ring": 5, "marker": 51},
        limits={"ring": 1, "marker": 1},
    )
