"""A report as Prometheus reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware_bridge.status import Report

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics(told: Report) -> str:
    """The text of ``/metrics``."""
    return "\n".join([*_lines(told), ""])


def _lines(told: Report) -> Iterator[str]:
    yield from _one("uptime_seconds", "gauge", "Seconds since the daemon started.", told.uptime)
    yield from _one("scans_total", "counter", "Looks at the board.", told.scans)
    yield from _one("frames_shown_total", "counter", "Frames of light.", told.frames)
    yield from _one("errors_total", "counter", "Errors that nobody expected.", told.errors)
    yield from _one("actions", "gauge", "Actions of the game in progress.", told.game["actions"])
    yield from _one("points_distrusted", "gauge", "Sensors that are not trusted.", len(told.points))
    yield from _head("part_up", "gauge", "Whether a part works.")
    yield from (f"yinsh_part_up{_label(part.name)} {int(part.ok)}" for part in told.parts)
    yield from _head("part_failures_total", "counter", "Failures of a part.")
    yield from (f"yinsh_part_failures_total{_label(part.name)} {part.failures}" for part in told.parts)
    for name, value in told.extra.items():
        yield from _one(name, "gauge", f"{name.replace('_', ' ').capitalize()}.", value)


def _one(name: str, kind: str, text: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, text)
    yield f"yinsh_{name} {value:g}" if isinstance(value, float) else f"yinsh_{name} {value}"


def _head(name: str, kind: str, text: str) -> Iterator[str]:
    yield f"# HELP yinsh_{name} {text}"
    yield f"# TYPE yinsh_{name} {kind}"


def _label(part: str) -> str:
    escaped = part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'{{part="{escaped}"}}'
