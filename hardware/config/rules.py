"""What a value in ``board.toml`` may be: read, written and described by one small object each.

A rule is attached to the field of a settings dataclass by :func:`setting`; the parser, the writer and the
reference in ``docs/configuration.md`` all follow from it, so a bound or a sentence is written once.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import Field, dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Rule(Protocol):
    """How one value is read from TOML, written to it, and described."""

    @property
    def allowed(self) -> str:
        """What is allowed, to follow "allowed:" in a message and in the reference."""

    def read(self, value: object) -> Any:
        """The value as the settings hold it; ``ValueError`` if it is not allowed."""

    def write(self, value: Any) -> str:
        """The value as TOML, so that :meth:`read` of it gives the same value."""


class Refused(ValueError):
    """A value is not allowed; the text may say more than the rule's own ``allowed``.

    For a table, ``entries`` are those that are wrong: key, value and problem.
    """

    def __init__(self, problem: str = "", entries: Sequence[tuple[str, object, str]] = ()) -> None:
        super().__init__(problem)
        self.entries = entries

    def problem(self, rule: Rule) -> str:
        """What to say, *rule* being the one that refused."""
        return str(self) or f"allowed: {rule.allowed}"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return "true or false"

    def read(self, value: object) -> bool:
        """Take a TOML boolean, nothing that merely looks like one."""
        if not isinstance(value, bool):
            raise Refused
        return value

    def write(self, value: bool) -> str:
        """``true`` or ``false``."""
        return "true" if value else "false"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    low: int
    high: int
    unit: str = ""
    base: int = 10  # 16 writes addresses the way data sheets do
    noun: str = "a whole number"

    @property
    def allowed(self) -> str:
        """What is allowed, with the unit."""
        return f"{self.noun} from {self.write(self.low)} to {self.write(self.high)}{_unit(self.unit)}"

    def read(self, value: object) -> int:
        """Take a TOML integer within the bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise Refused
        return value

    def write(self, value: int) -> str:
        """Decimal, or hexadecimal for base 16."""
        return f"{value:#04x}" if self.base == 16 else str(value)  # noqa: PLR2004 - the base named above


@dataclass(frozen=True, slots=True)
class Real:
    """A number within bounds, with or without a decimal point."""

    low: float
    high: float
    unit: str = ""

    @property
    def allowed(self) -> str:
        """What is allowed, with the unit."""
        return f"a number from {self.low:g} to {self.high:g}{_unit(self.unit)}"

    def read(self, value: object) -> float:
        """Take a TOML float or integer within the bounds; not-a-number is not one."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise Refused
        if not self.low <= value <= self.high:
            raise Refused
        return float(value)

    def write(self, value: float) -> str:
        """The shortest text that reads back exactly, always with a point or an exponent."""
        return repr(float(value))


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words (or, where words are numbers, one of those)."""

    choices: Sequence[str] | Sequence[int]
    form: str = ""  # the choices in words, where they are many

    @property
    def allowed(self) -> str:
        """The choices, as they are written in the file."""
        return self.form or " | ".join(self.write(choice) for choice in self.choices)

    def read(self, value: object) -> str | int:
        """Take exactly one of the choices."""
        for choice in self.choices:
            if type(value) in {str, int} and value == choice:
                return choice
        raise Refused

    def write(self, value: str | int) -> str:
        """A quoted word or a bare number."""
        return _quoted(str(value)) if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text."""

    longest: int = 200
    pattern: str = r"[^\x00-\x1f\x7f]*"
    form: str = ""  # the pattern in words

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return self.form or f"a line of text of at most {self.longest} characters"

    def read(self, value: object) -> str:
        """Take a TOML string of the right form."""
        if not isinstance(value, str) or len(value) > self.longest or not re.fullmatch(self.pattern, value):
            raise Refused
        return value

    def write(self, value: str) -> str:
        """A quoted string."""
        return _quoted(value)


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values, none of them twice unless ``repeats``."""

    item: Rule
    fewest: int
    most: int
    repeats: bool = False

    @property
    def allowed(self) -> str:
        """How many, and what each may be."""
        count = str(self.most) if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"a list of {count}{'' if self.repeats else ' different'} values, each {self.item.allowed}"

    def read(self, value: object) -> tuple[Any, ...]:
        """Take a TOML array; a bad item is named by its place."""
        if not isinstance(value, list):
            raise Refused
        if not self.fewest <= len(value) <= self.most:
            raise Refused(f"has {len(value)} values; allowed: {self.allowed}")
        items = tuple(self._item(number, item) for number, item in enumerate(value, start=1))
        twice = next((item for at, item in enumerate(items) if item in items[:at]), None)
        if twice is not None and not self.repeats:
            raise Refused(f"holds {self.item.write(twice)} twice; allowed: {self.allowed}")
        return items

    def write(self, value: Sequence[Any]) -> str:
        """An array on one line."""
        return f"[{', '.join(self.item.write(item) for item in value)}]"

    def _item(self, number: int, item: object) -> Any:
        try:
            return self.item.read(item)
        except Refused as error:
            raise Refused(f"value {number} is {shown(item)}; {error.problem(self.item)}") from None


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose keys are data, such as points or times of day; kept as pairs in the order of the keys."""

    key: Rule
    item: Rule
    most: int
    form: str  # what it holds, in words

    @property
    def allowed(self) -> str:
        """What is allowed."""
        return self.form

    def read(self, value: object) -> tuple[tuple[str, Any], ...]:
        """Take a TOML table; every bad entry is named."""
        if not isinstance(value, dict) or len(value) > self.most:
            raise Refused
        wrong = [entry for key, item in value.items() for entry in self._wrong(key, item)]
        if wrong:
            raise Refused(entries=wrong)
        pairs = [(self.key.read(key), self.item.read(item)) for key, item in value.items()]
        return tuple(sorted(pairs, key=self._rank))

    def write(self, value: Sequence[tuple[str, Any]]) -> str:
        """The lines below the table's header."""
        return "\n".join(f"{_key(key)} = {self.item.write(item)}" for key, item in value)

    def _rank(self, pair: tuple[str, Any]) -> int | str:
        return list(self.key.choices).index(pair[0]) if isinstance(self.key, Word) else pair[0]

    def _wrong(self, key: str, item: object) -> Iterator[tuple[str, object, str]]:
        for rule, value in ((self.key, key), (self.item, item)):
            try:
                rule.read(value)
            except Refused as error:
                unknown = "no such key; " if rule is self.key else ""
                yield key, item, unknown + error.problem(rule)
                return


def setting(default: object, rule: Rule, doc: str, *, unset: str = "") -> Any:
    """A dataclass field with its rule and its sentence; ``unset`` says what ``None`` stands for."""
    return field(default=default, metadata={"rule": rule, "doc": doc, "unset": unset})


def section(default_factory: Any, doc: str) -> Any:
    """A dataclass field that is a section of its own."""
    return field(default_factory=default_factory, metadata={"section": default_factory, "doc": doc})


def rule_of(spec: Field[Any]) -> Rule:
    """The rule that :func:`setting` gave to a field."""
    rule: Rule = spec.metadata["rule"]
    return rule


def shown(value: object, longest: int = 60) -> str:
    """A value as it stood in the file, cut to a readable length."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _unit(unit: str) -> str:
    return f" {unit}" if unit else ""


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
