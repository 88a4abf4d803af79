"""What frames say. Both directions carry state, never edges, so that whatever is lost heals with the next frame.

Numbers are little-endian. ``read_*`` functions return ``None`` for a payload that no sender of ours would make.
"""

import struct

# From the board.
HELLO = 0x01
SWITCHES = 0x02
COUNTS = 0x03
STATUS = 0x04

# From the host.
ASK = 0x81
WISH = 0x82
LIGHTS = 0x83
HOLD = 0x84

MODE_PLAY = 0  # scans are sent when something changed, and now and then
MODE_RAW = 1  # every scan is sent: for calibration

MAX_INPUTS = 192  # of switches; 96 of linear sensors
MAX_LINEAR = 96
MAX_LEDS = 192
MAX_BUTTONS = 8

HELD = 0x80  # in a button's second byte: it is down now
HOLD_UNIT = 50  # milliseconds that one step of the same byte stands for
LONGEST_HOLD = 0x7F

HOLD_WORD = b"HOLD"

_HELLO = "<3B8sHBBBBH"
_STATUS = "<HIHHHHHHBB"
_WISH = "<BBBH"

HELLO_SIZE = struct.calcsize(_HELLO)


def hello(firmware: tuple[int, ...], board_id: bytes, boot: int, build: tuple[int, ...]) -> bytes:
    """Who the board is; *build* is (linear, inputs, leds, buttons, scans a second)."""
    linear, inputs, leds, buttons, scan_hz = build
    return struct.pack(_HELLO, *firmware, board_id, boot, int(linear), inputs, leds, buttons, scan_hz)


def firmware_of(payload: bytes) -> tuple[int, ...] | None:
    """The firmware's version in a HELLO of any version of the protocol."""
    return tuple(payload[:3]) if len(payload) >= HELLO_SIZE else None


def read_hello(payload: bytes) -> tuple[tuple[int, ...], bytes, int, tuple[int, ...]] | None:
    """(firmware, board id, boot, build)."""
    if len(payload) != HELLO_SIZE:
        return None
    fields = struct.unpack(_HELLO, payload)
    linear, inputs, leds, buttons, _ = fields[5:]
    if linear > 1 or not 0 < inputs <= (MAX_LINEAR if linear else MAX_INPUTS):
        return None
    if leds > MAX_LEDS or buttons > MAX_BUTTONS:
        return None
    return fields[:3], fields[3], fields[4], fields[5:]


def switches(buttons: bytes, levels: list[int]) -> bytes:
    """A snapshot of switches; *buttons* is two bytes a button: how often it went down, and for how long."""
    bitmap = bytearray((len(levels) + 7) // 8)
    for index, level in enumerate(levels):
        if level:
            bitmap[index >> 3] |= 1 << (index & 7)
    return _with_buttons(buttons, len(levels)) + bytes(bitmap)


def read_switches(payload: bytes) -> tuple[bytes, tuple[int, ...]] | None:
    """(buttons, levels)."""
    opened = _open(payload)
    if opened is None:
        return None
    buttons, count, bitmap = opened
    if count > MAX_INPUTS or len(bitmap) != (count + 7) // 8 or (count & 7 and bitmap[-1] >> (count & 7)):
        return None
    return buttons, tuple([bitmap[index >> 3] >> (index & 7) & 1 for index in range(count)])


def counts(buttons: bytes, values: list[int]) -> bytes:
    """A snapshot of linear sensors: signed counts of a 12-bit converter, 0 at half of the supply."""
    return _with_buttons(buttons, len(values)) + struct.pack(f"<{len(values)}h", *values)


def read_counts(payload: bytes) -> tuple[bytes, tuple[int, ...]] | None:
    """(buttons, values)."""
    opened = _open(payload)
    if opened is None:
        return None
    buttons, count, packed = opened
    if count > MAX_LINEAR or len(packed) != 2 * count:
        return None
    return buttons, struct.unpack(f"<{count}h", packed)


def status(boot: int, uptime: int, counters: tuple[int, ...], mode: int, brightness: int) -> bytes:
    """How the board is doing.

    *uptime* is in seconds; *counters* is (scans in the last second, bad frames, late scans, snapshots that did not
    fit the line, lights skipped for coming too fast, lights dimmed to the current's cap), the last five modulo 65,536.
    """
    return struct.pack(_STATUS, boot, uptime, *[count & 0xFFFF for count in counters], mode, brightness)


def read_status(payload: bytes) -> tuple[int, int, tuple[int, ...], int, int] | None:
    """(boot, uptime, counters, mode, brightness)."""
    if len(payload) != struct.calcsize(_STATUS):
        return None
    boot, uptime, *counters, mode, brightness = struct.unpack(_STATUS, payload)
    return boot, uptime, tuple(counters), mode, brightness


def wish(mode: int, brightness: int, deadband: int, milliamps: int) -> bytes:
    """How the board should behave; *milliamps* 0 leaves the cap to the board, which also has the last word."""
    return struct.pack(_WISH, mode, brightness, deadband, milliamps)


def read_wish(payload: bytes) -> tuple[int, ...] | None:
    """(mode, brightness, deadband, milliamps)."""
    if len(payload) != struct.calcsize(_WISH) or payload[0] > MODE_RAW:
        return None
    return struct.unpack(_WISH, payload)


def lights(rgb: bytes) -> bytes:
    """Three bytes an LED along the strip, before brightness."""
    return bytes((len(rgb) // 3,)) + rgb


def read_lights(payload: bytes) -> bytes | None:
    """The colours, three bytes an LED."""
    if not payload or not 0 < payload[0] <= MAX_LEDS or len(payload) != 1 + 3 * payload[0]:
        return None
    return payload[1:]


def _with_buttons(buttons: bytes, count: int) -> bytes:
    return bytes((len(buttons) // 2,)) + buttons + bytes((count,))


def _open(payload: bytes) -> tuple[bytes, int, bytes] | None:
    """(buttons, number of readings, the readings)."""
    if not payload or payload[0] > MAX_BUTTONS:
        return None
    at = 1 + 2 * payload[0]
    if len(payload) <= at or not payload[at]:
        return None
    return payload[1:at], payload[at], payload[at + 1 :]
