"""Reads the imports of a source tree without running it, and holds them against the arrows of the architecture.

``violations(root)`` returns sentences that say what is wrong and what to do instead.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CORES = ("yinsh_core",)
PACKAGES = (*CORES, "hardware", "firmware_bridge")

#: What a driver may know of a game: where the points lie.
GEOMETRY = "yinsh_core.points"

#: The microcontroller's own code: it runs where none of our other packages exist.
FIRMWARE = "hardware.firmware"

#: Concrete drivers, and the places that may name them; the registry does it in strings.
DRIVERS = (
    "hardware.controls",
    "hardware.flashing",
    "hardware.lights",
    "hardware.sensors",
    "hardware.serial_link",
    "hardware.serial_port",
    "hardware.sounder",
    "hardware.virtual",
)
COMPOSITION = (
    "firmware_bridge.commands.flash",
    "firmware_bridge.compose",
    "firmware_bridge.world",
    "hardware.registry",
)

#: Packages that touch metal: only drivers open devices.
METAL = ("gpiozero", "lgpio", "rpi_ws281x", "serial", "smbus2", "spidev")

#: Packages that everyone has, and the one part of ours that each is for.
ALWAYS_THERE = {"websockets": "firmware_bridge.web"}

#: What a core must not know of the world, except in its terminal programs.
WORLD = ("asyncio", "datetime", "logging", "os", "random", "socket", "subprocess", "threading", "time")
TERMINAL = ("yinsh_core.__main__", "yinsh_core.terminal", "yinsh_core.bench")


@dataclass(frozen=True)
class Import:
    """One imported module: *by* which one, in which line; only later than at import, or only for the type checker."""

    by: str
    line: int
    target: str
    lazy: bool
    typed: bool = False

    def into(self, *packages: str) -> bool:
        return within(self.target, *packages)

    def __str__(self) -> str:
        return f"{self.by} (line {self.line}) imports {self.target}"


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def violations(root: Path) -> list[str]:
    """Everything in the packages below *root* that goes against the arrows."""
    modules = dict(_modules(root))
    found = []
    for name, path in modules.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        package = name if path.stem == "__init__" else name.rpartition(".")[0]
        for one in dict.fromkeys(_imports(tree, name, package, set(modules))):
            found += _faults(one)
        found += _named_drivers(tree, name)
    return found


def _modules(root: Path) -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _faults(found: Import) -> Iterator[str]:
    for rule in (_core_fault, _driver_fault, _firmware_fault, _composition_fault, _outside_fault):
        advice = rule(found)
        if advice:
            yield f"{found}: {advice}"


def _core_fault(found: Import) -> str:
    if not within(found.by, *CORES):
        return ""
    if not found.into(found.by.partition(".")[0], *sys.stdlib_module_names):
        return "a core uses only the standard library and itself; let the bridge bring the two together"
    if found.into(*WORLD) and not within(found.by, *TERMINAL):
        return "a core has no clock, no chance and no files; take what is needed as an argument"
    return ""


def _driver_fault(found: Import) -> str:
    if not within(found.by, "hardware") or within(found.by, FIRMWARE):
        return ""
    if found.into("firmware_bridge"):
        return "drivers know nothing of the bridge; move what both need into hardware/"
    if found.into(*CORES) and not found.into(GEOMETRY):
        return f"drivers know nothing of games; only {GEOMETRY} is theirs to use"
    return ""


def _firmware_fault(found: Import) -> str:
    if within(found.by, FIRMWARE) and found.into(*PACKAGES) and not found.into(FIRMWARE):
        return "the microcontroller has none of our other packages; keep what it needs in hardware/firmware/"
    return ""


def _composition_fault(found: Import) -> str:
    if found.into(*DRIVERS) and not found.typed and not within(found.by, *DRIVERS, *COMPOSITION):
        return "only the composition root names concrete drivers; ask hardware.registry for one by its configured name"
    return ""


def _outside_fault(found: Import) -> str:
    if within(found.by, FIRMWARE, *CORES) or found.into(*PACKAGES, *sys.stdlib_module_names):
        return ""
    if any(found.into(package) and within(found.by, ours) for package, ours in ALWAYS_THERE.items()):
        return ""
    if not found.lazy:
        return "packages from outside are optional; import it inside the function that needs it"
    if within(found.by, "firmware_bridge") and found.into(*METAL):
        return "only drivers touch metal; write a driver in hardware/ and use its protocol"
    return ""


def _named_drivers(tree: ast.Module, name: str) -> Iterator[str]:
    """Drivers named in a text, as ``import_module`` takes them, are named all the same."""
    if within(name, *DRIVERS, *COMPOSITION):
        return
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"[\w.]+(:\w+)?", node.value)
        ):
            target = node.value.partition(":")[0]
            if "." in target and within(target, *DRIVERS):
                found = Import(name, node.lineno, target, lazy=True)
                yield f"{found}: {_composition_fault(found)}"


def _imports(tree: ast.Module, name: str, package: str, modules: set[str]) -> Iterator[Import]:
    for node, lazy, typed in _walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(name, node.lineno, alias.name, lazy, typed)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield Import(name, node.lineno, inner if inner in modules else base, lazy, typed)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    """What ``from . import x`` means inside *package*."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def _walk(node: ast.AST, *, lazy: bool = False, typed: bool = False) -> Iterator[tuple[ast.AST, bool, bool]]:
    """All nodes; flagged are those that do not run at import, and those that never run but for the type checker."""
    for child in ast.iter_child_nodes(node):
        only_typed = typed or _for_types_only(child)
        later = lazy or only_typed or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef))
        yield child, later, only_typed
        yield from _walk(child, lazy=later, typed=only_typed)


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}
