"""What constraints say that houses do not: the techniques of cages, sums, lines, dots and clues.

The core finds what follows from houses and from cells that see each other. These finders work on any `Rules` and give
the same `Step`. Each family of techniques is a module with its finders by the id of the technique; a profile says in
which order they are tried.

A new technique
===============

1. A row at the end of `_VARIANT_ROWS` in `src/nonet/steps/techniques.py`, unless the classic board has the
   technique too. The core has no such row.
2. A finder in the module of its family in `src/nonet/deduction/`, with its id in the `FINDERS` of the module: a
   function that takes a `BoardView` and yields `view.step(…)`, the simplest first. `cages.py` is the one to start
   from. `FINDERS` in `__init__.py` names the modules. Unless a constraint names it as its technique, `possible` says on
   which boards it is tried. What a finder keeps in `layout.narrowed` has all in its key that the answer depends on.
3. Steps 3 and 4 of the list in `src/nonet/steps/techniques.py`: its place in `nonet.toml`, its words and lessons.
   `basis_facts.py` has the values of the words, and `sights.py` the roles of cells that see each other.
4. Its prose in `scripts/technique_pages.toml`, its kinds of puzzles in `VARIANTS` of `scripts/examples_stock.py`,
   which then finds three boards for `src/nonet/generating/examples.txt`; then `scripts/technique_pages.py` and
   `scripts/profile_page.py`. The tests take the step of the first board to try all words.
5. `tests/test_deduction.py` checks on boards with random constraints that no step eliminates a digit of any
   solution. Add a board on which yours is found often, and say there that it was found. A line in the section
   "Hints" of `docs/variants.md`. Puzzles are completed with other clues where a step is easier now, so examples there,
   in `docs/generating.md` and in docstrings may change; `tests/test_docs.py` shows which. README counts techniques.

``pytest tests/test_completeness.py -k <id>`` says what is missing. Run it first: other tests stop at the first of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from nonet.boards.grid import Candidates, Grid
from nonet.deduction import cages, clues, counting, equals, equivalences, polarity
from nonet.deduction.board_view import BoardView, without_seen
from nonet.deduction.layout import layout_of
from nonet.rules import Rules
from nonet.steps import Premise, Profile, Step

__all__ = ["FINDERS", "all_steps", "next_step", "possible", "without_seen"]

FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    **cages.FINDERS,
    **clues.FINDERS,
    **counting.FINDERS,
    **polarity.FINDERS,
    **equals.FINDERS,
    **equivalences.FINDERS,
}
"""What finds the steps of each technique, by its id."""


def possible(rules: Rules) -> frozenset[str]:
    """Return the techniques that can find something with these rules: those of cages need a sum, and so on.

    >>> from nonet.variants import parse_rules
    >>> sorted(possible(parse_rules("diagonals thermo:r1c1r2c2r3c3")))
    ['clue_pointing', 'equal_cells', 'set_equivalence', 'thermometer']
    """
    layout = layout_of(rules)
    needed = {each.technique for each in layout.conditions} | {"equal_cells"}
    if layout.cages:
        needed.add("cage_locked")
    if layout.sums:
        needed.add("last_of_sum")
    if any(each.total is not None for each in layout.conditions):
        needed.add("rule_of_45")
    if layout.followed:
        needed.add("clue_and_sight")
    if equivalences.is_possible(rules):
        needed.add("set_equivalence")
    if layout.holders:
        needed.add("clue_pointing")
    if counting.is_possible(layout):
        needed.add("counting")
    if polarity.is_possible(layout):
        needed.add("polarity")
    return frozenset(FINDERS.keys() & needed)


def next_step(
    rules: Rules,
    board: Candidates,
    *,
    profile: Profile,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
) -> Step | None:
    """Return the first step of a profile on a board, None if no technique finds one.

    ``premise`` is what the caller knows of the board; a technique that needs more is not tried.
    """
    return next(_steps(rules, board, profile, givens, premise), None)


def all_steps(
    rules: Rules,
    board: Candidates,
    *,
    profile: Profile,
    givens: Grid | None = None,
    premise: Premise = Premise.GIVENS,
) -> tuple[Step, ...]:
    """Return all steps of a profile on a board, in its order, each conclusion of a technique once; see `next_step`."""
    found: dict[object, Step] = {}
    for step in _steps(rules, board, profile, givens, premise):
        key = step.technique, step.places, frozenset(step.removes.items())
        found.setdefault(key, step)
    return tuple(found.values())


def _steps(
    rules: Rules, board: Candidates, profile: Profile, givens: Grid | None, premise: Premise
) -> Iterator[Step]:
    ratings = {row.technique.id: row.rating for row in profile.rows}
    view = BoardView(rules, board, ratings, givens)
    for row in profile.rows:
        finder = FINDERS.get(row.technique.id)
        if finder is not None and row.technique.needs <= premise:
            yield from finder(view)
