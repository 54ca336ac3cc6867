"""`nonet check`: whether each puzzle has exactly one solution, and whether a given solution is it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

from nonet.base.errors import LimitReached, NonetError, ParseError
from nonet.base.filenames import shown
from nonet.base.options import InFile
from nonet.boards.grid import Grid
from nonet.cli.groups import AnswerColumns, Budget, Files, Givens, Language
from nonet.cli.options import adding, job_for, language_of, output_format, run_rows, usage
from nonet.cli.stream.solving import Solved, SolvingWork, Verdict, joined, wrong_solution
from nonet.engine import Status
from nonet.puzzle.errors import MultipleSolutions
from nonet.tables.batches import Batch, Results
from nonet.tables.inputs import missing

if TYPE_CHECKING:
    from nonet.formats import Record

__all__ = ["Check", "check"]

# 1 for a row that must be looked at: its solution is not that of the file, or not the only one.
_OTHER = bytes(number != 1 for number in range(256))
_OTHER_STATUS = bytes(number != Status.UNIQUE for number in range(256))


def check(
    *,
    against: Annotated[
        str | None,
        InFile("A solution to compare with, or a file with one per puzzle.", metavar="SOLUTION"),
    ] = None,
    budget: Budget = None,
    output: AnswerColumns,
    columns: Annotated[Sequence[str], adding(Check.results, Check.usual_columns)] = (),
    files: Files,
    givens: Givens = None,
    language: Language = None,
) -> int:
    """Check that each puzzle has exactly one solution.

    Otherwise its line says what is wrong. A solution given with the puzzle, in a column of the file
    or with --against, is checked as well. --language is for the sentences about constraints, and why
    there is no solution.
    """
    target = output_format(output)
    job = job_for(files, output, givens=givens)
    if against is not None:
        known, paired = job.adapt or iter, _paired(against, files["rules"])
        job = replace(job, lines=False, adapt=lambda records: paired(known(records)))
    spoken = language_of(language) if target == "txt" else "en"
    return run_rows(job, Check(2, budget, language=spoken), target, columns)


@dataclass(frozen=True)
class Check(SolvingWork):
    """One line per puzzle: unique, or what is wrong with it or with its solution."""

    def usual(self, batch: Batch, results: Results) -> tuple[object, int]:
        line = b"unique, solution right\n" if self.compares(batch) else b"unique\n"
        return line * batch.rows, len(line)

    def verdict(self, batch: Batch, results: Results, row: int, state: Status) -> Verdict:
        """Return whether the puzzle has one solution, and whether the given one is right."""
        position = batch.positions.get(row)
        problems = position and position.check(budget=self.budget, language=self.language).problems
        if problems:
            sentence = joined(problems)
            line = sentence if state is not Status.UNIQUE else f"wrong: {sentence}"
            return Verdict(line, sentence, "wrong")
        given = batch.given_solution(row)
        if given and (wrong := wrong_solution(batch.puzzle(row), given, self.language)):
            return Verdict(f"wrong: {wrong}", wrong, "wrong")
        if state is Status.UNIQUE:
            return Verdict("unique, solution right" if given else "unique")
        sentence = self.sentence(batch, row, state)
        if state is Status.CONFLICT:
            problems = batch.puzzle(row).check(language=self.language).problems
            sentence = f"conflict: {joined(problems)}"
        if state is Status.MULTIPLE:
            try:
                batch.puzzle(row).solution(budget=self.budget)
            except MultipleSolutions as error:
                sentence = str(error).removeprefix("the puzzle has ").replace(";", ":", 1)
            except LimitReached:
                pass  # the search for an example took another way; the sentence has none
        return Verdict(sentence, sentence)

    def note(self, batch: Batch) -> None:
        """Note nothing: what is wrong with a position is its verdict."""

    def model_verdict(self, text: str, solved: Solved) -> Verdict:
        if solved.status is Status.UNIQUE:
            return Verdict("unique")
        return Verdict(solved.sentence, solved.sentence)

    def special(self, batch: Batch, results: Results, status: bytes) -> Sequence[int] | None:
        """Return the rows whose own solution is not the only one; of rows that are puzzles all, if some have one."""
        same = batch.compare(results.solutions, results.width)
        if same is not None:
            right = bytes(same).translate(_OTHER), status.translate(_OTHER_STATUS)
            wrong = int.from_bytes(right[0], "little") | int.from_bytes(right[1], "little")
            rows = wrong.to_bytes(batch.rows, "little")
            return [match.start() for match in re.finditer(b"\x01", rows)]
        if batch.positions or any(
            map(batch.given_solution, range(batch.rows if batch.puzzles else 0))
        ):
            return range(batch.rows)
        return None

    def compares(self, batch: Batch) -> bool:
        return batch.has_solutions


# -- a second board -------------------------------------------------------------------------------


def _paired(against: str, rules: str | None) -> Callable[[Iterable[Record]], Iterator[Record]]:
    """Return what adds solutions to the puzzles: one for all, or one for each."""
    from itertools import chain, islice, repeat

    try:
        grids = _grids(against, rules)
        first = list(islice(grids, 2))
    except FileNotFoundError:
        usage(f"--against {shown(against)}: {missing(against)}")
    except (NonetError, OSError) as error:
        usage(f"--against: {getattr(error, 'strerror', None) or error}")
    for solution in first:
        if isinstance(solution, ParseError):
            usage(f"--against: {solution}")
    solutions = repeat(first[0]) if len(first) == 1 else chain(first, grids)

    def adapt(records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            if record.board is None:
                yield record
                continue
            solution = next(solutions, ParseError(f"{shown(against)} has no board for this puzzle"))
            if isinstance(solution, ParseError):
                yield replace(record, board=None, error=solution)
            else:
                yield replace(record, board=record.board.with_info(solution=solution.text()))

    return adapt


def _grids(against: str, rules: str | None) -> Iterator[Grid | ParseError]:
    """Yield the boards of a file or an argument, and the errors of those that cannot be read."""
    import io

    from nonet import formats
    from nonet.tables.inputs import sources_of

    (source,) = sources_of([against], None, rules)
    text = None if source.text is None else io.StringIO(source.text)
    path = "-" if source.path is None else source.path
    for record in formats.records(text or path, rules=rules):
        try:
            # A solution need not state the rules: the puzzle does.
            own = None if record.board is None else record.board.rules.own_digits
            board = record.text if record.board is None else bytes(record.board)
            yield Grid(board, digit_set=own)
        except ParseError as error:
            yield record.error or error
