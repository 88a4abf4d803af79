"""The computer the board hangs on, as far as the doctor may look: its files, its packages, its user."""

from __future__ import annotations

import grp
import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from hardware import pi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

UNDERVOLTED: Final = 0x1  # bit of get_throttled: now; shifted by 16: since the start
SINCE_START: Final = 16


@dataclass(frozen=True, slots=True)
class Machine:
    """What is looked at; tests give a root full of small files, and a user of their own."""

    root: Path
    environ: Mapping[str, str]
    python: tuple[int, int, int]
    user: str
    groups: frozenset[str]
    is_root: bool
    folder_writable: bool  # the current one
    has_package: Callable[[str], bool]
    may_use: Callable[[Path], bool]  # read and write
    throttled: Callable[[], int | None]  # the firmware's word, None where it cannot be asked

    @classmethod
    def here(cls) -> Machine:
        """This computer."""
        return cls(
            root=pi.ROOT,
            environ=os.environ,
            python=sys.version_info[:3],
            user=os.environ.get("USER") or str(os.getuid()),
            groups=frozenset(filter(None, map(_group_name, {os.getegid(), *os.getgroups()}))),
            is_root=os.geteuid() == 0,
            folder_writable=os.access(".", os.W_OK),
            has_package=lambda name: find_spec(name) is not None,
            may_use=lambda path: os.access(path, os.R_OK | os.W_OK),
            throttled=_ask_firmware,
        )

    def path(self, name: str) -> Path:
        """A file of this computer, by its absolute name."""
        return self.root / name.lstrip("/")

    def text(self, *names: str) -> str:
        """The first of these files that can be read; empty if none can."""
        for name in names:
            try:
                return self.path(name).read_text(errors="replace")
            except OSError:
                continue
        return ""

    @property
    def model(self) -> str:
        """The Raspberry Pi's name; empty elsewhere."""
        return pi.model(self.root)

    @property
    def system(self) -> str:
        """The name of the distribution."""
        for line in self.text("/etc/os-release").splitlines():
            if line.startswith("PRETTY_NAME="):
                return line.partition("=")[2].strip('"')
        return "an unknown system"

    @property
    def boot_config(self) -> frozenset[str]:
        """The lines in force of ``config.txt``; sections for other models are not told apart."""
        lines = self.text("/boot/firmware/config.txt", "/boot/config.txt").splitlines()
        return frozenset(
            line.strip().replace(" ", "") for line in lines if line.strip() and line.strip()[0] not in "#["
        )

    def undervolted(self) -> bool:
        """Whether the supply has been too weak since the start, from the kernel or else the firmware."""
        for sensor in sorted(self.path("/sys/class/hwmon").glob("hwmon*")):
            if _read(sensor / "name") == "rpi_volt" and _read(sensor / "in0_lcrit_alarm") == "1":
                return True
        word = self.throttled() or 0
        return bool(word & (UNDERVOLTED | UNDERVOLTED << SINCE_START))


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _group_name(number: int) -> str:
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return ""


def _ask_firmware() -> int | None:
    try:
        asked = subprocess.run(
            ["vcgencmd", "get_throttled"],  # noqa: S607  (where it is differs between systems)
            capture_output=True,
            text=True,
            timeout=2,
            check=True,
        )
        return int(asked.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
