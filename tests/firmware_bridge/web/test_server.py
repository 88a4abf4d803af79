"""The page over real sockets on this computer."""

import asyncio
import json
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from firmware_bridge.look import Look
from firmware_bridge.web import crowd, desk, server
from firmware_bridge.web.sessions import save_pin
from tests.firmware_bridge.web.pages import PIN, eventually, site, stuck_client, upgrade


@pytest.fixture
def played(tmp_path):
    """Run a coroutine on a page: ``played(lambda page: ...)``."""

    def play(scene, **options):
        async def run():
            async with site(tmp_path, **options) as page:
                return await scene(page)

        return asyncio.run(run())

    return play


def test_hands_on_the_page_move_pieces_on_the_board(played):
    async def scene(page):
        async with page.browser() as browser:
            hello = await browser.hear("hello")
            assert hello["virtual"]
            assert hello["open"]
            assert len(hello["points"]) == len(hello["xy"]) == 85
            first = await browser.hear("state")
            assert first["game"]["actions"] == []
            await browser.say(type="subscribe", lights=True, board=True)
            assert (await browser.say(type="hand", act="put", point="F6", piece="white ring"))["type"] == "done"
            while (await browser.hear("board"))["pieces"] != {"F6": ["white ring"]}:
                pass
            state = await browser.until(lambda state: state["game"]["actions"])
            assert state["seq"] > first["seq"]
            assert state["game"]["rings"] == {"white": ["F6"], "black": []}
            assert state["game"]["to_act"] == "black"
            lights = await browser.hear("lights")
            assert len(lights["colors"]) == 6 * 91

    played(scene)


def test_a_page_that_comes_later_sees_the_whole_game(played):
    async def scene(page):
        async with page.browser() as one:
            await one.say(type="hand", act="put", point="F6", piece="white ring")
            await one.until(lambda state: state["game"]["actions"])
        async with page.browser() as other:
            assert (await other.hear("state"))["game"]["actions"] == ["F6"]
        status, _, body = await page.get("/api/state")
        assert status == 200
        assert json.loads(body)["game"]["actions"] == ["F6"]

    played(scene)


def test_whoever_asks_first_takes_no_news_from_the_others(played, monkeypatch):
    monkeypatch.setattr(server, "PULSE", 0.5)  # plenty of time to ask before the pages are told

    async def scene(page):
        async with page.browser() as owner, page.browser() as other:
            await owner.hear("session")
            await other.hear("state")
            assert (await owner.order("coach", level=3))["type"] == "done"
            _, _, body = await page.get("/api/state")
            assert json.loads(body)["settings"]["coach"] == 3
            return await other.until(lambda state: state["settings"]["coach"] == 3)

    assert played(scene)["seq"]


def test_lifting_a_ring_tells_where_it_may_go(played):
    async def scene(page):
        async with page.browser() as browser:
            for number, point in enumerate(("F6", "E5", "G6", "F7", "D6", "H7", "E7", "G5", "F4", "F9")):
                await browser.say(type="hand", act="put", point=point, piece=f"{('white', 'black')[number % 2]} ring")
                await browser.until(lambda state, n=number: len(state["game"]["actions"]) > n)
            await browser.say(type="hand", act="put", point="F4", piece="white marker")
            await browser.say(type="hand", act="lift", point="F4", piece="ring")
            state = await browser.until(lambda state: state["destinations"])
            assert {d["point"] for d in state["destinations"]} >= {"F5", "G4", "E4"}

    played(scene)


def test_impossible_acts_are_refused_and_the_board_is_shown_again(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="subscribe", board=True)
            answer = await browser.say(type="hand", act="lift", point="F6")
            assert (answer["code"], answer["reason"]) == ("refused", "impossible")
            assert "F6" in answer["text"]
            assert (await browser.say(type="hand", act="lift"))["code"] == "refused"

    played(scene)


def test_who_does_not_know_the_pin_can_only_watch(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("state")
            for message in (
                {"type": "order", "order": "new-game"},
                {"type": "order", "order": "hint", "token": "x" * 43},
                {"type": "hand", "act": "put", "point": "F6", "piece": "white ring"},
                {"type": "world", "power_cut": True},
                {"type": "log"},
                {"type": "health"},
            ):
                assert (await browser.say(**message))["code"] == "token"
            assert page.board.contents == {}

    played(scene, trust_local=False)


def test_the_pin_opens_a_session_and_logging_out_ends_it(played):
    async def scene(page):
        async with page.browser() as browser:
            assert (await browser.say(type="login", pin="0000"))["code"] == "pin"
            assert (await browser.say(type="login", pin=PIN))["type"] == "session"
            assert (await browser.order("coach", level=0))["type"] == "done"
            assert (await browser.until(lambda state: state["settings"]["coach"] == 0))["seq"]
            assert (await browser.say(type="log", token=browser.token))["type"] == "log"
            health = await browser.say(type="health", token=browser.token)
            assert {part["name"] for part in health["parts"]} >= {"sensors", "lights", "journal", "disk"}
            await browser.say(type="logout", token=browser.token)
            assert (await browser.order("coach", level=1))["code"] == "token"

    played(scene, trust_local=False)


def test_guessing_is_slowed_down_and_a_new_pin_counts_at_once(played):
    async def scene(page):
        async with page.browser() as browser:
            codes = [(await browser.say(type="login", pin=str(guess)))["code"] for guess in range(1000, 1004)]
            assert codes == ["pin", "pin", "pin", "wait"]
            answer = await browser.say(type="login", pin=PIN)
            assert (answer["code"], answer["seconds"]) == ("wait", 1)
            page.server.desk.backoff.succeeded()
            save_pin(page.state, "9753")
            assert (await browser.say(type="login", pin=PIN))["code"] == "pin"
            assert (await browser.say(type="login", pin="9753"))["type"] == "session"
            old = browser.token
            save_pin(page.state, "8642")
            assert (await browser.say(type="login", pin="8642"))["type"] == "session"
            assert (await browser.say(type="log", token=old))["code"] == "token"
            assert (await browser.say(type="log", token=browser.token))["type"] == "log"

    played(scene, trust_local=False)


def test_a_pin_that_is_set_on_the_console_ends_every_session_at_once(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="login", pin=PIN)
            assert (await browser.order("coach", level=0))["type"] == "done"
            save_pin(page.state, "9753")
            assert (await browser.order("coach", level=1))["code"] == "token"

    played(scene, trust_local=False)


def test_who_knows_the_pin_sets_another_and_everyone_else_is_logged_out(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="login", pin=PIN)
            before = browser.token
            assert (await browser.say(type="pin", old="1111", new="9753"))["code"] == "pin"
            assert (await browser.say(type="pin", old=PIN, new="9753"))["type"] == "session"
            assert (await browser.say(type="log", token=before))["code"] == "token"
            assert (await browser.say(type="log", token=browser.token))["type"] == "log"
            assert (await browser.say(type="login", pin=PIN))["code"] == "pin"
            assert (await browser.say(type="login", pin="9753"))["type"] == "session"

    played(scene, trust_local=False)


def test_a_pin_that_cannot_be_saved_is_told_and_the_old_one_stays(played, monkeypatch):
    def full(*_):
        raise OSError("no space left on device")

    async def scene(page):
        async with page.browser() as browser:
            monkeypatch.setattr(desk, "save_pin", full)
            assert (await browser.say(type="pin", old=PIN, new="9753"))["code"] == "unsaved"
            assert (await browser.say(type="login", pin=PIN))["type"] == "session"

    played(scene, trust_local=False)


def test_wood_is_not_moved_by_a_page(played):
    async def scene(page):
        async with page.browser() as browser:
            assert not (await browser.hear("hello"))["virtual"]
            await browser.say(type="login", pin=PIN)
            for fields in ({"type": "hand", "act": "sweep"}, {"type": "world", "unplug": True}):
                assert (await browser.say(**fields, token=browser.token))["code"] == "refused"

    played(scene, virtual=False)


def test_orders_that_make_no_sense_are_refused_with_a_reason(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("session")
            for name, fields, reason in (
                ("take-back", {}, "nothing-to-take-back"),
                ("resign", {"side": 0}, "no-game"),
                ("answer", {"choice": 0}, "no-question"),
                ("new-game", {"variant": "chess"}, "no-such-variant"),
            ):
                answer = await browser.order(name, **fields)
                assert (answer["code"], answer["reason"]) == ("refused", reason)
                assert answer["text"]

    played(scene)


def test_the_look_and_the_clock_are_set_and_shown(played, tmp_path):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("session")
            await browser.order("palette", name="dim")
            await browser.order("brightness", share=0.5)
            await browser.order("sound", on=False)
            await browser.order("players", names=["<b>Zoë</b>", "Kris"])
            await browser.order("clock", mode="fischer", initial=300, increment=5)
            state = await browser.until(lambda state: state["clock"])
            settings = state["settings"]
            assert (settings["palette"], settings["brightness"], settings["sound"]) == ("dim", 0.5, False)
            assert state["clock"]["remaining"] == [300, 300]
            assert state["clock"]["running"] is None
            assert state["game"]["players"] == ["<b>Zoë</b>", "Kris"]  # text: the page shows it as text
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            assert (await browser.until(lambda state: state["clock"]["running"] == 1))["clock"]["flagged"] is None
            await browser.order("clock", mode="none")
            await browser.until(lambda state: state["clock"] is None)
            assert (await browser.order("light-test"))["type"] == "done"

    async def after_a_restart(page):
        assert page.daemon.look == Look("dim", 0.5, sound=False)

    played(scene)
    played(after_a_restart)


def test_other_sensors_under_the_same_pieces(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="subscribe", board=True)
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["game"]["actions"])
            await browser.say(type="world", sensing="presence", noise=5)
            while (await browser.hear("hello"))["sensing"] != "presence":
                pass
            await browser.say(type="hand", act="put", point="F7", piece="black ring")
            state = await browser.until(lambda state: len(state["game"]["actions"]) == 2)
            assert state["game"]["actions"] == ["F6", "F7"]
            await browser.say(type="world", fault={"kind": "dead", "point": "F6"}, unplug=True)
            await browser.until(lambda state: state["offline"])
            board = await browser.hear("board")
            assert board["world"] == {"sensing": "presence", "noise": 5.0, "faults": {"F6": "dead"}, "unplugged": True}
            await browser.say(type="world", clear=True)
            await browser.until(lambda state: not state["offline"])

    played(scene)


def test_a_power_cut_loses_nothing_that_was_told(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.say(type="hand", act="put", point="F6", piece="white ring")
            await browser.until(lambda state: state["game"]["actions"])
            await browser.say(type="world", power_cut=True)
        async with page.browser() as browser:
            assert (await browser.hear("state"))["game"]["actions"] == ["F6"]

    played(scene)


def test_the_archive_lists_shows_and_writes_games(played):
    async def scene(page):
        async with page.browser() as browser:
            await browser.hear("session")
            for game in range(3):
                await browser.order("players", names=[f"Zoë {game}", "<Kris>"])
                await browser.say(type="hand", act="put", point="F6", piece="white ring")
                await browser.until(lambda state: state["game"]["actions"])
                await browser.order("resign", side=0)
                await browser.until(lambda state: state["game"]["outcome"])
                await browser.say(type="hand", act="take", point="F6")
                await browser.order("new-game")
                await browser.until(lambda state: not state["game"]["actions"] and state["status"]["kind"] == "waiting")
        _, _, body = await page.get("/api/games?limit=2")
        first = json.loads(body)
        assert [game["players"][0] for game in first["games"]] == ["Zoë 2", "Zoë 1"]
        assert first["games"][0]["outcome"] == {"winner": "black", "reason": "resignation"}
        _, _, body = await page.get(f"/api/games?limit=2&before={first['next']}")
        rest = json.loads(body)
        assert [game["players"][0] for game in rest["games"]] == ["Zoë 0"]
        assert rest["next"] is None
        number = first["games"][0]["id"]
        _, _, body = await page.get(f"/api/games/{number}")
        assert json.loads(body)["actions"] == ["F6"]
        for form, sign in (("txt", b"1. F6"), ("sgf", b"place wr"), ("svg", b"<svg"), ("anim.svg", b"<animate")):
            status, headers, body = await page.get(f"/api/games/{number}.{form}")
            assert status == 200
            assert sign in body
            assert b"<Kris>" not in body or "svg" not in form
            assert ("attachment" in headers.get("Content-Disposition", "")) == ("svg" not in form)
        assert (await page.get("/api/games/999"))[0] == 404
        assert (await page.get("/api/games/999.sgf"))[0] == 404
        assert (await page.get("/api/games?limit=-1"))[0] == 400

    played(scene)


def test_pictures_and_numbers(played):
    async def scene(page):
        for path, kind, sign in (
            ("/api/position.svg", "image/svg+xml", b"<svg"),
            ("/api/position.svg?ply=0", "image/svg+xml", b"<svg"),
            ("/metrics", "text/plain; charset=utf-8", b"yinsh_web_clients 0"),
            ("/static/play.js", "text/javascript; charset=utf-8", b"import"),
            ("/", "text/html; charset=utf-8", b"<html"),
            ("/watch", "text/html; charset=utf-8", b"<html"),
            ("/panel", "text/html; charset=utf-8", b"<html"),
        ):
            status, headers, body = await page.get(path)
            assert (status, headers["Content-Type"]) == (200, kind), path
            assert sign in body
            assert int(headers["Content-Length"]) == len(body)
            assert "default-src 'none'" in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff"
        assert (await page.get("/api/position.svg?ply=7"))[0] == 404

    played(scene)


def test_a_file_that_the_browser_has_is_not_sent_again(played):
    async def scene(page):
        _, headers, _ = await page.get("/static/play.js")
        status, again, body = await page.get("/static/play.js", If_None_Match=headers["ETag"])
        assert (status, again["ETag"], body) == (304, headers["ETag"], b"")

    played(scene)


def test_a_real_board_shows_the_game_first(played):
    async def scene(page):
        status, headers, _ = await page.get("/")
        assert (status, headers["Location"]) == (302, "/watch")

    played(scene, virtual=False)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/..%2fserver.py",
        "/static/%2e%2e/server.py",
        "/static//etc/passwd",
        "/static/",
        "/static",
        "/../../etc/passwd",
        "//static/play.js",
        "/static/play.js%00.html",
        "/api/games/1.exe",
        "/api/games/1%0d%0aX:y",
        "/nothing",
        "*",
    ],
)
def test_nothing_else_is_found(played, path):
    async def scene(page):
        status, _, body = await page.get(path)
        assert status == 404
        assert json.loads(body)["error"]

    played(scene)


def test_foreign_hosts_and_origins_are_turned_away(played):
    async def scene(page):
        assert (await page.get("/api/state", host="evil.example"))[0] == 403
        assert (await page.get("/api/state", Origin="http://evil.example"))[0] == 403
        assert (await page.get("/api/state", Origin=f"http://localhost:{page.port}"))[0] == 200
        assert (await page.raw(b"GET / HTTP/1.1\r\n\r\n"))[0] == 400
        assert (await page.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n"))[0] == 400
        assert (await page.get("/", method="POST"))[0] == 405
        for origin in ("http://evil.example", "null"):
            with pytest.raises(InvalidStatus) as refused:
                async with page.browser(origin=origin):
                    pass
            assert refused.value.response.status_code == 403

    played(scene)


def test_a_client_that_talks_too_much_is_let_go(played):
    async def scene(page):
        async with page.browser() as browser:
            with suppress(ConnectionClosed):
                for _ in range(200):
                    await browser.say(type="subscribe")
            assert browser.line.close_code == 1008
        async with page.browser() as browser:
            await browser.line.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                await browser.hear("never")
            assert browser.line.close_code == 1009

    played(scene)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_a_flood_of_frames_that_are_no_message_ends_the_connection(played, opcode, monkeypatch):
    monkeypatch.setattr(server, "PING", 1000.0)  # nothing else ends it

    async def scene(page):
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
        writer.write(upgrade(page.port))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(Frame(opcode, b"").serialize(mask=True) * 2000)
        try:
            with suppress(ConnectionError):
                async with asyncio.timeout(10):
                    while await reader.read(65536):
                        pass
        finally:
            writer.transport.abort()

    played(scene)


def test_there_is_room_for_so_many_and_again_when_they_leave(played):
    async def scene(page):
        lines = [await asyncio.open_connection("127.0.0.1", page.port) for _ in range(10)]
        await eventually(lambda: page.server.door.inside == 10)
        assert (await page.get("/api/state"))[0] == 0
        for _, writer in lines:
            writer.close()
        await eventually(lambda: not page.server.door.inside)
        assert (await page.get("/api/state"))[0] == 200
        assert page.server.door.turned_away == 1

    played(scene, max_clients=10)


def test_a_request_that_never_ends_is_not_waited_for(played, monkeypatch):
    monkeypatch.setattr(server, "OPENING", 0.05)

    async def scene(page):
        reader, writer = await asyncio.open_connection("127.0.0.1", page.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: loc")
        with suppress(ConnectionError):
            assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()
        await eventually(lambda: not page.server.door.inside)

    played(scene)


def test_a_stuck_spectator_is_dropped_and_the_others_hear_everything(played, monkeypatch):
    monkeypatch.setattr(crowd, "OUTBOX", 2000)
    monkeypatch.setattr(crowd, "STUCK", 0.2)

    async def scene(page):
        line = stuck_client(page.port)
        async with page.browser() as watching:
            await eventually(lambda: len(page.server.crowd.clients) == 2)
            text = json.dumps({"type": "news", "kind": "test", "text": "x" * 100_000})
            while not page.server.crowd.dropped:
                await page.server.crowd.spread(text, page.server.crowd.clients)
                while (await watching.hear("news"))["kind"] != "test":
                    pass
            assert page.server.crowd.dropped == 1
            assert len(page.server.crowd.clients) == 1
            assert page.server.crowd.skipped
        line.close()

    played(scene)
