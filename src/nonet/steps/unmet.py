"""Why a constraint cannot be met with some candidates: what one of its cells would have to be, and why.

Most of its other cells do not matter: with any digits in them the constraint cannot be met either. They are left out
one by one. Of those that are left, one would have to be something else than it can be; of the others the reason says
what they are, at least, at most, or are not, with as few words as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from nonet.base.masks import bits_of, digits_of
from nonet.rules.constraints.primitives import (
    Automaton,
    Either,
    Filling,
    Pair,
    Primitive,
    Variety,
    Visible,
    cells_of,
)
from nonet.rules.narrowing import narrow

__all__ = ["WORK", "Held", "Unmet", "held_as", "unmet"]

_MOST_CELLS = 100

WORK = 1_000_000
"""Work for the reasons of one step: the tries of a constraint, each as much as its primitives take."""

_MOST_SEARCHED, _NODES = 12, 30
"""Cells that are filled in all ways, and the nodes of the search for one."""

_MOST_LOOKED_AT = 6
"""The cells for which the reason says what they would have to be."""

_FEW = 3
"""Digits that are named one by one, even where they are all above or below the others."""

_MOST_NEEDED = 4
"""Digits that a filled cell would have to be one of; with more, that it could not be its own."""

_FEWEST = 2
"""Candidates of a cell that are named as they are."""


class Held(NamedTuple):
    """What a cell is: ``is`` a digit, ``only`` one of some, ``least``, ``most``, or ``not`` any of some.

    What it would have to be is also ``none``, or ``unlike`` its digit.
    """

    kind: str
    cell: int
    digits: tuple[int, ...]


class Unmet(NamedTuple):
    """A cell that would have to be what it cannot be; none if the constraint alone excludes the candidates.

    ``rests`` are what the other cells that matter are. With ``are_apart`` it also matters that cells that see each
    other are different. ``placed`` is the digit of the cell, if it is filled.
    """

    needed: Held | None
    rests: tuple[Held, ...] = ()
    are_apart: bool = False
    placed: int = 0


Masks = dict[int, int]


def unmet(
    primitives: Sequence[Primitive],
    masks: Mapping[int, int],
    supposed: Iterable[int],
    sees: Sequence[int],
    widest: Mapping[int, int],
    placed: Mapping[int, int],
    budget: list[int],
) -> Unmet | None:
    """Return why primitives cannot be met with the candidates of cells, None if that is not known.

    ``widest`` are the digits that each cell can have at most, ``supposed`` the cells whose candidates are supposed,
    ``placed`` the digits of filled cells. What it takes is taken off the ``budget``.
    """
    if len(masks) > _MOST_CELLS:
        return None
    blind, cost = [0] * len(sees), sum(map(_cost, primitives))
    are_pairs = all(isinstance(each, Pair) for each in primitives)
    nodes = [_NODES]
    tests = [
        lambda tried: not narrow(primitives, tried, blind, whole=True),
        lambda tried: not narrow(primitives, tried, sees, whole=True),
        lambda tried: not narrow(primitives, tried, sees, apart=True, whole=True),
    ]
    if len(masks) <= _MOST_SEARCHED:
        tests.append(lambda tried: _is_refuted(primitives, tried, sees, nodes))
    for number, test in enumerate(tests):
        known: dict[tuple[int, ...], bool] = {}

        def fails(
            tried: Masks,
            test: Callable[[Masks], bool] = test,
            known: dict[tuple[int, ...], bool] = known,
        ) -> bool:
            key = tuple(tried.values())
            if key not in known:
                if budget[0] < 0:
                    raise _TooLong
                nodes[0] = _NODES
                known[key] = test(dict(tried))
                budget[0] -= cost * (1 + _NODES - nodes[0])
            return known[key]

        def differ(tried: Masks) -> bool:
            budget[0] -= cost
            return not narrow(primitives, tried, sees, apart=True, whole=True)

        try:
            if fails(dict(masks)):
                by_sight = None if number or are_pairs else differ
                return _least(
                    dict(masks), set(supposed), widest, placed, fails, by_sight, number > 0
                )
        except _TooLong:
            return None
    return None


def _cost(primitive: Primitive) -> int:
    """Return about how much work it is to look at a primitive."""
    if isinstance(primitive, Automaton):
        return len(primitive.moves) * len(primitive.cells)
    if isinstance(primitive, Either):
        return sum(_cost(each) for choice in primitive.choices for each in choice)
    hard = isinstance(primitive, (Filling, Variety, Visible))
    return len(cells_of(primitive)) * (300 if hard else 20)


class _TooLong(Exception):
    """The reason takes more tries than it is worth."""


def _is_refuted(
    primitives: Sequence[Primitive], masks: Masks, sees: Sequence[int], left: list[int]
) -> bool:
    """Return whether all ways to fill the cells fail; no where it takes many nodes to know."""
    left[0] -= 1
    if left[0] < 0:
        return False
    if not narrow(primitives, masks, sees, apart=True, whole=True):
        return True
    open_cells = [cell for cell, mask in masks.items() if mask & (mask - 1)]
    if not open_cells:
        return False
    cell = min(open_cells, key=lambda each: masks[each].bit_count())
    return all(
        _is_refuted(primitives, masks | {cell: bit}, sees, left) for bit in bits_of(masks[cell])
    )


def _least(
    masks: Masks,
    supposed: set[int],
    widest: Mapping[int, int],
    placed: Mapping[int, int],
    fails: Callable[[Masks], bool],
    differ: Callable[[Masks], bool] | None,
    are_apart: bool,
) -> Unmet:
    """Return the reason with the fewest cells that leaving out one by one finds.

    ``differ`` is whether it fails because cells that see each other are different. A digit for which it does is not
    named as what a cell would have to be, unless a range says it shorter, or no digit is left and no other cell
    matters. In relations of two cells it is None: there it is obvious.
    """

    def by_worth(cell: int) -> tuple[bool, int]:
        return bool(placed.get(cell)), -masks[cell].bit_count()

    left = sorted((cell for cell in masks if cell not in supposed), key=by_worth)
    size = max(1, len(left) // 2)
    while left:
        at = 0
        while at < len(left):
            tried = masks | {cell: widest[cell] for cell in left[at : at + size]}
            if fails(tried):
                masks = tried
                del left[at : at + size]
            else:
                at += size
        if size == 1:
            break
        size //= 2
    if not left:
        return Unmet(None, (), are_apart)

    def fitting(cell: int) -> tuple[int, int]:
        needs = _support(cell, masks, widest, fails)
        if differ is None:
            return needs, needs
        return needs, sum(bit for bit in bits_of(needs) if not differ(masks | {cell: bit}))

    cell, _ = min(
        ((each, fitting(each)) for each in left[:_MOST_LOOKED_AT]),
        key=lambda pair: (
            bool(masks[pair[0]]),
            not pair[1][0],
            not pair[1][1],
            bool(placed.get(pair[0])),
            pair[1][0].bit_count(),
        ),
    )
    if not masks[cell]:
        return Unmet(Held("none", cell, ()))
    rests = []
    for other in sorted(left):
        if other != cell:
            held, masks[other] = _weakened(other, masks, widest, placed, fails)
            rests.append(held)
    needs, fit = fitting(cell)
    if not needs:
        return Unmet(Held("none", cell, ()), tuple(rests), are_apart)
    if not fit and rests:
        return Unmet(None, tuple(rests), True)
    if fit and fit != needs and held_as(cell, needs, widest[cell]).kind == "only":
        are_apart, needs = True, fit
    digit = placed.get(cell, 0)
    needed = held_as(cell, needs, widest[cell])
    if digit and needed.kind == "only" and len(needed.digits) > _MOST_NEEDED:
        needed = Held("unlike", cell, (digit,))
    return Unmet(needed, tuple(rests), are_apart, digit)


def _support(
    cell: int, masks: Masks, widest: Mapping[int, int], fails: Callable[[Masks], bool]
) -> int:
    """Return the digits with which it would not fail."""
    return sum(bit for bit in bits_of(widest[cell]) if not fails(masks | {cell: bit}))


def _weakened(
    cell: int,
    masks: Masks,
    widest: Mapping[int, int],
    placed: Mapping[int, int],
    fails: Callable[[Masks], bool],
) -> tuple[Held, int]:
    """Return as little as has to be known of a cell, and the digits that this leaves."""
    mask, widest_mask = masks[cell], widest[cell]
    if placed.get(cell):
        return Held("is", cell, (placed[cell],)), mask
    if mask.bit_count() <= 1 or not mask:
        return Held("only", cell, digits_of(mask)), mask
    low, high = (mask & -mask).bit_length(), mask.bit_length()
    for kind, digit, wider in (
        ("most", high, widest_mask & ((1 << high) - 1)),
        ("least", low, widest_mask & ~((1 << low - 1) - 1)),
    ):
        if wider != widest_mask and fails(masks | {cell: wider}):
            return Held(kind, cell, (digit,)), wider
    if mask.bit_count() <= _FEWEST:
        return Held("only", cell, digits_of(mask)), mask
    wider = mask
    for digit in digits_of(widest_mask & ~mask):
        tried = wider | 1 << digit - 1
        if fails(masks | {cell: tried}):
            wider = tried
    gone = widest_mask & ~wider
    if gone.bit_count() <= wider.bit_count():
        return Held("not", cell, digits_of(gone)), wider
    return Held("only", cell, digits_of(mask)), mask


def held_as(cell: int, mask: int, widest: int) -> Held:
    """Return some digits that a cell can have, in the shortest way to say it."""
    digits, whole = digits_of(mask), digits_of(widest)
    if len(digits) >= _FEW and digits == whole[-len(digits) :]:
        return Held("least", cell, digits[:1])
    if len(digits) >= _FEW and digits == whole[: len(digits)]:
        return Held("most", cell, digits[-1:])
    return Held("only", cell, digits)
