"""New puzzles from a seed, the canonical form, and the symmetries of the classic board, in flat buffers and on threads.

A transform is 28 bytes: whether the board is turned about its main diagonal, then nine rows, nine columns and nine
digits; what they mean is said at `nonet.transforms.Transform`. Nothing that comes out of here depends on the number of
threads: row ``i`` depends on its own input alone, or on the seed and its number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonet import _core as _native
from nonet.engine.pieces import cut, even_pieces, in_pieces, thread_count, views
from nonet.engine.results import Status

__all__ = [
    "TRANSFORM",
    "apply_transforms",
    "canonical",
    "canonical_rows",
    "generate_rows",
    "random_transforms",
    "transform_of",
]

# Any buffer will do where the stub, which nanobind writes, names NumPy arrays: the core does not need NumPy.
_core: Any = _native

TRANSFORM = 28
"""The bytes of a transform."""

_WORDS = 1 << 64

# Rows of one piece of threaded work: at least, and at most. A piece of transforms is over in a millisecond or two;
# puzzles are made some hundred at a time, and the last ones of a piece keep the core only half busy.
_FORMS = 256, 8_192
_BOARDS = 4_096, 32_768
_PUZZLES = 512, 8_192


def generate_rows(
    seed: int,
    first: int,
    n: int,
    *,
    part: bytes,
    lowest: int,
    highest: int,
    attempts: int,
    minimal: bool = True,
    all: bool = False,
    threads: int | None = 1,
    puzzles: Any,
    solutions: Any = None,
    status: Any,
) -> None:
    """Make ``n`` classic puzzles with one solution, numbers ``first``, ``first + 1`` … of a seed.

    ``part`` is 81 bytes: for each cell the number of the part that it belongs to (from 0 without gaps), 255 for a cell
    that is never given; a part is given whole or not at all. There are ``lowest`` to ``highest`` givens. With
    ``minimal`` no part can go without losing uniqueness; with ``all`` all parts are given. ``attempts`` full boards are
    tried for each puzzle.

    ``puzzles`` and ``solutions`` (may be None) get 81 digits for each, ``status`` (uint8) `Status.UNIQUE`, or
    `Status.OUT_OF_BUDGET`: then the puzzle is the nearest that was found, all blank if there was none. All buffers are
    flat.
    """
    buffers = views(puzzles, solutions, status)

    def piece(lo: int, hi: int, stop: bytearray | None) -> None:
        boards, grids, states = cut(buffers, (81, 81, 1), lo, hi)
        wish = part, lowest, highest, attempts, minimal, all
        _core.generate(seed, (first + lo) % _WORDS, hi - lo, *wish, boards, grids, states, stop)

    _check_seed(seed)
    _share(piece, n, threads, *_PUZZLES)


def canonical(cells: bytes) -> tuple[Status, bytes, bytes, int]:
    """Return what became of one classic board: status, canonical form (81 digits), transform, automorphisms."""
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
    cells: Any,
    n: int,
    *,
    stride: int = 81,
    offsets: Any = None,
    threads: int | None = 1,
    boards: Any = None,
    transforms: Any = None,
    automorphisms: Any = None,
    status: Any,
) -> None:
    """Find the canonical forms of ``n`` classic boards that lie in one buffer, and fill the caller's buffers.

    Row ``i`` starts at ``offsets[i]``, or at ``i * stride``. ``boards`` gets 81 digits for each row, ``transforms`` the
    28 bytes of the transform that leads there, ``automorphisms`` (uint64) the number of ways to map the row onto
    itself; these may be None. ``status`` (uint8) gets `Status.FOUND`, `Status.CONFLICT` or `Status.BAD_CELL`; in the
    last two cases nothing else is written. All buffers are flat.
    """
    buffers = views(offsets, boards, transforms, automorphisms, status)
    source = memoryview(cells)

    def piece(lo: int, hi: int, stop: bytearray | None) -> None:
        places, *results = cut(buffers, (1, 81, TRANSFORM, 1, 1), lo, hi)
        begin = source if places is not None else source[lo * stride :]
        _core.canonical(begin, places, stride, hi - lo, *results, stop)

    _share(piece, n, threads, *_FORMS)


def transform_of(number: int) -> bytes:
    """Return the transform of a number from 0 to 1,218,998,108,159."""
    return bytes(_core.transform_of(number))


def random_transforms(
    seed: int, first: int, n: int, *, threads: int | None = 1, transforms: Any
) -> None:
    """Write transforms number ``first``, ``first + 1`` … of a seed to a flat buffer of 28 bytes for each."""
    buffers = views(transforms)

    def piece(lo: int, hi: int, stop: bytearray | None) -> None:
        _core.random_transforms(seed, (first + lo) % _WORDS, hi - lo, *cut(buffers, (28,), lo, hi))

    _check_seed(seed)
    _share(piece, n, threads, *_BOARDS)


def apply_transforms(
    boards: Any, n: int, transforms: Any, *, repeat: int = 1, threads: int | None = 1, result: Any
) -> None:
    """Carry boards of 81 digits over, ``repeat`` times each: board ``i`` of the ``n`` in the result is ``i // repeat``
    of the source by transform ``i``.

    Raises `ValueError` for a digit above 9 and for a transform that is none. All buffers are flat.
    """
    source, maps, target = memoryview(boards), memoryview(transforms), memoryview(result)

    def piece(lo: int, hi: int, stop: bytearray | None) -> None:
        # Pieces begin with a board of the source: they are counted in these.
        own = maps[lo * repeat * TRANSFORM : hi * repeat * TRANSFORM]
        out = target[lo * repeat * 81 : hi * repeat * 81]
        _core.apply_transforms(source[lo * 81 :], len(out) // 81, repeat, own, out)

    if repeat < 1 or n % repeat:
        raise ValueError(f"{n} boards are not {repeat} for each of the source")
    least, most = (max(1, size // repeat) for size in _BOARDS)
    _share(piece, n // repeat, threads, least, most)


def _check_seed(seed: int) -> None:
    if not hasattr(seed, "__index__"):
        raise TypeError(f"seed is {seed!r}; it must be a whole number")
    if not 0 <= seed < _WORDS:
        raise ValueError(f"seed is {seed}; it must be from 0 to 2**64 - 1")


def _share(
    piece: Callable[[int, int, bytearray | None], None],
    n: int,
    threads: int | None,
    least: int,
    most: int,
) -> None:
    threads = thread_count(threads)
    in_pieces(piece, even_pieces(n, threads, least, most), threads)
