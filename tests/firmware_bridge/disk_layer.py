"""The layer of ``shim.c`` between a program and its disk: building it, reading its trace, and cutting the power."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("shim.c")
SECTOR = 512  # bytes that a disk writes at once, or tears
HAVE_COMPILER = shutil.which("gcc") is not None and sys.platform == "linux"


def build(folder: Path) -> Path:
    library = folder / "shim.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def start(library: Path, module: str, *words: str, **settings: str) -> subprocess.Popen[str]:
    """Run a module of the tests on top of the layer."""
    environ = {**os.environ, "LD_PRELOAD": str(library), **{f"SHIM_{k.upper()}": v for k, v in settings.items()}}
    command = [sys.executable, "-m", module, *words]
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)


@dataclass(frozen=True)
class Call:
    kind: str  # write, sync, cut, unlink, or safe: what the program has promised
    name: str
    offset: int
    data: bytes = field(repr=False)


def read_trace(path: Path) -> list[Call]:
    raw, at, calls = path.read_bytes(), 0, []
    while at < len(raw):
        end = raw.index(b"\n", at)
        kind, name, offset, size = raw[at:end].decode().split("\t")
        length = int(size) if kind == "write" else 0
        calls.append(Call(kind, name.lstrip("/"), int(offset), raw[end + 1 : end + 1 + length]))
        at = end + 1 + length
    return calls


class Disk:
    """Files as they are, as they surely would be after a power cut, and what lies in between."""

    def __init__(self) -> None:
        self.files: dict[str, bytearray] = {}
        self.durable: dict[str, bytes] = {}
        self.names: set[str] = set()  # that a power cut leaves
        self.pending: dict[str, list[Call]] = {}

    def apply(self, call: Call) -> None:
        if call.kind == "sync" and not call.name:
            self.names = set(self.files)
        elif call.kind == "sync":
            self.durable[call.name] = bytes(self.files.get(call.name, b""))
            self.pending[call.name] = []
        elif call.kind == "unlink":
            self.files.pop(call.name, None)
        elif call.kind in ("write", "cut"):
            _do(self.files.setdefault(call.name, bytearray()), call)
            self.pending.setdefault(call.name, []).append(call)

    def cut_power(self, folder: Path, mode: str, rng: random.Random) -> None:
        """Leave in *folder* what the disk holds: every sector that was not synced is kept, dropped or torn."""
        names = set(self.files) if mode == "kept" else self.names if mode == "dropped" else None
        for name in sorted(set(self.files) | self.names):
            survives = name in names if names is not None else (name in self.names or rng.random() < 0.5)
            if not survives or name.endswith("-shm"):
                continue  # shared memory is made anew by whoever opens the file first
            content = bytearray(self.durable.get(name, b""))
            for call in self.pending.get(name, []):
                for part in _sectors(call):
                    fate = mode if mode in ("kept", "dropped") else rng.choice(("kept", "dropped", "torn"))
                    if fate == "kept":
                        _do(content, part)
                    elif fate == "torn":
                        _do(content, Call(part.kind, part.name, part.offset, part.data[: len(part.data) // 2]))
            (folder / name).write_bytes(content)


def _do(content: bytearray, call: Call) -> None:
    if call.kind == "cut":
        del content[call.offset :]
        content.extend(bytes(call.offset - len(content)))
        return
    content.extend(bytes(max(0, call.offset - len(content))))
    content[call.offset : call.offset + len(call.data)] = call.data


def _sectors(call: Call) -> list[Call]:
    if call.kind == "cut":
        return [call]
    parts, at = [], 0
    while at < len(call.data):
        size = SECTOR - (call.offset + at) % SECTOR
        parts.append(Call("write", call.name, call.offset + at, call.data[at : at + size]))
        at += size
    return parts
