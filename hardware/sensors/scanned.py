"""What drivers share that scan the board themselves: claim late, scan, give everything back on the first fault."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING

from hardware.errors import BadConfig, HardwareFault
from hardware.maps import PointOrder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.protocols import Frame

    #: Reads every input once; ``values[input]``.
    Scan = Callable[[], Sequence[int]]


class Scanned(ABC):
    """A driver whose ``read`` scans every input of its wiring and puts them in point order.

    A driver that has failed is closed: the metal is left at rest, and ``open`` starts afresh.
    What it could put right by itself is in ``counts``, by name.
    """

    linear = False

    def __init__(self, name: str, inputs: Sequence[int], wired: int) -> None:
        if not all(0 <= number < wired for number in inputs):
            wrong = next(number for number in inputs if not 0 <= number < wired)
            raise BadConfig(f"sensors on {name}: input {wrong} is not wired; this wiring has inputs 0 to {wired - 1}")
        self.name = name
        self.counts: Counter[str] = Counter()
        self._order = PointOrder(inputs)
        self._scan: Scan | None = None
        self._claimed = contextlib.ExitStack()

    def open(self) -> None:
        """Claim the devices, after giving back what was claimed before."""
        self.close()
        try:
            self._scan = self._claim(self._claimed)
        except BaseException:
            self.close()
            raise

    def read(self, now: float) -> Frame:
        """Scan the whole board once."""
        if self._scan is None:
            raise HardwareFault(f"sensors on {self.name} are not open; open them first")
        try:
            values = self._scan()
        except OSError:
            self.close()
            raise
        return self._order.frame(now, values)

    def close(self) -> None:
        """Give back every device; metal that fails even at this is left alone."""
        self._scan = None
        with contextlib.suppress(Exception):
            self._claimed.close()

    @abstractmethod
    def _claim(self, claimed: contextlib.ExitStack) -> Scan:
        """Open the devices, say in *claimed* how to give each back, and return what scans them."""
