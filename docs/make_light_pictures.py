"""Draws what the lights say: ``make pictures`` writes one moving picture for each role to docs/lights.

Each picture is played by a hand on a virtual board and lit by the bridge, so it shows what a real board would. The
strips beside the board are the light of single points over time: the rhythm by which a role is known. A test
compares the pictures with what this program draws, so they stay true.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_bridge.clocks import TimeControl
from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import JournalError, MemoryJournal
from firmware_bridge.lights import render
from firmware_bridge.orders import SetClock
from firmware_bridge.script import play_script
from firmware_bridge.world import World
from hardware.virtual import VirtualBoard
from yinsh_core import POINTS, Color, Game, Point
from yinsh_core.points import RAYS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from firmware_bridge.scene import Scene
    from hardware.protocols import Rgb

HERE = Path(__file__).parent

#: A game that White wins with three rows.
GAME = (
    "H7 H6 C4 E3 I6 I9 G9 C5 H8 F8 H7-B1 E3-E6 H8-B2 E6-F7 B2-B5 H6-D6 I6-G6 F7-F5 G6-F6 C5-C6 F6-C3 xE6-I6 rB5 "
    "F5-F6 C4-G8 D6-D8 B1-G6 I9-I6 G9-D9 F6-G7 G6-E6 I6-H6 E6-E2 C6-G10 D9-E9 D8-C8 C3-C7 G10-H10 G8-H9 G7-J10 "
    "H9-I10 H6-I7 I10-I11 xE6-I10 rI11 F8-E7 C7-B7 C8-E8 E2-J7 E7-D7 J7-K8 H10-H11 K8-G8 H11-I11 G8-B3 xC3-C7 rB7"
)
#: Another: Black's last ring leaves six markers in a line, two rows to choose from.
SIX = (
    "I9 H5 H3 I5 J10 D6 D5 I8 H10 D7 D5-A2 D6-G9 I9-K9 I8-I7 H10-H8 G9-F8 H8-H11 F8-J8 J10-G10 I7-C1 G10-G8 D7-H7 "
    "G8-C4 I5-H4 C4-E6 H7-J9 E6-C6 H5-F5 A2-C2 F5-J5 H11-I11 J5-G5 C6-E8 H4-H6 C2-G6 G5-E5 G6-E4 H6-F6 E8-E7 F6-B6"
)
#: A third, in which nobody has a row when the markers are used up.
DRAW = (
    "J6 I7 C6 G3 K7 H8 J10 B5 A3 H11 A3-H10 H11-G11 J6-H6 I7-K9 C6-G6 K9-K8 G6-B1 B5-D5 J10-I10 D5-C4 H6-G5 H8-G8 "
    "H10-D6 K8-G4 B1-E1 C4-C3 G5-F4 G11-B6 I10-G10 G3-H4 E1-F2 G8-F7 G10-G9 F7-B3 D6-C5 B6-E9 F4-F6 G4-J7 F6-D4 "
    "J7-J5 D4-D2 H4-H7 G9-I9 C3-E3 D2-E2 E3-D3 I9-I8 H7-E7 F2-F3 E7-F8 C5-B4 D3-D1 K7-K10 E9-C7 I8-F5 C7-B7 "
    "K10-F10 F8-E8 F5-F9 J5-E5 F9-H9"
)


def moves(game: str, count: int) -> tuple[str, ...]:
    """The first actions of a game; all but the last ones with a negative count."""
    return tuple(game.split()[:count])


@dataclass(frozen=True)
class Role:
    """One message of the lights: how it comes about, and what to look at."""

    name: str  # of the file
    title: str
    points: str  # whose light over time is drawn beside the board; w1 is White's first ring place
    period: float  # seconds after which it begins again
    script: str = ""  # what the hands do after the game so far
    game: tuple[str, ...] = moves(GAME, 36)  # the actions so far
    sensing: str = "full"
    start: str = ""  # the moment of the scene at which the picture begins; any round one if empty
    seconds: float = 6.0  # of rhythm beside the board
    fps: int = 20  # frames of the picture a second
    look: float | None = None  # seconds into the picture of the moment that print shows; the brightest one if none


MIDGAME, LATE = moves(GAME, 36), moves(GAME, 54)
KNOCKED = "lift F8 / put F10 / lift C8 / put D4 / wait 1500"
UNSEEN = "put C3 white marker / lift C3 / put E5 / wait 1500"

ROLES = (
    Role("turn", "Whose turn", "C3 E2 E9 G8", 4.0),
    Role("first-ring", "Whose turn, before the first ring", "D1 F2 H3 w1", 4.0, game=()),
    Role("destinations", "Where the lifted ring may go", "D5 B3 G11", 2.0, "lift G8", LATE, look=1.5),
    Role("flips", "Markers to turn over", "C4 C5 C6 D5", 4.0, "lift C3 / put C3 white marker / put C7 / flip C4"),
    Role("row", "A row of five", "C3 C4 C5 C6 C7", 1.5, "play G8-B3", LATE, start="since", look=0.3),
    Role("rows", "A choice of rows", "C6 D6 E6 F6 G6 H6", 3.0, "play F6-B6", moves(SIX, -1), start="since", look=0.3),
    Role("take", "A ring comes off", "B3 B7 E9 w3", 2.0, "play xC3-C7", moves(GAME, 55)),
    Role("take-both", "A row and a ring together", "C5 B7 w3", 6.0, "play G8-B3 / wait 12000", LATE, "rings", look=0.2),
    Role("wrong", "A piece that should not be there", "F10 F9", 4.0, "put F10 black marker / wait 200", look=0.1),
    Role("correction", "Put right pair by pair", "C8 F10 F9", 6.0, KNOCKED, look=0.1),
    Role("hint", "A hint", "C3 C4 C5 C6 C7", 7 / 6, "order hint", look=0.5),
    Role("question", "A question", "C3 E9", 3.0, UNSEEN, MIDGAME, "presence", "asked"),
    Role("won", "White has won", "C5 F6 J9 F2", 2.5, "play rB7 / wait 5000", moves(GAME, 56)),
    Role("drawn", "A draw", "H9 F6 B3", 5.0, "play F9-H9", moves(DRAW, -1), start="since"),
    Role("asleep", "Nobody here", "B3 F6 J9", 12.0, "wait 301000", seconds=12.0, fps=5),
    Role("paused", "Paused", "E5 G6", 4.0, "order pause"),
    Role("offline", "The board is not heard", "F6", 1.6, "unplug / wait 500"),
    Role("unsaved", "Not saved yet", "A2 E1", 6.0, "play C3-C7 / wait 1500"),
    Role("flag", "No time left", "E1 F2", 12.0, look=0.1),
    Role("distrusted", "A sensor that is not believed", "D4", 4.0, "fault stuck D4 / wait 12000", look=0.1),
)


class FullDisk(MemoryJournal):
    """A journal that has become full."""

    def append(self, entry: Entry) -> None:
        """Refuse."""
        raise JournalError(f"no room for {entry.text}")


def main() -> None:
    """Write every picture."""
    for role in ROLES:
        (HERE / "lights" / f"{role.name}.svg").write_text(picture(role), encoding="utf-8")
        print(f"docs/lights/{role.name}.svg")


def world_of(role: Role) -> World:
    """A board on which the game so far stands, after the hands have done what shows the role."""
    board = VirtualBoard(role.sensing, seed=1)
    journal = MemoryJournal()
    if role.game:
        _set_up(board, journal, role.game)
    world = World(board=board, journal=journal)
    world.run(ms=1500)
    if role.name == "unsaved":
        world.journal = FullDisk()
    if role.name == "flag":
        world.obey(SetClock(TimeControl("sudden", 1.0)))
        world.run(ms=2000)
    play_script(world, role.script)
    return world


def _set_up(board: VirtualBoard, journal: MemoryJournal, actions: tuple[str, ...]) -> None:
    game = Game()
    journal.append(Entry(EntryKind.NEW, "standard"))
    for action in actions:
        game.push(action)
        journal.append(Entry(EntryKind.ACT, action))
    pace, board.hand.pace = board.hand.pace, 0.0
    for color in Color:
        for what, points in (("ring", game.position.rings), ("marker", game.position.markers)):
            for point in points[color]:
                board.hand.put(point, f"{color} {what}")
    board.hand.pace = pace


def picture(role: Role) -> str:
    """The board with moving lights, and the rhythm of some points beside it."""
    world = world_of(role)
    scene = world.table.scene
    begin = getattr(scene, role.start) if role.start else ceil(world.now / role.period) * role.period
    frames = [render(scene, begin + n / role.fps) for n in range(round(role.period * role.fps))]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{role.title}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" {FONT}>'
    )
    parts = [
        head,
        f"<title>{role.title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#101417"/>',
        '<g transform="translate(196 214) scale(0.86)">',
        _board(),
        *_lights(frames, role),
        *_pieces(world, scene),
        "</g>",
        *_strips(role, scene, begin),
        "</svg>\n",
    ]
    return "\n".join(parts)


# The board, its lights and its pieces

WIDTH, HEIGHT = 720, 428
FONT = "font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\""
STEP = 40.0  # from a point to its neighbour
PLACES = ((2.60, -5.26), (3.55, -4.71), (4.50, -4.16))  # White's; Black's lie opposite
CORNERS = ("A2", "B1", "E1", "G2", "J5", "K7", "K10", "J11", "G11", "E10", "B7", "A5")
SHADES = ((17, 0.22), (12.5, 0.35), (7.5, 1.0))  # radius and opacity of the discs that make a light

#: Where each of the 91 LEDs is.
SITES = (
    *((point.x * STEP, -point.y * STEP) for point in POINTS),
    *((side * x * STEP, -side * y * STEP) for side in (1, -1) for x, y in PLACES),
)


def _board() -> str:
    field = " ".join(_pair(SITES[Point(name).index]) for name in CORNERS)
    lines = "".join(
        f"M{_pair(SITES[point.index])}L{_pair(SITES[ahead[-1]])}"
        for point in POINTS
        for ahead, behind in zip(RAYS[point.index][:3], RAYS[point.index][3:], strict=True)
        if ahead and not behind
    )
    places = "".join(_circle(at, 14) for at in SITES[len(POINTS) :])
    return (
        f'<polygon points="{field}" fill="#1d2529" stroke="#1d2529" stroke-width="34" stroke-linejoin="round"/>\n'
        f'<path d="{lines}" stroke="#435257" stroke-width="1.2"/>\n'
        f'<g fill="none" stroke="#435257" stroke-dasharray="2.5 3">{places}</g>'
    )


def _lights(frames: Sequence[tuple[Rgb, ...]], role: Role) -> list[str]:
    """The LEDs that are ever lit; those that always look alike move together."""
    tracks: dict[tuple[Rgb, ...], list[int]] = {}
    for site in range(len(SITES)):
        track = tuple(frame[site] for frame in frames)
        if any(map(any, track)):
            tracks.setdefault(track, []).append(site)
    brightest = max(range(len(frames)), key=lambda n: sum(map(sum, frames[n])))
    look = brightest if role.look is None else round(role.look * role.fps)
    return [_lamp(track, sites, look, role.fps) for track, sites in tracks.items()]


def _lamp(track: tuple[Rgb, ...], sites: list[int], look: int, fps: int) -> str:
    """Lights of one track: a hue at full power, more or less opaque."""
    hues = [_hue(color) for color in track]
    shares = [f"{max(color) / 255:.2g}" for color in track]
    moves = _animation("opacity", shares, fps)
    if len({hue for hue in hues if hue}) > 1:
        moves += _animation("fill", [hue or "#000000" for hue in hues], fps)
    hue = hues[look] or next(filter(None, hues))
    discs = "".join(_circle(SITES[site], radius, f'fill-opacity="{o}"') for site in sites for radius, o in SHADES)
    return f'<g fill="{hue}" opacity="{shares[look]}">{moves}{discs}</g>'


def _animation(attribute: str, values: list[str], fps: int) -> str:
    if len(set(values)) == 1:
        return ""
    seconds = f"{len(values) / fps:g}"
    listed = ";".join(values)
    return (
        f'<animate attributeName="{attribute}" dur="{seconds}s" repeatCount="indefinite" calcMode="discrete" '
        f'values="{listed}"/>'
    )


def _hue(color: Rgb) -> str:
    """The colour at full power; empty for darkness."""
    most = max(color)
    return "#" + "".join(f"{round(part * 17 / most) * 15:02x}" for part in color) if most else ""


def _pieces(world: World, scene: Scene) -> list[str]:
    """What really stands on the board: rings around their light, markers on top of it."""
    drawn = []
    for point, stack in sorted(world.board.contents.items()):
        drawn += [_piece(piece.name, SITES[point.index]) for piece in stack]
    for side, count in enumerate(scene.scenery.places):
        first = len(POINTS) + 3 * side
        drawn += [_piece(f"{Color(side)} ring", at) for at in SITES[first : first + count]]
    return drawn


def _piece(name: str, at: tuple[float, float]) -> str:
    color, shape = name.split()
    body, edge = ("#e9e4d8", "#0b0e10") if color == "white" else ("#07090a", "#8b999e")
    if shape == "ring":
        outer = _circle(at, 14, f'fill="none" stroke="{edge}" stroke-width="8"')
        return outer + _circle(at, 14, f'fill="none" stroke="{body}" stroke-width="6"')
    return _circle(at, 12.5, f'fill="{body}" stroke="{edge}" stroke-width="1.2"')


# The rhythm


def _strips(role: Role, scene: Scene, begin: float) -> list[str]:
    """The light of each named point over time, from left to right."""
    names, seconds = role.points.split(), role.seconds
    parts = [_text(412, 70, role.title, 19, "#f0f3f4")]
    top = 104
    for row, name in enumerate(names):
        y = top + row * 34
        parts.append(_text(412, y + 15, _label(name), 14, "#aebcc1"))
        parts += _strip(_track(role, scene, _site(name), begin), y)
    foot = top + len(names) * 34 + 12
    for second in range(0, round(seconds) + 1, round(seconds / 6)):
        x = STRIP_X + STRIP_WIDTH * second / seconds
        parts.append(_text(x, foot, f"{second}", 12, "#7f9096", anchor="middle"))
    parts.append(_text(STRIP_X + STRIP_WIDTH / 2, foot + 18, "seconds", 12, "#7f9096", anchor="middle"))
    return parts


STRIP_X, STRIP_WIDTH = 456, 236


def _track(role: Role, scene: Scene, site: int, begin: float) -> list[Rgb]:
    return [render(scene, begin + n / role.fps)[site] for n in range(round(role.seconds * role.fps))]


def _strip(track: list[Rgb], y: int) -> Iterable[str]:
    """Pieces of one colour each, on darkness; the LED's own gamma makes these numbers look as on a screen."""
    yield f'<rect x="{STRIP_X}" y="{y}" width="{STRIP_WIDTH}" height="22" rx="2" fill="#000000"/>'
    begin = 0
    for color, group in groupby(track):
        end = begin + len(list(group))
        x, width = (STRIP_WIDTH * part / len(track) for part in (begin, end - begin))
        begin = end
        if any(color):
            fill = "#{:02x}{:02x}{:02x}".format(*color)
            yield f'<rect x="{STRIP_X + x:.4g}" y="{y}" width="{width + 0.3:.3g}" height="22" fill="{fill}"/>'


def _site(name: str) -> int:
    return len(POINTS) + int(name[1]) - 1 if name[0] == "w" else Point(name).index


def _label(name: str) -> str:
    return "rim" if name[0] == "w" else name


def _text(x: float, y: float, words: str, size: int, fill: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.4g}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{words}</text>'


def _circle(at: tuple[float, float], radius: float, look: str = "") -> str:
    return f'<circle cx="{_number(at[0])}" cy="{_number(at[1])}" r="{radius}"{" " + look if look else ""}/>'


def _pair(at: tuple[float, float]) -> str:
    return f"{_number(at[0])},{_number(at[1])}"


def _number(value: float) -> str:
    """One decimal and no minus before zero: the same text on every machine."""
    return f"{round(value, 1) + 0.0:g}"


if __name__ == "__main__":
    main()
