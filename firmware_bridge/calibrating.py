"""A guided calibration while the daemon runs: the guide gets eyes and lights, and the game waits.

The game is safe in the journal and the old calibration in its file until :meth:`Calibrating.save` replaces that. In
whatever way it ends, the daemon makes its parts anew and compares the board with the game, as after a restart.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.builder.draft import Draft
from firmware_bridge.builder.glow import Glow
from firmware_bridge.builder.guide import CalibrationGuide
from firmware_bridge.builder.session import want_every_scan
from firmware_bridge.builder.stages import SPOT_COUNT, contents
from firmware_bridge.orders import Pause, Refused
from hardware.calibration import save_calibration
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from pathlib import Path

    from firmware_bridge.bridge import Bridge
    from firmware_bridge.builder.findings import Findings
    from firmware_bridge.daemon import Daemon
    from hardware.calibration import Calibration

ABANDONED: Final = 120.0  # seconds without a page and without a new piece: a phone that fell asleep may come back

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Run:
    """One calibration, from the empty board to the end."""

    bridge: Bridge  # that lent its eyes and lights; another one means that the daemon has begun anew
    guide: CalibrationGuide
    draft: Draft
    file: Path
    alive: float  # when somebody was last seen to care
    count: int = 0  # of findings, at that time


class Calibrating:
    """Begins, steers and ends calibrations of a daemon's linear sensors; :attr:`view` is what pages show of it."""

    def __init__(self, daemon: Daemon) -> None:
        self.view: dict[str, Any] | None = None  # of a board of switches, there is nothing to show
        self._daemon = daemon
        self._run: _Run | None = None
        self._idle: tuple[Bridge, dict[str, Any] | None] | None = None
        self._writing: asyncio.Task[None] | None = None

    def begin(self, *, fresh: bool = False) -> None:
        """Ask for the empty board; unless *fresh*, go on with what was found before a break."""
        daemon = self._daemon
        classifier = daemon.bridge.classifier
        if classifier is None:
            raise Refused("this board has switches: they need no calibration", "nothing-to-calibrate")
        if daemon.journal_fault:
            raise Refused(f"an action is not on disk yet: {daemon.journal_fault}", "unsaved")
        daemon.obey(Pause(on=True))
        sensing = classifier.calibration.sensing
        draft = Draft(daemon.calibration, sensing)
        guide = CalibrationGuide(sensing, None if fresh else _taken_up(draft), patience=inf)
        want_every_scan(daemon.metal.sensors.driver)
        daemon.bridge.guide = guide
        self._run = _Run(daemon.bridge, guide, draft, daemon.calibration, daemon.clock(), guide.findings.count)
        _log.info("calibrating begins; the game waits")

    def skip(self) -> None:
        """Go on without the rest of what is asked for now."""
        if not self._running.guide.skip():
            raise Refused("this cannot be left out", "not-now")

    def undo(self) -> None:
        """Take back what was measured or skipped last."""
        if not self._running.guide.undo():
            raise Refused("there is nothing to undo", "not-now")

    def stay(self) -> None:
        """Somebody cares."""
        self._running.alive = self._daemon.clock()

    async def save(self) -> None:
        """Put the new calibration in the place of the old one, and go on with the game."""
        run = self._running
        calibration = run.guide.calibration
        if calibration is None:
            raise Refused("the calibration is not complete yet", "not-now")
        self._run = None  # from here on, nobody can cancel it
        if self._writing is not None:
            await asyncio.wait([self._writing])
        try:
            await asyncio.to_thread(_save, calibration, run)
        except OSError as error:
            self._run = run
            raise Refused(f"the calibration cannot be written: {error}", "unsaved") from error
        _log.info("calibrated: %d points are weak", len(calibration.weak))
        self._end(run)

    def cancel(self) -> None:
        """Leave everything as it was; what was found is kept, to go on another time."""
        run = self._running
        self._write(run, run.draft.news(run.guide.findings))
        self._end(run)

    def look(self, *, attended: bool, allowed: bool) -> dict[str, Any] | None:
        """Keep what is found, give up what nobody cares for; return what pages show, the same object if unchanged."""
        run = self._run
        if run is not None and run.bridge is not self._daemon.bridge:
            _log.info("calibrating was interrupted; the old calibration stays")
            self._end(run)
            run = None
        if run is not None and not self._cared_for(run, attended=attended, allowed=allowed):
            _log.info("calibrating was left; the old calibration stays")
            self.cancel()
        elif run is not None:
            self._write(run, run.draft.due(run.guide.findings, self._daemon.clock()))
        view = self._idle_view() if self._run is None else view_of(self._run.guide)
        if view != self.view:
            self.view = view
        return self.view

    @property
    def _running(self) -> _Run:
        if self._run is None:
            raise Refused("nothing is being calibrated", "not-calibrating")
        return self._run

    def _cared_for(self, run: _Run, *, attended: bool, allowed: bool) -> bool:
        now, count = self._daemon.clock(), run.guide.findings.count
        if attended or count != run.count:
            run.alive, run.count = now, count
        return allowed and now - run.alive < ABANDONED

    def _end(self, run: _Run) -> None:
        self._run = None
        want_every_scan(self._daemon.metal.sensors.driver, raw=False)
        if run.bridge is self._daemon.bridge:
            self._daemon.change()

    def _write(self, run: _Run, text: str) -> None:
        """Write the draft in a thread; one write follows the other."""
        if text:
            self._writing = asyncio.create_task(self._write_after(self._writing, run.draft, text))

    async def _write_after(self, former: asyncio.Task[None] | None, draft: Draft, text: str) -> None:
        if former is not None:
            await asyncio.wait([former])
        try:
            await asyncio.to_thread(draft.write, text)
        except OSError as error:
            _log.warning("what was found cannot be kept for another time: %s", error)
        self._idle = None

    def _idle_view(self) -> dict[str, Any] | None:
        """What could be begun; the draft is looked for once after every start and every end."""
        bridge = self._daemon.bridge
        if self._idle is None or self._idle[0] is not bridge:
            view = None
            if bridge.classifier is not None:
                draft = Draft(self._daemon.calibration, bridge.classifier.calibration.sensing)
                view = _progress(_taken_up(draft), "none")
            self._idle = (bridge, view)
        return self._idle[1]


def _taken_up(draft: Draft) -> Findings:
    """What was found before a break; what cannot be read is no reason not to begin."""
    try:
        return draft.load()
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be used: %s", draft.path, error)
        return draft.anew()


def _save(calibration: Calibration, run: _Run) -> None:
    save_calibration(calibration, run.file)
    run.draft.remove()


def _progress(findings: Findings, stage: str) -> dict[str, Any]:
    wanted = contents(findings.sensing)
    return {
        "stage": stage,
        "content": "",
        "step": 0,
        "steps": 2 + len(wanted),
        "done": findings.count,
        "total": len(POINTS) + SPOT_COUNT * len(wanted),
        "put": [],
        "away": [],
        "bad": [],
        "may": {"skip": False, "undo": False},
        "result": None,
    }


def view_of(guide: CalibrationGuide) -> dict[str, Any]:
    """What is asked for, where, and how far it has come."""
    stage, findings = guide.stage, guide.findings
    if stage is None:
        return {
            **_progress(findings, "over"),
            "step": 2 + len(contents(findings.sensing)),
            "may": {"skip": False, "undo": guide.can_undo},
            "result": _result(guide),
        }
    glows = guide.glows()
    order = ["", findings.unit, *contents(findings.sensing)]
    return {
        **_progress(findings, stage.kind),
        "content": stage.content,
        "step": order.index(stage.content),
        "put": _points(glows, *_PIECES),
        "away": _points(glows, Glow.TAKE_AWAY),
        "bad": _points(glows, Glow.WEAK),
        "may": {"skip": stage.may_skip, "undo": guide.can_undo},
    }


def _result(guide: CalibrationGuide) -> dict[str, Any]:
    if guide.calibration is None:
        return {"good": 0, "weak": {}, "trouble": guide.trouble}
    weak = guide.calibration.weak
    return {
        "good": len(POINTS) - len(weak),
        "weak": {point.name: weakness.kind for point, weakness in weak.items()},
        "trouble": "",
    }


def _points(glows: dict[int, Glow], *words: Glow) -> list[str]:
    return [POINTS[index].name for index in sorted(glows) if glows[index] in words]


#: The words of the lights that ask for a piece.
_PIECES: Final = tuple(glow for glow in Glow if glow not in (Glow.HANDS_OFF, Glow.TAKE_AWAY, Glow.GOOD, Glow.WEAK))
