"""What to make of a driver's failures: when to try again, and what to tell people."""

from __future__ import annotations

import errno
import logging
from typing import Final

from hardware.errors import BoardError
from hardware.protocols import Health

FIRST_WAIT: Final = 0.1  # seconds before the second retry; the first is at once, for a glitch on a bus
LONGEST_WAIT: Final = 1.6  # seconds: a board that is plugged in again is back within two

#: What helps against the errors that the system itself names; drivers name the cure of what they know better.
CURES: Final = {
    errno.EACCES: "let the daemon's user use the device: groups gpio, spi, i2c and dialout, then log in again",
    errno.EPERM: "let the daemon's user use the device: groups gpio, spi, i2c and dialout, then log in again",
    errno.ENOENT: "check that the cable is plugged in and that the bus is enabled (raspi-config, Interface Options)",
    errno.ENODEV: "check that the cable is plugged in, then plug it in again",
    errno.ENXIO: "check that the cable is plugged in, then plug it in again",
    errno.EBUSY: "stop the other program that uses the device, or the other overlay that claims its pins",
    errno.EIO: "check the cable and the power supply",
    errno.EREMOTEIO: "check the wires, the address and the power of the chip",
    errno.ETIMEDOUT: "check the wires and the power of the chip",
}
OTHERWISE: Final = "run yinsh-board doctor"

_STRIKES = 2  # failures in a row that make a fault; a single one heals unseen, but is counted

_log = logging.getLogger(__name__)


class Trouble:
    """Failures of one driver: back-off in the caller's time, and health in words."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self._strikes = 0
        self._retry_at = float("-inf")
        self._health = Health(ok=True)

    @property
    def health(self) -> Health:
        """How the driver is doing."""
        return self._health

    def may_try(self, now: float) -> bool:
        """Whether the wait after the last failure is over."""
        return now >= self._retry_at

    def failed(self, error: Exception, now: float) -> None:
        """Count a failure; wait twice as long after each in a row, within bounds."""
        self.count += 1
        self._strikes += 1
        # The exponent is bounded too: a board left unplugged for a year must not overflow a float.
        wait = 0.0 if self._strikes == 1 else min(FIRST_WAIT * 2.0 ** min(self._strikes - _STRIKES, 10), LONGEST_WAIT)
        self._retry_at = now + wait
        if self._strikes >= _STRIKES:
            self._report(error, now)

    def blocked(self, fault: str, cure: str, now: float) -> None:
        """Report a call that does not come back; it is neither a failure nor a success yet."""
        if self._health.ok:
            self._change(Health(ok=False, fault=f"{self.name}: {fault}", cure=cure, since=now, count=self.count))

    def recovered(self, now: float) -> None:
        """The driver did what it should."""
        self._strikes = 0
        self._retry_at = float("-inf")
        if not self._health.ok:
            self._change(Health(ok=True, since=now, count=self.count))
        elif self._health.count != self.count:
            self._health = Health(ok=True, since=self._health.since, count=self.count)

    def _report(self, error: Exception, now: float) -> None:
        fault, cure = in_words(error)
        since = now if self._health.ok else self._health.since
        health = Health(ok=False, fault=f"{self.name}: {fault}", cure=cure, since=since, count=self.count)
        known = isinstance(error, (BoardError, OSError))
        if self._health.ok:
            self._change(health, None if known else error)
        self._health = health

    def _change(self, health: Health, surprise: Exception | None = None) -> None:
        """One line in the log for each change, with a traceback for errors no driver should raise."""
        self._health = health
        if health.ok:
            _log.info("%s: works again after %d failures", self.name, health.count)
        else:
            _log.warning("%s; %s", health.fault, health.cure, exc_info=surprise)


def in_words(error: Exception) -> tuple[str, str]:
    """An error as fault and cure: what a driver says after the semicolon, or what the system's error calls for."""
    text = str(error) or type(error).__name__
    if isinstance(error, BoardError) and "; " in text:
        fault, _, cure = text.partition("; ")
        return fault, cure
    if not isinstance(error, (BoardError, OSError)):
        text = f"{type(error).__name__}: {text}"
    return text, CURES.get(_number(error), OTHERWISE)


def _number(error: BaseException | None) -> int:
    """The system's error number, of the error itself or of what caused it; termios keeps it in the arguments."""
    while error is not None:
        number = getattr(error, "errno", None) or (error.args[0] if error.args else None)
        if isinstance(number, int):
            return number
        error = error.__cause__
    return 0
