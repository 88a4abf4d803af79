"""Stands in for the library in a child process: the strip is a file, and it misbehaves when told to.

Like the real one it kills its process when pixels are touched without a successful ``begin``.
"""

import atexit
import json
import os
import time
from pathlib import Path


class PixelStrip:
    def __init__(self, num, pin, **wiring):
        self._state = Path(os.environ["FAKE_STRIP"])
        self._begun = False
        self._pixels = [0] * num
        self.wiring = {"pin": pin, **wiring}
        atexit.register(self._cleanup)

    def begin(self):
        if self._told("refuse"):
            raise RuntimeError("ws2811_init failed with code -3 (Hardware revision is not supported)")
        self._begun = True

    def __setitem__(self, led, color):
        self._crash_unless_begun()
        self._pixels[led] = color

    def show(self):
        self._crash_unless_begun()
        if self._told("crash"):
            os.abort()
        if self._told("hang"):
            time.sleep(3600)
        if self._told("fail"):
            raise RuntimeError("ws2811_render failed with code -10 (DMA error)")
        if self._told("print"):
            os.write(1, b"the C library prints what it likes\n")
        if self._told("forget"):
            return
        self._state.write_text(json.dumps({"pixels": self._pixels, **self.wiring}))

    def _cleanup(self):
        self._crash_unless_begun()
        self._begun = False

    def _crash_unless_begun(self):
        if not self._begun:
            os.abort()

    def _told(self, fault):
        return self._state.with_name(fault).exists()
