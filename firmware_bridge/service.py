"""Life as a service: ready, watched, asked, reloaded and dimmed by the time of day, around a daemon that plays."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, cast

from firmware_bridge.compose import make_daemon, make_parts
from firmware_bridge.control import Control, folders
from firmware_bridge.journal import JournalError
from firmware_bridge.lights import render
from firmware_bridge.notify import Notifier, Pulse
from firmware_bridge.palettes import PALETTES
from firmware_bridge.scene import Scene
from firmware_bridge.status import Identity, report
from firmware_bridge.troubles import cure
from hardware.config.faults import FaultyConfig
from hardware.limiter import brightness_at
from hardware.registry import make_board, make_metal

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from firmware_bridge.status import Report
    from hardware.config import BoardConfig
    from hardware.virtual import VirtualBoard

STOP: Final = (signal.SIGTERM, signal.SIGINT)
READY: Final = 1.0  # seconds after which the service counts as started, with or without a frame
ROUND: Final = 1.0  # seconds between two looks at the health of the parts
AGAIN: Final = 2.0  # seconds between two tries to open the journal
GLANCE: Final = 0.02

_log = logging.getLogger(__name__)


class Service:
    """A daemon with everything that the computer around it wants."""

    def __init__(
        self,
        config: BoardConfig,
        daemon: Daemon,
        state: Path,
        *,
        board: VirtualBoard | None = None,
        reread: Callable[[], BoardConfig] | None = None,
    ) -> None:
        self.config = config
        self.daemon = daemon
        self.time_of_day: Callable[[], str] = lambda: time.strftime("%H:%M")
        self._state = state
        self._board = board
        self._reread = reread
        self._identity = Identity.of(config, state, daemon.clock())
        self._notifier = Notifier()
        self._control = Control({"status": lambda: self.report().as_json()}, {"reload": self.reload})
        self._known: set[str] = set()  # faults that have been reported

    async def run(self) -> None:
        """Run the daemon until it is stopped, by a signal or otherwise."""
        loop = asyncio.get_running_loop()
        for number in STOP:
            loop.add_signal_handler(number, self.daemon.stop)
        loop.add_signal_handler(signal.SIGHUP, self.reload)
        await self._control.open(folders(self._state)[0])
        duties = [asyncio.create_task(duty) for duty in (self._tell_ready(), self._watch(), self._look_round())]
        try:
            await self.daemon.run()
        finally:
            self._notifier.send("STOPPING=1")
            for duty in duties:
                duty.cancel()
            await asyncio.gather(*duties, return_exceptions=True)
            await self._control.close()

    def report(self) -> Report:
        """How everything is doing."""
        return report(self.daemon, self._identity)

    def reload(self) -> dict[str, Any]:
        """Read the configuration again and go on with it; a faulty one is refused, and the old one stays."""
        self._notifier.send("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        problem = self._try_reload()
        self._notifier.send("READY=1")
        if problem:
            _log.error("the configuration is refused, the old one stays: %s", problem)
            return {"error": problem}
        return {"done": "the configuration has been read again"}

    def dim(self) -> None:
        """Set the brightness that the schedule asks for now."""
        scheduled = brightness_at(self.config.lights, self.time_of_day())
        self.daemon.metal.limiter.set_brightness(scheduled * self.daemon.look.brightness)

    def _try_reload(self) -> str:
        """Why the configuration cannot be used; empty when it is in force."""
        if self._reread is None:
            return "this daemon runs without a file"
        if self.daemon.journal_fault:
            return f"an action is not on disk yet ({self.daemon.journal_fault}); {cure('journal')}"
        try:
            config = self._reread()
        except FaultyConfig as error:
            return f"{error}; {cure('config')}"
        board = self._board_for(config)
        self.config, self._board = config, board
        self._identity = Identity.of(config, self._state, self._identity.began)
        self.daemon.change(lambda: make_parts(config, board))
        return ""

    def _board_for(self, config: BoardConfig) -> VirtualBoard | None:
        """The board in memory that stands there, unless another is asked for; none for wood."""
        if config.sensors.driver != "virtual":
            return None
        same = (config.sensors.virtual, config.board.sensing, config.map) == (
            self.config.sensors.virtual,
            self.config.board.sensing,
            self.config.map,
        )
        return self._board if self._board is not None and same else make_board(config)

    async def _tell_ready(self) -> None:
        end = self.daemon.clock() + READY
        while not self.daemon.scans and self.daemon.clock() < end:  # noqa: ASYNC110 - another thread counts
            await asyncio.sleep(GLANCE)
        self._notifier.send("READY=1")

    async def _watch(self) -> None:
        """Feed the watchdog, but only when the scan loop and the event loop have both moved."""
        if not self._notifier.watchdog:
            return
        pulse = Pulse(self.daemon.scans, self.daemon.beats)
        while True:
            await asyncio.sleep(self._notifier.watchdog / 2)
            if pulse.moved(self.daemon.scans, self.daemon.beats):
                self._notifier.send("WATCHDOG=1")
            else:
                _log.error("the scan loop or the event loop hangs; the watchdog will restart the service")

    async def _look_round(self) -> None:
        """Report faults as they come, keep the status up to date, and dim the lights."""
        told = ""
        while True:
            self.dim()
            now = self.report()
            faults = {part.fault: part.cure for part in now.parts if not part.ok}
            for fault in faults.keys() - self._known:
                self.daemon.report(fault, faults[fault])
            self._known = set(faults)
            line = f"STATUS={'; '.join(faults) or 'all is well'}; {now.game['actions']} actions"
            if line != told:
                self._notifier.send(line)
                told = line
            await asyncio.sleep(ROUND)


async def make_patiently(config: BoardConfig, state: Path, board: VirtualBoard | None) -> Daemon:
    """A daemon as soon as its journal can be opened; until then, the lights tell that nothing can be saved.

    A signal to stop cancels the task that waits, which leaves the lights dark.
    """
    try:
        return make_daemon(config, state, board=board)
    except JournalError as error:
        _log.error("%s; trying again until it works", error)
        Notifier().send(f"STATUS={error}; trying again until it works")
    metal = make_metal(config, board=board)
    loop, waiting = asyncio.get_running_loop(), cast("asyncio.Task[Daemon]", asyncio.current_task())
    for number in STOP:
        loop.add_signal_handler(number, waiting.cancel)
    try:
        while True:
            end = time.monotonic() + AGAIN
            while (now := time.monotonic()) < end:
                metal.lights.show(render(Scene(unsaved=True), now, PALETTES[config.lights.palette]), now)
                await asyncio.sleep(GLANCE)
            with suppress(JournalError):
                return make_daemon(config, state, board=board)
    finally:
        metal.close()
