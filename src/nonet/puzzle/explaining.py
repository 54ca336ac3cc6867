"""Hints, steps and ratings: the work of `Position.hint`, `Position.steps`, `Position.all_steps` and `Position.rate`."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import engine
from nonet.base.cells import cell_name
from nonet.base.errors import LimitReached, RulesError, TimeLimitReached
from nonet.puzzle import finding
from nonet.puzzle.checking import mistakes_of
from nonet.puzzle.errors import MultipleSolutions, NoSolution, Stuck
from nonet.steps import SE, TECHNIQUES, profile
from nonet.steps.rating import rating_of_path

if TYPE_CHECKING:
    from nonet.boards.grid import Grid
    from nonet.engine.threads import FlatBuffer
    from nonet.puzzle.position import Position
    from nonet.puzzle.value import Puzzle
    from nonet.rules import Rules
    from nonet.steps import Profile, Rating, Step, Technique

__all__ = [
    "RatedRow",
    "all_steps",
    "end_of",
    "followed",
    "hint",
    "rate",
    "rated_rows",
    "rating_order",
    "require_right",
    "steps",
]


def rate(
    position: Position, wanted: str | Profile, budget: int | None, solution: Grid | None = None
) -> Rating:
    """Return the rating of a unique puzzle, from a position on; a caller may know that it is, and its ``solution``.

    Sudoku Explainer rates classic boards alone. For others, its place is taken by Sukaku Explainer where it has the
    variant, and else by the order of nonet, which is on the same scale. A puzzle with several solutions or none has no
    rating: it raises what `Position.solution` raises.
    """
    rules = position.rules
    order = rating_order(rules, profile(wanted))
    solution = solution or position.solution()
    if not finding.is_core_alone(rules, order):
        return _rating_of_steps(position, order, budget, solution)
    return engine.rate(
        finding.board_of(position),
        profile=order,
        budget=budget,
        rules=rules,
        **finding.known(position),
    )


class RatedRow(NamedTuple):
    """A classic board among many: ER, EP and ED in tenths or points, and the uses of each technique."""

    status: engine.Status
    figures: array[int]
    hardest: int
    steps: int
    counts: array[int]
    nodes: int


def rated_rows(cells: FlatBuffer, n: int, **options: Any) -> list[RatedRow]:
    """Rate classic boards in one buffer; ``options`` are those of `engine.rate_rows` but for the results."""
    kinds = len(TECHNIQUES)
    figures, counts = array("H", bytes(6 * n)), array("H", bytes(2 * n * kinds))
    steps, nodes = array("I", bytes(4 * n)), array("Q", bytes(8 * n))
    status, hardest = bytearray(n), bytearray(n)
    results: dict[str, Any] = {
        "ratings": figures,
        "status": status,
        "hardest": hardest,
        "steps": steps,
    }
    engine.rate_rows(cells, n, **results, counts=counts, nodes=nodes, **options)
    return [
        RatedRow(
            engine.Status(status[i]),
            figures[3 * i : 3 * i + 3],
            hardest[i],
            steps[i],
            counts[kinds * i : kinds * i + kinds],
            nodes[i],
        )
        for i in range(n)
    ]


def rating_order(rules: Rules, order: Profile) -> Profile:
    """Return the profile that rates a board for a requested ``order``: Sudoku Explainer has classic boards alone.

    >>> from nonet.variants import parse_rules
    >>> [rating_order(parse_rules(text), SE).name for text in ("classic", "3x3 diagonals", "2x3")]
    ['se', 'sukaku', 'nonet']

    Raises `RulesError` for the profile of another program that has no such boards.
    """
    if rules.is_classic:
        return order
    if order is SE:
        return profile("sukaku" if engine.has_reference(rules) else "nonet")
    if order.name == "hodoku" or (order.name == "sukaku" and not engine.has_reference(rules)):
        raise RulesError(
            f"the profile {order.name} does not rate boards with these rules; nonet does, and is taken if none is named"
        )
    return order


def _rating_of_steps(
    position: Position, order: Profile, budget: int | None, solution: Grid
) -> Rating:
    """Return the rating of a path that techniques of Python take part in."""
    done: list[Step] = []
    stuck, exact, left = False, True, 0
    try:
        done.extend(_steps(position, order, budget, solution))
    except Stuck as error:
        stuck = True
        left = 0 if error.position is None else list(error.position.grid).count(0)
    except LimitReached:
        exact = False
    return rating_of_path(done, stuck=stuck, exact=exact, profile=order, left=left)


def steps(position: Position, wanted: str | Profile, budget: int | None) -> Iterator[Step]:
    """Yield the steps from a position to the solution; a wrong position raises at once.

    With several solutions the steps end where nothing more follows from the rules alone.
    """
    return _steps(position, profile(wanted), budget, _checked(position))


def _steps(
    position: Position, order: Profile, budget: int | None, solution: Grid | None
) -> Iterator[Step]:
    done: list[Step] = []
    most = 1  # steps to look for at a time: a caller who wants the first few does not wait for the last
    while not position.grid.is_full:
        before = len(done)
        try:
            for step in finding.path(position, order, budget, solution, most):
                done.append(step)
                yield step
        except (LimitReached, TimeLimitReached) as error:
            raise error.with_progress(tuple(done)) from None
        if len(done) == before:
            if solution is None:
                return
            raise _stuck(position, done)
        position = _after(position, done[before:])
        most *= 4


def _after(position: Position, path: Sequence[Step]) -> Position:
    """Return the position after steps that were found together, each on the board after the one before."""
    first, last = path[0].board, path[-1].board
    if len(path) == 1 or last is None or first != position.candidates():
        return reduce(type(position).after, path, position)
    here = type(position)(position.puzzle, candidates=last, givens_known=position.givens_known)
    return here.after(path[-1])


def followed(
    position: Position,
    order: Profile,
    most: float,
    budget: int | None,
    solution: Grid,
    *,
    loose: bool = False,
) -> tuple[list[Step], Position]:
    """Return the steps from a position of a unique puzzle, and where they end: at the solution, or where none is found.

    The caller knows the solution. A step that takes more than the budget, or is rated above ``most``, does not count: a
    long chain is rated higher than its technique. ``loose``: see `finding.next_up_to`.
    """
    done: list[Step] = []
    while not position.grid.is_full:
        step = finding.next_up_to(position, order, most, budget, solution, loose=loose)
        if step is None:
            break
        done.append(step)
        position = position.after(step)
    return done, position


def end_of(position: Position, done: Sequence[Step]) -> Stuck | None:
    """Return what to say at the end of a path that does not fill the board: that of a puzzle with several solutions."""
    for step in done:
        position = position.after(step)
    return None if position.grid.is_full else _stuck(position, done, is_unique=False)


def hint(position: Position, wanted: str | Profile, budget: int | None) -> Step | None:
    """Return the easiest step of a position, None if the board is full."""
    order = profile(wanted)
    solution = _checked(position)
    if position.grid.is_full:
        return None
    step = finding.next_step(position, order, budget, solution)
    if step is None:
        raise _stuck(position, (), is_unique=solution is not None)
    return step


def all_steps(
    position: Position,
    wanted: str | Profile,
    techniques: Iterable[str | Technique] | None,
    budget: int | None,
) -> tuple[Step, ...]:
    """Return all steps of a position."""
    order = profile(wanted)
    if techniques is not None:
        order = order.only(*techniques)
    solution = _checked(position)
    return finding.all_steps(position, order, techniques is not None, budget, solution)


def require_right(position: Position) -> None:
    """Raise what `hint` raises for a position that no solution has."""
    _checked(position)


def _checked(position: Position) -> Grid | None:
    """Return the solution of a position that leads to it, None if there are several; else the error names a cell."""
    solution, size = _solution(position.puzzle), position.rules.size
    if solution is None:
        _require_some(position)
        return None
    mistakes = mistakes_of(position, solution)
    for cell in mistakes.wrong:
        digit = position.grid[cell]
        raise NoSolution(
            f"{cell_name(cell, size)} is {position.grid.value(digit)}, which is wrong; remove it",
            puzzle=position.puzzle,
        )
    for cell in mistakes.lacking:
        raise NoSolution(
            f"{cell_name(cell, size)} lacks the digit of the solution; restore its candidates",
            puzzle=position.puzzle,
        )
    return solution


@lru_cache(maxsize=8)
def _solution(puzzle: Puzzle) -> Grid | None:
    """Return the only solution of a puzzle, None if it has several.

    It is kept for the next hint: on a large board to find it takes longer than a hint.
    """
    try:
        return puzzle.solution()
    except MultipleSolutions:
        return None


def _require_some(position: Position) -> None:
    """Raise `NoSolution` if the puzzle has several solutions, but the position leads to none of them."""
    if position.is_start:
        return
    count, exact = engine.count(
        position.rules, position.grid, position.candidates(), limit=1, budget=finding.GUESSES
    )
    if exact and not count:
        raise NoSolution(
            "no solution of the puzzle has these digits and candidates; take the last ones back",
            puzzle=position.puzzle,
        )


_SHARED = "this step holds in all of them", "these steps hold in all of them"


def shared(position: Position, count: int = 1) -> str | None:
    """Return what to say beside steps of a puzzle with several solutions, None of one with a single one.

    >>> from nonet.puzzle import Position
    >>> shared(Position("1... .2.. .... ...1")).split("; ")[-1]
    'this step holds in all of them'
    """
    if _solution(position.puzzle) is not None:
        return None
    return f"{_several(position)}; {_SHARED[count != 1]}"


def _several(position: Position) -> str:
    """Return that a puzzle has several solutions, with a cell in which two of them differ."""
    try:
        position.solution()
    except MultipleSolutions as error:
        return str(error)
    return "the puzzle has several solutions"


def _stuck(position: Position, done: Sequence[Step], *, is_unique: bool = True) -> Stuck:
    empty = sum(1 for digit in position.grid if not digit)
    if not is_unique:
        end = "no technique finds more that all of them share"
        if done:
            end = f"{_SHARED[len(done) != 1]}, and no technique finds more"
        return Stuck(f"{_several(position)}; {end}", position=position, steps=done)
    cells = "1 cell is" if empty == 1 else f"{empty} cells are"
    after = "1 step" if len(done) == 1 else f"{len(done)} steps"
    return Stuck(
        f"no technique finds a step; {cells} empty after {after}", position=position, steps=done
    )
