"""The journal's own thread: an fsync may take its time, and nobody waits for it but the announcement."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING

from firmware_bridge.journal import JournalError

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.effects import Write
    from firmware_bridge.journal import Journal

_RETRY = 0.5  # seconds before a failed write is tried again; doubled up to the next
_RETRY_MOST = 5.0
_CLOSE = 0.8  # seconds that the last writes get when the daemon stops

_log = logging.getLogger(__name__)


class Keeper:
    """Writes entries in order, each until it is safe, and says so from its own thread."""

    def __init__(self, journal: Journal, saved: Callable[[int], None]) -> None:
        self.journal = journal
        self.fault = ""  # why the last write failed, in words; empty while all is well
        self._saved = saved
        self._queue: SimpleQueue[Write | None] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def keep(self, write: Write) -> None:
        """Queue an entry; never waits."""
        self._queue.put(write)

    def close(self) -> None:
        """Write what is queued, give up on what fails, and close the journal."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join(_CLOSE)
        self.journal.close()

    def _run(self) -> None:
        while (write := self._queue.get()) is not None:
            if not self._append(write):
                return
            self._saved(write.number)

    def _append(self, write: Write) -> bool:
        """Try until it is done; false when the daemon stops first."""
        wait = _RETRY
        while True:
            try:
                self.journal.append(write.entry)
            except JournalError as error:
                if not self.fault:
                    _log.error("%s; trying again until it works", error)
                self.fault = str(error)
            else:
                if self.fault:
                    _log.warning("the journal works again")
                    self.fault = ""
                return True
            if self._stopping.wait(wait):
                return False
            wait = min(2 * wait, _RETRY_MOST)
