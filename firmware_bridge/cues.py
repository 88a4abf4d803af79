"""The tones of each cue: short, low, and each with a rhythm of its own, for ears that do not tell pitches apart."""

from __future__ import annotations

from typing import Final

from firmware_bridge.effects import Cue

#: (hertz, seconds); 0 hertz is a rest.
TONES: Final[dict[Cue, tuple[tuple[float, float], ...]]] = {
    Cue.DONE: ((440, 0.05),),
    Cue.BACK: ((494, 0.06), (392, 0.08)),
    Cue.ROW: ((523, 0.08), (659, 0.08), (784, 0.12)),
    Cue.WRONG: ((220, 0.1), (0, 0.06), (220, 0.1), (0, 0.06), (220, 0.1)),
    Cue.QUESTION: ((392, 0.08), (0, 0.06), (494, 0.26)),
    Cue.OVER: ((523, 0.1), (0, 0.04), (523, 0.1), (0, 0.04), (523, 0.1), (0, 0.04), (784, 0.34)),
    Cue.FLAG: ((330, 0.4), (0, 0.1), (330, 0.4)),
}
