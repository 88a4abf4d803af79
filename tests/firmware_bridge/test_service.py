"""Life as a service, in one process with a service manager of our own."""

import asyncio
import json
import os
import signal
import socket
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware_bridge import cli, control, options, service
from firmware_bridge.archive import read_faults
from firmware_bridge.compose import make_daemon, make_parts, simulated
from firmware_bridge.control import Control, NoAnswer, ask
from firmware_bridge.journal import FILE, SqliteJournal
from firmware_bridge.metrics import metrics
from firmware_bridge.notify import Notifier
from firmware_bridge.palettes import PALETTES
from firmware_bridge.service import Service, make_patiently
from firmware_bridge.status import LITTLE, Report, board_in_words, disk, duration, screen
from firmware_bridge.troubles import TROUBLES
from hardware.config import load_config, parse_config
from hardware.registry import make_board
from tests.firmware_bridge.test_daemon import until


@pytest.fixture
def folder(monkeypatch):
    """A short name: a socket's may have 108 characters."""
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    with tempfile.TemporaryDirectory(prefix="y") as name:
        yield Path(name)


@pytest.fixture
def manager(folder):
    line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    line.bind(str(folder / "notify"))
    line.setblocking(False)
    yield line
    line.close()


def heard(manager):
    lines = []
    while True:
        try:
            lines += manager.recv(4096).decode().splitlines()
        except BlockingIOError:
            return lines


@asynccontextmanager
async def serving(folder, manager=None, watchdog=0.0, text=""):
    file = folder / "board.toml"
    file.write_text(text)

    def reread():
        return simulated(load_config(file))

    config = reread()
    board = make_board(config)
    made = Service(config, make_daemon(config, folder, board=board), folder, board=board, reread=reread)
    if manager is not None:
        environ = {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": str(int(watchdog * 1e6))}
        made._notifier = Notifier(environ)
    task = asyncio.create_task(made.run())
    try:
        await until((folder / "control").exists)
        yield made
    finally:
        made.daemon.stop()
        await task


def serve(folder, test, **kwargs):
    async def main():
        async with serving(folder, **kwargs) as made:
            await test(made)

    asyncio.run(main())


def test_it_is_ready_once_it_has_seen_the_board_and_says_how_it_does(folder, manager):
    async def test(made):
        lines = []
        await until(lambda: lines.extend(heard(manager)) or "READY=1" in lines)
        assert made.daemon.scans
        await until(lambda: lines.extend(heard(manager)) or "STATUS=all is well; 0 actions" in lines)

    serve(folder, test, manager=manager)
    assert "STOPPING=1" in heard(manager)


def test_it_is_ready_after_a_while_without_a_frame(folder, manager, monkeypatch):
    monkeypatch.setattr(service, "READY", 0.05)
    monkeypatch.setattr("firmware_bridge.daemon.Daemon._scan_here", lambda _: asyncio.Event().wait())

    async def test(made):
        lines = []
        await until(lambda: lines.extend(heard(manager)) or "READY=1" in lines)
        assert not made.daemon.scans

    serve(folder, test, manager=manager)


@pytest.mark.parametrize("hung", ["nothing", "scans", "beats"])
def test_the_watchdog_is_fed_only_while_both_loops_move(folder, manager, hung, caplog):
    async def test(made):
        await until(lambda: made.daemon.scans > 2 and made.daemon.beats > 2)
        if hung == "scans":
            made.daemon._scan = 1e6
            await asyncio.sleep(0.05)
        elif hung == "beats":
            made.daemon.bridge.tick = lambda _: made.daemon.__setattr__("beats", 7) or []
        await asyncio.sleep(0.15)
        heard(manager)
        lines = []
        if hung == "nothing":
            await until(lambda: lines.extend(heard(manager)) or "WATCHDOG=1" in lines)
        else:
            await until(lambda: "hangs" in caplog.text)
            await asyncio.sleep(0.3)
            assert "WATCHDOG=1" not in heard(manager)

    serve(folder, test, manager=manager, watchdog=0.1)


async def elsewhere(word, folder):
    return await asyncio.to_thread(ask, word, [folder])


def test_status_tells_everything_through_the_socket(folder):
    async def test(made):
        answer = await elsewhere("status", folder)
        told = Report.from_json(answer)
        assert (told.pid, told.board, told.sensing) == (os.getpid(), "YINSH", "full")
        assert {part.name for part in told.parts} == {"sensors", "lights", "sounder", "journal", "disk"}
        assert all(part.ok for part in told.parts)
        assert json.loads(json.dumps(told.as_json())) == answer
        assert (await elsewhere("nonsense", folder))["error"].startswith("unknown word 'nonsense'")

    serve(folder, test)
    assert not (folder / "control").exists()
    with pytest.raises(NoAnswer, match="no daemon listens"):
        ask("status", [folder])


def test_status_tells_the_sensing_that_is_tried_out(folder):
    async def test(made):
        config = parse_config('[board]\nsensing = "presence"\n')
        made.daemon.change(lambda: make_parts(config, make_board(config)))
        await until(lambda: made.report().sensing == "presence")

    serve(folder, test)


def test_whom_nobody_answers_is_told_what_to_do(folder, capsys, monkeypatch):
    monkeypatch.setattr(control, "SERVICE", folder)
    assert cli.main(["reload", "--state", str(folder)]) == 1
    assert "  -> sudo systemctl start yinsh-board" in capsys.readouterr().err


def test_a_fault_is_told_kept_and_shown_with_its_cure(folder, capsys):
    async def test(made):
        told = []
        made.daemon.listeners.append(lambda news: told.append(news.text))
        made._board.faults.unplug()
        await until(lambda: any("unplugged" in text for text in told) and read_faults(folder / FILE))
        code = await asyncio.to_thread(cli.main, ["status", "--state", str(folder)])
        assert code == 1

    serve(folder, test)
    out = capsys.readouterr().out
    assert "FAULT    sensors" in out
    assert "-> " in out
    assert "last faults:" in out


def test_a_file_that_has_become_faulty_hides_no_status(folder, capsys, monkeypatch):
    monkeypatch.setattr(options, "SERVICE_STATE", folder)

    async def test(made):
        (folder / "board.toml").write_text('[lights]\npalette = "garish"\n')
        for command, expected in (("status", 1), ("reload", 1)):
            words = [command, "--config", str(folder / "board.toml")]
            assert await asyncio.to_thread(cli.main, words) == expected

    serve(folder, test)
    out, err = capsys.readouterr()
    assert "ok       journal" in out
    assert "FAULT    configuration" in out
    assert "garish" in out
    assert "refused, the old configuration stays" in err


def test_a_folder_that_may_not_be_looked_into_is_passed_over(folder, monkeypatch):
    def exchange(word, path):
        if path.parent == folder:
            raise PermissionError
        return {"answer": word}

    monkeypatch.setattr(control, "_exchange", exchange)
    assert ask("status", [folder, folder / "run"]) == {"answer": "status"}


def test_a_full_disk_is_told_when_nothing_runs(folder, capsys, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 0}))
    assert cli.main(["status", "--state", str(folder)]) == 2
    assert TROUBLES["disk"].cure in capsys.readouterr().err


def test_status_without_a_daemon_says_what_to_do(folder, capsys):
    SqliteJournal(folder / FILE).close()
    assert cli.main(["status", "--state", str(folder)]) == 2
    assert TROUBLES["not running"].cure in capsys.readouterr().err


class TestReload:
    def test_a_new_configuration_comes_into_force_and_the_game_goes_on(self, folder):
        async def test(made):
            before = made.daemon.bridge
            (folder / "board.toml").write_text('[lights]\npalette = "dim"\n')
            assert "done" in await elsewhere("reload", folder)
            await until(lambda: made.daemon.bridge is not before)
            assert made.daemon.bridge.palette == PALETTES["dim"]
            assert made._board is made._board_for(made.config)

        serve(folder, test)

    def test_a_faulty_one_is_refused_and_the_old_one_stays(self, folder, capsys):
        async def test(made):
            before = made.daemon.bridge
            (folder / "board.toml").write_text('[lights]\npalette = "garish"\n')
            code = await asyncio.to_thread(cli.main, ["reload", "--state", str(folder)])
            assert code == 1
            assert made.config.lights.palette == "default"
            await asyncio.sleep(0.05)
            assert made.daemon.bridge is before

        serve(folder, test)
        assert "garish" in capsys.readouterr().err

    def test_a_signal_does_the_same(self, folder, manager):
        async def test(made):
            before, lines = made.daemon.bridge, []
            os.kill(os.getpid(), signal.SIGHUP)
            await until(lambda: made.daemon.bridge is not before)
            await until(lambda: lines.extend(heard(manager)) or "RELOADING=1" in lines)

        serve(folder, test, manager=manager)

    def test_another_kind_of_board_is_another_board(self, folder):
        async def test(made):
            board = made._board
            (folder / "board.toml").write_text('[board]\nsensing = "rings"\n')
            assert "done" in made.reload()
            assert made._board is not board

        serve(folder, test)

    def test_it_waits_for_the_journal(self, folder):
        async def test(made):
            made.daemon._keeper.fault = "no space"
            assert "no space" in made.reload()["error"]
            made.daemon._keeper.fault = ""

        serve(folder, test)


def test_only_root_and_the_own_user_may_change_something():
    control = Control({"status": dict}, {"reload": lambda: {"done": "yes"}})
    assert control.answer("reload", os.geteuid()) == {"done": "yes"}
    assert control.answer("reload", 0) == {"done": "yes"}
    assert "sudo" in control.answer("reload", 12345)["error"]
    assert control.answer("status", 12345) == {}


def test_the_schedule_dims_the_lights(folder):
    class Limiter:
        brightness = None

        def set_brightness(self, value):
            self.brightness = value

    async def test(made):
        made.config = parse_config('[lights.schedule]\n"08:00" = 0.8\n"22:00" = 0.2\n')
        made.daemon.metal = made.daemon.metal.__class__(
            made.daemon.metal.sensors,
            made.daemon.metal.lights,
            made.daemon.metal.controls,
            made.daemon.metal.sounder,
            Limiter(),
        )
        for time_of_day, brightness in [("07:59", 0.2), ("08:00", 0.8), ("21:59", 0.8), ("23:00", 0.2)]:
            made.time_of_day = lambda value=time_of_day: value
            made.dim()
            assert made.daemon.metal.limiter.brightness == brightness

    serve(folder, test)


def test_a_journal_that_cannot_be_opened_is_waited_for_with_light(folder, manager, monkeypatch, caplog):
    monkeypatch.setattr(service, "AGAIN", 0.1)
    monkeypatch.setenv("NOTIFY_SOCKET", manager.getsockname())
    (folder / "state").write_text("in the way")
    config = simulated(parse_config(""))
    board = make_board(config)

    async def main():
        waiting = asyncio.create_task(make_patiently(config, folder / "state", board))
        await until(lambda: any(map(any, board.lights.colors)))
        assert not waiting.done()
        (folder / "state").unlink()
        daemon = await asyncio.wait_for(waiting, 10)
        daemon._keeper.close(5)

    asyncio.run(main())
    assert "cannot open the journal" in caplog.text
    assert any(line.startswith("STATUS=cannot open the journal") for line in heard(manager))


def test_whoever_waits_for_a_journal_can_be_stopped_and_leaves_the_lights_dark(folder):
    (folder / "state").write_text("in the way")
    config = simulated(parse_config(""))
    board = make_board(config)

    async def main():
        waiting = asyncio.create_task(make_patiently(config, folder / "state", board))
        await until(lambda: any(map(any, board.lights.colors)))
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(main())
    assert not any(map(any, board.lights.colors))


class TestScreens:
    def told(self, folder):
        kept = []

        async def test(made):
            await until(lambda: made.daemon.scans > 1)
            kept.append(made.report())

        serve(folder, test)
        return kept[0]

    def test_one_screen(self, folder):
        text = screen(self.told(folder))
        assert "YINSH: running for 0 min" in text
        assert "ok       journal: every action is on disk" in text
        assert len(text.splitlines()) < 24

    @pytest.mark.parametrize(
        ("status", "words"),
        [
            ("waiting", "stands as the game does"),
            ("correction(F6: nothing)", "differs from the game (F6: nothing)"),
            ("question(F6-F9, E5-E8)", "asks which is meant (F6-F9, E5-E8)"),
            ("offered(A2: a, B2: b, C3: c, D4: d, E5: e)", "(A2: a, B2: b, C3: c, and 2 more)"),
        ],
    )
    def test_the_board_is_told_in_words(self, status, words):
        assert board_in_words(status).endswith(words)

    def test_metrics_are_prometheus_text(self, folder):
        text = metrics(self.told(folder))
        assert 'yinsh_part_up{part="sensors"} 1' in text
        for line in text.splitlines():
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0
        assert text.endswith("\n")

    def test_durations(self):
        assert [duration(s) for s in (59, 3600, 90_000)] == ["0 min 59 s", "1 h 0 min", "1 d 1 h"]

    def test_little_space_is_told(self, folder, monkeypatch):
        assert disk(folder).ok
        monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": LITTLE - 1}))
        assert disk(folder).cure == TROUBLES["disk"].cure
        assert not disk(folder / "nowhere").ok or disk(folder).fault
