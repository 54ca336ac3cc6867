"""Equivalent puzzles: the work of `Puzzle.canonical`, `Puzzle.is_equivalent` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.errors import RulesError
from nonet.boards.transforms import Transform
from nonet.puzzle.checking import conflict_sentence, conflicts_of
from nonet.puzzle.errors import Conflict
from nonet.puzzle.moving import moved_rules

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["canonical_form", "transform_between", "transformed"]


def canonical_form(puzzle: Puzzle) -> tuple[bytes, Transform, int]:
    """Return the canonical form, a transform to it, and the number of automorphisms."""
    puzzle.rules.require_houses("the canonical form")
    if not puzzle.rules.is_classic:
        raise RulesError("the canonical form needs a classic 9x9 board")
    if puzzle.marks is not None:
        raise RulesError("the canonical form needs givens; this puzzle has marks")
    status, board, transform, automorphisms = engine.canonical(bytes(puzzle.givens))
    if status is not engine.Status.FOUND:
        cells = conflicts_of(puzzle, puzzle.givens)[0]
        sentence = conflict_sentence(puzzle, puzzle.givens, cells)
        raise Conflict(sentence, puzzle=puzzle, cells=cells)
    return board, Transform.from_bytes(transform), automorphisms


def transform_between(puzzle: Puzzle, other: Puzzle) -> Transform | None:
    """Return a transform from one puzzle to the other, None if they are not equivalent."""
    form, there, _ = canonical_form(puzzle)
    other_form, other_there, _ = canonical_form(other)
    return other_there.inverse() @ there if form == other_form else None


def transformed(puzzle: Puzzle, by: Transform) -> Puzzle:
    """Return the puzzle with givens, marks and rules transformed."""
    rules = puzzle.rules if puzzle.rules.is_classic else moved_rules(puzzle.rules, by)
    marks = None if puzzle.marks is None else by.apply(puzzle.marks)
    return type(puzzle)(by.apply(puzzle.givens), rules=rules, marks=marks)
