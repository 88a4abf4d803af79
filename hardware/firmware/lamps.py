"""What the LEDs show: the host's last picture, never too bright, never too often, and a sign when nobody calls."""

GAP = 16  # milliseconds between two pictures: 91 LEDs take 2.7, and nobody sees more than 60 a second
FADE = 1000  # milliseconds from the last picture to the waiting pattern
STEP = 100  # milliseconds a step of the waiting pattern

CHANNEL_MILLIAMPS = 20  # one colour of one LED at full
IDLE_MILLIAMPS = 1  # a dark LED

_WAITING = (24, 12, 0)  # the head of a dim amber comet
_TAIL = 6  # LEDs


class Lamps:
    """The strip's picture; :meth:`picture` says what to put on the line, and when."""

    def __init__(self, leds: int, max_milliamps: int) -> None:
        self.brightness = 255
        self.skipped = 0  # pictures replaced before their turn came
        self.dimmed = 0  # pictures darkened to the cap
        self._size = 3 * leds
        self._max_milliamps = max_milliamps
        self._cap = max_milliamps
        self._rgb = bytes(self._size)
        self._fresh = True  # the picture has not been shown yet
        self._lonely_since = 0  # when the host fell silent; -1 while it talks
        self._shown_at = -GAP

    def show(self, rgb: bytes) -> None:
        """Take the host's picture; a strip longer than it stays dark behind it."""
        rgb = (rgb + bytes(self._size))[: self._size]
        self.skipped += self._fresh and self._rgb != rgb
        self._rgb = rgb
        self._fresh = True

    def limit(self, milliamps: int) -> None:
        """Take the host's cap; the board's own holds all the same, and 0 means just that."""
        cap = min(milliamps or self._max_milliamps, self._max_milliamps)
        self._fresh = self._fresh or cap != self._cap
        self._cap = cap

    def dim(self, brightness: int) -> None:
        """Scale everything by *brightness* / 255."""
        self._fresh = self._fresh or brightness != self.brightness
        self.brightness = brightness

    def alone(self, lonely: bool, now: int) -> None:
        """Know whether the host is silent."""
        if lonely and self._lonely_since < 0:
            self._lonely_since = now
        elif not lonely and self._lonely_since >= 0:
            self._lonely_since = -1
            self._fresh = True

    def picture(self, now: int) -> bytes | None:
        """Three bytes an LED to send to the strip; ``None`` when nothing is new or it is too early."""
        if now - self._shown_at < GAP or not (self._fresh or self._lonely_since >= 0):
            return None
        self._shown_at = now
        self._fresh = False
        if self._lonely_since < 0:
            return self._limited(self._rgb, self.brightness)
        passed = now - self._lonely_since
        if passed < FADE:
            return self._limited(self._rgb, self.brightness * (FADE - passed) // FADE)
        return self._limited(self._waiting(passed // STEP), 255)

    def _limited(self, rgb: bytes, level: int) -> bytes:
        """*rgb* scaled by *level* / 255, or by less if that would draw more than the cap."""
        full = sum(rgb) * CHANNEL_MILLIAMPS  # milliamps times 255 at full level
        budget = max(0, self._cap - IDLE_MILLIAMPS * (self._size // 3)) * 255
        if full * level > budget * 255:
            level = budget * 255 // full
            self.dimmed += 1
        return bytes([channel * level // 255 for channel in rgb])

    def _waiting(self, step: int) -> bytes:
        """A comet that runs along the strip."""
        leds = self._size // 3
        rgb = bytearray(self._size)
        for behind in range(min(_TAIL, leds)):
            at = 3 * ((step - behind) % leds)
            rgb[at : at + 3] = bytes([channel * (_TAIL - behind) // _TAIL for channel in _WAITING])
        return bytes(rgb)
