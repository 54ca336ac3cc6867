"""Random divisions of a board into regions of equal size: the boards of new jigsaw puzzles."""

from __future__ import annotations

from nonet.base.digits import symbols_of
from nonet.base.rng import SplitMix64
from nonet.generating.geometry import is_connected, sides
from nonet.rules import Rules

__all__ = ["divided_at_random", "with_random_regions"]

_EXCHANGES = 40
"""Exchanges of two cells for each cell of the board."""


def with_random_regions(rules: Rules, rng: SplitMix64) -> Rules:
    """Return the rules with random regions in place of boxes.

    >>> with_random_regions(Rules(size=4), SplitMix64(3, 0)).is_jigsaw
    True
    """
    size = rules.size
    while True:
        layout = divided_at_random(size, rng)
        made = Rules(
            size=size,
            regions="".join(symbols_of(size)[region] for region in layout),
            extra=rules.extra,
            constraints=rules.constraints,
        )
        if made.is_jigsaw or size < 4:
            return made


def divided_at_random(size: int, rng: SplitMix64) -> list[int]:
    """Return the number of the region of each cell: connected regions of ``size`` cells.

    The rows are the first regions; then two regions exchange a cell each, many times, where both stay connected.
    """
    owner = [cell // size for cell in range(size * size)]
    for _ in range(_EXCHANGES * size * size):
        cell = rng.below(size * size)
        near = [other for other in sides(size)[cell] if owner[other] != owner[cell]]
        if not near:
            continue
        one, other = owner[cell], owner[near[rng.below(len(near))]]
        # The cells of the other region that touch this one, without the place that is exchanged.
        back = [
            each
            for each, region in enumerate(owner)
            if region == other and any(owner[side] == one for side in sides(size)[each])
        ]
        each = back[rng.below(len(back))]
        owner[cell], owner[each] = other, one
        both = ([c for c, region in enumerate(owner) if region == name] for name in (one, other))
        if not all(is_connected(cells, size) for cells in both):
            owner[cell], owner[each] = one, other
    return owner
