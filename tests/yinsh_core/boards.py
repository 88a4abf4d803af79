"""Positions by point names, for tests: written from the printed board, with no help from the engine."""

from collections.abc import Iterator

COLUMN_ENDS = {
    "A": (2, 5),
    "B": (1, 7),
    "C": (1, 8),
    "D": (1, 9),
    "E": (1, 10),
    "F": (2, 10),
    "G": (2, 11),
    "H": (3, 11),
    "I": (4, 11),
    "J": (5, 11),
    "K": (7, 10),
}
NAMES = [f"{letter}{number}" for letter, (low, high) in COLUMN_ENDS.items() for number in range(low, high + 1)]

# Rings that are out of the way.
WHITE_CORNER = "A2 A3 A4 A5"
BLACK_CORNER = "K7 K8 K9 K10 J11"


def position_text(
    white_rings: str = "",
    black_rings: str = BLACK_CORNER,
    white: str = "",
    black: str = "",
    *,
    turn: str = "white",
    to_act: str | None = None,
    phase: str = "move",
    passes: int = 0,
    variant: str = "standard",
) -> str:
    """A position from four lists of points; rings that are missing count as captured."""
    pieces = {}
    for names, symbol in ((white_rings, "R"), (black_rings, "r"), (white, "M"), (black, "m")):
        for name in names.split():
            assert name in NAMES, name
            assert name not in pieces, name
            pieces[name] = symbol
    captures = f"{5 - len(white_rings.split())}-{5 - len(black_rings.split())}"
    board = "/".join(column_text(letter, pieces) for letter in COLUMN_ENDS)
    return f"{board} {turn} {to_act or turn} {phase} {captures} {passes} {variant}"


def column_text(letter: str, pieces: dict[str, str]) -> str:
    low, high = COLUMN_ENDS[letter]
    text, empty = "", 0
    for number in range(low, high + 1):
        symbol = pieces.get(f"{letter}{number}")
        if symbol is None:
            empty += 1
        else:
            text += f"{empty or ''}{symbol}"
            empty = 0
    return f"{text}{empty or ''}"


def harmless(names: list[str]) -> tuple[str, str]:
    """White and black markers on these points, coloured so that no three in line are alike."""
    white = [name for name in names if shade(name) != 1]
    black = [name for name in names if shade(name) == 1]
    return " ".join(white), " ".join(black)


def shade(name: str) -> int:
    # A step along any axis changes this sum by 1 or 2, so every three in line hold all three shades.
    return (ord(name[0]) + int(name[1:])) % 3


def walled_in(rings: str) -> list[str]:
    """The points that must hold markers so that none of these rings can move."""
    return sorted({name for ring in rings.split() for name in open_points(ring, rings.split())})


def open_points(ring: str, rings: list[str]) -> Iterator[str]:
    for across, along in ((0, 1), (1, 0), (1, 1), (0, -1), (-1, 0), (-1, -1)):
        letter, number = ord(ring[0]) + across, int(ring[1:]) + along
        while (name := f"{chr(letter)}{number}") in NAMES and name not in rings:
            yield name
            letter, number = letter + across, number + along
