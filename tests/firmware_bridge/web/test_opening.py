"""The page as the daemon opens it: its address, its first PIN, its log."""

import asyncio
import re
import socket

from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.web.opening import open_web
from hardware.config import BoardConfig
from hardware.config.settings import Web
from hardware.registry import make_board


def opened(state, host="127.0.0.1", port=0):
    """Open the page and close it again: the port that the system chose, and the log for the panel; else nothing."""
    config = simulated(BoardConfig(web=Web(host=host, port=port)))
    board = make_board(config)

    async def open_and_close():
        daemon = make_daemon(config, state, board=board)
        running = asyncio.create_task(daemon.run())
        server = await open_web(config, daemon, state, board)
        try:
            return server and (server.port, server.desk.diary.text())
        finally:
            if server:
                await server.stop()
            daemon.stop()
            await running

    return asyncio.run(open_and_close())


def test_a_port_that_the_system_chose_is_told(tmp_path, caplog):
    with caplog.at_level("INFO"):
        port, log = opened(tmp_path)
    told = f"the page: http://localhost:{port}/ (on this computer only"
    assert port > 0
    assert told in caplog.text
    assert told in log


def test_the_first_start_shows_a_pin_once_and_the_panels_log_never(tmp_path, caplog):
    with caplog.at_level("INFO"):
        _, log = opened(tmp_path)
    pin = re.search(r"the PIN of this board's panel: (\d{6}) ", caplog.text)[1]
    assert pin not in log
    caplog.clear()
    with caplog.at_level("INFO"):
        opened(tmp_path)
    assert "PIN" not in caplog.text


def test_a_port_that_is_taken_and_a_host_that_is_not_ours_have_different_cures(tmp_path, caplog):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert opened(tmp_path, port=taken.getsockname()[1]) is None
    assert "choose another port" in caplog.text
    caplog.clear()
    assert opened(tmp_path, host="192.0.2.1") is None
    assert "choose another host" in caplog.text
