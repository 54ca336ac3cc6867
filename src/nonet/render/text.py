"""A board drawn with characters: what `nonet show` prints and a terminal can display.

One function draws digits and pencil marks on boards of every size and shape: the cells become words, the words get
columns, and lines run wherever two neighbours are in different regions or cages. The caller chooses colour; nothing
here looks at the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from nonet.boards.grid import Candidates, Grid
from nonet.puzzle import Position, Puzzle
from nonet.puzzle.model import Model, Unknowns
from nonet.render.boards import Board, drawn_board, shaded_cells, shown_of
from nonet.render.borders import Borders, Charset, Shape, shape_of
from nonet.render.clues_text import surrounded
from nonet.rules import Rules
from nonet.rules.variants import sentences_of
from nonet.steps import Step

__all__ = ["Charset", "framed", "model_text", "text"]

_BOLD, _CYAN, _DIM, _UNDERLINED, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[4m", "\x1b[0m"

_ESCAPES = re.compile("\x1b\\[[0-9;]*m")


def text(
    board: Board | Step,
    *,
    step: Step | None = None,
    blank: str = ".",
    charset: Charset = "unicode",
    color: bool = False,
    solution: Grid | None = None,
    rules: Rules | None = None,
    language: str = "en",
) -> str:
    r"""Return a board as text, with lines between its regions and no line end after the last line.

    Clues of constraints are around the board, and cages have dashed lines and small sums (not in ASCII); below it
    there is a sentence for each constraint and for extra houses, in ``language``.

    A `Grid` or a `Puzzle` is drawn with its digits, `Candidates` and the marks of a sukaku with all candidates of every
    cell. ``solution`` fills the empty cells. With ``color`` the givens are bold, the digits of the solution have a
    colour, blanks and candidates are dim, and the cells of extra houses (diagonals, windows …) are underlined.
    ``rules`` describe the regions if the board does not; the default is the usual boxes of the size.

    ``step`` is drawn on the board as it is before the step, and a `Step` alone on its own board: each candidate with a
    role has a character in front of it, which a line below the board explains in ``language``. There are no arrows.

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

    Raises `ValueError` for an unknown charset, a blank that is not one printable character other than 1-9, a solution
    or rules of another size, and a step on a board that is not 9x9.
    """
    if len(blank) != 1 or not blank.isprintable() or blank in "123456789":
        raise ValueError(f"blank must be one printable character other than 1-9, got {blank!r}")
    if charset not in get_args(Charset):
        raise ValueError(f"charset must be {' or '.join(get_args(Charset))}, got {charset!r}")
    shown = shown_of(board, step=step, solution=solution, rules=rules)
    rules = shown.rules
    if step is not None or isinstance(board, Step):
        from nonet.render.steps_text import step_text  # which needs this module

        step = board if isinstance(board, Step) else step
        assert step is not None
        return step_text(shown, step, charset=charset, color=color, language=language)
    if isinstance(board, Position) and isinstance(drawn_board(board), Grid):
        solution = solution or board.grid
        board = board.givens
    elif isinstance(board, (Puzzle, Position)):
        board = drawn_board(board)
    elif not isinstance(board, Candidates):
        board = Grid(board)
    words, styles = _words(board, solution, blank, rules.digits)
    if not color:
        styles = [""] * len(styles)
    else:
        for cell in shaded_cells(rules):
            styles[cell] += _UNDERLINED
    drawn = framed(words, styles, rules, charset)
    return "\n".join([drawn, *sentences_of(rules, language)])


def model_text(
    model: Model,
    solution: Mapping[str, int] | None = None,
    *,
    blank: str = ".",
    charset: Charset = "unicode",
    color: bool = False,
    language: str = "en",
) -> str:
    """Return a drawing of a model: its board, the unknown cells, and what its constraints say.

    A cell with several digits left shows them. ``solution`` fills the open cells.

    >>> from nonet.constraints import Cage
    >>> cage = Cage("r1c1 r1c2", sum=4)
    >>> board = Model(2, 3, constraints=[cage], givens={"r1c1": 3}, unknowns=[Unknowns("x")])
    >>> print(model_text(board))
    ┌⁴──────────┐
    │ 3   . ¦ . │
    │┈┈┈┈┈┈┈┘   │
    │ .   .   . │
    └───────────┘
    x:
      .
    The digits in the cage r1c1, r1c2 sum to 4, no digit twice.
    """
    words, styles = {}, {}
    for name in model.space.names:
        digits = model.givens.get(name)
        if digits is not None and len(digits) == 1:
            words[name], styles[name] = str(min(digits)), _BOLD
        elif solution is not None:
            words[name], styles[name] = str(solution[name]), _CYAN
        else:
            comma = "" if max(digits or [0]) < 10 else ","
            words[name], styles[name] = comma.join(map(str, sorted(digits or ()))) or blank, _DIM
    board = model.space.names[: model.rows * model.columns]
    shown = [styles[name] if color else "" for name in board]
    drawn = framed([words[name] for name in board], shown, model, charset)
    unknowns = [
        line for group in model.unknowns for line in _unknown_lines(model, group, words, language)
    ]
    sentences = [each.text(language) for each in model.constraints]
    return "\n".join([drawn, *unknowns, *sentences])


def _unknown_lines(
    model: Model, group: Unknowns, words: Mapping[str, str], language: str
) -> Iterator[str]:
    """Yield the cells that are not on the board, in rows as long as the group says."""
    from nonet.rules.constraints import UnknownRegions
    from nonet.words import catalogue

    columns = group.columns or model.columns
    label = group.label or group.name
    if any(
        isinstance(rule, UnknownRegions) and rule.cells == group.names for rule in model.constraints
    ):
        label = f"{label} ({catalogue(language).phrase('unknown.regions', {})})"
    yield f"{label}:"
    width = max(len(words[name]) for name in group.names)
    for start in range(0, group.size, columns):
        row = group.names[start : start + columns]
        yield "  " + " ".join(f"{words[name]:>{width}}" for name in row)


def _words(
    board: Grid | Candidates, solution: Grid | None, blank: str, values: Sequence[int]
) -> tuple[list[str], list[str]]:
    """Return the content of each cell, and how it looks."""
    givens = board.placed if isinstance(board, Candidates) else board
    words, styles = [], []
    for cell, digit in enumerate(givens):
        if digit:
            word, style = str(values[digit - 1]), _BOLD
        elif solution is not None and solution[cell]:
            word, style = str(values[solution[cell] - 1]), _CYAN
        elif isinstance(board, Candidates):
            # Candidates above 9 have two digits, so commas separate them.
            comma = "" if values[-1] <= 9 else ","
            held = (str(values[digit - 1]) for digit in sorted(board[cell]))
            word, style = comma.join(held) or "-", _DIM
        else:
            word, style = blank, _DIM
        words.append(word)
        styles.append(style)
    return words, styles


def framed(
    words: Sequence[str],
    styles: Sequence[str],
    board: Rules | Model | Shape,
    charset: Charset = "unicode",
) -> str:
    """Return the words of all cells in columns with lines between them, and the clues of the board around them.

    Styles are escape sequences of the terminal. A word that contains escape sequences has no style besides.
    """
    lengths = [len(_ESCAPES.sub("", word)) for word in words]
    shape = board if isinstance(board, Shape) else shape_of(board)
    size, borders = shape.columns, Borders(shape, charset)
    every, down, across = shape.is_jigsaw or borders.has_cages, range(shape.rows), range(size)
    # The lines that take a row of text: if any is drawn, all of them.
    rulers = {i for i in down if every or any(borders.above(i, j) for j in across)}
    bars = {j for j in across if every or any(borders.beside(i, j) for i in down)} | {size}
    least = len(str(size))
    widths = [max(least, *lengths[column::size]) for column in across]
    # Candidates are at the left of a column that is as wide as its widest cell, digits at the right.
    to_the_left = max(widths) > least
    # A stroke of the line is still visible beside a label.
    for cell, label in borders.labels.items():
        widths[cell % size] = max(widths[cell % size], len(label) - 1)

    def ruler(row: int) -> str:
        parts = [borders.crossing(row, 0)]
        for column, width in enumerate(widths):
            bar = column + 1 in bars
            line = borders.level(row, column) * (1 + width + bar)
            label = borders.labels.get(row * size + column, "")
            parts.append(label + line[len(label) :])
            parts.append(borders.crossing(row, column + 1) if bar else "")
        return "".join(parts)

    def cells(row: int) -> str:
        parts = [borders.upright(row, 0)]
        for column, width in enumerate(widths):
            word, style = words[row * size + column], styles[row * size + column]
            space = " " * (width - lengths[row * size + column])
            if style:
                word = f"{style}{word}{_PLAIN}"
            parts.append(f" {word}{space}" if to_the_left else f" {space}{word}")
            if column + 1 in bars:
                parts.append(" " + borders.upright(row, column + 1))
        return "".join(parts)

    drawn: list[str] = []
    rows, columns, at = [], [], 0
    for row in down:
        drawn += [ruler(row), cells(row)] if row in rulers else [cells(row)]
        rows.append(len(drawn) - 1)
    drawn.append(ruler(shape.rows))
    for column, width in enumerate(widths):
        at += 1 + width
        columns.append(at)
        at += 2 * (column + 1 in bars)
    return "\n".join(surrounded(drawn, columns, rows, shape.marks, charset))
