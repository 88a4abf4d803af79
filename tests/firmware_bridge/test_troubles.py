"""Messages and documentation say the same."""

import re
from pathlib import Path

from firmware_bridge.troubles import TROUBLES, cure, renew

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date():
    page = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    assert renew(page) == page, "python -m firmware_bridge.troubles docs/troubleshooting.md"
    assert all(trouble.symptom in page for trouble in TROUBLES.values())


def test_every_cure_that_the_code_asks_for_is_there():
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "firmware_bridge").rglob("*.py"))
    asked = set(re.findall(r"cure\(['\"]([a-z ]+)['\"]\)", sources))
    assert len(asked) > 5
    assert all(cure(name) for name in asked)
