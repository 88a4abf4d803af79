"""Every act of the players, told in the language of transcripts, on each kind of board.

The first line of a transcript names the boards it is for, the second the act and what is shown.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.script import play_script
from firmware_bridge.world import World
from hardware.protocols import Sensing

FOLDER = Path(__file__).parent / "transcripts"
TRANSCRIPTS = sorted(FOLDER.glob("*.txt"))

#: What players do; each has a transcript for each kind of board, which may end in a question or a correction.
ACTS = {
    "put back",
    "nudge",
    "slide",
    "official order",
    "handy order",
    "late marker",
    "change of mind",
    "take back",
    "flips",
    "rows",
    "score",
    "out of turn",
    "two plies",
    "sweep",
    "resume",
    "sensor",
    "end",
    "pass",
    "orders",
    "bump",
    "cable",
}


def sensings_of(path: Path) -> list[str]:
    first = path.read_text().splitlines()[0]
    return first.removeprefix("# ").split(", ")


def act_of(path: Path) -> str:
    return path.read_text().splitlines()[1].removeprefix("# ").partition(":")[0]


CASES = [
    pytest.param(path, sensing, id=f"{path.stem}-{sensing}") for path in TRANSCRIPTS for sensing in sensings_of(path)
]


@pytest.mark.parametrize(("path", "sensing"), CASES)
def test_the_transcript_is_understood(path, sensing):
    play_script(World(sensing, seed=1), path.read_text())


@pytest.mark.parametrize("sensing", list(Sensing))
def test_every_act_is_shown_on_every_board(sensing):
    shown = {act_of(path) for path in TRANSCRIPTS if sensing in sensings_of(path)}
    assert shown == ACTS
