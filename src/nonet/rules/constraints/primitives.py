"""The few shapes that every constraint is made of when a board is solved.

Cells are indices into the `Space`. Sets of digits are masks: bit ``digit - space.digits.start``. A constraint may yield
any number of primitives; together they mean the same as its `violations`.

A new primitive
===============

If the shapes that the engine knows (`src/nonet/rules/constraints/primitives.py`) cannot say what a constraint
means, or say it too slowly. Most constraints need none.

1. Its class in `constraints/primitives.py`, in `__all__`, in `Primitive` and, if its cells are in a field of
   another name, in `cells_of`. Its meaning, slow and obvious, in `tests/meaning.py`.
2. Its words in the list of primitives in `core/core.h`, and a function for it, marked with ``of``, in each table by
   kind: how the words are written in `src/nonet/engine/models.py`, what it leaves of candidates in
   `src/nonet/rules/narrowing.py`, and in `counted.py` what it becomes on a board with digits of one's choice,
   which are counted from 1 there. If ISS can say it, `_lowered` in `formats/iss_writing.py`.
3. Its row in `core/search/kinds.def`, which says what a kind needs; what is missing does not compile. The check of
   its words with the room they need, and its tables, in `make_*.cpp` of `core/search/`; which of its cells differ,
   if any do, in `read_differences` of `model_maker.hpp`; in `free_numbers.hpp` whether it cares about the numbers
   of regions. A function that finds its consequences and one that gives their reasons, in a header of its own,
   included in `constrained.hpp`; without the second (`by_all`), all candidates that are gone are the reason
   (`docs/decisions/0009-propagators-give-reasons.md` says why there are reasons). Read the opening of
   `constrained.hpp` first, with `keep`, `give_up` and `Before` there: they are the contract of the two functions,
   and `self` is the candidate whose elimination is explained, `kNone` for a conflict. `filling.hpp` is the one to
   start from. Two special cases. An `Either` asks the second function why a choice fails. If the first function
   eliminates in several steps, and the second explains only the one that `self` belongs to, a later step may be the
   one that fails: then the kind is in `one_step` of `explain_failure` (`either.hpp`), and all candidates that are
   gone are the reason. And if one call eliminates all that follows, so that its own eliminations need not call it
   again, it sets `complete` of the board.
4. Its meaning once more in `meaning.hpp`, which the fuzz target compares with each reason, and random words of it
   in `core/fuzz/models.hpp` (`kKinds`).
5. A maker in `tests/test_models.py`, and how it is moved in `tests/test_model_laws.py`.

`test_every_primitive_is_complete` in `tests/test_models.py` names the other places that are missing. The lanes
(`lane_plan.hpp`) refuse a board with a kind that they do not know, so they need no change.

`make .venv/ready` compiles what has changed. The headers of the functions and `constrained.hpp` are part of
`search.cpp`, which takes about a minute and a half; `model_maker.hpp` is part of the sources that make tables,
which take a second each.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple, ParamSpec, TypeAlias, TypeVar

from nonet.base.caches import Cache
from nonet.rules.constraints.space import Space

__all__ = [
    "MOST_SET_DIGITS",
    "Allowed",
    "Automaton",
    "ByKind",
    "Connected",
    "Count",
    "CountIs",
    "Different",
    "Either",
    "Element",
    "Filling",
    "Linear",
    "Pair",
    "Primitive",
    "Regions",
    "Run",
    "SameSet",
    "Variety",
    "Visible",
    "cells_of",
    "relation",
]

Indices: TypeAlias = tuple[int, ...]

MOST_SET_DIGITS = 10
"""The most digits that a board with a `Filling` or a `Visible` may have."""


class Allowed(NamedTuple):
    """A cell holds a digit of the set."""

    cell: int
    digits: int


class Different(NamedTuple):
    """The cells hold different digits: every digit once, if there are as many cells as digits."""

    cells: Indices


class Linear(NamedTuple):
    """The sum of coefficient times digit is at least ``low`` and at most ``high``; None is no bound."""

    cells: Indices
    coefficients: tuple[int, ...]
    low: int | None
    high: int | None


class Pair(NamedTuple):
    """``rows[i]`` is the set of digits that ``b`` can have when ``a`` has the digit number ``i`` of the board."""

    a: int
    b: int
    rows: tuple[int, ...]


class Automaton(NamedTuple):
    """The digits of the cells, in order, lead from a state of ``start`` to a state of ``accept``.

    A move is ``(state, digits, state)``. There may be several moves for one digit.
    """

    cells: Indices
    states: int
    start: frozenset[int]
    accept: frozenset[int]
    moves: tuple[tuple[int, int, int], ...]


class Count(NamedTuple):
    """From ``low`` to ``high`` of the cells hold a digit of the set."""

    cells: Indices
    digits: int
    low: int
    high: int


class CountIs(NamedTuple):
    """The digit of the cell ``counter`` is the number of the cells that hold a digit of the set."""

    cells: Indices
    digits: int
    counter: int


class Element(NamedTuple):
    """The cell ``cells[d - first]`` holds the same digit as ``value``; ``d`` is the digit of ``index``."""

    index: int  # type: ignore[assignment]
    cells: Indices
    value: int
    first: int = 1


class SameSet(NamedTuple):
    """The groups, all of one length, hold the same digits, each as often."""

    groups: tuple[Indices, ...]


class Either(NamedTuple):
    """All primitives of at least one choice hold."""

    choices: tuple[tuple[Primitive, ...], ...]


class Connected(NamedTuple):
    """The cells that hold a digit of the set form one region, joined by edges, with ``low`` to ``high`` cells.

    ``edges`` are pairs of cells. No cell at all is a region only if ``low`` is 0.
    """

    cells: Indices
    edges: tuple[tuple[int, int], ...]
    digits: int
    low: int
    high: int


class Regions(NamedTuple):
    """The homes hold the numbers of regions: each has ``size`` homes, joined by edges, and its cells all differ.

    ``cells`` belong to ``homes`` in this order, and ``edges`` are pairs of homes. The numbers are the lowest digits, in
    the order of their first homes.
    """

    homes: Indices
    cells: Indices
    edges: tuple[tuple[int, int], ...]
    size: int


class Filling(NamedTuple):
    """The cells differ; the digits between the lowest and the highest of them, along the cells, have the sum.

    There are at least two cells, no more cells than digits, and at most ten digits.
    """

    cells: Indices
    sum: int


class Visible(NamedTuple):
    """The cells differ, and so many of them hold a digit above 0 that is higher than all before it.

    There are at least two cells, no more cells than digits, and at most ten digits.
    """

    cells: Indices
    seen: int


class Run(NamedTuple):
    """The digit of the counter, plus ``less``, is how many cells have the digit of ``cell``.

    These are the cell itself, and of each group those before the first one with another digit.
    """

    cell: int
    groups: tuple[Indices, ...]
    counter: int
    less: int


class Variety(NamedTuple):
    """The digit of the counter is how many different digits the cells hold."""

    cells: Indices
    counter: int


Primitive: TypeAlias = (
    Allowed
    | Different
    | Linear
    | Pair
    | Automaton
    | Count
    | CountIs
    | Element
    | SameSet
    | Either
    | Connected
    | Regions
    | Filling
    | Visible
    | Run
    | Variety
)


_P = ParamSpec("_P")
_T = TypeVar("_T")


class ByKind(dict[type, Callable[..., _T]]):
    """Functions by the kind of primitive that they are for; a test asks that each such table has all kinds.

    >>> lengths = ByKind[int]()
    >>> @lengths.of(Different, Linear)
    ... def length(primitive):
    ...     return len(primitive.cells)
    >>> lengths[Different](Different((0, 1)))
    2
    """

    def of(self, *kinds: type[Primitive]) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
        """Return a decorator for the function of some kinds."""

        def keep(function: Callable[_P, _T]) -> Callable[_P, _T]:
            self.update(dict.fromkeys(kinds, function))
            return function

        return keep


def cells_of(primitive: Primitive) -> Indices:
    """Return all cells of a primitive, each once.

    >>> cells_of(Pair(4, 7, ())), cells_of(Element(1, (2, 3), 4)), cells_of(Either(((Allowed(5, 1),), ())))
    ((4, 7), (1, 4, 2, 3), (5,))
    """
    # A tuple has the names "index" and "count", too: a primitive has them only if they are its fields.
    fields = primitive._asdict()
    found = [fields[n] for n in ("cell", "a", "b", "index", "value", "counter") if n in fields]
    for name in ("homes", "cells"):
        found += fields.get(name, ())
    found += (cell for group in fields.get("groups", ()) for cell in group)
    for choice in fields.get("choices", ()):
        found += (cell for each in choice for cell in cells_of(each))
    return tuple(dict.fromkeys(found))


_RELATIONS = Cache[tuple[int, ...]](1024)


def relation(space: Space, key: Hashable, holds: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the rows of a `Pair`: which digits may stand together. ``key`` says what ``holds`` depends on.

    >>> [bin(row) for row in relation(Space(2, 2, range(1, 4)), "less", lambda a, b: a < b)]
    ['0b110', '0b100', '0b0']
    """
    digits = space.digits
    return _RELATIONS.get(
        (key, space.values),
        lambda: tuple(space.mask([b for b in digits if holds(a, b)]) for a in digits),
    )
