"""What can go wrong with a board in a café: symptom, cause and cure, once for messages and documentation alike.

``python -m firmware_bridge.troubles docs/troubleshooting.md`` renews the page; a test keeps it true.
"""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware import trouble as drivers

if TYPE_CHECKING:
    from collections.abc import Iterator

START = "<!-- From here on by python -m firmware_bridge.troubles docs/troubleshooting.md; a test keeps it true. -->"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that can go wrong."""

    symptom: str  # what people see
    cause: str
    cure: str  # what to do next


#: By the name under which the code asks for them.
TROUBLES: Final = {
    "not running": Trouble(
        "`yinsh-board status` says that the service is not running",
        "It was stopped, or its configuration is refused at every start.",
        "sudo systemctl start yinsh-board; if it stops again, yinsh-board doctor and journalctl -u yinsh-board say why",
    ),
    "no answer": Trouble(
        "`yinsh-board status` says that the service does not answer",
        "It is starting, it hangs and will be restarted by its watchdog, or you are not allowed to ask it.",
        "wait ten seconds and ask again; then sudo systemctl restart yinsh-board",
    ),
    "journal": Trouble(
        "The corners light up in turn; `status` says that the journal cannot be written",
        "The card is full, worn out or read-only. Play may go on: all since then is written when there is room.",
        "leave it plugged in and make space (df -h shows how much is left); if that does not help, replace the card",
    ),
    "set aside": Trouble(
        "`status` says that the games file has been set aside",
        "It was damaged, most often by a failing card. A new one was started, with the last game if it could be read.",
        "copy the named file somewhere safe; if it happens again, replace the card",
    ),
    "disk": Trouble(
        "`status` warns that little space is left",
        "Something else fills the card; the games and logs of the board are bounded.",
        "make space: sudo apt clean, sudo journalctl --vacuum-size=50M; du -xh / | sort -h | tail shows what is large",
    ),
    "sensors": Trouble(
        "A heartbeat in the middle, and the board does not react; `status` names a fault of the sensors",
        "The cable, the power or the configuration of the sensors.",
        "check the plug and the power; yinsh-board doctor examines the rest",
    ),
    "point": Trouble(
        "One point glows like an ember and is ignored; `status` names it",
        "Its sensor sticks, flickers or is dead, or a magnet lies near it. The others imply what stands there.",
        "clean the point and its sensor; yinsh-board monitor shows what it reads",
    ),
    "lights": Trouble(
        "The lights are dark or frozen, but the page shows the game going on",
        "The strip, its power or its driver. The game does not need it.",
        "check the strip's power and data wire; yinsh-board light lights every LED in turn",
    ),
    "correction": Trouble(
        "Two points blink, one fast and one slowly, and nothing else happens",
        "The board differs from the game: a piece too many (fast) and one that is missing (slow).",
        "put them right, one pair after the other; or say that the board is right: café button, or accept on the page",
    ),
    "package": Trouble(
        "`status` says that a driver needs a package",
        "The driver in board.toml is another than when the board was installed.",
        "sudo ./systemd/install.sh again: it fetches what the drivers need and lets the service use their devices",
    ),
    "page": Trouble(
        "The page does not open on a phone",
        "It is for this computer only unless board.toml says otherwise, or the phone is in another network.",
        'set host = "0.0.0.0" in [web] of board.toml, sudo systemctl restart yinsh-board, and use the same WLAN',
    ),
    "pin": Trouble(
        "Nobody knows the PIN of the panel",
        "It is shown once, when the board is installed.",
        "sudo yinsh-board pin sets another",
    ),
    "offered": Trouble(
        "After switching on, an empty board shows places one after another",
        "An unfinished game was kept.",
        "set it up again to go on with it, or start another game: the first ring puts the old one away",
    ),
    "unexpected": Trouble(
        "`status` counts errors that nobody expected",
        "A mistake in the program. It went on from the journal.",
        "please report the lines that journalctl -u yinsh-board -p err shows, with the record of the game",
    ),
    "config": Trouble(
        "`yinsh-board reload` refuses the configuration, or `status` calls it a fault",
        "board.toml has the faults that are named. The old configuration stays in force until the next start.",
        "put it right, then sudo yinsh-board reload; docs/configuration.md lists every key",
    ),
}


def cure(name: str) -> str:
    """What to do about it."""
    return TROUBLES[name].cure


def page() -> str:
    """All troubles as Markdown, then what helps against the errors that the system itself names."""
    return "\n".join([START, "", *_troubles(), *_errors()])


def _troubles() -> Iterator[str]:
    yield from ("| symptom | cause | cure |", "|---|---|---|")
    for each in TROUBLES.values():
        yield _row(each.symptom, each.cause, each.cure)


def _errors() -> Iterator[str]:
    yield from ("", "## Errors of the system", "", "What a driver's health says after the semicolon.", "")
    yield from ("| error | cure |", "|---|---|")
    for number, text in drivers.CURES.items():
        yield _row(f"{os.strerror(number)} (`{errno.errorcode[number]}`)", text)
    yield _row("anything else", drivers.OTHERWISE)
    yield ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def renew(text: str) -> str:
    """The page with its table as it should be."""
    return text.partition(START)[0] + page()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(renew(Path(name).read_text(encoding="utf-8")), encoding="utf-8")
