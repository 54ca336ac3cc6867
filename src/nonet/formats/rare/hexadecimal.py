"""Boards of 16x16 in hexadecimal digits, in which 0 is the digit 1.

No text shows that 0 is not an empty cell, so the format is read only where it is named.
"""

from __future__ import annotations

from nonet.base.digits import symbols_of
from nonet.base.errors import ParseError
from nonet.formats.base import Format, Holds, each
from nonet.formats.puzzles import make_puzzle
from nonet.formats.rows import LineKind, Row, RowReader
from nonet.formats.shape import Shape
from nonet.formats.text import comment_of, plain, remark_of, run_of
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

_HEX = {symbol: value for value, symbol in enumerate(symbols_of(16, "hex"), 1)}
_HEX |= {symbol.lower(): value for symbol, value in _HEX.items()}

_LONGEST = 36
"""The characters of the longest row."""


def _hex_values(rows: list[Row]) -> bytes:
    """Return the values of 256 characters."""
    values, blank = bytearray(), ""
    for row, (symbol, column) in [(line, cell) for line in rows for cell in line.cells]:
        value = _HEX.get(symbol, 0)
        if not value:
            if symbol.isalnum():
                reason = f"expected 0-9, A-F or . for an empty cell, found {symbol!r}"
                raise ParseError(reason, text=row.text, line=row.line, column=column)
            if blank and symbol != blank:
                reason = f"found two blank characters, {blank!r} and {symbol!r}; use only one"
                raise ParseError(reason, text=row.text, line=row.line, column=column)
            blank = symbol
        values.append(value)
    return bytes(values)


class _Hex(RowReader):
    """Reads boards of 256 characters on one line, with a comment, or in rows of 16."""

    def start(self) -> None:
        super().start()
        self.count = 0

    def kind(self, line: Shape) -> LineKind:
        if not line.line:
            return "gap"
        if (run := run_of(line.plain.lstrip())) == "" or line.is_border:
            return "skip"
        return "board" if len(run) > _LONGEST else "row"

    def row(self, number: int, text: str) -> Row:
        line = plain(text)
        indent = len(line) - len(line.lstrip())
        run = run_of(line[indent:])
        if len(run) > _LONGEST:
            cells = list(zip(run, range(indent + 1, indent + len(run) + 1), strict=True))
        else:
            cells = [(char, i) for i, char in enumerate(line, 1) if char not in " \t|"]
        self.count += len(cells)
        return Row(number, text, cells)

    def is_complete(self) -> bool:
        return self.count >= 256

    def board(self, rows: list[Row]) -> Puzzle:
        if self.count != 256:
            raise ParseError(f"expected 256 cells, found {self.count}")
        text = rows[0].text.strip()
        run = run_of(plain(text))
        comment = comment_of(text[len(run) :]) if len(run) > _LONGEST else ""
        info = {"comment": comment} if comment else {}
        return make_puzzle(_hex_values(rows), info, self.rules, spelling="hex")


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
        _Hex.read,
        each(write_hex),
        holds=Holds((16,), "usual"),
    ),
)
