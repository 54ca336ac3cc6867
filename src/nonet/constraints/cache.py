"""What many constraints share, made once: tables of relations and automata.

They depend on the kind, on its numbers and on the digits of the board, not on the cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Cache"]

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by key, at most ``most`` of them: a cache that is full is emptied.

    >>> squares = Cache[int](2)
    >>> [squares.get(n, lambda: n * n) for n in (2, 3, 2)], len(squares)
    ([4, 9, 4], 2)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Hashable, Value] = {}

    def __len__(self) -> int:
        return len(self._values)

    def get(
        self, key: Hashable, make: Callable[[], Value], fits: Callable[[Value], bool] | None = None
    ) -> Value:
        """Return the value of a key, made if it is new; only values for which ``fits`` holds are kept."""
        found = self._values.get(key)
        if found is None:
            found = make()
            if fits is None or fits(found):
                if len(self._values) >= self._most:
                    self._values.clear()
                self._values[key] = found
        return found
