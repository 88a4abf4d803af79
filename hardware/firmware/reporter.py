"""Which scans the host needs to see.

Everything after a change, for a while, so that one lost frame costs the next few milliseconds and no more; then one
now and then, so that silence always means trouble.
"""

from .messages import MODE_PLAY, MODE_RAW
from .shim import micropython

LIVELY = 500  # milliseconds after a change in which every scan is sent
HEARTBEAT = 100  # milliseconds between snapshots of a board at rest


@micropython.native
def differ(values: list[int], others: list[int], deadband: int) -> bool:
    """Whether any value is further than *deadband* from its other."""
    for index, value in enumerate(values):
        step = value - others[index]
        if step > deadband or -step > deadband:
            return True
    return False


class Reporter:
    """Says for each scan whether to send it."""

    def __init__(self) -> None:
        self.mode = MODE_PLAY
        self.deadband = 0  # counts that a reading may stray from the last change unreported
        self._values: list[int] = []  # at the last change
        self._buttons = b""
        self._lively_until = 0
        self._next = 0

    def due(self, values: list[int], buttons: bytes, now: int) -> bool:
        """Whether the host should see this scan; call it once a scan."""
        if self._changed(values, buttons):
            self._values = list(values)
            self._buttons = buttons
            self._lively_until = now + LIVELY
        if now < self._lively_until or now >= self._next or self.mode == MODE_RAW:
            self._next = now + HEARTBEAT
            return True
        return False

    def _changed(self, values: list[int], buttons: bytes) -> bool:
        if buttons != self._buttons or len(values) != len(self._values):
            return True
        return differ(values, self._values, self.deadband)
