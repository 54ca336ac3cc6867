"""Tables: CSV files with a puzzle per row, and a single grid as rows of a spreadsheet.

Data sets name their columns as they please, so the puzzle's column is found by its usual names or,
failing that, by looking for the cells of a board in the first row. A column named ``rules`` has the rules in words;
all other columns are kept as info under their own names; the solution, whatever its column is called, becomes
``info["solution"]``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence

from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import Format, Holds, IntoRules, Line, Record, each, plain
from nonet.formats.block import FEWEST, Row, grid_cells, size_of_rows
from nonet.formats.boards import (
    agreed,
    board,
    make,
    make_sukaku,
    rules_for,
    size_of,
    spelling_of,
    wrong_length,
)
from nonet.formats.line import plain_size, run_of
from nonet.formats.sukaku import is_marks, marks_from_line
from nonet.puzzle import Puzzle
from nonet.rules import Rules
from nonet.variants import format_rules

__all__ = [
    "FORMATS",
    "PUZZLE_NAMES",
    "SOLUTION_NAMES",
    "header_of",
    "is_board",
    "is_full",
    "puzzle_of",
    "read_csv",
    "rules_in_words",
]

PUZZLE_NAMES = (
    "puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "givens", "initial_board",
    "starting_cells", "grid", "board", "clues",
)  # fmt: skip
"""Names of the column of the puzzle, the surest first."""

SOLUTION_NAMES = ("solution", "solutions", "answer", "answers", "solved")


def is_board(text: str) -> bool:
    """Whether a text holds the cells of a board or the candidates of a sukaku, and plainly so.

    >>> is_board("." * 81), is_board("1..2....3....4.."), is_board("2024"), is_board("a" * 16)
    (True, True, False, False)
    """
    text = board_text(text)
    if is_marks(text):
        return True
    if len(text) != 81 and run_of(text) != text and len(text.split()) < 100:
        return False
    size = plain_size(text)
    return size is not None and size >= FEWEST


def board_text(text: str) -> str:
    """Return the text without white space around it, unless that is part of the 81 signs."""
    return text if len(text) in (81, 729) else text.strip()


def is_full(text: str) -> bool:
    """Whether a text that `is_board` is a solution: no cell of it is empty."""
    found = None if is_marks(board_text(text)) else board(board_text(text))
    return found is not None and 0 not in found.values


def puzzle_of(text: str, info: dict[str, str] | None, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle of a text that holds its cells, or its candidates, and nothing else."""
    text = board_text(text)
    known = size_of(rules) or 0
    few_letters = sum(char.isalpha() for char in text) < 27
    marks = len(text) == known**3 or (len(text) == 729 and few_letters) or is_marks(text)
    if marks and len(text) != known**2:
        return make_sukaku(marks_from_line(text), info, rules)
    too_small = len(text) < FEWEST**2 and rules is None
    found = None if too_small else board(text)
    if found is None:
        raise wrong_length(len(text), column=1, text=text, rules=rules)
    return make(found.values, info, rules, spelling=found.spelling)


def rules_in_words(puzzle: Puzzle) -> str:
    """Return the rules in words where a reader would not know them by the size, else nothing.

    >>> rules_in_words(Puzzle("." * 36, rules="2x3")), rules_in_words(Puzzle("." * 16))
    ('2x3', '')
    """
    size = puzzle.rules.size
    known = size >= FEWEST and puzzle.rules == _usual(size)
    return "" if known else format_rules(puzzle.rules)


def _usual(size: int) -> Rules | None:
    try:
        return rules_for(size)
    except ParseError:
        return None


# -- CSV ------------------------------------------------------------------------------------------


class _Columns:
    """Which column is what."""

    def __init__(
        self, names: list[str], puzzle: int, solution: int | None, asked: IntoRules
    ) -> None:
        self.puzzle = puzzle
        self.rules = _named(names, ["rules"])
        self.asked = asked
        self.names: list[str] = []
        self.header = [
            name.strip() or ("puzzle" if place == puzzle else f"column {place + 1}")
            for place, name in enumerate(names)
        ]
        if solution is not None and not names[solution].strip():
            self.header[solution] = "solution"
        for place, name in enumerate(names):
            name = "solution" if place == solution else name.strip() or f"column {place + 1}"
            while name in self.names:
                name += " 2"
            self.names.append(name)

    def fields(self, row: Sequence[str]) -> dict[str, str]:
        """Return a row by the names of its columns, as the file spells them."""
        return dict(zip(self.header, row, strict=False))

    def puzzle_from(self, row: Sequence[str]) -> Puzzle:
        if len(row) > len(self.names) and any(row[len(self.names) :]):
            raise ParseError(f"the row has {len(row)} fields, the header {len(self.names)}")
        if len(row) <= self.puzzle:
            raise ParseError(f"the row has no field for the puzzle, only {len(row)} field(s)")
        info = {
            name: value
            for place, (name, value) in enumerate(zip(self.names, row, strict=False))
            if value and place not in (self.puzzle, self.rules)
        }
        words = row[self.rules].strip() if self.rules is not None and self.rules < len(row) else ""
        puzzle = puzzle_of(row[self.puzzle], info or None, words or self.asked)
        return agreed(puzzle, self.asked) if words else puzzle


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


def columns_of(header: list[str], row: list[str], asked: IntoRules) -> _Columns | None:
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
    return _Columns(header, puzzle, solution if solution != puzzle else None, asked)


def headless(row: list[str], asked: IntoRules) -> _Columns | None:
    """Return the columns of a file without header: the first board, a full one for a solution."""
    boards = [i for i, value in enumerate(row) if is_board(value)]
    if not boards:
        return None
    full = [i for i in boards[1:] if is_full(row[i])]
    return _Columns([""] * len(row), boards[0], full[0] if full else None, asked)


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


def read_csv(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
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
            columns = headless(row, rules)
            if columns is None:
                header = row, number, text
                continue
        elif columns is None and header is not None:
            columns = columns_of(header[0], row, rules)
            if columns is None:
                yield _no_column(header)
                return
        assert columns is not None
        try:
            yield Record(columns.puzzle_from(row), None, number, text, columns.fields(row))
        except ParseError as error:
            if error.column is not None and "\n" not in text:
                start = max(text.find(row[columns.puzzle]), 0)
                error = ParseError(error.reason, text=text, column=start + error.column)
            yield Record.bad(error, number, text, columns.fields(row))
    if columns is None and header is not None and _named(header[0], PUZZLE_NAMES) is None:
        yield _no_column(header)


def _no_column(header: tuple[list[str], int, str]) -> Record:
    names = ", ".join(repr(name) for name in header[0][:12])
    error = ParseError(
        f"no column holds a puzzle, of 81 cells on a classic board; the columns are {names}"
    )
    return Record.bad(error, header[1], header[2])


def start_csv(
    *, columns: Sequence[str] | None = None, header: bool = True, delimiter: str = ","
) -> Callable[[Puzzle], str]:
    """Begin a CSV file: the first puzzle's info, or ``columns``, names the columns for all.

    There is a column ``rules`` if the first puzzle has rules of its own, or if ``columns`` names it.
    """
    names = None if columns is None else list(columns)
    first = True

    def text_of(row: list[str]) -> str:
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\n").writerow(row)
        return out.getvalue()

    def write(puzzle: Puzzle) -> str:
        nonlocal names, first
        info, words = dict(puzzle.info), rules_in_words(puzzle)
        if spelling_of(puzzle):
            del info["spelling"]  # it shows in the board
        own = ["rules"] * bool(words) + sorted(info, key=lambda name: name != "solution")
        into = own if names is None else names
        problem = _problem(puzzle, info, words, into, chosen=columns is not None)
        if problem:
            raise PuzzleError(problem, puzzle=puzzle)
        names = into
        text = text_of(["puzzle", *names]) if first and header else ""
        first = False
        info["rules"] = words
        return (text + text_of([_text_of(puzzle), *(info.get(name, "") for name in names)]))[:-1]

    return write


def _text_of(puzzle: Puzzle) -> str:
    if puzzle.marks is not None:
        return puzzle.marks.text()
    return puzzle.givens.text(spelling=spelling_of(puzzle))


def _problem(
    puzzle: Puzzle, info: dict[str, str], words: str, names: list[str], *, chosen: bool
) -> str | None:
    """Return why a puzzle cannot stand in a table with these columns."""
    if puzzle.marks is not None and any(puzzle.givens):
        return "the format 'csv' cannot hold a puzzle with givens and marks; use 'jsonl'"
    if puzzle.marks is not None and puzzle.rules.size != 9 and not is_marks(puzzle.marks.text()):
        return "the format 'csv' cannot hold these candidates, which read as another board; use 'jsonl'"
    if "puzzle" in names:
        return "the column 'puzzle' is the puzzle itself; rename info['puzzle']"
    if "rules" in info and (words or not chosen):
        return "the column 'rules' has the rules in words; rename info['rules']"
    if words and "rules" not in names:
        return (
            f"the CSV header has no column 'rules' for {words[:60]!r}; name all columns= beforehand"
        )
    extra = [name for name in info if name not in names and not chosen]
    if extra:
        return f"the CSV header has no column {extra[0]!r}; name all columns= beforehand"
    return None


# -- a grid as a spreadsheet has it ---------------------------------------------------------------


def sheet_row(text: str) -> list[tuple[str, int]] | None:
    """Return the fields with their columns if a line is a row of a spreadsheet, else None.

    >>> "".join(sign for sign, _ in sheet_row("5\\t3\\t\\t\\t7\\t\\t\\t\\t"))
    '53  7    '
    """
    line = plain(text)
    separator = next((sign for sign in "\t,;" if line.count(sign) >= FEWEST - 1), None)
    if separator is None:
        return None
    found, start = [], 1
    for value in line.split(separator):
        sign = value.strip().strip('"').strip()
        found.append((sign or " ", start + max(value.find(sign), 0)))
        start += len(value) + 1
    longest = 1 if len(found) < 10 else 2
    return found if all(len(sign) <= longest or sign == "-1" for sign, _ in found) else None


class _Sheet:
    """The rows of one grid of a spreadsheet while it is being read."""

    def __init__(self, rules: IntoRules) -> None:
        self.rules = rules
        self.rows: list[Row] = []

    def size(self) -> int:
        """Return the number of rows that make the grid.

        Empty columns behind the ninth are no part of it, unless the board is one of 16x16 and so on, or another size
        is asked for: a board of 10x10 must be asked for anyway.
        """
        size = size_of_rows([len(row.signs) for row in self.rows])
        if size > 9 and size not in (16, 25, 36, size_of(self.rules)):
            signs = [sign for row in self.rows for sign, _ in row.signs]
            tails = {sign for row in self.rows for sign, _ in row.signs[9:]}
            size = 9 if tails == {" "} and max(map(len, signs)) == 1 else size
        return size

    def add(self, row: Row) -> Iterator[Record]:
        self.rows.append(row)
        if len(self.rows) == self.size():
            yield from self.flush()

    def flush(self) -> Iterator[Record]:
        if not self.rows:
            return
        rows, size = self.rows, self.size()
        self.rows = []
        raw = "\n".join(row.text for row in rows)
        try:
            for row in rows:
                if sheet_row(row.text) is None:
                    raise ParseError(
                        f"a row of a spreadsheet is {size} fields with a digit or nothing in each,"
                        " between tabs or commas",
                        text=row.text,
                        line=row.line,
                    )
                while len(row.signs) > size and row.signs[-1][0] == " ":
                    row.signs.pop()
            values = grid_cells(rows, size).values
            yield Record(make(values, None, self.rules), None, rows[0].line, raw)
        except ParseError as error:
            yield Record.bad(error, rows[0].line, raw)


def read_sheets(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read grids of rows of fields; blank lines may stand between two grids."""
    sheet = _Sheet(rules)
    for number, text in lines:
        signs = sheet_row(text)
        if signs is not None:
            yield from sheet.add(Row(number, text, signs))
        elif text.strip() and not text.lstrip().startswith("#"):
            yield from sheet.add(Row(number, text, [(char, i) for i, char in enumerate(text, 1)]))
        elif not text.strip():
            yield from sheet.flush()
    yield from sheet.flush()


def write_sheet(puzzle: Puzzle, *, delimiter: str = "\t") -> str:
    """Write rows of fields with a number in each, nothing where the cell is empty."""
    rows = puzzle.givens.rows
    return "\n".join(delimiter.join(str(digit or "") for digit in row) for row in rows)


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
        holds=Holds(marks=True),
    ),
    Format(
        "sheet",
        "nine rows of a spreadsheet, or as many as the board has, cells between tabs, commas or"
        " semicolons, empty for a blank",
        (".tsv", ".tab"),
        "the rules, where they are not the usual ones of the size, and all info",
        "\n".join("\t".join(_EXAMPLE[i : i + 9]).replace(".", "") for i in range(0, 81, 9)),
        read_sheets,
        each(write_sheet),
        "\n",
        Holds(range(FEWEST, 37)),
    ),
)
