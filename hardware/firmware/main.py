# The board's own modules have no types here.
# mypy: ignore-errors
"""What MicroPython runs at power-up: ``main.py`` in the root of the board's files."""

from yinsh_firmware.start import start

start()
