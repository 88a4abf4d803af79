"""``python -m yinsh_core``: play, look at a record, count positions, measure speed."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from datetime import datetime
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, get_args

from yinsh_core import Color, Game, MoveRing, Position, TakeRow, Variant, YinshError, perft
from yinsh_core.actions import PlaceRing, TakeRing
from yinsh_core.perft import divide
from yinsh_core.record import MAX_LENGTH, read_record, result_of
from yinsh_core.sgf import looks_like_sgf, read_sgf
from yinsh_core.svg import board_svg
from yinsh_core.terminal import TerminalGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from yinsh_core.actions import Action
    from yinsh_core.points import Point

_MAX_BYTES: Final = 4 * MAX_LENGTH + 1  # enough to see that a text is too long, whatever its letters
_SIDES: Final = {"white": (Color.WHITE,), "black": (Color.BLACK,), "both": tuple(Color)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it worked, 1 when the person can put something right, 2 for wrong usage."""
    args = _parser().parse_args(arguments)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough; python must not complain again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except YinshError as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return _failed("interrupted")
    return code


def add_play_arguments(parser: ArgumentParser) -> None:
    """The options of ``play``, for every program that offers it."""
    parser.add_argument("--variant", choices=get_args(Variant), default="standard", help="blitz: the first ring wins")
    parser.add_argument("--random", choices=_SIDES, metavar="SIDE", help="white, black or both play at random")
    parser.add_argument("--seed", type=int, help="make the random moves the same every time")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep the game in this new file")


def play(args: Namespace) -> int:
    """Play at the terminal until the game or the input ends; the record is kept either way."""
    if args.record is not None and args.record.exists():
        raise YinshError(f"{args.record} exists already: choose another name, so that no game is lost")
    game = Game(args.variant, headers={"Date": str(datetime.now().astimezone().date())})
    sides = _SIDES.get(args.random, ())
    game.headers.update({str(side).capitalize(): "random moves" for side in sides})
    try:
        _converse(TerminalGame(game, Random(args.seed), random_sides=sides))
    except (EOFError, KeyboardInterrupt):
        print()
    _keep(game, args.record)
    return 0


def _converse(table: TerminalGame) -> None:
    print(table.opening())
    while not table.finished:
        print(table.answer(input(table.prompt)))


def _keep(game: Game, path: Path | None) -> None:
    if not game.actions:
        return
    if path is None:
        print(f"\nThe record of this game (python -m yinsh_core show reads it):\n\n{game.record()}")
        return
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(game.record())
    except OSError:
        print(game.record())  # at least it is on the screen
        raise
    print(f"The game is kept. See it again: python -m yinsh_core show {path}")


def _show(args: Namespace) -> int:
    game = _read_game(args.game)
    for name, value in game.headers.items():
        print(f"{name}: {value}")
    actions = game.actions
    ply = len(actions) if args.ply is None else args.ply
    if ply > len(actions):
        raise YinshError(f"--ply {ply}: the game has {len(actions)} actions")
    position = game.positions[ply]
    last = actions[ply - 1] if ply else None
    print(f"After {ply} of {len(actions)} actions{f', the last {last}' if last else ''}:\n\n{position}")
    if ply == len(actions):
        print(_ending(game))
    if args.svg is not None:
        args.svg.write_text(_picture(position, last), encoding="utf-8")
    return 0


def _ending(game: Game) -> str:
    result, how = result_of(game)
    what = {"*": "The game goes on", "draw": "A draw"}.get(result, f"{result.capitalize()} wins")
    return f"{what}: {how}." if how else f"{what}."


def _picture(position: Position, last: Action | None) -> str:
    arrows: list[tuple[Point | str, Point | str]] = []
    highlights: list[Point | str] = []
    match last:
        case MoveRing(start, end):
            arrows = [(start, end)]
        case TakeRow():
            highlights = list(last.points)
        case PlaceRing(point) | TakeRing(point):
            highlights = [point]
    return board_svg(position, arrows=arrows, highlights=highlights)


def _perft(args: Namespace) -> int:
    position = Position() if args.start is None else _read_game(args.start).position
    began = perf_counter()
    if args.divide and args.depth:
        counts = divide(position, args.depth)
        for action, nodes in counts.items():
            print(f"{action}: {nodes}")
        total = sum(counts.values())
    else:
        total = perft(position, args.depth)
    seconds = perf_counter() - began
    print(f"perft {args.depth}: {total} nodes in {seconds:.2f} s")
    return 0


def _bench(args: Namespace) -> int:
    rng = Random(args.seed)
    games, seconds = _repeat(lambda: _random_game(rng), args.seconds)
    print(f"random games: {len(games) / seconds:,.1f} games/s, {sum(games) / seconds:,.0f} actions/s")
    midgame = list(islice(_random_positions(rng), 30))[-1]  # twenty moves after the last ring was placed
    counts, seconds = _repeat(lambda: perft(midgame, 2), args.seconds)
    print(f"perft 2 in mid-game: {sum(counts) / seconds:,.0f} nodes/s")
    return 0


def _repeat(work: Callable[[], int], seconds: float) -> tuple[list[int], float]:
    """Work for so long; what each round returned, and the seconds it really took."""
    began, done = perf_counter(), [work()]
    while perf_counter() - began < seconds:
        done.append(work())
    return done, perf_counter() - began


def _random_game(rng: Random) -> int:
    return sum(1 for _ in _random_positions(rng))


def _random_positions(rng: Random) -> Iterator[Position]:
    game = Game()
    while game.outcome is None:
        legal = game.legal_actions
        game.push(legal[rng.randrange(len(legal))])
        yield game.position


def _read_game(name: str) -> Game:
    """The game of a file, or of the input for ``-``: a record or SGF, told apart by what is in it."""
    if name == "-":
        data = sys.stdin.buffer.read(_MAX_BYTES)
    else:
        with Path(name).open("rb") as file:
            data = file.read(_MAX_BYTES)
    text = _decoded(data)
    try:
        return read_sgf(text) if looks_like_sgf(text) else read_record(text)
    except YinshError as error:
        raise YinshError(f"{'input' if name == '-' else name}: {error}") from error


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # older files of the server


def _failed(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"{text!r} is not a number from 0 up")
    return int(text)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="python -m yinsh_core", description="The rules of YINSH: play, replay, count, measure."
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Namespace], int], words: str) -> ArgumentParser:
        new = commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        new.set_defaults(run=run)
        return new

    add_play_arguments(command("play", play, "play at the terminal, two people or against random moves"))
    _add_show_arguments(command("show", _show, "show a game record or an SGF file"))
    _add_perft_arguments(command("perft", _perft, "count all sequences of so many actions"))
    bench = command("bench", _bench, "measure random games and counted positions per second")
    bench.add_argument("--seconds", type=float, default=2.0, help="how long to measure each (default 2)")
    bench.add_argument("--seed", type=int, default=1, help="for the random moves (default 1)")
    return parser


def _add_show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="RECORD", help="the file; - reads the input")
    parser.add_argument("--ply", type=_count, metavar="N", help="the board after N actions (default: at the end)")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="also draw that board into this file")


def _add_perft_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("depth", type=_count, metavar="DEPTH", help="how many actions")
    parser.add_argument("--from", dest="start", metavar="RECORD", help="start at the end of this game")
    parser.add_argument("--divide", action="store_true", help="show the count for each first action")


if __name__ == "__main__":
    sys.exit(main())
