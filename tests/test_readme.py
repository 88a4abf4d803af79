"""What the documentation says is run, followed and looked up."""

import doctest
import re
from pathlib import Path

import pytest

from firmware_bridge import cli
from hardware import registry

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "hardware").rglob("*.md")])
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def code_in(text: str) -> list[str]:
    """Every block and every span of code."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return blocks + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def anchor(heading: str) -> str:
    """The fragment that a heading gets on the usual hosts."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)}


@every_page
def test_examples_do_what_the_page_says(page):
    text = "\n".join(re.findall(r"^```pycon\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    complaints: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=complaints.append)
    assert not complaints, "".join(complaints)
    assert test.examples or page != README


@every_page
def test_every_command_exists(page):
    code = "\n".join(code_in(page.read_text()))
    assert set(re.findall(r"\bmake ([a-z]+)", code)) <= TARGETS
    assert set(re.findall(r"\byinsh-board ([a-z]+)", code)) <= set(cli.names())


@every_page
def test_every_link_leads_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"", page.read_text()):
        target, _, fragment = "".join(link).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), f"{page.name} links to {target}, which does not exist"
        assert not fragment or fragment in anchors(there), f"{page.name}: no heading for #{fragment} in {there.name}"


@every_page
def test_every_file_that_is_named_exists(page):
    for name in re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", page.read_text()):
        if name.split("/")[0] in {path.name for path in ROOT.iterdir()}:
            assert (ROOT / name).exists(), f"{page.name} speaks of {name}, which does not exist"


@pytest.mark.parametrize("driver", sorted(registry.SENSORS.keys() - {"replay"}))
def test_every_way_to_wire_the_sensors_is_shown(driver):
    assert f"\n| `{driver}` |" in README.read_text()


def test_the_first_screen_shows_what_this_is():
    screen = "\n".join(README.read_text().splitlines()[:30])
    assert "docs/pictures/" in screen
    assert "make run" in screen
    assert "make test" in screen
