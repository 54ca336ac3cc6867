"""One run of a verb: input, stream, output and report put together, and every way it can end."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from nonet.cli.chunks import CHUNK
from nonet.cli.inputs import Source
from nonet.cli.output import Interrupts, Output
from nonet.cli.report import Report
from nonet.cli.stream import Answers, Ended, Failure, Stream, Work

__all__ = ["CannotWrite", "Printer", "Run", "run"]


class Printer(Protocol):
    """Makes text of answers that are not bytes, one after the other in the order of the input."""

    def text(self, answers: Answers) -> bytes:
        """Return what is to be written now."""

    def rest(self) -> Iterator[Answers]:
        """Yield what had to wait for the end of the input, as bytes."""


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


def run(options: Run, work: Work, printer: Printer | None = None) -> int:
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
        bar=looked_at and not on_screen, total=total, tell=printer is not None or not on_screen
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
            _convey(stream, output, report, interrupts, printer, options.head)
    except KeyboardInterrupt:
        report.stopped()
        _leave(output, 130)
    except BrokenPipeError:
        report.close()
        _leave(output, 141)
    except CannotWrite as error:
        report.close()
        print(error, file=sys.stderr)
        _leave(output, 1)
    output.close()
    return report.finish(terminal=looked_at)


class CannotWrite(Exception):
    """The disk is full, or the like; the message says where."""


def _convey(
    stream: Stream,
    output: Output,
    report: Report,
    interrupts: Interrupts,
    printer: Printer | None,
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
            text = printer.text(answers) if printer else answers.output
            _write(output, head + text if head else text)
            report.add(answers, before + answers.position)
        del text
        head = b""
        stream.release(answers)
    for answers in printer.rest() if printer else ():
        with interrupts.held():
            _write(output, answers.output)
            report.add(answers, before)


def _write(output: Output, text: bytes | memoryview) -> None:
    try:
        output.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(f"{output.path or '<stdout>'}: {error.strerror}") from None


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
