"""The journal's own thread: an fsync may take its time, and nobody waits for it but the announcement."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from firmware_bridge.effects import Write
from firmware_bridge.entries import EntryKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.journal import Journal

RETRY: Final = 0.5  # seconds before a failed write is tried again; doubled up to the next
RETRY_MOST: Final = 5.0
MOST_JOBS: Final = 100  # notes and settings that may wait; the entries of a game always may

_log = logging.getLogger(__name__)


class Keeper:
    """Writes entries in order, each until it is safe, and says so from its own thread."""

    def __init__(self, journal: Journal, saved: Callable[[int], None]) -> None:
        self.journal = journal
        self.fault = ""  # why the last write failed, in words; empty while all is well
        self._queued = self._done = 0  # jobs so far, counted by one thread each
        self._saved = saved
        self._queue: SimpleQueue[Write | Callable[[], None] | None] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        """Whether everything is done: entries are safe, the rest has been tried."""
        return self._queued == self._done

    def keep(self, write: Write) -> None:
        """Queue an entry; never waits. Call it from one thread only."""
        self._queued += 1
        self._queue.put(write)

    def remember(self, name: str, value: str) -> None:
        """Queue a setting; it is tried once."""
        self._put(lambda: self.journal.remember(name, value))

    def note(self, fault: str, cure: str) -> None:
        """Queue a fault; it is tried once."""
        self._put(lambda: self.journal.note(fault, cure))

    def close(self, seconds: float) -> None:
        """Write what is queued, give up on what fails, and close the journal; wait so long and no longer."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(seconds)

    def _put(self, job: Callable[[], None]) -> None:
        if self._queue.qsize() < MOST_JOBS:
            self._queued += 1
            self._queue.put(job)

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            if not isinstance(job, Write):
                self._once(job)
                self._done += 1
                continue
            if not self._append(job):
                break
            self._saved(job.number)
            self._done += 1
            if job.entry.kind is EntryKind.END:
                self._once(self.journal.tidy)
        self.journal.close()

    def _once(self, job: Callable[[], None]) -> None:
        try:
            job()
        except Exception as error:  # noqa: BLE001 - whatever it is, the next entry must be written
            _log.warning("%s", error)

    def _append(self, write: Write) -> bool:
        """Try until it is done; false when the daemon stops first."""
        wait = RETRY
        while True:
            try:
                self.journal.append(write.entry)
            except Exception as error:  # noqa: BLE001 - an entry is never given up for an error nobody expected
                if not self.fault:
                    _log.error("%s; trying again until it works", error)
                self.fault = str(error) or type(error).__name__
            else:
                if self.fault:
                    _log.warning("the journal works again")
                    self.fault = ""
                return True
            if self._stopping.wait(wait):
                return False
            wait = min(2 * wait, RETRY_MOST)
