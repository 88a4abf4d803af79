"""Where messages become orders: checks who asks, carries out what is allowed, and says why not otherwise."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any

from firmware_bridge import orders
from firmware_bridge.calibrating import Calibrating
from firmware_bridge.clocks import TimeControl
from firmware_bridge.scene import Coach
from firmware_bridge.web.diary import Diary
from firmware_bridge.web.sessions import Backoff, Sessions, load_pin, save_pin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from firmware_bridge.daemon import Daemon
    from firmware_bridge.web.crowd import Client
    from firmware_bridge.web.messages import Message
    from firmware_bridge.web.sessions import PinHash
    from firmware_bridge.web.simulation import Simulation


class Denied(Exception):
    """Not like this; ``code`` is for programs, the text for people."""

    def __init__(self, code: str, text: str, cure: str, **more: int) -> None:
        super().__init__(text)
        self.answer = {"type": "error", "code": code, "text": text, "cure": cure, **more}


class Desk:
    """Takes messages and answers each with one."""

    def __init__(
        self,
        daemon: Daemon,
        state: Path,
        simulation: Simulation | None,
        *,
        trust_local: bool = True,
    ) -> None:
        self.daemon = daemon
        self.diary = Diary()
        self.health: Callable[[], dict[str, Any]] = dict
        self._state = state
        self._last_pin = load_pin(state)
        self.simulation = simulation
        self.calibrating = Calibrating(daemon)
        self._steering = ""  # the token of whoever calibrates
        self.sessions = Sessions()
        self.backoff = Backoff()
        self._trust_local = trust_local
        self._trying = asyncio.Lock()

    def trusts(self, client: Client) -> bool:
        """Whether someone needs no PIN: whoever sits at the computer that simulates the board."""
        return self._trust_local and self.simulation is not None and client.local

    def look_after_calibration(self, clients: Iterable[Client]) -> dict[str, Any] | None:
        """See to it that a calibration ends when its page has gone, or the PIN counts no more; how far it is."""
        attended = any(client.calibrates for client in clients)
        allowed = self.sessions.valid(self._steering, self.daemon.clock())
        return self.calibrating.look(attended=attended, allowed=allowed)

    async def take(self, message: Message, client: Client) -> dict[str, Any]:
        """Do what a message asks, and the answer to it."""
        try:
            answer = await self._answer(message, client)
        except Denied as denied:
            answer = denied.answer
        except orders.Refused as refused:
            answer = {"type": "error", "code": "refused", "reason": refused.reason, "text": str(refused), "cure": ""}
        return answer if message.number is None else {**answer, "id": message.number}

    async def _answer(self, message: Message, client: Client) -> dict[str, Any]:
        fields = message.fields
        match message.kind:
            case "subscribe":
                client.lights, client.board = fields.get("lights", False), fields.get("board", False)
            case "login":
                return {"type": "session", "token": await self._login(fields["pin"])}
            case "pin":
                return {"type": "session", "token": await self._change_pin(fields["old"], fields["new"])}
            case "logout":
                self.sessions.close(fields["token"])
            case _:
                await self._must_be_allowed(message, client)
                if fields.get("order") != "calibrate":
                    return self._do(message)
                await self._calibrate(fields["step"], fresh=fields.get("fresh", False))
                client.calibrates, self._steering = True, fields["token"]
        return {"type": "done", "of": message.kind}

    def _do(self, message: Message) -> dict[str, Any]:
        fields = {name: value for name, value in message.fields.items() if name != "token"}
        match message.kind:
            case "order":
                self._order(fields.pop("order"), fields)
            case "hand":
                self._simulated().act(fields)
            case "world":
                self._simulated().change(fields)
            case "log":
                return {"type": "log", "text": self.diary.text()}
            case "health":
                return self.health()
        return {"type": "done", "of": message.kind}

    async def _calibrate(self, step: str, *, fresh: bool) -> None:
        match step:
            case "begin":
                self.calibrating.begin(fresh=fresh)
            case "stay":
                self.calibrating.stay()
            case "skip":
                self.calibrating.skip()
            case "undo":
                self.calibrating.undo()
            case "save":
                await self.calibrating.save()
            case "cancel":
                self.calibrating.cancel()

    async def _login(self, pin: str) -> str:
        async with self._trying:
            await self._must_know(pin)
            return self.sessions.open(self.daemon.clock())

    async def _change_pin(self, old: str, new: str) -> str:
        """Who knows the PIN sets another, and everyone else has to log in again."""
        async with self._trying:
            await self._must_know(old)
            try:
                self._last_pin = await asyncio.to_thread(save_pin, self._state, new)
            except OSError as error:
                raise Denied("unsaved", f"the PIN cannot be saved: {error}", "make room on the disk") from None
            self.sessions.close_all()
            return self.sessions.open(self.daemon.clock())

    async def _must_know(self, pin: str) -> None:
        """One try at a time: a crowd that guesses at once waits like everybody."""
        wait = ceil(self.backoff.wait(self.daemon.clock()))
        if wait:
            cure = "ask whoever runs the board for the PIN"
            raise Denied("wait", f"too many wrong PINs: wait {wait} s", cure, seconds=wait)
        kept = await self._kept_pin()
        if kept is None or not await asyncio.to_thread(kept.matches, pin):
            self.backoff.failed(self.daemon.clock())
            raise Denied(
                "pin", "that is not the PIN", "the board's console showed it; `yinsh-board pin` sets a new one"
            )
        self.backoff.succeeded()

    async def _kept_pin(self) -> PinHash | None:
        """The PIN, read anew each time: who has just set another on the console wants everyone out."""
        kept = await asyncio.to_thread(load_pin, self._state)
        if kept != self._last_pin:
            self._last_pin = kept
            self.sessions.close_all()
        return kept

    async def _must_be_allowed(self, message: Message, client: Client) -> None:
        if message.kind in {"hand", "world"} and self.trusts(client):
            return
        token = message.fields.get("token", "")
        if self.sessions.valid(token, self.daemon.clock()):
            async with self._trying:
                await self._kept_pin()
        if self.sessions.valid(token, self.daemon.clock()):
            return
        raise Denied("token", "only whoever knows the PIN may do that", "log in with the board's PIN")

    def _simulated(self) -> Simulation:
        if self.simulation is None:
            raise orders.Refused("this board is made of wood: use your hands", "real-board")
        return self.simulation

    def _order(self, name: str, fields: dict[str, Any]) -> None:
        if name in _LOOKS:
            (value,) = fields.values()
            self.daemon.wear(replace(self.daemon.look, **{name: value}))
        elif name == "light-test":
            self.daemon.bridge.test_lights(self.daemon.clock())
        else:
            self.daemon.obey(order_of(name, fields))


def order_of(name: str, fields: dict[str, Any]) -> orders.Order:
    """The table's order for a message's."""
    return _ORDERS[name](**fields)


def _set_clock(mode: str = "none", initial: float = 900.0, increment: float = 0.0) -> orders.SetClock:
    if mode == "fischer":
        return orders.SetClock(TimeControl("fischer", initial, increment))
    return orders.SetClock(TimeControl("sudden", initial) if mode == "sudden" else None)


#: Orders that change what :class:`~firmware_bridge.look.Look` calls by the same name.
_LOOKS = ("palette", "brightness", "sound")


_ORDERS: dict[str, Callable[..., orders.Order]] = {
    "new-game": orders.NewGame,
    "take-back": orders.TakeBack,
    "resign": orders.Resign,
    "hint": orders.Hint,
    "answer": orders.Answer,
    "accept": orders.Accept,
    "swap": orders.SwapSides,
    "pause": orders.Pause,
    "coach": lambda level: orders.SetCoach(Coach(level)),
    "players": orders.SetPlayers,
    "clock": _set_clock,
}
