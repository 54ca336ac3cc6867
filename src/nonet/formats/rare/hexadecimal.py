"""Boards of 16x16 in hexadecimal digits, in which 0 is the digit 1.

No text shows that 0 is not an empty cell, so the format is read only where it is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.base.digits import symbols_of
from nonet.base.errors import ParseError
from nonet.formats.base import Format, Holds, IntoRules, Line, Record, each
from nonet.formats.puzzles import make_puzzle
from nonet.formats.shape import shape
from nonet.formats.text import comment_of, plain, remark_of, run_of
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

_HEX = {symbol: value for value, symbol in enumerate(symbols_of(16, "hex"), 1)}
_HEX |= {symbol.lower(): value for symbol, value in _HEX.items()}


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
)
