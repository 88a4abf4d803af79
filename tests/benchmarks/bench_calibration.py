# ruff: noqa: T201 - it prints its figures
"""Linear readings to levels: samples a second, alone and with debounce, and how often they are wrong: ``make bench``.

A sample is one reading of one point; a board scanned at 200 Hz gives 17,000 of them a second.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from firmware_bridge.debounce import Debounce
from hardware.calibration import Classifier
from hardware.protocols import POINT_COUNT
from hardware.virtual import VirtualBoard, factory_calibration
from tests.amounts import amount
from tests.hardware.classification import Tally, evening

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.protocols import Frame

SECONDS = 60  # of a board at 200 Hz
RATE = 200
RUNS = 3
EVENINGS = 10

#: Pieces as in the middle of a game.
POSITION = {
    "white ring": ("B3", "D6", "F9", "H7", "J10"),
    "black ring": ("C2", "E4", "G8", "I6", "F4"),
    "white marker": ("D3", "D4", "E6", "F6", "G7", "H8"),
    "black marker": ("E5", "F5", "F7", "G6", "H6", "I8"),
}


def board_in_play(seed: int = 1) -> VirtualBoard:
    board = VirtualBoard("full", seed)
    board.hand.pace = 0
    for piece, points in POSITION.items():
        for point in points:
            board.hand.put(point, piece)
    board.hand.pace = 1
    board.read(1.0)
    return board


def resting() -> list[Frame]:
    board = board_in_play()
    return [board.read(1.0 + i / RATE) for i in range(SECONDS * RATE)]


def moving() -> list[Frame]:
    """A ring slides to and fro without a pause."""
    board, frames, at, other = board_in_play(), [], "F9", "F8"
    for i in range(SECONDS * RATE):
        frames.append(board.read(1.0 + i / RATE))
        if board.hand.free_at <= board.now:
            board.hand.slide(at, other)
            at, other = other, at
    return frames


def best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of a few runs: the machine's own noise only adds."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def classify(frames: list[Frame]) -> None:
    classifier = Classifier(factory_calibration(board_in_play()))
    for frame in frames:
        classifier.levels(frame.readings)


def classify_and_debounce(frames: list[Frame]) -> None:
    classifier, debounce = Classifier(factory_calibration(board_in_play())), Debounce(0.025, votes=True)
    for frame in frames:
        debounce.feed(classifier.levels(frame.readings), frame.time)


def scan() -> None:
    board = board_in_play()
    for i in range(SECONDS * RATE):
        board.read(1.0 + i / RATE)


def line(what: str, seconds: float) -> str:
    frames = SECONDS * RATE
    rate = frames * POINT_COUNT / seconds
    return f"{what:<42} {rate / 1e6:6.1f} million samples/s {1e6 * seconds / frames:7.1f} µs/frame"


def main(arguments: list[str] | None = None) -> None:
    """Print all figures."""
    evenings = int(amount(arguments, EVENINGS, "evenings", __doc__))
    at_rest, in_motion = resting(), moving()
    print(line("classification, board at rest", best(lambda: classify(at_rest))))
    print(line("classification, a ring in motion", best(lambda: classify(in_motion))))
    print(line("classification and debounce, at rest", best(lambda: classify_and_debounce(at_rest))))
    print(line("classification and debounce, in motion", best(lambda: classify_and_debounce(in_motion))))
    print(line("virtual board, a frame with noise", best(scan)))
    tally = Tally()
    for seed in range(evenings):
        evening(seed, 20, tally)
    print(f"classification, {evenings} evenings of noise, drift and leakage: {tally.text}")


if __name__ == "__main__":
    main()
