"""A board drawn with characters: what `nonet show` prints and a terminal can display.

One function draws digits and pencil marks on boards of every size and shape: the cells become words,
the words get columns, and lines go wherever two neighbours are in different regions. Colour is an
answer to a question of the caller, never a guess about a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from nonet.cells import CellSet
from nonet.grid import Candidates, Grid, IntoGrid
from nonet.puzzle import Puzzle
from nonet.rules import Rules, box_shapes

__all__ = ["Board", "Charset", "framed", "text"]

Board: TypeAlias = "Puzzle | Candidates | IntoGrid"
Charset: TypeAlias = Literal["unicode", "ascii"]

_BOLD, _CYAN, _DIM, _UNDERLINED, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[4m", "\x1b[0m"

# The sign of a point by the lines that end in it: up 1, down 2, left 4, right 8.
_CHARSETS = {"unicode": " ╵╷│╴┘┐┤╶└┌├─┴┬┼", "ascii": " |||-+++-+++-+++"}
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_UPRIGHT, _LEVEL = _UP | _DOWN, _LEFT | _RIGHT

_ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def text(
    board: Board,
    *,
    blank: str = ".",
    charset: Charset = "unicode",
    color: bool = False,
    solution: Grid | None = None,
    rules: Rules | None = None,
) -> str:
    r"""Draw a board with lines between its regions; there is no line end behind the last line.

    A `Grid` or a `Puzzle` is drawn with its digits, `Candidates` and the marks of a sukaku with all
    candidates of every cell. ``solution`` fills the empty cells. With ``color`` the givens are
    bold, the digits of the solution have a colour, blanks and candidates stand back, and the cells
    of extra houses (diagonals, windows …) are underlined. ``rules`` tells where the regions are
    if the board does not; otherwise they are the usual boxes of the size.

    >>> print(text(Grid("1..." "..2." ".3.." "...4"), blank="0"))
    ┌─────┬─────┐
    │ 1 0 │ 0 0 │
    │ 0 0 │ 2 0 │
    ├─────┼─────┤
    │ 0 3 │ 0 0 │
    │ 0 0 │ 0 4 │
    └─────┴─────┘
    >>> print(text(Puzzle("1..2 .... .... 3..4", rules="jigsaw:AAABACBBCCBDCDDD")))
    ┌───────────┬───┐
    │ 1   .   . │ 2 │
    │   ┌───┬───┘   │
    │ . │ . │ .   . │
    ├───┘   │   ┌───┤
    │ .   . │ . │ . │
    │   ┌───┴───┘   │
    │ 3 │ .   .   4 │
    └───┴───────────┘

    Raises `ValueError` for an option that cannot be, and for a solution or rules of another size.
    """
    if len(blank) != 1 or not blank.isprintable() or blank in "123456789":
        raise ValueError(f"blank is {blank!r}; it must be one printable sign that is no digit 1-9")
    if charset not in _CHARSETS:
        raise ValueError(f"charset is {charset!r}; it must be one of {', '.join(_CHARSETS)}")
    if not isinstance(board, (Puzzle, Grid, Candidates)):
        board = Grid(board)
    if isinstance(board, Puzzle):
        rules = rules or board.rules
        board = board.givens if board.marks is None else board.candidates()
    if solution is not None and solution.size != board.size:
        raise ValueError(f"the solution is {solution.size}x{solution.size}, the board is not")
    rules = rules or _usual_rules(board.size)
    if rules.size != board.size:
        raise ValueError(f"the rules are for {rules.size}x{rules.size}, the board is not")
    words, styles = _words(board, solution, blank)
    if not color:
        styles = [""] * len(styles)
    else:
        for cell in _marked(rules):
            styles[cell] += _UNDERLINED
    return framed(words, styles, rules, charset)


def _usual_rules(size: int) -> Rules:
    """Return boxes as square as the size allows, wider than high: 2x3 for 6, 3x4 for 12."""
    shapes = [(rows, columns) for rows, columns in box_shapes(size) if rows <= columns]
    if not shapes:
        return Rules(size=size, regions=())
    return Rules(box_rows=shapes[-1][0], box_columns=shapes[-1][1])


def _marked(rules: Rules) -> CellSet:
    """Return the cells of the extra houses; none where they are everywhere, which would tell nothing."""
    cells = CellSet(size=rules.size)
    for house in rules.extra:
        cells |= house.cells
    return cells if len(cells) < rules.size**2 else CellSet(size=rules.size)


def _words(
    board: Grid | Candidates, solution: Grid | None, blank: str
) -> tuple[list[str], list[str]]:
    """Return what stands in each cell, and how it looks."""
    givens = board.placed if isinstance(board, Candidates) else board
    words, styles = [], []
    for cell, digit in enumerate(givens):
        if digit:
            word, style = str(digit), _BOLD
        elif solution is not None and solution[cell]:
            word, style = str(solution[cell]), _CYAN
        elif isinstance(board, Candidates):
            # Candidates above 9 have two signs, so that commas must part them.
            parting = "" if board.size <= 9 else ","
            word, style = parting.join(map(str, sorted(board[cell]))) or "-", _DIM
        else:
            word, style = blank, _DIM
        words.append(word)
        styles.append(style)
    return words, styles


class _Frame:
    """Where the lines run: line ``i`` in front of row or column ``i``, the last one behind all of them.

    ``rows`` and ``columns`` are the lines that have room of their own: in a jigsaw all, else those that are drawn.

        │ 1 2 │ 3 4 │        │ 1   2 │ 3   4 │
        ├─────┼─────┤        │   ┌───┘       │
    """

    def __init__(self, rules: Rules) -> None:
        self._size = rules.size
        self._ends = ends = {0, rules.size}
        self._regions = [0] * rules.size**2
        for number, region in enumerate(rules.regions):
            for cell in region:
                self._regions[cell] = number
        span = range(rules.size)
        jigsaw = rules.is_jigsaw
        self.rows = ends | {i for i in span if jigsaw or any(self.above(i, j) for j in span)}
        self.columns = ends | {j for j in span if jigsaw or any(self.beside(i, j) for i in span)}

    def beside(self, row: int, line: int) -> bool:
        """Whether an upright line runs there in a row."""
        cell = row * self._size + line
        return 0 <= row < self._size and (
            line in self._ends or self._regions[cell - 1] != self._regions[cell]
        )

    def above(self, line: int, column: int) -> bool:
        """Whether a level line runs there in a column."""
        cell = line * self._size + column
        return 0 <= column < self._size and (
            line in self._ends or self._regions[cell - self._size] != self._regions[cell]
        )

    def point(self, row: int, column: int) -> int:
        """Return which lines end where an upright and a level line meet."""
        return (
            _UP * self.beside(row - 1, column)
            + _DOWN * self.beside(row, column)
            + _LEFT * self.above(row, column - 1)
            + _RIGHT * self.above(row, column)
        )


def framed(
    words: Sequence[str], styles: Sequence[str], rules: Rules, charset: Charset = "unicode"
) -> str:
    """Put a word for each cell into columns, and lines between them; styles are escape sequences of the terminal.

    A word may have such sequences within itself; then it has no style besides.
    """
    lengths = [len(_ESCAPES.sub("", word)) for word in words]
    size, frame, signs = rules.size, _Frame(rules), _CHARSETS[charset]
    least = len(str(size))
    widths = [max(least, *(lengths[r * size + c] for r in range(size))) for c in range(size)]
    # Candidates stand at the left of a column that is as wide as its widest cell, digits at the right.
    to_the_left = max(widths) > least

    def ruler(row: int) -> str:
        parts = [signs[frame.point(row, 0)]]
        for column, width in enumerate(widths):
            bar = column + 1 in frame.columns
            parts.append(signs[_LEVEL * frame.above(row, column)] * (1 + width + bar))
            parts.append(signs[frame.point(row, column + 1)] if bar else "")
        return "".join(parts)

    def cells(row: int) -> str:
        parts = [signs[_UPRIGHT]]
        for column, width in enumerate(widths):
            word, style = words[row * size + column], styles[row * size + column]
            space = " " * (width - lengths[row * size + column])
            if style:
                word = f"{style}{word}{_PLAIN}"
            parts.append(f" {word}{space}" if to_the_left else f" {space}{word}")
            if column + 1 in frame.columns:
                parts.append(" " + signs[_UPRIGHT * frame.beside(row, column + 1)])
        return "".join(parts)

    drawn = []
    for row in range(size):
        drawn += [ruler(row), cells(row)] if row in frame.rows else [cells(row)]
    return "\n".join([*drawn, ruler(size)])
