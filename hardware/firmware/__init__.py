"""What runs on the microcontroller: MicroPython for the RP2040.

On the board this folder is the package ``yinsh_firmware``. Every module but ``metal``, ``strip`` and ``start`` is
plain logic that runs unchanged on the host's Python, where the tests, the simulated board and the host's own end
of the line use it. So: no typing, no dataclasses, no enums here, and time is a growing number of milliseconds.
"""
