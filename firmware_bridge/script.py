"""Transcripts of hands: the language in which tests, demonstrations and people tell a virtual board what to do.

One act a line, or several with `` / `` between them; ``#`` begins a comment::

    put F6 white ring / put E5 black ring     what stands beside the board is put on it
    lift F6 / put F9                          one piece from here to there
    slide F6 F9    flip F7 F8    nudge E5     take B3 B4    drop F6 white ring    sweep    lay down
    wait 500                                  milliseconds
    pace 0.3                                  hands three times as quick as a calm person's, until told otherwise
    given F6 E5 D4 F5                         a game that has come so far, the board as it should be
    play F6 E5 F6-F9                          whole actions, as a person would do them
    fault stuck G7    fault dead G7    fault flicker G7    fault clear    unplug    replug
    order take back    order new game blitz   also: hint, answer 1, accept, resign white, pause, go on
    power cut                                 the bridge starts anew from its journal
    expect F6-F9                              the last actions of the game
    expect waiting                            or: wrong, question, correction, offered, over; with points or answers
    expect nothing                            no action since the last expectation, or that was told
    expect fault G7    expect lit F7 F8    expect dark A2

An expectation waits a while to become true; a failed one says what is so instead, with a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NoReturn

from firmware_bridge import orders
from firmware_bridge.entries import Entry, EntryKind
from yinsh_core import Color, MoveRing, PlaceRing, TakeRing, TakeRow
from yinsh_core.points import POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from firmware_bridge.playground import Playground
    from firmware_bridge.world import World
    from yinsh_core import Action

PATIENCE: Final = 3000  # milliseconds in which an expectation may become true
QUIET: Final = 1500  # milliseconds in which nothing must happen, when nothing is expected
_GAP = 150  # milliseconds after each act at a calm pace
_GLANCE = 50  # milliseconds between two looks at an expectation
_COLORS = ("white", "black")
_TELLING = ("given", "play", "order", "power")  # words that change the game as they say
_STATUSES = ("waiting", "wrong", "question", "correction", "offered", "over")


class ScriptError(ValueError):
    """A line cannot be read or done, or an expectation failed; the message names line and cause."""


@dataclass(frozen=True, slots=True)
class Line:
    """One act or expectation."""

    number: int
    words: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.number}: {' '.join(self.words)}"


def parse_script(text: str) -> list[Line]:
    """Read a transcript; :class:`ScriptError` names the line with an unknown word."""
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        for part in raw.split("#")[0].split(" / "):
            words = tuple(part.split())
            if not words:
                continue
            line = Line(number, words)
            if words[0] not in _ACTS and words[0] != "expect":
                raise ScriptError(f"{line}: unknown word {words[0]!r} (known: {', '.join([*_ACTS, 'expect'])})")
            lines.append(line)
    return lines


def play_script(world: World, text: str) -> None:
    """Do everything in virtual time; :class:`ScriptError` at the first thing that fails."""
    seen = len(world.game.actions)
    for line in parse_script(text):
        if line.words[0] == "expect":
            await_truth(world, line, seen)
            seen = len(world.game.actions)
        else:
            for ms in perform(world, line):
                world.run(ms=ms)
            seen = len(world.game.actions) if line.words[0] in _TELLING else seen


async def play_live(stage: Playground, text: str, sleep: Callable[[float], Awaitable[None]]) -> None:
    """Do everything in real time, on a daemon that runs; *sleep* takes seconds."""
    seen = len(stage.game.actions)
    for line in parse_script(text):
        if line.words[0] != "expect":
            for ms in perform(stage, line):
                await sleep(max(0.0, stage.hand.free_at - stage.now) + ms / 1000)
            seen = len(stage.game.actions) if line.words[0] in _TELLING else seen
            continue
        waited = QUIET if line.words[1:] == ("nothing",) else 0
        await sleep(waited / 1000)
        while (fault := check(stage, line, seen)) and waited < PATIENCE:
            await sleep(_GLANCE / 1000)
            waited += _GLANCE
        if fault:
            raise ScriptError(f"{line}: {fault}\n{picture(stage)}")
        seen = len(stage.game.actions)


def perform(stage: Playground, line: Line) -> Iterator[float]:
    """Do one act, yielding the milliseconds to wait meanwhile; :class:`ScriptError` says why it cannot be done."""
    try:
        waits = _ACTS[line.words[0]](stage, line.words[1:])
        if isinstance(waits, Iterator):
            yield from waits
    except (ValueError, IndexError, KeyError) as error:
        raise ScriptError(f"{line}: {error}") from error
    yield _GAP * stage.hand.pace


def await_truth(world: World, line: Line, seen: int) -> None:
    """Let time pass until an expectation holds."""
    if line.words[1:] == ("nothing",):
        world.run(ms=QUIET)
        fault = check(world, line, seen)
    else:
        fault = check(world, line, seen)
        for _ in range(PATIENCE // _GLANCE):
            if not fault:
                return
            world.run(ms=_GLANCE)
            fault = check(world, line, seen)
    if fault:
        raise ScriptError(f"{line}: {fault}\n{picture(world)}")


def check(world: Playground, line: Line, seen: int) -> str:
    """What is so instead of what was expected; empty when the expectation holds."""
    if len(line.words) == 1:
        return "expect what?"
    first, *rest = line.words[1:]
    if first == "nothing":
        fresh = [str(action) for action in world.game.actions[seen:]]
        lost = seen - len(world.game.actions)
        return f"the game went on with {' '.join(fresh)}" if fresh else f"{lost} taken back" if lost > 0 else ""
    if first in _STATUSES:
        return _check_status(world, first, rest)
    if first in ("lit", "dark"):
        return _check_lights(world, rest, lit=first == "lit")
    if first == "fault":
        return _check_faults(world, rest)
    return _check_actions(world, [first, *rest])


def picture(world: Playground) -> str:
    """Where the game stands, and where the board differs from it."""
    levels, contents = world.table.reader.levels, world.table.game.contents(world.table.state)
    sight = world.table.reader.sight
    differing = [
        f"{Point.at(p)} shows {level} instead of {sight.level(contents[p])} ({world.table.game.describe(contents[p])})"
        for p, level in enumerate(levels)
        if level != sight.level(contents[p])
    ]
    actions = " ".join(str(action) for action in world.game.actions[-6:]) or "none"
    lines = [str(world.table.state), f"last actions: {actions}", f"status: {world.status}"]
    return "\n".join(lines + (["the board: " + "; ".join(differing)] if differing else ["the board looks the same"]))


def _check_lights(world: Playground, points: list[str], *, lit: bool) -> str:
    wrong = [point for point in points if any(world.lights[point]) != lit]
    return f"{'dark' if lit else 'lit'}: {' '.join(wrong)}" if wrong else ""


def _check_faults(world: Playground, points: list[str]) -> str:
    missing = [point for point in points if Point(point).name not in world.table.faults]
    return f"no fault named at {' '.join(missing)}, only at {list(world.table.faults)}" if missing else ""


def _check_actions(world: Playground, expected: list[str]) -> str:
    if expected == ["new", "game"]:
        return "the game is still going on" if world.game.actions else ""
    wanted = [str(world.table.game.parse(text)) for text in expected]
    last = [str(action) for action in world.game.actions[-len(wanted) :]]
    return "" if last == wanted else f"the last actions are {' '.join(last) or 'none'}"


def _check_status(world: Playground, kind: str, rest: list[str]) -> str:
    status = world.status
    if status.kind != kind:
        return f"the status is {status}"
    if kind == "question" and rest and sorted(rest) != sorted(status.candidates):
        return f"the answers are {', '.join(status.candidates)}"
    if kind in ("wrong", "correction", "offered") and rest:
        points = sorted(difference.point for difference in status.difference)
        return "" if points == sorted(Point(p).name for p in rest) else f"the status is {status}"
    return ""


def _piece(words: tuple[str, ...]) -> str | None:
    return " ".join(words) or None


def _points(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(takewhile(lambda word: word not in _COLORS, words))


def _rest(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[len(_points(words)) :]


def _play(world: Playground, words: tuple[str, ...]) -> Iterator[float]:
    for word in words:
        state = world.table.state
        action = world.table.game.parse(word)
        _do(world, action, state.to_act)
        yield 700
        if world.game.actions[-1:] != (action,):
            raise ValueError(f"{word} was not understood: {world.status}\n{picture(world)}")


def set_up(world: Playground, actions: Iterable[str]) -> None:
    """Let a game have come so far: it is in the journal, its pieces stand, and the bridge starts anew from there."""
    game = world.table.game
    texts = [str(game.parse(action)) for action in actions]
    for entry in (Entry(EntryKind.NEW, world.table.book.variant), *(Entry(EntryKind.ACT, text) for text in texts)):
        world.journal.append(entry)
    world.power_cut()
    pace, world.hand.pace = world.hand.pace, 0.0
    for point, content in zip(POINTS, game.contents(world.table.state), strict=True):
        if content:
            world.hand.put(point, game.describe(content).removeprefix("a "))
    world.hand.pace = pace


def _do(world: Playground, action: Action, color: Color) -> None:
    """One action in the handy order: lift the ring, put the marker in its place, put the ring down, flip."""
    hand = world.hand
    match action:
        case PlaceRing(point):
            hand.put(point, f"{color} ring")
        case MoveRing(start, end):
            flips = world.game.flips(start, end)  # type: ignore[attr-defined]
            hand.lift(start, "ring")
            hand.put(start, f"{color} marker")
            hand.put(end, f"{color} ring")
            hand.flip(*flips)
        case TakeRow():
            for point in action.points:
                hand.take(point)
        case TakeRing(point):
            hand.take(point)


def _fault(world: Playground, words: tuple[str, ...]) -> None:
    faults = world.board.faults
    kinds: dict[str, Callable[[str], object]] = {
        "stuck": lambda point: faults.stick(point, on=True),
        "dead": faults.dead,
        "flicker": faults.flicker,
        "chatter": faults.chatter,
    }
    if words[0] == "clear":
        faults.clear(*words[1:])
        return
    for point in words[1:]:
        kinds[words[0]](point)


def _order(world: Playground, words: tuple[str, ...]) -> None:
    match words:
        case ("new", "game", *variant):
            world.obey(orders.NewGame(*variant))
        case ("take", "back"):
            world.obey(orders.TakeBack())
        case ("answer", number):
            world.obey(orders.Answer(int(number) - 1))
        case ("resign", side):
            world.obey(orders.Resign(Color.parse(side)))
        case ("hint",):
            world.obey(orders.Hint())
        case ("accept",):
            world.obey(orders.Accept())
        case ("pause",):
            world.obey(orders.Pause(on=True))
        case ("go", "on"):
            world.obey(orders.Pause(on=False))
        case _:
            _unknown(words)


def _unknown(words: tuple[str, ...]) -> NoReturn:
    raise ValueError(f"unknown order {' '.join(words)!r}")


_ACTS: Final[dict[str, Callable[[Playground, tuple[str, ...]], object]]] = {
    "put": lambda world, words: world.hand.put(words[0], _piece(words[1:])),
    "lift": lambda world, words: world.hand.lift(words[0], _piece(words[1:])),
    "take": lambda world, words: [world.hand.take(point, _piece(_rest(words))) for point in _points(words)],
    "flip": lambda world, words: world.hand.flip(*words),
    "slide": lambda world, words: world.hand.slide(words[0], words[1], _piece(words[2:])),
    "nudge": lambda world, words: world.hand.nudge(words[0]),
    "drop": lambda world, words: world.hand.drop(words[0], _piece(words[1:])),
    "sweep": lambda world, _: world.hand.sweep(),
    "lay": lambda world, _: world.hand.lay_down(),
    "pace": lambda world, words: setattr(world.hand, "pace", float(words[0])),
    "wait": lambda _, words: iter([float(words[0])]),
    "given": set_up,
    "play": _play,
    "fault": _fault,
    "unplug": lambda world, _: world.board.faults.unplug(),
    "replug": lambda world, _: world.board.faults.replug(),
    "order": _order,
    "power": lambda world, _: world.power_cut(),
}
