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

_MOST_MOVES = 2000  # of an automaton with its cells, beyond which no player follows it


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
    ``whole``: automata are followed that no player follows in search of a step.
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


def _is_exact(primitive: Primitive) -> bool:
    cells = cells_of(primitive)
    return isinstance(primitive, _EXACT) and len({*cells}) == len(cells)


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
def _allowed(primitive: Allowed, masks: Masks, sees: Sequence[int]) -> None:
    masks[primitive.cell] &= primitive.digits


@_FILTERS.of(Different)
def _different(primitive: Different, masks: Masks, sees: Sequence[int]) -> None:
    for cell in primitive.cells:
        mask = masks[cell]
        if not mask & (mask - 1):
            for other in primitive.cells:
                if other != cell:
                    masks[other] &= ~mask


@_FILTERS.of(Pair)
def _pair(primitive: Pair, masks: Masks, sees: Sequence[int]) -> None:
    left = right = 0
    first, second = masks[primitive.a], masks[primitive.b]
    for number, row in enumerate(primitive.rows):
        if first >> number & 1 and row & second:
            left |= 1 << number
            right |= row
    masks[primitive.a] = left
    masks[primitive.b] &= right


@_FILTERS.of(Linear)
def _linear(primitive: Linear, masks: Masks, sees: Sequence[int]) -> None:
    cells, factors = primitive.cells, primitive.coefficients
    if (
        primitive.low == primitive.high
        and primitive.low is not None
        and all(factor == 1 for factor in factors)
    ):
        whole = sum(1 << cell for cell in set(cells))
        if len(set(cells)) == len(cells) and all(
            not whole & ~sees[cell] & ~(1 << cell) for cell in cells
        ):
            combinations = combinations_of([masks[cell] for cell in cells], primitive.low)
            if combinations is not None:
                masks.update(zip(cells, combinations.masks, strict=True))
                return
    earlier = [
        sum(1 << j for j in range(i) if sees[cell] >> cells[j] & 1) for i, cell in enumerate(cells)
    ]
    left = narrowed_sum(
        [masks[cell] for cell in cells], factors, primitive.low, primitive.high, earlier
    )
    for cell, mask in zip(cells, left, strict=True):
        masks[cell] &= mask


@_FILTERS.of(Automaton)
def _automaton(primitive: Automaton, masks: Masks, sees: Sequence[int]) -> None:
    if len(primitive.moves) * len(primitive.cells) <= _MOST_MOVES:
        _followed(primitive, masks)


def _followed(primitive: Automaton, masks: Masks) -> None:
    ahead = [set(primitive.start)]
    for cell in primitive.cells:
        mask, states = masks[cell], ahead[-1]
        ahead.append({to for at, digits, to in primitive.moves if at in states and digits & mask})
    behind = ahead[-1] & primitive.accept
    for i in range(len(primitive.cells) - 1, -1, -1):
        mask, states = masks[primitive.cells[i]], ahead[i]
        left, before = 0, set()
        for at, digits, to in primitive.moves:
            if at in states and to in behind and digits & mask:
                left |= digits & mask
                before.add(at)
        masks[primitive.cells[i]] = left
        behind = before


@_FILTERS.of(Count)
def _count(primitive: Count, masks: Masks, sees: Sequence[int]) -> None:
    _counted(primitive.cells, primitive.digits, primitive.low, primitive.high, masks)


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
    counts = [count for count in primitives if isinstance(count, Count) and count.low > 0]
    for cells in {count.cells for count in counts}:
        free, needed, digits = set(cells), 0, 0
        for count in counts:
            if count.cells == cells:
                certain = {cell for cell in cells if not masks[cell] & ~count.digits}
                free -= certain
                if len(certain) < count.low:
                    needed += count.low - len(certain)
                    digits |= count.digits
        if needed >= len(free):
            for cell in free:
                masks[cell] &= digits


@_FILTERS.of(CountIs)
def _count_is(primitive: CountIs, masks: Masks, sees: Sequence[int]) -> None:
    certain = sum(not masks[cell] & ~primitive.digits for cell in primitive.cells)
    possible = sum(bool(masks[cell] & primitive.digits) for cell in primitive.cells)
    numbers = [
        n for n in range(max(certain, 1), possible + 1) if masks[primitive.counter] >> n - 1 & 1
    ]
    masks[primitive.counter] &= sum(1 << n - 1 for n in numbers)
    if numbers:
        _counted(primitive.cells, primitive.digits, numbers[0], numbers[-1], masks)


@_FILTERS.of(Element)
def _element(primitive: Element, masks: Masks, sees: Sequence[int]) -> None:
    numbers, reached = 0, 0
    for place, cell in enumerate(primitive.cells):
        bit = 1 << place + primitive.first - 1
        if masks[primitive.index] & bit and masks[cell] & masks[primitive.value]:
            numbers |= bit
            reached |= masks[cell]
    masks[primitive.index] &= numbers
    masks[primitive.value] &= reached
    if numbers and not numbers & (numbers - 1):
        cell = primitive.cells[numbers.bit_length() - primitive.first]
        masks[cell] &= masks[primitive.value]


@_FILTERS.of(SameSet)
def _same_set(primitive: SameSet, masks: Masks, sees: Sequence[int]) -> None:
    common = -1
    for group in primitive.groups:
        held = 0
        for cell in group:
            held |= masks[cell]
        common &= held
    for group in primitive.groups:
        for cell in group:
            masks[cell] &= common


@_FILTERS.of(Either)
def _either(primitive: Either, masks: Masks, sees: Sequence[int]) -> None:
    cells = cells_of(primitive)
    left = dict.fromkeys(cells, 0)
    for choice in primitive.choices:
        tried = {cell: masks[cell] for cell in cells}
        if narrow(choice, tried, sees):
            for cell in cells:
                left[cell] |= tried[cell]
    masks.update(left)


@_FILTERS.of(Filling)
def _filling(primitive: Filling, masks: Masks, sees: Sequence[int]) -> None:
    left = dict.fromkeys(primitive.cells, 0)
    for i, j in combinations(range(len(primitive.cells)), 2):
        inside, outside = primitive.cells[i + 1 : j], primitive.cells[:i] + primitive.cells[j + 1 :]
        for filling in _sets(inside, primitive.sum, masks):
            for low_at, high_at in (
                (primitive.cells[i], primitive.cells[j]),
                (primitive.cells[j], primitive.cells[i]),
            ):
                for low, high in _crusts(masks[low_at], masks[high_at], filling):
                    others = (high - 1) & ~(2 * low - 1) & ~filling
                    if others.bit_count() < len(outside):
                        continue
                    if all(masks[cell] & others for cell in outside):
                        left[low_at] |= low
                        left[high_at] |= high
                        left.update({cell: left[cell] | filling for cell in inside})
                        left.update({cell: left[cell] | others for cell in outside})
    for cell in primitive.cells:
        masks[cell] &= left[cell]


def _sets(cells: Sequence[int], total: int, masks: Masks) -> Iterator[int]:
    """Yield the sets of different digits with the total that the cells can hold, as masks."""
    union = 0
    for cell in cells:
        union |= masks[cell]
    for digits in combinations(digits_of(union), len(cells)):
        mask = sum(1 << digit - 1 for digit in digits)
        if sum(digits) == total and all(masks[cell] & mask for cell in cells):
            yield mask


def _crusts(lows: int, highs: int, filling: int) -> Iterator[tuple[int, int]]:
    """Yield the digits of two masks, as masks, between which a filling fits."""
    lowest, highest = filling & -filling, filling.bit_length()
    for low in range(lows.bit_length()):
        for high in range(low + 1, highs.bit_length()):
            fits = not filling or (1 << low < lowest and high >= highest)
            if fits and lows >> low & 1 and highs >> high & 1:
                yield 1 << low, 1 << high


@_FILTERS.of(Visible)
def _visible(primitive: Visible, masks: Masks, sees: Sequence[int]) -> None:
    # A state is the greatest height so far and how many are seen; those of one height are bits of a number.
    ahead = [{0: 1}]
    for cell in primitive.cells:
        after: dict[int, int] = {}
        for highest, seen in ahead[-1].items():
            lower, higher = _views(masks[cell], highest)
            if lower:
                after[highest] = after.get(highest, 0) | seen
            for digit in higher:
                after[digit] = after.get(digit, 0) | seen << 1
        ahead.append(after)
    behind = {h: ok for h, seen in ahead[-1].items() if (ok := seen & 1 << primitive.seen)}
    for place in range(len(primitive.cells) - 1, -1, -1):
        mask, left = masks[primitive.cells[place]], 0
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
        masks[primitive.cells[place]] = left
        if not left:
            return
        behind = before


def _views(mask: int, highest: int) -> tuple[int, list[int]]:
    """Return the digits of a mask that are hidden, as a mask, and those that are seen."""
    lower = mask & (1 << highest) - 1
    return lower, [d for d in range(highest + 1, mask.bit_length() + 1) if mask >> d - 1 & 1]


@_FILTERS.of(Run)
def _run(primitive: Run, masks: Masks, sees: Sequence[int]) -> None:
    left = dict.fromkeys(cells_of(primitive), 0)
    for digit in range(masks[primitive.cell].bit_length()):
        held = 1 << digit & masks[primitive.cell]
        if not held:
            continue
        runs = [set(_lengths(group, held, masks)) for group in primitive.groups]
        for place, group in enumerate(primitive.groups or ((),)):
            sums = {1 - primitive.less}
            for run in (*runs[:place], *runs[place + 1 :]):
                sums = {total + length for total in sums for length in run}
            for length in runs[place] if runs else {0}:
                values = [total + length for total in sums if total + length > 0]
                counted = sum(1 << value - 1 for value in values) & masks[primitive.counter]
                if not counted:
                    continue
                left[primitive.counter] |= counted
                left[primitive.cell] |= held
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
def _variety(primitive: Variety, masks: Masks, sees: Sequence[int]) -> None:
    # A state is the set of digits so far.
    ahead = [{0}]
    for cell in primitive.cells:
        ahead.append({state | digit for state in ahead[-1] for digit in bits_of(masks[cell])})
        if len(ahead[-1]) > _MOST_SETS:
            return
    counts = {state.bit_count() for state in ahead[-1]}
    masks[primitive.counter] &= sum(1 << count - 1 for count in counts if count)
    behind = {s for s in ahead[-1] if s and masks[primitive.counter] >> s.bit_count() - 1 & 1}
    for place in range(len(primitive.cells) - 1, -1, -1):
        digits = list(bits_of(masks[primitive.cells[place]]))
        masks[primitive.cells[place]] &= sum(
            digit for digit in digits if any(state | digit in behind for state in ahead[place])
        )
        behind = {s for s in ahead[place] if any(s | digit in behind for digit in digits)}


@_FILTERS.of(Connected, Regions)
def _nothing(primitive: Connected | Regions, masks: Masks, sees: Sequence[int]) -> None:
    """Regions are not looked at: a person sees them as shapes, not candidate by candidate."""


_EXACT = Pair, Linear, Automaton, Filling, Visible
"""What finds in one run all that it would find in several, if no cell is in it twice."""
