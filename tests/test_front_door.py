"""The commands a newcomer types, tried with a Python, an apt and a make that only write down what they are told."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from docs.make_pictures import PACKAGES, STATIONS, pictures
from firmware_bridge import cli

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is missing: apt install make")


class Stage:
    """Programs that write down how they are called, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.bin, self.venv, self._log = folder / "bin", folder / "venv", folder / "log"
        self.bin.mkdir()
        self._log.touch()

    @property
    def calls(self) -> list[str]:
        return self._log.read_text().splitlines()

    def program(self, name: str, body: str = "") -> Path:
        path = self.bin / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {self._log}\n{body}\n')
        path.chmod(0o755)
        return path

    def python(self, body: str = "") -> Path:
        """A Python that makes 'virtual environments' with itself inside."""
        copies = 'case "$*" in "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python";; esac\n'
        return self.program("python", copies + body)

    def make(self, *words: str, python: Path) -> subprocess.CompletedProcess[str]:
        command = ["make", "--no-print-directory", "-C", ROOT, f"PYTHON={python}", f"VENV={self.venv}", *words]
        env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "ARGS"))}
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=env)

    def run(self, script: str, *words: str) -> subprocess.CompletedProcess[str]:
        bash = shutil.which("bash") or "bash"
        command = [bash, ROOT / script, *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=60, env={"PATH": str(self.bin)}
        )


@pytest.fixture
def stage(tmp_path):
    return Stage(tmp_path)


@needs_make
def test_the_first_run_sets_up_and_the_second_starts_at_once(stage):
    python = stage.python()
    assert stage.make("run", python=python).returncode == 0
    first = stage.calls
    assert f"python -m venv {stage.venv}" in first
    assert any(call.endswith("--editable .") for call in first)
    assert first[-1].startswith("python -m firmware_bridge ")
    assert stage.make("run", python=python).returncode == 0
    assert stage.calls == [*first, first[-1]]


@needs_make
def test_a_change_of_pyproject_sets_up_again(stage):
    python = stage.python()
    stage.make("run", python=python)
    stamp = stage.venv / ".installed"
    os.utime(stamp, (0, 0))
    assert "Setting up" in stage.make("run", python=python).stdout


@needs_make
def test_what_make_run_starts_is_a_command():
    word = re.search(r"^RUN := (\S+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert word is not None
    assert word[1] in cli.names()


@needs_make
def test_an_interrupted_set_up_is_not_taken_for_done(stage):
    python = stage.python('case "$*" in *"pip install"*) exit 1;; esac')
    assert stage.make("run", python=python).returncode != 0
    assert not (stage.venv / ".installed").exists()


@needs_make
@pytest.mark.parametrize(
    ("body", "cure"),
    [
        ("exit 1", "sudo apt install python3)"),
        ('case "$*" in *ensurepip*) exit 1;; esac', "sudo apt install python3-venv"),
    ],
)
def test_a_python_that_will_not_do_is_told_in_one_sentence_with_its_cure(stage, body, cure):
    done = stage.make("run", python=stage.python(body))
    assert done.returncode != 0
    (sentence,) = done.stdout.splitlines()
    assert cure in sentence
    assert not stage.venv.exists()


@needs_make
def test_extensions_that_do_not_build_are_named_and_left_out(stage):
    done = stage.make("lint", python=stage.python('case "$*" in *dev-metal*) exit 1;; esac'))
    assert done.returncode == 0
    assert "their tests will skip" in done.stdout
    assert (stage.venv / ".developing").exists()


@needs_make
def test_make_test_lints_then_tests_and_stops_at_a_failure(stage):
    python = stage.python('case "$*" in "-m pytest "*) exit 1;; esac')
    assert stage.make("test", "PROGRAMS=", python=python).returncode != 0
    tools = [call.split()[2] for call in stage.calls if call.startswith("python -m ")]
    assert tools[-4:] == ["ruff", "ruff", "mypy", "pytest"]
    assert "--cov" in stage.calls[-1]


@needs_make
def test_a_part_of_the_tests_is_not_held_to_the_whole_coverage(stage):
    assert stage.make("test", "PROGRAMS=", "ARGS=-k reader", python=stage.python()).returncode == 0
    assert stage.calls[-1].endswith(" -k reader")
    assert "--cov" not in stage.calls[-1]


@needs_make
@pytest.mark.parametrize(("target", "package"), [("bench", "benchmarks"), ("faults", "faults")])
def test_every_experiment_is_run(stage, target, package):
    assert stage.make(target, python=stage.python()).returncode == 0
    scripts = {path.stem for path in (ROOT / "tests" / package).glob("*.py") if not path.stem.startswith("test_")}
    if target == "bench":
        scripts = {name for name in scripts if name.startswith("bench_")}
    run = {call.removeprefix(f"python -m tests.{package}.").strip() for call in stage.calls if " -m tests." in call}
    assert run == scripts


@needs_make
def test_an_experiment_that_fails_hides_no_other_and_is_named_in_the_end(stage):
    python = stage.python('case "$*" in *tests.faults.disk*) exit 1;; esac')
    done = stage.make("faults", "FAULTS=disk kill", "ARGS=2%", python=python)
    assert done.returncode != 0
    assert [call for call in stage.calls if " -m tests." in call] == [
        "python -m tests.faults.disk 2%",
        "python -m tests.faults.kill 2%",
    ]
    assert done.stdout.splitlines()[-1] == "failed: disk"


@needs_make
def test_make_alone_lists_every_target(stage):
    done = stage.make(python=stage.python())
    listed = re.findall(r"^  make (\w+) +\w", done.stdout, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert listed == phony[1].split()
    assert stage.calls == []


def test_ci_calls_make_test_and_nothing_else(stage):
    stage.program("make")
    (stage.bin / "dirname").symlink_to(shutil.which("dirname") or "")
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert stage.run(".ci/run").returncode == 0
    (call,) = stage.calls
    assert re.fullmatch(r"make -C \S+ test", call)


class TestPrograms:
    """What tests need from the distribution."""

    def test_nothing_happens_when_all_are_there(self, stage):
        stage.program("draw")
        done = stage.run(".ci/programs", "draw:libdraw-bin")
        assert (done.returncode, done.stdout, stage.calls) == (0, "", [])

    @pytest.mark.parametrize(("user", "prefix"), [("0", ""), ("1000", "sudo -n ")])
    def test_they_are_installed_when_that_needs_no_password(self, stage, user, prefix):
        stage.program("id", f"echo {user}")
        stage.program("sudo", 'shift; "$@"')
        stage.program("true")
        stage.program("apt-get")
        done = stage.run(".ci/programs", "draw:libdraw-bin")
        assert done.returncode == 0
        installs = [call for call in stage.calls if call.startswith("apt-get install")]
        assert [call.split()[-1] for call in installs] == ["libdraw-bin"]
        assert "To run them as well" not in done.stdout
        assert any(call.startswith("sudo -n apt-get") for call in stage.calls) == bool(prefix)

    @pytest.mark.parametrize(
        "programs", [{}, {"sudo": "exit 1", "apt-get": ""}, {"sudo": 'shift; "$@"', "apt-get": "exit 100"}]
    )
    def test_otherwise_they_are_named_and_the_tests_go_on(self, stage, programs):
        stage.program("id", "echo 1000")
        for name, body in programs.items():
            stage.program(name, body)
        done = stage.run(".ci/programs", "draw:libdraw-bin")
        assert done.returncode == 0
        assert done.stdout.splitlines()[-1] == "Some tests will skip. To run them as well: sudo apt install libdraw-bin"


def test_the_workflow_tests_every_python_that_is_promised():
    workflow = (ROOT / ".github/workflows/test.yml").read_text()
    versions = re.search(r"python: (\[.*\])", workflow)
    assert versions is not None
    assert json.loads(versions[1]) == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == ">=3.11"
    assert "make test" in workflow


#: The microcontroller's own code, the page, and what opens the page.
WITH_THE_PAGE = (
    "hardware.firmware.",
    "firmware_bridge.web",
    "firmware_bridge.service",
    "firmware_bridge.commands.run",
)


def test_nothing_from_outside_is_needed_to_run_but_for_the_page(tmp_path):
    """Imports every module of the runtime in a Python that sees only the standard library and this tree."""
    assert [re.split(r"\W", wanted)[0] for wanted in PROJECT["dependencies"]] == ["websockets"]
    code = (
        "import importlib, pkgutil, sys\n"
        f"passed_over = {WITH_THE_PAGE!r}\n"
        "for package in ('yinsh_core', 'hardware', 'firmware_bridge'):\n"
        "    for module in pkgutil.walk_packages([f'{sys.argv[1]}/{package}'], f'{package}.'):\n"
        "        if not module.name.startswith(passed_over) and not module.name.endswith('__main__'):\n"
        "            importlib.import_module(module.name)\n"
    )
    env = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-S", "-c", code, str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=env, cwd=tmp_path)
    assert done.stderr == ""
    assert done.returncode == 0


def test_the_changelog_knows_this_version():
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("name", sorted(pictures()))
def test_pictures_are_what_the_program_draws(name):
    drawn = (ROOT / "docs/pictures" / name).read_text(encoding="utf-8")
    assert drawn == pictures()[name], "make pictures brings them up to date"


def test_no_picture_is_left_over():
    drawn = {path.name for path in (ROOT / "docs/pictures").iterdir() if not path.name.startswith("page-")}
    assert drawn == set(pictures())


@pytest.mark.parametrize("box", [*PACKAGES, *STATIONS], ids=lambda box: box.path)
def test_the_picture_of_the_architecture_shows_what_is_there(box):
    assert (ROOT / box.path).exists()
    assert box.name in (ROOT / "docs/architecture.md").read_text()
