"""A passive buzzer: plays cues of (hertz, seconds) without making anyone wait."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING, Any, Final

from hardware.errors import HardwareFault, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hardware.config.settings import Sounder

Cue = tuple[tuple[float, float], ...]

MOST_TONES: Final = 64
LONGEST_SECONDS: Final = 10.0  # of a whole cue: a buzzer that sings for longer is broken software
LOWEST, HIGHEST = 110.0, 7040.0  # hertz: three octaves around A5, what a passive buzzer can do


def checked_cue(cue: Sequence[tuple[float, float]]) -> Cue:
    """*cue*, bounded: not too many tones, not too long, every tone within the buzzer's range or a rest."""
    seconds = sum(length for _, length in cue)
    if len(cue) > MOST_TONES or not 0 <= seconds <= LONGEST_SECONDS or any(length < 0 for _, length in cue):
        raise ValueError(f"a cue has at most {MOST_TONES} tones and {LONGEST_SECONDS:g} s, not {len(cue)}, {seconds} s")
    return tuple((min(max(hertz, LOWEST), HIGHEST) if hertz > 0 else 0.0, length) for hertz, length in cue)


class Melody:
    """Which tone of a cue sounds at which time; a new cue cuts the old one off."""

    def __init__(self) -> None:
        self._ends: list[tuple[float, float]] = []  # (time at which it ends, hertz), the current one last

    def start(self, cue: Cue, now: float) -> None:
        """Play *cue* from *now* on."""
        ends = []
        for hertz, seconds in cue:
            now += seconds
            ends.append((now, hertz))
        self._ends = ends[::-1]

    def at(self, now: float) -> tuple[float, float | None]:
        """The tone in hertz (0 is silence) and the seconds until it changes, ``None`` when all is played."""
        while self._ends and self._ends[-1][0] <= now:
            self._ends.pop()
        if not self._ends:
            return 0.0, None
        end, hertz = self._ends[-1]
        return hertz, end - now


class TonalSounder:
    """A buzzer on a GPIO, through gpiozero's ``TonalBuzzer``.

    One thread sleeps until a tone has to change. What it meets is raised by the next :meth:`play`.
    """

    def __init__(
        self,
        settings: Sounder,
        *,
        pin_factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
        threaded: bool = True,
    ) -> None:
        """Take virtual time in tests: a *clock* of your own, and ``threaded=False`` to call :meth:`tick` yourself."""
        self._settings = settings
        self._pin_factory = pin_factory
        self._clock = clock
        self._threaded = threaded
        self._melody = Melody()
        self._hertz = 0.0
        self._buzzer: Any = None
        self._thread: threading.Thread | None = None
        self._wake = threading.Condition()
        self._fault: Exception | None = None

    def open(self) -> None:
        """Claim the pin."""
        self.close()
        tonal_buzzer, tone = _gpiozero()
        try:
            self._buzzer = tonal_buzzer(
                self._settings.pin, mid_tone=tone("A5"), octaves=3, pin_factory=self._pin_factory
            )
        except Exception as error:  # every pin factory has errors of its own, with no common base
            raise self._failed(error) from error
        self._hertz, self._fault = 0.0, None
        if self._threaded:
            self._thread = threading.Thread(target=self._run, name="sounder", daemon=True)
            self._thread.start()

    def play(self, cue: Sequence[tuple[float, float]]) -> None:
        """Start *cue*, instead of the one that still plays."""
        tones = checked_cue(cue)
        with self._wake:
            if self._fault is not None:
                raise self._failed(self._fault)
            if self._buzzer is None:
                raise HardwareFault("the buzzer is not open")
            self._melody.start(tones, self._clock())
            self._wake.notify()

    def tick(self, now: float) -> float | None:
        """Sound what is due; the seconds until something changes, ``None`` when nothing will."""
        hertz, seconds = self._melody.at(now)
        if hertz != self._hertz and self._buzzer is not None:
            self._hertz = hertz
            self._sound(hertz)
        return seconds

    def close(self) -> None:
        """Fall silent and let the pin go."""
        with self._wake:
            buzzer, self._buzzer = self._buzzer, None
            self._melody = Melody()
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if buzzer is not None:
            with contextlib.suppress(Exception):  # as above, and closing must not fail
                buzzer.close()

    def _sound(self, hertz: float) -> None:
        _, tone = _gpiozero()
        if hertz:
            self._buzzer.play(tone(frequency=hertz))
        else:
            self._buzzer.stop()

    def _run(self) -> None:
        with self._wake:
            while self._buzzer is not None and self._fault is None:
                try:
                    seconds = self.tick(self._clock())
                except Exception as error:  # noqa: BLE001  (kept for the next caller: a thread has none)
                    self._fault = error
                else:
                    self._wake.wait(seconds)

    def _failed(self, error: Exception) -> HardwareFault:
        return HardwareFault(
            f"the buzzer on GPIO {self._settings.pin} failed: {error}; "
            "see that no other driver uses the pin and run yinsh-board doctor"
        )


class VirtualSounder:
    """Remembers the last cues instead of playing them."""

    def __init__(self, settings: object = None) -> None:  # noqa: ARG002  (the signature of every sounder)
        self.played: list[Cue] = []

    def open(self) -> None:
        """Nothing to claim."""

    def play(self, cue: Sequence[tuple[float, float]]) -> None:
        """Remember *cue*, and at most the 99 before it."""
        self.played = [*self.played[-99:], checked_cue(cue)]

    def close(self) -> None:
        """Nothing to release."""


class NoSounder:
    """Silence."""

    def __init__(self, settings: object = None) -> None:
        """Keep nothing; the signature is that of every sounder."""

    def open(self) -> None:
        """Nothing to claim."""

    def play(self, cue: Sequence[tuple[float, float]]) -> None:
        """Play nothing; a cue out of bounds is refused here as anywhere."""
        checked_cue(cue)

    def close(self) -> None:
        """Nothing to release."""


def _gpiozero() -> tuple[Callable[..., Any], Callable[..., Any]]:
    try:
        from gpiozero import TonalBuzzer  # noqa: PLC0415  (an extra, wanted only with this driver)
        from gpiozero.tones import Tone  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra("sounder driver 'tonal' needs gpiozero", "pi") from error
    return TonalBuzzer, Tone
