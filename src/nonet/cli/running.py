"""One run of a verb: input, stream, output and report put together, and every way it can end."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from nonet.cli.chunks import CHUNK
from nonet.cli.inputs import Source
from nonet.cli.output import Interrupts, Output
from nonet.cli.report import Report
from nonet.cli.stream import Ended, Failure, Stream, Work

if TYPE_CHECKING:
    from nonet.cli.boards import Boards

__all__ = ["Run", "run"]


@dataclass(frozen=True)
class Run:
    """What the options say about a run.

    ``lines`` lets boards on lines stay bytes, ``rows`` is how many make a piece of work at most, and ``head`` comes
    before all answers.
    """

    sources: Sequence[Source]
    jobs: int
    output: str | None = None
    format: str | None = None
    rules: str | None = None
    lines: bool = False
    limit: int = 2
    rows: int | None = None
    head: bytes = b""
    adapt: Callable[[Any], Any] | None = None


def run(options: Run, work: Work, boards: Boards | None = None) -> int:
    """Do the work on all sources and return the exit code."""
    try:
        output = Output(options.output)
    except OSError as error:
        print(f"{options.output}: {error.strerror}", file=sys.stderr)
        return 1
    sizes = [source.size for source in options.sources]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    looked_at = sys.stderr.isatty()
    on_screen = looked_at and output.is_terminal
    report = Report(
        bar=looked_at and not on_screen, total=total, tell=boards is not None or not on_screen
    )
    stream = Stream(
        options.sources,
        work,
        jobs=options.jobs,
        format=options.format,
        rules=options.rules,
        lines=options.lines,
        target=_target(total, options),
        rows=options.rows,
        adapt=options.adapt,
    )
    interrupts = Interrupts()
    try:
        with interrupts.handled():
            _convey(stream, output, report, interrupts, boards, options.head)
    except KeyboardInterrupt:
        report.stopped()
        _leave(output, 130)
    except BrokenPipeError:
        report.close()
        _leave(output, 141)
    except _CannotWrite as error:
        report.close()
        print(f"{output.path or '<stdout>'}: {error}", file=sys.stderr)
        _leave(output, 1)
    output.close()
    return report.finish(terminal=looked_at)


class _CannotWrite(Exception):
    """The disk is full, or the like."""


def _convey(
    stream: Stream,
    output: Output,
    report: Report,
    interrupts: Interrupts,
    boards: Boards | None,
    head: bytes,
) -> None:
    before, rows = 0, 0
    for answers in stream:
        if isinstance(answers, Ended):
            before += answers.source.size or answers.size
            if answers.error is not None:
                report.fail(str(answers.error.at(source=answers.source.name)))
            elif report.rows == rows:
                report.fail(Failure(answers.source.name, None, None, "holds no puzzle"))
            rows = report.rows
            continue
        with interrupts.held():
            text = boards.text(answers) if boards else answers.output
            try:
                output.write(head + text if head else text)
            except BrokenPipeError:
                raise
            except OSError as error:
                raise _CannotWrite(error.strerror) from None
            report.add(answers, before + answers.position)
        del text
        head = b""
        stream.release(answers)


def _target(total: int | None, options: Run) -> int:
    """Return how many bytes make a piece of work: less where rows are few or take long."""
    target = CHUNK
    if total is not None:
        target = min(target, max(total // (4 * options.jobs), CHUNK // 16))
    if options.limit > 1000:
        target = min(target, CHUNK // 128 if options.limit > 100_000 else CHUNK // 16)
    return target


def _leave(output: Output, code: int) -> NoReturn:
    """End at once: threads that still search, and one that waits for input, are not waited for."""
    with contextlib.suppress(OSError, ValueError):
        output.close()
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(code)
