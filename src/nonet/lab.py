"""What every fair measurement needs: puzzles that no order or labelling helps, and a check of each answer.

A list of puzzles is often sorted, and its puzzles often have their digits or rows in a telling order. So a
measurement shuffles the list and turns each puzzle into a random one of its equivalents, which is as hard. And a
figure counts only if the answers behind it are right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint8]

__all__ = ["shuffled", "verified"]


def shuffled(boards: Boards, seed: int) -> Boards:
    """Return the ``(n, 81)`` boards in random order, each with digits, rows and columns permuted.

    Bands, stacks, the rows and columns in them, the digits, and (one time in two) the two axes are
    permuted for each board by itself; the same seed gives the same boards.

    >>> import numpy as np
    >>> boards = np.frombuffer(b"530070000600195000098000060800060003400803001700020006060000280"
    ...     b"000419005000080079", np.uint8).reshape(1, 81) - 48
    >>> int((shuffled(boards, 1) > 0).sum())
    30
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    n = len(boards)

    def lines() -> npt.NDArray[Any]:
        bands = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
        inner = rng.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
        order: npt.NDArray[Any] = (3 * bands[:, :, None] + inner).reshape(n, 9)
        return order

    rows, columns = lines(), lines()
    cells = 9 * rows[:, :, None] + columns[:, None, :]
    turned = rng.integers(0, 2, n).astype(bool)
    cells[turned] = cells[turned].transpose(0, 2, 1)
    digits = np.zeros((n, 10), np.uint8)
    digits[:, 1:] = rng.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    moved = np.take_along_axis(boards[rng.permutation(n)], cells.reshape(n, 81), axis=1)
    renamed: Boards = np.take_along_axis(digits, moved.astype(np.intp), axis=1)
    return renamed


def verified(boards: Boards, grids: Boards) -> npt.NDArray[np.bool_]:
    """Say for each row whether the grid is a solution: all houses right and all givens kept.

    It knows nothing of how the grids were found; both arrays are ``(n, 81)`` uint8.

    >>> import numpy as np
    >>> verified(np.zeros((1, 81), np.uint8), np.ones((1, 81), np.uint8))
    array([False])
    """
    import numpy as np

    cell = np.arange(81).reshape(9, 9)
    boxes = cell.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)
    good: npt.NDArray[np.bool_] = ((boards == 0) | (boards == grids)).all(axis=1) & (
        (grids >= 1) & (grids <= 9)
    ).all(axis=1)
    bits = np.left_shift(1, np.where(grids <= 9, grids, 0).astype(np.uint16))
    for houses in (cell, cell.T, boxes):
        good &= (np.bitwise_or.reduce(bits[:, houses], axis=2) == 0x3FE).all(axis=1)
    return good
