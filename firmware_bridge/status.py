"""How the board is doing: one value for ``yinsh-board status``, the control socket and ``/metrics``."""

from __future__ import annotations

import os
import shutil
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.troubles import cure
from hardware.protocols import Linked

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from hardware.config import BoardConfig
    from hardware.protocols import Health

LITTLE: Final = 100_000_000  # bytes of free space below which the owner is told
MOST_POINTS: Final = 3  # of a board that differs; its lights show the others

#: What the board looks like, by the kind of status.
BOARD: Final = {
    "waiting": "stands as the game does",
    "wrong": "a piece is where it may not be",
    "correction": "differs from the game",
    "question": "asks which is meant",
    "offered": "is not set up; the game is kept for it",
    "over": "the game is over",
}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the board and what is wrong with it, if anything."""

    name: str
    text: str  # what it is or does
    fault: str = ""
    cure: str = ""
    failures: int = 0  # so far

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.fault


@dataclass(frozen=True, slots=True)
class Report:
    """How the daemon is doing at one moment."""

    pid: int
    uptime: float  # seconds
    board: str
    sensing: str
    parts: tuple[Part, ...]
    points: dict[str, str]  # sensors that are not trusted, each with its fault
    game: dict[str, Any]
    scans: int
    frames: int
    errors: int
    extra: dict[str, float] = field(default_factory=dict)  # numbers that others count

    def as_json(self) -> dict[str, Any]:
        """For the socket and for scripts."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Report:
        """The inverse of :meth:`as_json`."""
        return cls(**{**value, "parts": tuple(Part(**part) for part in value["parts"])})


@dataclass(frozen=True, slots=True)
class Identity:
    """What a report says about the board that the daemon does not know."""

    name: str
    drivers: dict[str, str]  # of sensors, lights, controls and sounder
    state: Path
    began: float  # seconds of the daemon's clock

    @classmethod
    def of(cls, config: BoardConfig, state: Path, began: float) -> Identity:
        """What a configuration says."""
        drivers = {name: getattr(config, name).driver for name in ("sensors", "lights", "controls", "sounder")}
        return cls(config.board.name, drivers, state, began)


def report(daemon: Daemon, board: Identity) -> Report:
    """Ask every part how it is doing."""
    table, match = daemon.bridge.table, daemon.bridge.table.match
    return Report(
        pid=os.getpid(),
        uptime=round(daemon.clock() - board.began, 1),
        board=board.name,
        sensing=table.reader.sight.sensing.value,
        parts=tuple(parts(daemon, board)),
        points={point: fault.words for point, fault in table.faults.items()},
        game={
            "variant": table.book.variant,
            "players": list(table.book.players),
            "actions": len(match.actions),
            "last": str(match.actions[-1]) if match.actions else "",
            "status": str(table.status),
            "side": table.game.sides[table.game.side_to_act(table.state)],
            "over": table.over,
        },
        scans=daemon.scans,
        frames=daemon.frames_shown,
        errors=daemon.errors,
    )


def parts(daemon: Daemon, board: Identity) -> list[Part]:
    """The parts of the board in the order in which an owner would look at them."""
    metal = daemon.metal
    drivers = [
        _driver("sensors", board, metal.sensors.health),
        _driver("lights", board, metal.lights.health),
        _driver("controls", board, metal.controls.health),
        _driver("sounder", board, metal.sounder.health),
    ]
    found = [part for part in drivers if part.text != "none" or not part.ok]
    if isinstance(metal.sensors.driver, Linked):
        found.insert(0, Part("link", metal.sensors.driver.line))
    journal = daemon.journal_fault
    found.append(Part("journal", "every action is on disk", journal, cure("journal") if journal else ""))
    if daemon.journal.set_aside:
        found.append(Part("games", "", daemon.journal.set_aside, cure("set aside")))
    found.append(disk(board.state))
    if daemon.errors:
        found.append(Part("program", "", f"{daemon.errors} errors that nobody expected", cure("unexpected")))
    return found


def disk(state: Path) -> Part:
    """How much space is left for games."""
    try:
        free = shutil.disk_usage(state).free
    except OSError as error:
        return Part("disk", "", f"{state}: {error.strerror}", cure("disk"))
    text = f"{free / 1e9:.1f} GB free in {state}"
    return Part("disk", text, "little space is left" if free < LITTLE else "", cure("disk") if free < LITTLE else "")


def _driver(name: str, board: Identity, health: Health) -> Part:
    return Part(name, board.drivers.get(name, ""), health.fault, health.cure, health.count)


def screen(told: Report) -> str:
    """One screen of truth; what is wrong comes with its cure."""
    game = told.game
    turn = "over" if game["over"] else f"{game['side']} to act"
    players = " against ".join(filter(None, game["players"])) or "nobody has given a name"
    lines = [
        f"{told.board}: running for {duration(told.uptime)}, sensing {told.sensing} (process {told.pid})",
        "",
        *(line for part in told.parts for line in part_lines(part)),
        *(f"  FAULT    {point}: {fault}" for point, fault in told.points.items()),
        *([f"             -> {cure('point')}"] if told.points else []),
        "",
        f"  game     {game['variant']}, {players}: {game['actions']} actions"
        + (f", the last {game['last']}" if game["last"] else ""),
        f"           {turn}; the board: {board_in_words(game['status'])}",
    ]
    return "\n".join(lines)


def board_in_words(status: str) -> str:
    """What a status such as ``correction(F6: a white ring)`` means, with the first points of it."""
    kind, _, inside = status.partition("(")
    points = inside.removesuffix(")").split(", ") if inside else []
    shown = [*points[:MOST_POINTS], *([f"and {len(points) - MOST_POINTS} more"] if len(points) > MOST_POINTS else [])]
    return f"{BOARD.get(kind, kind)} ({', '.join(shown)})" if shown else BOARD.get(kind, kind)


def duration(seconds: float) -> str:
    """The two largest units."""
    minutes, hours, days = int(seconds // 60), int(seconds // 3600), int(seconds // 86400)
    if days:
        return f"{days} d {hours % 24} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min {int(seconds % 60)} s"


def part_lines(part: Part) -> list[str]:
    """What is shown of a part; what is wrong comes with its cure."""
    if part.ok:
        times = f" ({part.failures} failures so far)" if part.failures else ""
        return [f"  ok       {part.name}: {part.text}{times}"]
    return [f"  FAULT    {part.name}: {part.fault.removeprefix(part.name + ': ')}", f"             -> {part.cure}"]
