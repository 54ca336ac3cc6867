"""What a line looks like, before a form claims it: its words, its cells, its frame.

A `Shape` knows no form. Each of its properties is computed once, on first use: `shape` keeps the shapes of
the last lines, so the reader of a text and the forms that it asks share them. A row of dashes may be a ruler or a row
of empty cells; a line of letters may be a title or a row of a large board.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from nonet.base.digits import BLANKS, symbols_of
from nonet.formats.text import has_word, inside_tags, is_comment, plain

__all__ = ["PLAIN_ROW", "SIDES", "SMALLEST", "Head", "Shape", "shape"]

SMALLEST = 4
"""The side of the smallest board that is drawn in rows; fewer rows are part of something else."""

SIDES = range(SMALLEST, 37)
"""The sides of boards that are drawn in rows."""

PLAIN_ROW = re.compile(rf"(?!-{{9}}|x{{9}})[1-9x?{re.escape(BLANKS)}]{{9}}")
"""A row of a classic board and nothing else, which most rows are."""

_QUOTES = r"""(?:\w[\w.:() ]*[=(]\s*)?[A-Za-z]?(?:\"{3}|'{3})(?:\\|[\w.,;()]*)"""
_FENCE = re.compile(rf"(?:```|~~~)\s*[A-Za-z]*|/\*+|\*+/|{_QUOTES}")
_FRAME = re.compile(r"[-=+|:.'*`_~ \t]*")
_RULER = re.compile(r"---|===|~~~|\+\+\+|-\+-|\+--|--\+")
_MARKDOWN = re.compile(r"\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?")
_DASHES = re.compile(r"[-| \t]*")
_CANDIDATES = re.compile(r"\d+(,\d+)*|-")
_NUMBER = re.compile(r"\d{1,2}|-1|([^\w\s])\1?|__?")
_CELL = re.compile(r"\s{0,2}\S{0,2}\s{0,2}")
_WORD = re.compile(r"[^\s|]+")
_SPACED = re.compile(r"[1-9 ](?: [1-9 ]){8}")
_BETWEEN_NAMES = re.compile(r"[,;\t]")
_COLUMN_NAME = re.compile(r"[A-Za-z_]\w+")

Cells = list[tuple[str, int]]
"""The cells of a row with their columns."""


class Shape:
    """The shape of a line; ``plain`` is its text with plain characters, ``line`` the same without space around it.

    >>> row = shape("│ ۵ 3 . ║ . 7 . |")
    >>> row.line, row.words, "".join(cell for cell, _ in row.cells)
    ('| 5 3 . | . 7 . |', ['5', '3', '.', '.', '7', '.'], '53..7.')
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = plain(text)
        self.line = self.plain.strip()

    @cached_property
    def words(self) -> list[str]:
        """What is between spaces and bars."""
        return self.plain.replace("|", " ").split()

    @cached_property
    def placed_words(self) -> Cells:
        """The same with their columns.

        >>> shape("| 6 19 2 | 3").placed_words
        [('6', 3), ('19', 5), ('2', 8), ('3', 12)]
        """
        return [(match[0], match.start() + 1) for match in _WORD.finditer(self.plain)]

    @cached_property
    def has_word(self) -> bool:
        """Whether there is a word on the line."""
        return has_word(self.plain)

    @property
    def is_fence(self) -> bool:
        """Whether the line is the first or the last of a part, and nothing else.

        >>> [shape(each).is_fence for each in ("```text", 'board = \"\"\"', "[quote=Bob][b]", "words")]
        [True, True, True, False]
        """
        if self.line[-1:] in (">", "]") and inside_tags(self.line)[1] == "":
            return True
        return _FENCE.fullmatch(self.line) is not None

    # -- frames ---------------------------------------------------------------------------------

    @cached_property
    def is_border(self) -> bool:
        """Whether the line is part of a frame: it has a ruler, and nothing but frame characters.

        >>> [shape(each).is_border for each in ("*-----------*", "|---+---+---|", "..5|...|...")]
        [True, True, False]
        """
        return _FRAME.fullmatch(self.plain) is not None and (
            _RULER.search(self.plain) is not None or self.is_markdown_ruler
        )

    @cached_property
    def is_markdown_ruler(self) -> bool:
        """Whether the line is what Markdown puts below the first row of a table, with at least four columns.

        >>> shape("|---|:-:|--:|---|").is_markdown_ruler, shape("|---+---+---|").is_markdown_ruler
        (True, False)
        """
        text = self.plain
        if text.count("|") < SMALLEST - 1 or ("--" not in text and ":" not in text):
            return False
        return _MARKDOWN.fullmatch(self.line) is not None

    @cached_property
    def is_dash_row(self) -> bool:
        """Whether the line may be either a row of empty cells or a ruler."""
        return _DASHES.fullmatch(self.plain) is not None and self.plain.count("-") >= SMALLEST

    @property
    def is_ruler(self) -> bool:
        """Whether the line may be a ruler."""
        return self.is_border or self.is_dash_row

    # -- rows -----------------------------------------------------------------------------------

    @cached_property
    def is_letter_row(self) -> bool:
        """Whether a line with words is a row of a board with letters for digits, and not a title.

        Every character is a digit or a blank of the board, and the gaps are even. A row without an empty cell has
        capitals only, up to 26x26.

        >>> [shape(each).is_letter_row for each in ("A..P|..BC|....|G.H.", "Back on a cafe.", "Chocolates")]
        [True, False, False]
        """
        symbols = "".join(self.words)
        size = len(symbols)
        if not 10 <= size <= 36 or len(set(map(len, self.words))) > 1:
            return False
        mixed = any(symbol.isdigit() and symbol != "0" for symbol in symbols)
        known = set(symbols_of(min(size, 35), "mixed") if mixed else symbols_of(size))
        blanks = set(symbols.upper() if mixed or size <= 26 else symbols) - known
        if len(blanks) > 1 or not blanks <= set(BLANKS + "?"):
            return False
        return bool(blanks) or size > 26 or symbols == symbols.upper()

    @property
    def is_title(self) -> bool:
        """Whether the line has words and is not a row of letters."""
        return self.has_word and not self.is_letter_row

    @cached_property
    def is_candidate_row(self) -> bool:
        """Whether the line has at least four words, each with its digits in order, with commas above 9x9.

        >>> shape("12 | 3 | 45 6").is_candidate_row, shape("1234 3412 2143 4321").is_candidate_row
        (True, False)
        """
        if len(self.words) not in SIDES:
            return False
        if len(self.words) < 10:
            return all([sorted(set(cell)) == list(cell) for cell in self.words])
        return all(map(_CANDIDATES.fullmatch, self.words))

    @cached_property
    def cells(self) -> Cells:
        """The cells of a row; a space is an empty cell where the width of the row shows it.

        >>> "".join(character for character, _ in shape("| 5 3 . | . 7 . | . . . |").cells)
        '53..7....'
        >>> "".join(character for character, _ in shape("| 5 | 3 |   |   | 7 |   |   |   |   |").cells)
        '53  7    '
        >>> [character for character, _ in shape("12  . |  . 7 | 10 11 |  1  2 |  3  4").cells]
        ['12', '.', '.', '7', '10', '11', '1', '2', '3', '4']
        """
        text = self.plain
        if framed := _framed_cells(text):
            return framed
        if _are_numbers(self.words):
            return self.placed_words
        symbols = [(char, i) for i, char in enumerate(text, 1) if char not in " \t|"]
        if len(symbols) >= 9:
            return symbols
        is_spaced = text[1::2] == " " * 4 and " " not in text[::2]  # five characters
        if len(text) == 9 and "|" not in text and "\t" not in text and not is_spaced:
            return [(char, i) for i, char in enumerate(text, 1)]
        return _spaced_cells(text) or _barred_cells(text) or symbols

    @cached_property
    def columns(self) -> Cells | None:
        """The cells of a row of a spreadsheet, with tabs, commas or semicolons between them; None for another line.

        >>> "".join(character for character, _ in shape("5\\t3\\t\\t\\t7\\t\\t\\t\\t").columns)
        '53  7    '
        """
        for separator in "\t,;":
            if self.plain.count(separator) >= SMALLEST - 1:
                break
        else:
            return None
        columns, start = [], 1
        for value in self.plain.split(separator):
            symbol = value.strip().strip('"').strip()
            columns.append((symbol or " ", start + max(value.find(symbol), 0)))
            start += len(value) + 1
        longest = 1 if len(columns) < 10 else 2
        return (
            columns
            if all(len(symbol) <= longest or symbol == "-1" for symbol, _ in columns)
            else None
        )

    @cached_property
    def widths(self) -> tuple[int, int, int]:
        """The numbers of its cells: by characters or numbers, by words, by the columns of a spreadsheet."""
        return len(self.cells), len(self.words), len(self.columns or ())

    @cached_property
    def names_columns(self) -> bool:
        """Whether the line names a column for each cell: ``c1,c2,…,c81`` or ``0,1,…,80``."""
        if (count := len(_BETWEEN_NAMES.findall(self.line)) + 1) < SMALLEST**2:
            return False
        names = [name.strip(' "') for name in _BETWEEN_NAMES.split(self.line)]
        if names[0] in ("0", "1"):
            numbers = [str((names[0] == "1") + place) for place in range(count)]
            return count > 36 and names == numbers  # up to 36, a row of a large board
        return len(set(names)) == count and all(map(_COLUMN_NAME.fullmatch, names))


def _spaced_cells(text: str) -> Cells:
    """Return the cells of a classic row with a space between any two, and a space for each empty cell."""
    if not _SPACED.fullmatch(text):
        return []
    places = [i for i in range(0, 17, 2) if text[i] != " "]
    steps = {after - before for before, after in itertools.pairwise(places)}
    if len(places) >= SMALLEST and len(steps) == 1:
        return []  # a row of a smaller board with wide gaps
    return [(text[i], i + 1) for i in range(0, 17, 2)]


def _are_numbers(words: list[str]) -> bool:
    """Whether the words are numbers, one for each cell, and not the rows of boxes."""
    longest = max(map(len, words), default=0)
    if longest < 2 or not all(map(_NUMBER.fullmatch, words)):
        return False
    return len(words) >= 10 or ("-1" in words and all(len(w) == 1 or w == "-1" for w in words))


def _groups(text: str) -> Cells:
    """Return the text between the bars, with the columns."""
    groups, start = [], 1
    for group in text.split("|"):
        groups.append((group, start))
        start += len(group) + 1
    if text.lstrip().startswith("|") and text.rstrip().endswith("|"):
        groups = groups[1:-1]
    return groups


def _framed_cells(text: str) -> Cells:
    """Return the cells of a row with a bar between any two cells, some of them empty."""
    if text.count("|") < SMALLEST - 1:
        return []
    groups = _groups(text)
    if len(groups) < SMALLEST or not all(_CELL.fullmatch(group) for group, _ in groups):
        return []
    widths = {len(group.strip()) for group, _ in groups}
    if 0 not in widths or (2 in widths and len(groups) < 10):
        return []
    return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]


def _barred_cells(text: str) -> Cells:
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
    cells = [(group[i], at + i) for group, at in groups for i in places]
    symbols = "".join("".join(group.split()) for group, _ in groups)
    one_blank = all(symbol.isalnum() and symbol != "0" for symbol in symbols)
    return cells if one_blank and sum(symbol != " " for symbol, _ in cells) == len(symbols) else []


class _Shapes(dict[str, Shape]):
    """The shapes of the last lines, without those of very long ones."""

    def __missing__(self, text: str) -> Shape:
        shape = Shape(text)
        if len(text) < _LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[text] = shape
        return shape


_MOST = 256  # lines: several boards of 36x36
_LONGEST = 4096  # characters: a row of a board of 36x36 with all candidates

shape = _Shapes().__getitem__
"""Return the shape of a line."""


# -- a text -----------------------------------------------------------------------------------------


class Head:
    """The first lines of a text, as the clues of a format see them: without blank lines and comments.

    ``lines`` are numbered, ``texts`` are the lines alone, ``first`` is the first of them, ``all`` are the lines of the
    text.
    """

    def __init__(self, lines: Sequence[tuple[int, str]], comments: str) -> None:
        passed_over = {"", *comments}
        self.lines = [
            line
            for line in lines
            if line[1].lstrip()[:1] not in passed_over or _has_content(line[1], comments)
        ]
        self.texts = [text for _, text in self.lines]
        self.all = lines

    @property
    def first(self) -> str:
        """The first line."""
        return self.texts[0]

    @cached_property
    def shapes(self) -> list[Shape]:
        """The shapes of the lines."""
        return list(map(shape, self.texts))

    @cached_property
    def rows(self) -> list[Shape]:
        """The lines that may be rows of a board: no part of a frame, and no title."""
        return [line for line in self.shapes[:200] if not (line.is_border or line.is_title)]

    @cached_property
    def has_border(self) -> bool:
        """Whether a line is part of a frame."""
        return any(map(attrgetter("is_border"), self.shapes))

    @cached_property
    def joined(self) -> str:
        """All lines as one plain text, with comments and blank lines."""
        return plain("\n".join([text for _, text in self.all]))


def _has_content(text: str, comments: str) -> bool:
    """Whether a line is neither blank nor a comment; tabs can be a row of empty cells."""
    if text.isspace() or not text:
        return text.count("\t") >= SMALLEST - 1
    return not is_comment(text, comments)
