"""One row of a grid as people write it: its cells with their columns, whatever is drawn around them.

A row of dashes may be a ruler or a row of empty cells; a line of letters may be a title or a row of a large board.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass, field

from nonet.base.digits import BLANKS, symbols_of
from nonet.formats.base import SMALLEST
from nonet.formats.text import plain

__all__ = [
    "Row",
    "closed_up",
    "is_border",
    "is_candidate_row",
    "is_dash_row",
    "is_letter_row",
    "is_markdown_ruler",
    "row_cells",
    "row_of",
    "size_of_rows",
]

_FRAME = set("-=+|:.'*`_~ \t")

_NUMBER = re.compile(r"\d{1,2}|-1|([^\w\s])\1?|__?")

_MARKDOWN = re.compile(r"\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")
_CANDIDATES = re.compile(r"\d+(,\d+)*|-")
_CELL = re.compile(r"\s{0,2}\S{0,2}\s{0,2}")


def is_border(text: str) -> bool:
    """Whether a line (already `plain`) is part of a frame: it has a ruler, and nothing but frame characters.

    >>> is_border("*-----------*"), is_border("|---+---+---|"), is_border("..5|...|...")
    (True, True, False)
    """
    return set(text) <= _FRAME and (
        any(ruler in text for ruler in ("---", "===", "~~~", "+++", "-+-", "+--", "--+"))
        or is_markdown_ruler(text)
    )


def is_markdown_ruler(text: str) -> bool:
    """Whether a line is what Markdown puts below the first row of a table, with at least four columns.

    >>> is_markdown_ruler("|---|:-:|--:|---|"), is_markdown_ruler("|---+---+---|")
    (True, False)
    """
    if text.count("|") < SMALLEST - 1 or ("--" not in text and ":" not in text):
        return False
    return _MARKDOWN.fullmatch(text.strip()) is not None


def is_dash_row(text: str) -> bool:
    """Whether a line may be either a row of empty cells or a ruler."""
    return set(text) <= set("-| \t") and text.count("-") >= SMALLEST


def is_letter_row(text: str) -> bool:
    """Whether a line with words is a row of a board with letters for digits, and not a title.

    Every character is a digit or a blank of the board, and the gaps are even. A row without an empty cell has capitals
    only, up to 26x26.

    >>> is_letter_row("A..P|..BC|....|G.H."), is_letter_row("Back on a cafe."), is_letter_row("Chocolates")
    (True, False, False)
    """
    words = text.replace("|", " ").split()
    symbols = "".join(words)
    size = len(symbols)
    if not 10 <= size <= 36 or len(set(map(len, words))) > 1:
        return False
    mixed = any(symbol.isdigit() and symbol != "0" for symbol in symbols)
    known = set(symbols_of(min(size, 35), "mixed") if mixed else symbols_of(size))
    blanks = set(symbols.upper() if mixed or size <= 26 else symbols) - known
    if len(blanks) > 1 or not blanks <= set(BLANKS + "?"):
        return False
    return bool(blanks) or size > 26 or symbols == symbols.upper()


def is_candidate_row(text: str) -> bool:
    """Whether a line has at least four words, each with its digits in order, with commas above 9x9.

    >>> is_candidate_row("12 | 3 | 45 6"), is_candidate_row("1234 3412 2143 4321")
    (True, False)
    """
    cells = text.replace("|", " ").split()
    if len(cells) not in range(SMALLEST, 37):
        return False
    if len(cells) < 10:
        return all(sorted(set(cell)) == list(cell) for cell in cells)
    return all(_CANDIDATES.fullmatch(cell) for cell in cells)


def row_cells(text: str) -> list[tuple[str, int]]:
    """Return the cells of a row with their columns; a space is an empty cell where the width of the row shows it.

    >>> "".join(character for character, _ in row_cells("| 5 3 . | . 7 . | . . . |"))
    '53..7....'
    >>> "".join(character for character, _ in row_cells("| 5 | 3 |   |   | 7 |   |   |   |   |"))
    '53  7    '
    >>> [character for character, _ in row_cells("12  . |  . 7 | 10 11 |  1  2 |  3  4")]
    ['12', '.', '.', '7', '10', '11', '1', '2', '3', '4']
    """
    if framed := _framed_cells(text):
        return framed
    if _are_numbers(text.replace("|", " ").split()):
        return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    symbols = [(char, i) for i, char in enumerate(text, 1) if char not in " \t|"]
    if len(symbols) >= 9:
        return symbols
    is_spaced = text[1::2] == " " * 4 and " " not in text[::2]  # five characters
    if len(text) == 9 and "|" not in text and "\t" not in text and not is_spaced:
        return [(char, i) for i, char in enumerate(text, 1)]
    return _spaced_cells(text) or _barred_cells(text) or symbols


def _spaced_cells(text: str) -> list[tuple[str, int]]:
    """Return the cells of a classic row with a space between any two, and a space for each empty cell."""
    if len(text) != 17 or text[1::2].strip() or not set(text) <= set("123456789 "):
        return []
    places = [i for i in range(0, 17, 2) if text[i] != " "]
    steps = {after - before for before, after in itertools.pairwise(places)}
    if len(places) >= SMALLEST and len(steps) == 1:
        return []  # a row of a smaller board with wide gaps
    return [(text[i], i + 1) for i in range(0, 17, 2)]


def _are_numbers(words: list[str]) -> bool:
    """Whether the words are numbers, one for each cell, and not the rows of boxes."""
    longest = max(map(len, words), default=0)
    if longest < 2 or not all(_NUMBER.fullmatch(word) for word in words):
        return False
    return len(words) >= 10 or ("-1" in words and all(len(w) == 1 or w == "-1" for w in words))


def _groups(text: str) -> list[tuple[str, int]]:
    """Return the text between the bars, with the columns."""
    groups, start = [], 1
    for group in text.split("|"):
        groups.append((group, start))
        start += len(group) + 1
    if text.lstrip().startswith("|") and text.rstrip().endswith("|"):
        groups = groups[1:-1]
    return groups


def _framed_cells(text: str) -> list[tuple[str, int]]:
    """Return the cells of a row with a bar between any two cells, some of them empty."""
    groups = _groups(text)
    if len(groups) < SMALLEST or not all(_CELL.fullmatch(group) for group, _ in groups):
        return []
    widths = {len(group.strip()) for group, _ in groups}
    if 0 not in widths or (2 in widths and len(groups) < 10):
        return []
    return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]


def _barred_cells(text: str) -> list[tuple[str, int]]:
    """Return the cells of a classic row by position: three groups of three cells, or nine of one."""
    groups = _groups(text)
    if len(groups) == 3 == text.count("|") + 1:
        # Without outer bars an editor may have removed spaces at the end.
        groups[2] = groups[2][0].ljust(len(groups[0][0])), groups[2][1]
    if len(groups) == 9 and all(len(group.strip()) <= 1 for group, _ in groups):
        return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]
    if len(groups) != 3 or len({len(group) for group, _ in groups}) > 1:
        return []
    places = {3: (0, 1, 2), 5: (0, 2, 4), 7: (1, 3, 5)}.get(len(groups[0][0]), ())
    found = [(group[i], at + i) for group, at in groups for i in places]
    symbols = "".join("".join(group.split()) for group, _ in groups)
    one_blank = all(symbol.isalnum() and symbol != "0" for symbol in symbols)
    return found if one_blank and sum(symbol != " " for symbol, _ in found) == len(symbols) else []


@dataclass
class Row:
    """A line of a grid with its cells.

    A ruler has no cells. If it may be a row of empty cells, ``width`` is their number and ``blank`` their character.
    """

    line: int
    text: str
    cells: list[tuple[str, int]] = field(default_factory=list)
    width: int = 0
    blank: str = ""


def row_of(number: int, text: str) -> Row:
    """Return the row on a line."""
    symbols = row_cells(plain(text))
    if all(symbol == " " for symbol, _ in symbols):
        return Row(number, text, [], len(symbols), " ")
    return Row(number, text, symbols)


def closed_up(row: Row) -> list[tuple[str, int]]:
    """Return the cells of a row without the spaces."""
    return [(symbol, column) for symbol, column in row.cells if symbol != " "]


def size_of_rows(lengths: list[int]) -> int:
    """Return the size of a grid with rows of these lengths: the commonest possible length, or else 9.

    >>> size_of_rows([8, 9, 9]), size_of_rows([3])
    (9, 9)
    """
    if lengths and SMALLEST <= lengths[0] <= 36 and lengths.count(lengths[0]) == len(lengths):
        return lengths[0]
    counted = Counter(length for length in lengths if SMALLEST <= length <= 36)
    return counted.most_common(1)[0][0] if counted else 9
