"""Puzzles moved over the board by a transform, with cells, lines, sides and diagonals of every kind of constraint.

The fields of a kind say what of it moves. Only rotations and reflections keep what lies beside what; where rows or
columns change places otherwise, constraints that depend on that are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet import engine
from nonet.base.cells import CellSet
from nonet.base.errors import RulesError
from nonet.boards.transforms import Transform
from nonet.puzzle.checking import conflict_sentence, conflicts_of
from nonet.puzzle.errors import Conflict
from nonet.rules import House, Rules
from nonet.rules.constraints.names import Move
from nonet.rules.houses import named

if TYPE_CHECKING:
    from nonet.puzzle.value import Puzzle

__all__ = ["canonical_form", "is_symmetry", "moved_rules", "transform_between", "transformed"]

_LINES = tuple(range(9))


def is_symmetry(by: Transform) -> bool:
    """Return whether a transform is a rotation or a reflection of the board, whatever it does to the digits.

    >>> is_symmetry(Transform(transposed=True, rows=range(8, -1, -1)))
    True
    """
    orders = _LINES, _LINES[::-1]
    return by.rows in orders and by.columns in orders


def moved_rules(rules: Rules, by: Transform) -> Rules:
    """Return the rules of the transformed board. Raises `RulesError` where they would not be the same rules."""
    if rules.size != 9:
        raise RulesError(f"transforms need a 9x9 board, got {rules.size}x{rules.size}")
    rules.require_usual_digits("transforms")
    if by.digits != Transform.identity().digits:
        rules.require_interchangeable("the transform")
    if not is_symmetry(by):
        if not rules.without_constraints().is_classic:
            raise RulesError(
                "exchanging rows or columns needs the classic houses; rotations and reflections do not"
            )
        for each in rules.constraints:
            if not each.is_local:
                raise RulesError(
                    f"rows or columns cannot change places because of {each.notation};"
                    " rotations and reflections are supported"
                )
    extra = _moved_houses(rules, by)
    move = Move(by.transposed, by.rows, by.columns, by.cell)
    constraints = [each.moved(move) for each in rules.constraints]
    if rules.box_rows == 3:
        return Rules(box_rows=3, box_columns=3, extra=extra, constraints=constraints)
    regions = sorted((_cells(region, by) for region in rules.regions), key=min)
    return Rules(size=9, regions=regions, extra=extra, constraints=constraints)


def _moved_houses(rules: Rules, by: Transform) -> list[House]:
    """Return the extra houses where they are now: usual names are those of the new places, other names move along."""
    bare = [House("", house.cells) for house in rules.extra]
    usual = named(bare, 9, rules.box_rows, rules.box_columns)
    return [
        House("" if house.name == known.name else house.name, _cells(house.cells, by))
        for house, known in zip(rules.extra, usual, strict=True)
    ]


def _cells(cells: CellSet, by: Transform) -> CellSet:
    return CellSet(map(by.cell, cells))


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
