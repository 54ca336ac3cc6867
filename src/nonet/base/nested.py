"""Boards written as lists, as a program or a notebook holds them.

`Grid` reads lists here, and so does everything that takes a board. A list is flat (one item per cell) or has one item
per row; a row is a list of cells or text. A cell is a number or text; ``0``, ``None``, NaN, ``""`` and ``"."`` are
empty. Arrays, series and data frames are read like the lists they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from math import trunc
from typing import Any

from nonet.base.cells import cell_name
from nonet.base.digits import side_of, symbols_of
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of

__all__ = [
    "as_list",
    "equal_rows",
    "expected_cells",
    "is_board",
    "read_list",
    "wrong_digit",
]


_LARGEST = 36
"""The size of the largest board."""


def as_list(board: object, expected: str) -> list[Any]:
    """Return the items of a list, an array or another iterable; ``expected`` is for the error.

    Raises `TypeError` for an object without items, and for sets and mappings, which have no order.
    """
    items: Any = board
    if hasattr(items, "to_numpy"):  # a data frame would yield the names of its columns
        items = items.to_numpy()
    if hasattr(items, "tolist"):
        items = items.tolist()
    if not isinstance(items, Iterable) or isinstance(items, (str, bytes, Set, Mapping)):
        raise TypeError(f"expected {expected}, got {type(board).__name__}")
    return list(items)


def read_list(board: object) -> bytes:
    """Return the digits of a list, 0 for an empty cell; the caller checks them against the size.

    Raises `ParseError`, which names the row or the cell, and `TypeError` for an object that is not a list.

    >>> list(read_list([[1, None], ["", "2"]])), list(read_list(["1.", ".2"]))
    ([1, 0, 0, 2], [1, 0, 0, 2])
    """
    items = as_list(board, "a Grid, Puzzle, string or nested list")
    if len(items) == 1 and hasattr(board, "ndim") and _is_list(items[0]):
        items = list(items[0])  # a row of a data frame
    if _is_flat(items):
        size = side_of(len(items))
        if size is None:
            raise expected_cells(len(items))
        return _digits(items, size)
    _check_texts(items)
    rows = equal_rows([_row(item, len(items)) for item in items])
    for number, (row, item) in enumerate(zip(rows, items, strict=True), 1):
        if isinstance(item, str):
            _check_blanks(row, number)
    return _digits([cell for row in rows for cell in row], len(rows))


def is_board(items: Sequence[object]) -> bool:
    """Whether the items of a list are the cells or rows of one board, as opposed to several boards.

    n texts of n cells are rows.

    >>> is_board(["12", "21"]), is_board(["1.....3..4.....2"] * 2), is_board([[[1]]] * 9)
    (True, False, False)
    """
    if not items or _is_flat(list(items)):
        return bool(items)
    if not all(isinstance(item, (str, bytes, list, tuple)) for item in items):
        return False
    rows = [_row(item, len(items)) for item in items]
    fitting = [row for row in rows if len(row) == len(items) and _is_flat(row)]
    return 2 * len(fitting) > len(rows)


def equal_rows(rows: Sequence[Sequence[object]]) -> Sequence[Sequence[Any]]:
    """Return the rows if they make a square board; else raise an error that names the row.

    >>> equal_rows([[1, 2, 3], [1, 2], [1, 2, 3]])
    Traceback (most recent call last):
        ...
    nonet.ParseError: row 2 has 2 cells, expected 3
    """
    lengths = [len(row) for row in rows]
    usual = max(lengths, key=lambda length: (lengths.count(length), length == len(rows)))
    for number, length in enumerate(lengths, 1):
        if length != usual:
            cells = "1 cell" if length == 1 else f"{length} cells"
            raise ParseError(f"row {number} has {cells}, expected {usual}")
    if usual != len(rows):
        found = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
        raise ParseError(f"the board has {found} of {usual} cells, expected {usual} rows")
    if usual > _LARGEST:
        raise ParseError(f"size must be 1 to 36, got {usual}")
    return rows


def expected_cells(found: int) -> ParseError:
    """Return the error for a number of cells that is not a square from 1 to 36x36."""
    return ParseError(f"expected 81 cells, or the square of another size up to 36, found {found}")


def wrong_digit(cell: int, found: object, size: int) -> ParseError:
    """Return the error for what is neither a digit of the board nor an empty cell.

    >>> wrong_digit(0, 10, 9)
    ParseError('r1c1 is 10, expected 1 to 9, or 0 for an empty cell')
    """
    return ParseError(
        f"{cell_name(cell, size)} is {found!r}, expected 1 to {size}, or 0 for an empty cell"
    )


def _is_flat(items: list[object]) -> bool:
    """Whether the items are cells, as opposed to rows."""
    if any(_is_list(item) for item in items):
        return False
    texts = [str(item, "latin-1") if isinstance(item, bytes) else item for item in items]
    longest = max((len(t.strip()) for t in texts if isinstance(t, str)), default=0)
    return longest <= 1 or (longest == 2 and len(items) >= 100)


def _is_list(item: object) -> bool:
    """Whether an item has items; an array without dimensions is a cell."""
    return (
        isinstance(item, Iterable)
        and not isinstance(item, (str, bytes))
        and getattr(item, "ndim", 1) > 0
    )


def _row(item: object, rows: int) -> list[Any]:
    """Return the cells of a row; text is cut into numbers, pairs or characters."""
    if isinstance(item, bytes):
        item = item.decode("latin-1")
    if isinstance(item, str):
        words = item.split()
        if len(words) == rows:
            return words
        text = "".join(words)
        if rows >= 10 and len(text) == 2 * rows:
            return [text[i : i + 2] for i in range(0, len(text), 2)]
        return list(text)
    return as_list(item, "rows of cells")


def _check_texts(items: Sequence[object]) -> None:
    """Refuse texts that are boards, not rows or cells: a single one, and one with more cells than the longest row."""
    for item in items:
        if isinstance(item, (list, tuple)):
            _check_no_board(item, "a list in a list")
        if not isinstance(item, (str, bytes)):
            continue
        cells = len(item.strip()) if len(items) == 1 else len(_row(item, len(items)))
        if len(items) == 1 or (cells > _LARGEST and side_of(cells)):
            raise _text_in("a list", cells)


def _check_no_board(items: Sequence[object], place: str) -> None:
    """Refuse lists of whole boards, where cells are expected."""
    for item in items:
        if isinstance(item, (list, tuple)):
            _check_no_board(item, f"{place} in a list")
        elif isinstance(item, (str, bytes)):
            cells = len(item.strip())
            if cells > _LARGEST and side_of(cells):
                raise _text_in(place, cells)


def _text_in(place: str, cells: int) -> ParseError:
    return ParseError(
        f"expected one board, found {place} with a text of {cells} characters;"
        " pass the text alone, or a list of boards to nonet.batch.solve"
    )


def _check_blanks(row: Sequence[str], number: int) -> None:
    """Refuse two characters for an empty cell in a row of text: one of them is a typing mistake."""
    blanks = [cell for cell in row if not cell.isalnum() or cell == "0"]
    for cell in blanks:
        if cell != blanks[0]:
            raise ParseError(
                f"row {number} has {blanks[0]!r} and {cell!r} for empty cells, expected one of them"
            )


def _digits(items: Sequence[Any], size: int) -> bytes:
    values: Sequence[int | None]
    if set(map(type, items)) <= {int}:
        values = items
    else:
        cells = [_text_or_number(item) for item in items]
        symbols = _values_of_symbols(cells, size)
        values = [_digit(cell, symbols) if isinstance(cell, str) else cell for cell in cells]
    for cell, value in enumerate(values):
        if value is None or not 0 <= value <= size:
            raise wrong_digit(cell, items[cell], size)
    return bytes(values)  # type: ignore[arg-type]


def _text_or_number(item: object) -> str | int | None:
    """Return a cell as text, or as a number, 0 for one that stands for no value; None if it is neither.

    Data frames make floating-point numbers of columns with empty cells, and NaN of these.

    >>> _text_or_number("5"), _text_or_number(5.0), _text_or_number(float("nan")), _text_or_number(1.5)
    ('5', 5, 0, None)
    """
    if hasattr(item, "tolist"):  # a value of NumPy, or its sign for a masked cell
        item = item.tolist()
    if isinstance(item, (str, bytes)):
        return item if isinstance(item, str) else item.decode("latin-1")
    try:
        if item is None or item != item:
            return 0
    except TypeError:  # pandas.NA does not say whether it equals itself
        return 0
    try:
        return item.__index__() if hasattr(item, "__index__") else _whole(item)
    except (TypeError, ValueError, OverflowError):
        return None


def _whole(item: Any) -> int | None:
    return trunc(item) if item == trunc(item) else None


def _digit(item: str, symbols: dict[str, int]) -> int | None:
    """Return the value of a text, None if it has none."""
    text = item.strip()
    value = number_of(text, 99, any_script=True)
    if value is not None:
        return value
    is_blank = not text or (len(text) == 1 and not text.isalnum()) or text == ".."
    return 0 if is_blank else symbols.get(text)


def _values_of_symbols(items: Sequence[object], size: int) -> dict[str, int]:
    """Return the values of the letters: A is 10 where there are digits too, else 1."""
    if size <= 9:
        return {"x": 0, "X": 0}
    mixed = any(item.strip(" 0").isdecimal() if isinstance(item, str) else item for item in items)
    symbols = symbols_of(min(size, 35), "mixed") if mixed else symbols_of(size)
    values = {symbol: value for value, symbol in enumerate(symbols, 1)}
    if mixed or size <= 26:
        values |= {symbol.lower(): value for symbol, value in values.items()}
    return values
