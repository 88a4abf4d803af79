"""The language of light: a pure function of what the table knows and the time.

Every role differs in colour and in motion, so that no meaning hangs on colour alone:

========================  ===============================================================
whose turn                slow breathing of that side's pieces
destination               steady; completing a row: swelling; a gift: winking
to be turned over         quick pulse
completed row             a light running along it; choices take turns
may be taken              slow blink
surplus, missing piece    fast blink, slow blink; in a correction one pair at a time
hint                      a comet from the piece to its destination
question                  the answers pulse in turn
won, drawn                a wave from the last row, in the winner's colour or in both
asleep, paused            a quiet shimmer, a standing glow
no sensors, not saved     a heartbeat in the middle, at the six corners
========================  ===============================================================

A ring leaves the light at its centre visible, a marker hides it: a marker's message is also shown as a glow on its
empty neighbours.
"""

from __future__ import annotations

from math import cos, hypot, pi
from typing import TYPE_CHECKING, Final

from firmware_bridge.palettes import Palette
from firmware_bridge.points import indices
from firmware_bridge.turns import DWELL, whose_turn
from hardware.protocols import PLACE_COUNT, POINT_COUNT
from yinsh_core.points import NEIGHBOURS, POINTS, Point

if TYPE_CHECKING:
    from collections.abc import Iterable

    from firmware_bridge.boardgame import Destination
    from firmware_bridge.scene import Scene
    from hardware.protocols import Rgb

DARK: Final[Rgb] = (0, 0, 0)
CENTRE: Final = Point("F6").index
CORNERS: Final = tuple(Point(name).index for name in ("A4", "E1", "J5", "K9", "G11", "B7"))

_GLOW = 0.22  # of its light that a hidden piece's message has on the empty points around it
_STEPS = 32  # brightness steps of slow motions: frames in between stay the same and cost nothing


class Canvas:
    """91 colours in the making; the brighter one wins where two meet."""

    def __init__(self, scene: Scene, palette: Palette) -> None:
        self.palette = palette
        self.colors: list[Rgb] = [DARK] * (POINT_COUNT + PLACE_COUNT)
        self._hidden = scene.scenery.hidden
        self._free = ~scene.scenery.occupied

    def paint(self, points: Iterable[int], color: Rgb, share: float = 1.0) -> None:
        """Light these points; the neighbours of hidden ones glow along."""
        lit = _scaled(color, share)
        glow = _scaled(color, share * _GLOW)
        for point in points:
            self._mix(point, lit)
            if point < POINT_COUNT and self._hidden >> point & 1:
                for near in indices(NEIGHBOURS[point] & self._free):
                    self._mix(near, glow)

    def _mix(self, point: int, color: Rgb) -> None:
        old = self.colors[point]
        self.colors[point] = (max(old[0], color[0]), max(old[1], color[1]), max(old[2], color[2]))


def render(scene: Scene, now: float, palette: Palette | None = None) -> tuple[Rgb, ...]:
    """The colour of each point, then of the six ring places."""
    canvas = Canvas(scene, palette or Palette())
    if scene.offline:
        canvas.paint((CENTRE,), canvas.palette.trouble, _heartbeat(now))
        return tuple(canvas.colors)
    _captures(canvas, scene)
    if scene.scenery.over:
        _over(canvas, scene, now)
    elif scene.asleep:
        _shimmer(canvas, now)
    elif scene.paused:
        canvas.paint(CORNERS, canvas.palette.quiet)
    else:
        _play(canvas, scene, now)
    if scene.unsaved:
        canvas.paint(CORNERS, canvas.palette.trouble, _heartbeat(now))
    canvas.paint(indices(scene.distrusted), canvas.palette.distrusted)
    return tuple(canvas.colors)


def _play(canvas: Canvas, scene: Scene, now: float) -> None:
    palette = canvas.palette
    if scene.correcting:
        _pair(canvas, scene, now)
        return
    canvas.paint(indices(scene.surplus), palette.wrong, _blink(now, 4.0))
    canvas.paint(indices(scene.missing), palette.missing, _blink(now, 1.0))
    if scene.question:
        _question(canvas, scene, now)
        return
    _destinations(canvas, scene.destinations, now)
    canvas.paint(indices(scene.flips), palette.flip, _pulse(now, 3.0))
    _rows(canvas, scene, now)
    if scene.hint is not None:
        _comet(canvas, scene.hint, now)
    if not scene.destinations and not scene.scenery.takeable:
        color = palette.second if scene.scenery.side else palette.first
        canvas.paint(indices(scene.scenery.turn & ~scene.surplus), color, 0.12 + 0.5 * _breath(now))


def _destinations(canvas: Canvas, destinations: tuple[Destination, ...], now: float) -> None:
    palette = canvas.palette
    for destination in destinations:
        if destination.own:
            canvas.paint((destination.point,), palette.own, 0.45 + 0.55 * _swell(now))
        elif destination.other:
            canvas.paint((destination.point,), palette.gift, _wink(now))
        else:
            canvas.paint((destination.point,), palette.plain, 0.6)


def _rows(canvas: Canvas, scene: Scene, now: float) -> None:
    rows, palette = scene.scenery.rows, canvas.palette
    if rows:
        row = list(indices(rows[whose_turn(len(rows), scene.since, now)]))
        head = now * 8 % (len(row) + 2)
        for place, point in enumerate(row):
            canvas.paint((point,), palette.row, 0.25 + 0.75 * max(0.0, 1 - abs(head - place)))
    if scene.scenery.takeable and not rows:
        canvas.paint(indices(scene.scenery.takeable), palette.take, 0.15 + 0.85 * _blink(now, 1.2))


def _pair(canvas: Canvas, scene: Scene, now: float) -> None:
    """One piece that must go and one that must come, so that nobody has to think."""
    palette = canvas.palette
    canvas.paint(list(indices(scene.surplus))[:1], palette.wrong, _blink(now, 4.0))
    canvas.paint(list(indices(scene.missing))[:1], palette.missing, _blink(now, 1.0))


def _question(canvas: Canvas, scene: Scene, now: float) -> None:
    chosen = scene.question[whose_turn(len(scene.question), scene.asked, now)]
    share = 0.3 + 0.7 * _pulse(now - scene.asked, 2.0 / DWELL)
    canvas.paint(indices(chosen), canvas.palette.question, share)


def _comet(canvas: Canvas, hint: tuple[int, int], now: float) -> None:
    start, end = POINTS[hint[0]], POINTS[hint[1]]
    length = hypot(end.x - start.x, end.y - start.y)
    head = now * 6 % (length + 3)
    for point in _way(start, end):
        behind = head - hypot(point.x - start.x, point.y - start.y)
        tail = max(0.0, 1 - behind / 3) if behind >= 0 else 0.0
        canvas.paint((point.index,), canvas.palette.hint, max(tail, 0.08))
    canvas.paint((end.index,), canvas.palette.hint, 0.4)


def _way(start: Point, end: Point) -> list[Point]:
    """The points on the straight line between two points, both included."""
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy) or 1.0
    way = []
    for point in POINTS:
        x, y = point.x - start.x, point.y - start.y
        along, aside = (x * dx + y * dy) / length, abs(x * dy - y * dx) / length
        if aside < 0.1 and -0.1 <= along <= length + 0.1:  # noqa: PLR2004 - rounding of grid units
            way.append(point)
    return way


def _over(canvas: Canvas, scene: Scene, now: float) -> None:
    """Rings of light run outwards from where the game was decided."""
    palette, winner = canvas.palette, scene.scenery.winner
    sources = [POINTS[p] for p in scene.scenery.last] or [POINTS[CENTRE]]
    elapsed = max(0.0, now - scene.since)
    for point in POINTS:
        distance = min(hypot(point.x - s.x, point.y - s.y) for s in sources)
        phase = elapsed * 0.8 - distance / 6
        share = 0.5 - 0.5 * cos(2 * pi * phase) if phase > 0 else 0.0
        side = winner if winner is not None else int(phase) % 2
        canvas.paint((point.index,), palette.second if side else palette.first, 0.7 * share**2)


def _shimmer(canvas: Canvas, now: float) -> None:
    """A slow wave of faint light: the board is on, and nobody is here."""
    for point in POINTS:
        share = 0.5 - 0.5 * cos(2 * pi * (now / 12 + point.x / 12 + point.y / 17))
        canvas.paint((point.index,), canvas.palette.quiet, round(share * _STEPS) / _STEPS)


def _captures(canvas: Canvas, scene: Scene) -> None:
    each = PLACE_COUNT // 2
    for side, color in enumerate((canvas.palette.first, canvas.palette.second)):
        first = POINT_COUNT + side * each
        canvas.paint(range(first, first + min(each, scene.scenery.places[side])), color, 0.5)


def still(scene: Scene) -> bool:
    """Whether this scene looks the same at any time, so that one frame of light is enough."""
    moving = (
        scene.offline,
        scene.unsaved,
        scene.asleep,
        scene.scenery.over,
        scene.surplus,
        scene.missing,
        scene.question,
        scene.flips,
        scene.scenery.rows,
        scene.scenery.takeable,
        scene.hint,
        any(d.own or d.other for d in scene.destinations),
    )
    return not any(moving) and (scene.paused or bool(scene.destinations) or not scene.scenery.turn)


def _scaled(color: Rgb, share: float) -> Rgb:
    return (int(color[0] * share), int(color[1] * share), int(color[2] * share))


def _breath(now: float) -> float:
    """Four seconds in and out, in steps too small to see."""
    return round((0.5 - 0.5 * cos(2 * pi * now / 4.0)) * _STEPS) / _STEPS


def _swell(now: float) -> float:
    return 0.5 - 0.5 * cos(2 * pi * now)


def _wink(now: float) -> float:
    """On, with a short gap once a second."""
    return 0.15 if now % 1.0 < 0.18 else 0.9  # noqa: PLR2004 - seconds


def _pulse(now: float, hertz: float) -> float:
    return (0.5 - 0.5 * cos(2 * pi * now * hertz)) ** 2


def _blink(now: float, hertz: float) -> float:
    return 1.0 if now * hertz % 1.0 < 0.5 else 0.0  # noqa: PLR2004 - half on, half off


def _heartbeat(now: float) -> float:
    """Two short beats, then a pause."""
    beat = now % 1.6
    return 1.0 if beat < 0.12 or 0.28 < beat < 0.4 else 0.05  # noqa: PLR2004 - seconds
