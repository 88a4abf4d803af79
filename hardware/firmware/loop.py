"""One turn of the board's life, on real metal or on a simulated board alike.

The metal is anything with ``ms``, ``read``, ``scan``, ``pressed``, ``room``, ``write`` and ``show``.
"""

TYPE_CHECKING = False  # the board has no typing module
if TYPE_CHECKING:
    from typing import Protocol

    from .core import Firmware

    class Metal(Protocol):
        """What a board is made of."""

        def ms(self) -> int:
            """Milliseconds since power came; never goes back."""

        def read(self) -> bytes:
            """What the host sent since the last call; does not wait."""

        def scan(self) -> list[int]:
            """A number for each input."""

        def pressed(self) -> int:
            """A bit for each button."""

        def room(self) -> bool:
            """Whether the line takes a write without waiting."""

        def write(self, data: bytes) -> None:
            """Send to the host."""

        def show(self, rgb: bytes) -> None:
            """Light the strip, three bytes an LED."""


def turn(firmware: "Firmware", metal: "Metal") -> None:
    """Listen, scan, speak, light."""
    now = metal.ms()
    firmware.receive(metal.read(), now)
    firmware.scanned(metal.scan(), metal.pressed(), now)
    if metal.room():
        data = firmware.data_to_send()
        if data:
            metal.write(data)
    rgb = firmware.picture(now)
    if rgb is not None:
        metal.show(rgb)
