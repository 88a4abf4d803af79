"""The rules of YINSH: pure values and functions, no clock, no files, standard library only."""

from yinsh_core.actions import Action, MoveRing, Pass, PlaceRing, TakeRing, TakeRow, parse_action
from yinsh_core.colors import Color
from yinsh_core.errors import IllegalAction, ImpossiblePosition, InvalidNotation, YinshError
from yinsh_core.game import Game
from yinsh_core.legal import LegalActions
from yinsh_core.perft import perft
from yinsh_core.points import POINTS, Point, PointSet
from yinsh_core.position import Phase, Position, Variant
from yinsh_core.rules import Outcome, Reason

__all__ = [
    "POINTS",
    "Action",
    "Color",
    "Game",
    "IllegalAction",
    "ImpossiblePosition",
    "InvalidNotation",
    "LegalActions",
    "MoveRing",
    "Outcome",
    "Pass",
    "Phase",
    "PlaceRing",
    "Point",
    "PointSet",
    "Position",
    "Reason",
    "TakeRing",
    "TakeRow",
    "Variant",
    "YinshError",
    "parse_action",
    "perft",
]
