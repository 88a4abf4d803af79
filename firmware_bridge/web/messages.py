"""What a browser may say: JSON objects of a few kinds, each read strictly into a value or refused with a reason.

Nothing in here acts. A message that reads is well formed and within bounds; whether it is allowed, and whether it
makes sense in this game, is for others to say.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from firmware_bridge.palettes import PALETTES
from firmware_bridge.web.sessions import LONGEST as LONGEST_PIN
from firmware_bridge.web.sessions import SHORTEST as SHORTEST_PIN
from hardware.config.rules import Flag, Real, Refused, Rule, Text, Whole, Word
from hardware.protocols import Sensing
from yinsh_core.points import POINTS

LONGEST: Final = 4096  # bytes of one message

_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff"

#: A line that can be stored and shown: no control characters, no halves of characters.
NAME: Final = Text(40, rf"[^{_UNSEEN}]*")
POINT: Final = Word([point.name for point in POINTS], form="a point such as F6")
PIECE: Final = Word(["white ring", "black ring", "white marker", "black marker", "ring", "marker"])
TOKEN: Final = Text(64, r"[A-Za-z0-9_-]*", "the token of the session message")
PIN: Final = Text(64)
NEW_PIN: Final = Text(
    LONGEST_PIN, rf"[^{_UNSEEN}]{{{SHORTEST_PIN},}}", f"a PIN of {SHORTEST_PIN} to {LONGEST_PIN} characters"
)
VARIANT: Final = Text(20, r"[a-z]+", "a variant such as standard")
SIDE: Final = Whole(0, 1)

ACTS: Final = ("lift", "put", "flip", "slide", "nudge", "sweep", "take", "lay-down")
FAULTS: Final = ("stuck-on", "stuck-off", "dead", "flicker", "chatter")
CLOCKS: Final = ("none", "fischer", "sudden")
STEPS: Final = ("begin", "stay", "skip", "undo", "save", "cancel")


class Malformed(ValueError):
    """This is no message; the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of both players."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"two names, each {NAME.allowed}"

    def read(self, value: object) -> tuple[str, str]:
        """Take a list of two names."""
        if not isinstance(value, list) or len(value) != 2:  # noqa: PLR2004 - two players
            raise Refused
        return (NAME.read(value[0]), NAME.read(value[1]))

    def write(self, value: Any) -> str:
        """The names as JSON."""
        return json.dumps(value)


@dataclass(frozen=True, slots=True)
class Broken:
    """A fault at a point: ``{"kind": "dead", "point": "F6"}``."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return f"a kind ({' | '.join(FAULTS)}) and a point"

    def read(self, value: object) -> tuple[str, str]:
        """Take the kind and the point."""
        if not isinstance(value, dict) or set(value) != {"kind", "point"}:
            raise Refused
        return (str(Word(FAULTS).read(value["kind"])), str(POINT.read(value["point"])))

    def write(self, value: Any) -> str:
        """The fault as JSON."""
        return json.dumps(dict(zip(("kind", "point"), value, strict=True)))


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a message: its rule, and whether it must be there."""

    rule: Rule
    needed: bool = False


#: The fields of each kind of message, besides ``type`` and the ``id`` that an answer repeats.
KINDS: Final[dict[str, dict[str, Field]]] = {
    "subscribe": {"lights": Field(Flag()), "board": Field(Flag())},
    "login": {"pin": Field(PIN, needed=True)},
    "pin": {"old": Field(PIN, needed=True), "new": Field(NEW_PIN, needed=True)},
    "logout": {"token": Field(TOKEN, needed=True)},
    "order": {"token": Field(TOKEN), "order": Field(Text(40), needed=True)},
    "log": {"token": Field(TOKEN)},
    "health": {"token": Field(TOKEN)},
    "hand": {
        "token": Field(TOKEN),
        "act": Field(Word(ACTS), needed=True),
        "point": Field(POINT),
        "to": Field(POINT),
        "piece": Field(PIECE),
    },
    "world": {
        "token": Field(TOKEN),
        "sensing": Field(Word(tuple(Sensing))),
        "noise": Field(Real(0, 60, "counts")),
        "fault": Field(Broken()),
        "clear": Field(Flag()),
        "unplug": Field(Flag()),
        "power_cut": Field(Flag()),
    },
}

#: The arguments of each order.
ORDERS: Final[dict[str, dict[str, Field]]] = {
    "new-game": {"variant": Field(VARIANT)},
    "take-back": {},
    "resign": {"side": Field(SIDE, needed=True)},
    "hint": {},
    "answer": {"choice": Field(Whole(0, 99), needed=True)},
    "accept": {},
    "swap": {},
    "pause": {"on": Field(Flag(), needed=True)},
    "coach": {"level": Field(Whole(0, 3), needed=True)},
    "players": {"names": Field(Names(), needed=True)},
    "palette": {"name": Field(Word(tuple(PALETTES)), needed=True)},
    "brightness": {"share": Field(Real(0, 1), needed=True)},
    "sound": {"on": Field(Flag(), needed=True)},
    "clock": {
        "mode": Field(Word(CLOCKS)),
        "initial": Field(Real(1, 24 * 3600, "s")),
        "increment": Field(Real(0, 600, "s")),
    },
    "light-test": {},
    "calibrate": {"step": Field(Word(STEPS), needed=True), "fresh": Field(Flag())},
}


@dataclass(frozen=True, slots=True)
class Message:
    """A well-formed message."""

    kind: str
    fields: dict[str, Any]
    number: int | None = None  # the sender's own, repeated in the answer


def read_message(text: str | bytes) -> Message:
    """The message that *text* is; :class:`Malformed` if it is none."""
    parsed = _parsed(text)
    number = parsed.pop("id", None)
    if number is not None:
        number = _read("id", number, Whole(0, 2**31 - 1))
    kind = parsed.pop("type", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise Malformed(f"type: allowed: {' | '.join(KINDS)}")
    known = KINDS[kind]
    if kind == "order":
        known = known | _arguments(parsed.get("order"))
    return Message(kind, _fields(parsed, known), number)


def _arguments(name: object) -> dict[str, Field]:
    if not isinstance(name, str) or name not in ORDERS:
        raise Malformed(f"order: allowed: {' | '.join(ORDERS)}")
    return ORDERS[name]


def _parsed(text: str | bytes) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise Malformed(f"a message has at most {LONGEST} bytes")
    try:
        parsed = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Malformed("a message is one JSON object") from None
    if not isinstance(parsed, dict):
        raise Malformed("a message is one JSON object")
    return parsed


def _fields(given: dict[str, Any], known: dict[str, Field]) -> dict[str, Any]:
    strange = [name for name in given if name not in known]
    if strange:
        raise Malformed(f"{strange[0][:40]!a}: unknown; there are: {', '.join(known) or 'none'}")
    missing = [name for name, field in known.items() if field.needed and given.get(name) is None]
    if missing:
        raise Malformed(f"{missing[0]}: missing; allowed: {known[missing[0]].rule.allowed}")
    return {name: _read(name, value, known[name].rule) for name, value in given.items() if value is not None}


def _read(name: str, value: object, rule: Rule) -> Any:
    try:
        return rule.read(value)
    except (Refused, OverflowError):
        raise Malformed(f"{name}: allowed: {rule.allowed}") from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")
