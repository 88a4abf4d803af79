"""The game record: a text that people read and write, and that gives the same game back.

Headers come first, then one numbered line for each turn with all that the player did in it::

    [White "Ada"]
    [Black "Ben"]
    [Variant "standard"]
    [Result "white"]
    [Termination "resignation"]

    1. F6
    2. C3
    ...
    12. C3-C7 xB3-B7 rB2
    white

Comments run from ``;`` or ``#`` to the end of the line or stand in ``{braces}``; reading drops them.
The rules know the variant, the start and how a finished game ended. Those headers are written from the
game and checked when read; ``game.headers`` keeps the others, and the result only where the rules are silent.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final, NoReturn

from yinsh_core.actions import parse_action
from yinsh_core.errors import IllegalAction, ImpossiblePosition, InvalidNotation
from yinsh_core.game import Game
from yinsh_core.position import Position, read_variant
from yinsh_core.rules import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yinsh_core.actions import Action
    from yinsh_core.colors import Color

#: Longest record that is read, in characters. The longest games need less than a twentieth of it.
MAX_LENGTH: Final = 256 * 1024

#: What a result can say; ``*`` is a game that goes on.
RESULTS: Final = ("white", "black", "draw", "*")

_ORDER: Final = ("White", "Black", "Date", "Variant", "Position", "Result", "Termination")
_CANONICAL: Final = {name.lower(): name for name in _ORDER}
_RULES_REASONS: Final = frozenset(str(reason) for reason in Reason)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TOKEN = re.compile(
    r"""\s+ | [;#][^\n]* | \{[^}]*\}
      | (?P<header>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_-]*)\s+(?P<value>"(?:[^"\\\n]|\\.)*+")\s*\])
      | (?P<number>[0-9]+\.)
      | (?P<word>[^\s;\#{}\[\]]+)""",
    re.VERBOSE,
)


def write_record(game: Game) -> str:
    """The record of *game*; :func:`read_record` is its inverse."""
    result, _ = result_of(game)
    headers = "".join(f"[{name} {json.dumps(value, ensure_ascii=False)}]\n" for name, value in _headers(game))
    turns = "".join(f"{n}. {' '.join(map(str, turn))}\n" for n, (_, turn) in enumerate(turns_of(game), start=1))
    return f"{headers}\n{turns}{result}\n"


def read_record(text: str) -> Game:
    """The game of a record.

    :class:`InvalidNotation` and :class:`IllegalAction` name the line, the column and the word at fault.
    """
    if not isinstance(text, str):
        raise InvalidNotation(f"not a record: {text!r} is {type(text).__name__}, a text is needed")
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(f"the record has {len(text)} characters, at most {MAX_LENGTH} are read")
    return _Reader(text).game()


def result_of(game: Game) -> tuple[str, str | None]:
    """Result and termination: by the rules when they decide, else as the headers say."""
    if game.outcome is not None:
        winner = game.outcome.winner
        return ("draw" if winner is None else str(winner)), str(game.outcome.reason)
    result = game.headers.get("Result", "*")
    if result not in RESULTS:
        raise InvalidNotation(f"not a result: {result!r} (white, black, draw or *)")
    return result, game.headers.get("Termination")


def turns_of(game: Game) -> Iterator[tuple[Color, list[Action]]]:
    """Who did what, turn by turn: a turn is all that one player does in a row."""
    moments = zip(game.positions, game.actions, strict=False)
    for color, group in groupby(moments, key=lambda moment: moment[0].to_act):
        yield color, [action for _, action in group]


def _headers(game: Game) -> Iterator[tuple[str, str]]:
    result, termination = result_of(game)
    position = None if game.start == Position(variant=game.variant) else game.start.to_text()
    known = {"Variant": game.variant, "Position": position, "Result": result, "Termination": termination}
    for name in _ORDER:
        value = known[name] if name in known else game.headers.get(name)
        if value is not None:
            yield name, value
    for name, value in game.headers.items():
        if name not in _ORDER:
            if not _NAME.fullmatch(name) or name.lower() in _CANONICAL:
                raise InvalidNotation(f"not a header name: {name!r} (letters, digits, - and _, such as Event)")
            yield name, value


@dataclass(frozen=True, slots=True)
class _Token:
    at: int
    kind: str
    text: str


class _Reader:
    """Reads one record; every complaint names a place in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._headers: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._turn = 0
        self._color: Color | None = None

    def game(self) -> Game:
        tokens = self._tokens()
        moves = self._read_headers(tokens)
        game = self._start()
        result = self._play(game, moves)
        self._conclude(game, result)
        game.headers.update(self._headers)
        return game

    def _tokens(self) -> list[_Token]:
        tokens = []
        at = 0
        while at < len(self._text):
            match = _TOKEN.match(self._text, at)
            if match is None:
                self._complain(at, self._unreadable(at))
            if match.lastgroup is not None:
                tokens.append(_Token(at, match.lastgroup, match[0]))
            at = match.end()
        return tokens

    def _unreadable(self, at: int) -> str:
        line = self._text[at:].split("\n", 1)[0][:60]
        wanted = {"{": "this comment has no closing brace", "[": 'a header looks like [White "Ada"]'}
        return f"cannot read {line!r} ({wanted.get(self._text[at], 'a turn number, an action or a result is due')})"

    def _read_headers(self, tokens: list[_Token]) -> list[_Token]:
        first = next((i for i, token in enumerate(tokens) if token.kind != "header"), len(tokens))
        for token in tokens[:first]:
            self._read_header(token)
        return tokens[first:]

    def _read_header(self, token: _Token) -> None:
        match = _TOKEN.match(token.text)
        assert match is not None  # noqa: S101 - the token was made by this expression
        name = _CANONICAL.get(match["name"].lower(), match["name"])
        if name in self._headers:
            self._complain(token.at, f"the header {name} is given twice")
        try:
            value = json.loads(match["value"], strict=False)
            value.encode()  # half a character, such as \\ud800, could never be saved
        except ValueError:
            self._complain(token.at, f'cannot read {match["value"]} (write \\" and \\\\ for a quote and a backslash)')
        self._headers[name], self._places[name] = value, token.at

    def _start(self) -> Game:
        name = "Variant"
        try:
            variant = read_variant(self._headers.pop(name, "standard").lower())
            start, name = self._headers.pop("Position", None), "Position"
            position = Position(variant=variant) if start is None else Position.from_text(start)
            game = Game(position=position)
        except (InvalidNotation, ImpossiblePosition) as error:
            self._complain(self._places[name], str(error))
        if "Variant" in self._places and game.variant != variant:
            self._complain(self._places["Variant"], f"Variant says {variant!r}, but Position says {game.variant!r}")
        return game

    def _play(self, game: Game, tokens: list[_Token]) -> str | None:
        """Push the actions; the result after the last one, if there is one."""
        for i, token in enumerate(tokens):
            if token.kind == "header":
                self._complain(token.at, f"headers come before the first turn, found {token.text!r}")
            elif token.kind == "number":
                self._check_number(game, token)
            elif token.text.lower() in RESULTS:
                if i + 1 < len(tokens):
                    self._complain(tokens[i + 1].at, f"{tokens[i + 1].text!r} follows the result {token.text!r}")
                self._places["result"] = token.at
                return token.text.lower()
            else:
                self._push(game, token)
        return None

    def _check_number(self, game: Game, token: _Token) -> None:
        if self._color is not None and game.outcome is None and game.to_act == self._color:
            self._complain(token.at, f"{token.text} begins a turn, but {_due(game)}")
        if token.text != f"{self._turn + 1}.":
            self._complain(token.at, f"found turn {token.text} where turn {self._turn + 1}. is due")

    def _push(self, game: Game, token: _Token) -> None:
        try:
            action = parse_action(token.text)
        except InvalidNotation as error:
            self._complain(token.at, str(error))
        color = game.to_act
        try:
            game.push(action)
        except IllegalAction as error:
            raise IllegalAction(f"{self._place(token.at)}: {error}") from None
        if color != self._color:
            self._turn += 1
            self._color = color

    def _conclude(self, game: Game, last: str | None) -> None:
        """Compare what the record says about the end with the rules, and drop what the rules know."""
        if last is not None:
            header = self._said("Result", last)
            if header != last:
                self._complain(self._places["result"], f"the result is {last!r}, but the header Result says {header!r}")
            self._headers["Result"] = last
            self._places.setdefault("Result", self._places["result"])
        if self._said("Result", "*") not in RESULTS:
            self._complain(
                self._places["Result"], f"not a result: {self._headers['Result']!r} (white, black, draw or *)"
            )
        if game.outcome is not None:
            self._check_outcome(game)
        elif self._said("Termination", "") in _RULES_REASONS:
            said = self._headers["Termination"]
            self._complain(self._places["Termination"], f"Termination says {said!r}, but {_due(game)}")
        elif self._said("Result", "*") == "*":
            self._headers.pop("Result", None)
        else:
            self._headers["Result"] = self._said("Result", "*")

    def _check_outcome(self, game: Game) -> None:
        for name, ruled in zip(("Result", "Termination"), result_of(game), strict=True):
            said = self._headers.pop(name, None)
            if said is not None and said.lower() != ruled:
                self._complain(self._places[name], f"{name} says {said!r}, but by the rules it is {ruled!r}")

    def _said(self, name: str, default: str) -> str:
        return self._headers.get(name, default).lower()

    def _place(self, at: int) -> str:
        start = self._text.rfind("\n", 0, at) + 1
        line = self._text.count("\n", 0, at) + 1
        return f"line {line}, column {at - start + 1}"

    def _complain(self, at: int, message: str) -> NoReturn:
        raise InvalidNotation(f"{self._place(at)}: {message}")


def _due(game: Game) -> str:
    return f"{game.to_act} has to go on (phase {game.phase})"
