"""A position: everything that the rules need to know, as one frozen value with a text form."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from yinsh_core.colors import Color
from yinsh_core.diagram import draw_board
from yinsh_core.errors import InvalidNotation
from yinsh_core.points import COLUMN_ENDS, COLUMNS, POINTS, PointSet

if TYPE_CHECKING:
    from collections.abc import Iterator

RINGS_EACH: Final = 5
MARKERS: Final = 51

Variant: TypeAlias = Literal["standard", "blitz"]

#: Captured rings that win, by variant.
RINGS_TO_WIN: Final[dict[Variant, int]] = {"standard": 3, "blitz": 1}


class Phase(StrEnum):
    """What kind of action is due."""

    PLACE = "place"
    MOVE = "move"
    ROW = "row"
    RING = "ring"
    OVER = "over"


class Pair(NamedTuple):
    """Something for each side; ``pair[Color.WHITE]`` is ``pair.white``."""

    white: PointSet
    black: PointSet


class Position(NamedTuple):
    """Who stands where, who must act, and what is due.

    Points are held as 85-bit integers, bit *i* for the point of index *i*; ``rings`` and ``markers`` show them
    as sets. ``turn`` is whose turn it is; ``to_act`` differs from it only while the opponent takes the rows
    that the move has given them.
    """

    white_rings: int = 0
    black_rings: int = 0
    white_markers: int = 0
    black_markers: int = 0
    white_captures: int = 0
    black_captures: int = 0
    turn: Color = Color.WHITE
    to_act: Color = Color.WHITE
    phase: Phase = Phase.PLACE
    passes: int = 0
    variant: Variant = "standard"

    @property
    def rings(self) -> Pair:
        """The rings on the board, by colour."""
        return Pair(PointSet.from_bits(self.white_rings), PointSet.from_bits(self.black_rings))

    @property
    def markers(self) -> Pair:
        """The markers on the board, by the colour that is up."""
        return Pair(PointSet.from_bits(self.white_markers), PointSet.from_bits(self.black_markers))

    @property
    def captures(self) -> tuple[int, int]:
        """The rings taken off as a score, White's and Black's."""
        return (self.white_captures, self.black_captures)

    @property
    def pool(self) -> int:
        """The markers left beside the board."""
        return MARKERS - (self.white_markers | self.black_markers).bit_count()

    def status(self) -> tuple[str, ...]:
        """Every fault of an impossible position in words; empty when there is none."""
        from yinsh_core.status import faults  # noqa: PLC0415 - the faults need the rules, which need this module

        return tuple(faults(self))

    def to_text(self) -> str:
        """One line that :meth:`from_text` reads back: board, turn, to act, phase, captures, passes, variant."""
        captures = f"{self.white_captures}-{self.black_captures}"
        state = f"{self.turn} {self.to_act} {self.phase} {captures} {self.passes} {self.variant}"
        return f"{'/'.join(self._columns())} {state}"

    @classmethod
    def from_text(cls, text: str) -> Position:
        """Read the one-line form; :class:`InvalidNotation` says which field is wrong and what it may be."""
        if not isinstance(text, str):
            raise InvalidNotation(f"not a position: {text!r} is {type(text).__name__}, a text is needed")
        fields = text.split()
        if len(fields) != len(_FIELDS):
            raise InvalidNotation(
                f"not a position: {text!r} has {len(fields)} fields, needed are: {', '.join(_FIELDS)}"
            )
        board, turn, to_act, phase, captures, passes, variant = fields
        taken = _match(r"([0-5])-([0-5])", captures, "captures", "such as 0-1")
        return cls(
            *_read_board(board),
            int(taken[1]),
            int(taken[2]),
            Color.parse(turn),
            Color.parse(to_act),
            _read_phase(phase),
            int(_match(r"[0-2]", passes, "passes", "0, 1 or 2")[0]),
            read_variant(variant),
        )

    def _symbols(self) -> list[str]:
        bits = (self.white_rings, self.black_rings, self.white_markers, self.black_markers)
        symbols = []
        for index in range(len(POINTS)):
            there = [symbol for symbol, of in zip(_SYMBOLS, bits, strict=True) if of >> index & 1]
            symbols.append(there[0] if there else ".")
        return symbols

    def _columns(self) -> Iterator[str]:
        symbols = "".join(self._symbols())
        start = 0
        for first, last in COLUMN_ENDS:
            end = start + last - first + 1
            yield re.sub(r"\.+", lambda run: str(len(run[0])), symbols[start:end])
            start = end

    def __str__(self) -> str:
        places = ((p.column, p.number) for p in POINTS)
        board = draw_board(dict(zip(places, self._symbols(), strict=True)))
        return f"{board}\n{self._caption()}"

    def _caption(self) -> str:
        due = "the game is over" if self.phase is Phase.OVER else f"{self.to_act} to act: {self.phase}"
        white, black = self.captures
        return f"{due}; captured rings {white}-{black}; {self.pool} markers in the pool (R M white, r m black)"

    def __repr__(self) -> str:
        return f"Position.from_text({self.to_text()!r})"


_SYMBOLS = "RrMm"
_FIELDS = ("board", "turn", "to act", "phase", "captures", "passes", "variant")


def read_variant(text: str) -> Variant:
    """Read ``standard`` or ``blitz``."""
    if text not in get_args(Variant):
        raise InvalidNotation(f"not a variant: {text!r} ({' or '.join(get_args(Variant))})")
    return cast("Variant", text)


def _read_phase(text: str) -> Phase:
    try:
        return Phase(text)
    except ValueError:
        raise InvalidNotation(f"not a phase: {text!r} ({', '.join(Phase)})") from None


def _match(pattern: str, text: str, field: str, allowed: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text, re.ASCII)
    if match is None:
        raise InvalidNotation(f"not a position: {field} {text!r} ({allowed})")
    return match


def _read_board(text: str) -> tuple[int, int, int, int]:
    columns = text.split("/")
    if len(columns) != len(COLUMN_ENDS):
        raise InvalidNotation(f"not a position: the board has {len(columns)} columns, needed are 11 (A to K)")
    bits = dict.fromkeys(_SYMBOLS, 0)
    index = 0
    for letter, column, (first, last) in zip(COLUMNS, columns, COLUMN_ENDS, strict=True):
        end = index + last - first + 1
        for gaps, symbol in re.findall(r"([1-9][0-9]?)|(.)", column):
            if gaps:
                index += int(gaps)
            elif symbol in bits:
                bits[symbol] |= 1 << index
                index += 1
            else:
                raise InvalidNotation(f"not a position: {symbol!r} in column {letter} (R r M m or a number of gaps)")
        if index != end:
            raise InvalidNotation(f"not a position: column {letter} {column!r} does not fill {letter}{first} to {last}")
    return (bits["R"], bits["r"], bits["M"], bits["m"])
