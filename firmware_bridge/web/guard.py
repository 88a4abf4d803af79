"""Who may come in: names of this computer only, pages of our own only, not too many and not too fast.

A page of somebody else's that a guest has open must not reach the board: its requests carry its own Origin, and a
name that was made to point here carries a Host that is none of ours.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from firmware_bridge.web.crowd import Client

BURST: Final = 60.0  # messages that a client may send at once
RATE: Final = 30.0  # messages a second that it may send for long: faster than any hand

_LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")


def own_names(configured: Iterable[str] = ()) -> frozenset[str]:
    """The names under which this computer may be called."""
    return frozenset(
        (*_LOOPBACK_NAMES, socket.gethostname().lower(), local_name(), *(name.lower() for name in configured))
    )


def local_name() -> str:
    """The name that needs no server: phones ask the whole network for it."""
    return f"{socket.gethostname().lower().partition('.')[0]}.local"


def is_loopback(address: str) -> bool:
    """Whether an address is this computer's own."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def host_is_ours(host: str | None, names: frozenset[str], arrived_at: str) -> bool:
    """Whether a Host header names this computer, or is the very address at which the request arrived."""
    name = (host or "").strip().lower()
    bare = name.rpartition(":")[0] if name.rpartition(":")[2].isdigit() and not name.endswith("]") else name
    return bool(bare) and (bare in names or bare in {arrived_at, f"[{arrived_at}]"})


def origin_is_ours(origins: list[str], host: str | None) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser and says nothing."""
    return not origins or (len(origins) == 1 and origins[0].lower() in {f"{s}://{host}".lower() for s in _SCHEMES})


_SCHEMES: Final = ("http", "https")  # https: behind a proxy that adds it


def refusal(headers: Mapping[str, str], origins: list[str], names: frozenset[str], arrived_at: str) -> str:
    """Why a request may not come in; empty if it may."""
    host = headers.get("Host")
    if not host_is_ours(host, names, arrived_at):
        return "this board does not go by that name"
    if not origin_is_ours(origins, host):
        return "only the board's own page may talk to it"
    return ""


def may_speak(client: Client, now: float) -> bool:
    """Whether this client's next message is within its allowance."""
    client.tokens = min(BURST, client.tokens + RATE * (now - client.counted))
    client.counted = now
    if client.tokens < 1:
        return False
    client.tokens -= 1
    return True
