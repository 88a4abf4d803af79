"""This board's wiring. ``yinsh-board flash --settings FILE`` puts a changed copy on the board; flash keeps it later.

Input number = multiplexer * 16 + line. The multiplexers of a bank share an enable line, and each of them has an
input pin, which it shares with its counterparts in the other banks: 2 banks of 3 are 96 inputs on 3 converters.
"""

LINEAR = True  # linear Hall sensors on converter pins; False for switches on any pins
SCAN_HZ = 200  # scans of the whole board
OVERSAMPLE = 4  # conversions averaged for one reading
SETTLE_US = 10  # wait after switching the multiplexers: 70 ohms into a converter and its wire, many times over
ACTIVE_LOW = True  # a switch pulls its input to ground

SELECT_PINS = (2, 3, 4, 5)  # S0 to S3 of every multiplexer
ENABLE_PINS = (6, 7)  # E of the multiplexers, low to enable, one for each bank
INPUT_PINS = (26, 27, 28)  # common pins of the multiplexers; only 26, 27 and 28 can convert
BUTTON_PINS = (10, 11, 12)  # hint, take-back, cafe, each to ground

LED_PIN = 16
LEDS = 91  # on the strip
LED_ORDER = "GRB"  # order of the colours on the strip's line
MAX_MILLIAMPS = 2000  # what the LEDs may draw in all, whatever the host asks for
