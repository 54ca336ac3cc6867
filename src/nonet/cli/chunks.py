"""From bytes to rows: the part of the command line that must not cost time.

Files of one classic board per line never become Python objects. A chunk of whole lines is read into a
`Slot`, a set of buffers that goes round; the core finds the boards in it and solves them where they
lie. A line that the core does not know (another blank, digits of another script, an indent) is read
by `nonet.formats` and written back plainly in its own place, so that it is a row like any other.
Boards of other sizes and rules, and all other formats, become `Batch`es of puzzles here. All rows
of a batch have the same rules; where those change in a file, a new batch begins.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.cli.inputs import Input
from nonet.digits import signs_of
from nonet.errors import ParseError, UnknownFormat
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC, Rules

if TYPE_CHECKING:
    from nonet.formats import Record

__all__ = [
    "CHUNK",
    "Batch",
    "Chunk",
    "Gatherer",
    "Results",
    "Slot",
    "chunks",
    "divided",
    "read_chunk",
]

CHUNK = 1 << 20
"""Bytes of a slot; also the longest line, as in `nonet.formats`."""
_BATCH = 4096
"""Puzzles of a piece of work that are not lines of bytes; of large boards there are fewer, which take longer."""
_LOAD = 4_000_000  # the fourth powers of the sides of these boards together, at most

_ROWS = CHUNK // 82 + 2
_HASH_BOARD = re.compile(rb"#[#1-9]{80}")  # a row with # for its blanks, no comment
_HASH_BOARDS = re.compile(rb"\n#[#1-9]{80}")
_BOM = b"\xef\xbb\xbf"
_UTF_16 = b"\xff\xfe", b"\xfe\xff"


class Results:
    """The buffers for what the engine says about rows; ``solutions`` has a line end behind each board."""

    def __init__(self, rows: int, cells: int) -> None:
        self.width = cells + 1
        self.solutions = bytearray(b"\n") * (self.width * rows)
        self.status = bytearray(rows)
        self.counts = array("Q", bytes(8 * rows))
        self.guesses = array("I", bytes(4 * rows))


class Slot:
    """The buffers of one piece of work."""

    def __init__(self) -> None:
        self.text = bytearray(CHUNK)
        self.offsets = memoryview(array("Q", bytes(8 * _ROWS)))
        self.line_numbers = memoryview(array("I", bytes(4 * _ROWS)))
        self._classic = Results(_ROWS, 81)

    def results(self, batch: Batch) -> Results:
        """Return buffers for a batch; those of a classic one are the same for the next."""
        if batch.rules.is_classic:
            return self._classic
        return Results(batch.rows, batch.rules.size**2)


@dataclass
class Chunk:
    """Whole lines in ``slot.text[:end]``; ``position`` is how far the file has been read."""

    slot: Slot
    end: int
    position: int


@dataclass
class Batch:
    """Rows to be solved, of whatever origin, all by the same rules.

    Row ``i`` lies at ``offsets[i]`` of ``cells``, or there is a board behind the other; ``masks`` takes
    the place of ``cells`` where there are candidates. ``gaps`` are the rows that could not be read,
    each with the number of rows before it. Line numbers count from ``first_line``, which is known only
    when the chunks before have been counted. ``puzzles`` is there for all but classic boards on lines.
    """

    source: str
    rows: int
    cells: Any = b""
    offsets: memoryview | None = None
    masks: array[int] | None = None
    line_numbers: Sequence[int] = ()
    first_line: int = 0
    gaps: list[tuple[int, ParseError]] = field(default_factory=list)
    puzzles: list[Puzzle] | None = None
    rules: Rules = CLASSIC

    def line(self, row: int) -> int:
        """Return the line of a row in its file."""
        return self.first_line + self.line_numbers[row]

    def puzzle(self, row: int) -> Puzzle:
        """Return a row as a puzzle."""
        if self.puzzles is not None:
            return self.puzzles[row]
        return Puzzle(self.text(row))

    def spelling(self, row: int) -> str:
        """Return how a row writes its digits, empty for nonet's own way."""
        name = self.puzzles[row].info.get("spelling", "") if self.puzzles is not None else ""
        if not name or self.rules.size <= 9:
            return ""
        try:
            signs_of(self.rules.size, name)
        except ValueError:  # a note in the file that happens to have this name
            return ""
        return name

    def text(self, row: int) -> str:
        """Return a row as one line, in its own spelling; a sukaku as its candidates."""
        if self.puzzles is not None:
            puzzle = self.puzzles[row]
            if puzzle.marks is not None and not any(puzzle.givens):
                return puzzle.marks.text()
            return puzzle.givens.text(spelling=self.spelling(row))
        assert self.offsets is not None
        start = self.offsets[row]
        return str(self.cells[start : start + 81], "ascii")

    def pack(self) -> None:
        """Lay the puzzles out as the engine wants them."""
        puzzles = self.puzzles or []
        if any(puzzle.marks is not None for puzzle in puzzles):
            kind = "H" if self.rules.is_classic else "Q"
            self.masks = array(kind)
            for puzzle in puzzles:
                self.masks += engine.masks_of(puzzle.givens, puzzle.marks, kind)
        else:
            self.cells = b"".join(bytes(puzzle.givens) for puzzle in puzzles)


def _piece(pieces: list[Batch], source: str, rules: Rules) -> Batch:
    """Return the last batch of puzzles if it has these rules, else a new one."""
    last = pieces[-1] if pieces else None
    if last is None or last.puzzles is None or (last.rows and last.rules != rules):
        last = Batch(source, 0, line_numbers=[], puzzles=[])
        pieces.append(last)
    last.rules = rules
    return last


def _add(pieces: list[Batch], source: str, puzzle: Puzzle, line: int) -> None:
    """Put a puzzle behind the others."""
    batch = _piece(pieces, source, puzzle.rules)
    assert batch.puzzles is not None and isinstance(batch.line_numbers, list)
    batch.puzzles.append(puzzle)
    batch.line_numbers.append(line)
    batch.rows += 1


# -- lines ----------------------------------------------------------------------------------------


def _is_lines(head: bytes, *, whole: bool, format: str | None) -> bool:
    """Whether a file that begins like this holds a classic board per line; cheap where that is obvious."""
    if head.startswith(_UTF_16) or b"\0" in head:
        return False
    text = head if whole else head[: head.rfind(b"\n") + 1]
    if format not in (None, "line", "sdm") or (not text and not whole):
        return False
    offsets, numbers = array("Q", [0]), array("I", [0])
    scan = engine.scan_lines(text, 0, last=True, offsets=offsets, line_numbers=numbers)
    if (scan.rows or not scan.odd_line) and not _HASH_BOARDS.search(b"\n" + text[: scan.consumed]):
        return True
    from nonet.formats import FORMATS
    from nonet.formats.line import read_lines
    from nonet.formats.sniffing import HEAD, guess, peek
    from nonet.formats.source import lines_of_text

    try:
        lines, _ = peek(lines_of_text(text[: 4 * HEAD].decode("utf-8-sig", "ignore")))
        if (format or guess(lines, FORMATS)[0]) not in ("line", "sdm"):
            return False
    except ParseError:
        return format is not None
    puzzles = (record.puzzle for record in read_lines(lines) if record.puzzle is not None)
    return next((puzzle.rules.is_classic for puzzle in puzzles), True)


class _Filled(NamedTuple):
    size: int
    ended: bool
    problem: ParseError | None = None


def _fill(
    source: Input, slot: Slot, filled: int, target: int, hungry: Callable[[], bool]
) -> _Filled:
    """Read until ``target`` bytes and a whole line are there, or until the end.

    What comes from a pipe is handed on when nothing more comes for a moment: at once if a thread
    has no work.
    """
    view = memoryview(slot.text)
    start = filled
    while filled < CHUNK:
        try:
            count = source.readinto(view[filled:])
        except ParseError as problem:
            return _Filled(filled, True, problem)
        if not count:
            return _Filled(filled, True)
        filled += count
        enough = filled >= target
        if not enough and source.is_live:
            enough = not source.has_more(0.0 if hungry() else 0.02)
        if enough and slot.text.find(b"\n", start, filled) >= 0:
            break
    return _Filled(filled, False)


def chunks(
    source: Input,
    take: Callable[[], Slot],
    *,
    target: int,
    hungry: Callable[[], bool],
    format: str | None,
) -> Iterator[Chunk | None]:
    """Yield chunks of whole lines; or None alone, all bytes put back, for another format."""
    slot, tail, started = take(), b"", False
    while True:
        slot.text[: len(tail)] = tail
        filled, ended, problem = _fill(source, slot, len(tail), target, hungry)
        if not started:
            head = bytes(memoryview(slot.text)[:filled])
            if problem is None and not _is_lines(head, whole=ended, format=format):
                source.unread(head)
                yield None
                return
            if head.startswith(_BOM):
                filled -= len(_BOM)
                slot.text[:filled] = head[len(_BOM) :]
            started = True
        # Where the reading broke off the rest is half a line; what came before it is good.
        end = filled if ended and not problem else slot.text.rfind(b"\n", 0, filled) + 1
        if not end and not ended:
            reason = f"a line of more than {CHUNK:,} characters is not a puzzle"
            problem = ParseError(reason, source=source.name)
        tail = bytes(memoryview(slot.text)[end:filled])
        yield Chunk(slot, end, source.consumed)
        if problem:
            raise problem
        if ended:
            return
        slot = take()


def divided(
    found: Iterator[Chunk | None],
    take: Callable[[], Slot],
    release: Callable[[Slot], None],
    *,
    rows: int,
) -> Iterator[Chunk | None]:
    """Yield chunks cut into pieces of about so many rows, each in a slot of its own: where a row takes long."""
    for chunk in found:
        if chunk is None:
            yield None
            return
        text, at = chunk.slot.text, 0
        while at < chunk.end:
            end = text.find(b"\n", min(at + 82 * rows, chunk.end) - 1, chunk.end) + 1 or chunk.end
            slot = take()
            slot.text[: end - at] = memoryview(text)[at:end]
            yield Chunk(slot, end - at, chunk.position - (chunk.end - end))
            at = end
        release(chunk.slot)


def read_chunk(chunk: Chunk, source: str, rules: str | None = None) -> tuple[list[Batch], int]:
    """Find the rows of a chunk; return them, and how many lines there were.

    It is one batch, unless boards of other rules are among the lines.
    """
    slot, end = chunk.slot, chunk.end
    view = memoryview(slot.text)[:end]
    pieces = _Pieces(slot, view, source, rules)
    at, stop = 0, end
    stops: Iterator[int] | None = None
    while at < end:
        scan = engine.scan_lines(
            view[:stop],
            at,
            last=True,
            offsets=slot.offsets[pieces.rows :],
            line_numbers=slot.line_numbers[pieces.rows :],
        )
        if stops is None and scan.lines > scan.rows:
            # Lines were passed over as comments; some may be boards with # for their blanks.
            stops = _hash_boards(slot.text, at, end)
            stop = next(stops, end)
            if stop < end:
                continue
        pieces.accept(scan, at)
        at += scan.consumed
        if at >= end:
            break
        if not scan.odd_line:
            assert stops is not None and at == stop
            stop = next(stops, end)
        line_end = slot.text.find(b"\n", at, end)
        line_end = end if line_end < 0 else line_end
        pieces.read_odd_line(at, line_end)
        at = line_end + 1
    for batch in pieces.batches:
        if batch.puzzles is not None:
            batch.pack()
    return pieces.batches, pieces.lines


class _Pieces:
    """The rows of a chunk as they are found: ``rows`` that lie in the slot, and ``lines`` passed."""

    def __init__(self, slot: Slot, view: memoryview, source: str, rules: str | None) -> None:
        self.rows = 0
        self.lines = 0
        self.batches: list[Batch] = []
        self._slot = slot
        self._view = view
        self._source = source
        self._rules = rules
        self._in_slot()

    def _in_slot(self) -> Batch:
        """Return the batch of rows that lie in the slot, a new one behind other boards."""
        if not self.batches or self.batches[-1].puzzles is not None:
            offsets, numbers = self._slot.offsets, self._slot.line_numbers
            batch = Batch(self._source, 0, self._view, offsets[self.rows :])
            batch.line_numbers = numbers[self.rows :]
            self.batches.append(batch)
        return self.batches[-1]

    def accept(self, scan: engine.Scan, at: int) -> None:
        """Count the rows of a scan in; it numbers bytes and lines from its own beginning."""
        if scan.rows:
            self._in_slot().rows += scan.rows
            if at:
                slot, part = self._slot, slice(self.rows, self.rows + scan.rows)
                slot.offsets[part] = array("Q", map(at.__add__, slot.offsets[part]))
                slot.line_numbers[part] = array(
                    "I", map(self.lines.__add__, slot.line_numbers[part])
                )
        self.rows += scan.rows
        self.lines += scan.lines

    def read_odd_line(self, start: int, end: int) -> None:
        """Read a line with the proper reader; write a classic board back as the core likes it."""
        from nonet.formats.line import read_lines

        slot = self._slot
        raw = bytes(memoryview(slot.text)[start:end]).removesuffix(b"\r")
        for piece in raw.split(b"\r"):
            self.lines += 1
            record: Record | None
            try:
                record = next(read_lines([(self.lines, piece.decode())], rules=self._rules), None)
                error = record.error if record else None
            except UnicodeDecodeError as problem:
                error = ParseError(
                    f"this is not UTF-8 text (byte 0x{piece[problem.start]:02x})",
                    line=self.lines,
                    column=problem.start + 1,
                )
                record = None
            if error is not None:
                self.batches[-1].gaps.append((self.batches[-1].rows, error))
            elif record is not None and record.puzzle is not None:
                if record.puzzle.rules.is_classic:
                    slot.text[start : start + 81] = record.puzzle.givens.text().encode()
                    slot.offsets[self.rows] = start
                    slot.line_numbers[self.rows] = self.lines
                    self._in_slot().rows += 1
                    self.rows += 1
                else:
                    _add(self.batches, self._source, record.puzzle, self.lines)
            start += len(piece) + 1


def _hash_boards(text: bytearray, at: int, end: int) -> Iterator[int]:
    if _HASH_BOARD.match(text, at, end):
        yield at
    for match in _HASH_BOARDS.finditer(text, at, end):
        yield match.start() + 1


# -- other formats --------------------------------------------------------------------------------


class Gatherer:
    """Makes pieces of work of records: each a few batches in the order of the file.

    A piece is handed on when it is large enough (at most ``most`` records), or when somebody says `flush`.
    """

    def __init__(
        self, source: str, hand_on: Callable[[list[Batch]], None], *, most: int = _BATCH
    ) -> None:
        self._source = source
        self._hand_on = hand_on
        self._least = 1 / most
        self._pieces: list[Batch] = []
        self._load = 0.0

    def add(self, record: Record) -> None:
        """Take a record; the error that ends a file is raised, the others are gaps."""
        if record.puzzle is not None:
            _add(self._pieces, self._source, record.puzzle, record.line)
            self._load += max(self._least, record.puzzle.rules.size**4 / _LOAD)
        else:
            assert record.error is not None
            if record.text == "" or isinstance(record.error, UnknownFormat):
                self.flush()
                raise record.error
            error = record.error.at(line=record.line, source=self._source)
            last = self._pieces[-1] if self._pieces else None
            batch = last or _piece(self._pieces, self._source, CLASSIC)
            batch.gaps.append((batch.rows, error))
            self._load += self._least
        if self._load >= 1:
            self.flush()

    def flush(self) -> None:
        """Hand on what there is."""
        pieces, self._pieces, self._load = self._pieces, [], 0.0
        for batch in pieces:
            batch.pack()
        if pieces:
            self._hand_on(pieces)
