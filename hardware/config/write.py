"""Writes settings as a ``board.toml`` that explains itself and reads back equal."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from hardware.config.rules import Table, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from dataclasses import Field

    from hardware.config.settings import BoardConfig


def config_text(config: BoardConfig) -> str:
    """The whole file: every setting of the parts in use, and whatever else differs from its default."""
    heading = "# A YINSH board. Every key is explained in docs/configuration.md.\n"
    return "\n".join([heading, *_section(config, "", None)]).rstrip() + "\n"


def _section(settings: Any, prefix: str, driver: str | None) -> Iterator[str]:
    own = getattr(settings, "driver", driver)
    for spec in fields(settings):
        value = getattr(settings, spec.name)
        if "rule" in spec.metadata and not isinstance(rule_of(spec), Table):
            yield from _setting(spec, value)
    yield ""
    for spec in fields(settings):
        value, key = getattr(settings, spec.name), prefix + spec.name
        if "section" in spec.metadata and (not prefix or spec.name == own or value != spec.metadata["section"]()):
            yield f"[{key}]  # {spec.metadata['doc']}"
            yield from _section(value, f"{key}.", own)
        elif "rule" in spec.metadata and isinstance(rule_of(spec), Table) and value:
            yield from (f"[{key}]  # {spec.metadata['doc']}", rule_of(spec).write(value), "")


def _setting(spec: Field[Any], value: Any) -> Iterator[str]:
    if value is None:
        yield f"# {spec.name} is not set: {spec.metadata['unset']}. {spec.metadata['doc']}"
    else:
        yield f"{spec.name} = {rule_of(spec).write(value)}  # {spec.metadata['doc']}"
