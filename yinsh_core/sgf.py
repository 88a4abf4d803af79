"""Game files of the YINSH server boardspace.net: SGF with ``GM[24]``, the older and the newer dialect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from yinsh_core.actions import Action, MoveRing, PlaceRing, TakeRing, TakeRow
from yinsh_core.boardspace import Replay
from yinsh_core.colors import Color
from yinsh_core.errors import InvalidNotation
from yinsh_core.position import Position
from yinsh_core.record import MAX_LENGTH, result_of
from yinsh_core.sgf_tree import Node, escaped, main_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yinsh_core.game import Game
    from yinsh_core.points import Point
    from yinsh_core.position import Variant

_PLAYERS: Final = {"P0": 0, "P1": 1}
_VARIANTS: Final[dict[str, Variant]] = {"yinsh": "standard", "yinsh-blitz": "blitz"}
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DATE = re.compile(rf"\w+ ({'|'.join(_MONTHS)}) +([0-9]{{1,2}}) .*\b([0-9]{{4}})")
_ID = re.compile(r'id\s+"(.*)"', re.DOTALL | re.IGNORECASE)


def looks_like_sgf(text: str) -> bool:
    """Whether a text is an SGF file rather than a record."""
    return text.lstrip("\ufeff \t\r\n").startswith("(")


def read_sgf(text: str) -> Game:
    """The game of an SGF file; :class:`InvalidNotation` and :class:`IllegalAction` name the node and its line.

    Who placed the first ring is White. Comments, clock times and side variations are left out.
    """
    if not isinstance(text, str):
        raise InvalidNotation(f"not an SGF file: {text!r} is {type(text).__name__}, a text is needed")
    if len(text) > MAX_LENGTH:
        raise InvalidNotation(f"the SGF file has {len(text)} characters, at most {MAX_LENGTH} are read")
    nodes = main_line(text)
    replay = Replay(_variant_of(nodes[0]))
    for node in nodes:
        for name, value in node.properties:
            if name in _PLAYERS:
                replay.play(node, _PLAYERS[name], value)
    replay.finish()
    replay.game.headers.update(_headers(nodes[0], replay))
    return replay.game


def write_sgf(game: Game) -> str:
    """The game as such a file, in the newer dialect; it must have begun on the empty board."""
    if game.start != Position(variant=game.variant):
        raise InvalidNotation("an SGF file tells a game from the empty board; this one began elsewhere")
    steps = "".join(f"; P{player}[{n} {step}]\n" for n, (player, step) in enumerate(_steps(game)))
    return f"(;\n{_root(game)}{steps})\n"


def _variant_of(root: Node) -> Variant:
    game = root.get("GM").strip().lower()
    if game not in ("24", "yinsh"):
        root.complain(f"this is no YINSH game: GM[24] is needed, found {f'GM[{game[:20]}]' if game else 'no GM'}")
    setup = root.get("SU").strip().lower() or "yinsh"
    if setup not in _VARIANTS:
        root.complain(f"unknown variant SU[{setup[:20]}] ({' or '.join(_VARIANTS)})")
    return _VARIANTS[setup]


def _headers(root: Node, replay: Replay) -> dict[str, str]:
    white = replay.white or 0
    names = {Color.WHITE: _name(root, white), Color.BLACK: _name(root, 1 - white)}
    headers = {"White": names[Color.WHITE], "Black": names[Color.BLACK]}
    headers |= {"Date": _date(root.get("DT")), "Event": root.get("GN")}
    headers |= _result(root, replay, _named_winner(root.get("RE"), names))
    return {name: value for name, value in headers.items() if value}


def _name(root: Node, player: int) -> str:
    values = (value.strip() for name, value in root.properties if _PLAYERS.get(name) == player)
    return next((match[1] for match in map(_ID.fullmatch, values) if match), "")


def _date(text: str) -> str:
    """``2005-08-22`` for the server's ``Mon Aug 22 17:39:53 CEST 2005``; anything else as it is."""
    match = _DATE.fullmatch(text)
    return f"{match[3]}-{_MONTHS.index(match[1]) + 1:02}-{int(match[2]):02}" if match else text


def _named_winner(text: str, names: dict[Color, str]) -> Color | None:
    """The player whose name stands in the result, which is a sentence in any language."""
    named = [color for color in Color if re.search(rf"(?<!\w){re.escape(names[color] or str(color))}(?!\w)", text)]
    return named[0] if len(named) == 1 else None


def _result(root: Node, replay: Replay, named: Color | None) -> dict[str, str]:
    outcome = replay.game.outcome
    if outcome is not None:
        if named not in (None, outcome.winner):
            root.complain(f"RE[{root.get('RE')}] says that {named} won, but by the rules it is {outcome}")
        return {}
    if replay.winner is not None:
        player, how = replay.winner
        return {"Result": str(Color.WHITE if player == (replay.white or 0) else Color.BLACK), "Termination": how}
    return {} if named is None else {"Result": str(named)}


def _root(game: Game) -> str:
    result, _ = result_of(game)
    setup = next(setup for setup, variant in _VARIANTS.items() if variant == game.variant)
    properties = {"SU": setup, "DT": game.headers.get("Date", ""), "GN": game.headers.get("Event", "")}
    if result == "draw":
        properties["RE"] = "The game is a draw"
    elif result != "*":
        properties["RE"] = f"Game won by {game.headers.get(result.capitalize(), result)}"
    for color in Color:
        if name := game.headers.get(str(color).capitalize()):
            properties[f"P{color:d}"] = f'id "{name}"'
    lines = [f"{name}[{escaped(value)}]\n" for name, value in properties.items() if value]
    return f"GM[24]VV[2]\n{''.join(lines)}"


def _steps(game: Game) -> Iterator[tuple[int, str]]:
    yield 0, "Start White"
    for position, action in zip(game.positions, game.actions, strict=False):
        yield int(position.to_act), _words(action, "wb"[position.to_act])
        yield int(position.to_act), "Done "
    result, how = result_of(game)
    if game.outcome is None and result in ("white", "black"):
        winner = Color.parse(result)
        if how == "resignation":
            yield int(winner.other), "Resign "
            yield int(winner.other), "Done "
        elif how == "time":
            yield int(winner), "WinOnTime "


def _words(action: Action, letter: str) -> str:
    match action:
        case PlaceRing(point):
            return f"place {letter}r  {_at(point)}"
        case MoveRing(start, end):
            return f"move {_at(start)} {_at(end)}"
        case TakeRow(start, end):
            return f"remove {letter} {_at(start)} {_at(end)}"
        case TakeRing(point):
            return f"remove {letter}r {_at(point)}"
    return "Pass "


def _at(point: Point) -> str:
    return f"{point.name[0]} {point.number}"
