"""yinsh-board template, from the words typed to the file."""

from xml.etree import ElementTree as ET

import pytest

from firmware_bridge.cli import main


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_words_it_writes_an_svg_and_says_how_large_it_is(here, capsys):
    assert main(["template"]) == 0
    assert ET.parse(here / "template.svg").getroot().get("width") == "352.98mm"
    assert capsys.readouterr().out == "template.svg: 353 x 410 mm; print at 100 % and measure the ruler\n"


def test_a_pdf_by_name_says_how_many_pages_it_has(here, capsys):
    assert main(["template", "--out", "board.pdf", "--paper", "a3", "--grid", "30"]) == 0
    assert (here / "board.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert "board.pdf: 318 x 372 mm on 2 x 1 pages A3; print at 100 %" in capsys.readouterr().out


def test_the_format_can_be_named(here):
    assert main(["template", "--format", "pdf"]) == 0
    assert (here / "template.pdf").exists()


def test_layers_grid_holes_and_side_are_drawn_as_asked(here):
    assert main(["template", "--layer", "drill", "--layer", "leds", "--hole", "3", "--from-below"]) == 0
    text = (here / "template.svg").read_text()
    assert 'r="1.5"' in text
    assert ">L84<" in text
    assert ">S84<" not in text
    assert "seen from below" in text


def test_numbers_are_those_of_the_board_at_hand(here):
    (here / "board.toml").write_text('[board]\nname = "Café"\n[lights]\nplaces = true\n')
    assert main(["template"]) == 0
    text = (here / "template.svg").read_text()
    assert ">L90<" in text
    assert "Café: grid 33.3 mm" in text


def test_a_dash_prints_it(here, capfdbinary):
    assert main(["template", "--out", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<svg ")
    assert not list(here.iterdir())


@pytest.mark.parametrize("words", [["--grid", "5"], ["--grid", "nan"], ["--hole", "wide"]])
def test_a_length_that_cannot_be_is_refused_with_what_can(words, capsys):
    with pytest.raises(SystemExit) as left:
        main(["template", *words])
    assert left.value.code == 2
    assert "is no length from" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_named(capsys):
    assert main(["template", "--out", "nowhere/board.svg"]) == 1
    assert "nowhere/board.svg: No such file or directory" in capsys.readouterr().err
