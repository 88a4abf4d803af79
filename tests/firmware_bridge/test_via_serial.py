"""The whole chain as in reality: virtual board, the firmware's own logic, a serial line, the daemon."""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from firmware_bridge.commands.run import _step
from firmware_bridge.compose import make_daemon, simulated
from firmware_bridge.script import play_live
from firmware_bridge.stand import Stand
from firmware_bridge.status import Identity, parts
from hardware.config import parse_config
from hardware.firmware_sim import via_serial
from hardware.registry import make_board

SCRIPT = """
put F6 white ring / expect F6 / put E5 black ring / expect F6 E5
unplug / wait 300 / replug / wait 800
put D4 white ring / expect F6 E5 D4
"""


@pytest.mark.parametrize("sensing", ["rings", "presence", "polarity", "full"])
def test_hands_are_understood_through_the_microcontroller(tmp_path, sensing):
    async def main(folder):
        config = simulated(parse_config(f'[board]\nsensing = "{sensing}"\n', "board.toml"))
        board = make_board(config)
        board.hand.pace = 0
        config, pico = via_serial(config, board, folder / "board")
        firmware = asyncio.create_task(_step(pico))
        daemon = make_daemon(config, tmp_path, board=board)
        running = asyncio.create_task(daemon.run())
        try:
            await play_live(Stand(daemon, board), SCRIPT, asyncio.sleep)
            (link,) = (part for part in parts(daemon, Identity.of(config, tmp_path, 0.0)) if part.name == "link")
            assert re.search(r"board, firmware [\d.]+, [\d,]+ messages, none damaged, 0 restarts", link.text)
            for _ in range(100):  # a strip that was unplugged is tried again within two seconds
                if any(map(any, board.lights.colors)):
                    break
                await asyncio.sleep(0.05)
            else:
                pytest.fail("the strip stays dark")
        finally:
            daemon.stop()
            await running
            firmware.cancel()
            await asyncio.gather(firmware, return_exceptions=True)
            pico.close()

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))
