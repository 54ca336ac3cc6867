"""Who finds a step of a profile: the core, `nonet.deduction` what constraints say, or a function of your own.

A technique of your own is between techniques of nonet. Those before it are tried first, then the function, then
the rest. What a function yields is checked here before it is shown: the solution is known, so a step that
contradicts it is an error that names the function, and never a wrong hint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, TypedDict

from nonet import deduction, engine
from nonet.base.cells import cell_name
from nonet.base.errors import LimitReached, TimeLimitReached
from nonet.puzzle import network
from nonet.puzzle.errors import UnsoundStep
from nonet.steps import TECHNIQUES, Mark, OwnTechnique, Premise, Profile, Role, Step

if TYPE_CHECKING:
    from nonet.boards.grid import Candidates, Grid
    from nonet.puzzle.position import Position
    from nonet.rules import Rules
    from nonet.steps import ProfileRow

__all__ = [
    "all_on",
    "all_steps",
    "board_of",
    "is_core_alone",
    "known",
    "next_on",
    "next_step",
    "next_up_to",
    "path",
    "premise",
]


def path(
    position: Position, order: Profile, budget: int | None, solution: Grid | None, most: int
) -> Iterator[Step]:
    """Yield the first step of a profile and up to ``most`` - 1 that follow it; none if no technique finds one.

    Steps that follow are found in the same call of the core, where it finds them all by itself and the boards between
    need no look at constraints.
    """
    if not (is_core_alone(position.rules, order) and _is_settled(position.rules)):
        step = next_step(position, order, budget, solution)
        if step is not None:
            yield step
        return
    is_open = solution is None and budget is None
    try:
        yield from engine.path(
            board_of(position),
            most=most,
            profile=order,
            budget=_OPEN if is_open else budget,
            rules=position.rules,
            **known(position, is_unique=solution is not None),
        )
    except LimitReached:
        if not is_open:
            raise


def next_step(
    position: Position, order: Profile, budget: int | None, solution: Grid | None
) -> Step | None:
    """Return the first step of a profile, None if no technique finds one.

    Without a ``solution`` the puzzle has several, and techniques may take nothing but the rules for granted.
    """
    board, given = board_of(position), known(position, is_unique=solution is not None)
    is_open = solution is None and budget is None
    for part in _parts(order):
        if not isinstance(part, Profile):
            step = next(_own_steps(position, part, given["premise"], solution), None)
        else:
            try:
                nodes = _OPEN if is_open else budget
                step = next_on(
                    position.rules, board, part, budget=nodes, solution=solution, **given
                )
            except LimitReached:
                if not is_open:
                    raise
                step = None
        if step is not None:
            return step
    return None


_OPEN = 2_000_000
"""Implications for a step of a puzzle with several solutions: most have none at the end."""


def next_up_to(
    position: Position,
    order: Profile,
    most: float,
    budget: int | None,
    solution: Grid,
    *,
    loose: bool = False,
) -> Step | None:
    """Return the first step of a unique puzzle if it is rated at most ``most``, None if there is none.

    ``order`` is the beginning of a profile. A step that takes more than the budget does not count. What a constraint
    eliminates by itself is sometimes found only where the profile comes to chains; ``loose`` looks for that too.
    """
    try:
        step = next_step(position, order, budget, solution)
    except LimitReached:
        step = None
    if step is None and loose and not engine.geometry_of(position.rules).is_complete:
        board, givens = board_of(position), known(position)["givens"]
        step = network.of_one_constraint(position.rules, board, order, givens=givens)
    return step if step is not None and step.rating <= most else None


def next_on(
    rules: Rules,
    board: Candidates,
    order: Profile,
    *,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.RULES,
    solution: Grid | None = None,
) -> Step | None:
    """Return the first step on a board, which is taken as it is, by a profile without techniques of your own.

    The ``solution`` of a puzzle that has one only saves tries.
    """
    for finder, run in _runs(rules, order):
        if finder is _Finder.CORE:
            try:
                step = engine.next_step(
                    board,
                    profile=run,
                    budget=budget,
                    givens=givens,
                    premise=_premise_of_core(rules, premise),
                    rules=rules,
                )
            except LimitReached:
                # A board that constraints leave nearly empty has more implications than the core keeps: no step.
                if budget is not None or rules.is_classic:
                    raise
                step = None
        elif finder is _Finder.NETWORK:
            step = network.next_step(
                rules, board, run, whole=order, budget=budget, givens=givens, solution=solution
            )
        else:
            step = deduction.next_step(rules, board, profile=run, givens=givens, premise=premise)
        if step is not None:
            return step
    return None


def all_steps(
    position: Position, order: Profile, everything: bool, budget: int | None, solution: Grid | None
) -> tuple[Step, ...]:
    """Return all steps of a profile, in its order; chains as `nonet.engine.all_steps` does."""
    rules, board = position.rules, board_of(position)
    given = known(position, is_unique=solution is not None)
    steps: tuple[Step, ...] = ()
    for part in _parts(order):
        if isinstance(part, Profile):
            steps += all_on(
                *(rules, board, part, steps),
                everything=everything,
                budget=budget,
                solution=solution,
                **given,
            )
            continue
        each: dict[object, Step] = {}  # each conclusion once
        for step in _own_steps(position, part, given["premise"], solution):
            each.setdefault((step.places, frozenset(step.removes.items())), step)
        steps += tuple(each.values())
    return steps


def all_on(
    rules: Rules,
    board: Candidates,
    order: Profile,
    easier: tuple[Step, ...] = (),
    *,
    everything: bool = False,
    budget: int | None = None,
    givens: Grid | None = None,
    premise: Premise = Premise.RULES,
    solution: Grid | None = None,
) -> tuple[Step, ...]:
    """Return all steps on a board as `next_on` does; ``easier`` are known already."""
    steps: tuple[Step, ...] = ()
    for finder, run in _runs(rules, order):
        if finder is _Finder.NETWORK:
            if everything or not (easier or steps):
                steps += network.all_steps(
                    rules, board, run, whole=order, budget=budget, givens=givens, solution=solution
                )
            continue
        if finder is _Finder.CONSTRAINT:
            steps += deduction.all_steps(rules, board, profile=run, givens=givens, premise=premise)
            continue
        try:
            steps += engine.all_steps(
                board,
                profile=run,
                everything=everything,
                easier=bool(easier or steps),
                budget=budget,
                givens=givens,
                premise=_premise_of_core(rules, premise),
                rules=rules,
            )
        except (LimitReached, TimeLimitReached) as error:
            known = (*easier, *steps, *(error.progress or ()))
            raise error.with_progress(known) from None
    return steps


def board_of(position: Position) -> Candidates:
    """Return the candidates that are left, without those that a constraint rules out at sight."""
    rules, board = position.rules, position.candidates()
    return board if _is_settled(rules) else deduction.without_seen(rules, board)


def _is_settled(rules: Rules) -> bool:
    """Whether `Position.after` eliminates all that the rules do when a digit is placed."""
    return rules.houses_only and rules.known_houses == rules.houses


# -- who finds what -------------------------------------------------------------------------------


def is_core_alone(rules: Rules, order: Profile) -> bool:
    """Return whether the core knows all rules of a board, and finds all that a profile looks for on it."""
    return not order.own and all(finder is _Finder.CORE for finder, _ in _runs(rules, order))


@lru_cache(maxsize=64)
def _parts(order: Profile) -> tuple[Profile | ProfileRow, ...]:
    return tuple(order.parts())


@lru_cache(maxsize=64)
def _runs(rules: Rules, order: Profile) -> tuple[tuple[_Finder, Profile], ...]:
    """Return the rows of a profile in runs, each with who finds its techniques on this board.

    Where the core does not know all rules, chains that branch run through constraints as well, and the core need not
    look for those through houses alone.
    """
    if rules.is_classic:
        return ((_Finder.CORE, order),)
    general = dict.fromkeys(engine.general_techniques(rules.size), _Finder.CORE)
    if not engine.geometry_of(rules).is_complete:
        general = {name: who for name, who in general.items() if name not in _DEAR}
        general |= dict.fromkeys(deduction.possible(rules), _Finder.CONSTRAINT)
        general |= dict.fromkeys(network.CONSTRAINED, _Finder.NETWORK)
    elif _SMALL < rules.size <= _MEDIUM:
        general |= dict.fromkeys(network.CHAINS, _Finder.NETWORK)
    known = [row for row in order.rows if row.technique.id in general]
    runs = groupby(known, lambda row: general[row.technique.id])
    return tuple((finder, replace(order, rows=tuple(rows))) for finder, rows in runs)


class _Finder(Enum):
    """Who finds a technique on a board."""

    CORE = "houses"
    CONSTRAINT = "one constraint"
    NETWORK = "houses and constraints together"


_SMALL, _MEDIUM = 9, 16
"""The largest boards on which the core looks for all chains, and those with chains of other kinds beside them."""

_DEAR = frozenset(
    each.id
    for each in TECHNIQUES
    if each.id.startswith(("dynamic_", "nested_", "cell_forcing", "house_forcing", "nishio"))
) | {"aligned_triple_exclusion"}
"""What takes long on boards that constraints leave nearly empty, and what chains through constraints find sooner."""


def _premise_of_core(rules: Rules, premise: Premise) -> Premise:
    """Return what techniques of the core may take for granted: uniqueness only where it knows all rules.

    Two digits that could be swapped as far as houses go may not be so because of a cage.
    """
    is_known = rules.is_classic or engine.geometry_of(rules).is_complete
    return premise if is_known else Premise.RULES


class _Known(TypedDict):
    givens: Grid | None
    premise: Premise


def known(position: Position, *, is_unique: bool = True) -> _Known:
    """Return what is known beside the board: the givens, and what techniques may take for granted."""
    givens = position.givens if position.givens_known else None
    return {"givens": givens, "premise": premise(position) if is_unique else Premise.RULES}


def premise(position: Position) -> Premise:
    """Return what techniques may take for granted in a position whose puzzle has one solution."""
    if position.givens_known:
        return Premise.RULES if position.marks is not None else Premise.GIVENS
    count, exact = engine.count(position.rules, position.grid, None, limit=2, budget=GUESSES)
    return Premise.UNIQUE if exact and count == 1 else Premise.RULES


GUESSES = 100_000
"""Of the search that says whether filled cells have one solution; where it takes more, it is not known."""


# -- techniques of your own -----------------------------------------------------------------------


def _own_steps(
    position: Position, row: ProfileRow, premise: Premise, solution: Grid | None
) -> Iterator[Step]:
    """Yield the steps of a technique of your own, checked, each as it changes the board."""
    own = row.technique
    assert isinstance(own, OwnTechnique)
    if own.needs > premise:
        return
    for step in _yielded(own, position):
        if not isinstance(step, Step):
            kind = type(step).__name__
            raise TypeError(
                f"{own.source}: expected a Step, as {own.id}.step() makes it, got {kind}"
            )
        _require_on_board(step, own, position)
        changed = _as_it_changes(replace(step, technique=own, rating=row.rating), position)
        _require_sound(changed, own, position, solution)
        if changed.places is not None or changed.removes:
            yield changed


def _yielded(own: OwnTechnique, position: Position) -> Iterator[Step]:
    """Yield what the function finds; its own errors are not taken for those of nonet."""
    try:
        yield from own(position)
    except Exception as error:
        raise RuntimeError(f"{own.source} failed: {error!r}") from error


def _require_on_board(step: Step, own: OwnTechnique, position: Position) -> None:
    """Raise `ValueError` if a step names a cell or a house that the board does not have."""
    rules, cells = position.rules, [*step.removes, *(mark.cell for mark in step.marks)]
    cells += [] if step.places is None else [step.places.cell]
    for name, numbers, count in (
        ("cell", cells, rules.size**2),
        ("house", step.houses, len(rules.known_houses)),
    ):
        for number in numbers:
            if number not in range(count):
                raise ValueError(f"{own.source}: expected a {name} 0 to {count - 1}, got {number}")


def _as_it_changes(step: Step, position: Position) -> Step:
    """Return a step without what the board says already, with marks for what it changes, and its board."""
    left, places = position.candidates(), step.places
    if places is not None and position.grid[places.cell]:
        places = None
    removes = {
        cell: gone
        for cell, digits in sorted(step.removes.items())
        if not position.grid[cell] and (gone := digits & left[cell])
    }
    marks = [mark for mark in step.marks if mark.role is not Role.TARGET]
    if places is not None:
        marks.append(Mark(Role.TARGET, places.cell, frozenset([places.digit])))
    marks += [Mark(Role.TARGET, cell, digits) for cell, digits in removes.items()]
    return replace(
        step,
        places=places,
        removes=removes,
        marks=tuple(marks),
        rules=position.rules,
        board=left,
        givens=position.givens if position.givens_known else None,
    )


def _require_sound(
    step: Step, own: OwnTechnique, position: Position, solution: Grid | None
) -> None:
    """Raise `UnsoundStep` if a step contradicts the solution; it names the function, the cell and the digit."""
    if solution is None:
        solution = _contradicted(step, position)
        if solution is None:
            return
    wrong = [(cell, f"eliminates {solution.values[cell]} from") for cell in step.removes]
    wrong = [(cell, what) for cell, what in wrong if solution[cell] in step.removes[cell]]
    if step.places is not None and step.places.digit != solution[step.places.cell]:
        wrong.insert(0, (step.places.cell, f"places {step.places.digit} in"))
    for cell, what in wrong:
        name = cell_name(cell, position.rules.size)
        raise UnsoundStep(
            f"{own.source} {what} {name}, where the solution has {solution.values[cell]};"
            " correct the function",
            position=position,
            step=step,
        )


def _contradicted(step: Step, position: Position) -> Grid | None:
    """Return a solution of a puzzle with several that a step excludes, None if a search finds none."""
    gone = dict(step.removes)
    if step.places is not None:
        others = position.candidates()[step.places.cell] - {step.places.digit}
        gone[step.places.cell] = gone.get(step.places.cell, frozenset()) | others
    for cell, digits in gone.items():
        for digit in digits:
            tried = position.grid.with_digits({cell: digit})
            solutions = engine.solutions(
                position.rules, tried, position.candidates(), budget=GUESSES
            )
            if (grid := next(solutions, None)) is not None:
                return grid
    return None
