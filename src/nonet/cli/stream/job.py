"""One run over files: input, pipeline, output and report put together, and every way it can end."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.base.exits import CLOSED, PROBLEM, stopped
from nonet.base.filenames import shown
from nonet.cli.parameters import Target
from nonet.cli.stream.output import Interrupts, Output
from nonet.cli.stream.pipeline import Ended, Failure, Pipeline, Work
from nonet.cli.stream.report import Report
from nonet.tables.batches import CHUNK
from nonet.tables.inputs import Source

if TYPE_CHECKING:
    from nonet.cli.stream.writers import RowWriter

__all__ = ["CannotWrite", "Job", "run_job"]


@dataclass(frozen=True)
class Job:
    """What the options say about a run.

    ``lines`` lets boards on lines stay bytes. ``rows`` limits the rows in one piece of work. ``head`` is
    written before all answers. ``adapt`` changes the records before they are gathered. ``column`` names the
    column of the puzzles in a table; with ``replace`` answers take the places of columns with their names.
    """

    sources: Sequence[Source]
    jobs: int
    output: Target | None = None
    format: str | None = None
    rules: str | None = None
    lines: bool = True
    limit: int = 2
    rows: int | None = None
    head: bytes = b""
    adapt: Callable[[Any], Any] | None = None
    column: str | None = None
    replace: bool = False


def run_job(job: Job, work: Work, writer: RowWriter | None = None, *, remarks: bool = False) -> int:
    """Do the work on all sources and return the exit code; ``remarks``: the writer shows failures."""
    output = Output(job.output)
    sizes = [source.size for source in job.sources]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    watched = sys.stderr.isatty()
    on_screen = watched and output.is_terminal
    report = Report(
        bar=watched and not on_screen,
        total=total,
        details=not on_screen or not (writer is None or remarks),
    )
    if writer is not None and len(job.sources) > 1:
        from nonet.cli.stream.columns_ahead import columns_ahead

        writer.expect(columns_ahead(job))
    pipeline = Pipeline(
        job.sources,
        # What the writer can do on the same thread belongs to the work.
        work if writer is None else lambda batch, buffers: writer.prepared(work(batch, buffers)),
        jobs=job.jobs,
        format=job.format,
        rules=job.rules,
        lines=job.lines,
        target=_target(total, job),
        rows=job.rows,
        adapt=job.adapt,
        column=job.column,
    )
    interrupts = Interrupts()
    try:
        with interrupts.handled():
            whole = _convey(pipeline, output, report, interrupts, writer, job.head)
            with interrupts.held():
                left = _finish(output, report, writer, whole=whole)
    except KeyboardInterrupt:
        with contextlib.suppress(OSError, CannotWrite):
            _end(output, report, writer)
        report.stopped(output.stop())
        _leave(output, stopped())
    except BrokenPipeError:
        report.close()
        _leave(output, CLOSED)
    except CannotWrite as error:
        report.close()
        print(error, file=sys.stderr)
        _leave(output, PROBLEM)
    code = report.finish(terminal=watched)
    if left:
        print(f"an input was not read to its end{left}", file=sys.stderr)
    return code


class CannotWrite(Exception):
    """The disk is full, or the like; the message says where."""


def _convey(
    pipeline: Pipeline,
    output: Output,
    report: Report,
    interrupts: Interrupts,
    writer: RowWriter | None,
    head: bytes,
) -> bool:
    """Write the answers; return whether all sources were read to their end."""
    before, rows, whole = 0, 0, True
    for answers in pipeline:
        if isinstance(answers, Ended):
            before += answers.source.size or answers.size
            if answers.error is not None:
                report.fail(str(answers.error.at(source=answers.source.name)), always=True)
                whole = False
            elif report.rows == rows:
                report.fail(Failure(answers.source.name, None, None, "contains no puzzle"))
            rows = report.rows
            continue
        with interrupts.held():
            text = writer.text(answers) if writer else answers.output
            _write(output, head + text if head else text)
            report.add(answers, before + answers.position)
        del text
        head = b""
        pipeline.release(answers)
    for answers in writer.rest() if writer else ():
        with interrupts.held():
            _write(output, answers.output)
            report.add(answers, before)
    return whole


def _finish(output: Output, report: Report, writer: RowWriter | None, *, whole: bool) -> str:
    """Put the output in its place, unless there are only failures, or a source was not read to its end.

    Return where the answers are then, as the end of a sentence.
    """
    _end(output, report, writer)
    if not whole:
        return output.stop()
    has_rows = output.begun and (writer is None or writer.has_rows)
    with _writing(output):
        output.close(complete=has_rows or _is_answered(report))
    return ""


def _end(output: Output, report: Report, writer: RowWriter | None) -> None:
    """Write the end of a file, also of one without rows, but not where there are only failures."""
    if writer and (output.begun or writer.waiting or _is_answered(report)):
        _write(output, writer.end())


def _is_answered(report: Report) -> bool:
    """Whether there is more to say than that all has failed."""
    return report.rows > report.failed or not report.failed


def _write(output: Output, text: bytes | memoryview) -> None:
    with _writing(output):
        output.write(text)


@contextlib.contextmanager
def _writing(output: Output) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(f"{shown(output.path or '<stdout>')}: {error.strerror}") from None


def _target(total: int | None, job: Job) -> int:
    """Return the bytes of a piece of work: fewer where there are few rows or each takes long."""
    target = CHUNK
    if total is not None:
        target = min(target, max(total // (4 * job.jobs), CHUNK // 16))
    if job.limit > 1000:
        target = min(target, CHUNK // 128 if job.limit > 100_000 else CHUNK // 16)
    return target


def _leave(output: Output, code: int) -> NoReturn:
    """Exit at once, without waiting for threads that still search or read."""
    with contextlib.suppress(OSError, ValueError):
        output.close(complete=False)
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)
