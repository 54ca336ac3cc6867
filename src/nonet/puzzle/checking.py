"""What is wrong with a puzzle, or with a board that somebody filled in: the work of `Puzzle.check`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.cells import CellSet, cell_name
from nonet.errors import LimitReached, MultipleSolutions, NoSolution, RulesError
from nonet.grid import Grid, IntoGrid
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.impossible import with_impossible

if TYPE_CHECKING:
    from nonet.constraints import Violation
    from nonet.puzzle.value import Puzzle
    from nonet.rules import Rules

__all__ = ["Check", "allowed_by_constraints", "check_grid", "check_puzzle", "conflicts_of"]


@dataclass(frozen=True)
class Check:
    """The answer of `Puzzle.check`: true if nothing is wrong; ``str(check)`` lists the problems.

    ``problems`` holds one sentence per problem, the most serious first. ``is_unique`` is whether the puzzle has
    exactly one solution; None if the budget ended the search, and for a board that somebody filled in.

    ``conflicts`` holds pairs of cells that see each other and hold the same digit; ``violations`` what is wrong with
    cages, lines and other constraints, each with the names of its cells and a sentence; ``impossible`` the cells whose
    digit is not among the marks of the puzzle. ``changed`` (cells that differ from a given) and ``empty`` are for
    filled-in boards. Cells are indices from 0.
    """

    problems: tuple[str, ...] = ()
    is_unique: bool | None = None
    conflicts: tuple[tuple[int, int], ...] = ()
    violations: tuple[Violation, ...] = ()
    impossible: CellSet = CellSet()
    changed: CellSet = CellSet()
    empty: CellSet = CellSet()

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(self.problems)
        return "exactly one solution" if self.is_unique else "no problems"


def conflicts_of(puzzle: Puzzle, board: Grid) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that see each other and hold the same digit."""
    found, places = [], dict[int, list[int]]()
    for cell, digit in enumerate(board):
        if digit:
            peers = puzzle.rules.peers[cell].mask
            same = places.setdefault(digit, [])
            found += [(other, cell) for other in same if peers >> other & 1]
            same.append(cell)
    return tuple(sorted(found))


def conflict_sentence(puzzle: Puzzle, board: Grid, cells: tuple[int, int]) -> str:
    """Say which cells clash, with which digit, and in which houses."""
    one, other = (cell_name(cell, board.size) for cell in cells)
    houses = " and ".join(house.name for house in puzzle.rules.houses_of(*cells))
    return f"{one} and {other} are both {board[cells[0]]} in {houses}"


def check_puzzle(puzzle: Puzzle, budget: int | None, language: str = "en") -> Check:
    """Check the givens, and count the solutions if nothing is wrong at first glance."""
    board, size = puzzle.givens, puzzle.rules.size
    conflicts = conflicts_of(puzzle, board)
    violations = tuple(puzzle.rules.violations(board))
    if violations:
        violations = with_impossible(violations, puzzle.rules)
    impossible = _impossible(puzzle, board)
    problems = [conflict_sentence(puzzle, board, cells) for cells in conflicts]
    problems += [violation.text(language) for violation in violations]
    problems += _impossible_sentences(board, impossible)
    is_unique: bool | None = False
    if not problems:
        try:
            puzzle.solution(budget=budget)
            is_unique = True
        except NoSolution as error:
            wrong = why_unsolvable(puzzle.rules, board, puzzle.marks)
            problems.append(wrong.text(language) if wrong else str(error))
            violations += (wrong,) if wrong else ()
        except MultipleSolutions as error:
            problems.append(str(error))
        except LimitReached as error:
            problems.append(str(error))
            is_unique = None
    return Check(tuple(problems), is_unique, conflicts, violations, CellSet(impossible, size=size))


def check_grid(puzzle: Puzzle, grid: IntoGrid, language: str = "en") -> Check:
    """Check a board that somebody filled in."""
    board, size = Grid(grid), puzzle.rules.size
    if board.size != size:
        raise RulesError(f"the grid is {board.size}x{board.size}, the puzzle is {size}x{size}")
    givens = puzzle.givens
    changed = [c for c, d in enumerate(givens) if d and board[c] not in (0, d)]
    problems = [
        f"{cell_name(cell, size)} is {board[cell]}, but the given there is {givens[cell]}"
        for cell in changed
    ]
    conflicts = conflicts_of(puzzle, board)
    problems += [conflict_sentence(puzzle, board, cells) for cells in conflicts]
    violations = tuple(puzzle.rules.violations(board))
    problems += [violation.text(language) for violation in violations]
    impossible = _impossible(puzzle, board)
    problems += _impossible_sentences(board, impossible)
    empty = [cell for cell, digit in enumerate(board) if not digit]
    if empty:
        names = ", ".join(cell_name(cell, size) for cell in empty[:3])
        cells = "1 cell is" if len(empty) == 1 else f"{len(empty)} cells are"
        problems.append(f"{cells} empty: {names}{' …' if len(empty) > 3 else ''}")
    return Check(
        tuple(problems),
        None,
        conflicts,
        violations,
        CellSet(impossible, size=size),
        CellSet(changed, size=size),
        CellSet(empty, size=size),
    )


def allowed_by_constraints(rules: Rules, board: Grid, masks: Sequence[int]) -> list[int]:
    """Return the candidates of each cell without the digits that violate a constraint at once.

    ``board`` has 0 in the empty cells. Each digit is tried alone beside those that are there.
    """
    space, found = rules.space, list(masks)
    filled = {name: digit for name, digit in zip(space.names, board, strict=True) if digit}
    if next(rules.violations(board), None) is not None:
        return found
    for cell, name in enumerate(space.names):
        if board[cell]:
            continue
        for digit in space.digits:
            bit = space.mask([digit])
            if found[cell] & bit:
                filled[name] = digit
                wrong = (each.violations(filled, space) for each in rules.constraints)
                if any(next(violations, None) is not None for violations in wrong):
                    found[cell] &= ~bit
        filled.pop(name, None)
    return found


def _impossible(puzzle: Puzzle, board: Grid) -> list[int]:
    """Return the cells whose digit the marks exclude."""
    if puzzle.marks is None:
        return []
    masks = puzzle.marks.masks
    return [cell for cell, d in enumerate(board) if d and not masks[cell] >> (d - 1) & 1]


def _impossible_sentences(board: Grid, cells: list[int]) -> list[str]:
    return [
        f"{cell_name(cell, board.size)} is {board[cell]}, which is not among its candidates"
        for cell in cells
    ]
