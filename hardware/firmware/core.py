"""The board's end of the line, without I/O: bytes and scans in, bytes and pictures out, time as an argument."""

from . import messages
from .buttons import Buttons
from .lamps import Lamps
from .reporter import Reporter
from .version import FIRMWARE
from .wire import VERSION, FrameReader, frame

SILENCE = 2000  # milliseconds without a frame from the host after which the board is alone
REPORT = 1000  # milliseconds between two frames about the board itself


class Firmware:
    """All that the board decides. *build* is (linear, inputs, leds, buttons, scans a second)."""

    def __init__(self, board_id: bytes, boot: int, build: tuple[int, ...], max_milliamps: int) -> None:
        self.version = VERSION
        self.held = False  # the host asked for the prompt: stop, and do not start again
        self.late = 0  # scans that began too late; the loop counts them
        self._hello = messages.hello(FIRMWARE, board_id, boot, build)
        self._boot = boot
        self._linear = bool(build[0])
        self._reader = FrameReader()
        self._reporter = Reporter()
        self._lamps = Lamps(build[2], max_milliamps)
        self._buttons = Buttons(build[3])
        self._sequence = 0
        self._bad = 0
        self._unsent = 0
        self._scans = 0
        self._rate = 0
        self._heard_at = -SILENCE
        self._report_at = 0
        self._greet = True
        self._report = b""
        self._snapshot = b""

    def receive(self, data: bytes, now: int) -> None:
        """Take what the host sent."""
        for answer in self._reader.feed(data):
            if isinstance(answer, str):
                self._bad += 1
            else:
                self._hear(answer, now)

    def scanned(self, values: list[int], pressed: int, now: int) -> None:
        """Take one whole scan: a number for each input, a bit for each button."""
        self._scans += 1
        self._buttons.look(pressed, now)
        buttons = self._buttons.state()
        if self._reporter.due(values, buttons, now):
            self._unsent += bool(self._snapshot)
            pack = messages.counts if self._linear else messages.switches
            self._snapshot = pack(buttons, values)
        if now >= self._report_at:
            self._tell(now)

    def data_to_send(self) -> bytes:
        """What the line should carry now; what is not fetched is replaced by what is newer."""
        out = b""
        if self._greet:
            out += self._frame(messages.HELLO, self._hello)
        if self._report:
            out += self._frame(messages.STATUS, self._report)
        if self._snapshot:
            out += self._frame(messages.COUNTS if self._linear else messages.SWITCHES, self._snapshot)
        self._greet = False
        self._report = self._snapshot = b""
        return out

    def picture(self, now: int) -> bytes | None:
        """What the strip should show now, three bytes an LED; ``None`` to leave it."""
        self._lamps.alone(self._alone(now), now)
        return self._lamps.picture(now)

    def _alone(self, now: int) -> bool:
        return now - self._heard_at >= SILENCE

    def _frame(self, kind: int, payload: bytes) -> bytes:
        self._sequence += 1
        return frame(kind, self._sequence, payload, self.version)

    def _tell(self, now: int) -> None:
        self._report_at = now + REPORT
        self._rate, self._scans = self._scans, 0
        self._greet = self._greet or self._alone(now)
        lamps = self._lamps
        counters = (self._rate, self._bad, self.late, self._unsent, lamps.skipped, lamps.dimmed)
        self._report = messages.status(self._boot, now // 1000, counters, self._reporter.mode, lamps.brightness)

    def _hear(self, heard: tuple[int, int, int, bytes], now: int) -> None:
        version, kind, _, payload = heard
        if kind == messages.ASK and not payload:  # the same in every version, like HOLD
            self._greet = True
        elif kind == messages.HOLD and payload == messages.HOLD_WORD:
            self.held = True
        elif version != self.version or not self._obey(kind, payload):
            self._bad += 1
            return
        self._heard_at = now

    def _obey(self, kind: int, payload: bytes) -> bool:
        if kind == messages.WISH:
            return self._wish(messages.read_wish(payload))
        rgb = messages.read_lights(payload) if kind == messages.LIGHTS else None
        if rgb is None:
            return False
        self._lamps.show(rgb)
        return True

    def _wish(self, wish: tuple[int, ...] | None) -> bool:
        if wish is None:
            return False
        self._reporter.mode, brightness, deadband, milliamps = wish
        self._reporter.deadband = deadband if self._linear else 0  # a switch changes by one
        self._lamps.dim(brightness)
        self._lamps.limit(milliamps)
        return True
