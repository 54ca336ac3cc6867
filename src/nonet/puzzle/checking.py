"""What is wrong with a puzzle or with a player's board: the work of `Puzzle.check`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from nonet.base.cells import CellSet, cell_name
from nonet.base.digit_sets import digits_text
from nonet.base.errors import LimitReached, NonetError, TimeLimitReached
from nonet.boards.grid import Grid, IntoGrid
from nonet.puzzle.contradiction import why_unsolvable
from nonet.puzzle.errors import MultipleSolutions, NoSolution, PuzzleError
from nonet.puzzle.impossible import with_impossible

if TYPE_CHECKING:
    from nonet.puzzle.position import Position
    from nonet.puzzle.value import Puzzle
    from nonet.rules import Rules
    from nonet.rules.constraints import Violation

__all__ = [
    "ITSELF",
    "Check",
    "Itself",
    "Mistakes",
    "allowed_by_constraints",
    "allowed_masks",
    "check_grid",
    "check_position",
    "check_puzzle",
    "conflicts_of",
    "mistakes_of",
]

_GUESSES = 100_000
"""Of the search for the solution that a board is compared with, where the caller gives no budget."""


class Itself(Enum):
    """The type of `ITSELF`."""

    ITSELF = "the puzzle itself"


ITSELF = Itself.ITSELF
"""What `Puzzle.check` checks unless a board is given. It is not None: a missing answer must not count as right."""


class Mistakes(NamedTuple):
    """What contradicts the solution: cells with a ``wrong`` digit, and open cells that are ``lacking`` theirs."""

    wrong: CellSet = CellSet()
    lacking: CellSet = CellSet()

    def __bool__(self) -> bool:
        return bool(self.wrong or self.lacking)


@dataclass(frozen=True)
class Check:
    """The answer of `Puzzle.check`: true if nothing is wrong; ``str(check)`` lists the problems.

    ``problems`` holds one sentence per problem, the most serious first. ``is_unique`` is whether the puzzle has
    exactly one solution; None if the budget ended the search, and for a player's board.

    ``conflicts`` holds pairs of cells that see each other and hold the same digit; ``violations`` what is wrong with
    cages, lines and other constraints, each with the names of its cells and a sentence; ``impossible`` the cells whose
    digit is not among the marks of the puzzle. ``changed`` (cells that differ from a given) and ``empty`` are for
    filled-in boards. ``mistakes`` are the cells that contradict the only solution. Cells are indices from 0.
    """

    problems: tuple[str, ...] = ()
    is_unique: bool | None = None
    conflicts: tuple[tuple[int, int], ...] = ()
    violations: tuple[Violation, ...] = ()
    impossible: CellSet = CellSet()
    changed: CellSet = CellSet()
    empty: CellSet = CellSet()
    mistakes: Mistakes = field(default_factory=Mistakes)

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(self.problems)
        return "exactly one solution" if self.is_unique else "no problems"


def conflicts_of(puzzle: Puzzle, board: Grid) -> tuple[tuple[int, int], ...]:
    """Return the pairs of cells that see each other and hold the same digit."""
    pairs, places = [], dict[int, list[int]]()
    for cell, digit in enumerate(board):
        if digit:
            peers = puzzle.rules.peers[cell].mask
            same = places.setdefault(digit, [])
            pairs += [(other, cell) for other in same if peers >> other & 1]
            same.append(cell)
    return tuple(sorted(pairs))


def conflict_sentence(
    puzzle: Puzzle, board: Grid, cells: tuple[int, int], language: str = "en"
) -> str:
    """Say which cells clash, with which digit, and in which houses."""
    from nonet.words.houses import named_house

    houses = tuple(
        named_house(house.name, house.cells, board.size) for house in puzzle.rules.houses_of(*cells)
    )
    names = tuple(cell_name(cell, board.size) for cell in cells)
    digit = board.values[cells[0]]
    return _said(language, "repeat.house", cells=names, digit=digit, house=houses)


def several_sentence(examples: Sequence[Grid], language: str = "en") -> str:
    """Say that there are several solutions, and the first cell in which two of them differ."""
    one, other = examples
    cell = next(c for c, digit in enumerate(one) if digit != other[c])
    low, high = sorted(one.value(grid[cell]) for grid in examples)
    return _said(language, "several", cell=cell_name(cell, one.size), digit=low, other=high)


def _said(language: str, key: str, **values: object) -> str:
    """Return a sentence of the catalogues about a board."""
    from nonet.rules.constraints import Violation

    return Violation((), key, values).text(language)


def check_puzzle(puzzle: Puzzle, budget: int | None, language: str = "en") -> Check:
    """Check the givens, and count the solutions if nothing is wrong at first glance."""
    check = _check_digits(puzzle, puzzle.givens, language, is_start=True)
    problems, violations = [*check.problems], check.violations
    is_unique: bool | None = False
    if not problems:
        try:
            puzzle.solution(budget=budget)
            is_unique = True
        except NoSolution as error:
            wrong = why_unsolvable(puzzle.rules, puzzle.givens, puzzle.marks)
            problems.append(wrong.text(language) if wrong else str(error))
            violations += (wrong,) if wrong else ()
        except MultipleSolutions as error:
            problems.append(several_sentence(error.examples, language))
        except (LimitReached, TimeLimitReached) as error:
            problems.append(str(error))
            is_unique = None
    return replace(check, problems=tuple(problems), is_unique=is_unique, violations=violations)


def check_grid(
    puzzle: Puzzle, grid: IntoGrid | None, budget: int | None, language: str = "en"
) -> Check:
    """Check a player's board, as far as it is filled. What is not a board is wrong as a whole."""
    size = puzzle.rules.size
    try:
        if grid is None:
            raise TypeError("expected a board, got None")
        if isinstance(grid, Grid) and grid.digit_set != puzzle.rules.own_digits:
            known, got = (
                digits_text(each or range(1, size + 1))
                for each in (puzzle.rules.own_digits, grid.digit_set)
            )
            raise ValueError(f"expected a board with the digits {known}, got {got}")
        board = Grid(grid, digit_set=puzzle.rules.own_digits)
        if board.size != size:
            raise ValueError(f"expected a board of {size}x{size}, got {board.size}x{board.size}")
    except (NonetError, TypeError, ValueError) as error:
        return Check((str(error),))
    givens = puzzle.givens
    changed = [c for c, d in enumerate(givens) if d and board[c] not in (0, d)]
    problems = [
        _said(
            language,
            "given",
            cell=cell_name(cell, size),
            digit=board.values[cell],
            given=givens.values[cell],
        )
        for cell in changed
    ]
    check = _check_digits(puzzle, board, language)
    problems += check.problems
    solution = _solution(puzzle, budget)
    wrong: list[int] = []
    if solution is not None:
        wrong = [c for c, d in enumerate(board) if d not in (0, solution[c])]
        shown = [cell for cell in wrong if cell not in changed]
        problems += _wrong_sentences(board, solution, shown, language)
    empty = [cell for cell, digit in enumerate(board) if not digit]
    if empty:
        names = tuple(cell_name(cell, size) for cell in empty[:3])
        more = len(empty) > len(names)
        problems.append(_said(language, "empty", number=len(empty), cells=names, more=more))
    return replace(
        check,
        problems=tuple(problems),
        changed=CellSet(changed, size=size),
        empty=CellSet(empty, size=size),
        mistakes=Mistakes(CellSet(wrong, size=size), CellSet(size=size)),
    )


def check_position(position: Position, budget: int | None, language: str = "en") -> Check:
    """Check a puzzle, and what its player has made of it."""
    puzzle, size = position.puzzle, position.rules.size
    check = puzzle.check(budget=budget, language=language)
    start = _check_digits(puzzle, position.grid, language)
    solution = puzzle.solution(budget=budget) if check.is_unique else None
    if solution is None and not position.givens_known:
        solution = _solution(type(puzzle)(position.grid, rules=position.rules), budget)
    bare = [cell for cell, mask in enumerate(position.masks) if not mask]
    mistakes = Mistakes(CellSet(size=size), CellSet(size=size))
    problems = [each for each in start.problems if each not in check.problems]
    gone: list[tuple[int, str]] = []
    if solution is not None:
        mistakes = mistakes_of(position, solution)
        # Not those that wrong digits empty.
        bare = [cell for cell in bare if cell in mistakes.lacking]
        problems += _wrong_sentences(position.grid, solution, mistakes.wrong, language)
        gone = [(cell, "removed") for cell in mistakes.lacking if cell not in bare]
    # Where givens are not known, the puzzle is these candidates, and its check says why it has no solution.
    if position.givens_known:
        gone = [*((cell, "bare") for cell in bare), *gone]
    lost = [
        _said(
            language,
            key,
            cell=cell_name(cell, size),
            digit=solution.values[cell] if solution else 0,
            first=number == 0,
        )
        for number, (cell, key) in enumerate(gone)
    ]
    return replace(
        check,
        problems=(*lost, *check.problems, *problems),
        conflicts=start.conflicts,
        violations=start.violations or check.violations,
        impossible=start.impossible,
        mistakes=mistakes,
    )


def mistakes_of(position: Position, solution: Grid) -> Mistakes:
    """Return what in a position contradicts the solution.

    A candidate that a wrong digit excludes is not lacking: it is back when the digit is removed.
    """
    size = position.rules.size
    pairs = enumerate(zip(position.grid, solution, strict=True))
    wrong = [cell for cell, (digit, right) in pairs if digit not in (0, right)]
    lacking: list[int] = []
    if any(not mask >> right - 1 & 1 for mask, right in zip(position.masks, solution, strict=True)):
        removed = position.removed.items()
        lacking = [cell for cell, digits in removed if solution[cell] in digits]
    return Mistakes(CellSet(wrong, size=size), CellSet(lacking, size=size))


def _check_digits(puzzle: Puzzle, board: Grid, language: str, *, is_start: bool = False) -> Check:
    """Check the digits of a board against each other: in houses, in constraints, among the marks of the puzzle.

    At the start of a puzzle, a constraint that no board meets says more than the digits that break it.
    """
    conflicts = conflicts_of(puzzle, board)
    violations = tuple(puzzle.rules.violations(board))
    if is_start and violations:
        violations = with_impossible(violations, puzzle.rules)
    marks = puzzle.marks
    filled = () if marks is None else enumerate(zip(board, marks.masks, strict=True))
    impossible = [cell for cell, (d, mask) in filled if d and not mask >> d - 1 & 1]
    problems = [conflict_sentence(puzzle, board, cells, language) for cells in conflicts]
    problems += [violation.text(language) for violation in violations]
    problems += [
        _said(language, "unmarked", cell=cell_name(cell, board.size), digit=board.values[cell])
        for cell in impossible
    ]
    marked = CellSet(impossible, size=puzzle.rules.size)
    return Check(tuple(problems), None, conflicts, violations, marked)


def _solution(puzzle: Puzzle, budget: int | None) -> Grid | None:
    """Return the only solution, or None if there is no such or it is not found soon."""
    try:
        return puzzle.solution(budget=_GUESSES if budget is None else budget)
    except (PuzzleError, LimitReached):
        return None


def _wrong_sentences(board: Grid, solution: Grid, cells: Iterable[int], language: str) -> list[str]:
    return [
        _said(
            language,
            "wrong",
            cell=cell_name(cell, board.size),
            digit=board.values[cell],
            right=solution.values[cell],
        )
        for cell in cells
    ]


def allowed_masks(puzzle: Puzzle) -> list[int]:
    """Return the digits that neither the marks, nor a given, nor a constraint excludes: of `Puzzle.candidates`."""
    size = puzzle.rules.size
    masks = [(1 << size) - 1] * size**2 if puzzle.marks is None else list(puzzle.marks.masks)
    digits, peers = bytes(puzzle.givens), puzzle.rules.peers
    for cell, digit in enumerate(digits):
        if digit:
            bit = 1 << (digit - 1)
            masks[cell] &= bit
            for peer in peers[cell]:
                if not digits[peer]:
                    masks[peer] &= ~bit
    if puzzle.rules.constraints:
        masks = allowed_by_constraints(puzzle.rules, puzzle.givens, masks)
    return masks


def allowed_by_constraints(rules: Rules, board: Grid, masks: Sequence[int]) -> list[int]:
    """Return the candidates of each cell without the digits that violate a constraint at once.

    ``board`` has 0 in the empty cells. Each digit is tried alone beside those that are there.
    """
    space, allowed = rules.space, list(masks)
    filled = rules.values_of(board)
    if next(rules.violations(board), None) is not None:
        return allowed
    for cell, name in enumerate(space.names):
        if board[cell]:
            continue
        for number, value in enumerate(rules.digits):
            bit = 1 << number
            if allowed[cell] & bit:
                filled[name] = value
                wrong = (each.violations(filled, space) for each in rules.constraints)
                if any(next(violations, None) is not None for violations in wrong):
                    allowed[cell] &= ~bit
        filled.pop(name, None)
    return allowed
