"""A board drawn with characters: what `nonet show` prints and a terminal can display.

One function draws digits and pencil marks on boards of every size: the cells become words, the
words get columns, and lines go where the boxes meet. Colour is an answer to a question of the
caller, never a guess about a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from nonet.grid import Candidates, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rules

__all__ = ["Board", "Charset", "text"]

Board: TypeAlias = "Puzzle | Grid | Candidates"
Charset: TypeAlias = Literal["unicode", "ascii"]

_BOLD, _CYAN, _DIM, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"


class _Lines(NamedTuple):
    """The signs of a frame: edge and rule, then left, middle and right of three kinds of line."""

    bar: str
    rule: str
    top: str
    middle: str
    bottom: str


_CHARSETS = {
    "unicode": _Lines("│", "─", "┌┬┐", "├┼┤", "└┴┘"),
    "ascii": _Lines("|", "-", "+++", "+++", "+++"),
}


def text(
    board: Board,
    *,
    blank: str = ".",
    charset: Charset = "unicode",
    color: bool = False,
    solution: Grid | None = None,
    rules: Rules | None = None,
) -> str:
    r"""Draw a board with lines between its boxes; there is no line end behind the last line.

    A `Grid` or a `Puzzle` is drawn with its digits, `Candidates` and the marks of a sukaku with all
    candidates of every cell. ``solution`` fills the empty cells. With ``color`` the givens are
    bold, the digits of the solution have a colour, and blanks and candidates stand back. ``rules``
    tells the shape of the boxes where the board does not; otherwise it is the usual one.

    >>> print(text(Grid("1..." "..2." ".3.." "...4"), blank="0"))
    ┌─────┬─────┐
    │ 1 0 │ 0 0 │
    │ 0 0 │ 2 0 │
    ├─────┼─────┤
    │ 0 3 │ 0 0 │
    │ 0 0 │ 0 4 │
    └─────┴─────┘
    """
    if len(blank) != 1 or not blank.isprintable() or blank in "123456789":
        raise ValueError(f"blank is {blank!r}; it must be one printable sign that is no digit 1-9")
    if charset not in _CHARSETS:
        raise ValueError(f"charset is {charset!r}; it must be one of {', '.join(_CHARSETS)}")
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
    return _framed(words, styles, rules, _CHARSETS[charset])


def _usual_rules(size: int) -> Rules:
    """Return boxes as square as the size allows, wider than high: 2x3 for 6, 3x4 for 12."""
    rows = next(n for n in range(int(size**0.5), 0, -1) if size % n == 0)
    return Rules(box_rows=rows, box_columns=size // rows)


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


def _framed(words: Sequence[str], styles: Sequence[str], rules: Rules, lines: _Lines) -> str:
    """Put the words into columns, and the columns and rows into boxes."""
    size, across, down = rules.size, rules.box_columns, rules.box_rows
    least = len(str(size))
    # Candidates stand at the left of a column that is as wide as its widest cell.
    widths = [max(least, *(len(words[r * size + c]) for r in range(size))) for c in range(size)]
    justify = str.ljust if max(widths) > least else str.rjust
    stacks = [range(left, left + across) for left in range(0, size, across)]

    def ruler(corners: str) -> str:
        parts = (lines.rule * (sum(widths[c] + 1 for c in stack) + 1) for stack in stacks)
        return corners[0] + corners[1].join(parts) + corners[2]

    def cell(index: int, width: int) -> str:
        word, style = words[index], styles[index]
        padded = justify(word, width)
        return padded.replace(word, f"{style}{word}{_PLAIN}") if style else padded

    drawn = [ruler(lines.top)]
    for row in range(size):
        if row and row % down == 0:
            drawn.append(ruler(lines.middle))
        parts = (" ".join(cell(row * size + c, widths[c]) for c in stack) for stack in stacks)
        drawn.append(f"{lines.bar} " + f" {lines.bar} ".join(parts) + f" {lines.bar}")
    drawn.append(ruler(lines.bottom))
    return "\n".join(drawn)
