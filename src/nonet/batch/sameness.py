"""Which rows are the same puzzle, and rows in other guises: canonical forms, transforms, augmentation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from nonet import engine
from nonet.batch.keys import keys_of
from nonet.batch.rows import Rows, classic, digits_of, tally
from nonet.engine import TRANSFORM, Status

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

_NONE = "a row of transforms is none; random_transforms() makes some"


@dataclass(frozen=True, eq=False)
class CanonicalResult:
    """What `canonical` found; row ``i`` of every array belongs to puzzle ``i``.

    ``boards`` is ``(n, 81)`` uint8, the canonical forms with 0 for an empty cell: two puzzles are the same if and only
    if these rows are. ``transforms`` ``(n, 28)`` uint8 lead there; ``Transform.from_bytes(row)`` makes a
    `nonet.Transform` of one. ``automorphisms`` (uint64) counts the transforms that lead from the puzzle to itself, see
    `nonet.Puzzle.automorphisms`. ``status`` (uint8) is `Status.FOUND`; or `Status.CONFLICT` where two givens clash or
    `Status.BAD_CELL` where something is no digit, and then the other arrays hold zeros.
    """

    boards: npt.NDArray[np.uint8]
    transforms: npt.NDArray[np.uint8]
    automorphisms: npt.NDArray[np.uint64]
    status: npt.NDArray[np.uint8]

    @cached_property
    def keys(self) -> npt.NDArray[np.uint64]:
        """A hash of each canonical form, the same for ever, to compare and to divide by; 0 where there is no form.

        The same puzzles have the same key. That two others among n have it has a chance of about n * n / 2**65: one in
        37 million for a million puzzles, one in 37 for a billion; compare ``boards`` where it must never happen. How it
        is computed is said in `nonet.batch.keys`.
        """
        import numpy as np

        keys = keys_of(self.boards)
        keys[np.not_equal(self.status, Status.FOUND)] = 0
        return keys

    def __len__(self) -> int:
        return len(self.status)

    def __repr__(self) -> str:
        return f"<nonet.batch.CanonicalResult: {len(self)} rows, {tally(self.status)}>"


def canonical(puzzles: Rows, *, threads: int | None = None) -> CanonicalResult:
    """Find the canonical forms of many classic puzzles; see `nonet.Puzzle.canonical`.

    ``puzzles`` is what `nonet.batch.solve` takes, but no candidates. ``threads`` is the number of threads, None for all
    processors; the result does not depend on it.

    >>> r = canonical(b"12" + b"." * 79 + b"\\n" + b"." * 79 + b"95" + b"\\n" + b"." * 81)
    >>> r.boards[0, -2:].tolist(), (r.keys[0] == r.keys).tolist(), r.automorphisms.tolist()
    ([1, 2], [True, True, False], [104509440, 104509440, 1218998108160])
    """
    import numpy as np

    rows = classic(puzzles, "canonical()")
    n = rows.n
    found = CanonicalResult(
        boards=np.zeros((n, 81), np.uint8),
        transforms=np.zeros((n, TRANSFORM), np.uint8),
        automorphisms=np.zeros(n, np.uint64),
        status=np.zeros(n, np.uint8),
    )
    engine.canonical_rows(
        rows.cells,
        n,
        offsets=rows.offsets,
        threads=threads,
        boards=found.boards.reshape(-1),
        transforms=found.transforms.reshape(-1),
        automorphisms=found.automorphisms,
        status=found.status,
    )
    return found


# -- transforms -----------------------------------------------------------------------------------


def random_transforms(
    n: int, *, seed: int, first: int = 0, threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """Return transforms number ``first``, ``first + 1`` … of a seed, ``(n, 28)`` uint8.

    They are those of `nonet.Transform.random`, the same on every machine, for ever.

    >>> from nonet.transforms import Transform
    >>> Transform.from_bytes(random_transforms(3, seed=7)[2]) == Transform.random(seed=7, number=2)
    True
    """
    import numpy as np

    if n < 0:
        raise ValueError(f"n is {n}; it must be at least 0")
    transforms = np.empty((n, TRANSFORM), np.uint8)
    engine.random_transforms(seed, first, n, threads=threads, transforms=transforms.reshape(-1))
    return transforms


def apply(
    transforms: npt.NDArray[np.uint8], boards: Rows, *, threads: int | None = None
) -> npt.NDArray[np.uint8]:
    """Carry boards over, each by a transform of its own, and return them as ``(n, 81)`` digits.

    ``transforms`` is ``(n, 28)`` uint8; ``boards`` are n of them, or n divided by a whole number k: then the first k
    transforms are for the first board, and so on. Raises `ValueError` for rows that are no boards or no transforms.

    >>> apply(random_transforms(6, seed=1), b"1" + b"." * 80 + b"\\n" + b"2" * 81).sum(axis=1).tolist()
    [3, 3, 1, 243, 243, 486]
    """
    import numpy as np

    maps, source = _transforms(transforms), digits_of(classic(boards, "apply()"))
    n = len(maps)
    if len(source) == 0 or n % len(source):
        if n or len(source):
            raise ValueError(
                f"there are {len(source)} boards and {n} transforms; each board needs as many"
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
        raise ValueError(_NONE) from None
    return boards


def inverse(transforms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the transforms that lead back, ``(n, 28)`` uint8.

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
        raise ValueError(_NONE)
    across = maps[:, 0].astype(bool)
    back[across, 1:19] = np.roll(back[across, 1:19], 9, axis=1)
    return back


def _transforms(transforms: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    import numpy as np

    array = np.ascontiguousarray(transforms)
    if array.dtype != np.uint8 or array.ndim != 2 or array.shape[1] != TRANSFORM:
        raise ValueError(
            f"transforms has the shape {array.shape} and the type {array.dtype};"
            f" it must be (n, {TRANSFORM}) uint8"
        )
    return array


# -- augmentation ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class AugmentResult:
    """What `augment` made; row ``i`` of every array belongs together, and to row ``i // n`` of the source.

    ``puzzles`` and ``solutions`` are ``(m, 81)`` uint8, ``transforms`` ``(m, 28)`` uint8 those by which they were made.
    """

    puzzles: npt.NDArray[np.uint8]
    solutions: npt.NDArray[np.uint8]
    transforms: npt.NDArray[np.uint8]

    @cached_property
    def inverses(self) -> npt.NDArray[np.uint8]:
        """The transforms that lead back, computed when they are asked for: ``apply(r.inverses, answers)``."""
        return inverse(self.transforms)

    def __len__(self) -> int:
        return len(self.transforms)

    def __repr__(self) -> str:
        return f"<nonet.batch.AugmentResult: {len(self)} rows>"


def augment(
    puzzles: Rows, solutions: Rows, n: int, *, seed: int, threads: int | None = None
) -> AugmentResult:
    """Return ``n`` rows for each puzzle, by transforms at random: the same one for the puzzle and for its solution.

    ``puzzles`` and ``solutions`` are boards as `nonet.batch.solve` takes them. Row ``i`` is puzzle ``i // n`` by
    transform number ``i`` of the seed, whatever the number of threads and the machine; see `random_transforms`.

    >>> puzzle = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> from nonet.batch import solve
    >>> r = augment(puzzle, solve(puzzle).solutions, 100, seed=1)
    >>> bool((solve(r.puzzles).solutions == r.solutions).all())
    True
    >>> bool((apply(r.inverses, r.solutions) == solve(puzzle).solutions).all())
    True
    """
    if n < 1:
        raise ValueError(f"n is {n}; it must be at least 1")
    sources = [digits_of(classic(rows, "augment()")) for rows in (puzzles, solutions)]
    if len(sources[0]) != len(sources[1]):
        raise ValueError(f"there are {len(sources[0])} puzzles and {len(sources[1])} solutions")
    maps = random_transforms(n * len(sources[0]), seed=seed, threads=threads)
    carried = [_applied(maps, source, threads) for source in sources]
    return AugmentResult(carried[0], carried[1], maps)
