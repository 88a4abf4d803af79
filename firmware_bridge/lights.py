"""The language of light: a pure function of what the table knows and the time.

Every role has a colour and a motion of its own, so that no meaning hangs on colour alone:

========================  ==================================================================================
whose turn                slow breathing of that side's pieces; of its edge of the board while it has none
destination               steady; completing a row: swelling; a gift: winking; both: in turn
to be turned over         quick pulse
completed row             a light running along it; choices take turns, and shrink as its pieces go
may be taken              slow blink, with the place where it goes
surplus, missing piece    fast blink, slow call; in a correction one pair at a time
hint                      a comet from the piece to its destination
question                  the answers pulse in turn
won                       waves from the last row, and the winner's edge of the board stays lit
drawn                     a wave goes out in one side's colour and comes back in the other's
asleep, paused            a quiet shimmer; two bars, like the sign on a remote control
no sensors, not saved     a heartbeat in the middle; the corners alternate
time is over              three short beats and a pause, on that side's edge of the board
distrusted sensor         an ember: faint, with a spark now and then
========================  ==================================================================================

A ring leaves the light at its centre visible, a marker covers it: a message there also glows on the empty points
around it (:mod:`.canvas`). The motions are in :mod:`.motions`, the colours in :mod:`.palettes`.
"""

from __future__ import annotations

from functools import lru_cache
from math import dist
from typing import TYPE_CHECKING, Final

from firmware_bridge import motions
from firmware_bridge.canvas import Canvas
from firmware_bridge.palettes import Palette
from firmware_bridge.points import bits_of, indices, union
from firmware_bridge.turns import DWELL, whose_turn
from hardware.protocols import PLACE_COUNT, POINT_COUNT
from yinsh_core.points import POINTS, PointSet

if TYPE_CHECKING:
    from firmware_bridge.scene import Scene
    from hardware.protocols import Rgb

CENTRE: Final = PointSet(["F6"]).bits
BARS: Final = PointSet(["E4", "E5", "E6", "E7", "G5", "G6", "G7", "G8"]).bits
#: Every other corner of the board, and the corners between them.
CORNERS: Final = (PointSet(["A2", "J5", "G11"]).bits, PointSet(["E1", "K10", "B7"]).bits)
#: The first side's edge of the board, and the second side's.
EDGES: Final = (
    PointSet(["D1", "E1", "F2", "G2", "H3"]).bits,
    PointSet(["D9", "E10", "F10", "G11", "H11"]).bits,
)
PLACES_EACH: Final = PLACE_COUNT // 2

_COMET = 6.0  # points a second
_PASSES = 2  # of the running light along a row, and pulses of an answer, before the next choice has its turn
_WAVE_SECONDS = 1.25  # from crest to crest
_WAVE_LENGTH = 6.0  # points from crest to crest
_TIDE_SECONDS = 2.5  # a drawn game's wave from the last row to the rim, or back
_TIDE_WIDTH = 2.0  # points from its middle to its end
_SHIMMER_SECONDS = 12.0
_SHIMMER_HZ = 8.0  # frames of a sleeping board: more would not be seen
_BANDS = 24  # groups of points that shimmer alike

_XY: Final = tuple((point.x, point.y) for point in POINTS)


def render(scene: Scene, now: float, palette: Palette | None = None) -> tuple[Rgb, ...]:
    """The colour of each point, then of the six ring places."""
    palette = palette or _DEFAULT
    canvas = _canvas(scene)
    if scene.offline:
        canvas.paint(CENTRE, palette.offline, motions.heartbeat(now))
        return canvas.finish()
    if scene.unsaved:
        for corners, after in zip(CORNERS, (0.0, 0.5), strict=True):
            canvas.paint(corners, palette.unsaved, motions.alternate(now, after))
    if not _resting(scene):
        _play(canvas, scene, now, palette)
    if scene.flagged is not None:
        color = palette.second if scene.flagged else palette.first
        canvas.paint(EDGES[scene.flagged] | _places(scene.flagged, PLACES_EACH), color, motions.alarm(now))
    canvas.paint(scene.distrusted, palette.distrusted, motions.ember(now))
    _background(canvas, scene, now, palette)
    return canvas.finish()


def still(scene: Scene) -> bool:
    """Whether this scene looks the same at any time, so that one frame of light is enough.

    A board in play always moves somewhere, if only to say whose turn it is, until a piece is lifted.
    """
    moving = (
        scene.offline,
        scene.unsaved,
        _resting(scene),
        scene.surplus,
        scene.missing,
        scene.correcting,
        scene.question,
        scene.flips,
        scene.scenery.rows,
        scene.scenery.takeable,
        scene.hint,
        scene.distrusted,
        scene.flagged is not None,
        any(d.own or d.other for d in scene.destinations),
    )
    return bool(scene.destinations) and not any(moving)


def _canvas(scene: Scene) -> Canvas:
    """What the pieces cover: as the game says, but for what the board shows otherwise."""
    gone = scene.lifted | scene.missing
    covered = scene.scenery.hidden & ~gone | scene.surplus
    empty = (~scene.scenery.occupied | gone) & ~scene.surplus
    return Canvas(covered, empty)


def _resting(scene: Scene) -> bool:
    return scene.paused or scene.asleep or scene.scenery.over


def _play(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    """What asks for hands, the most urgent first."""
    surplus, missing = _pair(scene.surplus, scene.missing) if scene.correcting else (scene.surplus, scene.missing)
    canvas.paint(surplus, palette.wrong, motions.fast_blink(now))
    canvas.paint(missing, palette.missing, motions.call(now))
    if scene.correcting:
        return
    if scene.question:
        _question(canvas, scene, now, palette)
        return
    canvas.paint(scene.flips, palette.flip, motions.pulse(now))
    if scene.hint is not None:
        _hint(canvas, scene.hint, now, palette)
    _rows(canvas, scene, now, palette)
    _take(canvas, scene, now, palette)
    _destinations(canvas, scene, now, palette)


def _background(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    """What can wait: whose turn it is, or that there is no turn."""
    if scene.paused:
        canvas.paint(BARS, palette.paused, motions.rest(now))
    elif scene.asleep:
        _sleep(canvas, now, palette)
        return
    elif scene.scenery.over:
        _over(canvas, scene, now, palette)
    elif not (scene.correcting or scene.question):
        _turn(canvas, scene, now, palette)
    for side, color in enumerate((palette.first, palette.second)):
        canvas.paint(_places(side, scene.scenery.places[side]), color, motions.steady(now))


def _turn(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    scenery = scene.scenery
    if scene.destinations or scenery.rows or scenery.takeable:
        return
    edge = EDGES[scenery.side] | _places(scenery.side, PLACES_EACH)
    color = palette.second if scenery.side else palette.first
    canvas.paint(scenery.turn & ~scene.lifted if scenery.turn else edge, color, motions.breath(now))


def _destinations(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    completes, gives = (palette.own, motions.swell(now)), (palette.gift, motions.wink(now))
    looks = {
        (False, False): (palette.plain, motions.steady(now)),
        (True, False): completes,
        (False, True): gives,
        (True, True): completes if whose_turn(2, 0.0, now) == 0 else gives,
    }
    for point, own, other in scene.destinations:
        canvas.paint(1 << point, *looks[own, other])


def _rows(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    rows = _left(scene.scenery.rows, scene.lifted)
    if not rows:
        return
    row = list(indices(rows[whose_turn(len(rows), scene.since, now)]))
    head = (now - scene.since) * _PASSES / DWELL % 1.0 * (len(row) + 2) - 1
    for place, point in enumerate(row):
        canvas.paint(1 << point & ~scene.lifted, palette.row, motions.runner(head - place))


def _left(rows: tuple[int, ...], lifted: int) -> tuple[int, ...]:
    """The choices that remain once some pieces of a row are off."""
    begun = lifted & union(rows)
    return tuple(row for row in rows if not begun & ~row) or rows


def _take(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    side, takeable = scene.scenery.side, scene.scenery.takeable
    if takeable:
        had = scene.scenery.places[side]
        goes = _places(side, min(had + 1, PLACES_EACH)) & ~_places(side, had)
        canvas.paint(takeable & ~scene.lifted | goes, palette.take, motions.slow_blink(now))


def _places(side: int, count: int) -> int:
    """Bits of the first *count* places of a side, behind those of the points."""
    return (1 << min(count, PLACES_EACH)) - 1 << POINT_COUNT + side * PLACES_EACH


@lru_cache(maxsize=64)
def _pair(surplus: int, missing: int) -> tuple[int, int]:
    """One piece that must come and the nearest that must go, so that nobody has to think.

    The missing one stays the same until it is back, also while the other is in the hand.
    """
    lacks = missing & -missing
    if not lacks or not surplus:
        return surplus & -surplus, lacks
    place = _XY[lacks.bit_length() - 1]
    return 1 << min(indices(surplus), key=lambda point: dist(_XY[point], place)), lacks


def _question(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    chosen = scene.question[whose_turn(len(scene.question), scene.asked, now)]
    canvas.paint(chosen, palette.question, motions.knock((now - scene.asked) * _PASSES / DWELL))
    canvas.paint(union(scene.question), palette.question, motions.WAITING)


def _hint(canvas: Canvas, hint: tuple[int, int], now: float, palette: Palette) -> None:
    way = _way(*hint)
    head = now * _COMET % (way[-1][1] + 3)
    for point, distance in way:
        canvas.paint(1 << point, palette.hint, motions.comet(head - distance))


@lru_cache(maxsize=64)
def _way(start: int, end: int) -> tuple[tuple[int, float], ...]:
    """The points between two points in a straight line, both included, with their distance from the first."""
    here, there = _XY[start], _XY[end]
    length = dist(here, there)
    found = [
        (point, dist(here, at))
        for point, at in enumerate(_XY)
        if dist(here, at) + dist(at, there) < length + 0.01  # grid units: less than any detour
    ]
    return tuple(sorted(found, key=lambda each: each[1]))


def _over(canvas: Canvas, scene: Scene, now: float, palette: Palette) -> None:
    """Waves from where the game was decided."""
    scenery, elapsed = scene.scenery, max(0.0, now - scene.since)
    rings = _ripples(scenery.last or tuple(indices(CENTRE)))
    if scenery.winner is None:
        back, share = int(elapsed / _TIDE_SECONDS) % 2, elapsed / _TIDE_SECONDS % 1.0
        reach = rings[-1][1] + 2 * _TIDE_WIDTH
        middle = (1.0 - share if back else share) * reach - _TIDE_WIDTH
        color = palette.second if back else palette.first
        for points, distance in rings:
            canvas.wash(points, color, max(0.0, 1.0 - abs(distance - middle) / _TIDE_WIDTH))
        return
    color = palette.second if scenery.winner else palette.first
    canvas.wash(EDGES[scenery.winner], color, motions.steady(now))
    for points, distance in rings:
        canvas.wash(points, color, motions.crest(elapsed / _WAVE_SECONDS - distance / _WAVE_LENGTH))


@lru_cache(maxsize=8)
def _ripples(sources: tuple[int, ...]) -> tuple[tuple[int, float], ...]:
    """The points by their distance from the nearest source, the nearest first: those of one distance together."""
    rings: dict[float, list[int]] = {}
    for point, at in enumerate(_XY):
        distance = round(min(dist(at, _XY[source]) for source in sources), 1)
        rings.setdefault(distance, []).append(point)
    return tuple((bits_of(rings[distance]), distance) for distance in sorted(rings))


def _sleep(canvas: Canvas, now: float, palette: Palette) -> None:
    """A slow wave of faint light: the board is on, and nobody is here."""
    moment = int(now * _SHIMMER_HZ) / _SHIMMER_HZ / _SHIMMER_SECONDS
    for band, points in enumerate(_SHIMMER):
        canvas.wash(points, palette.quiet, motions.shimmer(moment + band / _BANDS))


def _shimmer_bands() -> tuple[int, ...]:
    """The points in bands that lie askew across the board."""
    bands = [0] * _BANDS
    for point, (x, y) in enumerate(_XY):
        bands[int((x / 12 + y / 17) * _BANDS) % _BANDS] |= 1 << point
    return tuple(bands)


_SHIMMER: Final = _shimmer_bands()
_DEFAULT: Final = Palette()
