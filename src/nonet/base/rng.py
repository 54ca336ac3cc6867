"""SplitMix64: random numbers from a seed, the same on every machine. A generated puzzle is known by its seed.

The generator is that of ``core/common/random.hpp``, written again: Python's own promises the same numbers, but not
the same shuffles, in all its versions. Any change here changes every generated puzzle, and a golden file shows it.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

__all__ = ["ALL", "STEP", "SplitMix64", "mix"]

_T = TypeVar("_T")

STEP = 0x9E3779B97F4A7C15
"""What SplitMix64 adds from one number to the next."""
ALL = (1 << 64) - 1
"""The bits of a number."""


def mix(x: int) -> int:
    """Return the last step of SplitMix64."""
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


class SplitMix64:
    """SplitMix64 (Steele, Lea and Flood 2014), one stream for each pair of seed and number.

    >>> rng = SplitMix64(7, 0)
    >>> [rng.below(100) for _ in range(5)]
    [74, 6, 39, 72, 69]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, number: int) -> None:
        self._state = mix(mix(seed + STEP & ALL) ^ (number + STEP) * STEP & ALL)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        self._state = self._state + STEP & ALL
        return mix(self._state) * n >> 64

    def shuffle(self, items: MutableSequence[_T]) -> None:
        """Bring items into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, n: int) -> list[int]:
        """Return the numbers 0 to n - 1 in a random order."""
        items = list(range(n))
        self.shuffle(items)
        return items
