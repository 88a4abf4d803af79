"""Every key of ``board.toml`` as Markdown: ``python -m hardware.config.reference docs/configuration.md`` renews it."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.config.rules import Table, rule_of
from hardware.config.settings import BoardConfig

if TYPE_CHECKING:
    from collections.abc import Iterator
    from dataclasses import Field

START = "<!-- From here on by python -m hardware.config.reference docs/configuration.md; a test keeps it true. -->"


def reference() -> str:
    """All sections with their keys: default, what is allowed, and what it means."""
    return "\n".join([START, "", *_sections(BoardConfig, "")])


def _sections(settings: type[Any], prefix: str) -> Iterator[str]:
    for spec in fields(settings):
        if "section" in spec.metadata:
            name, part = prefix + spec.name, spec.metadata["section"]
            yield from (f"### `[{name}]`", "", spec.metadata["doc"], "")
            yield from ("| key | default | allowed | meaning |", "|---|---|---|---|")
            yield from (_row(each) for each in fields(part) if "rule" in each.metadata)
            yield ""
            yield from _sections(part, f"{name}.")


def _row(spec: Field[Any]) -> str:
    cells = (f"`{spec.name}`", _default(spec), rule_of(spec).allowed, spec.metadata["doc"])
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _default(spec: Field[Any]) -> str:
    if spec.default is None:
        return f"not set: {spec.metadata['unset']}"
    return "empty" if isinstance(rule_of(spec), Table) else f"`{rule_of(spec).write(spec.default)}`"


def renew(page: str) -> str:
    """The page with its reference as it should be."""
    return page.partition(START)[0] + reference()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        Path(name).write_text(renew(Path(name).read_text()))
