"""YINSH a second time, slow and plain, to check the engine against.

Nothing here is shared with the engine and nothing is clever: points are pairs such as ``("F", 6)``, the board is
two dictionaries, rows are looked for on the whole board every time, and every action is played on a copy.
"""

from __future__ import annotations

import re

Place = tuple[str, int]

COLUMNS = {
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
PLACES = [(letter, number) for letter, (low, high) in COLUMNS.items() for number in range(low, high + 1)]
ON_BOARD = set(PLACES)

AXES = [(0, 1), (1, 0), (1, 1)]
DIRECTIONS = AXES + [(-across, -along) for across, along in AXES]

MARKERS = 51
RINGS_EACH = 5
RINGS_TO_WIN = {"standard": 3, "blitz": 1}
OTHER = {"white": "black", "black": "white"}
SYMBOLS = {("ring", "white"): "R", ("ring", "black"): "r", ("marker", "white"): "M", ("marker", "black"): "m"}
PIECES = {symbol: piece for piece, symbol in SYMBOLS.items()}


def name(place: Place) -> str:
    return f"{place[0]}{place[1]}"


def place_of(text: str) -> Place:
    return text[0], int(text[1:])


def step(place: Place, direction: tuple[int, int]) -> Place:
    return chr(ord(place[0]) + direction[0]), place[1] + direction[1]


def line_from(place: Place, direction: tuple[int, int], length: int) -> list[Place]:
    line = [place]
    while len(line) < length:
        line.append(step(line[-1], direction))
    return line


def between(start: Place, end: Place) -> list[Place]:
    """The points strictly between two points on one line."""
    for direction in DIRECTIONS:
        passed: list[Place] = []
        place = step(start, direction)
        while place in ON_BOARD:
            if place == end:
                return passed
            passed.append(place)
            place = step(place, direction)
    raise ValueError(f"{name(start)} and {name(end)} are not on one line")


class NaiveGame:
    """A game at one moment; :meth:`play` returns the next moment and leaves this one alone."""

    def __init__(self, variant: str = "standard") -> None:
        self.variant = variant
        self.rings: dict[Place, str] = {}
        self.markers: dict[Place, str] = {}
        self.captures = {"white": 0, "black": 0}
        self.turn = "white"
        self.to_act = "white"
        self.phase = "place"
        self.passes = 0
        self.winner: str | None = None
        self.reason: str | None = None

    @property
    def pool(self) -> int:
        return MARKERS - len(self.markers)

    def copy(self) -> NaiveGame:
        twin = NaiveGame(self.variant)
        twin.__dict__.update(self.__dict__)
        twin.rings = dict(self.rings)
        twin.markers = dict(self.markers)
        twin.captures = dict(self.captures)
        return twin

    # What may be done

    def legal_actions(self) -> list[str]:
        """Every action allowed now, as texts in the order of their points."""
        if self.phase == "place":
            return [name(place) for place in PLACES if self.is_empty(place)]
        if self.phase == "move":
            return self.moves() or ["pass"]
        if self.phase == "row":
            return [f"x{name(row[0])}-{name(row[-1])}" for row in self.rows(self.to_act)]
        if self.phase == "ring":
            return [f"r{name(place)}" for place in self.rings_of(self.to_act)]
        return []

    def is_empty(self, place: Place) -> bool:
        return place not in self.rings and place not in self.markers

    def rings_of(self, color: str) -> list[Place]:
        return sorted(place for place, owner in self.rings.items() if owner == color)

    def moves(self) -> list[str]:
        return [
            f"{name(start)}-{name(end)}" for start in self.rings_of(self.to_act) for end in self.destinations(start)
        ]

    def destinations(self, start: Place) -> list[Place]:
        found = []
        for direction in DIRECTIONS:
            jumping = False
            place = step(start, direction)
            while place in ON_BOARD and place not in self.rings:
                if place in self.markers:
                    jumping = True
                else:
                    found.append(place)
                    if jumping:
                        break
                place = step(place, direction)
        return sorted(found)

    def rows(self, color: str) -> list[list[Place]]:
        found = []
        own = [place for place in PLACES if self.markers.get(place) == color]
        for start in own:
            for direction in AXES:
                row = line_from(start, direction, 5)
                if all(self.markers.get(place) == color for place in row):
                    found.append(row)
        return sorted(found, key=lambda row: (row[0], row[-1]))

    # Doing it

    def play(self, text: str) -> NaiveGame:
        """The game after an action, which must be written as :meth:`legal_actions` writes it."""
        if text not in self.legal_actions():
            raise ValueError(f"{text} is not allowed here")
        after = self.copy()
        if text == "pass":
            after.pass_turn()
        elif text.startswith("x"):
            after.take_row(*text[1:].split("-"))
        elif text.startswith("r"):
            after.take_ring(place_of(text[1:]))
        elif "-" in text:
            after.move_ring(*text.split("-"))
        else:
            after.place_ring(place_of(text))
        return after

    def place_ring(self, place: Place) -> None:
        self.rings[place] = self.to_act
        self.turn = self.to_act = OTHER[self.to_act]
        if len(self.rings) == 2 * RINGS_EACH:
            self.phase = "move"

    def move_ring(self, start_text: str, end_text: str) -> None:
        start, end = place_of(start_text), place_of(end_text)
        self.markers[start] = self.to_act
        del self.rings[start]
        self.rings[end] = self.to_act
        for place in between(start, end):
            if place in self.markers:
                self.markers[place] = OTHER[self.markers[place]]
        self.passes = 0
        self.find_what_is_due()

    def take_row(self, start_text: str, end_text: str) -> None:
        start, end = place_of(start_text), place_of(end_text)
        for place in [start, *between(start, end), end]:
            del self.markers[place]
        self.phase = "ring"

    def take_ring(self, place: Place) -> None:
        del self.rings[place]
        self.captures[self.to_act] += 1
        if self.captures[self.to_act] == RINGS_TO_WIN[self.variant]:
            self.end(self.to_act, "blitz" if self.variant == "blitz" else "three rings")
        else:
            self.find_what_is_due()

    def pass_turn(self) -> None:
        self.passes += 1
        if self.passes == 2:
            self.end_by_count("no moves left")
        else:
            self.next_turn()

    def find_what_is_due(self) -> None:
        """The mover's rows come first, then the opponent's, then the opponent's turn."""
        for color in (self.turn, OTHER[self.turn]):
            if self.rows(color):
                self.to_act = color
                self.phase = "row"
                return
        self.next_turn()

    def next_turn(self) -> None:
        self.turn = self.to_act = OTHER[self.turn]
        self.phase = "move"
        if self.pool == 0:
            self.end_by_count("markers exhausted")

    def end_by_count(self, reason: str) -> None:
        white, black = self.captures["white"], self.captures["black"]
        if white == black:
            self.end(None, reason)
        else:
            self.end("white" if white > black else "black", reason)

    def end(self, winner: str | None, reason: str) -> None:
        self.phase = "over"
        self.winner = winner
        self.reason = reason

    # Text

    @classmethod
    def from_text(cls, text: str) -> NaiveGame:
        """Read a position that is not over."""
        board, turn, to_act, phase, captures, passes, variant = text.split()
        game = cls(variant)
        game.turn, game.to_act, game.phase, game.passes = turn, to_act, phase, int(passes)
        game.captures["white"], game.captures["black"] = (int(count) for count in captures.split("-"))
        for place, symbol in zip(PLACES, unpack(board), strict=True):
            if symbol != ".":
                kind, color = PIECES[symbol]
                (game.rings if kind == "ring" else game.markers)[place] = color
        return game

    def text(self) -> str:
        captures = f"{self.captures['white']}-{self.captures['black']}"
        return f"{self.board()} {self.turn} {self.to_act} {self.phase} {captures} {self.passes} {self.variant}"

    def board(self) -> str:
        columns = []
        for letter, (low, high) in COLUMNS.items():
            column = "".join(self.symbol((letter, number)) for number in range(low, high + 1))
            columns.append(re.sub(r"\.+", lambda run: str(len(run.group())), column))
        return "/".join(columns)

    def symbol(self, place: Place) -> str:
        if place in self.rings:
            return SYMBOLS["ring", self.rings[place]]
        if place in self.markers:
            return SYMBOLS["marker", self.markers[place]]
        return "."


def unpack(board: str) -> str:
    """One symbol a point, in order, from the columns of a position text."""
    return re.sub(r"\d+", lambda run: "." * int(run.group()), board).replace("/", "")


def perft(game: NaiveGame, depth: int) -> int:
    """How many sequences of *depth* actions there are."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(game.legal_actions())
    return sum(perft(game.play(text), depth - 1) for text in game.legal_actions())
