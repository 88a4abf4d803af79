# The board's own modules have no types here.
# mypy: ignore-errors
# ruff: noqa: F821 - the assembler of the PIO brings its own words
"""WS2812 LEDs on a state machine of the PIO: exact to the nanosecond, whatever the program does meanwhile."""

import array

import rp2
from machine import Pin

_HERTZ = 8_000_000  # ten cycles of 125 ns are the 1.25 µs of one bit


@rp2.asm_pio(
    set_init=rp2.PIO.OUT_LOW, out_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24
)
def _ws2812() -> None:
    wrap_target()
    out(x, 1)  # waits for the next bit with the line low
    set(pins, 1)[2]  # 375 ns high for every bit
    mov(pins, x)[2]  # 375 ns more for a one
    set(pins, 0)[2]  # and low for the rest
    wrap()


class Strip:
    """A strip of LEDs; *order* is that of the colours on its line."""

    def __init__(self, pin: int, leds: int, order: str) -> None:
        self._machine = rp2.StateMachine(0, _ws2812, freq=_HERTZ, set_base=Pin(pin), out_base=Pin(pin))
        self._machine.active(1)
        self._words = array.array("I", [0] * leds)
        self._shifts = [8 * (2 - order.index(colour)) for colour in "RGB"]

    def show(self, rgb: bytes) -> None:
        """Send one picture, three bytes an LED; 91 take 2.7 ms."""
        red, green, blue = self._shifts
        words = self._words
        for index in range(len(words)):
            at = 3 * index
            words[index] = rgb[at] << red | rgb[at + 1] << green | rgb[at + 2] << blue
        self._machine.put(words, 8)
