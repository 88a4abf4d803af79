"""How much of an experiment to do: a number, or a share of its full size, as in ``make faults ARGS=5%``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError


def amount(arguments: list[str] | None, full: float, what: str, description: str | None) -> float:
    """The one argument of an experiment; *full* without it. A share of a whole number is at least 1."""

    def read(text: str) -> float:
        try:
            number = float(text.removesuffix("%"))
        except ValueError:
            number = -1.0
        if not 0 < number < float("inf"):
            raise ArgumentTypeError(f"{text!r} is neither a number nor a share such as 5%")
        return _share(number / 100, full) if text.endswith("%") else number

    parser = ArgumentParser(description=description)
    parser.add_argument(what, nargs="?", type=read, default=full, help=f"(default: {full:,}), or a share such as 5%%")
    return float(getattr(parser.parse_args(arguments), what))


def _share(share: float, full: float) -> float:
    part = share * full
    return max(1, round(part)) if isinstance(full, int) else part
