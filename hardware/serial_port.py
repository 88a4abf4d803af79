"""A serial port, opened for us alone, that never waits."""

from __future__ import annotations

import contextlib
import errno
import os
import termios
from typing import Any, Final

from hardware.errors import HardwareFault, MissingExtra

CHUNK: Final = 4096  # bytes of one read
MOST: Final = 64 * CHUNK  # bytes of one call: a flood must not hold the caller


class Port:
    """An open port that never waits."""

    def __init__(self, device: str, baud: int = 115_200) -> None:
        self.device = device
        self._serial = _open(device, baud)
        self._fd: int = self._serial.fileno()
        _tell_empty_from_gone(self._fd)

    def fileno(self) -> int:
        """The descriptor to wait on."""
        return self._fd

    def read(self) -> bytes:
        """What has arrived; ``OSError`` when the device is gone."""
        chunks = []
        size = 0
        while size < MOST:
            try:
                chunk = os.read(self._fd, CHUNK)
            except BlockingIOError:
                break
            if not chunk:
                raise OSError(errno.ENODEV, "the port has hung up")
            chunks.append(chunk)
            size += len(chunk)
        return b"".join(chunks)

    def write(self, data: bytes) -> int:
        """How much of *data* the system took; ``OSError`` when the device is gone.

        Not pyserial's own ``write``: without a timeout it spins while the system's buffer is full.
        """
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0

    def close(self, *, discard: bool = False) -> None:
        """Let the port go; safe at any time. With *discard*, without what was written but not sent.

        The system waits half a minute for a device that takes nothing: discard where that may be so.
        """
        with contextlib.suppress(Exception):  # termios.error on a pulled cable is no OSError
            if discard:
                termios.tcflush(self._fd, termios.TCOFLUSH)
        with contextlib.suppress(Exception):
            self._serial.close()


def _open(device: str, baud: int) -> Any:
    try:
        import serial  # noqa: PLC0415  (an extra, wanted only with this driver)
    except ImportError as error:
        raise MissingExtra("driver 'serial' needs pyserial", "serial") from error
    try:
        return serial.Serial(device, baud, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, ValueError) as error:
        raise _refused(device, error) from error


def _tell_empty_from_gone(fd: int) -> None:
    """Let a read without data fail as it should: pyserial's mode gives back nothing, as a pulled cable does."""
    mode = termios.tcgetattr(fd)
    mode[6][termios.VMIN] = 1
    termios.tcsetattr(fd, termios.TCSANOW, mode)


def _refused(device: str, error: OSError | ValueError) -> HardwareFault:
    number = getattr(error, "errno", None)
    if number in {errno.EACCES, errno.EPERM}:
        return HardwareFault(f"{device} may not be opened; sudo usermod -aG dialout $USER, then log in again")
    if number in {errno.EBUSY, errno.EAGAIN}:
        return HardwareFault(f"{device} is in use; stop the other program (mpremote, screen, a second yinsh-board)")
    if number in {errno.ENOENT, errno.ENODEV, errno.ENXIO}:
        return HardwareFault(f"{device} is not there; plug the microcontroller in, or correct the port in board.toml")
    return HardwareFault(f"{device} cannot be opened: {error}; see that it is a serial port")
