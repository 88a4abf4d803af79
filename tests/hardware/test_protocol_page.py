"""The page about the protocol is true: every drawing, number and sentence in it."""

import importlib
import re
from pathlib import Path

import pytest

from hardware.firmware import messages, settings, wire
from hardware.serial_link import ailments

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
DRAWINGS = re.findall(r"```bytes\n# (.*)\n((?:.+\n)+)```", PAGE)
WORDS = {**vars(messages), **vars(wire)}


def table(heading: str) -> list[list[str]]:
    """The rows of the table whose head begins with *heading*."""
    lines = PAGE.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[at + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.parametrize(("code", "drawing"), DRAWINGS, ids=[code.partition("(")[0] for code, _ in DRAWINGS])
def test_each_drawing_is_what_the_code_makes(code, drawing):
    drawn = "".join(re.match(r"((?:[0-9a-f]{2} )+) +\S", line)[1] for line in drawing.splitlines())
    assert bytes.fromhex(drawn) == eval(code, dict(WORDS))


def test_every_message_is_drawn():
    headings = re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)
    types = [row[0] for row in table("type")]
    assert set(headings) == set(types) - {"ASK"}  # which has no payload
    assert len(DRAWINGS) == len(types)


def test_the_types_are_those_of_the_code():
    assert {name: int(number, 16) for name, number, *_ in table("type")} == {
        name: getattr(messages, name)
        for name in ("HELLO", "SWITCHES", "COUNTS", "STATUS", "ASK", "WISH", "LIGHTS", "HOLD")
    }


def test_the_bounds_are_those_of_the_code():
    assert f"at most {wire.MAX_BODY} bytes before stuffing" in PAGE
    assert f"payload: 0 to {wire.MAX_PAYLOAD} bytes" in PAGE


def test_the_reasons_to_drop_something_are_those_of_the_code():
    source = Path(wire.__file__).read_text()
    reasons = re.findall(r"`((?:longer|shorter|a code|wrong)[^`]*)`", PAGE)
    assert len(reasons) == 4
    assert all(f'"{reason}"' in source for reason in reasons)


@pytest.mark.parametrize("row", table("what"), ids=lambda row: row[0])
def test_each_time_is_that_of_the_code(row):
    module, _, name = row[0].partition(".")
    package = "hardware.serial_link" if module == "protocol" else "hardware.firmware"
    value = getattr(importlib.import_module(f"{package}.{module}"), name)
    assert int(row[1]) == (value * 1000 if package == "hardware.serial_link" else value)


AILMENTS = [
    ailments.NO_ANSWER,
    ailments.NO_SENSE,
    ailments.SILENT,
    ailments.RESTARTED,
    ailments.GONE,
    ailments.skewed(2, (2, 0, 0)),
    ailments.wrong_sensors(linear=False),
    ailments.too_few("LEDs", 60, 91),
]


def test_every_ailment_is_listed_with_its_cure():
    assert table("ailment") == [[ailment.name, ailment.fault, ailment.cure] for ailment in AILMENTS]


@pytest.mark.parametrize("ailment", AILMENTS, ids=lambda ailment: ailment.name)
def test_each_ailment_is_one_sentence_of_fault_and_cure(ailment):
    fault, _, cure = str(ailment.error()).partition("; ")
    assert (fault, cure) == (ailment.fault, ailment.cure)


@pytest.mark.parametrize("row", table("setting"), ids=lambda row: row[0])
def test_each_pin_is_that_of_the_firmware(row):
    value = getattr(settings, row[0])
    assert row[1] == (", ".join(map(str, value)) if isinstance(value, tuple) else str(value))
