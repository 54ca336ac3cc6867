"""CSV tables with a puzzle in each row.

Data sets name their columns freely. The column of the puzzle is found by its usual names, or else by the cells of a
board in the first 100 rows. A column ``rules`` has the rules in words. The other columns are kept as info under their
own names; the solution, whatever its column is called, becomes ``info["solution"]``.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from nonet.base.column_names import distinct_names
from nonet.base.errors import ParseError
from nonet.base.limits import row_error
from nonet.engine.delimited import csv_line
from nonet.formats.base import SMALLEST, Clues, Format, Head, Holds, IntoRules, Line, Record
from nonet.formats.fields import (
    SOLUTION_NAMES,
    Fields,
    is_board,
    is_full,
    likely_columns,
    puzzle_of,
    rules_in_words,
)
from nonet.formats.prose import rules_in_cell, unread_words, words_for_people
from nonet.formats.puzzles import EXAMPLE, agreed
from nonet.formats.sukaku import is_marks
from nonet.formats.table_start import (
    FIRST,
    delimiter_of,
    first_lines,
    header_of,
    is_content,
    is_headed,
    is_title,
    named,
    names_delimiter,
    plain_beginning,
    split_row,
    start_of,
)
from nonet.formats.values import spelling_of
from nonet.puzzle import Puzzle
from nonet.puzzle.errors import PuzzleError

__all__ = [
    "FORMATS",
    "Layout",
    "Types",
    "columns_for",
    "layout_of",
    "plain_layout",
    "puzzle_in_cell",
    "read_csv",
    "rows_of",
    "shows_table",
]

_MOST_ASKED = 300  # lines in which a board is looked for
_FEWEST = 65  # digits of a board that has lost zeros at its front

Types: TypeAlias = "Mapping[str, tuple[type, Callable[[str], object]]]"
"""The types of columns that have others than text, and what makes a value of the text of a cell."""


class _Columns:
    """The columns of a table by their meaning."""

    def __init__(
        self, names: list[str], puzzle: int, solution: int | None, given: IntoRules
    ) -> None:
        self.puzzle = puzzle
        self.solution = solution
        self.rules = named(names, ["rules"])
        self.given = given
        self.types: Types = {}
        header, own = list[str](), list[str]()
        for place, name in enumerate(names):
            name = name.strip()
            usual = {puzzle: "puzzle", solution: "solution"}.get(place, f"column {place + 1}")
            header.append(name or usual)
            own.append("solution" if place == solution else name or f"column {place + 1}")
        self.header, self.names = distinct_names(header), distinct_names(own)
        self.kept = [
            (place, name)
            for place, name in enumerate(self.names)
            if place not in (self.puzzle, self.rules)
        ]

    def for_column(self, column: str) -> _Columns:
        """Return the columns with the puzzles in the one of this name."""
        place = self.header.index(column)
        if place == self.puzzle:
            return self
        solution = named(self.header, SOLUTION_NAMES)
        return _Columns(self.header, place, solution if solution != place else None, self.given)

    def fields(self, row: Sequence[str]) -> Fields:
        """Return a row by the names of its columns, as the file spells them, with values of the types that it names."""
        fields = Fields(zip(self.header, row, strict=False), puzzle=self.header[self.puzzle])
        for name, (_, value_of) in self.types.items():
            if name in fields and name != fields.puzzle:
                fields[name] = value_of(str(fields[name])) if fields[name] else None
        return fields

    @property
    def is_headless(self) -> bool:
        """Whether the header is missing, since it has no letter where the puzzles are."""
        name = self.header[self.puzzle]
        return not any(map(str.isalpha, name))

    def has_board(self, row: Sequence[str]) -> bool:
        """Whether a row has a board where the puzzles are."""
        return self.puzzle < len(row) and is_board(row[self.puzzle])

    def puzzle_from(self, row: Sequence[str]) -> Puzzle:
        """Return the puzzle of a row."""
        at = len(row)
        if at <= self.puzzle:
            raise ParseError(
                f"expected the puzzle in column {self.puzzle + 1}, found {at} column{'s' * (at != 1)}"
            )
        info = {name: row[place] for place, name in self.kept if place < at and row[place]}
        words = row[self.rules].strip() if self.rules is not None and self.rules < len(row) else ""
        if words and words_for_people(words) is not None:
            if self.given is None and (note := unread_words(words)):
                info["not read"] = note
            rules = self.given or rules_in_cell(words)
            return puzzle_in_cell(self.board_text(row), info or None, rules)
        puzzle = puzzle_in_cell(self.board_text(row), info or None, words or self.given)
        return agreed(puzzle, self.given) if words else puzzle

    def board_text(self, row: Sequence[str]) -> str:
        """Return the puzzle of a row; zeros at its front that a spreadsheet dropped are there if the solution fits."""
        text = row[self.puzzle]
        if len(text) >= 81 or self.solution is None or self.solution >= len(row):
            return text
        solution, whole = row[self.solution].strip(), text.strip().zfill(81)
        fits = len(solution) == 81 and text.strip().isdecimal() and "0" in text
        same = all(digit in ("0", known) for digit, known in zip(whole, solution, strict=False))
        return whole if fits and same else text


def puzzle_in_cell(text: str, info: dict[str, str] | None, rules: IntoRules = None) -> Puzzle:
    """Return the puzzle in a cell of a table; an error says what programs that write tables do to boards."""
    try:
        return puzzle_of(text, info, rules)
    except ParseError as error:
        raise _with_cause(error, text) from None


def _with_cause(error: ParseError, text: str) -> ParseError:
    """Return the error of a puzzle with its cause: two boards in a cell, or zeros that a spreadsheet dropped."""
    boards = [line for line in text.splitlines() if is_board(line)]
    if len(boards) > 1:
        reason = f"expected one board in a cell, found {len(boards)} on lines of their own"
        return ParseError(reason, text=error.text, column=error.column)
    text = text.strip()
    if not (_FEWEST <= len(text) < 81 and text.isascii() and text.isdecimal() and "0" in text):
        return error
    reason = (
        f"expected 81 cells, found {len(text)}; if a spreadsheet dropped zeros at the front,"
        " save the column as text or write . for empty cells"
    )
    return ParseError(reason, text=error.text, column=error.column)


def columns_of(
    header: list[str], rows: Sequence[Sequence[str]], given: IntoRules, column: str | None = None
) -> _Columns | None:
    """Return the columns of a header, None if none of them has a puzzle.

    Where the names do not decide, the first of the likely columns with a board in ``rows`` has the puzzles. ``column``
    names it.
    """
    solution = named(header, SOLUTION_NAMES)
    if column is not None:
        puzzle: int | None = place_of(column, header)
    else:
        likely, usual = likely_columns(header)
        boards = (i for i in likely if any(_has_board(row, i, usual) for row in rows))
        guess = next(boards, None) if usual or len(header) > 1 else None
        puzzle = likely[0] if usual and guess is None else guess
    if puzzle is None:
        return None
    return _Columns(header, puzzle, solution if solution != puzzle else None, given)


def place_of(column: str, names: Sequence[str]) -> int:
    """Return the place of the column with a name; raise `ParseError` if there is none.

    >>> place_of("Board", ["id", "board"])
    1
    """
    places = [place for place, name in enumerate(names) if name.strip() == column]
    lower = [place for place, name in enumerate(names) if name.strip().lower() == column.lower()]
    if not places and not lower:
        listed = ", ".join(repr(name) for name in names[:12])
        raise ParseError(f"expected a column {column!r}, found {listed or 'none'}")
    return (places or lower)[0]


def headless(row: list[str], given: IntoRules) -> _Columns | None:
    """Return the columns of a file without a header: the first board, and a full one as the solution."""
    boards = [i for i, value in enumerate(row) if is_board(value)]
    if not boards or (
        len(row) == 1 and len(row[0].split()) > 1
    ):  # rows of a board on a line are not a table
        return None
    full = [i for i in boards[1:] if is_full(row[i])]
    return _Columns([""] * len(row), boards[0], full[0] if full else None, given)


def rows_of(lines: Iterable[Line], delimiter: str) -> Iterator[Row]:
    """Yield columns, line and text of each row; of an error, a list with the error after a NUL character.

    A line without quotes is a row of its own, and needs no CSV reader. Empty cells alone are a row only in quotes.
    """
    numbered = iter(lines)
    for number, text in numbered:
        raw = [text]
        if '"' in text:
            try:
                row = next(csv.reader(_quoted(raw, numbered), delimiter=delimiter, strict=True))
            except csv.Error as error:
                row = [f"\0{_unclosed(raw, number, error)}"]
        else:
            row = text.split(delimiter)
        if '"' in text or any(value and not value.isspace() for value in row):
            yield row, number, "\n".join(raw)


def _alone(line: str, delimiter: str) -> list[str]:
    """Return the columns of one line by itself; a quote that is not closed is a character."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [""])
    except csv.Error:
        return line.split(delimiter)


def _quoted(raw: list[str], numbered: Iterator[Line]) -> Iterator[str]:
    """Yield the lines of a row with quotes, as far as the CSV reader needs them, and collect them in ``raw``."""
    yield raw[0] + "\n"
    for _, text in numbered:
        raw.append(text)
        yield text + "\n"


def _unclosed(raw: list[str], number: int, error: csv.Error) -> str:
    """Return what is wrong with a row in quotes: which quote is not closed."""
    text = "\n".join(raw).replace('""', "")  # two quotes in quotes are a character
    opened = number + text[: text.rfind('"')].count("\n")
    if "end of data" in str(error):
        return f"the quote opened on line {opened} is never closed"
    if "field limit" in str(error):
        most = f"{csv.field_size_limit():,} characters"
        return f"the quote opened on line {opened} is not closed after {most}"
    return str(error)


def _placed(error: ParseError, place: int, number: int, text: str, delimiter: str) -> ParseError:
    """Return an error in a column of a row with its line and column in the file."""
    if error.column is None:
        return error
    places = _places(text, delimiter, place)
    line, column = places[min(error.column, len(places)) - 1]
    return ParseError(error.reason, text=text, line=number + line, column=column + 1)


def _places(text: str, delimiter: str, place: int) -> list[tuple[int, int]]:
    """Return line and column (from 0) of each character in a column of a row, and of the end of the column."""
    places: list[tuple[int, int]] = []
    line, start, now, quoted, empty = 0, 0, 0, False, True
    skip = False
    for at, char in enumerate(text):
        here = line, at - start
        if char == "\n":
            line, start = line + 1, at + 1
        if skip:
            skip = False
        elif char == '"' and (quoted or empty):
            skip = quoted and text[at + 1 : at + 2] == '"'
            quoted = skip or not quoted
            empty = False
            if skip and now == place:
                places.append(here)
        elif char == delimiter and not quoted:
            if now == place:
                return [*places, here]
            now, empty = now + 1, True
        else:
            empty = False
            if now == place:
                places.append(here)
    return [*places, (line, len(text) - start)]


@dataclass(frozen=True)
class Layout:
    """How a table is laid out: its delimiter, its columns, the lines above it that are not rows, and their text.

    Rows begin below the line ``above``, which is 0 where nothing is above them.
    """

    delimiter: str
    columns: _Columns
    above: int
    ignored: tuple[Record, ...] = ()

    def records(self, row: list[str], number: int, text: str) -> Iterator[Record]:
        """Yield the records of a row: none of a comment, several where a quote that is not closed joins rows."""
        if (error := row_error(text)) is not None:
            yield Record.bad(error, number, error.text)
        elif row[0].startswith("\0"):
            yield from self._parted(row[0][1:], number, text)
        elif not _is_comment(row):
            yield self._record(row, number, text)

    def _record(self, row: list[str], number: int, text: str) -> Record:
        columns, expected = self.columns, len(self.columns.names)
        if len(row) == 1 and _is_text(row[0]):
            return Record.ignored(number, text)
        fields = columns.fields(row)
        surplus = [cell for cell in row[expected:] if cell]
        if surplus:
            reason = f"expected {expected} columns as in the header, found {len(row)}: "
            reason += f"{', '.join(map(repr, surplus))} left over"
            error = _placed(ParseError(reason, column=1), expected, number, text, self.delimiter)
            return Record.bad(error, number, text, fields)
        try:
            return Record(columns.puzzle_from(row), None, number, text, fields)
        except ParseError as error:
            error = _placed(error, columns.puzzle, number, text, self.delimiter)
            return Record.bad(error, number, text, fields)

    def _parted(self, reason: str, number: int, text: str) -> Iterator[Record]:
        """Yield the rows that a quote has joined, if some of them are whole rows by themselves, else the error."""
        lines = list(enumerate(text.split("\n"), number))
        rows = [_alone(line, self.delimiter) for _, line in lines]
        whole = [
            len(row) == len(self.columns.names) and self.columns.has_board(row) for row in rows
        ]
        if len(lines) > 1:
            span = (
                f"lines {number + 1} to {lines[-1][0]}" if len(lines) > 2 else f"line {number + 1}"
            )
            reason += f"; {span} {'are' if len(lines) > 2 else 'is'} "
            apart = "rows of their own" if len(lines) > 2 else "a row of its own"
            reason += f"read as {apart}" if any(whole[1:]) else "in the same row"
        if not any(whole[1:]):
            yield Record.bad(ParseError(f"expected CSV: {reason}", text=text), number, text)
            return
        for row, is_whole, (line, raw) in zip(rows, whole, lines, strict=True):
            if line > number:
                yield from self.records(row, line, raw) if raw.strip() else ()
            elif is_whole:
                record = self._record(row, line, raw)
                yield replace(record, doubts=(*record.doubts, f"expected CSV: {reason}"))
            else:
                yield Record.bad(ParseError(f"expected CSV: {reason}", text=raw), line, raw)

    def typed(self, types: Types) -> Layout:
        """Return the layout with the types of its columns."""
        self.columns.types = types
        return self

    def for_column(self, column: str) -> Layout:
        """Return the layout with the puzzles in another column."""
        return replace(self, columns=self.columns.for_column(column))


def layout_of(
    lines: Sequence[Line], rules: IntoRules = None, column: str | None = None
) -> Layout | None:
    """Return the layout of a table that begins like this, None if its first rows do not show it."""
    plain = plain_layout(lines, rules) if column is None else None
    return plain or _beginning(lines, rules, column).layout


def plain_layout(lines: Sequence[Line], rules: IntoRules = None) -> Layout | None:
    """Return the layout if the first two lines show it, as in most tables: plain names, then a plain board; else None.

    `_beginning` would find the same.
    """
    beginning = plain_beginning(lines)
    if beginning is None:
        return None
    names, place, delimiter = beginning
    (number, header), (_, row) = lines[:2]
    if (
        '"' in header + row
        or not (is_content(header) and is_content(row))
        or delimiter_of(row) != delimiter
        or any(len(name) >= SMALLEST**2 or name.strip().isdecimal() for name in names)
    ):
        return None
    solution = named(names, SOLUTION_NAMES)
    columns = _Columns(names, place, solution if solution != place else None, rules)
    return Layout(delimiter, columns, number)


Row: TypeAlias = tuple[list[str], int, str]


@dataclass
class _Beginning:
    """The first rows of a table, as far as they were needed to find the column of the puzzles, and all others."""

    rows: Iterator[Row]
    taken: list[Row]
    header: Row | None = None
    layout: Layout | None = None


def _beginning(lines: Iterable[Line], rules: IntoRules, column: str | None) -> _Beginning:
    """Take rows until they show which column has the puzzles."""
    numbered = iter(lines)
    head = first_lines(numbered)
    start, delimiter = start_of(head, column)
    beginning = _Beginning(rows_of(itertools.chain(head[start:], numbered), delimiter), [])
    columns, values = None, list[list[str]]()
    for taken in beginning.rows:
        beginning.taken.append(taken)
        row = taken[0]
        if row[0].startswith("\0") or _is_comment(row):
            continue
        if beginning.header is None:
            columns = None if column is not None else headless(row, rules)
            if columns is not None:
                break
            beginning.header = taken
        else:
            values.append(row)
            if column is not None or len(values) == FIRST or _decides(beginning.header[0], row):
                break
    if beginning.header is not None:
        columns = columns_of(beginning.header[0], values, rules, column)
    if columns is None:
        return beginning
    above = beginning.taken[0][1] - 1 if head[:start] else 0
    if beginning.header is not None and columns.is_headless:
        columns = next(filter(None, (headless(row, rules) for row in values)))
    elif beginning.header is not None:
        above = beginning.header[1] + beginning.header[2].count("\n")
        beginning.taken.remove(beginning.header)
    titles = tuple(Record.ignored(*line) for line in head[:start] if is_title(line[1]))
    beginning.layout = Layout(delimiter, columns, above, titles)
    return beginning


def _decides(header: list[str], row: list[str]) -> bool:
    """Whether no later row can change which column has the puzzles."""
    likely, usual = likely_columns(header)
    if not likely or (usual and len(likely) == 1):
        return True
    return _has_board(row, likely[0], usual)


def _has_board(row: Sequence[str], place: int, usual: bool) -> bool:
    """Whether a row has a board in a column; a single column needs a name that mentions puzzles."""
    return place < len(row) and (usual or len(row) > 1) and is_board(row[place])


def _is_text(cell: str) -> bool:
    """Whether the only cell of a row is words, and not a board."""
    if cell.isascii() and not any(map(str.isalpha, cell)):
        return False
    from nonet.formats.runs import kind_of  # a plain table needs no reader of other forms

    return kind_of(cell) == "words"


def _is_comment(row: list[str]) -> bool:
    return row[0].lstrip().startswith("#") and not any(map(is_board, row))


def read_csv(
    lines: Iterable[Line], rules: IntoRules = None, column: str | None = None
) -> Iterator[Record]:
    """Read a CSV file, with or without a header; skip comments. ``column`` names that of the puzzle."""
    beginning = _beginning(lines, rules, column)
    if beginning.layout is None:
        yield from _no_column(beginning)
        return
    yield from beginning.layout.ignored
    for row in itertools.chain(beginning.taken, beginning.rows):
        yield from beginning.layout.records(*row)


def _no_column(beginning: _Beginning) -> Iterator[Record]:
    """Yield the errors of the first rows of a text in which no column has puzzles."""
    for row, number, text in beginning.taken:
        if row[0].startswith("\0"):
            yield Record.bad(ParseError(f"expected CSV: {row[0][1:]}", text=text), number, text)
    if beginning.header is not None:
        names = ", ".join(repr(name) for name in beginning.header[0][:12])
        reason = f"expected a column with puzzles, 81 cells each on a classic board, found {names}"
        yield Record.bad(ParseError(reason), beginning.header[1], beginning.header[2])


def columns_for(puzzle: Puzzle) -> list[str]:
    """Return the columns that a puzzle needs beside its own: its rules, its solution, its other info.

    >>> columns_for(Puzzle("." * 81, info={"id": "5", "solution": "1" * 81}))
    ['solution', 'id']
    """
    own = ["rules"] * bool(rules_in_words(puzzle))
    info = [name for name in puzzle.info if name != "spelling" or not spelling_of(puzzle)]
    return own + sorted(info, key=lambda name: name != "solution")


def start_csv(
    *, columns: Sequence[str] | None = None, header: bool = True, delimiter: str = ","
) -> Callable[[Puzzle], str]:
    """Start a CSV file: ``columns``, or else the info of the first puzzle, are the columns of all rows.

    There is a column ``rules`` if ``columns`` names it, or if the first puzzle has rules that its size does not give.
    """
    names = None if columns is None else list(columns)
    first = True

    def write(puzzle: Puzzle) -> str:
        nonlocal names, first
        info, words = dict(puzzle.info), rules_in_words(puzzle)
        if spelling_of(puzzle):
            del info["spelling"]  # the board shows it
        into = columns_for(puzzle) if names is None else names
        problem = _problem(puzzle, info, words, into, chosen=columns is not None)
        if problem:
            raise PuzzleError(problem, puzzle=puzzle)
        names = into
        text = csv_line(["puzzle", *names], delimiter) if first and header else ""
        first = False
        info["rules"] = words
        cells = [_text_of(puzzle), *(info.get(name, "") for name in names)]
        return (text + csv_line(cells, delimiter))[:-1]

    return write


def _text_of(puzzle: Puzzle) -> str:
    if puzzle.marks is not None:
        return puzzle.marks.text()
    return puzzle.givens.text(spelling=spelling_of(puzzle))


def _problem(
    puzzle: Puzzle, info: dict[str, str], words: str, names: list[str], *, chosen: bool
) -> str | None:
    """Return why a puzzle does not fit in a table with these columns, None if it fits."""
    if puzzle.marks is not None and any(puzzle.givens):
        return "the format 'csv' holds givens or candidates, and this puzzle has both; use 'jsonl'"
    if puzzle.marks is not None and puzzle.rules.size != 9 and not is_marks(puzzle.marks.text()):
        return "the format 'csv' would read these candidates as another board; use 'jsonl'"
    if "puzzle" in names:
        return "the column 'puzzle' is for the puzzle itself; rename info['puzzle']"
    if "rules" in info and (words or not chosen):
        return "the column 'rules' is for the rules of the puzzle; rename info['rules']"
    if words and "rules" not in names:
        return f"the CSV header has no column 'rules' for {words[:60]!r}; list it in columns="
    extra = [name for name in info if name not in names and not chosen]
    if extra:
        return f"the CSV header has no column {extra[0]!r}; list it in columns="
    return None


def shows_table(text: str) -> bool:
    """Whether a line is a row that 81 cells with a comment would not look like."""
    line = text.strip()
    if len(line) <= SMALLEST**2:
        return False
    delimiter = delimiter_of(line)
    row = split_row(line, delimiter) if delimiter in line else []
    boards = [place for place, value in enumerate(row) if is_board(value)]
    if not boards or _is_lone_text(line):
        return False
    return boards[0] > 0 or line[0] == '"' or any(is_full(row[place]) for place in boards[1:])


def _has_header(head: Head) -> bool:
    """Whether the first line names the delimiter, or a line above the first board the column of the puzzle."""
    if len(head.texts) < 2:
        return False
    if names_delimiter(head.first) or is_headed(head.lines):
        return True
    if not header_of(head.first):
        return False
    delimiter = delimiter_of(head.first)
    if delimiter in head.first:
        return delimiter in head.texts[1]
    return is_board(head.texts[1])


def _may_have_puzzles(head: Head) -> bool:
    """Whether there is more than a line, and among the lines a header or a column with a board, perhaps in quotes."""
    if len(head.texts) < 2 or _is_lone_text(head.first):
        return False
    return '"' in head.joined or any(
        header_of(text)
        or any(map(is_board, {cell for sign in ",;\t" for cell in text.split(sign)}))
        for text in head.texts[:_MOST_ASKED]
    )


def _is_lone_text(line: str) -> bool:
    """Whether a line is one board in quotes with a sign behind it, as in a list of a program, and no row of a table.

    >>> _is_lone_text(f'"{"." * 81}",'), _is_lone_text(f'"{"." * 81}",7')
    (True, False)
    """
    line = line.strip().rstrip(" ,;")
    return line[:1] == '"' and is_board(line[1:-1])


_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

FORMATS = (
    Format(
        "csv",
        "a table with a puzzle per row; a header names the columns",
        (".csv",),
        "which cells of a sukaku are filled; empty info; spaces around the name of a column; line ends"
        " in info become \\n",
        f"puzzle,solution,rating\n{EXAMPLE},{_SOLUTION},1.2",
        read_csv,
        start_csv,
        Clues(
            line=shows_table,
            sure=_has_header,
            likely=_may_have_puzzles,
            near=lambda head: 10 * header_of(head.first),
        ),
        holds=Holds(marks=True, constraints=True, digits="any"),
        whole=True,
    ),
)
