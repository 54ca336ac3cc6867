"""What primitives mean, slow and obvious, and a solver that asks `violations`: the judges of constraints."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from nonet.rules import Rules
from nonet.rules.constraints.primitives import (
    Allowed,
    Automaton,
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


def holds(primitive: Primitive, values: Sequence[int], of: range) -> bool:
    """Return whether a primitive holds: ``values`` are the digits by cell, ``of`` are all digits of the board."""

    def bit(cell: int) -> int:
        return 1 << (values[cell] - of.start)

    match primitive:
        case Allowed(cell, allowed):
            return bool(bit(cell) & allowed)
        case Different(cells):
            return len({values[cell] for cell in cells}) == len(cells)
        case Linear(cells, coefficients, low, high):
            pairs = zip(coefficients, cells, strict=True)
            total = sum(coefficient * values[cell] for coefficient, cell in pairs)
            return (low is None or low <= total) and (high is None or total <= high)
        case Pair(a, b, rows):
            return bool(rows[values[a] - of.start] & bit(b))
        case Automaton(cells, _, start, accept, moves):
            states = set(start)
            for cell in cells:
                states = {to for one, allowed, to in moves if one in states and allowed & bit(cell)}
            return bool(states & accept)
        case Count(cells, allowed, low, high):
            return low <= sum(bool(bit(cell) & allowed) for cell in cells) <= high
        case CountIs(cells, allowed, counter):
            return values[counter] == sum(bool(bit(cell) & allowed) for cell in cells)
        case Element(index, cells, value, first):
            place = values[index] - first
            return 0 <= place < len(cells) and values[cells[place]] == values[value]
        case Filling(cells, total):
            found = [values[cell] for cell in cells]
            one, other = sorted((found.index(min(found)), found.index(max(found))))
            return len(set(found)) == len(found) and sum(found[one + 1 : other]) == total
        case Visible(cells, seen):
            found = [values[cell] for cell in cells]
            heights = [max(0, *found[:place]) for place in range(1, len(found) + 1)]
            return len(set(found)) == len(found) and len({*heights, 0}) == seen + 1
        case Run(cell, groups, counter, less):
            runs = [takewhile(lambda each: values[each] == values[cell], group) for group in groups]
            return values[counter] + less == 1 + sum(1 for run in runs for _ in run)
        case Variety(cells, counter):
            return values[counter] == len({values[cell] for cell in cells})
        case SameSet(groups):
            return len({tuple(sorted(values[cell] for cell in group)) for group in groups}) == 1
        case Either(choices):
            return any(all(holds(part, values, of) for part in parts) for parts in choices)
        case Connected(cells, edges, allowed, low, high):
            inside = {cell for cell in cells if bit(cell) & allowed}
            return low <= len(inside) <= high and _is_one_region(inside, edges)
        case Regions(homes, cells, edges, size):
            numbers = [values[home] - of.start for home in homes]
            if list(dict.fromkeys(numbers)) != list(range(len(homes) // size)):
                return False
            for number in set(numbers):
                inside = {home for home in homes if values[home] - of.start == number}
                held = [
                    values[cell]
                    for cell, of_region in zip(cells, numbers, strict=True)
                    if of_region == number
                ]
                if (
                    len(inside) != size
                    or len(set(held)) != size
                    or not _is_one_region(inside, edges)
                ):
                    return False
            return True


def _is_one_region(inside: set[int], edges: Iterable[tuple[int, int]]) -> bool:
    found = [min(inside)] if inside else []
    for cell in found:
        for a, b in edges:
            for one, other in ((a, b), (b, a)):
                if one == cell and other in inside and other not in found:
                    found.append(other)
    return len(found) == len(inside)


def solutions(
    rules: Rules, givens: Sequence[int], rng: random.Random | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield every full board, by trying digits cell by cell and asking `violations`."""
    space = rules.space
    board = {name: digit for name, digit in zip(space.names, givens, strict=True) if digit}
    order = [name for name in space.names if name not in board]
    if not fits(rules, board):
        return
    yield from _filled(rules, board, order, rng)


def _filled(
    rules: Rules, board: dict[str, int], order: Sequence[str], rng: random.Random | None
) -> Iterator[tuple[int, ...]]:
    if not order:
        yield tuple(board[name] for name in rules.space.names)
        return
    digits = list(rules.space.digits)
    if rng:
        rng.shuffle(digits)
    for digit in digits:
        board[order[0]] = digit
        if fits(rules, board, order[0]):
            yield from _filled(rules, board, order[1:], rng)
    del board[order[0]]


def fits(rules: Rules, board: Mapping[str, int], changed: str | None = None) -> bool:
    """Return whether neither houses nor constraints are violated; only houses of a cell, if one is named."""
    for house in rules.space.houses:
        if changed is None or changed in house.cells:
            digits = [board[name] for name in house.cells if name in board]
            if len(set(digits)) < len(digits):
                return False
    return not any(True for each in rules.constraints for _ in each.violations(board, rules.space))
