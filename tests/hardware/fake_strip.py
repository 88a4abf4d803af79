"""A WS2812 strip on a wire: it sees pulses, not our bytes, and lights up as the chips would."""

from __future__ import annotations

from itertools import groupby

BIT_NS = 1e9 / 2_400_000
LATCH_NS = 280_000  # the longest that any maker asks for


class FakeStrip:
    """LEDs that take 24 bits each, pass the rest on, and show it when the line stays low."""

    def __init__(self, count: int, channels: str = "GRB") -> None:
        self.leds = [(0, 0, 0)] * count
        self._channels = channels

    def feed(self, wire: bytes) -> None:
        """Look at the line as the bus drives it, highest bit first."""
        levels = [byte >> place & 1 for byte in wire for place in range(7, -1, -1)]
        runs = [(level, len(list(run))) for level, run in groupby(levels)]
        bits: list[int] = []
        for (level, length), (_, low) in zip(runs, [*runs[1:], (0, 0)], strict=True):
            if level:
                bits.append(_bit(length * BIT_NS))
                if low * BIT_NS >= LATCH_NS:
                    self._latch(bits)
                    bits = []
        assert not bits, "the line did not rest for long enough to latch"

    def _latch(self, bits: list[int]) -> None:
        assert len(bits) % 24 == 0, f"{len(bits)} bits are no whole number of LEDs"
        for led in range(min(len(bits) // 24, len(self.leds))):
            sent = dict(zip(self._channels, _bytes(bits[24 * led : 24 * led + 24]), strict=True))
            self.leds[led] = (sent["R"], sent["G"], sent["B"])


def _bit(high_ns: float) -> int:
    if 200 <= high_ns <= 500:
        return 0
    if 550 <= high_ns <= 1000:
        return 1
    raise AssertionError(f"a pulse of {high_ns:.0f} ns is neither a 0 nor a 1")


def _bytes(bits: list[int]) -> list[int]:
    return [int("".join(map(str, bits[start : start + 8])), 2) for start in (0, 8, 16)]


class FakeSpiDev:
    """spidev's device as far as the lights use it, with a strip on MOSI."""

    def __init__(self, strip: FakeStrip | None = None) -> None:
        self.strip = strip or FakeStrip(91)
        self.sent: list[bytes] = []
        self.opened: tuple[int, int] | None = None
        self.fault: OSError | None = None
        self.max_speed_hz = 0
        self.mode = 1

    def open(self, bus: int, device: int) -> None:
        if self.fault:
            raise self.fault
        self.opened = (bus, device)

    def writebytes2(self, wire: bytes) -> None:
        if self.fault:
            raise self.fault
        assert self.opened, "written to a closed bus"
        assert (self.max_speed_hz, self.mode) == (2_400_000, 0)
        self.sent.append(bytes(wire))
        self.strip.feed(wire)

    def close(self) -> None:
        self.opened = None
