"""The two simplest patterns across houses, which need nothing but cells that see each other: fish and the XY-wing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from nonet.deduction.board_view import BoardView
from nonet.deduction.layout import bits
from nonet.steps import Role, Step

__all__ = ["FINDERS"]

_FISH = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}


def fish(view: BoardView, size: int) -> Iterator[Step]:
    """Yield a digit whose places in some rows lie in as many columns, or the other way round."""
    count, houses = view.layout.size, view.rules.houses
    for start in (0, count):
        crossing = range(count - start, 2 * count - start)
        for digit, places in enumerate(view.places, 1):
            bases = [
                house
                for house in range(start, start + count)
                if 1 < (places & houses[house].cells.mask).bit_count() <= size
            ]
            for chosen in combinations(bases, size):
                inside = 0
                for house in chosen:
                    inside |= places & houses[house].cells.mask
                covers = [house for house in crossing if houses[house].cells.mask & inside]
                if len(covers) != size:
                    continue
                reach = 0
                for house in covers:
                    reach |= houses[house].cells.mask
                targets = places & reach & ~inside
                if targets:
                    yield view.step(
                        _FISH[size],
                        removes=dict.fromkeys(bits(targets), 1 << digit - 1),
                        houses=(*chosen, *covers),
                        marks=[(Role.BASE, cell, 1 << digit - 1) for cell in bits(inside)],
                    )


def xy_wings(view: BoardView) -> Iterator[Step]:
    """Yield a cell with two candidates that sees two others, each with one of them and the same third digit."""
    pairs = [cell for cell in bits(view.open) if view.masks[cell].bit_count() == 2]
    whole = sum(1 << cell for cell in pairs)
    for pivot in pairs:
        mask = view.masks[pivot]
        near = [
            cell
            for cell in bits(view.layout.sees[pivot] & whole)
            if (view.masks[cell] & mask).bit_count() == 1
        ]
        for one, other in combinations(near, 2):
            first, second = view.masks[one], view.masks[other]
            shared = first & second & ~mask
            if not shared or (first | second) & mask != mask:
                continue
            digit = shared.bit_length()
            targets = view.seen_by_all(1 << one | 1 << other, view.places[digit - 1])
            if targets:
                yield view.step(
                    "xy_wing",
                    removes=dict.fromkeys(bits(targets), shared),
                    marks=[
                        (Role.PIVOT, pivot, mask),
                        (Role.PINCER, one, first),
                        (Role.PINCER, other, second),
                    ],
                )


FINDERS: dict[str, Callable[[BoardView], Iterator[Step]]] = {
    **{name: partial(fish, size=size) for size, name in _FISH.items()},
    "xy_wing": xy_wings,
}
