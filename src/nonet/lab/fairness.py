"""Random equivalent puzzles for fair measurements, and an independent check of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.rules import CLASSIC, Rules

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = ["shuffled", "verified"]


def shuffled(boards: Boards, seed: int, *, rules: Rules = CLASSIC) -> Boards:
    """Return the boards, an array with one row each, in random order and each as a random equivalent board.

    Each classic board gets its own permutation of bands, stacks, rows and columns in them, and digits, and half of them
    are transposed. For other rules only the digits are permuted. The same seed gives the same boards. Raises
    `RulesError` if a constraint depends on the values of the digits.

    >>> import numpy as np
    >>> boards = np.frombuffer(b"530070000600195000098000060800060003400803001700020006060000280"
    ...     b"000419005000080079", np.uint8).reshape(1, 81) - 48
    >>> int((shuffled(boards, 1) > 0).sum())
    30
    >>> small = np.array([[1, 2, 0, 0] + [0] * 12], np.uint8)
    >>> len(set(shuffled(small, 1, rules=Rules(size=4))[0, :2].tolist()))
    2
    """
    import numpy as np

    rules.require_interchangeable("a shuffle")
    rng = np.random.default_rng(seed)
    n, size = len(boards), rules.size
    moves = _moves(rng, n) if rules.is_classic else None
    digits = np.zeros((n, size + 1), np.uint8)
    names = np.arange(1, size + 1, dtype=np.uint8)
    digits[:, 1:] = rng.permuted(np.tile(names, (n, 1)), axis=1)
    moved = boards[rng.permutation(n)]
    if moves is not None:
        moved = np.take_along_axis(moved, moves, axis=1)
    renamed: Boards = np.take_along_axis(digits, moved.astype(np.intp), axis=1)
    return renamed


def _moves(rng: np.random.Generator, n: int) -> npt.NDArray[np.int64]:
    """Return for each of ``n`` classic boards the old cell of each cell."""
    import numpy as np

    def lines() -> npt.NDArray[np.int64]:
        bands = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
        inner = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
        order: npt.NDArray[np.int64] = (3 * bands[:, :, None] + inner).reshape(n, 9)
        return order

    rows, columns = lines(), lines()
    cells = 9 * rows[:, :, None] + columns[:, None, :]
    turned = rng.integers(0, 2, n).astype(bool)
    cells[turned] = cells[turned].transpose(0, 2, 1)
    moves: npt.NDArray[np.int64] = cells.reshape(n, 81)
    return moves


def verified(boards: Boards, grids: Boards, *, rules: Rules = CLASSIC) -> npt.NDArray[np.bool_]:
    """Return for each row whether the grid is a solution: all digits of each house differ, all givens are kept.

    Constraints are met too.

    Both arrays are ``(n, cells)`` uint8.

    >>> import numpy as np
    >>> verified(np.zeros((1, 81), np.uint8), np.ones((1, 81), np.uint8))
    array([False])
    """
    import numpy as np

    size = rules.size
    valid: npt.NDArray[np.bool_] = ((boards == 0) | (boards == grids)).all(axis=1) & (
        (grids >= 1) & (grids <= size)
    ).all(axis=1)
    bits = np.zeros(256, np.uint16 if size <= 16 else np.uint64)
    bits[1 : size + 1] = [1 << digit for digit in range(size)]
    houses = [[*house.cells] for house in rules.houses]
    whole = np.array([cells for cells in houses if len(cells) == size])
    for lo in range(0, len(grids), 4096):  # in batches: each row is copied once for each house
        some = grids[lo : lo + 4096]
        masks = bits[some]
        seen = np.bitwise_or.reduce(masks[:, whole], axis=2)
        valid[lo : lo + 4096] &= (seen == (1 << size) - 1).all(axis=1)
        for cells in (cells for cells in houses if len(cells) < size):
            in_order = np.sort(some[:, cells], axis=1)
            valid[lo : lo + 4096] &= (in_order[:, 1:] != in_order[:, :-1]).all(axis=1)
    if rules.constraints:
        for row in np.flatnonzero(valid):
            valid[row] = next(rules.violations(grids[row].tolist()), None) is None
    return valid
