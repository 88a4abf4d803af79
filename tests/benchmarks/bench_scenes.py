# ruff: noqa: T201 - it prints its figures
"""From a scene to the 91 colours of one moment, for each role of the lights: ``make bench``."""

from __future__ import annotations

from timeit import repeat
from typing import TYPE_CHECKING

from docs.make_light_pictures import ROLES, world_of
from firmware_bridge.lights import render
from tests.amounts import amount

if TYPE_CHECKING:
    from firmware_bridge.scene import Scene

FRAMES = 500  # ten seconds of animation
FPS = 50


def microseconds(scene: Scene, frames: int) -> float:
    """The best of some runs through the animation."""

    def animate() -> None:
        for frame in range(frames):
            render(scene, frame / FPS)

    return min(repeat(animate, number=1, repeat=5)) / frames * 1e6


def main(arguments: list[str] | None = None) -> None:
    """Print what each role costs."""
    frames = int(amount(arguments, FRAMES, "frames", __doc__))
    print("light language, µs a frame")
    costs = {role.name: microseconds(world_of(role).table.scene, frames) for role in ROLES}
    for name, cost in costs.items():
        print(f"  {name:<14}{cost:7.1f}")
    worst = max(costs, key=costs.__getitem__)
    print(f"  {worst} at {FPS} frames a second takes {costs[worst] * FPS / 1e4:.2f} % of a core")


if __name__ == "__main__":
    main()
