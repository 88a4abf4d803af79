"""An evening of random positions on a board with noise, drift and leakage: does every settled frame read right?"""

import random
from dataclasses import dataclass

from hardware.calibration import Calibration, Classifier
from hardware.virtual import VirtualBoard, factory_calibration
from yinsh_core.points import POINTS

CONTENTS = {
    (): 0,
    ("white marker",): 1,
    ("black marker",): -1,
    ("white ring",): 2,
    ("black ring",): -2,
    ("white marker", "white ring"): 3,
    ("black marker", "black ring"): -3,
}


@dataclass
class Tally:
    frames: int = 0
    samples: int = 0
    errors: int = 0

    @property
    def text(self):
        return f"{self.errors} errors in {self.samples:,} settled readings of {self.frames:,} frames"


def truth(board):
    return tuple(CONTENTS[tuple(piece.name for piece in board.contents.get(point, ()))] for point in POINTS)


def evening(
    seed: int, positions: int, tally: Tally, *, minutes: float = 3.0, follow: bool = True, physics=None
) -> Calibration:
    """Random positions, a few minutes apart; zeros are followed once a second meanwhile."""
    chance = random.Random(seed)
    board = VirtualBoard("full", seed, physics=physics)
    board.hand.pace = 0
    classifier = Classifier(factory_calibration(board))
    now = 0.0
    for _ in range(positions):
        rearrange(board, chance)
        now = settle(board, classifier, now + 0.1, tally)
        for _ in range(int(minutes * 60) if follow else 0):
            now += 1.0
            readings = board.read(now).readings
            levels = classifier.levels(readings)
            classifier.follow(readings, [point for point in POINTS if not levels[point.index]])
        now += 0 if follow else minutes * 60
    return classifier.calibration


def rearrange(board: VirtualBoard, chance: random.Random) -> None:
    """A position as games have them: up to ten rings, one of them with its marker, and up to forty markers."""
    board.hand.sweep()
    points = chance.sample(POINTS, 10 + chance.randrange(40))
    for i, point in enumerate(points[:10]):
        board.hand.put(point, ("white ring", "black ring")[i % 2])
    for point in points[10:]:
        board.hand.put(point, chance.choice(("white marker", "black marker")))
    board.hand.put(points[0], "white marker")
    board.hand.put(points[1], "black marker")


def settle(board: VirtualBoard, classifier: Classifier, now: float, tally: Tally, frames: int = 40) -> float:
    expected = truth(board)
    for i in range(frames):
        levels = classifier.levels(board.read(now + i / 200).readings)
        tally.frames += 1
        tally.samples += len(levels)
        tally.errors += sum(a != b for a, b in zip(levels, expected, strict=True))
    return board.now
