"""Experiments and benchmarks take the same one word, and docs/faults.md tells of all of them."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.amounts import amount

TESTS = Path(__file__).parent
EXPERIMENTS = [f"faults.{path.stem}" for path in sorted(TESTS.glob("faults/*.py"))]
BENCHMARKS = [f"benchmarks.{path.stem}" for path in sorted(TESTS.glob("benchmarks/bench_*.py"))]


@pytest.mark.parametrize("name", EXPERIMENTS + BENCHMARKS)
def test_every_experiment_takes_a_share_of_its_full_size(name, capsys):
    script = import_module(f"tests.{name}")
    with pytest.raises(SystemExit) as end:
        script.main(["--help"])
    assert end.value.code == 0
    assert "or a share such as 5%" in capsys.readouterr().out
    with pytest.raises(SystemExit) as end:
        script.main(["few"])
    assert end.value.code == 2


def test_the_page_names_every_experiment_with_its_short_version():
    page = (TESTS.parent / "docs" / "faults.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d*) ?\|.*\| `(\w+)` \| `([\w/.]+)` \| (.+) \|$", page, re.MULTILINE)
    assert sorted(f"faults.{script}" for _, script, _, _ in rows) == EXPERIMENTS
    assert [int(number) for number, *_ in rows if number] == list(range(1, 21))
    for _, script, short, figure in rows:
        assert (TESTS.parent / short).is_file(), script
        assert re.search(r"\d", figure), script


@pytest.mark.parametrize(
    ("words", "full", "expected"),
    [([], 200, 200), (["7"], 200, 7), (["5%"], 200, 10), (["0.1%"], 200, 1), (["1%"], 20.0, 0.2), (["0.5"], 20.0, 0.5)],
)
def test_one_argument_suits_every_experiment(words, full, expected):
    assert amount(words, full, "games", None) == expected


@pytest.mark.parametrize("word", ["few", "-1", "0", "nan", "inf", "%"])
def test_an_amount_that_is_none_is_refused(word, capsys):
    with pytest.raises(SystemExit):
        amount([word], 200, "games", None)
    assert "such as 5%" in capsys.readouterr().err
