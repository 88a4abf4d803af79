"""The door: help that a person can read, and one sentence when something goes wrong."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_bridge import cli, commands
from hardware.errors import BadConfig, HardwareFault
from yinsh_core.errors import IllegalAction


@pytest.fixture
def command(monkeypatch):
    """Puts a command of the test's own behind the name ``trial``."""

    def install(run) -> None:
        module = SimpleNamespace(HELP="Try something.", run=run, add_arguments=lambda p: p.add_argument("--file"))
        monkeypatch.setattr(cli, "COMMANDS", {"Play": ("trial",)})
        monkeypatch.setattr(cli, "load", {"trial": module}.__getitem__)

    return install


def raiser(error: BaseException):
    def run(args):
        raise error

    return run


def test_the_table_lists_exactly_the_modules_there_are():
    modules = {path.stem for path in Path(commands.__path__[0]).glob("*.py")} - {"__init__"}
    assert sorted(cli.names()) == sorted(modules), "a module in firmware_bridge/commands needs a line in cli.COMMANDS"


@pytest.mark.parametrize("name", cli.names())
def test_every_command_keeps_the_contract(name, capsys):
    module = cli.load(name)
    assert module.HELP.endswith("."), f"{name}.HELP is a sentence"
    assert len(module.HELP) <= 80, f"{name}.HELP fits a line of the help"
    with pytest.raises(SystemExit) as stop:
        cli.main([name, "--help"])
    assert stop.value.code == 0
    assert module.HELP.split()[0] in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["-h"], ["--help"], ["help"]])
def test_help_shows_every_command_once_in_its_group(words, capsys):
    assert cli.main(words) == 0
    out = capsys.readouterr().out
    for group, names in cli.COMMANDS.items():
        assert f"\n{group}:\n" in out
        for name in names:
            assert out.count(f"\n  {name} ") == 1
            assert cli.load(name).HELP in out
    assert max(map(len, out.splitlines())) <= 100


def test_version(capsys):
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"yinsh-board {cli.version('yinsh-board')}\n"


def test_version_of_a_source_tree_that_is_not_installed(capsys, monkeypatch):
    monkeypatch.setattr(cli, "PROGRAM", "yinsh-board-elsewhere")
    assert cli.main(["--version"]) == 0
    assert "not installed" in capsys.readouterr().out


def test_a_command_is_not_imported_before_it_is_used():
    code = "import sys, firmware_bridge.cli; print(*(m for m in sys.modules if 'firmware_bridge.commands' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "\n"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("paly", "there is no command 'paly'; did you mean 'play'?"),
        ("zebra", "there is no command 'zebra'; yinsh-board --help lists them all"),
        ("--verbose", "there is no option '--verbose' here; yinsh-board --help lists the commands"),
    ],
)
def test_an_unknown_command_gets_a_hint(typed, expected, capsys):
    assert cli.main([typed]) == 2
    assert capsys.readouterr().err == f"yinsh-board: {expected}\n"


def test_arguments_reach_the_command_and_its_exit_code_comes_back(command):
    seen = []
    command(lambda args: seen.append(args.file) or 7)
    assert cli.main(["trial", "--file", "game.txt"]) == 7
    assert seen == ["game.txt"]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (BadConfig("board.toml: sensing = 'all' is not allowed"), "board.toml: sensing = 'all' is not allowed"),
        (HardwareFault("no board on the serial line"), "no board on the serial line"),
        (IllegalAction("F6 is taken"), "F6 is taken"),
        (FileNotFoundError(2, "No such file or directory", "game.txt"), "game.txt: No such file or directory"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_an_expected_error_is_one_sentence(command, capsys, error, sentence):
    command(raiser(error))
    assert cli.main(["trial"]) == 1
    assert capsys.readouterr().err == f"yinsh-board trial: {sentence}\n"


def test_a_mistake_of_ours_is_not_hidden(command):
    command(raiser(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["trial"])


def test_ctrl_c_leaves_quietly(command, capsys):
    command(raiser(KeyboardInterrupt()))
    assert cli.main(["trial"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_reader_who_leaves_early_is_no_error():
    code = (
        "import sys; from types import SimpleNamespace; from firmware_bridge import cli\n"
        "cli.COMMANDS = {'Play': ('trial',)}\n"
        "run = lambda args: print('x' * 1_000_000) or 0\n"
        "cli.load = lambda name: SimpleNamespace(HELP='Try.', add_arguments=lambda p: None, run=run)\n"
        "sys.exit(cli.main(['trial']))\n"
    )
    assert leaving_early("-c", code) == (1, "")


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"]])
def test_nor_is_one_who_leaves_the_help_early(words):
    _, complaints = leaving_early("-m", "firmware_bridge", *words)
    assert complaints == ""


def leaving_early(*words: str) -> tuple[int, str]:
    """Exit code and complaints of a Python whose output nobody reads."""
    reader, writer = os.pipe()
    process = subprocess.Popen([sys.executable, *words], stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    os.close(reader)
    _, err = process.communicate(timeout=60)
    return process.returncode, err


def test_a_full_disk_behind_the_output_is_one_sentence():
    command = [sys.executable, "-m", "firmware_bridge", "--help"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    sentence = "yinsh-board: what there is to say cannot be written: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, sentence)


def test_python_dash_m_is_the_same_door():
    command = [sys.executable, "-m", "firmware_bridge", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.startswith("yinsh-board ")


def test_play_plays(capsys):
    assert cli.main(["play", "--random", "both", "--seed", "1", "--variant", "blitz"]) == 0
    assert '[Variant "blitz"]' in capsys.readouterr().out


def test_a_game_is_never_written_over(tmp_path, capsys):
    record = tmp_path / "game.txt"
    record.write_text("precious")
    assert cli.main(["play", "--record", str(record)]) == 1
    assert capsys.readouterr().err.startswith(f"yinsh-board play: {record} exists already")
    assert record.read_text() == "precious"
