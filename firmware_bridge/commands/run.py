"""``yinsh-board run``: the daemon, on a real board or on a virtual one."""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentTypeError
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from firmware_bridge import logs
from firmware_bridge.compose import simulated
from firmware_bridge.console import Console
from firmware_bridge.folders import claimed, state_folder
from firmware_bridge.options import add_config, config_path
from firmware_bridge.script import ScriptError, play_live, play_script
from firmware_bridge.service import Service, make_patiently
from firmware_bridge.stand import Stand
from firmware_bridge.world import World
from hardware.config import BoardConfig, load_config
from hardware.firmware_sim import SCAN_HZ, SimulatedPico, via_serial
from hardware.protocols import Sensing
from hardware.registry import make_board

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from firmware_bridge.daemon import Daemon
    from firmware_bridge.web.server import WebServer
    from hardware.config.settings import Web
    from hardware.virtual import VirtualBoard

HELP = "Watches the board, understands the hands above it and lights the way."

_LAST_PORT = 65_535


def add_arguments(parser: ArgumentParser) -> None:
    """Say what the command takes."""
    add_config(parser)
    parser.add_argument("--simulate", action="store_true", help="a virtual board instead of a real one")
    parser.add_argument("--via-serial", action="store_true", help="put a simulated microcontroller in between")
    parser.add_argument("--sensing", choices=[str(kind) for kind in Sensing], help="what the board can tell apart")
    parser.add_argument("--state", type=Path, metavar="DIR", help="where games are kept")
    parser.add_argument("--script", type=Path, metavar="FILE", help="play this transcript of hand movements, then stop")
    parser.add_argument("--real-time", action="store_true", help="play the transcript as slowly as hands would")
    parser.add_argument("--host", metavar="ADDRESS", help="where the page listens; 0.0.0.0 for the whole network")
    parser.add_argument("--port", type=_port, metavar="N", help="the page's port")
    parser.add_argument("--no-web", action="store_true", help="no page")
    parser.add_argument("--quiet", action="store_true", help="say only what went wrong")


def run(args: Namespace) -> int:
    """Run until told to stop, or until the transcript ends."""
    logs.set_up(quiet=args.quiet)
    config = _configured(args)
    if args.script and not args.real_time and not args.via_serial:
        return _play_in_no_time(config, args.script)
    try:
        with TemporaryDirectory() as folder:
            return asyncio.run(_serve(config, args, Path(folder)))
    except asyncio.CancelledError:
        return 0  # told to stop before there was a journal
    except ScriptError as error:
        print(error, file=sys.stderr)
        return 1


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > _LAST_PORT:
        raise ArgumentTypeError(f"{text!r} is no port (0 to {_LAST_PORT}; 0 takes any that is free)")
    return int(text)


def _file(args: Namespace) -> Path | None:
    """The board's file. Whoever wants a virtual board gets that of a file only by naming it."""
    named: Path | None = args.config
    return named if args.simulate or args.script or args.via_serial else config_path(args)


def _configured(args: Namespace) -> BoardConfig:
    """The file, and what was asked for beyond it."""
    file = _file(args)
    config = load_config(file) if file else BoardConfig()
    if args.sensing:
        config = _with_sensing(config, args.sensing)
    config = replace(config, web=_web(config.web, args))
    return simulated(config) if args.simulate or args.script or args.via_serial else config


def _with_sensing(config: BoardConfig, sensing: str) -> BoardConfig:
    return replace(config, board=replace(config.board, sensing=Sensing(sensing)))


def _web(web: Web, args: Namespace) -> Web:
    """Where the page listens, as set or as asked for."""
    return replace(web, host=args.host or web.host, port=web.port if args.port is None else args.port)


def _transcript(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ScriptError("this is not text, so no transcript of hands either") from None


def _play_in_no_time(config: BoardConfig, script: Path) -> int:
    world = World(board=make_board(config))
    try:
        play_script(world, _transcript(script))
    except ScriptError as error:
        print(f"{script}: {error}", file=sys.stderr)
        return 1
    print(f"{script}: everything as expected after {len(world.game.actions)} actions, {world.now:.1f} s of play")
    return 0


async def _serve(config: BoardConfig, args: Namespace, folder: Path) -> int:
    board: VirtualBoard | None = make_board(config) if config.sensors.driver == "virtual" else None
    if board is not None and args.via_serial:
        config, pico = via_serial(config, board, folder / "board")
        firmware = asyncio.create_task(_step(pico))
        firmware.add_done_callback(lambda _: pico.close())
    state = args.state or state_folder(config)
    with claimed(state):
        return await _play(config, args, state, board)


async def _play(config: BoardConfig, args: Namespace, state: Path, board: VirtualBoard | None) -> int:
    daemon = await make_patiently(config, state, board)
    reread = (lambda: _configured(args)) if _file(args) and not args.via_serial else None
    service = Service(config, daemon, state, board=board, reread=reread)
    running = asyncio.create_task(service.run())
    if board is not None:
        stand = Stand(daemon, board)
        if args.script:
            try:
                await play_live(stand, _transcript(args.script), asyncio.sleep)
            finally:
                daemon.stop()
                await running
            return 0
        Console(stand).listen(asyncio.get_running_loop())
    page = None if args.no_web else await _open_web(config, daemon, state, board)
    await running
    if page is not None:
        await page.stop()
    return 0


async def _open_web(config: BoardConfig, daemon: Daemon, state: Path, board: VirtualBoard | None) -> WebServer | None:
    """The page; only who wants one needs its packages, and the memory that they take."""
    from firmware_bridge.web.opening import open_web  # noqa: PLC0415 - see above

    return await open_web(config, daemon, state, board)


async def _step(pico: SimulatedPico) -> None:
    """Run the firmware as its own clock would; what hangs or fails there is the line's trouble, not ours."""
    while True:
        pico.step(time.monotonic())
        await asyncio.sleep(1 / SCAN_HZ)
