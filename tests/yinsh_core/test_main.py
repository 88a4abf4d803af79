import io
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from yinsh_core import Game
from yinsh_core.__main__ import main
from yinsh_core.record import read_record

ROOT = Path(__file__).parents[2]
GAMES = Path(__file__).parent / "games"
WALK = GAMES / "walk.txt"


def run(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a person starts it."""
    command = [sys.executable, "-m", "yinsh_core", *map(str, arguments)]
    return subprocess.run(
        command, input=typed, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=60, check=False
    )


@pytest.fixture
def typed(monkeypatch):
    def typing(*lines: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return typing


def test_play_as_a_program(tmp_path):
    record = tmp_path / "game.txt"
    done = run("play", "--record", record, typed="F6\nF6\nC3\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "White places ring 1 of 5: type a point, such as F6." in done.stdout
    assert "F6 is not possible: F6 holds a white ring." in done.stdout
    assert "Good-bye." in done.stdout
    assert [str(action) for action in read_record(record.read_text()).actions] == ["F6", "C3"]


def test_show_as_a_program(tmp_path):
    svg = tmp_path / "board.svg"
    done = run("show", WALK, "--svg", svg)
    assert (done.returncode, done.stderr) == (0, "")
    assert 'White: Ada\nBlack: Ben "the ring" Lund\n' in done.stdout
    assert "After 21 of 21 actions, the last rF10:" in done.stdout
    assert done.stdout.endswith("White wins: blitz.\n")
    assert ET.fromstring(svg.read_text()).tag.endswith("svg")


def test_perft_as_a_program():
    done = run("perft", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("perft 2: 7140 nodes in ")


def test_bench_as_a_program():
    done = run("bench", "--seconds", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("random games: ")


def test_bench_tells_what_it_measured(capsys):
    assert main(["bench", "--seconds", "0.01"]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^random games: [\d,.]+ games/s, [\d,]+ actions/s\nperft 2 in mid-game: [\d,]+ nodes/s$", shown)


def test_help_and_wrong_usage():
    assert "play at the terminal" in run("--help").stdout
    done = run()
    assert done.returncode == 2
    assert "COMMAND" in done.stderr
    done = run("perft", "-1")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_interrupting_a_game_keeps_the_record(tmp_path):
    record = tmp_path / "game.txt"
    command = [sys.executable, "-u", "-m", "yinsh_core", "play", "--record", str(record)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, encoding="utf-8") as game:
        game.stdin.write("F6\n")
        game.stdin.flush()
        for line in game.stdout:
            if line.startswith("Black places"):
                break
        game.send_signal(signal.SIGINT)
        rest = game.stdout.read()
    assert game.returncode == 0
    assert "The game is kept." in rest
    assert len(read_record(record.read_text()).actions) == 1


def test_a_reader_that_has_seen_enough_is_no_error():
    command = f"{sys.executable} -m yinsh_core play --random both --seed 1 | head -n 1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("YINSH.")
    assert done.stderr == ""


def test_the_end_of_the_input_keeps_the_record(typed, tmp_path, capsys):
    typed("F6", "C3")
    assert main(["play", "--record", str(tmp_path / "game.txt")]) == 0
    game = read_record((tmp_path / "game.txt").read_text())
    assert len(game.actions) == 2
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", game.headers["Date"])
    assert str(tmp_path / "game.txt") in capsys.readouterr().out


def test_without_a_file_the_record_is_shown(typed, capsys):
    typed("F6", "quit")
    assert main(["play", "--variant", "blitz"]) == 0
    shown = capsys.readouterr().out.split("reads it):\n\n")[1]
    assert str(read_record(shown).actions[0]) == "F6"
    assert read_record(shown).variant == "blitz"


def test_a_game_that_never_began_leaves_no_record(typed, tmp_path, capsys):
    typed("quit")
    assert main(["play", "--record", str(tmp_path / "game.txt")]) == 0
    assert not (tmp_path / "game.txt").exists()
    assert "record" not in capsys.readouterr().out.split("Good-bye.")[1]


def test_no_record_is_overwritten(tmp_path, capsys):
    (tmp_path / "game.txt").write_text("precious")
    assert main(["play", "--record", str(tmp_path / "game.txt")]) == 1
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "game.txt").read_text() == "precious"


def test_a_file_that_appears_during_the_game_is_not_overwritten(typed, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(Path, "exists", lambda _: False)
    (tmp_path / "game.txt").write_text("precious")
    typed("F6")
    assert main(["play", "--record", str(tmp_path / "game.txt")]) == 1
    assert "File exists" in capsys.readouterr().err
    assert (tmp_path / "game.txt").read_text() == "precious"


def test_a_record_that_cannot_be_kept_is_shown(typed, tmp_path, capsys):
    typed("F6")
    assert main(["play", "--record", str(tmp_path / "nowhere" / "game.txt")]) == 1
    said = capsys.readouterr()
    assert "1. F6\n*\n" in said.out
    assert said.err == f"{tmp_path / 'nowhere' / 'game.txt'}: No such file or directory\n"


def test_random_sides_are_repeatable_and_named(tmp_path, capsys):
    for name in ("one.txt", "two.txt"):
        assert main(["play", "--random", "both", "--seed", "7", "--record", str(tmp_path / name)]) == 0
    one, two = (read_record((tmp_path / name).read_text()) for name in ("one.txt", "two.txt"))
    assert one.actions == two.actions
    assert one.outcome is not None
    assert one.headers["White"] == one.headers["Black"] == "random moves"


def test_against_random_moves_every_second_turn_is_mine(typed, capsys):
    typed("F6", "moves")
    assert main(["play", "--random", "black", "--seed", "7"]) == 0
    assert re.search(r"Black plays \w+\.", capsys.readouterr().out)


@pytest.mark.parametrize("name", ["walk-2005.sgf", "walk-2026.sgf"])
def test_sgf_files_are_recognised(name, capsys):
    assert main(["show", str(GAMES / name)]) == 0
    assert "White: Ada\nBlack: Walker\n" in capsys.readouterr().out


def test_the_end_without_the_rules_is_told(capsys):
    main(["show", str(GAMES / "walk-2026.sgf")])
    assert capsys.readouterr().out.endswith("White wins: resignation.\n")


def test_any_moment_of_a_game_can_be_shown(capsys):
    assert main(["show", str(WALK), "--ply", "0"]) == 0
    assert str(Game("blitz").position) in capsys.readouterr().out
    assert main(["show", str(WALK), "--ply", "19"]) == 0
    shown = capsys.readouterr().out
    assert "After 19 of 21 actions, the last B6-B7:" in shown
    assert "wins" not in shown
    assert main(["show", str(WALK), "--ply", "22"]) == 1
    assert capsys.readouterr().err == "--ply 22: the game has 21 actions\n"


@pytest.mark.parametrize(("ply", "classes"), [(0, []), (1, ["highlight"]), (19, ["arrow"]), (20, ["highlight"] * 5)])
def test_a_picture_marks_the_last_action(ply, classes, tmp_path, capsys):
    assert main(["show", str(WALK), "--ply", str(ply), "--svg", str(tmp_path / "board.svg")]) == 0
    drawn = re.findall(r'class="(highlight|arrow)"', (tmp_path / "board.svg").read_text())
    assert drawn == classes


def test_a_game_is_read_from_the_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf1. F6")))
    assert main(["show", "-"]) == 0
    assert "After 1 of 1 actions, the last F6:" in capsys.readouterr().out


def test_older_encodings_are_read(tmp_path, capsys):
    (tmp_path / "old.sgf").write_bytes('(;GM[24]P0[id "Jürg"];P0[place wr F 6])'.encode("latin-1"))
    assert main(["show", str(tmp_path / "old.sgf")]) == 0
    assert "White: Jürg\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. F6\n2. F6", "game.txt: line 2, column 4: 'F6' is not allowed: F6 holds a white ring"),
        ("(;GM[1])", "game.txt: node 1 (line 1): this is no YINSH game"),
        ("é" * 300_000, "game.txt: the record has "),
    ],
)
def test_an_unreadable_game_is_explained(text, said, tmp_path, capsys):
    (tmp_path / "game.txt").write_text(text, encoding="utf-8")
    assert main(["show", str(tmp_path / "game.txt")]) == 1
    assert said in capsys.readouterr().err


def test_a_missing_file_is_named(capsys):
    assert main(["show", "nowhere.txt"]) == 1
    assert capsys.readouterr().err == "nowhere.txt: No such file or directory\n"


def test_perft_from_a_game_divided_by_first_action(tmp_path, capsys):
    (tmp_path / "game.txt").write_text("1. F6")
    assert main(["perft", "2", "--from", str(tmp_path / "game.txt"), "--divide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "A2: 83"
    assert len(lines) == 84 + 1
    assert lines[-1].startswith("perft 2: 6972 nodes in ")


def test_perft_of_nothing_is_one(capsys):
    assert main(["perft", "0", "--divide"]) == 0
    assert capsys.readouterr().out.startswith("perft 0: 1 nodes")


def test_interrupting_a_count_is_no_traceback(monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("yinsh_core.__main__.perft", interrupted)
    assert main(["perft", "3"]) == 1
    assert capsys.readouterr().err == "interrupted\n"
