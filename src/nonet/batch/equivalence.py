"""Equivalent puzzles in arrays: canonical forms, transforms, augmentation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nonet import engine
from nonet.batch.keys import keys_of
from nonet.batch.rows import Rows, check_count, classic_rows, digits_of, paired, tally
from nonet.engine import TRANSFORM, Status
from nonet.tables.columns import ArrowTable, column_with_nulls, row_count, text_column

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "AugmentResult",
    "CanonicalResult",
    "apply",
    "augment",
    "canonical",
    "inverse",
    "random_transforms",
]

_NOT_TRANSFORMS = "a row is not a transform; random_transforms() makes some"


@dataclass(frozen=True, eq=False)
class CanonicalResult(ArrowTable):
    """The answer of `canonical`; row ``i`` of every array belongs to puzzle ``i``.

    * ``boards``: ``(n, 81)`` uint8, the canonical forms with 0 for an empty cell: two puzzles are equivalent if and
      only if these rows are equal.
    * ``transforms``: ``(n, 28)`` uint8, transforms to these forms; ``Transform.from_bytes(row)`` returns one as a
      `nonet.Transform`.
    * ``automorphisms``: uint64, the number of transforms that turn the puzzle into itself, see
      `nonet.Puzzle.automorphisms`.
    * ``status``: uint8, `Status.FOUND`; `Status.CONFLICT` if two givens clash and `Status.BAD_CELL` for a row that is
      not a board: then the other arrays hold zeros.
    * ``lines``: uint64, the line of each row in the file, from 1; None unless the puzzles were lines of a file.

    In the table of `to_arrow` a puzzle without a canonical form has nulls.
    """

    boards: npt.NDArray[np.uint8]
    transforms: npt.NDArray[np.uint8]
    automorphisms: npt.NDArray[np.uint64]
    status: npt.NDArray[np.uint8]
    lines: npt.NDArray[np.uint64] | None = None

    @cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """A 64-bit hash of each canonical form (uint64), reproducible since version 0.1; 0 if there is no form.

        Equivalent puzzles have the same key. Two others among n share a key with a probability of about n * n / 2**65:
        one in 37 million for a million puzzles, one in 37 for a billion. Compare ``boards`` if that must never happen.
        `nonet.batch.keys` says how the key is computed.
        """
        import numpy as np

        keys = keys_of(self.boards)
        keys[np.not_equal(self.status, Status.FOUND)] = 0
        return keys

    def _columns(self) -> Mapping[str, Any]:
        lines = {} if self.lines is None else {"line": self.lines}
        has_form = self.status == Status.FOUND
        return {
            **lines,
            "canonical": text_column(self.boards, has_form, 9),
            "key": column_with_nulls(self.keys, has_form),
            "automorphisms": column_with_nulls(self.automorphisms, has_form),
            "status": self.status,
        }

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.CanonicalResult: {row_count(len(self))}, {tally(self.status)}>"


def canonical(puzzles: Rows, *, threads: int | None = None) -> CanonicalResult:
    """Return the canonical forms of many classic puzzles; see `nonet.Puzzle.canonical`.

    ``puzzles`` is what `nonet.batch.solve` takes, except candidates. ``threads`` is the number of threads, None for one
    per processor; the result does not depend on it. Raises `ValueError` for an array of another shape or type.

    >>> r = canonical(b"12" + b"." * 79 + b"\\n" + b"." * 79 + b"95" + b"\\n" + b"." * 81)
    >>> r.boards[0, -2:].tolist(), (r.keys[0] == r.keys).tolist(), r.automorphisms.tolist()
    ([1, 2], [True, True, False], [104509440, 104509440, 1218998108160])
    """
    import numpy as np

    rows = classic_rows(puzzles, "canonical")
    n = rows.n
    boards, transforms = np.zeros((n, 81), np.uint8), np.zeros((n, TRANSFORM), np.uint8)
    automorphisms, status = np.zeros(n, np.uint64), np.zeros(n, np.uint8)
    engine.canonical_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        threads=threads,
        boards=boards.reshape(-1),
        transforms=transforms.reshape(-1),
        automorphisms=automorphisms,
        status=status,
    )
    return CanonicalResult(
        rows.spread(boards),
        rows.spread(transforms),
        rows.spread(automorphisms),
        rows.spread_status(status),
        rows.lines,
    )


# -- transforms -----------------------------------------------------------------------------------


def random_transforms(
    n: int, *, seed: int, first: int = 0, threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """Return the transforms number ``first``, ``first + 1`` … of a random seed, ``(n, 28)`` uint8.

    They are those of `nonet.Transform.random`: the same on every machine, reproducible since version 0.1. ``seed`` and
    ``first`` are 0 to 2**64 - 1. Raises `ValueError` for a number outside its range.

    >>> from nonet.boards.transforms import Transform
    >>> Transform.from_bytes(random_transforms(3, seed=7)[2]) == Transform.random(seed=7, number=2)
    True
    """
    import numpy as np

    check_count(n, 0)
    transforms = np.empty((n, TRANSFORM), np.uint8)
    engine.random_transforms(seed, first, n, threads=threads, transforms=transforms.reshape(-1))
    return transforms


def apply(
    transforms: npt.NDArray[np.uint8], boards: Rows, *, threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """Transform boards, each by its own transform, and return them as ``(n, 81)`` uint8 digits.

    ``transforms`` is ``(n, 28)`` uint8. ``boards`` are n boards, or n / k: then the first k transforms are for the
    first board, the next k for the second, and so on. Raises `ValueError` for rows that are not boards
    or not transforms.

    >>> apply(random_transforms(6, seed=1), b"1" + b"." * 80 + b"\\n" + b"2" * 81).sum(axis=1).tolist()
    [3, 3, 1, 243, 243, 486]
    """
    import numpy as np

    maps, source = _transforms(transforms), digits_of(classic_rows(boards, "apply"))
    n = len(maps)
    if len(source) == 0 or n % len(source):
        if n or len(source):
            raise ValueError(
                f"got {len(source)} boards and {n} transforms, expected the same number for each board"
            )
        return np.zeros((0, 81), np.uint8)
    return _applied(maps, source, threads)


def _applied(
    maps: npt.NDArray[np.uint8], source: npt.NDArray[np.uint8], threads: int | None
) -> npt.NDArray[np.uint8]:
    import numpy as np

    n = len(maps)
    boards = np.empty((n, 81), np.uint8)
    try:
        engine.apply_transforms(
            source.reshape(-1),
            n,
            maps.reshape(-1),
            repeat=max(1, n // max(1, len(source))),
            threads=threads,
            result=boards.reshape(-1),
        )
    except ValueError:
        raise ValueError(_NOT_TRANSFORMS) from None
    return boards


def inverse(transforms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the inverse transforms, ``(n, 28)`` uint8.

    Raises `ValueError` for a row that is not a transform.

    >>> t = random_transforms(1000, seed=1)
    >>> bool((inverse(inverse(t)) == t).all())
    True
    """
    import numpy as np

    maps = _transforms(transforms)
    back = np.zeros_like(maps)
    back[:, 0] = maps[:, 0]
    right = not maps.size or bool(maps[:, 0].max() <= 1)
    places = np.arange(0, 9 * len(maps), 9)
    for begin, least in ((1, 0), (10, 0), (19, 1)):
        turned = np.full(9 * len(maps), 255, np.uint8)
        for i in range(9):
            to = maps[:, begin + i] - np.uint8(least)
            right = right and bool((to <= 8).all())
            turned[places + np.minimum(to, 8)] = i + least
        right = right and not (turned == 255).any()
        back[:, begin : begin + 9] = turned.reshape(-1, 9)
    if not right:
        raise ValueError(_NOT_TRANSFORMS)
    across = maps[:, 0].astype(bool)
    back[across, 1:19] = np.roll(back[across, 1:19], 9, axis=1)
    return back


def _transforms(transforms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    import numpy as np

    array = np.ascontiguousarray(transforms)
    if array.dtype != np.uint8 or array.ndim != 2 or array.shape[1] != TRANSFORM:
        raise ValueError(
            f"transforms has shape {array.shape} and type {array.dtype}, expected (n, {TRANSFORM}) uint8"
        )
    return array


# -- augmentation ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class AugmentResult:
    """The answer of `augment`; row ``i`` of every array is made from row ``i // n`` of the source.

    ``puzzles`` and ``solutions`` are ``(m, 81)`` uint8; ``transforms``, ``(m, 28)`` uint8, made them.
    """

    puzzles: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8]
    transforms: npt.NDArray[np.uint8]

    @cached_property
    def inverses(self) -> npt.NDArray[np.uint8]:
        """The transforms back to the source, computed on first use: ``apply(r.inverses, answers)``."""
        return inverse(self.transforms)

    def __len__(self) -> int:
        return len(self.transforms)

    def __repr__(self) -> str:
        return f"<nonet.batch.AugmentResult: {row_count(len(self))}>"


def augment(
    puzzles: Rows, solutions: Rows, n: int, *, seed: int, threads: int | None = None
) -> AugmentResult:
    """Return ``n`` equivalent puzzles for each puzzle, each with its solution, by random transforms.

    ``puzzles`` and ``solutions`` are boards as `nonet.batch.solve` takes them; ``n`` is at least 1. Row ``i`` is puzzle
    ``i // n`` transformed by number ``i`` of the random seed, on every machine and with every number of threads; see
    `random_transforms`. Raises `ValueError` for rows that are not boards, and for the solution of another puzzle.

    >>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> from nonet.batch import solve
    >>> r = augment(puzzle, solve(puzzle).solutions, 100, seed=1)
    >>> bool((solve(r.puzzles).solutions == r.solutions).all())
    True
    >>> bool((apply(r.inverses, r.solutions) == solve(puzzle).solutions).all())
    True
    """
    check_count(n, 1)
    sources = paired(puzzles, solutions, "augment")
    maps = random_transforms(n * len(sources[0]), seed=seed, threads=threads)
    carried = [_applied(maps, source, threads) for source in sources]
    return AugmentResult(carried[0], carried[1], maps)
