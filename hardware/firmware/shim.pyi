from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F", bound=Callable[..., object])

class micropython:  # noqa: N801  (named as the module it stands for)
    @staticmethod
    def native(function: _F) -> _F: ...

__all__ = ["micropython"]
