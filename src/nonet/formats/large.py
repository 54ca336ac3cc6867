"""Two formats for large boards: hexadecimal digits, and the integers of research files.

In hexadecimal spelling 0 is the digit 1, and no text shows that 0 is not an empty cell. So it is read only where it is
named. The files of research on large boards have the side of a box, one more number, and rows of numbers with -1 for an
empty cell.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence

from nonet.base.digits import symbols_of
from nonet.base.errors import ParseError
from nonet.base.numbers import number_of
from nonet.formats.base import Clues, Format, Holds, IntoRules, Line, Record, each
from nonet.formats.drawing import boxes
from nonet.formats.grids import grid_cells
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import Row
from nonet.formats.shape import shape
from nonet.formats.text import comment_of, plain, remark_of, run_of
from nonet.puzzle import Puzzle

__all__ = ["FORMATS", "is_integers", "read_hex", "read_integers"]

_HEX = {symbol: value for value, symbol in enumerate(symbols_of(16, "hex"), 1)}
_HEX |= {symbol.lower(): value for symbol, value in _HEX.items()}


# -- hex ------------------------------------------------------------------------------------------


def _hex_values(symbols: list[tuple[str, Line, int]]) -> bytes:
    """Return the values of 256 characters, each with its line and column."""
    values, blank = bytearray(), ""
    for symbol, (number, text), column in symbols:
        value = _HEX.get(symbol, 0)
        if not value:
            if symbol.isalnum():
                reason = f"expected 0-9, A-F or . for an empty cell, found {symbol!r}"
                raise ParseError(reason, text=text, line=number, column=column)
            if blank and symbol != blank:
                reason = f"found two blank characters, {blank!r} and {symbol!r}; use only one"
                raise ParseError(reason, text=text, line=number, column=column)
            blank = symbol
        values.append(value)
    return bytes(values)


class _Hex:
    """Collects the characters of a board in hexadecimal spelling."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self.cells: list[tuple[str, Line, int]] = []

    def take(self, line: Line, symbols: Iterable[tuple[str, int]]) -> Iterator[Record]:
        """Take the characters of a line; yield the board that was complete before them."""
        if len(self.cells) >= 256:
            yield from self.flush()
        self.lines.append(line)
        self.cells += [(symbol, line, column) for symbol, column in symbols]

    def flush(self, comment: str = "") -> Iterator[Record]:
        """End the board, complete or not."""
        if not self.lines:
            return
        lines, symbols, self.lines, self.cells = self.lines, self.cells, [], []

        def read() -> Puzzle:
            if len(symbols) != 256:
                raise ParseError(f"expected 256 cells, found {len(symbols)}")
            info = {"comment": comment} if comment else {}
            return make_puzzle(_hex_values(symbols), info, self.rules, spelling="hex")

        yield Record.of(lines, read)


def read_hex(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read boards of 256 characters on one line, with a comment, or in rows of 16."""
    now = _Hex(rules)
    for number, raw in lines:
        text = plain(raw)
        indent = len(text) - len(text.lstrip())
        run = run_of(text[indent:])
        if not text.strip():
            yield from now.flush()
        elif run == "" or shape(text).is_border:
            continue
        elif len(run) > 36:
            yield from now.flush()
            yield from now.take((number, raw), [(c, indent + i) for i, c in enumerate(run, 1)])
            yield from now.flush(comment_of(raw[indent + len(run) :]))
        else:
            symbols = [(char, i) for i, char in enumerate(text, 1) if char not in " \t|"]
            yield from now.take((number, raw), symbols)
    yield from now.flush()


def write_hex(puzzle: Puzzle, *, blank: str = ".", comment: bool = True) -> str:
    """Write 256 characters, and the comment after ``#``."""
    return puzzle.givens.text(blank=blank, spelling="hex") + remark_of(puzzle, comment)


# -- integers -------------------------------------------------------------------------------------

_ORDERS = range(2, 7)


def _order_of(text: str) -> int | None:
    """Return the side of a box on the first line, None if the line has something else."""
    word = text.strip()
    return number_of(word, 6, least=2) if len(word) == 1 else None


def is_integers(texts: Sequence[str]) -> bool:
    """Whether a text that begins with these lines is one of integers.

    >>> is_integers(["2", "1", "-1 2 -1 3"]), is_integers(["2", "1", "-1 2 -1"])
    (True, False)
    """
    order = _order_of(texts[0]) if len(texts) > 2 else None
    numbers = [word for text in texts[1:3] for word in text.split()]
    return (
        order is not None
        and len(numbers) == 1 + order**2
        and all(re.fullmatch(r"-?\d+", word) for word in numbers)
    )


def read_integers(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the side of a box, one more number, and rows of numbers; blank lines do not matter."""
    now: list[Line] = []
    for number, raw in lines:
        text = plain(raw)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        if len(now) > 2 and len(text.split()) == 1:  # the next board, before this one is complete
            yield _integers(now, rules)
            now = []
        now.append((number, raw))
        order = _order_of(plain(now[0][1]))
        if order is None or len(now) == 2 + order**2:
            yield _integers(now, rules)
            now = []
    if now:
        yield _integers(now, rules)


def _integers(lines: list[Line], rules: IntoRules) -> Record:
    return Record.of(lines, lambda: _puzzle_of_integers(lines, rules))


def _puzzle_of_integers(lines: list[Line], rules: IntoRules) -> Puzzle:
    order = _order_of(plain(lines[0][1]))
    if order is None:
        raise ParseError(
            f"expected the side of a box (2 to 6) alone on the line, found {lines[0][1].strip()[:40]!r}"
        )
    size, second = order**2, lines[1] if len(lines) > 1 else (lines[0][0], "")
    if not re.fullmatch(r"-?\d+", plain(second[1]).strip()):
        reason = f"expected a number alone on the line, found {second[1].strip()[:40]!r}"
        raise ParseError(reason, text=second[1], line=second[0])
    rows = []
    for number, text in lines[2:]:
        words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", plain(text))]
        rows.append(Row(number, text, words))
    values = grid_cells(rows, size).values
    return make_puzzle(values, {"number": second[1].strip()}, rules, shown=boxes(order, order))


def write_integers(puzzle: Puzzle) -> str:
    """Write the side of a box, ``info["number"]`` or 1, and rows of numbers between tabs."""
    number = puzzle.info.get("number", "")
    rows = ["\t".join(str(digit or -1) for digit in row) for row in puzzle.givens.rows]
    head = [
        str(math.isqrt(puzzle.rules.size)),
        number if re.fullmatch(r"-?[0-9]{1,18}", number) else "1",
    ]
    return "\n".join([*head, *rows])


_HEX_EXAMPLE = (
    "36..A..D..1E..2....F.1...75..C34...79.F...34B.1E.B...3C.9...A7.."
    "4...5.....E.29..D.CA.89.3.4.1..FE.FB34..2..7..DC.27....F.AD.3.4."
    "B..4C..3..9.78.56C3.7A8.......9.A7....E2CD.3.4B..F2E.B417.A5CD.."
    "..B.DC.6.1F9.2..CD658.2A4..BE1F.....4.3B827AD5.678.2E....5.6...B"
)

FORMATS = (
    Format(
        "hex",
        "256 characters per puzzle, 0-9 and A-F for 1 to 16, . for an empty cell; read only where it is named",
        (".hex",),
        "info other than the comment, which becomes one line",
        _HEX_EXAMPLE,
        read_hex,
        each(write_hex),
        holds=Holds((16,), "usual"),
    ),
    Format(
        "integers",
        "research files: the side of a box, one more number, rows of numbers, -1 for an empty cell",
        (),
        "extra houses; info other than number",
        "2\n1\n4\t-1\t-1\t3\n-1\t-1\t-1\t-1\n-1\t-1\t-1\t1\n2\t-1\t-1\t-1",
        read_integers,
        each(write_integers),
        Clues(
            likely=lambda head: is_integers(head.texts),
            near=lambda head: 35 * is_integers([line.plain for line in head.shapes[:3]]),
        ),
        holds=Holds(tuple(order**2 for order in _ORDERS), "squares"),
    ),
)
