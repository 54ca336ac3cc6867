"""From bytes to rows: the part of the command line that must not cost time.

Files of one board per line never become Python objects. A chunk of whole lines is read into a
`Slot`, a set of buffers that goes round; the core finds the boards in it and solves them where they
lie. A line that the core does not know (another blank, digits of another script, an indent) is read
by `nonet.formats` and written back plainly in its own place, so that it is a row like any other.
All other formats become `Batch`es of puzzles here.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.cli.inputs import Input
from nonet.errors import ParseError, UnknownFormat
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.formats import Record

__all__ = ["CHUNK", "Batch", "Chunk", "Slot", "batches", "chunks", "read_chunk"]

CHUNK = 1 << 20
"""Bytes of a slot; also the longest line, as in `nonet.formats`."""
_BATCH = 4096
"""Puzzles of a batch of another format."""

_ROWS = CHUNK // 82 + 2
_HASH_BOARD = re.compile(rb"#[#1-9]{80}")  # a row with # for its blanks, no comment
_HASH_BOARDS = re.compile(rb"\n#[#1-9]{80}")
_BOM = b"\xef\xbb\xbf"
_UTF_16 = b"\xff\xfe", b"\xfe\xff"


class Slot:
    """The buffers of one piece of work; ``solutions`` has a line end behind every 81 bytes."""

    def __init__(self) -> None:
        self.text = bytearray(CHUNK)
        self.offsets = memoryview(array("Q", bytes(8 * _ROWS)))
        self.line_numbers = memoryview(array("I", bytes(4 * _ROWS)))
        self.solutions = bytearray(b"\n") * (82 * _ROWS)
        self.status = bytearray(_ROWS)
        self.counts = array("Q", bytes(8 * _ROWS))
        self.guesses = array("I", bytes(4 * _ROWS))


@dataclass
class Chunk:
    """Whole lines in ``slot.text[:end]``; ``position`` is how far the file has been read."""

    slot: Slot
    end: int
    position: int


@dataclass
class Batch:
    """Rows to be solved, of whatever origin.

    Row ``i`` lies at ``offsets[i]`` of ``cells``, or at ``81 * i``; ``masks`` takes the place of
    ``cells`` where there are candidates. ``gaps`` are the rows that could not be read, each with
    the number of rows before it. Line numbers count from ``first_line``, which is known only when
    the chunks before have been counted. ``puzzles`` is there for all formats but lines.
    """

    source: str
    rows: int
    cells: Any = b""
    offsets: memoryview | None = None
    masks: array[int] | None = None
    line_numbers: Sequence[int] = ()
    first_line: int = 0
    lines: int = 0
    gaps: list[tuple[int, ParseError]] = field(default_factory=list)
    puzzles: list[Puzzle] | None = None

    def line(self, row: int) -> int:
        """Return the line of a row in its file."""
        return self.first_line + self.line_numbers[row]

    def puzzle(self, row: int) -> Puzzle:
        """Return a row as a puzzle."""
        if self.puzzles is not None:
            return self.puzzles[row]
        return Puzzle(self.text(row))

    def text(self, row: int) -> str:
        """Return a row as 81 signs, the candidates of a sukaku as 729."""
        if self.puzzles is not None:
            puzzle = self.puzzles[row]
            sukaku = puzzle.marks is not None and not any(puzzle.givens)
            return puzzle.marks.text() if sukaku and puzzle.marks else puzzle.givens.text()
        assert self.offsets is not None
        start = self.offsets[row]
        return str(self.cells[start : start + 81], "ascii")


# -- lines ----------------------------------------------------------------------------------------


def _is_lines(head: bytes, *, whole: bool, format: str | None) -> bool:
    """Whether a file that begins like this holds a board per line; cheap where that is obvious."""
    if head.startswith(_UTF_16) or b"\0" in head:
        return False
    if format is not None:
        return format in ("line", "sdm")
    text = head if whole else head[: head.rfind(b"\n") + 1]
    if not text and not whole:
        return False
    offsets, numbers = array("Q", [0]), array("I", [0])
    scan = engine.scan_lines(text, 0, last=True, offsets=offsets, line_numbers=numbers)
    if (scan.rows or not scan.odd_line) and not _HASH_BOARDS.search(b"\n" + text[: scan.consumed]):
        return True
    from nonet.formats import FORMATS
    from nonet.formats.sniffing import HEAD, guess, peek
    from nonet.formats.source import lines_of_text

    try:
        lines, _ = peek(lines_of_text(text[: 4 * HEAD].decode("utf-8-sig", "ignore")))
        return guess(lines, FORMATS)[0] in ("line", "sdm")
    except ParseError:
        return False


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


def read_chunk(chunk: Chunk, source: str) -> Batch:
    """Find the rows of a chunk."""
    slot, end = chunk.slot, chunk.end
    view = memoryview(slot.text)[:end]
    batch = Batch(source, 0, view, slot.offsets, line_numbers=slot.line_numbers)
    at, stop = 0, end
    stops: Iterator[int] | None = None
    while at < end:
        rows = batch.rows
        scan = engine.scan_lines(
            view[:stop],
            at,
            last=True,
            offsets=slot.offsets[rows:],
            line_numbers=slot.line_numbers[rows:],
        )
        if stops is None and scan.lines > scan.rows:
            # Lines were passed over as comments; some may be boards with # for their blanks.
            stops = _hash_boards(slot.text, at, end)
            stop = next(stops, end)
            if stop < end:
                continue
        _accept(batch, slot, scan, at)
        at += scan.consumed
        if at >= end:
            break
        if not scan.odd_line:
            assert stops is not None and at == stop
            stop = next(stops, end)
        line_end = slot.text.find(b"\n", at, end)
        line_end = end if line_end < 0 else line_end
        _read_odd_line(batch, slot, at, line_end)
        at = line_end + 1
    return batch


def _accept(batch: Batch, slot: Slot, scan: engine.Scan, at: int) -> None:
    """Count the rows of a scan in; it numbers bytes and lines from its own beginning."""
    if at and scan.rows:
        part = slice(batch.rows, batch.rows + scan.rows)
        slot.offsets[part] = array("Q", map(at.__add__, slot.offsets[part]))
        slot.line_numbers[part] = array("I", map(batch.lines.__add__, slot.line_numbers[part]))
    batch.rows += scan.rows
    batch.lines += scan.lines


def _hash_boards(text: bytearray, at: int, end: int) -> Iterator[int]:
    if _HASH_BOARD.match(text, at, end):
        yield at
    for match in _HASH_BOARDS.finditer(text, at, end):
        yield match.start() + 1


def _read_odd_line(batch: Batch, slot: Slot, start: int, end: int) -> None:
    """Read a line with the proper reader; write a puzzle back as the core likes it."""
    from nonet.formats.line import read_lines

    raw = bytes(memoryview(slot.text)[start:end]).removesuffix(b"\r")
    for piece in raw.split(b"\r"):
        batch.lines += 1
        record: Record | None
        try:
            record = next(read_lines([(batch.lines, piece.decode())]), None)
            error = record.error if record else None
        except UnicodeDecodeError as problem:
            error = ParseError(
                f"this is not UTF-8 text (byte 0x{piece[problem.start]:02x})",
                line=batch.lines,
                column=problem.start + 1,
            )
            record = None
        if error is not None:
            batch.gaps.append((batch.rows, error))
        elif record is not None and record.puzzle is not None:
            slot.text[start : start + 81] = record.puzzle.givens.text().encode()
            slot.offsets[batch.rows] = start
            slot.line_numbers[batch.rows] = batch.lines
            batch.rows += 1
        start += len(piece) + 1


# -- other formats --------------------------------------------------------------------------------


def batches(records: Iterable[Record], source: str) -> Iterator[Batch]:
    """Gather records; the error that ends a file is raised, the others are gaps."""
    records = iter(records)
    while group := list(islice(records, _BATCH)):
        batch = Batch(source, 0, puzzles=[])
        assert batch.puzzles is not None
        numbers: list[int] = []
        ending: ParseError | None = None
        for record in group:
            if record.puzzle is not None and record.puzzle.rules.is_classic:
                batch.puzzles.append(record.puzzle)
                numbers.append(record.line)
                continue
            error = record.error or ParseError("only classic 9x9 boards can be solved")
            if record.text == "" or isinstance(error, UnknownFormat):
                ending = error
            else:
                error = error.at(line=record.line, source=source)
                batch.gaps.append((len(batch.puzzles), error))
        batch.rows, batch.line_numbers = len(batch.puzzles), numbers
        if any(puzzle.marks is not None for puzzle in batch.puzzles):
            batch.masks = array("H")
            for puzzle in batch.puzzles:
                batch.masks += engine.masks_of(puzzle.givens, puzzle.marks)
        else:
            batch.cells = b"".join(bytes(puzzle.givens) for puzzle in batch.puzzles)
        if batch.rows or batch.gaps:
            yield batch
        if ending is not None:
            raise ending
