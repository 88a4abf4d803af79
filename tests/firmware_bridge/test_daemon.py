"""The daemon in real time on a virtual board: everything that can fail around the bridge does."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import time
from argparse import ArgumentParser
from contextlib import asynccontextmanager, closing, contextmanager

import pytest

from firmware_bridge.commands.run import add_arguments, run
from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.journal import JournalError, SqliteJournal
from firmware_bridge.orders import Refused, TakeBack
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
    play(tmp_path, "expect F6 E5 / expect correction F6 E5")


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
            assert {"F6", "E5"} <= set(heard)

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

    def entries(self):
        return self.journal.entries()

    def close(self):
        self.journal.close()


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
    command = [sys.executable, "-m", "firmware_bridge", "run", "--simulate", "--state", str(tmp_path / "state"), *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as process:
        end = time.monotonic() + 20
        while not (tmp_path / "state" / "games.sqlite").exists():
            assert time.monotonic() < end
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        try:
            yield process
        finally:
            process.kill()


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
