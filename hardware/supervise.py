"""Drivers for the daemon: opened late, retried with back-off, their health in words, and never an exception.

This is the one place that catches everything: a driver may fail in ways its library never documented
(``termios.error`` on a pulled cable is no ``OSError``), and none of them may stop the game. Lights are shown by a
thread of their own, because some LED drivers block, and sensing must not wait for them.
"""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from hardware.errors import HardwareFault
from hardware.protocols import POINT_COUNT, Controls, Driver, Lights, Sensors, Sounder
from hardware.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.protocols import Frame, Health, Press, Rgb

BLOCKED_AFTER: Final = 1.0  # seconds; the slowest strip takes a twentieth of one for a frame
CLOSE_WAIT: Final = 2.0  # seconds that closing waits for a thread; beyond, it is left behind

_log = logging.getLogger(__name__)

D = TypeVar("D", bound=Driver)
T = TypeVar("T")


class Supervised(Generic[D]):
    """What all supervised drivers share: a driver, whether it is open, and its trouble."""

    def __init__(self, driver: D, name: str) -> None:
        self.driver = driver
        self._trouble = Trouble(name)
        self._is_open = False
        self._is_closed = False

    @property
    def health(self) -> Health:
        """How the driver is doing, in words for people."""
        return self._trouble.health

    def close(self) -> None:
        """Release the device for good; safe to call any number of times."""
        if not self._is_closed:
            self._is_closed = True
            self._let_go()

    def _attempt(self, act: Callable[[], T], now: float, otherwise: T) -> T:
        """Do *act* on the open driver; *otherwise* while it is failing or waiting to be tried again."""
        if self._is_closed or not self._trouble.may_try(now):
            return otherwise
        try:
            if not self._is_open:
                self.driver.open()
                self._is_open = True
            result = act()
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            self._let_go()
            self._trouble.failed(error, now)
            return otherwise
        # A sensor driver that has nothing to say yet has not proved that it works.
        if result is not None:
            self._trouble.recovered(now)
        return result

    def _let_go(self) -> None:
        self._is_open = False
        try:
            self.driver.close()
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            _log.warning("%s: closing failed: %s", self._trouble.name, error)


class SupervisedSensors(Supervised[Sensors]):
    """Frames while there are any; ``None`` and a health report while there are not."""

    @property
    def linear(self) -> bool:
        """Whether readings are signed counts that need calibration."""
        return self.driver.linear

    def read(self, now: float) -> Frame | None:
        """Scan once; ``None`` when nothing new has arrived, or when the sensors fail."""
        return self._attempt(lambda: _whole(self.driver.read(now)), now, None)


class SupervisedControls(Supervised[Controls]):
    """Presses while the buttons work."""

    @property
    def health(self) -> Health:
        """How the buttons are doing; a driver that goes on without one of them says so itself."""
        own = super().health
        told = getattr(self.driver, "health", own)
        return told if own.ok else own

    def read(self, now: float) -> tuple[Press, ...]:
        """The presses completed since the last call."""
        return self._attempt(lambda: self.driver.read(now), now, ())


class SupervisedSounder(Supervised[Sounder]):
    """Cues while the buzzer works; silence otherwise."""

    def play(self, cue: Sequence[tuple[float, float]], now: float) -> None:
        """Play tones without waiting for them."""
        self._attempt(lambda: self._play(cue), now, otherwise=False)

    def _play(self, cue: Sequence[tuple[float, float]]) -> bool:
        self.driver.play(cue)
        return True


class SupervisedLights:
    """Lights on a thread of their own: the latest colours win, nothing queues, and nobody waits for a strip.

    ``show`` hands over colours and returns at once. Colours that a failing strip did not take are shown when it
    works again: call ``tick`` now and then even if nothing changes.
    """

    def __init__(self, driver: Lights, name: str = "lights", *, worker: Worker | None = None) -> None:
        self.driver = driver
        self._worker = worker or ThreadWorker(name)
        self._trouble = Trouble(name)
        self._lock = threading.Lock()  # guards the five below, for moments only
        self._next: Sequence[Rgb] | None = None
        self._busy = False
        self._jobs = 0  # begun so far
        self._shown = 0  # done so far
        self._error: Exception | None = None
        self._is_open = False  # the worker's alone
        self._is_closed = False
        self._seen = (0, 0.0)  # the job last seen running, and when it was first seen so
        self._reported = 0

    @property
    def health(self) -> Health:
        """How the strip is doing, in words for people."""
        return self._trouble.health

    def show(self, colors: Sequence[Rgb], now: float) -> None:
        """Light these colours as soon as the strip is free; colours still waiting are dropped for them."""
        with self._lock:
            self._next = colors
        self.tick(now)

    def tick(self, now: float) -> None:
        """Take note of what the strip did, and go on or try again where it is time."""
        with self._lock:
            error, self._error = self._error, None
            busy, job, shown = self._busy, self._jobs, self._shown
        if shown > self._reported:
            self._reported = shown
            self._trouble.recovered(now)
        if error is not None:
            self._trouble.failed(error, now)
        if busy:
            self._watch(job, now)
        elif not self._is_closed and self._next is not None and self._trouble.may_try(now):
            self._busy, self._seen = True, (job, now)
            self._worker.start(self._work)

    def close(self) -> None:
        """Leave the strip dark and end the thread; a strip that blocks is left behind."""
        if self._is_closed:
            return
        self._is_closed = True
        with self._lock:
            self._next = None
        self._worker.start(self._let_go)
        self._worker.finish(CLOSE_WAIT)

    def _watch(self, job: int, now: float) -> None:
        seen_job, since = self._seen
        if job != seen_job:
            self._seen = (job, now)
        elif now - since > BLOCKED_AFTER:
            fault = f"a frame has not been taken for {BLOCKED_AFTER:g} s"
            self._trouble.blocked(fault, "check the strip's driver and power; the game goes on without lights", since)

    def _work(self) -> None:
        """Show colours until there are no newer ones; the worker runs this."""
        while (colors := self._begin()) is not None:
            try:
                if not self._is_open:
                    self.driver.open()
                    self._is_open = True
                self.driver.show(colors)
            except Exception as error:  # noqa: BLE001 - see the module's docstring
                self._let_go()
                self._fail(error, colors)
                return
            with self._lock:
                self._shown += 1

    def _begin(self) -> Sequence[Rgb] | None:
        with self._lock:
            colors, self._next = self._next, None
            self._busy = colors is not None
            self._jobs += 1
            return colors

    def _fail(self, error: Exception, colors: Sequence[Rgb]) -> None:
        with self._lock:
            self._error, self._busy = error, False
            if self._next is None and not self._is_closed:
                self._next = colors

    def _let_go(self) -> None:
        self._is_open = False
        try:
            self.driver.close()
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            _log.warning("%s: closing failed: %s", self._trouble.name, error)


class Worker(Protocol):
    """Runs jobs one after another, elsewhere."""

    def start(self, job: Callable[[], None]) -> None:
        """Run *job* after those before it; return at once."""

    def finish(self, timeout: float) -> None:
        """Wait for all jobs, but no longer than *timeout* seconds; take no more."""


class ThreadWorker:
    """A thread that starts with the first job and does not keep the process alive."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self, job: Callable[[], None]) -> None:
        """Wake the thread for *job*."""
        self._jobs.put(job)
        if self._thread.ident is None:
            self._thread.start()

    def finish(self, timeout: float) -> None:
        """End the thread once it is through; give up on it after *timeout* seconds."""
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _whole(frame: Frame | None) -> Frame | None:
    """The frame, if it is one: a driver that loses points must not look like a board that lost pieces."""
    if frame is not None and len(frame.readings) != POINT_COUNT:
        raise HardwareFault(f"a frame of {len(frame.readings)} readings instead of {POINT_COUNT}; check the map")
    return frame
