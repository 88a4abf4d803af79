"""Fault 18: what a broken service could reach: ``python -m tests.faults.sandbox``.

The exposure that systemd's own judge gives to the unit, with the devices of each kind of driver.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "yinsh-board.service"
MOST = 1.5


def exposure(drop_in: Path | None = None) -> float:
    """Of the unit, with a drop-in if there is one."""
    more = drop_in.read_text().partition("[Service]")[2] if drop_in else ""
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / UNIT.name
        unit.write_text(UNIT.read_text().replace("\n[Install]", f"{more}\n[Install]"))
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"level for .*: ([\d.]+)", told.stdout)
    return float(found[1]) if found else 10.0


def main(_: list[str] | None = None) -> int:
    if not shutil.which("systemd-analyze"):
        print("fault 18: not tried, systemd-analyze is not installed")
        return 0
    plain = exposure()
    with_devices = {path.stem: exposure(path) for path in sorted((SYSTEMD / "devices").glob("*.conf"))}
    devices = ", ".join(f"{value} with {kind}" for kind, value in with_devices.items())
    print(f"fault 18: exposure {plain} on a scale to 10, {devices}; at most {MOST} is allowed")
    return max(plain, *with_devices.values()) > MOST


if __name__ == "__main__":
    sys.exit(main())
