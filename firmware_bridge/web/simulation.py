"""The hands and the misfortunes that a page can bring over a virtual board."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from firmware_bridge.compose import make_parts
from firmware_bridge.orders import Refused
from hardware.errors import BoardError
from hardware.protocols import Sensing
from hardware.registry import make_board

if TYPE_CHECKING:
    from firmware_bridge.daemon import Daemon
    from hardware.config import BoardConfig
    from hardware.virtual import Hand, VirtualBoard

_NEEDS: dict[str, tuple[str, ...]] = dict.fromkeys(("lift", "put", "flip", "nudge", "take"), ("point",))
_NEEDS["slide"] = ("point", "to")

#: A finger on glass has its own pace; only what is one gesture there takes its time here.
_PACES = {"slide": 0.3, "nudge": 1.0, "sweep": 0.3}


class Simulation:
    """A virtual board that the daemon runs on, and how it was made."""

    def __init__(self, daemon: Daemon, config: BoardConfig, board: VirtualBoard) -> None:
        self.daemon = daemon
        self.config = config
        self.board = board
        self._broken: dict[str, str] = {}  # faults that were asked for, by point

    def act(self, fields: dict[str, Any]) -> None:
        """Let the hand do something; :class:`Refused` if wood does not allow it."""
        act = fields["act"]
        missing = [name for name in _NEEDS.get(act, ()) if name not in fields]
        if missing:
            raise Refused(f"{act} needs a {missing[0]}", "incomplete")
        hand, pace = self.board.hand, self.board.hand.pace
        hand.pace = _PACES.get(act, 0.0)
        try:
            self._do(hand, act, fields)
        except BoardError as error:
            raise Refused(str(error), "impossible") from None
        finally:
            hand.pace = pace

    def change(self, fields: dict[str, Any]) -> None:
        """Let the world change: other sensors, faults, a pulled cable, a power cut."""
        if fields.get("clear"):
            self.board.faults.clear()
            self._broken.clear()
        if "sensing" in fields or "noise" in fields:
            self._rebuild(fields)
        if "fault" in fields:
            self._break(*fields["fault"])
        if "unplug" in fields:
            self.board.faults.unplug() if fields["unplug"] else self.board.faults.replug()
        if fields.get("power_cut"):
            self.daemon.change()

    def _do(self, hand: Hand, act: str, fields: dict[str, Any]) -> None:
        point, piece = fields.get("point", ""), fields.get("piece")
        match act:
            case "lift":
                hand.lift(point, piece)
            case "put":
                hand.put(point, piece)
            case "take":
                hand.take(point, piece)
            case "flip":
                hand.flip(point)
            case "nudge":
                hand.nudge(point)
            case "slide":
                hand.slide(point, fields["to"], piece)
            case "sweep":
                hand.sweep()
            case "lay-down":
                hand.lay_down()

    @property
    def played(self) -> list[Any]:
        """The cues that a buzzer would have played; another list whenever there is a new one."""
        played: list[Any] = getattr(self.daemon.metal.sounder.driver, "played", [])  # only a virtual one remembers
        return played

    def world(self) -> dict[str, Any]:
        """What was changed, for pages that come later."""
        config = self.config
        return {
            "sensing": str(config.board.sensing),
            "noise": config.sensors.virtual.noise_counts,
            "faults": dict(self._broken),
            "unplugged": self.board.faults.unplugged,
        }

    def _break(self, kind: str, point: str) -> None:
        self._broken[point] = kind
        faults = self.board.faults
        match kind:
            case "stuck-on" | "stuck-off":
                faults.stick(point, on=kind == "stuck-on")
            case "dead":
                faults.dead(point)
            case "flicker":
                faults.flicker(point)
            case "chatter":
                faults.chatter(point)

    def _rebuild(self, fields: dict[str, Any]) -> None:
        config = self.config
        if "sensing" in fields:
            config = replace(config, board=replace(config.board, sensing=Sensing(fields["sensing"])))
        if "noise" in fields:
            virtual = replace(config.sensors.virtual, noise_counts=fields["noise"])
            config = replace(config, sensors=replace(config.sensors, virtual=virtual))
        board = _moved(self.board, config)
        self.daemon.change(lambda: make_parts(config, board))
        self.board, self.config = board, config
        self._broken.clear()


def _moved(old: VirtualBoard, config: BoardConfig) -> VirtualBoard:
    """A new board with the pieces of the old one."""
    board = make_board(config)
    board.hand.pace = 0.0
    for point, stack in old.contents.items():
        for piece in stack:
            board.hand.put(point, piece.name)
    board.hand.pace = old.hand.pace
    return board
