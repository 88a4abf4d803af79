"""Where browsers find the page: at this computer, and from the phones around it."""

from __future__ import annotations

import socket
from typing import Final

from firmware_bridge.web.guard import is_loopback, local_name

_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - only the names of it


def network_address(host: str, port: int) -> str | None:
    """Where other computers find what listens at *host*; ``None`` when only this computer does."""
    if host == "localhost" or is_loopback(host):
        return None
    return _written(_own_address() if host in _EVERYWHERE else host, port)


def page_address(host: str, port: int) -> str:
    """Where whoever has started the board finds the page."""
    return network_address(host, port) or _written("localhost", port)


def _written(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_address() -> str:
    """This computer in its network, found without sending anything; without a way out, its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # set aside for documentation: nobody is there
        except OSError:
            return local_name()
        return str(probe.getsockname()[0])
