"""Values that are made once and kept, bounded by what they take: tables of relations, automata, tables of boards."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Cache"]

Value = TypeVar("Value")


class Cache(Generic[Value]):
    """Values by key, whose sizes are at most ``most`` together: a cache that is full is emptied.

    >>> squares = Cache[int](2)
    >>> [squares.get(n, lambda: n * n) for n in (2, 3, 2)], len(squares)
    ([4, 9, 4], 2)
    >>> lists = Cache[list[int]](5, len)
    >>> [lists.get(n, lambda: [0] * n) for n in (1, 3, 6)], len(lists)
    ([[0], [0, 0, 0], [0, 0, 0, 0, 0, 0]], 2)
    """

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        self._most, self._size, self._used = most, size, 0
        self._values: dict[Hashable, Value] = {}

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, made if it is new."""
        value = self._values.get(key)
        if value is None:
            value = make()
            size = self._size(value)
            if size <= self._most:
                if self._used + size > self._most:
                    self._values.clear()
                    self._used = 0
                self._values[key] = value
                self._used += size
        return value
