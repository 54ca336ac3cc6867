"""Equivalent puzzles: canonical forms and transforms of classic boards, in flat buffers and on threads.

A transform has 28 bytes: whether the board is transposed, then nine rows, nine columns and nine digits;
`nonet.Transform` explains them. A row depends on its own input alone, or on the seed and its number; never on the
number of threads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import _core
from nonet.engine.results import Status
from nonet.engine.threads import (
    RowRange,
    check_seed,
    cut,
    even_ranges,
    on_threads,
    thread_count,
    view,
    views,
    wrap,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nonet.engine.threads import FlatBuffer

__all__ = [
    "TRANSFORM",
    "apply_transforms",
    "canonical",
    "canonical_rows",
    "random_transforms",
    "transform_of",
]

TRANSFORM = 28
"""The number of bytes of a transform."""

# Rows in one range of threaded work, at least and at most. A range of transforms takes a millisecond or two.
_MIN_FORMS, _MAX_FORMS = 256, 8_192
_MIN_BOARDS, _MAX_BOARDS = 4_096, 32_768


def canonical(cells: bytes) -> tuple[Status, bytes, bytes, int]:
    """Return the status of one classic board, its canonical form (81 digits), the transform and the automorphisms."""
    board, transform, number, state = (
        bytearray(81),
        bytearray(TRANSFORM),
        bytearray(8),
        bytearray(1),
    )
    count = memoryview(number).cast("Q")
    _core.canonical(cells, None, 81, 1, board, transform, count, state, None)
    return Status(state[0]), bytes(board), bytes(transform), count[0]


def canonical_rows(
    cells: FlatBuffer,
    n: int,
    *,
    stride: int = 81,
    offsets: FlatBuffer | None = None,
    threads: int | None = 1,
    boards: FlatBuffer | None = None,
    transforms: FlatBuffer | None = None,
    automorphisms: FlatBuffer | None = None,
    status: FlatBuffer,
) -> None:
    """Find the canonical forms of ``n`` classic boards in one buffer, and write them to the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride``. ``boards`` receives 81 digits for each row, ``transforms``
    the 28 bytes of the transform to the canonical form, ``automorphisms`` (uint64) the number of transforms that map
    the row onto itself; these may be None. ``status`` (uint8) receives `Status.FOUND`, `Status.CONFLICT` or
    `Status.BAD_CELL`; in the last two cases nothing else is written. All buffers are flat.
    """
    buffers = views(offsets, boards, transforms, automorphisms, status)
    source = view(cells)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        places, forms, maps, numbers, states = cut(buffers, (1, 81, TRANSFORM, 1, 1), lo, hi)
        assert states is not None
        begin = source if places is not None else source[lo * stride :]
        _core.canonical(begin, places, stride, hi - lo, forms, maps, numbers, states, stop)

    threads = thread_count(threads)
    on_threads(call, even_ranges(n, threads, _MIN_FORMS, _MAX_FORMS), threads)


def transform_of(number: int) -> bytes:
    """Return the transform of a number from 0 to 1,218,998,108,159."""
    transform = bytearray(TRANSFORM)
    _core.transform_of(number, transform)
    return bytes(transform)


def random_transforms(
    seed: int, first: int, n: int, *, threads: int | None = 1, transforms: FlatBuffer
) -> None:
    """Write transforms number ``first``, ``first + 1`` … of a seed to a flat buffer, 28 bytes for each."""
    buffers = views(transforms)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        (maps,) = cut(buffers, (TRANSFORM,), lo, hi)
        assert maps is not None
        _core.random_transforms(seed, wrap(first + lo), hi - lo, maps)

    check_seed(seed)
    threads = thread_count(threads)
    on_threads(call, _short_ranges(n, threads), threads)


def apply_transforms(
    boards: FlatBuffer,
    n: int,
    transforms: FlatBuffer,
    *,
    repeat: int = 1,
    threads: int | None = 1,
    result: FlatBuffer,
) -> None:
    """Transform boards of 81 digits, ``repeat`` times each, into ``n`` boards of ``result``.

    Board ``i`` of the result is board ``i // repeat`` of the source under transform ``i``. Raises `ValueError` for a
    digit above 9 and for an invalid transform. All buffers are flat.
    """
    source, maps, target = view(boards), view(transforms), view(result)

    def call(lo: int, hi: int, stop: bytearray | None) -> None:
        # Ranges begin with a board of the source, and are counted in these.
        own = maps[lo * repeat * TRANSFORM : hi * repeat * TRANSFORM]
        out = target[lo * repeat * 81 : hi * repeat * 81]
        _core.apply_transforms(source[lo * 81 :], len(out) // 81, repeat, own, out)

    if repeat < 1 or n % repeat:
        raise ValueError(f"n must be a multiple of repeat ({repeat}), got {n}")
    threads = thread_count(threads)
    on_threads(call, _short_ranges(n // repeat, threads, repeat), threads)


def _short_ranges(n: int, threads: int, repeat: int = 1) -> Iterator[RowRange]:
    """Yield ranges for calls that do not look for Ctrl-C: short ones on one thread, too."""
    least, most = max(1, _MIN_BOARDS // repeat), max(1, _MAX_BOARDS // repeat)
    return even_ranges(n, max(2, threads), least, most)
