"""The pipeline: one thread reads, several work, and the main thread writes the answers in order.

Everything is bounded. A piece of work needs `Buffers`; there are a few per working thread, and the main
thread returns one when its answers are written. So memory stays constant for files of any length,
and reading waits when writing does.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from queue import SimpleQueue
from typing import IO, Any, TypeAlias, cast

from nonet.base.errors import ParseError, RulesError
from nonet.base.filenames import shown
from nonet.rules import CLASSIC
from nonet.rules.variants import parse_rules
from nonet.tables.batches import CHUNK, Batch, Buffers, Gatherer
from nonet.tables.inputs import Input, Source, Watched, open_input
from nonet.tables.lines import Chunk, chunks, divided, read_chunk

__all__ = ["SHOWN", "Answers", "Ended", "Failure", "Pipeline", "Work"]

SHOWN = 20
"""Failures that are printed one by one; the others are counted."""


@dataclass(frozen=True)
class Failure:
    """What is wrong in one place of the input."""

    source: str
    line: int | None
    column: int | None
    message: str

    @classmethod
    def of(cls, error: ParseError, source: str) -> Failure:
        """Return the failure of an error."""
        return cls(source, error.line, error.column, error.reason)

    def __str__(self) -> str:
        place = [shown(self.source), *(str(n) for n in (self.line, self.column) if n)]
        return ":".join(place) + ": " + self.message


@dataclass
class Answers:
    """The outcome of a batch: bytes or rows to write, the first failures and notes, and a tally."""

    output: Any = b""
    rows: int = 0
    failures: list[Failure] = field(default_factory=list)
    notes: list[Failure] = field(default_factory=list)
    failed: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    source: str = ""
    position: int = 0
    buffers: Buffers | None = None

    def fail(self, *failures: Failure) -> None:
        """Count failures, and keep the first ones in the order of the file."""
        self.failed += len(failures)
        last = self.failures[-1].line or 0 if len(self.failures) == SHOWN else None
        if last is None or any((failure.line or 0) < last for failure in failures):
            self.failures += failures
            self.failures.sort(key=lambda failure: failure.line or 0)
            del self.failures[SHOWN:]


def _joined(parts: Iterable[Answers]) -> Answers:
    """Join the answers to several batches."""
    whole, outputs, items = Answers(), list[Any](), list[Any]()
    for part in parts:
        if isinstance(part.output, list):
            items += part.output
        else:
            outputs.append(part.output)
        whole.rows += part.rows
        whole.failed += part.failed
        whole.failures += part.failures[: SHOWN - len(whole.failures)]
        whole.tally += part.tally
    whole.output = items or b"".join(outputs)
    return whole


@dataclass(frozen=True)
class Ended:
    """The end of a source, with the error that ended it, if any."""

    source: Source
    error: ParseError | None = None
    size: int = 0


Work: TypeAlias = Callable[[Batch, Buffers], Answers]


class Pipeline:
    """Runs ``work`` on all rows of all sources; iterate once, and `release` what is written.

    ``lines`` lets boards on lines and in plain tables stay bytes; without it every row becomes a puzzle. ``column``
    names the column of the puzzles in tables. ``rules`` are the
    rules of boards that do not state their own. ``rows`` limits the rows in one piece of work, for
    commands that take long for each.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        work: Work,
        *,
        jobs: int,
        format: str | None = None,
        rules: str | None = None,
        lines: bool = True,
        target: int = CHUNK,
        rows: int | None = None,
        adapt: Callable[[Any], Any] | None = None,
        column: str | None = None,
    ) -> None:
        self._sources = sources
        self._work = work
        self._format = format
        self._rules = rules
        self._column = column
        self._lines = lines and (rules is None or _are_classic(rules))
        self._target = target
        self._rows = rows
        self._adapt = adapt or (lambda records: records)
        self._jobs = jobs
        self._slots = 2 * jobs + 2
        self._free: SimpleQueue[Buffers | None] = SimpleQueue()
        self._ordered: SimpleQueue[Future[Answers] | Ended | BaseException | None] = SimpleQueue()
        self._pool = ThreadPoolExecutor(jobs)
        for _ in range(self._slots):
            self._free.put(None)

    def __iter__(self) -> Iterator[Answers | Ended]:
        threading.Thread(target=self._feed, daemon=True).start()
        while (item := self._ordered.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item.result() if isinstance(item, Future) else item
        self._pool.shutdown()

    def release(self, answers: Answers) -> None:
        """Return the buffers for the next piece of work."""
        self._free.put(answers.buffers)

    # -- the reading thread -----------------------------------------------------------------------

    def _feed(self) -> None:
        try:
            for source in self._sources:
                error = None
                consumed = 0
                try:
                    opened = open_input(source)
                    try:
                        self._feed_one(opened)
                    finally:
                        consumed = opened.consumed
                        opened.close()
                except ParseError as problem:
                    error = problem
                self._ordered.put(Ended(source, error, consumed))
            self._ordered.put(None)
        except BaseException as problem:  # the main thread shows it
            self._ordered.put(problem)

    def _take(self) -> Buffers:
        return self._free.get() or Buffers()

    def _workers_idle(self) -> bool:
        return self._slots - self._free.qsize() <= self._jobs

    def _feed_one(self, source: Input) -> None:
        before: Future[int] = Future()
        before.set_result(0)
        format = source.format or self._format
        if self._lines and self._column is None and format in (None, "line", "sdm"):
            pieces = chunks(
                source,
                self._take,
                target=self._target,
                workers_idle=self._workers_idle,
                format=format,
            )
            if self._rows is not None:
                pieces = divided(pieces, self._take, self._free.put, rows=self._rows)
            for chunk in pieces:
                if chunk is None:
                    self._free.put(None)
                    break
                after: Future[int] = Future()
                self._put(self._solve_chunk, chunk, source.name, before, after)
                before = after
            else:
                return
        if self._lines and self._feed_table(source, format):
            return
        from nonet import formats

        def send(group: list[Batch]) -> None:
            self._put(self._solve_batches, group, self._take(), source.consumed)

        limits = {} if self._rows is None else {"most": self._rows}
        gatherer = Gatherer(source.name, send, **limits)
        handle = cast("IO[bytes]", Watched(source, gatherer.flush))
        records = formats.records(
            handle, format=format, rules=self._rules, column=self._column, ignored=True
        )
        lines = before.result()  # of the pieces before this one
        for record in self._adapt(records):
            gatherer.add(record.moved(lines) if lines else record)
        gatherer.flush()

    def _feed_table(self, source: Input, format: str | None) -> bool:
        """Read a CSV file of classic boards; return whether it is one."""
        if format not in (None, "csv") or self._column is not None:
            return False
        from nonet.tables.csv_batches import find_layout, table_pieces
        from nonet.tables.csv_scan import line_start

        head, problem = source.beginning(CHUNK // 4)
        layout = find_layout(head, format=format)
        above = line_start(head, layout.above + 1) if layout else 0
        source.unread(head[above:], problem)
        if layout is None:
            return False
        pieces = table_pieces(
            source,
            self._take,
            layout.typed(source.types),
            target=self._target,
            workers_idle=self._workers_idle,
            rows=self._rows,
        )
        for piece in pieces:
            if piece.batches:
                self._put(self._solve_batches, piece.batches, piece.buffers, piece.position)
            else:
                self._free.put(piece.buffers)
        return True

    def _put(self, function: Callable[..., Answers], *arguments: Any) -> None:
        self._ordered.put(self._pool.submit(function, *arguments))

    # -- the working threads ----------------------------------------------------------------------

    def _solve_chunk(
        self, chunk: Chunk, source: str, before: Future[int], after: Future[int]
    ) -> Answers:
        """Work on a chunk; pass on the number of its last line as soon as its lines are counted."""
        lines = 0
        try:
            group, lines = read_chunk(chunk, source, self._rules)
        finally:
            # The chunk before this one was started earlier and waits only for the one before it,
            # so this wait is short.
            first = before.result()
            after.set_result(first + lines)
        for batch in group:
            batch.first_line = first
            for i, rejected in enumerate(batch.rejected_rows):
                error = rejected.error
                line = None if error.line is None else first + error.line
                placed = ParseError(error.reason, text=error.text, line=line, column=error.column)
                batch.rejected_rows[i] = rejected._replace(error=placed)
        return self._solve_batches(group, chunk.buffers, chunk.position)

    def _solve_batches(self, group: list[Batch], buffers: Buffers, position: int) -> Answers:
        all_answers = (self._answers(batch, buffers) for batch in group)
        answers = next(all_answers) if len(group) == 1 else _joined(all_answers)
        answers.source, answers.buffers, answers.position = group[0].source, buffers, position
        answers.notes = list(islice(_notes(group), SHOWN))
        return answers

    def _answers(self, batch: Batch, buffers: Buffers) -> Answers:
        """Answer a batch; rules that the engine does not support are an error of each row."""
        try:
            return self._work(batch, buffers)
        except RulesError as error:
            return self._work(batch.refused(error), buffers)


def _notes(group: Iterable[Batch]) -> Iterator[Failure]:
    """Yield what the readers say about puzzles."""
    for batch in group:
        for line, remark in batch.remarks:
            yield Failure(batch.source, batch.first_line + line, None, remark)


def _are_classic(rules: str) -> bool:
    try:
        return parse_rules(rules) == CLASSIC
    except RulesError:
        return False
