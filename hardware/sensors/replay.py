"""A recorded log as sensors: the same frames at the same times, for support and for demonstrations."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from hardware.errors import HardwareFault
from hardware.protocols import Frame
from hardware.rawlog import BadLog, LogReader, open_log

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from hardware.config.settings import Replay


class ReplaySensors:
    """The ``replay`` driver. Logs hold readings by point, so that no map applies.

    The log begins with the first ``read``, in the time of its ``now``. Where reading is slower than recording was,
    the latest frame counts. At the end the board stays as it is, or starts again with ``repeat``.
    """

    def __init__(self, settings: Replay, inputs: Sequence[int] = ()) -> None:
        del inputs  # every sensor driver is given some
        self._settings = settings
        self._tape: _Tape | None = None
        self._linear: bool | None = None

    @property
    def linear(self) -> bool:
        """What the log says; false while there is none to be read."""
        if self._linear is None:
            with contextlib.suppress(HardwareFault):
                self._load().close()
        return bool(self._linear)

    @property
    def finished(self) -> bool:
        """Whether the log has come to its end."""
        return self._tape is not None and self._tape.upcoming is None

    def open(self) -> None:
        """Read the log's header and first frame."""
        self.close()
        self._tape = self._load()

    def read(self, now: float) -> Frame | None:
        """The latest frame that is due."""
        if self._tape is None:
            raise HardwareFault(f"the log {self._settings.file} is not open; open it first")
        if self.finished and self._settings.repeat:
            self.open()
        try:
            return self._tape.play(now, self._settings.speed)
        except (BadLog, OSError) as error:
            self.close()
            raise _fault(error) from error

    def close(self) -> None:
        """Close the file."""
        if self._tape is not None:
            self._tape.close()
        self._tape = None

    def _load(self) -> _Tape:
        name = self._settings.file
        try:
            file = open_log(name)
        except OSError as error:
            cure = "check sensors.replay.file, or record one with `yinsh-board record`"
            raise HardwareFault(f"cannot open the log {name}: {error.strerror}; {cure}") from error
        try:
            tape = _Tape(file, name)
        except (BadLog, OSError) as error:
            file.close()
            raise _fault(error) from error
        self._linear = tape.linear
        return tape


class _Tape:
    """A log that is being played."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._file = file
        reader = LogReader(file, name)
        self.linear = reader.header.linear
        self._frames: Iterator[Frame] = iter(reader)
        self.upcoming = next(self._frames, None)
        if self.upcoming is None:
            raise BadLog(f"{name} holds no frame; record it again with `yinsh-board record`")
        self._last = self.upcoming
        self._start: float | None = None

    def play(self, now: float, speed: float) -> Frame | None:
        if self._start is None:
            self._start = now
        if self.upcoming is None:
            return Frame(now, self._last.readings, self._last.places)
        due = None
        while self.upcoming is not None and self._start + self.upcoming.time / speed <= now:
            due, self.upcoming = self.upcoming, next(self._frames, None)
        if due is None:
            return None
        self._last = due
        return Frame(self._start + due.time / speed, due.readings, due.places)

    def close(self) -> None:
        self._file.close()


def _fault(error: Exception) -> HardwareFault:
    return HardwareFault(str(error))
