"""Which firmware this is; ``yinsh-board flash`` compares it with what the board says after copying."""

FIRMWARE = (1, 0, 0)  # major, minor, patch
