"""Tables of web pages: ``<table>`` with a board in its cells, as text or as ``<input value>``.

A table may have a table for each box in its cells, or a whole board in each. Other tables are left out. The page is
read as text: nothing is run or loaded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from nonet.base.errors import ParseError
from nonet.formats.base import CLASSIC_ONLY, SMALLEST, Clues, Format, IntoRules, Line, Record, each
from nonet.formats.labelled import cells_like
from nonet.formats.line import read_lines
from nonet.formats.line_cells import is_line_board
from nonet.formats.matrices import Row, is_meant, puzzle_of_rows
from nonet.formats.puzzles import EXAMPLE
from nonet.formats.text import plain
from nonet.puzzle import Puzzle

__all__ = ["FORMATS"]

_MOST = 2000  # cells of one table, and characters of one cell: more are not a board
_DEEPEST = 20  # tables inside each other


class _Cell:
    """A cell of a table: its text, whether it is a header, and the table in it."""

    def __init__(self, line: int, *, header: bool) -> None:
        self.line = line
        self.header = header
        self.text = ""
        self.table: list[Row] | None = None


class _Table:
    """A table that is open: its rows, each with its line."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.rows: list[tuple[int, list[_Cell]]] = []
        self.cell: _Cell | None = None
        self.count = 0

    def add_row(self, line: int) -> None:
        self.cell = None
        self.rows.append((line, []))

    def add_cell(self, line: int, *, header: bool) -> None:
        if not self.rows:
            self.add_row(line)
        self.cell = _Cell(line, header=header)
        self.count += 1
        if self.count <= _MOST:
            self.rows[-1][1].append(self.cell)

    def cells(self) -> list[Row]:
        """Return the rows of texts; labels in headers beside or above the cells are not part of the board."""
        rows = [(line, cells) for line, cells in self.rows if cells]
        if any(not cell.header for _, cells in rows for cell in cells):
            rows = [(line, [cell for cell in cells if not cell.header]) for line, cells in rows]
            rows = [(line, cells) for line, cells in rows if cells]
        if boxes := _boxes([[cell.table for cell in cells] for _, cells in rows]):
            return boxes
        return [Row(line, [plain(cell.text).strip() for cell in cells]) for line, cells in rows]


def _boxes(tables: list[list[list[Row] | None]]) -> list[Row]:
    """Return the rows of a board whose boxes are tables of one size; nothing if they are something else."""
    inner = [table for row in tables for table in row]
    if len(inner) < 2 or any(table is None for table in inner):
        return []
    shapes = {tuple(len(row.cells) for row in table or []) for table in inner}
    if len(shapes) != 1 or len({len(row) for row in tables}) != 1:
        return []
    rows = []
    for row in tables:
        for number, first in enumerate(row[0] or []):
            cells = [cell for table in row for cell in (table or [])[number].cells]
            rows.append(Row(first.line, cells))
    return rows


class _Page(Protocol):
    """What reads a page: ``found`` has its boards, ``open`` the tables without end, ``before`` the lines above it."""

    found: list[Record]
    open: list[_Table]
    before: int

    def feed(self, data: str, /) -> None:
        """Read more of the page."""

    def close(self) -> None:
        """Read the end of the page."""


def _page(rules: IntoRules) -> _Page:
    """Return a parser that collects the records of the boards in its list ``found``."""
    from html.parser import HTMLParser  # slow to load, and seldom needed

    class Page(HTMLParser):
        def __init__(self) -> None:
            super().__init__(convert_charrefs=True)
            self.open: list[_Table] = []
            self.found: list[Record] = []
            self.before = 0  # lines of the text before the page

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            line = self.before + self.getpos()[0]
            if tag == "table" and len(self.open) < _DEEPEST:
                self.open.append(_Table(line))
            elif self.open and tag == "tr":
                self.open[-1].add_row(line)
            elif self.open and tag in ("td", "th"):
                self.open[-1].add_cell(line, header=tag == "th")
            elif tag == "input" and self.open and (cell := self.open[-1].cell):
                values = dict(attrs)
                if values.get("type", "text") in ("text", "number", "tel", ""):
                    cell.text += values.get("value") or ""

        def handle_endtag(self, tag: str) -> None:
            if self.open and tag in ("td", "th", "tr"):
                self.open[-1].cell = None
            elif self.open and tag == "table":
                table = self.open.pop()
                rows = table.cells()
                outer = self.open[-1].cell if self.open else None
                if outer is not None and _is_box(rows):
                    outer.table = rows
                elif table.count <= _MOST and is_meant(rows):
                    text = "\n".join(" ".join(cell or "." for cell in r.cells) for r in rows)
                    self.found.append(
                        Record.of([(table.line, text)], lambda: puzzle_of_rows(rows, rules))
                    )
                else:
                    self.found += _boards_in_cells(table, rules)

        def handle_data(self, data: str) -> None:
            if self.open and (cell := self.open[-1].cell) and len(cell.text) < _MOST:
                cell.text += data

    return Page()


def _is_box(rows: list[Row]) -> bool:
    """Whether rows are as few as those of a box."""
    cells = [cell for row in rows for cell in row.cells]
    size = len(cells)
    return (
        1 < size <= 36
        and len({len(row.cells) for row in rows}) == 1
        and not (len(rows) >= SMALLEST and math.isqrt(size) ** 2 == size)
        and all(len(cell) < 3 for cell in cells)
    )


def _boards_in_cells(table: _Table, rules: IntoRules) -> Iterator[Record]:
    """Yield the boards of a table that has a whole board in a cell."""
    for cell in (cell for _, cells in table.rows for cell in cells):
        text = cell.text.strip()
        if is_line_board(text) or cells_like(text):
            for record in read_lines([(cell.line, text)], rules):
                yield record.placed(column=None)  # it counts in the cell, not in the line


def read_html(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read the tables of a page, one after the other."""
    page, started = _page(rules), False
    for number, text in lines:
        if not started:
            page.before, started = number - 1, True
        page.feed(text + "\n")
        yield from page.found
        page.found.clear()
    page.close()
    for table in page.open[:1]:
        if is_meant(table.cells()):
            reason = "expected </table> at the end, found the end of the text"
            yield Record.bad(ParseError(reason), table.line, "")
        else:
            yield from _boards_in_cells(table, rules)


def write_html(puzzle: Puzzle) -> str:
    """Write a table, a line for each row."""
    rows = ["".join(f"<td>{digit or ''}</td>" for digit in row) for row in puzzle.givens.rows]
    return "\n".join(["<table>", *(f"<tr>{row}</tr>" for row in rows), "</table>"])


_TABLE = re.compile(r"<table[\s>]", re.IGNORECASE)

FORMATS = (
    Format(
        "html",
        "tables of a web page, with a cell for each cell of the board",
        (".html", ".htm"),
        "all info",
        write_html(Puzzle(EXAMPLE)),
        read_html,
        each(write_html),
        Clues(sure=lambda head: _TABLE.search(head.joined) is not None),
        separator="\n",
        holds=CLASSIC_ONLY,
        whole=True,
    ),
)
