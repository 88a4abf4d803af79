"""The café's PIN, and the sessions of those who knew it. Time enters as an argument.

The PIN is kept as a scrypt hash; comparing takes the same time whatever is wrong with it. Each wrong PIN makes the
next try wait longer, for everybody: a PIN of six digits has to last against a patient guest.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "pin"
LENGTH: Final = 6  # digits
SHORTEST: Final = 4
LONGEST: Final = 64

LIFETIME: Final = 12 * 3600.0  # seconds that a session lasts: a café's day
MOST_SESSIONS: Final = 64  # the oldest goes first
FREE_TRIES: Final = 3  # wrong PINs before waiting begins
LONGEST_WAIT: Final = 300.0  # seconds

_COST, _BLOCK, _LANES = 2**13, 8, 1  # 8 MiB for a moment: a Pi takes about a tenth of a second


@dataclass(frozen=True, slots=True)
class PinHash:
    """What is kept of a PIN."""

    salt: bytes
    digest: bytes

    @classmethod
    def of(cls, pin: str) -> PinHash:
        """The hash of a new PIN, with a salt of its own."""
        salt = os.urandom(16)
        return cls(salt, _scrypt(pin, salt))

    @classmethod
    def parse(cls, text: str) -> PinHash:
        """What :meth:`__str__` wrote; ``ValueError`` if this is nothing of the kind."""
        kind, salt, digest = text.split("$")
        if kind != "scrypt":
            raise ValueError(f"a PIN is kept with scrypt, not with {kind!r}")
        return cls(bytes.fromhex(salt), bytes.fromhex(digest))

    def matches(self, pin: str) -> bool:
        """Whether this is the PIN; slow on purpose, so call it in a thread."""
        return hmac.compare_digest(_scrypt(pin, self.salt), self.digest)

    def __str__(self) -> str:
        return f"scrypt${self.salt.hex()}${self.digest.hex()}"


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(errors="replace"), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=32)


def random_pin() -> str:
    """A PIN that nobody has chosen."""
    return "".join(secrets.choice("0123456789") for _ in range(LENGTH))


def load_pin(state: Path) -> PinHash | None:
    """The PIN that is set; ``None`` if there is none, or none that can be read."""
    try:
        return PinHash.parse((state / FILE).read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        return None


def save_pin(state: Path, pin: str) -> PinHash:
    """Set the PIN, for this user's eyes only."""
    state.mkdir(parents=True, exist_ok=True)
    kept, fresh = PinHash.of(pin), state / f"{FILE}.new"
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(f"{kept}\n")
        file.flush()
        os.fsync(file.fileno())
    if os.geteuid() == 0:  # for the service, whose own user has to read it
        os.chown(fresh, state.stat().st_uid, state.stat().st_gid)
    fresh.replace(state / FILE)
    return kept


class Backoff:
    """How long the next try has to wait."""

    def __init__(self) -> None:
        self.failures = 0
        self._until = 0.0

    def wait(self, now: float) -> float:
        """Seconds until a PIN may be tried; 0 when it may be now."""
        return max(0.0, self._until - now)

    def failed(self, now: float) -> None:
        """A wrong PIN: from the third on, each doubles the wait."""
        self.failures += 1
        beyond = self.failures - FREE_TRIES
        if beyond >= 0:
            self._until = now + min(LONGEST_WAIT, 2.0 ** min(beyond, 16))

    def succeeded(self) -> None:
        """The right PIN: all is forgiven."""
        self.failures, self._until = 0, 0.0


class Sessions:
    """The tokens that are valid; only their hashes are kept."""

    def __init__(self) -> None:
        self._until: dict[bytes, float] = {}

    def __len__(self) -> int:
        return len(self._until)

    def open(self, now: float) -> str:
        """A new token."""
        self._until = {key: until for key, until in self._until.items() if until > now}
        while len(self._until) >= MOST_SESSIONS:
            del self._until[min(self._until, key=self._until.__getitem__)]
        token = secrets.token_urlsafe(32)
        self._until[_key(token)] = now + LIFETIME
        return token

    def valid(self, token: str, now: float) -> bool:
        """Whether this token was given out, and not too long ago."""
        return now < self._until.get(_key(token), -1.0)

    def close(self, token: str) -> None:
        """Forget a token."""
        self._until.pop(_key(token), None)

    def close_all(self) -> None:
        """Forget every token, as when the PIN changes."""
        self._until.clear()


def _key(token: str) -> bytes:
    """Looking up a hash tells a clock nothing about the token."""
    return hashlib.sha256(token.encode(errors="replace")).digest()
