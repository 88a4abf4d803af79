"""The daemon: one event loop around the bridge, with threads only for what may block.

Sensors on a bus are scanned by a thread of their own; lights and journal have theirs (:mod:`hardware.supervise`,
:mod:`.keeper`). All of them hand results to the loop, which alone owns the bridge. A virtual board never blocks and
is scanned by the loop itself.

Bridge and metal can be replaced while the daemon runs (:meth:`Daemon.change`): by a new configuration, or after an
error that nobody expected. The game then goes on from the journal, as after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from firmware_bridge import orders
from firmware_bridge.cues import TONES
from firmware_bridge.effects import Effect, NewsKind, Remember, Sound, Tell, Write
from firmware_bridge.entries import replay
from firmware_bridge.journal import JournalError
from firmware_bridge.keeper import Keeper
from firmware_bridge.look import Look
from firmware_bridge.palettes import PALETTES
from firmware_bridge.remembered import recall

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from firmware_bridge.bridge import Bridge
    from firmware_bridge.journal import Journal
    from hardware.protocols import Frame, Press, Rgb
    from hardware.registry import Metal

FPS: Final = 50  # frames of light a second
HEARTBEAT: Final = 0.05  # seconds after which an unchanged board is passed on all the same
BACKLOG: Final = 64  # frames that may wait for the loop; older ones are dropped, for the newest is the truth
CLOSE: Final = 0.8  # seconds that threads get to leave the LEDs dark and the journal closed
GLANCE: Final = 0.01  # seconds between two looks at another thread
LEAST: Final = 0.1  # seconds of it that are left for the journal, which has been writing all the while
AGAIN: Final = 1.0  # seconds before everything is made anew after an error nobody expected; doubled up to the next
AGAIN_MOST: Final = 30.0

#: What a button orders when it is pressed shortly, and for long.
BUTTONS: dict[str, tuple[orders.Order | None, orders.Order | None]] = {
    "hint": (orders.Hint(), None),
    "take-back": (orders.TakeBack(), None),
    "cafe": (orders.Accept(), orders.NewGame()),
}

_SENSOR_CURE = "clean the point and its sensor; yinsh-board monitor shows what it reads"

_log = logging.getLogger(__name__)


class Parts(NamedTuple):
    """What a configuration makes."""

    bridge: Bridge
    metal: Metal
    scan: float  # seconds from one scan to the next
    threaded: bool  # the sensors may block
    calibration: Path  # where that of linear sensors is kept


class Daemon:
    """Keeps a bridge running on some metal until it is told to stop."""

    def __init__(self, make: Callable[[], Parts], journal: Journal) -> None:
        self.journal = journal
        self.clock = time.monotonic
        self.look = Look()
        self.listeners: list[Callable[[Tell], None]] = []
        self.scans = 0  # looks at the board so far
        self.beats = 0  # turns of the loop so far
        self.frames_shown = 0
        self.errors = 0  # that nobody expected
        self._make = make
        self._loop = asyncio.get_running_loop()
        self._keeper = Keeper(journal, self._saved_elsewhere)
        self._stopped = False
        self._close_by = 0.0
        self._interrupted = asyncio.Event()
        self._backlog: deque[tuple[Frame | None, tuple[Press, ...], float]] = deque(maxlen=BACKLOG)
        self._woken = False
        self._trouble: asyncio.Future[None] = self._loop.create_future()
        self._shown: tuple[Rgb, ...] = ()
        self._scene: object = None
        self.bridge, self.metal, self._scan, self._threaded, self.calibration = make()
        self.resume()

    async def run(self) -> None:
        """Scan, understand and light until :meth:`stop`; then leave the LEDs dark and the journal closed."""
        wait = AGAIN
        try:
            while not self._stopped:
                began = self.clock()
                try:
                    await self._drive()
                except Exception:  # noqa: BLE001 - one exit for trouble: all is made anew from the journal
                    self.errors += 1
                    _log.exception("this should not have happened; the game goes on from the journal")
                    wait = AGAIN if self.clock() - began > AGAIN_MOST else min(2 * wait, AGAIN_MOST)
                    await self._rest(wait)
                self.carry_out(self.bridge.table.leave(self.clock()))
                if await self._flushed():
                    self._adopt(self._make())
        finally:
            self._keeper.close(max(self._close_by - self.clock(), LEAST))

    def stop(self) -> None:
        """End :meth:`run` soon."""
        self._stopped = True
        self._close_by = self.clock() + CLOSE
        self._interrupted.set()

    def change(self, make: Callable[[], Parts] | None = None) -> None:
        """Go on with other parts, or with the same made anew; *make* has been tried and works."""
        self._make = make or self._make
        self._interrupted.set()

    @property
    def colors(self) -> tuple[Rgb, ...]:
        """The light of the last frame shown; the same object while nothing moves."""
        return self._shown

    @property
    def journal_fault(self) -> str:
        """Why the last action is not on disk, in words; empty while all is well."""
        return self._keeper.fault

    def obey(self, order: orders.Order) -> None:
        """Carry out an order by button or page; :class:`~firmware_bridge.orders.Refused` says why not."""
        if self.bridge.guide is not None:
            raise orders.Refused("the board is being calibrated: finish or cancel that first", "calibrating")
        self.carry_out(self.bridge.table.obey(order, self.clock()))

    def carry_out(self, effects: list[Effect]) -> None:
        """Write, remember, tell and play what the table wants."""
        for effect in effects:
            match effect:
                case Write():
                    self._keeper.keep(effect)
                case Remember(name, value):
                    self._keeper.remember(name, value)
                case Tell():
                    self._tell(effect)
                case Sound(cue) if self.look.sound:
                    self.metal.sounder.play(TONES[cue], self.clock())

    def wear(self, look: Look) -> None:
        """Look and sound like this from now on."""
        self._put_on(look)
        self._keeper.remember("look", str(look))

    def report(self, fault: str, cure: str) -> None:
        """Tell everyone of a fault, and keep it for whoever looks after the board."""
        self._tell(Tell(NewsKind.FAULT, fault, {"cure": cure}))

    def resume(self) -> None:
        """Take up the game and the settings that the journal tells of."""
        table = self.bridge.table
        self._recall()
        try:
            table.begin(self.clock(), replay(self.journal.entries()))
        except Exception as error:  # noqa: BLE001
            # A game that cannot be replayed must not stop the board for ever. It stays in the file as it is.
            _log.exception("the saved game cannot be taken up")
            table.begin(self.clock(), None)
            self.report(f"the saved game cannot be taken up: {error}", "it is kept: yinsh-board games lists it")

    def _recall(self) -> None:
        """Take up the settings; what cannot be read is no reason to stop."""
        try:
            settings = self.journal.settings()
            self._put_on(Look.parse(settings["look"]) if "look" in settings else self.look)
            problems = recall(self.bridge.table, settings)
        except (JournalError, ValueError) as error:
            problems = [str(error)]
        for problem in problems:
            _log.warning("a setting is lost: %s", problem)

    def _put_on(self, look: Look) -> None:
        self.look = look
        if look.palette:
            self.bridge.palette = PALETTES[look.palette]

    def _adopt(self, parts: Parts) -> None:
        self.bridge, self.metal, self._scan, self._threaded, self.calibration = parts
        self._interrupted.clear()
        self._backlog.clear()
        self._shown, self._scene = (), None
        self.resume()

    async def _drive(self) -> None:
        """Scan and light with the parts of now, until there are to be others or none."""
        halt = threading.Event()
        scanner = threading.Thread(target=self._scan_elsewhere, args=(halt,), name="scan", daemon=True)
        self._trouble = self._loop.create_future()
        tasks: list[asyncio.Future[Any]] = [self._trouble]
        tasks += [asyncio.create_task(self._light()), asyncio.create_task(self._interrupted.wait())]
        if self._threaded:
            scanner.start()
        else:
            tasks.append(asyncio.create_task(self._scan_here()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            halt.set()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._release(scanner)

    async def _release(self, scanner: threading.Thread) -> None:
        """Close the metal, but wait for no device that blocks: it is left to a thread that nobody needs."""

        def close() -> None:
            if scanner.ident is not None:
                scanner.join()
            self.metal.close()

        closer = threading.Thread(target=close, name="close", daemon=True)
        closer.start()
        end = self._close_by if self._stopped else self.clock() + CLOSE
        while closer.is_alive() and self.clock() < end:  # noqa: ASYNC110 - a thread sets no event when it ends
            await asyncio.sleep(GLANCE)

    async def _flushed(self) -> bool:
        """Wait until every entry is safe, for the game goes on from the journal; false when told to stop."""
        while not self._stopped and not self._keeper.idle:  # noqa: ASYNC110 - the keeper is another thread
            await asyncio.sleep(GLANCE)
        return not self._stopped

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._interrupted.wait(), seconds)

    def _tell(self, news: Tell) -> None:
        _log.info("%s: %s", news.kind, news.text)
        if news.kind is NewsKind.FAULT:
            self._keeper.note(news.text, news.details.get("cure", _SENSOR_CURE))
        for listener in self.listeners:
            try:
                listener(news)
            except Exception:  # noqa: BLE001 - a listener may be slow, absent or wrong; the game goes on
                _log.exception("a listener failed and goes on")

    def _saved_elsewhere(self, number: int) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._saved, number)

    def _saved(self, number: int) -> None:
        self._guarded(lambda: self.carry_out(self.bridge.table.saved(number, self.clock())))
        self._guarded(self._show_changes)

    async def _scan_here(self) -> None:
        due = self.clock()
        while True:
            now = self.clock()
            self.scans += 1
            self._take(self.metal.sensors.read(now), self.metal.controls.read(now), now)
            due = max(due + self._scan, now)
            await asyncio.sleep(due - self.clock())

    def _scan_elsewhere(self, halt: threading.Event) -> None:
        """The scan thread: read, and wake the loop when there is something to see."""
        sensors, controls, bridge = self.metal.sensors, self.metal.controls, self.bridge
        due, passed_on, last = self.clock(), 0.0, None
        while not halt.is_set():
            now = self.clock()
            frame, presses = sensors.read(now), controls.read(now)
            self.scans += 1
            fresh = frame is not None and (frame.readings != last or bridge.busy)
            if fresh or presses or now - passed_on >= HEARTBEAT:
                passed_on, last = now, frame.readings if frame else last
                self._backlog.append((frame, presses, now))
                self._wake()
            due = max(due + self._scan, now)
            halt.wait(max(0.0, due - self.clock()))

    def _wake(self) -> None:
        if not self._woken and not self._loop.is_closed():
            self._woken = True
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        self._woken = False
        while self._backlog:
            self._guarded(self._take, *self._backlog.popleft())

    def _guarded(self, act: Callable[..., None], *args: object) -> None:
        """Do something on the loop's behalf; what goes wrong ends :meth:`_drive`, and the first cause wins."""
        try:
            act(*args)
        except Exception as error:  # noqa: BLE001 - it is raised where it can be dealt with
            if not self._trouble.done():
                self._trouble.set_exception(error)

    def _take(self, frame: Frame | None, presses: tuple[Press, ...], now: float) -> None:
        """One scan, in the loop."""
        if frame is not None:
            self.carry_out(self.bridge.frame(frame, now))
        elif not self.metal.sensors.health.ok:
            self.bridge.table.lost_board(now)
        for press in presses:
            self._press(press)
        self._show_changes()

    def _press(self, press: Press) -> None:
        short, long = BUTTONS.get(press.button, (None, None))
        order = long if press.long else short
        if order is not None:
            try:
                self.obey(order)
            except orders.Refused as refusal:
                _log.info("button %s: %s", press.button, refusal)

    async def _light(self) -> None:
        """Let time pass for the table, and show what moves."""
        due = self.clock()
        while True:
            now = self.clock()
            self.beats += 1
            self.carry_out(self.bridge.tick(now))
            self._show(now)
            due = max(due + 1 / FPS, now)
            await asyncio.sleep(due - self.clock())

    def _show_changes(self) -> None:
        """What the hands do shows at once, not with the next frame of an animation."""
        if self.bridge.table.scene is not self._scene:
            self._show(self.clock())

    def _show(self, now: float) -> None:
        self._scene = self.bridge.table.scene
        colors = self.bridge.colors(now)
        if colors is self._shown:
            self.metal.lights.tick(now)
            return
        self._shown = colors
        self.frames_shown += 1
        self.metal.lights.show(colors, now)
