"""Guides a builder through calibrating, by the lights alone; what it says in words is for whoever has a screen."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.findings import Findings
from firmware_bridge.builder.glow import Glow, colors
from firmware_bridge.builder.spans import Averager
from firmware_bridge.builder.stages import PATIENCE, stages
from firmware_bridge.builder.view import Bare, look
from yinsh_core.points import POINTS

if TYPE_CHECKING:
    from firmware_bridge.builder.stages import Stage
    from hardware.calibration import Calibration
    from hardware.protocols import Frame, Rgb, Sensing

CURTAIN: Final = 8.0  # seconds that the result stays lit

_CURE: Final = (
    "Give rings magnets three times as strong as markers', or set a sensing that tells less apart; start anew."
)


class CalibrationGuide:
    """Frames in, lights and sentences out; :attr:`calibration` at the end.

    After *patience*, a stage without progress goes on with what it has: who follows the lights alone has no other
    way to say so. Whoever has a screen can :meth:`skip` and :meth:`undo`.
    """

    def __init__(self, sensing: Sensing, findings: Findings | None = None, patience: float = PATIENCE) -> None:
        self.findings = findings or Findings(sensing)
        self.calibration: Calibration | None = None
        self.trouble = ""  # why there is none in the end
        self._averager = Averager()
        self._bare = Bare()
        self._stages = stages(self.findings, patience)
        self._entered: list[Stage] = []  # in their order, the last is the one of now
        self._coming: deque[Stage] = deque()  # those that were entered before somebody went back
        self._steps: list[tuple[Stage, bool]] = []  # what was done where: measured, or else skipped
        self._stage: Stage | None = None
        self._ended = 0.0
        self._now = 0.0
        self._unsaid: list[str] = []
        self._verdict: dict[int, Glow] = {}
        self._go_on()

    @property
    def done(self) -> bool:
        """Whether the result was shown for long enough."""
        return self._stage is None and self._now - self._ended > CURTAIN

    @property
    def stage(self) -> Stage | None:
        """What is asked for; nothing in the end."""
        return self._stage

    @property
    def can_undo(self) -> bool:
        """Whether there is something that could be undone."""
        return bool(self._steps)

    def see(self, frame: Frame) -> list[str]:
        """Look at a frame; return what is new to say."""
        self._now = frame.time
        span = self._averager.add(frame)
        if span and self._stage:
            view = look(span, self._averager, self.findings, self._bare)
            self._bare.follow(view)
            known, over = self.findings.count, self._stage.see(view)
            self._steps += [(self._stage, True)] * (self.findings.count - known)
            if over:
                self._go_on()
        said, self._unsaid = self._unsaid, []
        return said

    def glows(self) -> dict[int, Glow]:
        """What the lights say, by the index of the point."""
        return self._verdict if self._stage is None else self._stage.glows()

    def lights(self, now: float) -> tuple[Rgb, ...]:
        """What the LEDs show at this moment."""
        return colors(self.glows(), now, len(POINTS))

    def skip(self) -> bool:
        """Go on without the rest of this stage; false when that cannot be."""
        stage = self._stage
        if stage is None or not stage.may_skip:
            return False
        if stage.skip():
            self._steps.append((stage, False))
            self._go_on()
        return True

    def undo(self) -> bool:
        """Take the last measurement back, or the last skipping; false when there was none."""
        while self._steps:
            stage, measured = self._steps.pop()
            if not measured or stage.undo():
                self._return_to(stage)
                return True
        return False

    def _return_to(self, stage: Stage) -> None:
        """Ask for this again, and afterwards for what came later."""
        at = self._entered.index(stage)
        self._coming.extendleft(reversed(self._entered[at:]))
        del self._entered[at:]
        self.calibration, self.trouble = None, ""
        self._go_on()

    def _go_on(self) -> None:
        self._stage = self._coming.popleft() if self._coming else next(self._stages, None)
        if self._stage is not None:
            self._entered.append(self._stage)
            self._unsaid.append(self._stage.text)
            return
        self._ended = self._now
        try:
            self.calibration = self.findings.calibration()
        except ValueError as error:
            self.trouble = f"No calibration: {error}. {_CURE}"
            self._unsaid.append(self.trouble)
        else:
            self._unsaid += report(self.calibration)
        weak = POINTS if self.calibration is None else self.calibration.weak
        self._verdict = {point.index: Glow.WEAK if point in weak else Glow.GOOD for point in POINTS}


def report(calibration: Calibration) -> list[str]:
    """What a builder wants to know of a calibration."""
    weak = calibration.weak
    good = len(POINTS) - len(weak)
    lines = [
        f"Calibrated: {good} points are good, {len(weak)} weak. A piece adds {calibration.typical_gain:.0f} counts."
    ]
    return lines + [f"  {point}: {reason}" for point, reason in weak.items()]
