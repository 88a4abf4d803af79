"""Fault 18: what a broken service could reach: ``python -m tests.faults.sandbox``.

The exposure that systemd's own judge gives to the unit, alone and with the devices of every choice of drivers. That
takes no time: an amount, as every experiment is given one, changes nothing.
"""

# ruff: noqa: T201 - a program for the terminal

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path

from tests.amounts import amount

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT = SYSTEMD / "yinsh-board.service"
DEVICES = sorted((SYSTEMD / "devices").glob("*.conf"))
CHOICES = [chosen for count in range(len(DEVICES) + 1) for chosen in combinations(DEVICES, count)]
MOST = 1.5


def exposure(*drop_ins: Path, unit: Path = UNIT) -> float:
    """Of the unit with these drop-ins, which the judge does not look for beside a unit that is not installed."""
    more = "".join(path.read_text().partition("[Service]")[2] for path in drop_ins)
    with tempfile.TemporaryDirectory() as folder:
        judged = Path(folder) / unit.name
        judged.write_text(unit.read_text().replace("\n[Install]", f"{more}\n[Install]"))
        command = ["systemd-analyze", "security", "--offline=true", "--no-pager", judged]
        told = subprocess.run(command, capture_output=True, text=True, check=True)
    found = re.search(r"level for .*: ([\d.]+)", told.stdout)
    return float(found[1]) if found else 10.0


def main(arguments: list[str] | None = None) -> int:
    amount(arguments, len(CHOICES), "choices", __doc__)
    if not shutil.which("systemd-analyze"):
        print("fault 18: not tried, systemd-analyze is not installed")
        return 0
    found = {"+".join(path.stem for path in chosen) or "no devices": exposure(*chosen) for chosen in CHOICES}
    for name, value in found.items():
        print(f"  {value} with {name}")
    worst = max(found.values())
    print(f"fault 18: exposure {worst} of 10 at most, in {len(found)} choices of devices; {MOST} is allowed")
    return worst > MOST


if __name__ == "__main__":
    sys.exit(main())
