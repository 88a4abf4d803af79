import io
import sys

import pytest

from firmware_bridge.cli import main
from firmware_bridge.commands import pin
from firmware_bridge.web.sessions import load_pin


def test_a_pin_can_be_made_up(tmp_path, capsys):
    assert main(["pin", "--state", str(tmp_path), "--random"]) == 0
    shown = capsys.readouterr().out.removeprefix("The PIN is ").removesuffix(".\n")
    assert load_pin(tmp_path).matches(shown)


def test_a_pin_can_come_from_a_pipe(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("café 17\n"))
    assert main(["pin", "--state", str(tmp_path)]) == 0
    assert load_pin(tmp_path).matches("café 17")


@pytest.mark.parametrize(
    ("typed", "works"), [(["1234", "1234"], True), (["1234", "1235"], False), (["123", "123"], False)]
)
def test_a_pin_is_typed_twice(tmp_path, monkeypatch, capsys, typed, works):
    class Keyboard(io.StringIO):
        def isatty(self):
            return True

    answers = iter(typed)
    monkeypatch.setattr(sys, "stdin", Keyboard())
    monkeypatch.setattr(pin.getpass, "getpass", lambda _: next(answers))
    assert (main(["pin", "--state", str(tmp_path)]) == 0) == works
    assert (load_pin(tmp_path) is not None) == works
    assert bool(capsys.readouterr().err) != works


def test_root_sets_the_pin_of_the_service(tmp_path, monkeypatch):
    owners = []
    monkeypatch.setattr("firmware_bridge.options.SERVICE_STATE", tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda path, user, group: owners.append((path.parent, user)))
    monkeypatch.chdir(tmp_path)
    assert main(["pin", "--random"]) == 0
    assert load_pin(tmp_path) is not None
    assert owners == [(tmp_path, tmp_path.stat().st_uid)]
