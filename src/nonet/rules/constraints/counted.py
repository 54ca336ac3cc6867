"""What a constraint is made of on a board with digits of one's choice, with digits counted from 1.

A constraint speaks of the values of digits: of sums, of odd and even, of places. The engine and the hints count the
digits of a board from 1 to its size. Here, and nowhere else, the one becomes the other. Sets of digits keep those that
the board has. A sum over digits without gaps is the same sum with another total; over others it is an automaton that
adds the values up. What takes a digit for a number becomes a choice, one part for each digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from nonet.base.digit_sets import has_gaps
from nonet.base.errors import RulesError
from nonet.rules.constraints.automata import Reader, State, Table, TooManyMoves, table_of
from nonet.rules.constraints.pairwise import MOST_IN_SETS
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

__all__ = ["counted"]

_MOST_MOVES = 1 << 16
"""Of one automaton. A sum of all cells of a row has about 4,000."""


def counted(primitives: Iterable[Primitive], values: tuple[int, ...]) -> Iterator[Primitive]:
    """Yield primitives over values as primitives over digits that are counted from 1.

    Raises `RulesError` for one that is not known for such values.

    >>> list(counted([Linear((0, 1), (1, 1), 3, 3), Allowed(0, 0b11)], (0, 1, 2)))
    [Linear(cells=(0, 1), coefficients=(1, 1), low=5, high=5), Allowed(cell=0, digits=3)]
    """
    for each in primitives:
        yield from _COUNTED[type(each)](each, values)


_COUNTED = ByKind[Iterator[Primitive]]()
"""What a primitive becomes, by its kind."""


def _kept(mask: int, values: tuple[int, ...]) -> int:
    """Return a set of digits without those that the board does not have."""
    low = values[0]
    if not has_gaps(values):
        return mask
    return sum(1 << at for at, value in enumerate(values) if mask >> value - low & 1)


@_COUNTED.of(Different, SameSet, Regions)
def _same(each: Primitive, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield each


@_COUNTED.of(Allowed)
def _allowed(each: Allowed, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield Allowed(each.cell, _kept(each.digits, values))


@_COUNTED.of(Pair)
def _pair(each: Pair, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield Pair(each.a, each.b, _kept_rows(each.rows, values))


@lru_cache(maxsize=256)
def _kept_rows(rows: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(_kept(rows[value - values[0]], values) for value in values)


@_COUNTED.of(Automaton)
def _automaton(each: Automaton, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield each._replace(moves=_kept_moves(each.moves, values))


@lru_cache(maxsize=256)
def _kept_moves(
    moves: tuple[tuple[int, int, int], ...], values: tuple[int, ...]
) -> tuple[tuple[int, int, int], ...]:
    kept = ((one, _kept(digits, values), other) for one, digits, other in moves)
    return tuple(move for move in kept if move[1])


@_COUNTED.of(Count)
def _count(each: Count, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield each._replace(digits=_kept(each.digits, values))


@_COUNTED.of(Connected)
def _connected(each: Connected, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield each._replace(digits=_kept(each.digits, values))


@_COUNTED.of(Either)
def _either(each: Either, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield Either(tuple(tuple(counted(choice, values)) for choice in each.choices))


@_COUNTED.of(Filling)
def _filling(each: Filling, values: tuple[int, ...]) -> Iterator[Primitive]:
    yield Different(each.cells)
    yield Automaton(each.cells, *_filling_table(len(each.cells), each.sum, values))


@_COUNTED.of(Visible)
def _visible(primitive: Visible, values: tuple[int, ...]) -> Iterator[Primitive]:
    if values[0] > 0:
        yield primitive
    else:  # a 0 is not a building
        yield Different(primitive.cells)
        yield Automaton(
            primitive.cells, *_skyline_table(len(primitive.cells), primitive.seen, values)
        )


@_COUNTED.of(CountIs)
def _count_is(each: CountIs, values: tuple[int, ...]) -> Iterator[Primitive]:
    digits = _kept(each.digits, values)
    yield _by_digit(
        values,
        each.counter,
        lambda value: [Count(each.cells, digits, value, value)] * (value <= len(each.cells)),
    )


@_COUNTED.of(Element)
def _element(primitive: Element, values: tuple[int, ...]) -> Iterator[Primitive]:
    equal = tuple(1 << at for at in range(len(values)))

    def parts(value: int) -> list[Primitive]:
        place = value - primitive.first
        if not 0 <= place < len(primitive.cells):
            return []
        cell = primitive.cells[place]
        every = (1 << len(values)) - 1
        one = (
            Allowed(cell, every) if cell == primitive.value else Pair(cell, primitive.value, equal)
        )
        return [one]

    yield _by_digit(values, primitive.index, parts)


def _by_digit(
    values: tuple[int, ...], cell: int, parts: Callable[[int], Sequence[Primitive]]
) -> Primitive:
    """Return the choice of a cell that has one of the digits for which there are parts, and these with it."""
    choices = []
    for at, value in enumerate(values):
        if allowed := parts(value):
            choices.append((Allowed(cell, 1 << at), *allowed))
    return Either(tuple(choices)) if choices else Allowed(cell, 0)


@_COUNTED.of(Run)
def _run(each: Run, values: tuple[int, ...]) -> Iterator[Primitive]:
    if has_gaps(values):
        raise RulesError("expected digits without a gap between them, such as 0-8")
    yield each._replace(less=each.less + values[0] - 1)


@_COUNTED.of(Variety)
def _variety(primitive: Variety, values: tuple[int, ...]) -> Iterator[Primitive]:
    if primitive.counter in primitive.cells or len(values) > MOST_IN_SETS:
        raise RulesError(f"expected the digits 1 to {len(values)}; with others it is not solved")
    yield Automaton(
        (*primitive.cells, primitive.counter), *_variety_table(len(primitive.cells), values)
    )


# -- sums -----------------------------------------------------------------------------------------


@_COUNTED.of(Linear)
def _linear(each: Linear, values: tuple[int, ...]) -> Iterator[Primitive]:
    cells, coefficients, low, high = each
    if not has_gaps(values):
        more = (1 - values[0]) * sum(coefficients)
        yield Linear(
            cells,
            coefficients,
            None if low is None else low + more,
            None if high is None else high + more,
        )
        return
    together: dict[int, int] = {}
    for cell, coefficient in zip(cells, coefficients, strict=True):
        together[cell] = together.get(cell, 0) + coefficient
    if not together:
        yield each
        return
    # Cells that count alike can be in any order: sorted, more sums share a table.
    ordered = sorted(together, key=lambda cell: (-together[cell], cell))
    factors = tuple(together[cell] for cell in ordered)
    yield Automaton(tuple(ordered), *_sum_table(factors, low, high, values))


@lru_cache(maxsize=512)
def _sum_table(
    factors: tuple[int, ...], low: int | None, high: int | None, values: tuple[int, ...]
) -> Table:
    """Return the states and moves of an automaton that adds up values; a state is a place and the sum before it."""
    least, most = [0], [0]
    for factor in reversed(factors):
        ends = factor * values[0], factor * values[-1]
        least.append(least[-1] + min(ends))
        most.append(most[-1] + max(ends))
    least.reverse()
    most.reverse()

    def step(state: tuple[int, int], value: int) -> Iterator[tuple[int, int]]:
        place, sum_ = state
        sum_ += factors[place] * value
        place += 1
        if (high is None or sum_ + least[place] <= high) and (
            low is None or sum_ + most[place] >= low
        ):
            yield place, sum_

    return _table_of(
        len(factors), values, Reader([(0, 0)], step, lambda state: state[0] == len(factors))
    )


@lru_cache(maxsize=64)
def _filling_table(length: int, total: int, values: tuple[int, ...]) -> Table:
    from nonet.rules.constraints.outside import filling_reader

    return _table_of(length, values, filling_reader(length, values, total))


@lru_cache(maxsize=64)
def _skyline_table(length: int, seen: int, values: tuple[int, ...]) -> Table:
    from nonet.rules.constraints.outside import skyline_reader

    return _table_of(length, values, skyline_reader(seen))


@lru_cache(maxsize=64)
def _variety_table(length: int, values: tuple[int, ...]) -> Table:
    """Return an automaton that reads cells, then the number of different digits there."""

    def step(state: tuple[int, frozenset[int]], value: int) -> Iterator[tuple[int, frozenset[int]]]:
        place, held = state
        if place < length:
            yield place + 1, held | {value}
        elif len(held) == value:
            yield length + 1, frozenset()

    begin = [(0, frozenset[int]())]
    return _table_of(length + 1, values, Reader(begin, step, lambda state: state[0] > length))


def _table_of(length: int, values: tuple[int, ...], reader: Reader[State]) -> Table:
    try:
        return table_of(length, values, reader, most=_MOST_MOVES)
    except TooManyMoves:
        raise RulesError(
            "with gaps between the digits it has too many ways; expected fewer cells,"
            " or digits such as 0-8"
        ) from None
