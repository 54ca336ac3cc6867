"""Rows on their way through the command line, many at a time, with the buffers they are solved in.

Files of one classic board per line never become Python objects: their rows are in `Buffers`, a set of
buffers that is used again and again. Rows of all other formats, sizes and rules are puzzles. A
`Batch` holds rows of either kind. All rows of a batch have the same rules; where the rules change in
a file, a new batch begins.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.base.digits import BLANKS, symbols_of
from nonet.base.errors import ParseError, RulesError, UnknownFormat
from nonet.base.limits import ROW
from nonet.base.packed import decoded
from nonet.engine.delimited import Column, boards_column
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.model import Model
from nonet.rules import CLASSIC, Rules
from nonet.rules.variants import format_rules

if TYPE_CHECKING:
    from nonet.formats import Record
    from nonet.formats.tables import Types
    from nonet.tables.inputs import Input

__all__ = [
    "CHUNK",
    "Batch",
    "Buffers",
    "Gatherer",
    "Gathering",
    "RejectedRow",
    "Results",
    "error_of",
    "puzzle_column",
    "renamed",
    "united",
]

CHUNK = ROW + len("\r\n")
"""Bytes of a text buffer, into which the longest line fits with its end."""
_BATCH = 4096
"""Puzzles in one piece of work, where they are not lines of bytes. Large boards count for more."""
_FEW = 16  # boards with constraints in one piece: one of them may take minutes, and its piece is answered as a whole
_LOAD = 4_000_000  # limit for the sum of size**4 over the boards of one piece

_DOTS = bytes.maketrans(BLANKS.encode(), b"." * len(BLANKS))
_ROWS = CHUNK // 82 + 2


class Results:
    """Buffers for what the engine finds out about rows; a line end follows each of ``solutions``."""

    def __init__(self, rows: int, cells: int) -> None:
        self.width = cells + 1
        self.solutions: Any = bytearray(b"\n") * (self.width * rows)
        self.status: Any = bytearray(rows)
        self.counts: Any = array("Q", bytes(8 * rows))
        self.guesses: Any = array("I", bytes(4 * rows))

    def after(self, rows: int) -> Results:
        """Return the buffers of the rows after some."""
        rest = copy(self)
        rest.solutions = memoryview(self.solutions)[self.width * rows :]
        rest.status = memoryview(self.status)[rows:]
        rest.counts = memoryview(self.counts)[rows:]
        rest.guesses = memoryview(self.guesses)[rows:]
        return rest


class ReadResult(NamedTuple):
    """How many bytes of a text buffer are read, whether nothing follows them, and what went wrong."""

    size: int
    ended: bool
    problem: ParseError | None = None


class Buffers:
    """The buffers of one piece of work."""

    def __init__(self) -> None:
        self.text = bytearray(CHUNK)
        self.offsets = memoryview(array("Q", bytes(8 * _ROWS)))
        self.line_numbers = memoryview(array("I", bytes(4 * _ROWS)))
        self._classic = Results(_ROWS, 81)
        self._places = memoryview(array("I"))

    def fill(
        self,
        source: Input,
        filled: int,
        target: int,
        workers_idle: Callable[[], bool],
        *,
        to_line_end: bool = False,
    ) -> ReadResult:
        """Read into the text until ``target`` bytes are there, or the end; with ``to_line_end`` also a whole line.

        Input from a pipe is passed on when nothing more comes for a moment, and at once if a thread has no work.
        """
        view, start = memoryview(self.text), filled
        room = CHUNK if to_line_end else min(CHUNK, max(target, filled + 1))
        while filled < room:
            try:
                count = source.readinto(view[filled:room])
            except ParseError as problem:
                return ReadResult(filled, True, problem)
            if not count:
                return ReadResult(filled, True)
            filled += count
            enough = filled >= target
            if not enough and source.is_live:
                enough = not source.has_more(0.0 if workers_idle() else 0.02)
            if enough and (not to_line_end or self.text.find(b"\n", start, filled) >= 0):
                break
        return ReadResult(filled, False)

    def column_places(self, columns: int) -> memoryview:
        """Return room for the places of the fields of a table, ``columns + 1`` in each row."""
        needed = (columns + 1) * (CHUNK // (81 + columns) + 2)
        if len(self._places) < needed:
            self._places = memoryview(array("I", bytes(4 * needed)))
        return self._places

    def results(self, batch: Batch) -> Results:
        """Return buffers for a batch; those of rows in the text are used again for the next text."""
        if batch.offsets is None or batch.offsets.obj is not self.offsets.obj:
            return Results(batch.rows, batch.rules.size**2)
        before = len(self.offsets) - len(batch.offsets)
        return self._classic.after(before) if before else self._classic


class RejectedRow(NamedTuple):
    """A row that is not a puzzle; ``row`` is the number of puzzles before it. A ``model`` can still be solved."""

    row: int
    error: ParseError
    fields: Mapping[str, Any] | None = None
    model: Model | None = None


def error_of(record: Record) -> ParseError:
    """Return the error of a record; that of a model names the commands that take it."""
    assert record.error is not None
    if record.model is None:
        return record.error
    reason = (
        f"expected a puzzle, found {record.model.describe()}; solve, count, check, convert and show"
        " (without candidates or a picture) take it"
    )
    return ParseError(reason, text=record.error.text, line=record.error.line)


def puzzle_column(fields: Mapping[str, Any] | None) -> str:
    """Return which of a row's columns has the puzzle."""
    return getattr(fields, "puzzle", "puzzle")


def renamed(columns: Mapping[str, Any], own: str, puzzle: str) -> dict[str, Any]:
    """Return the columns of a row with its puzzle in the column of another name; a column of this name makes room.

    >>> renamed({"id": 1, "quiz": "53"}, "quiz", "puzzle")
    {'id': 1, 'puzzle': '53'}
    """
    if own == puzzle:
        return dict(columns)
    names = {own: puzzle, puzzle: f"{puzzle} 2"}
    return {names.get(name, name): value for name, value in columns.items()}


def united(rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the columns of all rows: a column that only some have is where these have it.

    >>> united([["id", "puzzle"], ["id", "level", "puzzle"]])
    ['id', 'level', 'puzzle']
    """
    names: list[str] = []
    for row in rows:
        place = 0
        for name in row:
            if name in names:
                place = names.index(name) + 1
            else:
                names.insert(place, name)
                place += 1
    return names


@dataclass
class Batch:
    """Rows of any origin, all with the same rules.

    Row ``i`` lies at ``offsets[i]`` of ``cells``, or the boards follow one another; ``masks`` replaces
    ``cells`` where there are candidates. ``rejected_rows`` are the unreadable rows. Line numbers count from
    ``first_line``, which is known only when the chunks before have been counted. ``remarks`` are messages
    about lines, also those that are not rows. ``puzzles`` is None
    for classic boards on lines; ``positions`` are those that rows have on their puzzles. ``fields`` has the
    columns of rows that come from a table.
    """

    source: str
    rows: int
    cells: Any = b""
    offsets: memoryview | None = None
    masks: array[int] | None = None
    line_numbers: Sequence[int] = ()
    first_line: int = 0
    rejected_rows: list[RejectedRow] = field(default_factory=list)
    puzzles: list[Puzzle] | None = None
    rules: Rules = CLASSIC
    fields: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    positions: dict[int, Position] = field(default_factory=dict)
    remarks: list[tuple[int, str]] = field(default_factory=list)

    def __iter__(self) -> Iterator[int | RejectedRow]:
        """Yield the numbers of the rows, and the unreadable rows in their places."""
        done = 0
        for rejected in self.rejected_rows:
            yield from range(done, rejected.row)
            done = rejected.row
            yield rejected
        yield from range(done, self.rows)

    def remark(self, record: Record) -> None:
        """Take a message about a line that is not a row, or about the last row."""
        self.remarks += [(record.line, note) for note in record.notes]

    def line(self, row: int) -> int:
        """Return the line of a row in its file."""
        return self.first_line + self.line_numbers[row]

    def puzzle(self, row: int) -> Puzzle:
        """Return a row as a puzzle."""
        if self.puzzles is not None:
            return self.puzzles[row]
        comment = self._comment(row)
        return Puzzle(self.text(row), info={"comment": comment} if comment else None)

    def board(self, row: int) -> Board:
        """Return a row as a puzzle, or as the position on it."""
        return self.positions.get(row) or self.puzzle(row)

    def spelling(self, row: int) -> str:
        """Return how a row writes its digits, empty for the usual way."""
        name = self.puzzles[row].info.get("spelling", "") if self.puzzles is not None else ""
        if not name or self.rules.size <= 9:
            return ""
        try:
            symbols_of(self.rules.size, name)
        except ValueError:  # a column of the file happens to have this name
            return ""
        return name

    def text(self, row: int) -> str:
        """Return a row as one line, in its own spelling; a sukaku as its candidates."""
        if self.puzzles is not None:
            puzzle = self.puzzles[row]
            if puzzle.marks is not None and not any(puzzle.givens):
                return puzzle.marks.text()
            return puzzle.givens.text(spelling=self.spelling(row))
        return str(self.raw(row), "ascii")

    def raw(self, row: int) -> bytes:
        """Return a row as it is in the file, if it is on one line, else as one line."""
        if self.puzzles is None and self.offsets is not None:
            start = self.offsets[row]
            return bytes(self.cells[start : start + 81])
        return self.text(row).encode()

    def columns(self, row: int) -> dict[str, Any]:
        """Return what the file says about a row: its own columns, or the puzzle and its info."""
        rules = {} if self.rules.is_classic else {"rules": format_rules(self.rules)}
        if row in self.fields:
            own = dict(self.fields[row])
            return own if "rules" in own else own | rules
        columns: dict[str, Any] = {"puzzle": self.text(row), **rules}
        if self.puzzles is not None:
            info = self.puzzles[row].info
            columns |= {key: value for key, value in info.items() if key != "spelling"}
        elif comment := self._comment(row):
            columns["comment"] = comment
        return columns

    def puzzle_column(self, row: int) -> str:
        """Return which of the columns has the puzzle."""
        return puzzle_column(self.fields.get(row))

    @property
    def puzzle_name(self) -> str:
        """The name of the column of the puzzle in all rows of a table."""
        return "puzzle"

    @property
    def types(self) -> Types:
        """The types of the columns of a table, as far as they are known and not text."""
        return {}

    @property
    def has_solutions(self) -> bool:
        """Whether the rows lie in a table with a column of solutions."""
        return False

    def given_solution(self, row: int) -> str:
        """Return the solution that comes with a row."""
        if self.puzzles is None:
            return ""
        return self.puzzles[row].info.get("solution", "").strip()

    def compare(self, boards: Any, stride: int) -> bytearray | None:
        """Return which solutions that come with the rows equal the boards; None if that is not known."""
        return None

    def own_columns(self) -> dict[str, Column] | None:
        """Return the columns that the file has for each row, to be written as they are; None if they are not known."""
        if self.puzzles is not None or self.offsets is None or self.fields or not self.rows:
            return None
        # Lines of 81 characters and nothing else: then the last one is where it must be.
        first, last = self.offsets[0], self.offsets[self.rows - 1]
        after = bytes(self.cells[last + 81 : last + 82])
        if last - first != 82 * (self.rows - 1) or after not in (b"", b"\n"):
            return None
        return {"puzzle": boards_column(self.cells, 81, offsets=self.offsets)}

    def board_columns(self) -> dict[str, Column] | None:
        """Return the puzzles, blank cells as dots, and the columns that are not empty; None like `own_columns`."""
        if self.own_columns() is None:
            return None
        text = bytes(self.cells).translate(_DOTS)
        return {"puzzle": boards_column(text, 81, offsets=self.offsets)}

    def _comment(self, row: int) -> str:
        """Return what follows the board on its line."""
        if self.offsets is None:
            return ""
        start = self.offsets[row] + 81
        rest = bytes(self.cells[start : start + 256])
        if b"\n" not in rest and len(rest) == 256:
            rest = bytes(self.cells[start:])
        rest = rest.partition(b"\n")[0].strip()
        if not rest:
            return ""
        from nonet.formats.text import comment_of

        return comment_of(decoded(rest))

    def refused(self, error: RulesError) -> Batch:
        """Return the batch with an error in place of each row."""
        rejected_rows: list[RejectedRow] = []
        for row in self:
            if isinstance(row, RejectedRow):
                rejected_rows.append(row._replace(row=0))
            else:
                line = self.line(row) if self.line_numbers else None
                problem = ParseError(str(error), text=self.text(row), line=line)
                rejected_rows.append(RejectedRow(0, problem, self.columns(row)))
        return Batch(self.source, 0, rejected_rows=rejected_rows)

    def pack(self) -> None:
        """Lay the puzzles out as the engine needs them."""
        puzzles = self.puzzles or []
        if any(puzzle.marks is not None for puzzle in puzzles):
            kind = "H" if self.rules.is_classic else "Q"
            self.masks = array(kind)
            for puzzle in puzzles:
                self.masks += engine.masks_of(puzzle.givens, puzzle.marks, kind)
        else:
            self.cells = b"".join(bytes(puzzle.givens) for puzzle in puzzles)


class Gathering:
    """Batches in the order of a file, while they grow: a record becomes a row, a rejected row or a remark."""

    def __init__(self, source: str) -> None:
        self.batches: list[Batch] = []
        self.source = source

    def begin(self) -> Batch:
        """Return a batch for rows that are not boards with rules: those of the buffers, where there are some."""
        return Batch(self.source, 0, line_numbers=[], puzzles=[])

    def in_buffers(self) -> Batch:
        """Return the batch of rows in the buffers, a new one after other boards."""
        if not self.batches or self.batches[-1].puzzles is not None:
            self.batches.append(self.begin())
        return self.batches[-1]

    def last(self) -> Batch:
        """Return the last batch, whatever its rules."""
        return self.batches[-1] if self.batches else self.in_buffers()

    def add(self, record: Record) -> None:
        """Take a record."""
        if record.board is not None:
            self._add_board(record.board, record)
        if record.error is None:
            self.last().remark(record)
        else:
            error = error_of(record).at(text=record.text, line=record.line, source=self.source)
            self.reject(error, record.fields, record.model)

    def _add_board(self, board: Board, record: Record) -> None:
        """Append a board to the last batch, or to a new one if its rules differ."""
        batch = self.batches[-1] if self.batches else None
        if batch is None or batch.puzzles is None or (batch.rows and batch.rules != board.rules):
            batch = Batch(self.source, 0, line_numbers=[], puzzles=[])
            self.batches.append(batch)
        assert batch.puzzles is not None and isinstance(batch.line_numbers, list)
        batch.rules = board.rules
        if record.fields is not None:
            batch.fields[batch.rows] = record.fields
        if isinstance(board, Position):
            batch.positions[batch.rows] = board
        batch.puzzles.append(board if isinstance(board, Puzzle) else board.puzzle)
        batch.line_numbers.append(record.line)
        batch.rows += 1

    def reject(
        self,
        error: ParseError,
        fields: Mapping[str, Any] | None = None,
        model: Model | None = None,
    ) -> None:
        """Add a row that is not a puzzle."""
        batch = self.last()
        batch.rejected_rows.append(RejectedRow(batch.rows, error, fields, model))

    def pack(self) -> list[Batch]:
        """Lay the boards out as the engine needs them, and return the batches."""
        for batch in self.batches:
            if batch.puzzles is not None:
                batch.pack()
        return self.batches


class Gatherer(Gathering):
    """Collects records into pieces of work, each a few batches in the order of the file.

    A piece is sent when it is large enough (at most ``most`` records), or on `flush`.
    """

    def __init__(
        self, source: str, send: Callable[[list[Batch]], None], *, most: int = _BATCH
    ) -> None:
        super().__init__(source)
        self._send = send
        self._least = 1 / most
        self._load = 0.0

    def add(self, record: Record) -> None:
        """Take a record. An error that ends the file is raised; others become rejected rows."""
        error = record.error
        if error is not None and (record.text == "" or isinstance(error, UnknownFormat)):
            self.flush()
            raise error
        super().add(record)
        if record.board is not None:
            rules = record.board.rules
            few = 1 / _FEW if rules.constraints else 0.0
            self._load += max(self._least, rules.size**4 / _LOAD, few)
        elif error is not None:
            self._load += self._least if record.model is None else 1 / _FEW
        if self._load >= 1:
            self.flush()

    def flush(self) -> None:
        """Send what has been collected."""
        batches, self.batches, self._load = self.pack(), [], 0.0
        if batches:
            self._send(batches)
