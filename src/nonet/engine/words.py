"""Room for the words that the core writes: as much as it needs, and most often the same again."""

from __future__ import annotations

from collections.abc import Callable

from nonet.engine.results import Status

__all__ = ["call_for_words"]

_FIRST, _MOST = 1 << 16, 1 << 24
"""Words that a buffer has room for: tried first, and at most."""

_free: list[memoryview] = []
"""Buffers of the first size that no call uses. To clear a new one takes as long as an easy path."""


def call_for_words(call: Callable[[memoryview], tuple[bool, int, int]]) -> tuple[Status, bytes]:
    """Return the status of a call of the core, and the 32-bit words that it has written.

    ``call`` writes into a buffer and returns whether it needs a larger one, the number of words, and the status.
    What does not fit into 64 MB is out of budget.
    """
    try:
        first = _free.pop()
    except IndexError:
        first = _room(_FIRST)
    try:
        room = first
        while True:
            needs_more, written, status = call(room)
            if not needs_more:
                return Status(status), bytes(room[:written])
            if len(room) >= _MOST:
                return Status.OUT_OF_BUDGET, b""
            room = _room(8 * len(room))
    finally:
        _free.append(first)


def _room(words: int) -> memoryview:
    return memoryview(bytearray(4 * words)).cast("I")
