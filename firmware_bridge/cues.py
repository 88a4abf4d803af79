"""The tones of each cue: short, low, and different in rhythm as well as in pitch."""

from __future__ import annotations

from typing import Final

from firmware_bridge.effects import Cue

#: (hertz, seconds); 0 hertz is a rest.
TONES: Final[dict[Cue, tuple[tuple[float, float], ...]]] = {
    Cue.DONE: ((440, 0.05),),
    Cue.ROW: ((523, 0.08), (659, 0.08), (784, 0.12)),
    Cue.WRONG: ((220, 0.12), (0, 0.06), (220, 0.12)),
    Cue.QUESTION: ((392, 0.1), (0, 0.05), (494, 0.16)),
    Cue.BACK: ((494, 0.06), (392, 0.08)),
    Cue.OVER: ((523, 0.12), (0, 0.04), (523, 0.12), (0, 0.04), (784, 0.3)),
    Cue.FLAG: ((330, 0.4), (0, 0.1), (330, 0.4)),
}
