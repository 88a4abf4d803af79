"""Puts the firmware on a microcontroller with mpremote, and asks it afterwards who it is.

The wiring in ``settings.py`` belongs to the board: it is copied when there is none yet, or when asked to.
"""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

import hardware.firmware
from hardware.errors import HardwareFault, MissingExtra
from hardware.firmware import messages
from hardware.firmware.version import FIRMWARE
from hardware.firmware.wire import frame
from hardware.ports import find_ports
from hardware.serial_link.ailments import dotted
from hardware.serial_link.link import SerialLink

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.serial_link.events import Hello

    Run = Callable[[Sequence[str]], str]

PACKAGE: Final = "yinsh_firmware"  # on the board
SOURCES: Final = Path(hardware.firmware.__file__).parent
ANSWER_SECONDS: Final = 1.2  # a board that runs answers in a moment
RESTART_SECONDS: Final = 10.0  # a Pico is back on the bus after two

_PREPARE = (
    "import os\nif 'main.py' in os.listdir(): os.remove('main.py')\n"
    f"if '{PACKAGE}' not in os.listdir(): os.mkdir('{PACKAGE}')"
)
_HAS_SETTINGS = f"import os; print('settings.py' in os.listdir('{PACKAGE}'))"
_PAUSE = 0.02


class Flasher:
    """One microcontroller to flash; *say* tells the builder what happens."""

    def __init__(
        self,
        wanted: str,
        *,
        say: Callable[[str], None],
        run: Run | None = None,
        find: Callable[[str], list[str]] = find_ports,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._wanted = wanted
        self._say = say
        self._run = run or mpremote
        self._find = find
        self._clock = clock
        self._sleep = sleep

    def flash(self, settings: Path | None = None) -> Hello:
        """Copy the firmware, restart the board, and return what it says about itself."""
        device = self._device()
        self._hold(device)
        device = self._await_device()
        self._copy(device, settings)
        return self._verify()

    @property
    def brings(self) -> str:
        """The version of the firmware to copy."""
        return dotted(FIRMWARE)

    def is_current(self, hello: Hello) -> bool:
        """Whether the board has that version."""
        return hello.firmware == FIRMWARE

    def ask(self, seconds: float = ANSWER_SECONDS) -> Hello | None:
        """Who is there; ``None`` if nobody answers in our protocol's words. Another version is a ``HardwareFault``."""
        link = SerialLink(self._device())
        link.open()
        try:
            self._listen(link, seconds)
            if link.up:
                return link.hello
            if link.ailment is not None and link.tally.foreign:
                raise link.ailment.error()
            return None
        finally:
            link.close()

    def _device(self) -> str:
        devices = self._find(self._wanted)
        if not devices:
            raise HardwareFault("no microcontroller is plugged in; plug it in, with a cable that carries data too")
        return devices[0]

    def _listen(self, link: SerialLink, seconds: float) -> None:
        until = self._clock() + seconds
        link.poll(self._clock())
        while not link.up and not link.tally.foreign and self._clock() < until:
            self._sleep(_PAUSE)
            link.poll(self._clock())

    def _hold(self, device: str) -> None:
        """Ask running firmware, of any version, for the prompt; where none runs, the prompt is there already."""
        self._say(f"{device}: asking the board for its prompt")
        link = SerialLink(device)
        link.open()
        try:
            self._listen(link, ANSWER_SECONDS)
            if link.up or link.tally.foreign:
                link.send(frame(messages.HOLD, 0, messages.HOLD_WORD))
                link.poll(self._clock())
                self._sleep(1.0)  # it restarts
        except HardwareFault:
            pass  # restarted already
        finally:
            link.close()

    def _await_device(self) -> str:
        until = self._clock() + RESTART_SECONDS
        while not self._find(self._wanted) and self._clock() < until:
            self._sleep(0.1)
        return self._device()

    def _copy(self, device: str, settings: Path | None) -> None:
        on_board = ["connect", device]
        self._run([*on_board, "exec", _PREPARE])
        keep = settings is None and self._run([*on_board, "exec", _HAS_SETTINGS]).strip() == "True"
        files = [file for file in sorted(SOURCES.glob("*.py")) if file.name not in {"main.py", "settings.py"}]
        self._say(f"copying {len(files) + 2 - keep} files" + (", the board keeps its settings" if keep else ""))
        self._run([*on_board, "fs", "cp", *map(str, files), f":{PACKAGE}/"])
        if not keep:
            source = settings or SOURCES / "settings.py"
            self._run([*on_board, "fs", "cp", str(source), f":{PACKAGE}/settings.py"])
        # Removed first and copied last, so that a board whose copying was cut short stays at its prompt.
        self._run([*on_board, "fs", "cp", str(SOURCES / "main.py"), ":main.py"])
        self._run([*on_board, "reset"])

    def _verify(self) -> Hello:
        self._say("waiting for the board to start")
        until = self._clock() + RESTART_SECONDS
        hello = None
        while hello is None and self._clock() < until:
            self._sleep(0.5)
            try:
                hello = self.ask()
            except HardwareFault:
                if self._clock() >= until:
                    raise
        if hello is None:
            raise HardwareFault(
                "the firmware was copied, but does not answer; look at its error with mpremote, after a reset: "
                "a wrong line in its settings.py is the likeliest"
            )
        if not self.is_current(hello):
            raise HardwareFault(f"the board says firmware {dotted(hello.firmware)} after copying; flash it once more")
        return hello


def mpremote(words: Sequence[str]) -> str:
    """Run mpremote and return what it printed; ``HardwareFault`` with its complaint if it fails."""
    if find_spec("mpremote") is None:
        raise MissingExtra("flashing needs mpremote", "flash")
    command = [sys.executable, "-m", "mpremote", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as error:
        raise HardwareFault("mpremote has been busy for two minutes; plug the board in again and retry") from error
    if done.returncode:
        complaint = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no word"]
        raise HardwareFault(
            f"mpremote could not {words[2]}: {complaint[0]}; see that MicroPython is on the board "
            "and that no other program uses its port"
        )
    return done.stdout
