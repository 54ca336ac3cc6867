"""Candidates as bit masks, from and to sets of digits and text: bit ``d - 1`` is digit ``d``.

Sets of cells are masks of their indices: bit ``i`` is cell ``i``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from nonet.base.cells import cell_name
from nonet.base.digits import BLANKS, digit_value, symbols_of
from nonet.base.errors import ParseError
from nonet.base.nested import as_list, equal_rows

__all__ = [
    "bits_of",
    "digits_of",
    "index_mask",
    "indices_of",
    "mask_of",
    "masks_from_sets",
    "masks_from_text",
]


def mask_of(digits: Iterable[int]) -> int:
    """Return the mask of a set of digits."""
    mask = 0
    for digit in digits:
        if not isinstance(digit, int) and not hasattr(digit, "__index__"):
            raise ParseError(f"expected a digit as a candidate, got {digit!r}")
        if not 1 <= digit <= 36:
            raise ParseError(f"a candidate must be 1 to 36, got {digit}")
        mask |= 1 << (digit - 1)
    return mask


def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask.

    >>> digits_of(0b1001)
    (1, 4)
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length())
        mask ^= low
    return tuple(found)


def bits_of(mask: int) -> Iterator[int]:
    """Yield the digits of a mask, each as a mask.

    >>> list(bits_of(0b1001))
    [1, 8]
    """
    while mask:
        yield mask & -mask
        mask &= mask - 1


def index_mask(indices: Iterable[int]) -> int:
    """Return the mask of a set of cells.

    >>> bin(index_mask([0, 3]))
    '0b1001'
    """
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def indices_of(mask: int) -> Iterator[int]:
    """Yield the cells of a mask.

    >>> list(indices_of(0b1001))
    [0, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def masks_from_sets(cells: Iterable[object]) -> tuple[int, ...]:
    """Return the masks of sets of digits, flat or by rows."""
    is_board = hasattr(cells, "tolist") and not isinstance(cells, (list, tuple))
    items = [] if is_board else as_list(cells, "text or a set of digits per cell")
    if items and all(isinstance(row, (list, tuple)) and row and _is_set(row[0]) for row in items):
        items = [cell for row in equal_rows(items) for cell in row]
    # A cell has at most as many digits as there are rows: longer lists are rows of digits.
    are_rows = len(items) > 1 and all(
        isinstance(row, (list, tuple)) and len(row) == len(items) for row in items
    )
    if is_board or are_rows or not all(map(_is_set, items)):
        found = type(cells).__name__ if is_board else "numbers"
        raise TypeError(
            f"expected text or a set of digits per cell, got {found};"
            " use Puzzle(grid).candidates() for a board of digits, Candidates.from_masks() for bit masks"
        )
    return tuple(mask_of(cell) for cell in items)


def _is_set(item: object) -> bool:
    return isinstance(item, Iterable) and not isinstance(item, str)


def masks_from_text(text: str) -> tuple[int, ...]:
    """Return the masks of a text with one character per cell and digit."""
    chars = [(char, column) for column, char in enumerate(text, 1) if char not in "\r\n"]
    size = round(len(chars) ** (1 / 3))
    if size**3 != len(chars) or not 1 <= size <= 36:
        raise ParseError(
            "expected 729 characters, 9 per cell (or the cube of another size up to 36),"
            f" found {len(chars)}",
            text=text,
        )
    masks = []
    for cell in range(size * size):
        mask = 0
        for place, (char, column) in enumerate(chars[cell * size : cell * size + size]):
            if char in _signs_at(place, size) or digit_value(char) == place + 1:
                mask |= 1 << place
            elif digit_value(char) or char not in BLANKS + " ":
                raise ParseError(
                    f"{cell_name(cell, size)}: expected {symbols_of(size)[place]} or a blank, found {char!r}",
                    text=text,
                    column=column,
                )
        masks.append(mask)
    return tuple(masks)


@cache
def _signs_at(place: int, size: int) -> tuple[str, ...]:
    """Return the characters that a digit can have at its own place, in every spelling of one character per cell."""
    if size <= 9:
        return ()
    mixed = "".join(symbols_of(35, "mixed")[place : place + 1])
    sign = symbols_of(size)[place]
    return (sign, mixed, mixed.lower()) if size > 26 else (sign, sign.lower(), mixed, mixed.lower())
