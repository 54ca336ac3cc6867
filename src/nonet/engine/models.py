"""Constraints as the core takes them: the primitives of a model as words of 64 bits.

`nonet.rules.constraints.primitives` says what each primitive means; ``core/core.h`` describes the words, and only this
module writes them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import ParamSpec, TypeAlias

from nonet import _core
from nonet.base.caches import Cache
from nonet.base.errors import LimitReached, RulesError
from nonet.engine.budgets import bounds
from nonet.engine.model_faults import fault_of
from nonet.engine.results import Status
from nonet.rules.constraints.automata import MOST_MOVES
from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
    ByKind,
    Connected,
    Count,
    CountIs,
    Different,
    Either,
    Element,
    Filling,
    Linear,
    Pair,
    Primitive,
    Regions,
    Run,
    SameSet,
    Variety,
    Visible,
)

__all__ = ["model_solutions", "model_tables", "search_model", "words_of"]

Words: TypeAlias = Sequence[int]

_P = ParamSpec("_P")
_UNBOUNDED = 1 << 61
_MACHINE = 5


def model_tables(cells: int, digits: range, primitives: Iterable[Primitive]) -> _core.Tables:
    """Return the tables of a board with ``cells`` cells and these constraints.

    Raises `RulesError` if the core cannot hold them.
    """
    return tables_of_words(cells, digits, words_of(primitives))


def tables_of_words(cells: int, digits: range, words: array[int]) -> _core.Tables:
    """Return the tables of a board whose constraints are words, as `words_of` makes them."""
    try:
        return _core.Tables(cells, len(digits), digits.start, words)
    except ValueError:
        raise fault_of(cells, digits, words) from None


def search_model(
    tables: _core.Tables, masks: Sequence[int], *, limit: int = 2, budget: int | None = None
) -> tuple[Status, int, bytes]:
    r"""Return the status, the number of solutions up to ``limit``, and the first one: digit numbers from 1.

    ``masks`` has one set of digits for each cell.

    >>> tables = model_tables(2, range(0, 3), [Linear((0, 1), (1, 1), 3, 3)])
    >>> search_model(tables, [0b111, 0b111])
    (<Status.MULTIPLE: 1>, 2, b'\x02\x03')
    """
    limit, guesses_allowed = bounds(limit, budget)
    solution, state, counts = bytearray(len(masks)), bytearray(1), array("Q", [0])
    results = solution, len(masks), 0, counts, state, None, None
    tables.solve_marks(array("Q", masks), 1, limit, guesses_allowed, *results)
    return Status(state[0]), counts[0], bytes(solution) if counts[0] else b""


def model_solutions(
    tables: _core.Tables, masks: Sequence[int], *, budget: int | None = None
) -> Iterator[bytes]:
    """Yield every solution as the search finds it. Raises `LimitReached` when the budget is spent."""
    _, guesses_allowed = bounds(1, budget)
    running = _core.GeneralSearch(tables, array("Q", masks))
    more, capacity, number = True, 2, 0
    while more:
        more, status, _, cells = running.next(capacity, guesses_allowed)
        for start in range(0, len(cells), len(masks)):
            number += 1
            yield cells[start : start + len(masks)]
        if status == Status.OUT_OF_BUDGET:
            spent = f"{budget} {'guess' if budget == 1 else 'guesses'} is spent"
            message = f"the budget of {spent}; {number} solution(s) so far"
            raise LimitReached(message, progress=number)
        capacity = min(4 * capacity, 4096)


def words_of(primitives: Iterable[Primitive]) -> array[int]:
    """Return the words of primitives: the machines of all automata first, each once.

    >>> list(words_of([Different((0, 1, 2)), Allowed(2, 0b101)]))
    [2, 3, 0, 1, 2, 1, 2, 2, 5]
    """
    machines = _Machines()
    words = array("q", _write(primitives, machines))
    return machines.words + words


def machines_in(words: array[int]) -> int:
    """Return the number of machines with which words begin.

    >>> machines_in(words_of([Different((0, 1))]))
    0
    """
    at = number = 0
    while at < len(words) and words[at] == _MACHINE:
        at, number = at + 2 + words[at + 1], number + 1
    return number


class _Machines:
    """The different automata of a model; many cells share one."""

    def __init__(self) -> None:
        self.words = array("q")
        self.numbers: dict[bytes, int] = {}
        self.known: dict[int, tuple[Automaton, int]] = {}

    def number_of(self, automaton: Automaton) -> int:
        words = _machine_words(automaton)
        key = words.tobytes()
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.numbers)
            self.words += words
        self.known[id(automaton.moves)] = automaton, number
        return number


def _same_ends(a: Automaton, b: Automaton) -> bool:
    return (a.states, a.start, a.accept) == (b.states, b.start, b.accept)


_MACHINE_WORDS = Cache["tuple[Automaton, array[int]]"](
    MOST_MOVES, lambda kept: 100 + len(kept[0].moves)
)


def _machine_words(automaton: Automaton) -> array[int]:
    """Return the words of an automaton without its cells."""

    def make() -> tuple[Automaton, array[int]]:
        start, accept = sorted(automaton.start), sorted(automaton.accept)
        moves = list(chain.from_iterable(automaton.moves))
        length = 3 + len(start) + len(accept) + len(moves)
        head = _MACHINE, length, automaton.states, len(start), len(accept)
        return automaton, array("q", [*head, *start, *accept, *moves])

    # Automata of one table share their moves. An entry keeps these alive, so the key stays theirs.
    known, words = _MACHINE_WORDS.get(id(automaton.moves), make)
    return words if _same_ends(known, automaton) else make()[1]


_WORDS = ByKind["Words | None"]()
"""The words of a primitive after their number, by its kind; None for one that says nothing."""

_NUMBERS: dict[type, int] = {}
"""The numbers of the kinds in ``core/core.h``."""


def _words(
    kind: type[Primitive], number: int
) -> Callable[[Callable[_P, Words | None]], Callable[_P, Words | None]]:
    """Return a decorator for the function that makes the words of a kind."""
    _NUMBERS[kind] = number
    return _WORDS.of(kind)


def _write(primitives: Iterable[Primitive], machines: _Machines) -> list[int]:
    words: list[int] = []
    for primitive in primitives:
        kind = type(primitive)
        own = _WORDS[kind](primitive, machines)
        if own is not None:
            words += (_NUMBERS[kind], len(own), *own)
    return words


@_words(Allowed, 1)
def _allowed(p: Allowed, _: _Machines) -> Words:
    return p


@_words(Different, 2)
def _different(p: Different, _: _Machines) -> Words:
    return p.cells


@_words(Linear, 3)
def _linear(p: Linear, _: _Machines) -> Words:
    low = -_UNBOUNDED if p.low is None else p.low
    high = _UNBOUNDED if p.high is None else p.high
    return low, high, *chain.from_iterable(zip(p.cells, p.coefficients, strict=True))


@_words(Pair, 4)
def _pair(p: Pair, _: _Machines) -> Words:
    return p.a, p.b, *p.rows


@_words(Automaton, 6)
def _automaton(p: Automaton, machines: _Machines) -> Words:
    # Most automata of a model share one tuple of moves: comparing it by identity saves its hash.
    known = machines.known.get(id(p.moves))
    number = known[1] if known and _same_ends(known[0], p) else machines.number_of(p)
    return number, *p.cells


@_words(Count, 7)
def _count(p: Count, _: _Machines) -> Words:
    return p.digits, p.low, p.high, *p.cells


@_words(CountIs, 8)
def _count_is(p: CountIs, _: _Machines) -> Words:
    return p.digits, p.counter, *p.cells


@_words(Element, 9)
def _element(p: Element, _: _Machines) -> Words:
    return p.index, p.value, p.first, *p.cells


@_words(SameSet, 10)
def _same_set(p: SameSet, _: _Machines) -> Words | None:
    length = len(p.groups[0]) if p.groups else 0
    if any(len(group) != length for group in p.groups):
        raise RulesError("expected groups of equal lengths")
    return (length, *chain.from_iterable(p.groups)) if length else None


@_words(Either, 11)
def _either(p: Either, machines: _Machines) -> Words:
    choices = [_write(choice, machines) for choice in p.choices]
    return [word for words in choices for word in (len(words), *words)]


@_words(Connected, 12)
def _connected(p: Connected, _: _Machines) -> Words:
    edges = chain.from_iterable(p.edges)
    return p.digits, p.low, p.high, len(p.cells), *p.cells, *edges


@_words(Regions, 13)
def _regions(p: Regions, _: _Machines) -> Words:
    return p.size, len(p.homes), *p.homes, *p.cells, *chain.from_iterable(p.edges)


@_words(Filling, 14)
def _filling(p: Filling, _: _Machines) -> Words:
    return p.sum, *p.cells


@_words(Visible, 15)
def _visible(p: Visible, _: _Machines) -> Words:
    return p.seen, *p.cells


@_words(Run, 16)
def _run(p: Run, _: _Machines) -> Words:
    groups = (word for group in p.groups for word in (len(group), *group))
    return p.less, p.counter, p.cell, *groups


@_words(Variety, 17)
def _variety(p: Variety, _: _Machines) -> Words:
    return p.counter, *p.cells
