"""What one condition leaves of the candidates of its cells: those that occur in a way to meet it.

Each primitive has a filter of its own, and the filters of one condition run until nothing changes. Most are exact; none
removes a candidate that a solution can have. A contradiction leaves a cell without candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from nonet.base.masks import bits_of, digits_of
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
    cells_of,
)
from nonet.rules.sums import combinations_of, narrowed_sum

__all__ = ["narrow", "narrow_to_counts"]

Masks: TypeAlias = "dict[int, int]"

_MOST_MOVES = 2000  # of an automaton with its cells, beyond which nobody follows it


def narrow(
    primitives: Sequence[Primitive],
    masks: Masks,
    sees: Sequence[int],
    *,
    apart: bool = False,
    whole: bool = False,
) -> bool:
    """Narrow the masks of cells in place until nothing changes; return whether each cell has a candidate left.

    With ``apart`` no two of the cells that see each other hold the same digit; sums take that into account anyway.
    ``whole``: automata are followed that nobody follows in search of a step.
    """
    is_exact = len(primitives) == 1 and _is_exact(primitives[0])
    before: Masks = {}
    while before != masks:
        before = dict(masks)
        for each in primitives:
            if whole and isinstance(each, Automaton):
                _followed(each, masks)
            else:
                _FILTERS[type(each)](each, masks, sees)
            if not all(masks.values()):
                return False
        if is_exact:
            before = dict(masks)  # by itself it would find no more
        narrow_to_counts(primitives, masks)
        if apart and not _apart(masks, sees):
            return False
    return all(masks.values())


def _is_exact(one: Primitive) -> bool:
    cells = cells_of(one)
    return isinstance(one, _EXACT) and len({*cells}) == len(cells)


def _apart(masks: Masks, sees: Sequence[int]) -> bool:
    """Take the digits of cells with one candidate from those that they see; return whether each has one left."""
    for cell, mask in masks.items():
        if not mask & (mask - 1):
            for other in masks:
                if sees[cell] >> other & 1:
                    masks[other] &= ~mask
    return all(masks.values())


_FILTERS = ByKind[None]()
"""What takes candidates away, by kind of primitive."""


@_FILTERS.of(Allowed)
def _allowed(one: Allowed, masks: Masks, sees: Sequence[int]) -> None:
    masks[one.cell] &= one.digits


@_FILTERS.of(Different)
def _different(one: Different, masks: Masks, sees: Sequence[int]) -> None:
    for cell in one.cells:
        mask = masks[cell]
        if not mask & (mask - 1):
            for other in one.cells:
                if other != cell:
                    masks[other] &= ~mask


@_FILTERS.of(Pair)
def _pair(one: Pair, masks: Masks, sees: Sequence[int]) -> None:
    left = right = 0
    first, second = masks[one.a], masks[one.b]
    for number, row in enumerate(one.rows):
        if first >> number & 1 and row & second:
            left |= 1 << number
            right |= row
    masks[one.a] = left
    masks[one.b] &= right


@_FILTERS.of(Linear)
def _linear(one: Linear, masks: Masks, sees: Sequence[int]) -> None:
    cells, factors = one.cells, one.coefficients
    if one.low == one.high and one.low is not None and all(factor == 1 for factor in factors):
        whole = sum(1 << cell for cell in set(cells))
        if len(set(cells)) == len(cells) and all(
            not whole & ~sees[cell] & ~(1 << cell) for cell in cells
        ):
            found = combinations_of([masks[cell] for cell in cells], one.low)
            if found is not None:
                masks.update(zip(cells, found.masks, strict=True))
                return
    earlier = [
        sum(1 << j for j in range(i) if sees[cell] >> cells[j] & 1) for i, cell in enumerate(cells)
    ]
    left = narrowed_sum([masks[cell] for cell in cells], factors, one.low, one.high, earlier)
    for cell, mask in zip(cells, left, strict=True):
        masks[cell] &= mask


@_FILTERS.of(Automaton)
def _automaton(one: Automaton, masks: Masks, sees: Sequence[int]) -> None:
    if len(one.moves) * len(one.cells) <= _MOST_MOVES:
        _followed(one, masks)


def _followed(one: Automaton, masks: Masks) -> None:
    ahead = [set(one.start)]
    for cell in one.cells:
        mask, states = masks[cell], ahead[-1]
        ahead.append({to for at, digits, to in one.moves if at in states and digits & mask})
    behind = ahead[-1] & one.accept
    for i in range(len(one.cells) - 1, -1, -1):
        mask, states = masks[one.cells[i]], ahead[i]
        left, before = 0, set()
        for at, digits, to in one.moves:
            if at in states and to in behind and digits & mask:
                left |= digits & mask
                before.add(at)
        masks[one.cells[i]] = left
        behind = before


@_FILTERS.of(Count)
def _count(one: Count, masks: Masks, sees: Sequence[int]) -> None:
    _counted(one.cells, one.digits, one.low, one.high, masks)


def _counted(cells: Sequence[int], digits: int, low: int, high: int, masks: Masks) -> None:
    certain = sum(not masks[cell] & ~digits for cell in cells)
    possible = sum(bool(masks[cell] & digits) for cell in cells)
    if certain > high or possible < low:
        masks[cells[0]] = 0
        return
    for cell in cells:
        if certain == high and masks[cell] & ~digits:
            masks[cell] &= ~digits
        elif possible == low and masks[cell] & digits:
            masks[cell] &= digits


def narrow_to_counts(primitives: Sequence[Primitive], masks: Masks) -> None:
    """Narrow cells that several counts need all: four cells that hold four digits hold nothing else."""
    counts = [each for each in primitives if isinstance(each, Count) and each.low > 0]
    for cells in {each.cells for each in counts}:
        free, needed, digits = set(cells), 0, 0
        for each in counts:
            if each.cells == cells:
                certain = {cell for cell in cells if not masks[cell] & ~each.digits}
                free -= certain
                if len(certain) < each.low:
                    needed += each.low - len(certain)
                    digits |= each.digits
        if needed >= len(free):
            for cell in free:
                masks[cell] &= digits


@_FILTERS.of(CountIs)
def _count_is(one: CountIs, masks: Masks, sees: Sequence[int]) -> None:
    certain = sum(not masks[cell] & ~one.digits for cell in one.cells)
    possible = sum(bool(masks[cell] & one.digits) for cell in one.cells)
    numbers = [n for n in range(max(certain, 1), possible + 1) if masks[one.counter] >> n - 1 & 1]
    masks[one.counter] &= sum(1 << n - 1 for n in numbers)
    if numbers:
        _counted(one.cells, one.digits, numbers[0], numbers[-1], masks)


@_FILTERS.of(Element)
def _element(one: Element, masks: Masks, sees: Sequence[int]) -> None:
    numbers, reached = 0, 0
    for place, cell in enumerate(one.cells):
        bit = 1 << place + one.first - 1
        if masks[one.index] & bit and masks[cell] & masks[one.value]:
            numbers |= bit
            reached |= masks[cell]
    masks[one.index] &= numbers
    masks[one.value] &= reached
    if numbers and not numbers & (numbers - 1):
        cell = one.cells[numbers.bit_length() - one.first]
        masks[cell] &= masks[one.value]


@_FILTERS.of(SameSet)
def _same_set(one: SameSet, masks: Masks, sees: Sequence[int]) -> None:
    common = -1
    for group in one.groups:
        held = 0
        for cell in group:
            held |= masks[cell]
        common &= held
    for group in one.groups:
        for cell in group:
            masks[cell] &= common


@_FILTERS.of(Either)
def _either(one: Either, masks: Masks, sees: Sequence[int]) -> None:
    cells = cells_of(one)
    left = dict.fromkeys(cells, 0)
    for choice in one.choices:
        tried = {cell: masks[cell] for cell in cells}
        if narrow(choice, tried, sees):
            for cell in cells:
                left[cell] |= tried[cell]
    masks.update(left)


@_FILTERS.of(Filling)
def _filling(one: Filling, masks: Masks, sees: Sequence[int]) -> None:
    left = dict.fromkeys(one.cells, 0)
    for i, j in combinations(range(len(one.cells)), 2):
        inside, outside = one.cells[i + 1 : j], one.cells[:i] + one.cells[j + 1 :]
        for filling in _sets(inside, one.sum, masks):
            for low_at, high_at in ((one.cells[i], one.cells[j]), (one.cells[j], one.cells[i])):
                for low, high in _crusts(masks[low_at], masks[high_at], filling):
                    others = (high - 1) & ~(2 * low - 1) & ~filling
                    if others.bit_count() < len(outside):
                        continue
                    if all(masks[cell] & others for cell in outside):
                        left[low_at] |= low
                        left[high_at] |= high
                        left.update({cell: left[cell] | filling for cell in inside})
                        left.update({cell: left[cell] | others for cell in outside})
    for cell in one.cells:
        masks[cell] &= left[cell]


def _sets(cells: Sequence[int], total: int, masks: Masks) -> Iterator[int]:
    """Yield the sets of different digits with the total that the cells can hold, as masks."""
    union = 0
    for cell in cells:
        union |= masks[cell]
    for digits in combinations(digits_of(union), len(cells)):
        found = sum(1 << digit - 1 for digit in digits)
        if sum(digits) == total and all(masks[cell] & found for cell in cells):
            yield found


def _crusts(lows: int, highs: int, filling: int) -> Iterator[tuple[int, int]]:
    """Yield the digits of two masks, as masks, between which a filling fits."""
    lowest, highest = filling & -filling, filling.bit_length()
    for low in range(lows.bit_length()):
        for high in range(low + 1, highs.bit_length()):
            fits = not filling or (1 << low < lowest and high >= highest)
            if fits and lows >> low & 1 and highs >> high & 1:
                yield 1 << low, 1 << high


@_FILTERS.of(Visible)
def _visible(one: Visible, masks: Masks, sees: Sequence[int]) -> None:
    # A state is the greatest height so far and how many are seen; those of one height are bits of a number.
    ahead = [{0: 1}]
    for cell in one.cells:
        after: dict[int, int] = {}
        for highest, seen in ahead[-1].items():
            lower, higher = _views(masks[cell], highest)
            if lower:
                after[highest] = after.get(highest, 0) | seen
            for digit in higher:
                after[digit] = after.get(digit, 0) | seen << 1
        ahead.append(after)
    behind = {h: ok for h, seen in ahead[-1].items() if (ok := seen & 1 << one.seen)}
    for place in range(len(one.cells) - 1, -1, -1):
        mask, left = masks[one.cells[place]], 0
        before: dict[int, int] = {}
        for highest, seen in ahead[place].items():
            lower, higher = _views(mask, highest)
            if lower and (ok := seen & behind.get(highest, 0)):
                left |= lower
                before[highest] = before.get(highest, 0) | ok
            for digit in higher:
                if ok := seen & behind.get(digit, 0) >> 1:
                    left |= 1 << digit - 1
                    before[highest] = before.get(highest, 0) | ok
        masks[one.cells[place]] = left
        if not left:
            return
        behind = before


def _views(mask: int, highest: int) -> tuple[int, list[int]]:
    """Return the digits of a mask that are hidden, as a mask, and those that are seen."""
    lower = mask & (1 << highest) - 1
    return lower, [d for d in range(highest + 1, mask.bit_length() + 1) if mask >> d - 1 & 1]


@_FILTERS.of(Run)
def _run(one: Run, masks: Masks, sees: Sequence[int]) -> None:
    left = dict.fromkeys(cells_of(one), 0)
    for digit in range(masks[one.cell].bit_length()):
        held = 1 << digit & masks[one.cell]
        if not held:
            continue
        runs = [set(_lengths(group, held, masks)) for group in one.groups]
        for place, group in enumerate(one.groups or ((),)):
            sums = {1 - one.less}
            for run in (*runs[:place], *runs[place + 1 :]):
                sums = {total + length for total in sums for length in run}
            for length in runs[place] if runs else {0}:
                values = [total + length for total in sums if total + length > 0]
                counted = sum(1 << value - 1 for value in values) & masks[one.counter]
                if not counted:
                    continue
                left[one.counter] |= counted
                left[one.cell] |= held
                for at, cell in enumerate(group):
                    mask = masks[cell]
                    left[cell] |= held if at < length else mask & ~held if at == length else mask
    masks.update(left)


def _lengths(cells: Sequence[int], held: int, masks: Masks) -> Iterator[int]:
    """Yield how many cells from the first on can hold a digit, if the next one holds another."""
    for length, cell in enumerate(cells):
        if masks[cell] & ~held:
            yield length
        if not masks[cell] & held:
            return
    yield len(cells)


_MOST_SETS = 2048
"""Sets of digits that are looked at; with more, a count of different digits is left alone."""


@_FILTERS.of(Variety)
def _variety(one: Variety, masks: Masks, sees: Sequence[int]) -> None:
    # A state is the set of digits so far.
    ahead = [{0}]
    for cell in one.cells:
        ahead.append({state | digit for state in ahead[-1] for digit in bits_of(masks[cell])})
        if len(ahead[-1]) > _MOST_SETS:
            return
    counts = {state.bit_count() for state in ahead[-1]}
    masks[one.counter] &= sum(1 << count - 1 for count in counts if count)
    behind = {s for s in ahead[-1] if s and masks[one.counter] >> s.bit_count() - 1 & 1}
    for place in range(len(one.cells) - 1, -1, -1):
        digits = list(bits_of(masks[one.cells[place]]))
        masks[one.cells[place]] &= sum(
            digit for digit in digits if any(state | digit in behind for state in ahead[place])
        )
        behind = {s for s in ahead[place] if any(s | digit in behind for digit in digits)}


@_FILTERS.of(Connected, Regions)
def _nothing(one: Connected | Regions, masks: Masks, sees: Sequence[int]) -> None:
    """Regions are not looked at: a person sees them as shapes, not candidate by candidate."""


_EXACT = Pair, Linear, Automaton, Filling, Visible
"""What finds in one run all that it would find in several, if no cell is in it twice."""
