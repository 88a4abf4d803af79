"""The daemon: one event loop around the bridge, with threads only for what may block.

Sensors on a bus are scanned by a thread of their own; lights and journal have theirs (:mod:`hardware.supervise`,
:mod:`.keeper`). All of them hand results to the loop, which alone owns the bridge. A virtual board never blocks and
is scanned by the loop itself.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from typing import TYPE_CHECKING

from firmware_bridge import orders
from firmware_bridge.cues import TONES
from firmware_bridge.effects import Effect, Sound, Tell, Write
from firmware_bridge.keeper import Keeper

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.bridge import Bridge
    from firmware_bridge.journal import Journal
    from hardware.protocols import Frame, Press, Rgb
    from hardware.registry import Metal

_FPS = 50  # frames of light a second
_HEARTBEAT = 0.05  # seconds after which an unchanged board is passed on all the same
_BACKLOG = 64  # frames that may wait for the loop; older ones are dropped, for the newest is the truth

#: What a button orders when it is pressed shortly, and for long.
BUTTONS: dict[str, tuple[orders.Order | None, orders.Order | None]] = {
    "hint": (orders.Hint(), None),
    "take-back": (orders.TakeBack(), None),
    "cafe": (orders.Accept(), orders.NewGame()),
}

_log = logging.getLogger(__name__)


class Daemon:
    """Keeps a bridge running on some metal until it is told to stop."""

    def __init__(self, bridge: Bridge, metal: Metal, journal: Journal, *, scan: float, threaded: bool) -> None:
        self.bridge = bridge
        self.metal = metal
        self.clock = time.monotonic
        self.listeners: list[Callable[[Tell], None]] = []
        self.scans = 0
        self.frames_shown = 0
        self.journal = journal
        self._scan = scan
        self._threaded = threaded
        self._loop = asyncio.get_running_loop()
        self._keeper = Keeper(journal, self._saved_elsewhere)
        self._stop = asyncio.Event()
        self._backlog: deque[tuple[Frame | None, tuple[Press, ...], float]] = deque(maxlen=_BACKLOG)
        self._woken = False
        self._shown: tuple[Rgb, ...] = ()
        self._scene: object = None

    async def run(self) -> None:
        """Scan, understand and light until :meth:`stop`; then leave the LEDs dark and the journal closed."""
        tasks = [asyncio.create_task(self._light())]
        scanner = threading.Thread(target=self._scan_elsewhere, name="scan", daemon=True)
        if self._threaded:
            scanner.start()
        else:
            tasks.append(asyncio.create_task(self._scan_here()))
        try:
            await self._stop.wait()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._threaded:
                scanner.join(1.0)
            self.metal.close()
            self._keeper.close()

    def stop(self) -> None:
        """End :meth:`run` soon."""
        self._stop.set()

    @property
    def journal_fault(self) -> str:
        """Why the last action is not on disk, in words; empty while all is well."""
        return self._keeper.fault

    def obey(self, order: orders.Order) -> None:
        """Carry out an order by button or page; :class:`~firmware_bridge.orders.Refused` says why not."""
        self.carry_out(self.bridge.table.obey(order, self.clock()))

    def carry_out(self, effects: list[Effect]) -> None:
        """Write, tell and play what the table wants."""
        for effect in effects:
            match effect:
                case Write():
                    self._keeper.keep(effect)
                case Tell():
                    self._tell(effect)
                case Sound(cue):
                    self.metal.sounder.play(TONES[cue], self.clock())

    def _tell(self, news: Tell) -> None:
        _log.info("%s: %s", news.kind, news.text)
        for listener in self.listeners:
            try:
                listener(news)
            except Exception:  # noqa: BLE001 - a listener may be slow, absent or wrong; the game goes on
                _log.exception("a listener failed and goes on")

    def _saved_elsewhere(self, number: int) -> None:
        self._loop.call_soon_threadsafe(self._saved, number)

    def _saved(self, number: int) -> None:
        self.carry_out(self.bridge.table.saved(number, self.clock()))
        self._show_changes()

    async def _scan_here(self) -> None:
        due = self.clock()
        while True:
            now = self.clock()
            self._take(self.metal.sensors.read(now), self.metal.controls.read(now), now)
            due = max(due + self._scan, now)
            await asyncio.sleep(due - self.clock())

    def _scan_elsewhere(self) -> None:
        """The scan thread: read, and wake the loop when there is something to see."""
        due, passed_on, last = self.clock(), 0.0, None
        while not self._stop.is_set():
            now = self.clock()
            frame, presses = self.metal.sensors.read(now), self.metal.controls.read(now)
            same = frame is not None and frame.readings == last and not self.bridge.debounce.busy
            if not same or presses or now - passed_on >= _HEARTBEAT:
                passed_on, last = now, frame.readings if frame else None
                self._backlog.append((frame, presses, now))
                self._wake()
            due = max(due + self._scan, now)
            time.sleep(max(0.0, due - self.clock()))

    def _wake(self) -> None:
        if not self._woken and not self._loop.is_closed():
            self._woken = True
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        self._woken = False
        while self._backlog:
            self._take(*self._backlog.popleft())

    def _take(self, frame: Frame | None, presses: tuple[Press, ...], now: float) -> None:
        """One scan, in the loop."""
        self.scans += 1
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
            self.carry_out(self.bridge.tick(now))
            self._show(now)
            due = max(due + 1 / _FPS, now)
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
