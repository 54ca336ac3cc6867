"""Keys of canonical forms, and the parts of a data set that they belong to.

People keep keys and split data sets, so both are reproducible since version 0.1 and must not change.

The 81 digits of a board, 0 for an empty cell, are written as hexadecimal digits and filled up with fifteen zeros to
six words of 64 bits. The key starts at k = 0; each word w in turn makes k = mix((k ^ w) + 0x9E3779B97F4A7C15), modulo
2**64, where mix is the last step of SplitMix64 (Steele, Lea and Flood 2014). Two different boards share a key with a
probability of 1 / 2**64.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.base.rng import ALL, STEP, mix

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["bounds_of", "key_of", "keys_of", "mixed", "part_of"]

_HEX = bytes.maketrans(bytes(range(10)), b"0123456789")


def mixed(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return `mix` of every number."""
    import numpy as np

    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def key_of(board: bytes | bytearray) -> int:
    """Return the key of 81 digits.

    >>> f"{key_of(bytes(81)):016x}"
    'cbd37ad29b93b094'
    """
    text = board.translate(_HEX).ljust(96, b"0")
    key = 0
    for at in range(0, 96, 16):
        key = mix((key ^ int(text[at : at + 16], 16)) + STEP & ALL)
    return key


def keys_of(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint64]:
    """Return the keys of ``(n, 81)`` digits, all 0 to 9."""
    import numpy as np

    rows = 1 << 14  # at a time: they stay in the cache
    keys = np.zeros(len(boards), np.uint64)
    padded = np.zeros((min(rows, len(boards)), 96), np.uint8)
    for lo in range(0, len(boards), rows):
        part = boards[lo : lo + rows]
        digits = padded[: len(part)]
        digits[:, :81] = part
        words = (digits[:, ::2] << 4 | digits[:, 1::2]).view(">u8")
        key = keys[lo : lo + rows]
        for word in words.T:
            key[:] = mixed((key ^ word.astype(np.uint64)) + np.uint64(STEP))
    return keys


# -- parts of a data set --------------------------------------------------------------------------


def bounds_of(fractions: Sequence[float]) -> list[int]:
    """Return the ends of the parts between 0 and 2**64; what lies after the last one belongs to none.

    >>> [bound / 2**64 for bound in bounds_of((0.5, 0.25))]
    [0.5, 0.75]
    """
    if not hasattr(fractions, "__len__") or not all(hasattr(x, "__float__") for x in fractions):
        raise TypeError(f"fractions must be numbers such as (0.8, 0.1, 0.1), got {fractions!r}")
    if not len(fractions) or not all(0 <= fraction <= 1 for fraction in fractions):
        raise ValueError(
            f"fractions must be one or more numbers from 0 to 1, got {_listed(fractions)}"
        )
    total, bounds = 0.0, []
    for fraction in fractions:
        total += fraction
        bounds.append(round(total * 2**53) << 11)
    if total > 1 + 1e-9:
        raise ValueError(f"fractions must add up to at most 1, got {_listed(fractions)}")
    return [1 << 64 if bound > ALL - (1 << 34) else bound for bound in bounds]


def _listed(fractions: Sequence[float]) -> str:
    return ",".join(map(str, fractions)) or "none"


def part_of(key: int, bounds: Sequence[int], seed: int) -> int | None:
    """Return the number of the part of a key, None if it is in no part."""
    place = mix(key ^ mix(seed + STEP & ALL))
    return next((part for part, bound in enumerate(bounds) if place < bound), None)
