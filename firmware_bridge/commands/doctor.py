"""``yinsh-board doctor``: what keeps the board from working, and what to do about it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from firmware_bridge.options import add_config, config_path
from hardware.doctor import Level, examine, exit_code
from hardware.machine import Machine

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from hardware.doctor import Finding

HELP = "Find what keeps the board from working; each finding comes with its cure."

SIGNS: Final = {Level.FINE: "  ok     ", Level.WARNING: "  WARNING", Level.FAULT: "  FAULT  "}


def add_arguments(parser: ArgumentParser) -> None:
    """The board to look at, and how to tell."""
    parser.add_argument("--json", action="store_true", help="findings as JSON, for scripts")
    parser.epilog = "exit code: 0 when all is fine, 1 with warnings, 2 with faults"
    add_config(parser)


def run(args: Namespace) -> int:
    """Examine this computer."""
    findings = examine(Machine.here(), config_path(args))
    print(as_json(findings) if args.json else as_text(findings))
    return exit_code(findings)


def as_json(findings: Sequence[Finding]) -> str:
    """A list of objects with level, topic, text and cure."""
    return json.dumps([finding.as_json() for finding in findings], indent=2, ensure_ascii=False)


def as_text(findings: Sequence[Finding]) -> str:
    """One line for each finding, its cure below it, and a verdict."""
    lines = []
    for finding in findings:
        lines.append(f"{SIGNS[finding.level]} {finding.topic}: {finding.text}")
        if finding.cure:
            lines.append(f"            -> {finding.cure}")
    return "\n".join([*lines, "", _verdict(findings)])


def _verdict(findings: Sequence[Finding]) -> str:
    wrong = [finding.level for finding in findings if finding.level is not Level.FINE]
    if not wrong:
        return "All is fine."
    return f"{_counted(wrong.count(Level.FAULT), 'fault')}, {_counted(wrong.count(Level.WARNING), 'warning')}."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
