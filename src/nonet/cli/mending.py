"""What `nonet minimise` and `nonet repair` print: lines or JSON objects for each puzzle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from nonet.cells import cell_name
from nonet.cli.answers import Verb
from nonet.cli.chunks import Batch, Slot
from nonet.cli.stream import Answers, Failure
from nonet.engine import Status
from nonet.errors import Conflict, MultipleSolutions, NonetError, NoSolution, ParseError
from nonet.puzzle import Puzzle
from nonet.repairing import Repair
from nonet.variants import format_rules

__all__ = ["ROWS", "Mend", "Minimise"]

ROWS = 16
"""Puzzles of a piece of work: one may take a while, and the answers come in the order of the file."""


class _Outcome(NamedTuple):
    """What became of a puzzle: its lines, each with what JSON says besides, and what is wrong with it."""

    lines: list[tuple[str, dict[str, Any]]]
    problem: str | None = None
    word: str = ""


@dataclass(frozen=True)
class _Mending:
    """The frame: one puzzle after the other, and a sentence where it cannot be done."""

    json: bool
    budget: int | None = None

    def __call__(self, batch: Batch, slot: Slot) -> Answers:
        """Answer a batch."""
        answers = Answers(rows=batch.rows + len(batch.gaps))
        lines: list[str] = []
        tally = Counter(unreadable=len(batch.gaps))
        for item in _in_order(batch):
            if isinstance(item, ParseError):
                failure = Failure.of(item, batch.source)
                found = {"puzzle": None, "message": failure.message}
                lines.append(json.dumps(found) if self.json else f"# {failure}")
                answers.fail(failure)
                continue
            puzzle, text = batch.puzzle(item), batch.text(item)
            outcome = self._outcome(puzzle, text, batch.spelling(item))
            for line, facts in outcome.lines:
                told = {**_facts(batch, item), **facts, "message": outcome.problem}
                lines.append(json.dumps(told, ensure_ascii=False) if self.json else line)
            tally[outcome.word] += 1
            if outcome.problem is not None:
                answers.fail(Failure(batch.source, batch.line(item), None, outcome.problem))
        answers.tally = +tally
        answers.output = "".join(f"{line}\n" for line in lines).encode()
        return answers

    def _outcome(self, puzzle: Puzzle, text: str, spelling: str) -> _Outcome:
        try:
            return self.mended(puzzle, text, spelling)
        except Conflict as error:
            problem, status = f"conflict: {error}", Status.CONFLICT
        except NoSolution:
            problem, status = "no solution", Status.NO_SOLUTION
        except MultipleSolutions:
            problem, status = "several solutions", Status.MULTIPLE
        except NonetError as error:
            problem, status = str(error), Status.OUT_OF_BUDGET
        return _Outcome([(f"{text}  # {problem}", {})], problem, Verb.words[status])

    def mended(self, puzzle: Puzzle, text: str, spelling: str) -> _Outcome:
        """Return what becomes of a puzzle that can be mended."""
        raise NotImplementedError


def _facts(batch: Batch, row: int) -> dict[str, Any]:
    rules = {} if batch.rules.is_classic else {"rules": format_rules(batch.rules)}
    return {"source": batch.source, "line": batch.line(row), "puzzle": batch.text(row), **rules}


def _in_order(batch: Batch) -> Iterator[int | ParseError]:
    """Yield the numbers of rows, and what could not be read where it stood."""
    done = 0
    for row, error in [*batch.gaps, (batch.rows, None)]:
        yield from range(done, row)
        done = row
        if error is not None:
            yield error


@dataclass(frozen=True)
class Minimise(_Mending):
    """Every puzzle without the givens that it does not need."""

    seed: int = 0
    limit: int = 1

    def mended(self, puzzle: Puzzle, text: str, spelling: str) -> _Outcome:
        """Return the minimal puzzles, one or several."""
        lines = []
        for found in puzzle.minimal_puzzles(self.seed, limit=self.limit, budget=self.budget):
            line = text if found == puzzle else found.givens.text(spelling=spelling)
            facts = {"minimal": line, "givens": len(found.givens.filled)}
            lines.append((line, facts))
        return _Outcome(lines, None, "minimal")


@dataclass(frozen=True)
class Mend(_Mending):
    """Every puzzle with the givens that it lacks."""

    def mended(self, puzzle: Puzzle, text: str, spelling: str) -> _Outcome:
        """Return the puzzle with one solution."""
        found = puzzle.repair(budget=self.budget)
        if not found:
            return _Outcome([(text, _changes(found, text))], None, "unique")
        line = found.puzzle.givens.text(spelling=spelling)
        facts = _changes(found, line)
        return _Outcome([(f"{line}  # {found}", facts)], None, "repaired")


def _changes(repair: Repair, line: str) -> dict[str, Any]:
    size, before, after = repair.puzzle.rules.size, repair.original.givens, repair.puzzle.givens
    return {
        "repaired": line,
        "added": {cell_name(cell, size): after[cell] for cell in repair.added},
        "changed": {cell_name(cell, size): [before[cell], after[cell]] for cell in repair.changed},
        "removed": {cell_name(cell, size): before[cell] for cell in repair.removed},
        "exact": repair.exact,
        "alternatives": [other.changes for other in repair.alternatives],
    }
