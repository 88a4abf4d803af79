"""The daemon in real time on a virtual board: everything that can fail around the bridge does."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import pytest

from firmware_bridge import cli
from firmware_bridge.clocks import TimeControl
from firmware_bridge.commands.run import add_arguments, run
from firmware_bridge.compose import make_daemon, make_parts, simulated
from firmware_bridge.entries import Entry, EntryKind
from firmware_bridge.journal import JournalError, SqliteJournal
from firmware_bridge.orders import Refused, SetClock, SetCoach, SetPlayers, SwapSides, TakeBack
from firmware_bridge.palettes import PALETTES
from firmware_bridge.scene import Coach
from firmware_bridge.script import ScriptError, play_live
from firmware_bridge.stand import Stand
from hardware.config import parse_config
from hardware.protocols import Press
from hardware.registry import make_board

OPENING = "put F6 white ring / expect F6 / put E5 black ring / expect F6 E5"


@asynccontextmanager
async def running(tmp_path, text="", **overrides):
    config = simulated(parse_config(text, "board.toml"))
    board = make_board(config)
    board.hand.pace = 0
    daemon = make_daemon(config, tmp_path, board=board)
    for name, value in overrides.items():
        setattr(daemon, name, value)
    task = asyncio.create_task(daemon.run())
    try:
        yield Stand(daemon, board)
    finally:
        daemon.stop()
        await task


async def until(truth, seconds=10.0):
    """Wait for something to become true; fail if it never does."""
    end = time.monotonic() + seconds
    while not truth():
        assert time.monotonic() < end, "it never became true"
        await asyncio.sleep(0.01)


def play(tmp_path, text, **kwargs):
    async def main():
        async with running(tmp_path, **kwargs) as stand:
            await play_live(stand, text, asyncio.sleep)

    asyncio.run(main())


def test_hands_become_durable_actions(tmp_path):
    play(tmp_path, OPENING)
    journal = SqliteJournal(tmp_path / "games.sqlite")
    assert [entry.text for entry in journal.entries()] == ["standard", "F6", "E5"]
    journal.close()


def test_a_new_daemon_takes_the_game_up_and_compares_the_board(tmp_path):
    play(tmp_path, OPENING)
    play(tmp_path, "expect F6 E5 / expect offered F6 E5")


def test_settings_survive_a_restart(tmp_path):
    async def change():
        async with running(tmp_path) as stand:
            stand.obey(SetCoach(Coach.OFF))
            stand.obey(SetPlayers(("Ada", "Ben")))
            stand.obey(SwapSides())

    async def look():
        async with running(tmp_path) as stand:
            assert (stand.table.coach, stand.table.book.players) == (Coach.OFF, ("Ben", "Ada"))

    asyncio.run(change())
    asyncio.run(look())


@pytest.mark.parametrize("entry", [("act", "Z99"), ("act", "F6-F9"), ("back", "x"), ("back", "7")])
def test_a_saved_game_that_makes_no_sense_does_not_stop_the_board(tmp_path, entry):
    journal = SqliteJournal(tmp_path / "games.sqlite")
    journal.append(Entry(EntryKind.NEW, "standard"))
    journal.append(Entry(EntryKind.ACT, "F6"))
    journal.append(Entry(EntryKind.ACT, "E5"))
    journal.append(Entry(EntryKind(entry[0]), entry[1]))
    journal.append(Entry(EntryKind.ACT, "E5"))
    journal.close()
    play(tmp_path, "put F6 white ring / expect F6")
    with sqlite3.connect(tmp_path / "games.sqlite") as db:
        assert db.execute("SELECT count(*) FROM entries").fetchone() == (7,)
        assert "cannot be taken up" in db.execute("SELECT fault FROM faults").fetchone()[0]
    db.close()


def test_an_error_nobody_expected_costs_a_second_and_no_action(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("firmware_bridge.daemon.AGAIN", 0.05)

    async def main():
        async with running(tmp_path) as stand:
            await play_live(stand, OPENING, asyncio.sleep)
            broken = stand.daemon.bridge
            broken.frame = broken.tick = lambda *_: 1 / 0
            await until(lambda: stand.daemon.bridge is not broken)
            assert stand.daemon.errors == 1
            await play_live(stand, "expect F6 E5 / put D4 white ring / expect F6 E5 D4", asyncio.sleep)

    asyncio.run(main())
    assert "ZeroDivisionError" in caplog.text


def test_other_parts_take_the_game_over(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            await play_live(stand, OPENING, asyncio.sleep)
            before = stand.daemon.bridge
            config = simulated(parse_config('[lights]\npalette = "dim"'))
            stand.daemon.change(lambda: make_parts(config, stand.board))
            await until(lambda: stand.daemon.bridge is not before)
            assert stand.daemon.bridge.palette == PALETTES["dim"]
            await play_live(stand, "expect F6 E5 / put D4 white ring / expect F6 E5 D4", asyncio.sleep)

    asyncio.run(main())


@pytest.mark.parametrize("threaded", [False, True])
def test_it_stops_at_once_whatever_blocks(tmp_path, threaded):
    async def main():
        async with running(tmp_path, _threaded=threaded) as stand:
            await until(lambda: stand.daemon.scans > 3)
            release = threading.Event()
            stand.daemon.metal.lights.driver.close = release.wait
            stand.daemon._keeper.journal = FullDisk(stand.daemon.journal)
            stand.hand.put("F6", "white ring")
            await until(lambda: stand.daemon.journal_fault)
            stand.daemon.stop()
        release.set()
        assert not [thread for thread in threading.enumerate() if thread.name == "scan"]

    asyncio.run(asyncio.wait_for(main(), 20))


def test_an_uncalibrated_or_badly_calibrated_board_plays_all_the_same(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    config = parse_config('[sensors]\ndriver = "mcp3008"\n[lights]\ndriver = "none"', "board.toml")
    assert make_parts(config, None).bridge.classifier is not None
    assert "not calibrated" in caplog.text
    (tmp_path / "yinsh-board").mkdir()
    (tmp_path / "yinsh-board" / "calibration.toml").write_text("nonsense")
    assert make_parts(config, None).bridge.classifier is not None


def test_a_failed_expectation_shows_the_board(tmp_path):
    with pytest.raises(ScriptError, match="line 1: expect F6: the last actions are E5") as error:
        play(tmp_path, "put E5 white ring / expect F6")
    assert "last actions: E5\nstatus: waiting\nthe board looks the same" in str(error.value)


def test_a_listener_that_fails_harms_nobody(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            heard = []

            def broken(news):
                heard.append(news.text)
                raise RuntimeError("I am broken")

            stand.daemon.listeners.append(broken)
            await play_live(stand, OPENING, asyncio.sleep)
            await until(lambda: {"F6", "E5"} <= set(heard))

    asyncio.run(main())


class FullDisk:
    """A journal that fails until there is space again."""

    def __init__(self, journal):
        self.journal, self.full, self.tried = journal, True, 0

    def append(self, entry):
        self.tried += 1
        if self.full:
            raise JournalError("no space left on the card; make space")
        self.journal.append(entry)

    def __getattr__(self, name):
        return getattr(self.journal, name)


def test_nothing_is_announced_before_it_is_on_disk(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            daemon = stand.daemon
            disk = daemon._keeper.journal = FullDisk(daemon.journal)
            heard = []
            daemon.listeners.append(lambda news: heard.append(news.text))
            stand.hand.put("F6", "white ring")
            await until(lambda: stand.game.actions and disk.tried > 1)
            assert "F6" not in heard
            assert "no space" in daemon.journal_fault
            await until(lambda: stand.table.scene.unsaved)
            disk.full = False
            await until(lambda: "F6" in heard)
            assert not stand.table.scene.unsaved
            assert not daemon.journal_fault

    asyncio.run(main())


def test_lights_that_fail_or_block_do_not_disturb_sensing(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            stand.board.faults.fail_lights()
            await play_live(stand, "put F6 white ring / expect F6", asyncio.sleep)
            stand.board.faults.clear()
            stand.board.faults.block_lights()
            await play_live(stand, "put E5 black ring / expect F6 E5", asyncio.sleep)
            await until(lambda: not stand.daemon.metal.lights.health.ok)
            stand.board.faults.clear()

    asyncio.run(main())


def test_an_unplugged_board_is_said_and_comes_back_alone(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            await play_live(stand, OPENING, asyncio.sleep)
            stand.board.faults.unplug()
            await until(lambda: stand.table.scene.offline)
            assert "unplugged" in stand.daemon.metal.sensors.health.fault
            stand.board.faults.replug()
            await until(lambda: not stand.table.scene.offline)
            await play_live(stand, "put D4 white ring / expect F6 E5 D4", asyncio.sleep)

    asyncio.run(main())


def test_buttons_order_and_a_refused_order_is_no_trouble(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            stand.daemon._take(None, (Press("take-back"), Press("hint"), Press("unknown", long=True)), stand.now)
            with pytest.raises(Refused, match="nothing to take back"):
                stand.obey(TakeBack())
            await play_live(stand, OPENING, asyncio.sleep)
            stand.daemon._take(None, (Press("take-back"),), stand.now)
            assert [str(action) for action in stand.game.actions] == ["F6"]

    asyncio.run(main())


def test_the_clock_stands_after_a_restart_where_it_was_stopped(tmp_path):
    async def main():
        async with running(tmp_path) as stand:
            stand.obey(SetClock(TimeControl("sudden", 600)))
            await play_live(stand, OPENING, asyncio.sleep)
            await until(lambda: stand.table.clock.left(stand.now)[0] < 599.9)
        async with running(tmp_path) as stand:
            left = stand.table.clock.left(stand.now)
            assert left[0] < 599.9
            await asyncio.sleep(0.1)
            assert stand.table.clock.left(stand.now) == left

    asyncio.run(main())


def test_a_thread_scans_what_may_block(tmp_path):
    async def main():
        async with running(tmp_path, _threaded=True) as stand:
            await play_live(stand, OPENING, asyncio.sleep)
            assert stand.daemon.scans > 10

    asyncio.run(main())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(tmp_path, number):
    with started(tmp_path) as process:
        process.send_signal(number)
        assert process.wait(10) == 0


def test_kill_9_loses_no_confirmed_action(tmp_path):
    script = tmp_path / "hands.txt"
    script.write_text("put F6 white ring / wait 60000", "utf-8")
    with started(tmp_path, "--script", str(script), "--real-time") as process:
        confirmed = [next(line for line in process.stdout if line.startswith("action:"))]
        process.kill()
        process.wait(10)
    with closing(sqlite3.connect(tmp_path / "state" / "games.sqlite")) as db:
        kept = [text for (text,) in db.execute("SELECT text FROM entries WHERE kind = 'act'")]
    assert [line.split()[1] for line in confirmed] == kept[: len(confirmed)]


@contextmanager
def started(tmp_path, *more):
    command = [
        sys.executable,
        "-m",
        "firmware_bridge",
        "run",
        "--simulate",
        "--no-web",
        "--state",
        str(tmp_path / "state"),
        *more,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        end = time.monotonic() + 20
        while not (tmp_path / "state" / "control").exists():
            assert time.monotonic() < end
            assert process.poll() is None
            time.sleep(0.02)
        yield process


def arguments(*words):
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_run_plays_a_transcript_in_no_time(tmp_path, capsys):
    script = tmp_path / "game.txt"
    script.write_text("play F6 E5 D4\nexpect F6 E5 D4\n", "utf-8")
    assert run(arguments("--simulate", "--sensing", "rings", "--script", str(script), "--quiet")) == 0
    assert "everything as expected after 3 actions" in capsys.readouterr().out
    script.write_text("put F6 white ring\nexpect E5\n", "utf-8")
    assert run(arguments("--simulate", "--script", str(script), "--quiet")) == 1
    assert "line 2: expect E5: the last actions are F6" in capsys.readouterr().err
    script.write_bytes(b"\xff\xfe")
    assert run(arguments("--simulate", "--script", str(script), "--quiet")) == 1
    assert capsys.readouterr().err == f"{script}: this is not text, so no transcript of hands either\n"


def test_run_finds_the_board_as_other_commands_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("board.toml").write_text("[lights]\nbrightness = 7\n", "utf-8")
    assert cli.main(["run", "--quiet"]) == 1
    assert capsys.readouterr().err.startswith("yinsh-board run: board.toml:2: lights.brightness = 7")


def test_a_board_that_lies_around_is_not_simulated_unasked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("board.toml").write_text("[lights]\nbrightness = 7\n", "utf-8")
    script = tmp_path / "game.txt"
    script.write_text("play F6\nexpect F6\n", "utf-8")
    assert cli.main(["run", "--simulate", "--script", str(script), "--quiet"]) == 0
