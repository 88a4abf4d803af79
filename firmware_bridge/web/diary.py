"""The last lines of the log, for whoever looks after the board from the panel."""

from __future__ import annotations

import logging
from collections import deque
from typing import Final

MOST: Final = 300  # lines
LONGEST: Final = 160  # characters of a line: all of them fit into one message


class Diary(logging.Handler):
    """Remembers lines; the newest make the oldest go."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._lines: deque[str] = deque(maxlen=MOST)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self._lines.append(self.format(record).replace("\n", " | ")[:LONGEST])

    def text(self) -> str:
        """All lines."""
        return "".join(f"{line}\n" for line in self._lines)
