"""From bytes to rows: the part of the command line where time matters most.

A chunk of whole lines is read into `Buffers`; the core finds the classic boards in it and solves them
where they lie. A line that the core does not know (another blank, digits of another script, an
indent) is read by `nonet.formats` and written back plainly in its own place, so that it becomes a row
like the others. Boards of other sizes and rules become batches of puzzles.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import ParseError
from nonet.base.limits import long_row, row_error
from nonet.base.packed import NOT_UTF_8, begins_binary, decoded, line_not_utf_8
from nonet.puzzle import Puzzle
from nonet.tables.array_text import ROW_MARK
from nonet.tables.batches import CHUNK, Batch, Buffers, Gathering, RejectedRow
from nonet.tables.inputs import Input

if TYPE_CHECKING:
    from nonet.formats import Record

__all__ = [
    "Chunk",
    "are_alike",
    "chunks",
    "divided",
    "has_rows_below",
    "is_lines",
    "read_chunk",
    "records_of_line",
]

_HASH_BOARD = re.compile(rb"#[#1-9]{80}")  # a row with # for its blanks, not a comment
_HASH_BOARDS = re.compile(rb"\n#[#1-9]{80}")
_MOST_ODD = 300  # lines that are tried as another form
_ALONE = ("board", "bad", "comment", "gap", "ruler")  # kinds of lines that need no other lines
_BOM = b"\xef\xbb\xbf"
_UTF_16 = b"\xff\xfe", b"\xfe\xff"


@dataclass
class Chunk:
    """Whole lines in ``buffers.text[:end]``; ``position`` is how far the file has been read.

    A line that is too long for the buffers is a chunk of its own, with a ``problem`` and without its text.
    """

    buffers: Buffers
    end: int
    position: int
    problem: ParseError | None = None


def records_of_line(number: int, text: str, rules: str | None = None) -> Iterator[Record]:
    """Yield the records of a line that are rows or worth reporting; its error if it is too long."""
    from nonet.formats.base import Record
    from nonet.formats.line import read_lines

    if (error := row_error(text)) is not None:
        yield Record.bad(error, number, error.text)
        return
    for record in read_lines([(number, text)], rules=rules):
        if (reported := _worth_reporting(record)) is not None:
            yield reported


def _worth_reporting(record: Record) -> Record | None:
    """Return the record of a line that is a row or ignored words, None for comments and rulers around boards."""
    if record.error is None or record.text.startswith(ROW_MARK):
        return record
    from nonet.formats.runs import kind_of

    kind = kind_of(record.text)
    if kind == "words":
        return record.ignored(record.line, record.text)
    return None if kind in ("comment", "ruler") else record


def is_lines(head: bytes, *, whole: bool, format: str | None) -> bool:
    """Whether a file with this beginning holds a classic board per line; cheap in the usual case."""
    if head.startswith(_UTF_16) or begins_binary(head):
        return False
    text = head if whole else head[: head.rfind(b"\n") + 1]
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if format not in (None, "line", "sdm") or (not text and not whole):
        return False
    offsets, numbers = array("Q", [0]), array("I", [0])
    scan = engine.scan_lines(text, 0, last=True, offsets=offsets, line_numbers=numbers)
    if (scan.rows or not scan.odd_line) and not _HASH_BOARDS.search(b"\n" + text[: scan.consumed]):
        return format is not None or not _has_other_forms(text)
    from nonet.formats.source import lines_of_text
    from nonet.formats.table_start import begins_plainly

    shown = text[: 1 << 18].decode("utf-8-sig", "ignore")
    if format is None and begins_plainly(list(islice(lines_of_text(shown), 2))):
        return False
    from nonet.formats.line import read_lines
    from nonet.formats.sniffing import guess, peek

    try:
        lines, _ = peek(lines_of_text(shown))
        if (format or guess(lines)[0]) not in ("line", "sdm"):
            return False
    except ParseError:
        return format is not None
    puzzles = (record.puzzle for record in read_lines(lines) if record.puzzle is not None)
    is_classic = next((puzzle.rules.is_classic for puzzle in puzzles), True)
    return is_classic and (format is not None or not _has_other_forms(text))


def _has_other_forms(text: bytes, *, rows: int = 0) -> bool:
    """Whether between lines of boards there is something that only a reader of whole texts knows.

    The first odd lines show it. Words and numbers directly below a board are bad lines for that reader, too. With
    ``rows`` only so many rows of a board, or the beginning of a list, count.
    """
    room = len(text) // 81 + 1
    offsets, numbers = array("Q", bytes(8 * room)), array("I", bytes(4 * room))
    at = boards = 0
    for _ in range(_MOST_ODD):
        if at >= len(text):
            break
        scan = engine.scan_lines(text, at, last=True, offsets=offsets, line_numbers=numbers)
        is_below = scan.rows > 0 and offsets[scan.rows - 1] + at + 82 == at + scan.consumed
        at += scan.consumed
        if not scan.odd_line:
            return False
        from nonet.formats.mixed import begins_board
        from nonet.formats.runs import kind_of

        line, _, _ = text[at : at + CHUNK].partition(b"\n")
        shown = line.decode("utf-8", "ignore").removesuffix("\r")
        if rows:
            begins = begins_board(shown)
            boards = begins + (boards if not scan.lines else 0)
            if boards == rows or (begins and b"[" in line):
                return True
        elif kind_of(shown) not in (_ALONE + ("words", "header") * is_below) or begins_board(shown):
            return True
        at += len(line) + 1
    return False


def are_alike(text: bytes | bytearray, size: int) -> bool:
    """Whether all lines up to a place are as long as a board and nothing else.

    They need no second look. (Counting their ends takes a tenth of the time of solving them.)
    """
    end = text.rfind(b"\n", 0, size) + 1
    return any(
        end % length == 0 and text[length - 1 : end : length] == b"\n" * (end // length)
        for length in (82, 83)
    )


def has_rows_below(text: bytes) -> bool:
    """Whether a later piece of a file of lines has boards of several lines."""
    return _has_other_forms(text, rows=2)


def chunks(
    source: Input,
    take: Callable[[], Buffers],
    *,
    target: int,
    workers_idle: Callable[[], bool],
    format: str | None,
) -> Iterator[Chunk | None]:
    """Yield chunks of whole lines; where another form begins, put its bytes back and yield None at last."""
    buffers, tail, started = take(), b"", False
    while True:
        buffers.text[: len(tail)] = tail
        filled, ended, problem = buffers.fill(
            source, len(tail), target, workers_idle, to_line_end=True
        )
        if not started:
            head = bytes(memoryview(buffers.text)[:filled])
            shows_format = problem is None or b"\n" in head
            if shows_format and not is_lines(head, whole=ended and problem is None, format=format):
                source.unread(head, problem)
                yield None
                return
            if head.startswith(_BOM):
                filled -= len(_BOM)
                buffers.text[:filled] = head[len(_BOM) :]
            started = True
            is_mixed = False
        elif format is None:
            is_mixed = not are_alike(buffers.text, filled) and has_rows_below(
                bytes(memoryview(buffers.text)[:filled])
            )
        if is_mixed:
            source.unread(bytes(memoryview(buffers.text)[:filled]), problem)
            yield None
            return
        # Where reading failed, the rest is half a line; everything before it is kept.
        end = filled if ended and not problem else buffers.text.rfind(b"\n", 0, filled) + 1
        if not end and not ended:
            source.pass_line()
            tail = b""
            error = long_row(buffers.text)
            yield Chunk(buffers, 0, source.consumed, error.at(line=1))
        else:
            tail = bytes(memoryview(buffers.text)[end:filled])
            yield Chunk(buffers, end, source.consumed)
        if problem:
            raise problem
        if ended:
            return
        buffers = take()


def divided(
    chunks: Iterator[Chunk | None],
    take: Callable[[], Buffers],
    release: Callable[[Buffers], None],
    *,
    rows: int,
) -> Iterator[Chunk | None]:
    """Yield chunks cut into pieces of about ``rows`` rows, each in its own buffers, for slow commands."""
    for chunk in chunks:
        if chunk is None:
            yield None
            return
        if chunk.problem is not None:
            yield chunk
            continue
        text, at = chunk.buffers.text, 0
        while at < chunk.end:
            end = text.find(b"\n", min(at + 82 * rows, chunk.end) - 1, chunk.end) + 1 or chunk.end
            buffers = take()
            buffers.text[: end - at] = memoryview(text)[at:end]
            yield Chunk(buffers, end - at, chunk.position - (chunk.end - end))
            at = end
        release(chunk.buffers)


def read_chunk(chunk: Chunk, source: str, rules: str | None = None) -> tuple[list[Batch], int]:
    """Find the rows of a chunk; return them with the number of lines.

    There is one batch unless the rules change between the lines.
    """
    buffers, end = chunk.buffers, chunk.end
    if chunk.problem is not None:
        return [Batch(source, 0, rejected_rows=[RejectedRow(0, chunk.problem)])], 1
    view = memoryview(buffers.text)[:end]
    pieces = _Pieces(buffers, view, source, rules)
    if (odd := line_not_utf_8(buffers.text, end)) is not None:
        pieces.batches[-1].remarks.append((odd + 1, NOT_UTF_8))
    at, stop = 0, end
    stops: Iterator[int] | None = None
    while at < end:
        scan = engine.scan_lines(
            view[:stop],
            at,
            last=True,
            offsets=buffers.offsets[pieces.rows :],
            line_numbers=buffers.line_numbers[pieces.rows :],
        )
        if stops is None and scan.lines > scan.rows:
            # Some lines were skipped as comments; they may be boards with # for blanks.
            stops = _hash_boards(buffers.text, at, end)
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
        line_end = buffers.text.find(b"\n", at, end)
        line_end = end if line_end < 0 else line_end
        pieces.read_odd_line(at, line_end)
        at = line_end + 1
    return pieces.pack(), pieces.lines


class _Pieces(Gathering):
    """The rows of a chunk while they are found: ``rows`` in the buffers and ``lines`` read so far."""

    def __init__(self, buffers: Buffers, view: memoryview, source: str, rules: str | None) -> None:
        super().__init__(source)
        self.rows = 0
        self.lines = 0
        self._buffers = buffers
        self._view = view
        self._rules = rules
        self.in_buffers()

    def begin(self) -> Batch:
        """Return a batch of rows in the buffers."""
        offsets, numbers = self._buffers.offsets, self._buffers.line_numbers
        batch = Batch(self.source, 0, self._view, offsets[self.rows :])
        batch.line_numbers = numbers[self.rows :]
        return batch

    def accept(self, scan: engine.Scan, at: int) -> None:
        """Add the rows of a scan, which numbers bytes and lines from its own start."""
        if scan.rows:
            self.in_buffers().rows += scan.rows
            if at:
                buffers, part = self._buffers, slice(self.rows, self.rows + scan.rows)
                buffers.offsets[part] = array("Q", map(at.__add__, buffers.offsets[part]))
                buffers.line_numbers[part] = array(
                    "I", map(self.lines.__add__, buffers.line_numbers[part])
                )
        self.rows += scan.rows
        self.lines += scan.lines

    def read_odd_line(self, start: int, end: int) -> None:
        """Read a line with the format's reader; write a classic board back as the core expects it."""
        raw = bytes(memoryview(self._buffers.text)[start:end]).removesuffix(b"\r")
        for piece in raw.split(b"\r"):
            self.lines += 1
            text = decoded(piece)
            records = records_of_line(self.lines, text, self._rules)
            for number, record in enumerate(records):
                self._add_at(record, start + 82 * number, start + len(piece))
            start += len(piece) + 1

    def _add_at(self, record: Record, at: int, end: int) -> None:
        """Add what was read; a classic board is written plainly to the buffers if its line has room for it."""
        buffers, board = self._buffers, record.board
        if isinstance(board, Puzzle) and board.rules.is_classic and at + 81 <= end:
            buffers.text[at : at + 81] = board.givens.text().encode()
            buffers.offsets[self.rows] = at
            buffers.line_numbers[self.rows] = self.lines
            batch = self.in_buffers()
            batch.fields[batch.rows] = {"puzzle": board.givens.text(), **board.info}
            batch.remark(record)
            batch.rows += 1
            self.rows += 1
        else:
            self.add(record)


def _hash_boards(text: bytearray, at: int, end: int) -> Iterator[int]:
    if _HASH_BOARD.match(text, at, end):
        yield at
    for match in _HASH_BOARDS.finditer(text, at, end):
        yield match.start() + 1
