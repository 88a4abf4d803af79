"""The host's end of the line to the microcontroller; :mod:`hardware.firmware` is the other end."""
