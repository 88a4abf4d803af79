"""Walks a builder over the board to find out which wire belongs to which point, by light and touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from firmware_bridge.builder.glow import Glow, colors
from firmware_bridge.builder.touches import Touches
from hardware.maps import NAMES
from hardware.protocols import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.protocols import Rgb

PATIENCE: Final = 60.0  # seconds before a point or an LED is passed over
FLASH: Final = 0.6  # seconds that a find stays lit

_BEGIN = "Clear the board and keep your hands off: all lights flash."


class SensorWalk:
    """Point after point is lit: a ring is put there, and the input that notices is that point's.

    ``found`` names the input of each point, by its number; the points that no input noticed are missing.
    """

    def __init__(self, count: int, *, linear: bool) -> None:
        self.found: dict[int, int] = {}
        self._count = count
        self._at = 0
        self._since: float | None = None
        self._touches = Touches(linear=linear)
        self._news = [_BEGIN]

    @property
    def done(self) -> bool:
        """Whether every point was asked for, and all rings are away again."""
        return self._asked_all and not self._left()

    @property
    def missing(self) -> list[int]:
        """The points without an input, so far."""
        return [k for k in range(self._at) if k not in self.found]

    def see(self, frame: Frame) -> list[str]:
        """Look at all inputs, by their numbers; return what is new to say."""
        fresh = self._touches.see(frame)
        if self._touches.ready and self._since is None:
            self._ask(0)
        elif self._since is not None and not self._asked_all:
            self._answer(fresh)
        said, self._news = self._news, []
        return said

    def lights(self, now: float) -> tuple[Rgb, ...]:
        """The point asked for; the lights are taken to be in their places."""
        if self._since is None:
            return colors(dict.fromkeys(range(self._count), Glow.HANDS_OFF), now, self._count)
        if self._asked_all:
            return colors(dict.fromkeys(self._left(), Glow.TAKE_AWAY), now, self._count)
        glows = {self._at: Glow.WHITE_RING}
        if now - self._since < FLASH and self._at - 1 in self.found:
            glows[self._at - 1] = Glow.GOOD
        return colors(glows, now, self._count)

    @property
    def _asked_all(self) -> bool:
        return self._at >= self._count

    def _left(self) -> list[int]:
        """The points where rings are left."""
        return [k for k, wire in self.found.items() if wire in self._touches.covered]

    def _answer(self, fresh: Sequence[int]) -> None:
        owners = {wire: k for k, wire in self.found.items()}
        new = [wire for wire in fresh if wire not in owners]
        if len(new) == 1:
            self.found[self._at] = new[0]
            self._news.append(f"{NAMES[self._at]} is input {new[0]}.")
            self._ask(self._at + 1)
        elif new:
            self._news.append(
                f"Inputs {', '.join(map(str, new))} at once: one ring only, please; lift and put it again."
            )
        elif fresh:
            self._news.append(f"That is {NAMES[owners[fresh[0]]]} again.")
        elif self._since is not None and self._touches.now - self._since > PATIENCE:
            self._news.append(f"Nothing noticed a ring on {NAMES[self._at]}: passed over.")
            self._ask(self._at + 1)

    def _ask(self, k: int) -> None:
        self._at, self._since = k, self._touches.now
        wish = "Take all rings away." if self._asked_all else f"Put a ring on {NAMES[k]} ({k + 1} of {self._count})."
        self._news.append(wish)


class LightWalk:
    """LED after LED is lit: a ring is put where it shines, and the point that notices has that LED.

    A ring on a point whose LED is known already says that nothing shines, or not at a point.
    ``found`` names the position on the strip of each point, by its number.
    """

    def __init__(self, leds: int, count: int, *, linear: bool) -> None:
        self.found: dict[int, int] = {}
        self._leds = leds
        self._count = count
        self._led = 0
        self._since: float | None = None
        self._touches = Touches(linear=linear)
        self._news = [_BEGIN]

    @property
    def done(self) -> bool:
        """Whether every point has its LED, or the strip has ended."""
        return self._led >= self._leds or len(self.found) == self._count

    @property
    def missing(self) -> list[int]:
        """The points without an LED, so far."""
        return [k for k in range(self._count) if k not in self.found]

    def see(self, frame: Frame) -> list[str]:
        """Look at the points; return what is new to say."""
        covered = self._touches.see(Frame(frame.time, frame.readings + frame.places))
        if self._touches.ready and self._since is None:
            self._light(0)
        elif self._since is not None and not self.done:
            self._answer([k for k in covered if k < self._count])
        said, self._news = self._news, []
        return said

    def lights(self, now: float) -> tuple[Rgb, ...]:
        """One LED, by its position on the strip."""
        if self._since is None:
            return colors(dict.fromkeys(range(self._leds), Glow.HANDS_OFF), now, self._leds)
        return colors({} if self.done else {self._led: Glow.WHITE_RING}, now, self._leds)

    def _answer(self, covered: Sequence[int]) -> None:
        if len(covered) == 1 and covered[0] not in self.found:
            self.found[covered[0]] = self._led
            self._light(self._led + 1, f"LED {self._led} is {NAMES[covered[0]]}.")
        elif len(covered) == 1:
            self._light(self._led + 1, f"LED {self._led} is at no point.")
        elif covered:
            names = ", ".join(NAMES[k] for k in covered)
            self._news.append(f"{names} at once: one ring only, please; lift and put it again.")
        elif self._since is not None and self._touches.now - self._since > PATIENCE:
            self._light(self._led + 1, f"LED {self._led} was not touched: passed over.")

    def _light(self, led: int, *news: str) -> None:
        self._led, self._since = led, self._touches.now
        self._news += news
        if not self.done:
            self._news.append(f"Put a ring where LED {led} shines, or on a point that is done if it does not.")


def completed(found: dict[int, int], former: Sequence[int]) -> tuple[int, ...]:
    """A wire for each point: as found; else the former one if it is free; else the lowest that is."""
    wires = dict(found)
    for k in (k for k in range(len(former)) if k not in wires):
        taken = set(wires.values())
        wires[k] = former[k] if former[k] not in taken else next(w for w in range(len(taken) + 1) if w not in taken)
    return tuple(wires[k] for k in range(len(former)))
