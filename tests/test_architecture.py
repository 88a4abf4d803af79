"""The arrows between the packages, kept by reading every import."""

import re
from pathlib import Path

import pytest

from tests.imports import PACKAGES, violations

ROOT = Path(__file__).parents[1]


def test_every_import_follows_the_arrows():
    assert all((ROOT / package).is_dir() for package in PACKAGES)
    found = violations(ROOT)
    assert not found, "\n".join(["see docs/architecture.md", *found])


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


AGAINST_THE_ARROWS = [
    # a core that looks outside
    ("yinsh_core/rules.py", "import numpy", "standard library and itself"),
    ("yinsh_core/rules.py", "def f():\n    import numpy", "standard library and itself"),
    ("yinsh_core/rules.py", "from hardware.protocols import Frame", "standard library and itself"),
    ("yinsh_core/rules.py", "import firmware_bridge", "standard library and itself"),
    ("yinsh_core/rules.py", "import time", "no clock"),
    ("yinsh_core/rules.py", "def f():\n    from random import choice", "no clock"),
    # a driver that knows games
    ("hardware/maps.py", "from yinsh_core import Game", "nothing of games"),
    ("hardware/maps.py", "from yinsh_core.rules import legal", "nothing of games"),
    ("hardware/maps.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import yinsh_core.game", "of games"),
    ("hardware/sensors/reed.py", "from firmware_bridge.table import Table", "nothing of the bridge"),
    ("hardware/sensors/reed.py", "async def f():\n    import firmware_bridge", "nothing of the bridge"),
    # firmware that needs the host
    ("hardware/firmware/main.py", "from hardware.protocols import Frame", "microcontroller"),
    ("hardware/firmware/main.py", "from ..protocols import Frame", "microcontroller"),
    ("hardware/firmware/main.py", "import yinsh_core.points", "microcontroller"),
    # someone who names a driver
    ("firmware_bridge/table.py", "from hardware.sensors.reed import Reed, fast", "hardware.registry"),
    ("firmware_bridge/table.py", "from hardware.sensors import reed", "hardware.registry"),
    ("firmware_bridge/table.py", "from hardware import sensors", "hardware.registry"),
    ("firmware_bridge/table.py", "def f():\n    import hardware.virtual", "hardware.registry"),
    ("firmware_bridge/table.py", "load('hardware.lights.spi:Spi')", "hardware.registry"),
    ("hardware/supervise.py", "from .sensors.reed import Reed", "hardware.registry"),
    # what not everyone has installed
    ("hardware/sensors/reed.py", "import gpiozero", "inside the function"),
    ("hardware/sensors/reed.py", "try:\n    import serial\nexcept ImportError:\n    pass", "inside the function"),
    ("firmware_bridge/web.py", "class Web:\n    import aiohttp", "inside the function"),
    ("firmware_bridge/table.py", "def f():\n    import spidev", "only drivers touch metal"),
]


@pytest.mark.parametrize(("name", "text", "advice"), AGAINST_THE_ARROWS)
def test_an_import_against_the_arrows_is_found_and_the_way_out_named(tmp_path, name, text, advice):
    tree(tmp_path, {"hardware/sensors/__init__.py": "", "hardware/sensors/reed.py": "", name: text})
    (found,) = violations(tmp_path)
    module = name.removesuffix(".py").replace("/", ".")
    assert found.startswith(f"{module} (line ")
    assert advice in found


def test_imports_along_the_arrows_are_left_alone(tmp_path):
    files = {
        "yinsh_core/__init__.py": "from yinsh_core.rules import legal",
        "yinsh_core/rules.py": "import re\nfrom collections.abc import Iterator\nfrom . import points",
        "yinsh_core/terminal.py": "import random, sys, time",
        "hardware/sensors/__init__.py": "",
        "hardware/sensors/reed.py": "from yinsh_core.points import POINTS\ndef f():\n    import gpiozero",
        "hardware/sensors/line.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import serial",
        "hardware/lights/virtual.py": "from hardware.virtual import Board\nfrom ..sensors import reed",
        "hardware/firmware/main.py": "import machine, micropython\nfrom .wire import frame",
        "hardware/registry.py": "SENSORS = {'reed': 'hardware.sensors.reed:Reed'}",
        "firmware_bridge/compose.py": "from hardware.sensors.reed import Reed\nfrom hardware import virtual",
        "firmware_bridge/table.py": "import time\nfrom yinsh_core import Game\nfrom hardware.protocols import Frame",
        "firmware_bridge/stand.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import hardware.virtual",
        "firmware_bridge/words.py": "'hardware.sensors give frames'\n'sensors'",
    }
    assert violations(tree(tmp_path, files)) == []


def text_files() -> list[Path]:
    folders = [*PACKAGES, "docs", "tests", "systemd", ".ci", ".github"]
    inside = [path for folder in folders for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    ours = [path for path in [*ROOT.glob("*"), *inside] if not path.name.startswith(".coverage")]
    return [path for path in ours if path.is_file() and path.stat().st_size < 1_000_000]


def test_nothing_depends_on_the_machine_it_was_written_on():
    here = re.escape(str(ROOT)).encode()
    someones = re.compile(rb"(?<![\w.])(?:" + here + rb"|/root|/work)/")
    found = [
        f"{path.relative_to(ROOT)}: {line.strip().decode(errors='replace')}"
        for path in text_files()
        for line in path.read_bytes().splitlines()
        if someones.search(line)
    ]
    assert not found, "\n".join(["write paths relative to the project or to a setting:", *found])


@pytest.mark.parametrize("package", ["firmware_bridge", "hardware"])
def test_every_module_is_on_the_map(package):
    """The page that says where to look names each module and folder, and none that is gone."""
    page = (ROOT / "docs" / "architecture.md").read_text()
    part = page.partition(f"In `{package}/`")[2].partition("\n\n|")[2].partition("\n\n")[0]
    named = set(re.findall(r"`([\w/]+)`", part))
    inside = {path for path in (ROOT / package).iterdir() if not path.name.startswith("_")}
    modules = {path.stem for path in inside if path.suffix == ".py"}
    folders = {f"{path.name}/" for path in inside if path.is_dir()}
    assert modules | folders == {name for name in named if not name.startswith("web/s")}
