"""Tables: CSV files with a puzzle per row, and a single grid as rows of a spreadsheet.

Data sets name their columns as they please, so the puzzle's column is found by its usual names or,
failing that, by looking for 81 cells in the first row. All other columns are kept as info under
their own names; the solution, whatever its column is called, becomes ``info["solution"]``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence

from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import Format, Line, Record, bare, each, plain
from nonet.formats.block import Row, grid_cells
from nonet.formats.line import cells, wrong_length
from nonet.formats.pencilmarks import marks_from_line
from nonet.puzzle import Puzzle

__all__ = [
    "FORMATS",
    "PUZZLE_NAMES",
    "SOLUTION_NAMES",
    "header_of",
    "is_board",
    "puzzle_of",
    "read_csv",
]

PUZZLE_NAMES = (
    "puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "givens", "initial_board",
    "starting_cells", "grid", "board", "clues",
)  # fmt: skip
"""Names of the column of the puzzle, the surest first."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")


def is_board(text: str) -> bool:
    """Whether a field holds 81 cells or the 729 signs of a sukaku."""
    try:
        return len(board_text(text)) in (81, 729) and puzzle_of(text, None) is not None
    except ParseError:
        return False


def board_text(text: str) -> str:
    """Return the field without white space around it, unless that is part of the 81 signs."""
    return text if len(text) in (81, 729) else text.strip()


def is_full(text: str) -> bool:
    """Whether a field that `is_board` is a solution: 81 cells and none of them empty."""
    return len(board_text(text)) == 81 and 0 not in cells(board_text(text))


def puzzle_of(text: str, info: dict[str, str] | None) -> Puzzle:
    """Return the puzzle of a field with 81 or 729 signs."""
    text = board_text(text)
    if len(text) == 729:
        return Puzzle(marks_from_line(text), info=info)
    if len(text) != 81:
        raise wrong_length(len(text), column=1, text=text)
    return Puzzle._trusted(cells(text), info)


# -- CSV ------------------------------------------------------------------------------------------


class _Columns:
    """Which column is what."""

    def __init__(self, names: list[str], puzzle: int, solution: int | None) -> None:
        self.puzzle = puzzle
        self.names: list[str] = []
        for place, name in enumerate(names):
            name = "solution" if place == solution else name.strip() or f"column {place + 1}"
            while name in self.names:
                name += " 2"
            self.names.append(name)

    def puzzle_from(self, row: Sequence[str]) -> Puzzle:
        if len(row) > len(self.names) and any(row[len(self.names) :]):
            raise ParseError(f"the row has {len(row)} fields, the header {len(self.names)}")
        if len(row) <= self.puzzle:
            raise ParseError(f"the row has no field for the puzzle, only {len(row)} field(s)")
        info = {
            name: value
            for place, (name, value) in enumerate(zip(self.names, row, strict=False))
            if value and place != self.puzzle
        }
        return puzzle_of(row[self.puzzle], info or None)


def _named(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    lower = [name.strip().lower() for name in names]
    return next((lower.index(name) for name in wanted if name in lower), None)


def split_row(line: str, delimiter: str) -> list[str]:
    """Return the fields of one line, an empty list if its quotes are not right."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def delimiter_of(line: str) -> str:
    """Return the separator that cuts a header into most fields."""
    return max(",;\t", key=lambda sign: len(split_row(line, sign)))


def header_of(line: str) -> bool:
    """Whether a line is a header that names the column of a puzzle.

    >>> header_of("quizzes,solutions"), header_of("id;Puzzle;rating"), header_of("53..7,x")
    (True, True, False)
    """
    return _named(split_row(line, delimiter_of(line)), PUZZLE_NAMES) is not None


def columns_of(header: list[str], row: list[str]) -> _Columns | None:
    """Return the columns of a header, or None if no puzzle is there.

    The row below has the last word: of several columns with likely names the one with a board
    wins.
    """
    solution = _named(header, SOLUTION_NAMES)
    boards = [i for i, value in enumerate(row) if i < len(header) and is_board(value)]
    named = [_named(header, [name]) for name in PUZZLE_NAMES]
    likely = [i for i in named if i is not None]
    puzzle = next((i for i in likely if i in boards), None)
    if puzzle is None:
        others = [i for i in boards if i != solution and len(header) > 1]
        puzzle = likely[0] if likely else others[0] if others else None
    if puzzle is None:
        return None
    return _Columns(header, puzzle, solution if solution != puzzle else None)


def headless(row: list[str]) -> _Columns | None:
    """Return the columns of a file without header: the first board, a full one for a solution."""
    boards = [i for i, value in enumerate(row) if is_board(value)]
    if not boards:
        return None
    full = [i for i in boards[1:] if is_full(row[i])]
    return _Columns([""] * len(row), boards[0], full[0] if full else None)


class _Feed:
    """Hands lines to the csv module and remembers those of the row at hand."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines = iter(lines)
        self.row: list[Line] = []

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        number, text = next(self.lines)
        self.row.append((number, text))
        return text + "\n"

    def rows(self) -> Iterator[tuple[list[str], int, str]]:
        """Yield fields, line and text of each row; an error is a field that opens with NUL."""
        delimiter = ","
        for number, text in self.lines:
            if text.strip() and not text.lstrip().startswith("#"):
                delimiter = delimiter_of(text)
                self.lines = _chain((number, text), self.lines)
                break
        reader = csv.reader(self, delimiter=delimiter, strict=True)
        while True:
            self.row = []
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                row = [f"\0{error}"]  # no text has a NUL in it: this cannot be a field
                reader = csv.reader(self, delimiter=delimiter, strict=True)
            if any(field.strip() for field in row):
                yield row, self.row[0][0], "\n".join(text for _, text in self.row)


def _chain(first: Line, rest: Iterator[Line]) -> Iterator[Line]:
    yield first
    yield from rest


def read_csv(lines: Iterable[Line]) -> Iterator[Record]:
    """Read a CSV file, with a header or without; ``#`` lines without a puzzle are skipped."""
    columns: _Columns | None = None
    header: tuple[list[str], int, str] | None = None
    for row, number, text in _Feed(lines).rows():
        if row[0].startswith("\0"):
            error = ParseError(f"this is not CSV: {row[0][1:]}", text=text)
            yield Record.bad(error, number, text)
            continue
        if row[0].lstrip().startswith("#") and not any(map(is_board, row)):
            continue
        if columns is None and header is None:
            columns = headless(row)
            if columns is None:
                header = row, number, text
                continue
        elif columns is None and header is not None:
            columns = columns_of(header[0], row)
            if columns is None:
                yield _no_column(header)
                return
        assert columns is not None
        try:
            yield Record(columns.puzzle_from(row), None, number, text)
        except ParseError as error:
            if error.column is not None and "\n" not in text:
                start = max(text.find(row[columns.puzzle]), 0)
                error = ParseError(error.reason, text=text, column=start + error.column)
            yield Record.bad(error, number, text)
    if columns is None and header is not None and _named(header[0], PUZZLE_NAMES) is None:
        yield _no_column(header)


def _no_column(header: tuple[list[str], int, str]) -> Record:
    names = ", ".join(repr(name) for name in header[0][:12])
    error = ParseError(f"no column holds a puzzle of 81 cells; the columns are {names}")
    return Record.bad(error, header[1], header[2])


def start_csv(
    *, columns: Sequence[str] | None = None, header: bool = True, delimiter: str = ","
) -> Callable[[Puzzle], str]:
    """Begin a CSV file: the first puzzle's info, or ``columns``, names the columns for all."""
    names = None if columns is None else list(columns)
    first = True

    def text_of(row: list[str]) -> str:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(row)
        return out.getvalue()

    def write(puzzle: Puzzle) -> str:
        nonlocal names, first
        bare(puzzle, "csv", marks=True)
        if puzzle.marks is not None and any(puzzle.givens):
            raise PuzzleError(
                "the format 'csv' cannot hold a puzzle with givens and marks; use 'jsonl'",
                puzzle=puzzle,
            )
        if names is None:
            names = sorted(puzzle.info, key=lambda name: name != "solution")
        extra = [name for name in puzzle.info if name not in names and columns is None]
        if extra or "puzzle" in names:
            raise PuzzleError(
                f"the CSV header has no column {extra[0]!r}; name all columns= beforehand"
                if extra
                else "the column 'puzzle' is the puzzle itself; rename info['puzzle']",
                puzzle=puzzle,
            )
        board = puzzle.givens.text() if puzzle.marks is None else puzzle.marks.text()
        text = text_of(["puzzle", *names]) if first and header else ""
        first = False
        return (text + text_of([board, *(puzzle.info.get(name, "") for name in names)]))[:-1]

    return write


# -- a grid as a spreadsheet has it ---------------------------------------------------------------


def sheet_row(text: str) -> list[tuple[str, int]] | None:
    """Return nine fields with their columns if a line is a row of a spreadsheet, else None.

    >>> "".join(sign for sign, _ in sheet_row("5\\t3\\t\\t\\t7\\t\\t\\t\\t"))
    '53  7    '
    """
    line = plain(text)
    separator = next((sign for sign in "\t,;" if line.count(sign) >= 8), None)
    if separator is None:
        return None
    fields, start = [], 1
    for value in line.split(separator):
        sign = value.strip().strip('"').strip()
        fields.append((sign or " ", start + max(value.find(sign), 0)))
        start += len(value) + 1
    while len(fields) > 9 and fields[-1][0] == " ":
        fields.pop()
    return fields if all(len(sign) == 1 for sign, _ in fields) else None


def read_sheets(lines: Iterable[Line]) -> Iterator[Record]:
    """Read grids of nine rows of nine fields; blank lines may stand between two grids."""
    rows: list[Row] = []
    for number, text in lines:
        signs = sheet_row(text)
        if signs is not None:
            rows.append(Row(number, text, signs))
        elif text.strip() and not text.lstrip().startswith("#"):
            rows.append(Row(number, text, [(char, i) for i, char in enumerate(text, 1)]))
        elif not text.strip() and rows:
            yield _sheet_record(rows)
            rows = []
        if len(rows) == 9:
            yield _sheet_record(rows)
            rows = []
    if rows:
        yield _sheet_record(rows)


def _sheet_record(rows: list[Row]) -> Record:
    raw = "\n".join(row.text for row in rows)
    try:
        for row in rows:
            if sheet_row(row.text) is None:
                raise ParseError(
                    "a row of a spreadsheet is 9 fields with a digit or nothing in each,"
                    " between tabs or commas",
                    text=row.text,
                    line=row.line,
                )
        return Record(Puzzle._trusted(grid_cells(rows), None), None, rows[0].line, raw)
    except ParseError as error:
        return Record.bad(error, rows[0].line, raw)


def write_sheet(puzzle: Puzzle, *, delimiter: str = "\t") -> str:
    """Write nine rows of nine fields, empty where the cell is."""
    text = bare(puzzle, "sheet").givens.text(blank=" ")
    return "\n".join(delimiter.join(text[i : i + 9]).replace(" ", "") for i in range(0, 81, 9))


_EXAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

FORMATS = (
    Format(
        "csv",
        "a table with a puzzle per row; a header names the columns",
        (".csv",),
        "which cells of a sukaku are filled; info that is empty; line ends in info become \\n;"
        " spaces around a column's name",
        f"puzzle,solution,rating\n{_EXAMPLE},{_SOLUTION},1.2",
        read_csv,
        start_csv,
    ),
    Format(
        "sheet",
        "nine rows of a spreadsheet, cells between tabs, commas or semicolons, empty for a blank",
        (".tsv", ".tab"),
        "all info",
        "\n".join("\t".join(_EXAMPLE[i : i + 9]).replace(".", "") for i in range(0, 81, 9)),
        read_sheets,
        each(write_sheet),
        "\n",
    ),
)
