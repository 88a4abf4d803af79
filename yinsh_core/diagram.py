"""The hexagon in text, drawn from the board's coordinates alone."""

from collections.abc import Mapping

_CELL = 4  # characters from one column to the next


def draw_board(symbols: Mapping[tuple[int, int], str]) -> str:
    """Place one symbol per (column, number) and label the lines.

    A step along a column goes up two text lines, a step to the next column half of that, so the three
    axes keep their directions. Numbers stand left of their lines, letters below.
    """
    rows: dict[int, dict[int, str]] = {}
    for (column, number), symbol in symbols.items():
        rows.setdefault(2 * number - column, {})[column] = symbol
    for number in {number for _, number in symbols}:
        first = min(column for column, n in symbols if n == number)
        rows.setdefault(2 * number - first + 1, {})[first - 1] = str(number)
    letters = {column: chr(ord("A") + column) for column, _ in symbols}
    lines = [_line(rows.get(height, {})) for height in range(max(rows), min(rows) - 1, -1)]
    return "\n".join([*lines, _line(letters)])


def _line(cells: Mapping[int, str]) -> str:
    line = ""
    for column in sorted(cells):
        line = line.ljust((column + 1) * _CELL) + cells[column].rjust(2)
    return line
