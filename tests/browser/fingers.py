"""What a person does on the page: drag, tap, look."""

from __future__ import annotations

from typing import Any

GLANCE = 50  # milliseconds between two looks
LOOKS = 300

#: Where the pieces lie beside the board, in units of the drawing.
SUPPLY = {
    "white ring": (-4.85, 5.95),
    "black ring": (4.85, -5.95),
    "white marker": (0.35, 5.95),
    "black marker": (-0.35, -5.95),
}
ASIDE = (-5.0, 4.6)  # beside the board

_TO_SCREEN = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("#board svg").getScreenCTM());
  return [at.x, at.y];
}"""


def place_of(name: str) -> tuple[float, float]:
    """A point or a pile, in units of the drawing."""
    if name in SUPPLY:
        return SUPPLY[name]
    if name == "aside":
        return ASIDE
    column, number = "ABCDEFGHIJK".index(name[0]), int(name[1:])
    return ((column - 5) * 3**0.5 / 2, (column - 5) / 2 - (number - 6))


def drag(page: Any, start: str, end: str, *, grip: float = 0.37) -> None:
    """From one place to another; rings are gripped at their rim."""
    x, y = place_of(start)
    page.mouse.move(*page.evaluate(_TO_SCREEN, [x + grip, y]))
    page.mouse.down()
    page.mouse.move(*page.evaluate(_TO_SCREEN, [x + 0.7, y + 0.3]))
    page.mouse.move(*page.evaluate(_TO_SCREEN, list(place_of(end))))
    page.mouse.up()


def tap(page: Any, point: str) -> None:
    page.mouse.click(*page.evaluate(_TO_SCREEN, list(place_of(point))))


def moves(page: Any) -> list[str]:
    """The actions that the page lists."""
    return [text.strip() for text in page.locator("#moves li").all_inner_texts()]


def until(page: Any, expression: str, arg: Any = None) -> None:
    """Look again and again; the page's own policy forbids to let the browser do so."""
    for _ in range(LOOKS):
        if page.evaluate(expression, arg):
            return
        page.wait_for_timeout(GLANCE)
    status = page.locator("#status").inner_text()
    raise AssertionError(f"never true: {expression} with {arg}; the page says {status!r} after {moves(page)}")


def await_move(page: Any, action: str, count: int | None = None) -> None:
    """Until the last move of the list is this one."""
    until(
        page,
        """([action, count]) => {
          const items = [...document.querySelectorAll("#moves li")];
          return items.at(-1)?.textContent === action && (count === null || items.length === count);
        }""",
        [action, count],
    )


def place_rings(page: Any, points: list[str]) -> None:
    """White and Black in turn."""
    for number, point in enumerate(points, 1):
        drag(page, "black ring" if number % 2 == 0 else "white ring", point)
        await_move(page, point, number)


def play(page: Any, side: str, start: str, end: str, flips: tuple[str, ...] = ()) -> None:
    """A move in the official order: marker into the ring, ring away, flips."""
    drag(page, f"{side} marker", start, grip=0.0)
    drag(page, start, end)
    for point in flips:
        tap(page, point)
    await_move(page, f"{start}-{end}")


class Finger:
    """One finger on a touchscreen; the piece hovers above it, so that it can be seen."""

    HOVER = 0.85  # units of the drawing
    STEPS = 6  # from one place to the other

    def __init__(self, page: Any) -> None:
        self._page = page
        self._screen = page.context.new_cdp_session(page)

    def tap(self, name: str) -> None:
        self._touch("touchStart", *self._at(*place_of(name)))
        self._touch("touchEnd")

    def drag(self, start: str, end: str) -> None:
        """Take a piece by its rim and let it go above a point."""
        (x, y), (to_x, to_y) = place_of(start), place_of(end)
        self._stroke(self._at(x + 0.37, y), self._at(to_x, to_y + self.HOVER))

    def swipe(self, start: str, pixels: float) -> None:
        """Down, or up with less than nothing."""
        x, y = self._at(*place_of(start))
        self._stroke((x, y), (x, y + pixels))

    def _stroke(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._touch("touchStart", *start)
        for step in range(1, self.STEPS + 1):
            self._touch("touchMove", *(a + (b - a) * step / self.STEPS for a, b in zip(start, end, strict=True)))
        self._touch("touchEnd")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        across, down = self._page.evaluate(_TO_SCREEN, [x, y])
        return across, down

    def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        self._screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def log_in(page: Any, pin: str) -> None:
    """Type the PIN into the panel."""
    page.fill("#pin", pin)
    page.click("#login button")
