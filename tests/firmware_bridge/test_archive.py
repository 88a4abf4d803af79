"""The games that were kept, as lists, files and numbers."""

import csv
import io
import json
from argparse import ArgumentParser

import pytest

from firmware_bridge import cli
from firmware_bridge.archive import FORMS, as_csv, as_json, as_records, as_sgf, read_faults, read_games
from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import JournalError, SqliteJournal
from firmware_bridge.statistics import Score, as_text, count
from yinsh_core import Game
from yinsh_core.sgf import read_sgf


def entries(*actions, white="", black="", ended=None, result=None):
    yield Entry(EntryKind.NEW, "standard")
    if white:
        yield Entry(EntryKind.HEADER, f"White: {white}")
        yield Entry(EntryKind.HEADER, f"Black: {black}")
    for action in actions:
        kind = EntryKind.BACK if action.isdigit() else EntryKind.ACT
        yield Entry(kind, action)
    if result:
        yield Entry(EntryKind.HEADER, f"Result: {result}")
        yield Entry(EntryKind.HEADER, "Termination: resignation")
    if ended:
        yield Entry(EntryKind.END, ended)


@pytest.fixture
def path(tmp_path):
    journal = SqliteJournal(tmp_path / "games.sqlite")
    games = [
        entries("F6", "E5", "D4", white="Ada", black="Ben", result="white", ended="white wins: resignation"),
        entries("F6", "E5", white="Ben", black="Ada", result="black", ended="black wins: resignation"),
        entries("C3", ended="swept"),
        entries(),  # begun, nothing done
        entries("G7", "E5", "1", "D4"),
    ]
    for game in games:
        for entry in game:
            journal.append(entry)
    journal.note("sensors: silent", "plug the cable in")
    journal.note("lights: dark", "check the power")
    journal.close()
    return tmp_path / "games.sqlite"


def test_every_game_with_an_action_is_listed(path):
    games = read_games(path)
    assert [kept.number for kept in games] == [1, 10, 18, 22]  # of their first entries
    assert [kept.saved.actions for kept in games] == [["F6", "E5", "D4"], ["F6", "E5"], ["C3"], ["G7", "D4"]]
    assert [kept.result for kept in games] == ["white", "black", "*", "*"]
    assert games[0].players == ("Ada", "Ben")


def test_faults_come_newest_first(path):
    assert [(each.fault, each.cure) for each in read_faults(path, 1)] == [("lights: dark", "check the power")]


def test_no_file_and_a_broken_one_are_told(tmp_path):
    with pytest.raises(JournalError, match="there are no games in"):
        read_games(tmp_path / "games.sqlite")
    (tmp_path / "games.sqlite").write_text("nonsense" * 1000)
    with pytest.raises(JournalError, match=r"cannot read .* not a database; the service sets it aside"):
        read_games(tmp_path / "games.sqlite")


def test_games_that_belong_to_the_service_are_said_to(path, monkeypatch):
    def refuse(self, **_):
        raise PermissionError

    monkeypatch.setattr("pathlib.Path.stat", refuse)
    with pytest.raises(JournalError, match="belong to the service: put sudo in front"):
        read_games(path)


def test_records_and_sgf_read_back(path):
    first = read_games(path)[:1]
    game = Game.from_record(as_records(first))
    assert [str(action) for action in game.actions] == ["F6", "E5", "D4"]
    assert game.headers["White"] == "Ada"
    assert read_sgf(as_sgf(first)).actions == game.actions


def test_json_and_csv_tell_the_same(path):
    games = read_games(path)
    told = json.loads(as_json(games))
    rows = list(csv.DictReader(io.StringIO(as_csv(games))))
    assert [row["result"] for row in rows] == [each["result"] for each in told] == ["white", "black", "*", "*"]
    assert [row["actions"] for row in rows] == ["3", "2", "1", "2"]
    assert [row["termination"] for row in rows] == ["resignation", "resignation", "swept", ""]
    assert told[3]["moves"] == ["G7", "D4"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path, name):
    journal = SqliteJournal(tmp_path / "games.sqlite")
    for entry in entries("F6", white=name, black="Ben"):
        journal.append(entry)
    journal.close()
    (row,) = csv.DictReader(io.StringIO(as_csv(read_games(tmp_path / "games.sqlite"))))
    assert (row["white"], row["black"]) == (f"'{name}", "Ben")


def test_statistics_count_decided_games(path):
    found = count(read_games(path))
    assert (found.games, found.results) == (4, {"white": 1, "black": 1, "draw": 0})
    assert (found.shortest, found.median, found.longest) == (2, 2.5, 3)
    assert found.openings == [("F6 E5", 2)]
    assert found.players == {"Ada": Score(won=2), "Ben": Score(lost=2)}
    assert as_text(found).splitlines()[-2:] == ["  Ada: 2 won, 0 lost, 0 drawn", "  Ben: 0 won, 2 lost, 0 drawn"]
    assert as_text(count([])) == "0 games, 0 of them decided"


def run(capsys, *words):
    code = cli.main(words)
    return code, *capsys.readouterr()


def test_the_list_shows_the_newest_first(path, capsys):
    code, out, _ = run(capsys, "games", "--state", str(path.parent), "--last", "2")
    assert code == 0
    first, second = out.splitlines()
    assert "? - ?: not finished, 2 actions" in first
    assert "swept, 1 actions" in second
    assert "2 of them decided" in run(capsys, "games", "--state", str(path.parent), "--statistics")[1]


def test_a_board_that_nobody_has_played_on_says_so(tmp_path, capsys):
    SqliteJournal(tmp_path / "games.sqlite").close()
    assert run(capsys, "games", "--state", str(tmp_path)) == (0, "no games yet\n", "")


@pytest.mark.parametrize("form", FORMS)
def test_every_form_can_be_exported(path, capsys, form, tmp_path):
    code, out, _ = run(capsys, "export", "--form", form, "--state", str(path.parent), "1", "10")
    assert (code, bool(out)) == (0, True)
    assert run(
        capsys, "export", "--form", form, "--state", str(path.parent), "1", "10", "--output", str(tmp_path / "x")
    )
    assert (tmp_path / "x").read_text() == out


@pytest.mark.parametrize("form", FORMS)
def test_a_game_that_makes_no_sense_keeps_no_other_back(path, capsys, form):
    whole = run(capsys, "export", "--form", form, "--state", str(path.parent))[1]
    journal = SqliteJournal(path)
    for entry in entries("F6", "F6"):
        journal.append(entry)
    journal.close()
    code, out, err = run(capsys, "export", "--form", form, "--state", str(path.parent))
    assert (code, out) == (1, whole)
    assert "game 27 is left out" in err


def test_a_game_keeps_its_number_when_older_ones_make_room(path):
    before = {kept.number: kept.saved.actions for kept in read_games(path)}
    journal = SqliteJournal(path, most_bytes=0)
    journal.tidy()
    journal.close()
    after = {kept.number: kept.saved.actions for kept in read_games(path)}
    assert journal.game == 22
    assert after == {22: before[22]}


def test_a_game_that_is_not_there_is_said(path, capsys):
    code, _, err = run(capsys, "export", "--state", str(path.parent), "9")
    assert code == 1
    assert "there is no game 9; yinsh-board games lists those there are" in err


def test_the_commands_explain_themselves():
    for name in ("games", "export", "status", "reload"):
        parser = ArgumentParser()
        cli.load(name).add_arguments(parser)
        assert "--state" in parser.format_help()
