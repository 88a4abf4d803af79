"""A board that behaves like wood and magnets, for players without one, for demonstrations and for tests."""

from hardware.virtual.board import VirtualBoard
from hardware.virtual.factory import factory_calibration
from hardware.virtual.hand import Hand
from hardware.virtual.physics import Physics
from hardware.virtual.pieces import ImpossibleAct, Piece, PieceSet

__all__ = ["Hand", "ImpossibleAct", "Physics", "Piece", "PieceSet", "VirtualBoard", "factory_calibration"]
