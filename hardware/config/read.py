"""Reads ``board.toml`` into settings; a file with any fault is refused as a whole, with all of its faults."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hardware.config.checks import check
from hardware.config.faults import Fault, FaultyConfig, key_lines, line_of, unknown
from hardware.config.rules import Refused, rule_of, shown
from hardware.config.settings import BoardConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hardware.config.rules import Rule

EXAMPLES: Final = Path(__file__).parents[1] / "boards"
BIGGEST_FILE: Final = 100_000  # bytes; a custom map of both sensors and lights takes 3,000


def load_config(path: str | Path) -> BoardConfig:
    """The board that the file at *path* describes; :class:`FaultyConfig` lists everything that is wrong with it."""
    source = str(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(BIGGEST_FILE + 1)
        text = content.decode()
    except OSError as error:
        cure = f"name a file that can, or start from an example in {EXAMPLES}"
        raise FaultyConfig(source, [Fault("", f"cannot be read: {error.strerror or error}; {cure}")]) from error
    except UnicodeDecodeError as error:
        raise FaultyConfig(source, [Fault("", f"is not UTF-8 text: {error.reason} at byte {error.start}")]) from error
    if len(content) > BIGGEST_FILE:
        raise FaultyConfig(source, [Fault("", f"is too long for a board.toml; allowed: {BIGGEST_FILE} bytes")])
    return parse_config(text, source)


def parse_config(text: str, source: str = "board.toml") -> BoardConfig:
    """The board that *text* describes; *source* is what messages call it."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib lets a few of its own limits through as these
        raise FaultyConfig(source, [Fault("", f"is not TOML: {error}")]) from error
    faults: list[Fault] = []
    config: BoardConfig = _section(BoardConfig, tables, "", faults)
    # Checks across sections mean nothing while single values are wrong.
    faults = faults or list(check(config))
    if faults:
        lines = key_lines(text)
        placed = [replace(fault, line=line_of(lines, fault.key)) for fault in faults]
        raise FaultyConfig(source, sorted(placed, key=lambda fault: fault.line or 0))
    return replace(config, source=source)


def dotted_keys(settings: type[Any] = BoardConfig, prefix: str = "") -> Iterator[str]:
    """Every key that a file may hold."""
    for spec in fields(settings):
        if "section" in spec.metadata:
            yield from dotted_keys(spec.metadata["section"], f"{prefix}{spec.name}.")
        elif "rule" in spec.metadata:
            yield prefix + spec.name


def _section(settings: type[Any], table: object, prefix: str, faults: list[Fault]) -> Any:
    specs = {spec.name: spec for spec in fields(settings) if spec.metadata}
    if not isinstance(table, dict):
        faults.append(Fault(prefix[:-1], f"must be a section: [{prefix[:-1]}]", shown(table)))
        return settings()
    given: dict[str, Any] = {}
    for name, value in table.items():
        key = prefix + name
        if name not in specs:
            faults.append(Fault(key, unknown(name, specs, dotted_keys()), _unless_table(value)))
        elif "section" in specs[name].metadata:
            given[name] = _section(specs[name].metadata["section"], value, f"{key}.", faults)
        else:
            rule = rule_of(specs[name])
            try:
                given[name] = rule.read(value)
            except Refused as error:
                faults.extend(_faults(key, value, error, rule))
    return settings(**given)


def _faults(key: str, value: object, error: Refused, rule: Rule) -> Iterator[Fault]:
    for name, item, problem in error.entries:
        yield Fault(f"{key}.{name}", problem, shown(item))
    if not error.entries:
        yield Fault(key, error.problem(rule), _unless_table(value))


def _unless_table(value: object) -> str:
    return "" if isinstance(value, dict) else shown(value)
