"""What every function of `nonet.batch` takes: boards in arrays, columns of text and files, laid out for the engine.

Input is copied only if necessary: arrays of bytes, lines of a file and Arrow columns are read where they lie.
"""

from __future__ import annotations

import mmap
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet import engine
from nonet.base.cells import cell_name
from nonet.base.digits import BLANKS, CELL_VALUES, side_of
from nonet.base.errors import ParseError, RulesError
from nonet.boards.grid import Grid
from nonet.engine import Status
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules
from nonet.rules.variants import parse_rules
from nonet.tables.texts import Texts, column_of, lines_of, usual_size

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "EngineRows",
    "Rows",
    "check_count",
    "classic_rows",
    "digits_of",
    "engine_rows",
    "paired",
    "tally",
    "with_one_blank",
]

Rows: TypeAlias = (
    "npt.NDArray[Any] | bytes | bytearray | memoryview | mmap.mmap | str | Sequence[Any] | Any"
)

_LEAVE_OUT = "keep only rows with r.status == Status.UNIQUE, where r = batch.solve(puzzles)"

_PAIRS = 1 << 14  # puzzles with their solutions that are compared at a time

_FILES = (str, bytes, bytearray, memoryview, mmap.mmap)


@dataclass(frozen=True)
class EngineRows:
    """Boards as the engine reads them.

    ``cells`` holds ``n`` boards, each at its offset, or one after the other if ``offsets`` is None; with ``marks`` they
    are masks. The caller has ``total`` rows; ``readable`` holds the numbers of those that are boards, None if all are.
    ``lines`` are the line numbers of all rows of a file, from 1.
    """

    cells: Any
    n: int
    rules: Rules
    offsets: npt.NDArray[np.uint64] | None
    marks: bool
    total: int
    readable: npt.NDArray[np.intp] | None = None
    lines: npt.NDArray[np.uint64] | None = None

    def slice(self, lo: int, hi: int) -> tuple[Any, npt.NDArray[np.uint64] | None]:
        """Return the cells and offsets of some classic boards."""
        if self.offsets is not None:
            return self.cells, self.offsets[lo:hi]
        return self.cells[81 * lo : 81 * hi], None

    def spread(self, values: npt.NDArray[Any], fill: int = 0) -> npt.NDArray[Any]:
        """Return the values of the boards as values of all rows, ``fill`` for rows that are not boards."""
        import numpy as np

        if self.readable is None:
            return values
        spread = np.full((self.total, *values.shape[1:]), fill, values.dtype)
        spread[self.readable] = values
        return spread

    def spread_status(self, status: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the status of all rows: `Status.BAD_CELL` for rows that are not boards."""
        return self.spread(status, Status.BAD_CELL)


def engine_rows(puzzles: Rows, rules: Rules | str | None) -> EngineRows:
    """Return rows as the engine reads them; see `nonet.batch.solve` for what they can be."""
    import numpy as np

    if isinstance(puzzles, EngineRows):
        return puzzles
    if isinstance(puzzles, _FILES):
        return _from_texts(lines_of(puzzles), rules, of_file=True)
    puzzles = _unmasked(puzzles)
    column = column_of(puzzles)
    if column is not None:
        return _from_texts(column, rules, of_file=False)
    _refuse_other_types(puzzles)
    marks: bool | None = None
    if isinstance(puzzles, (list, tuple)) and puzzles:
        if all(isinstance(puzzle, Puzzle) for puzzle in puzzles):
            puzzles, rules = _array_of_puzzles(puzzles, rules)
            marks = puzzles.dtype != np.uint8
        elif all(isinstance(grid, Grid) for grid in puzzles):
            puzzles = [list(grid) for grid in puzzles]
    array = _with_boards(_as_array(puzzles), rules)
    rules = _rules(rules, array)
    rules.require_usual_digits("tables of boards")
    board, marks = _array(array, rules, marks)
    return EngineRows(board.reshape(-1), len(board), rules, None, marks, len(board))


def _unmasked(puzzles: Any) -> Any:
    """Return an array whose masked cells are empty; any other object as it is."""
    import numpy as np

    if not isinstance(puzzles, np.ma.MaskedArray):
        return puzzles
    if puzzles.dtype.kind == "b" and puzzles.mask.any():
        raise ValueError("puzzles has masked candidates, expected true or false for each")
    if puzzles.dtype.kind in "SU":
        return puzzles.filled("." if puzzles.ndim > 1 else "")
    return puzzles.filled(None if puzzles.dtype.kind == "O" else 0)


def _as_array(puzzles: Any) -> npt.NDArray[Any]:
    """Return boards as an array; of lists that are not all as long, those of the usual length are boards."""
    import numpy as np

    try:
        return np.asarray(puzzles)
    except ValueError:
        boards = [_cells_of(item) for item in puzzles]
        lengths = Counter(map(len, boards))
        cells = max(lengths, key=lambda length: (length > 0, lengths[length]))
        return np.array([board if len(board) == cells else [255] * cells for board in boards])


def _cells_of(item: Any) -> list[int]:
    """Return the cells of a board, an empty list for other values."""
    with suppress(ParseError, TypeError):
        return list(Grid(item))
    return []


def _with_boards(array: npt.NDArray[Any], rules: Rules | str | None) -> npt.NDArray[Any]:
    """Return an array in which each item is a board, without a last dimension of one; refuse a single board."""
    shape = array.shape
    if array.ndim > 3 and shape[-1] == 1:
        return _with_boards(array[..., 0], rules)
    side = side_of(shape[-1]) if shape else None
    is_square = array.ndim == 2 and shape[0] == shape[1] and side in (1, 2, 3)
    if (is_square and _fits(rules, shape[-1])) or (array.ndim == 1 and side):
        # Without rules for them these are not boards of 1x1, 2x2 or 3x3.
        one = (1, *shape)
        raise ValueError(f"puzzles has shape {shape}, which is one board; give it the shape {one}")
    return array


def _fits(rules: Rules | str | None, side: int) -> bool:
    """Whether a board of this side has the rules, or those of its size."""
    try:
        return (
            rules is None
            or side == getattr(rules, "size", 0)
            or bool(parse_rules(str(rules), size=side))
        )
    except RulesError:
        return False


def with_one_blank(rows: EngineRows) -> EngineRows:
    """Return classic rows of text without those that use two blank characters, which the readers of texts refuse."""
    import numpy as np

    if rows.offsets is None or not rows.n:
        return rows
    cells = np.frombuffer(rows.cells, np.uint8)
    used = cells[index(rows.offsets[0]) : index(rows.offsets[-1]) + 81]  # the rows are in order
    low, high = used.min(), used.max()
    if high <= ord("9") and (low >= ord("0") or (low == ord(".") and not (used == ord("0")).any())):
        return rows
    blanks = set(BLANKS.encode())
    fits = np.ones(rows.n, bool)
    for lo in range(0, rows.n, 1 << 14):
        places = rows.offsets[lo : lo + (1 << 14), None].astype(np.intp) + np.arange(81)
        boards = cells[places]
        kinds = sum((boards == blank).any(axis=1).astype(int) for blank in blanks)
        fits[lo : lo + len(boards)] = np.less(kinds, 2)
    if fits.all():
        return rows
    numbers = np.arange(rows.n) if rows.readable is None else rows.readable
    return replace(rows, n=int(fits.sum()), offsets=rows.offsets[fits], readable=numbers[fits])


def _refuse_other_types(puzzles: Any) -> None:
    """Raise `TypeError` for a path, an open file, and what has no rows in a fixed order."""
    if isinstance(puzzles, os.PathLike):
        raise TypeError(
            f"expected puzzles, got the path {os.fspath(puzzles)!r}; open the file and pass its bytes"
        )
    name = type(puzzles).__name__
    if hasattr(puzzles, "read"):
        raise TypeError(f"expected puzzles, got an open file ({name}); pass its bytes")
    if isinstance(puzzles, (Set, Mapping, Iterator)):
        raise TypeError(f"expected a list of puzzles, got {name}; pass a list")


def _from_texts(texts: Texts, rules: Rules | str | None, *, of_file: bool) -> EngineRows:
    """Return the boards of texts."""
    import numpy as np

    size = usual_size(texts) if rules is None or isinstance(rules, str) else None
    if rules is None:
        rules = CLASSIC if size in (None, 9) else Rules(size=size)
    elif isinstance(rules, str):
        rules = _rules_in_words(rules, size)
    rules.require_usual_digits("tables of boards")
    offsets, readable, lines = texts.boards(rules.size)
    total = texts.total if lines is None else len(lines)
    kept = None if len(offsets) == total else readable
    return EngineRows(
        texts.cells,
        len(offsets),
        rules,
        np.ascontiguousarray(offsets, np.uint64),
        False,
        total,
        kept,
        lines if of_file else None,
    )


def _rules_in_words(words: str, size: int | None) -> Rules:
    """Return the rules; words without a size ("diagonals") get that of the texts."""
    if size is not None:
        with suppress(RulesError):
            return parse_rules(words, size=size)
    return parse_rules(words)


def _array_of_puzzles(
    puzzles: Sequence[Puzzle], rules: Rules | str | None
) -> tuple[npt.NDArray[Any], Rules | str]:
    """Return the givens of puzzles with the same rules, or masks if one of them has marks."""
    import numpy as np

    first = puzzles[0].rules
    for number, puzzle in enumerate(puzzles):
        if puzzle.rules != first:
            raise ValueError(
                f"row {number} has other rules than row 0; expected puzzles with the same rules"
            )
    if any(puzzle.marks is not None for puzzle in puzzles):
        kind, letter = (np.uint16, "H") if first.is_classic else (np.uint64, "Q")
        masks = [engine.masks_of(puzzle.givens, puzzle.marks, letter) for puzzle in puzzles]
        return np.array(masks, kind), rules or first
    joined = b"".join(bytes(puzzle.givens) for puzzle in puzzles)
    return np.frombuffer(joined, np.uint8).reshape(len(puzzles), -1), rules or first


def _rules(rules: Rules | str | None, array: npt.NDArray[Any]) -> Rules:
    """Return the rules; without them the shape of the array decides."""
    side = None
    if array.ndim in (2, 3) and array.size:
        side = side_of(array.shape[1])
        if array.ndim == 3 and array.dtype.kind != "b":
            side = array.shape[1] if array.shape[1] == array.shape[2] else None
    if rules is None:
        return CLASSIC if side in (None, 9) else Rules(size=side)
    return parse_rules(rules, size=side) if isinstance(rules, str) else rules


def _array(
    array: npt.NDArray[Any], rules: Rules, marks: bool | None = None
) -> tuple[npt.NDArray[Any], bool]:
    """Return uint8 cells, or masks and True: uint16 for classic rules, else uint64.

    ``marks`` says whether numbers are masks; without it their type and their values do.
    """
    import numpy as np

    side, size = rules.size, rules.size**2
    mask_type = np.uint16 if rules.is_classic else np.uint64
    if array.size == 0 and (array.ndim == 1 or not len(array)):
        return np.zeros((0, size), np.uint8), False
    if array.dtype == np.bool_ and array.shape[1:] == (size, side):
        weights = (np.uint64(1) << np.arange(side, dtype=np.uint64)).astype(mask_type)
        return np.ascontiguousarray(array @ weights), True
    if array.shape[1:] == (side, side):
        array = array.reshape(-1, size)
    if array.ndim != 2 or array.shape[1] != size:
        raise ValueError(
            f"puzzles has shape {array.shape}, expected (n, {size}), (n, {side}, {side}), "
            f"(n, {size}, {side}) booleans or a column of texts"
        )
    array = _characters(array)
    if array.dtype == np.uint8:
        return np.ascontiguousarray(array), False
    if array.dtype.kind not in "iuf":
        raise ValueError(f"puzzles has type {array.dtype}, expected digits (uint8) or texts")
    kinds = "H" if rules.is_classic else "HILQ"
    if marks or (marks is None and array.dtype.char in kinds and _are_masks(array, side)):
        return np.ascontiguousarray(array, dtype=mask_type), True
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), 0, array)
        array = np.where(array == np.floor(array), array, -1)
    # Values that do not fit a byte must not wrap into digits; 255 is not a digit and gets BAD_CELL.
    return np.where((array < 0) | (array > 255), 255, array).astype(np.uint8), False


def _characters(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of characters or of Python objects as one of numbers; any other as it is."""
    import numpy as np

    if array.dtype == np.dtype("S1"):
        return np.ascontiguousarray(array).view(np.uint8)
    if array.dtype.kind == "U" and array.dtype.itemsize == 4:
        native = array.astype(array.dtype.newbyteorder("="))
        return np.ascontiguousarray(native).view(np.uint32).astype(np.int64).reshape(array.shape)
    if array.dtype.kind not in "OSU":
        return array
    cells = np.full(array.shape, 255, np.uint8)
    for row, items in enumerate(array.tolist()):
        if len(digits := _cells_of(items)) == array.shape[1]:
            cells[row] = digits
    return cells


def _are_masks(array: npt.NDArray[Any], side: int) -> bool:
    """Whether numbers are masks of candidates: a board has a bit for each digit, or none has only digits."""
    import numpy as np

    rows, has_digits = 1 << 14, False
    for lo in range(0, len(array), rows):
        part = array[lo : lo + rows]
        if (np.bitwise_or.reduce(part, axis=1) == (1 << side) - 1).any():
            return True
        has_digits = has_digits or bool((part.max(axis=1) <= side).any())
    return not has_digits


def tally(status: npt.NDArray[np.uint8]) -> str:
    """Return how many rows have each status, as text."""
    import numpy as np

    counts = np.bincount(status, minlength=len(Status))
    return ", ".join(f"{counts[s]} {s.name.lower()}" for s in Status if counts[s]) or "none"


# -- classic boards -------------------------------------------------------------------------------


def check_count(n: int, least: int) -> None:
    """Raise `TypeError` or `ValueError` if ``n`` is not a whole number of at least ``least``."""
    if not hasattr(n, "__index__"):
        raise TypeError(f"n must be a whole number, got {n!r}")
    if n < least:
        raise ValueError(f"n must be at least {least}, got {n}")


def classic_rows(boards: Rows, function: str) -> EngineRows:
    """Return classic boards of digits; ``function`` is the name of the caller for the error."""
    rows = engine_rows(boards, CLASSIC)
    if rows.marks:
        raise ValueError(f"{function}() needs digits, got candidates")
    return rows


def paired(
    puzzles: Rows, solutions: Rows, function: str
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return classic puzzles and their solutions as ``(n, 81)`` digits; ``function`` is the name of the caller.

    A solution has the givens of its puzzle, and each digit once in every house. Cells without a digit (0) are left
    open, as in the rows of `solve` that have no solution. Raises `ValueError` with the first row that does not fit.
    """
    givens, solved = (digits_of(classic_rows(rows, function)) for rows in (puzzles, solutions))
    if len(givens) != len(solved):
        raise ValueError(f"got {len(givens)} puzzles and {len(solved)} solutions, expected as many")
    for lo in range(0, len(givens), _PAIRS):
        _check_pairs(givens[lo : lo + _PAIRS], solved[lo : lo + _PAIRS], lo)
    return givens, solved


def _check_pairs(givens: npt.NDArray[np.uint8], solved: npt.NDArray[np.uint8], first: int) -> None:
    """Raise `ValueError` for the first row whose solution does not fit; ``first`` is the number of row 0."""
    import numpy as np

    differs = (givens > 0) & (solved > 0) & (givens != solved)
    other = differs.any(axis=1)
    bits = np.left_shift(1, solved, dtype=np.uint16)
    twice = np.zeros(len(solved), bool)
    for house in CLASSIC.houses:
        digits = bits[:, list(house.cells)]
        # Digits that differ have the same sum as union; bit 0 stands for an open cell.
        union = np.bitwise_or.reduce(digits, axis=1) >> 1
        twice |= union != (digits >> 1).sum(axis=1, dtype=np.uint16)
    wrong = np.flatnonzero(other | twice)
    if not len(wrong):
        return
    row = wrong[0]
    if other[row]:
        cell = np.flatnonzero(differs[row])[0]
        raise ValueError(
            f"row {first + row}: expected the solution of the puzzle, got another one:"
            f" {cell_name(index(cell))} is {givens[row, cell]}, and {solved[row, cell]} in the solution"
        )
    raise ValueError(f"row {first + row}: the solution has a digit twice in a row, column or box")


def digits_of(rows: EngineRows) -> npt.NDArray[np.uint8]:
    """Return classic boards as ``(n, 81)`` digits, 0 for an empty cell; raise `ValueError` for another row."""
    import numpy as np

    if rows.readable is not None:
        missing = np.setdiff1d(np.arange(rows.total), rows.readable)[0]
        where = f"line {rows.lines[missing]}" if rows.lines is not None else f"row {missing}"
        raise ValueError(f"{where} is not a board of 81 characters; {_LEAVE_OUT}")
    cells = np.frombuffer(rows.cells, np.uint8) if rows.n else np.zeros(0, np.uint8)
    boards = cells.reshape(-1, 81) if rows.offsets is None else np.empty((rows.n, 81), np.uint8)
    for lo in range(0, rows.n if rows.offsets is not None else 0, 1 << 16):
        _, offsets = rows.slice(lo, lo + (1 << 16))
        assert offsets is not None
        boards[lo : lo + len(offsets)] = cells[offsets.astype(np.intp)[:, None] + np.arange(81)]
    if boards.size and boards.max() > 9:
        boards = np.frombuffer(CELL_VALUES, np.uint8)[boards]
        bad = np.flatnonzero((boards > 9).any(axis=1))
        if len(bad):
            raise ValueError(
                f"row {bad[0]} has a character that is neither a digit nor a blank; {_LEAVE_OUT}"
            )
    return boards
