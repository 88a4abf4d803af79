"""The page as the daemon opens it: its address, its first PIN, its log."""

import asyncio
import re

from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.web.opening import open_web
from hardware.config import BoardConfig
from hardware.config.settings import Web
from hardware.registry import make_board


def opened(state):
    """Open the page and close it again: the port that the system chose, and the log for the panel."""
    config = simulated(BoardConfig(web=Web(port=0)))
    board = make_board(config)

    async def open_and_close():
        daemon = make_daemon(config, state, board=board)
        running = asyncio.create_task(daemon.run())
        server = await open_web(config, daemon, state, board)
        try:
            return server.port, server.desk.diary.text()
        finally:
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
