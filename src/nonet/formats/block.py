"""Grids of rows, as people paste them: plain, spaced, boxed, with or without a frame.

The reader puts rows together until there are as many as a row has cells, and takes everything that is frame for
frame. Three things make that hard. A row of dashes is an empty row if the dash is the blank sign, else a ruler; that
is known only when another row has shown the blank sign. A blank line may end a grid or stand between its bands; it
stands between bands only if all such gaps are there, so that a grid cut off never borrows rows from the next one.
And on a large board a row of letters must be told from a title.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from nonet.digits import BLANKS, Cells, signs_of
from nonet.errors import ParseError
from nonet.formats.base import (
    Format,
    Holds,
    IntoRules,
    Line,
    Record,
    each,
    has_word,
    one_line,
    plain,
)
from nonet.formats.boards import make, spelling_of, values_of
from nonet.formats.drawing import Drawn, Ruler, told_by
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "Collector",
    "Row",
    "boxed_text",
    "grid_cells",
    "is_border",
    "is_dash_row",
    "is_letter_row",
    "plain_text",
    "read_grids",
    "row_cells",
    "row_of",
    "titled",
]

FEWEST = 4
"""Rows of the smallest grid that is read; what has fewer is part of something else."""

_FRAME = set("-=+|:.'*`_~ \t")
_NUMBER = re.compile(r"\d{1,2}|-1|([^\w\s])\1?|__?")
_CELL = re.compile(r"\s{0,2}\S{0,2}\s{0,2}")


# -- rows -----------------------------------------------------------------------------------------


def is_border(text: str) -> bool:
    """Whether a line (already `plain`) is part of a frame: signs of a frame and a ruler in it.

    >>> is_border("*-----------*"), is_border("|---+---+---|"), is_border("..5|...|...")
    (True, True, False)
    """
    return set(text) <= _FRAME and any(
        ruler in text for ruler in ("---", "===", "-+-", "+--", "--+")
    )


def is_dash_row(text: str) -> bool:
    """Whether a line may be a row of empty cells as well as a ruler."""
    return set(text) <= set("-| \t") and text.count("-") >= FEWEST


def is_letter_row(text: str) -> bool:
    """Whether a line with words in it is a row of a board with letters for digits, and no title.

    Every sign must be one of such a board, the gaps must be even, and there is an empty cell, or none but capitals up
    to 26x26.

    >>> is_letter_row("A..P|..BC|....|G.H."), is_letter_row("Back on a cafe."), is_letter_row("Chocolates")
    (True, False, False)
    """
    words = text.replace("|", " ").split()
    signs = "".join(words)
    size = len(signs)
    if not 10 <= size <= 36 or len(set(map(len, words))) > 1:
        return False
    mixed = any(sign.isdigit() and sign != "0" for sign in signs)
    known = set(signs_of(min(size, 35), "mixed") if mixed else signs_of(size))
    blanks = set(signs.upper() if mixed or size <= 26 else signs) - known
    if len(blanks) > 1 or not blanks <= set(BLANKS + "?"):
        return False
    return bool(blanks) or size > 26 or signs == signs.upper()


def row_cells(text: str) -> list[tuple[str, int]]:
    """Return the signs of a row with their columns; spaces are blanks where the width says so.

    >>> "".join(sign for sign, _ in row_cells("| 5 3 . | . 7 . | . . . |"))
    '53..7....'
    >>> "".join(sign for sign, _ in row_cells("| 5 | 3 |   |   | 7 |   |   |   |   |"))
    '53  7    '
    >>> [sign for sign, _ in row_cells("12  . |  . 7 | 10 11 |  1  2 |  3  4")]
    ['12', '.', '.', '7', '10', '11', '1', '2', '3', '4']
    """
    if framed := _framed_cells(text):
        return framed
    if _are_numbers(text.replace("|", " ").split()):
        return [(match[0], match.start() + 1) for match in re.finditer(r"[^\s|]+", text)]
    signs = [(char, i) for i, char in enumerate(text, 1) if char not in " \t|"]
    if len(signs) >= 9:
        return signs
    if len(text) == 9 and "|" not in text and "\t" not in text and not _is_spaced(text):
        return [(char, i) for i, char in enumerate(text, 1)]
    return _barred_cells(text) or signs


def _are_numbers(words: list[str]) -> bool:
    """Whether the words are numbers, one for each cell, and not signs with gaps between the boxes."""
    longest = max(map(len, words), default=0)
    if longest < 2 or not all(_NUMBER.fullmatch(word) for word in words):
        return False
    return len(words) >= 10 or ("-1" in words and all(len(w) == 1 or w == "-1" for w in words))


def _is_spaced(text: str) -> bool:
    """Whether a line is five signs with a space between each two."""
    return text[1::2] == " " * 4 and " " not in text[::2]


def _groups(text: str) -> list[tuple[str, int]]:
    """Return what stands between the bars, with the columns."""
    groups, start = [], 1
    for group in text.split("|"):
        groups.append((group, start))
        start += len(group) + 1
    if text.lstrip().startswith("|") and text.rstrip().endswith("|"):
        groups = groups[1:-1]
    return groups


def _framed_cells(text: str) -> list[tuple[str, int]]:
    """Read a row with a bar between any two cells and nothing in some of them."""
    groups = _groups(text)
    if len(groups) < FEWEST or not all(_CELL.fullmatch(group) for group, _ in groups):
        return []
    widths = {len(group.strip()) for group, _ in groups}
    if 0 not in widths or (2 in widths and len(groups) < 10):
        return []
    return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]


def _barred_cells(text: str) -> list[tuple[str, int]]:
    """Read a classic row between bars by position: three groups of three cells, or nine of one."""
    groups = _groups(text)
    if len(groups) == 3 == text.count("|") + 1:
        # No bars outside: an editor may have cut spaces off the last group.
        groups[2] = groups[2][0].ljust(len(groups[0][0])), groups[2][1]
    if len(groups) == 9 and all(len(group.strip()) <= 1 for group, _ in groups):
        return [(g.strip() or " ", at + len(g) - len(g.lstrip())) for g, at in groups]
    if len(groups) != 3 or len({len(group) for group, _ in groups}) > 1:
        return []
    places = {3: (0, 1, 2), 5: (0, 2, 4), 7: (1, 3, 5)}.get(len(groups[0][0]), ())
    found = [(group[i], at + i) for group, at in groups for i in places]
    signs = "".join("".join(group.split()) for group, _ in groups)
    one_blank = all(sign.isalnum() and sign != "0" for sign in signs)
    return found if one_blank and sum(sign != " " for sign, _ in found) == len(signs) else []


@dataclass
class Row:
    """A line of a grid with its signs.

    A ruler has none. Where it may be a row of empty cells as well, ``width`` is their number and ``blank`` their sign.
    """

    line: int
    text: str
    signs: list[tuple[str, int]] = field(default_factory=list)
    width: int = 0
    blank: str = ""


def row_of(number: int, text: str) -> Row:
    """Return the row that stands on a line."""
    signs = row_cells(plain(text))
    if all(sign == " " for sign, _ in signs):
        return Row(number, text, [], len(signs), " ")
    return Row(number, text, signs)


def _closed_up(row: Row) -> list[tuple[str, int]]:
    """Return the signs of a row without the spaces that were taken for empty cells."""
    return [(sign, column) for sign, column in row.signs if sign != " "]


def size_of_rows(lengths: list[int]) -> int:
    """Return the size of a grid with rows of these lengths: the commonest, 9 if there is none that can be.

    >>> size_of_rows([8, 9, 9]), size_of_rows([3])
    (9, 9)
    """
    if lengths and FEWEST <= lengths[0] <= 36 and lengths.count(lengths[0]) == len(lengths):
        return lengths[0]
    counted = Counter(length for length in lengths if FEWEST <= length <= 36)
    return counted.most_common(1)[0][0] if counted else 9


# -- grids ----------------------------------------------------------------------------------------


class Collector:
    """Puts rows together to grids; `add` and `gap` return the records that became complete."""

    def __init__(self, rules: IntoRules = None) -> None:
        self.rules = rules
        self.rows: list[Row] = []
        self.gaps: list[int] = []
        self.title = ""

    @property
    def size(self) -> int:
        """The number of rows that make a grid of those that are there."""
        real = [len(row.signs) for row in self.rows if row.signs]
        return size_of_rows(real or [row.width for row in self.rows])

    def grid(self) -> list[Row]:
        """Return the rows that count: what may be an empty row only if its sign is the blank of others."""
        real = [row for row in self.rows if row.signs]
        if real and not any(row.width for row in self.rows):
            return real
        size = self.size
        blanks = {sign for row in real for sign, _ in row.signs} if real else {"-", " "}
        return [r for r in self.rows if r.signs or (r.width == size and r.blank in blanks)]

    @property
    def has_spaces(self) -> bool:
        """Whether the blank sign of the grid is the space."""
        return any(sign == " " for row in self.rows for sign, _ in row.signs)

    def add(self, row: Row) -> Iterator[Record]:
        """Take a row."""
        if self.gaps:
            grid = self.grid()
            if len(grid) == self.gaps[0] * (len(self.gaps) + 1):
                # A gap after some bands and none here: what stands above the gap was a grid cut off.
                rest = grid[self.gaps[-1] :]
                self.rows = grid[: self.gaps[-1]]
                yield from self.flush()
                self.rows = rest
        self.rows.append(row)
        grid, size = self.grid(), self.size
        # Half a grid, a gap, and as many rows again may be half a grid and the next one's beginning.
        open_end = self.gaps == [size // 2] and size % 2 == 0
        if len(grid) == size and any(row.signs for row in grid) and not open_end:
            yield self._record(grid)

    def rule(self, number: int, text: str) -> None:
        """Take a line across; what stands above the first row is the frame."""
        if self.rows and (self.rows[-1].signs or self.rows[-1].width):
            self.rows.append(Row(number, text))

    def gap(self) -> Iterator[Record]:
        """Take a blank line."""
        count, size = len(self.grid()), self.size
        step = self.gaps[0] if self.gaps else count
        band = 1 < step < size and size % step == 0
        if band and count < size and count == step * (len(self.gaps) + 1):
            self.gaps.append(count)
        elif count and self.gaps[-1:] != [count]:
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        """End the grid that is being put together, complete or not."""
        grid = self.grid()
        if len(grid) != self.size and all(len(_closed_up(row)) == len(grid) for row in grid):
            for row in grid:
                row.signs = _closed_up(row)
        if grid and (len(grid) == self.size or any(row.signs for row in grid)):
            yield self._record(grid)
        self._clear()

    def _clear(self) -> None:
        self.rows, self.gaps, self.title = [], [], ""

    def _rulers(self, grid: list[Row]) -> list[Ruler]:
        """Return where lines across stand between the rows of the grid."""
        found, count = [], 0
        counted = {id(row) for row in grid}
        for row in self.rows:
            if id(row) in counted:
                count += 1
            else:
                found.append(Ruler(count, row.text))
        return found

    def _record(self, grid: list[Row]) -> Record:
        text = "\n".join(row.text for row in grid)
        info = {"title": self.title} if self.title else None
        size, rulers = self.size, self._rulers(grid)
        self._clear()
        try:
            found = grid_cells(grid, size)
            drawn = [Drawn(row.text, [column for _, column in row.signs]) for row in grid]
            told = told_by(drawn, rulers, self.rules)
            puzzle = make(found.values, info, self.rules, told=told, spelling=found.spelling)
            return Record(puzzle, None, grid[0].line, text)
        except ParseError as error:
            return Record.bad(error, grid[0].line, text)


def grid_cells(grid: list[Row], size: int = 9) -> Cells:
    """Return the values of so many rows, or raise an error that knows its line and column."""
    rows = []
    for row in grid:
        signs = row.signs if len(_closed_up(row)) != size else _closed_up(row)
        if size == 9 and len(signs) == 5 and len(row.text) == 9:  # by turns digits and blanks
            signs = [(char, i) for i, char in enumerate(plain(row.text), 1)]
        rows.append(signs or [(row.blank, i + 1) for i in range(size)])
        if signs and len(signs) != size:
            count = len(signs)
            column = signs[size][1] if count > size else len(row.text.rstrip()) + 1
            raise ParseError(
                f"{size} cells are needed in a row, here are {count}",
                text=row.text,
                line=row.line,
                column=column,
            )
    if len(grid) != size:
        raise ParseError(f"{size} rows are needed, here are {len(grid)}")
    try:
        return values_of([sign for signs in rows for sign, _ in signs])
    except ParseError as error:
        index, place = divmod((error.column or 1) - 1, size)
        at = grid[index]
        column = rows[index][place][1]
        raise ParseError(error.reason, text=at.text, line=at.line, column=column) from None


def read_grids(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read grids one after the other; a line of words above a grid is its title."""
    collector = Collector(rules)
    for number, text in lines:
        line = plain(text)
        if not line.strip():
            if line == " " * 9 and collector.has_spaces:
                yield from collector.add(row_of(number, text))
            else:
                yield from collector.gap()
        elif line.lstrip().startswith("#"):
            continue
        elif is_dash_row(line):
            yield from collector.add(Row(number, text, [], line.count("-"), "-"))
        elif is_border(line):
            collector.rule(number, text)
        elif has_word(line) and not is_letter_row(line):
            yield from collector.flush()
            collector.title = one_line(text)
        else:
            yield from collector.add(row_of(number, text))
    yield from collector.flush()


# -- writing --------------------------------------------------------------------------------------


def plain_text(text: str) -> str:
    """Return 81 signs as nine lines."""
    return "\n".join(text[i : i + 9] for i in range(0, 81, 9))


def boxed_text(
    words: Sequence[str],
    rows: int = 3,
    columns: int = 3,
    *,
    corner: str = "+",
    spaced: bool = True,
) -> str:
    """Return cells in a frame with lines between boxes of so many rows and columns."""
    size = math.isqrt(len(words))
    width = max(map(len, words))
    gap = " " if spaced else ""
    rule = "-" * (columns * (width + len(gap)) + len(gap))
    boxes = [rule] * (size // columns)
    outer = corner + ("-" if corner == "*" else "+").join(boxes) + corner
    inner = ("+" if spaced else "|") + "+".join(boxes) + ("+" if spaced else "|")
    out = [outer]
    for row in range(size):
        if row and row % rows == 0:
            out.append(inner)
        line = [word.rjust(width) for word in words[row * size : row * size + size]]
        parts = [gap.join(line[i : i + columns]) for i in range(0, size, columns)]
        out.append("|" + "|".join(gap + part + gap for part in parts) + "|")
    return "\n".join([*out, outer])


def titled(puzzle: Puzzle, text: str) -> str:
    """Put the title above a grid, if it is one that is known for a title again."""
    title = one_line(puzzle.info.get("title", ""))
    line = plain(title)
    fits = has_word(line) and not is_letter_row(line) and not title.startswith("#")
    return f"{title}\n{text}" if fits else text


def words_of(puzzle: Puzzle, blank: str) -> list[str]:
    """Return what is written for each cell, in the spelling that was read."""
    spelling = spelling_of(puzzle)
    text = puzzle.givens.text(blank=blank, spelling=spelling)
    if spelling == "numbers":
        return [word.rjust(2) for word in text.split(" ")]
    width = 2 if spelling == "pairs" else 1
    return [text[i : i + width] for i in range(0, len(text), width)]


def write_grid(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write as many lines as the board has rows, the title above them."""
    words, size = words_of(puzzle, blank), puzzle.rules.size
    between = " " * (len(words[0]) > 1)
    return titled(
        puzzle, "\n".join(between.join(words[i : i + size]) for i in range(0, size * size, size))
    )


def write_boxed(puzzle: Puzzle, *, blank: str = ".") -> str:
    """Write the grid in a frame with lines between the boxes, the title above it."""
    rules = puzzle.rules
    rows, columns = rules.box_rows or rules.size, rules.box_columns or rules.size
    return titled(puzzle, boxed_text(words_of(puzzle, blank), rows, columns))


_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

FORMATS = (
    Format(
        "grid",
        "nine lines of nine signs, or as many as the board has rows; spaces, bars and frames around"
        " them do not matter",
        (".grid",),
        "the rules, where they are not the usual ones of the size, and all info but a title that"
        " has a word in it",
        plain_text(_EXAMPLE),
        read_grids,
        each(write_grid),
        "\n",
        Holds(range(FEWEST, 37)),
    ),
    Format(
        "boxed",
        "a grid in a frame of - + |, or of box drawing signs, as forums have them; lines between"
        " the cells show the boxes",
        (),
        "the rules, but for the shape of the boxes, and all info but a title that has a word in it",
        boxed_text(_EXAMPLE),
        read_grids,
        each(write_boxed),
        "\n",
        Holds(range(FEWEST, 37), "boxes"),
    ),
)
