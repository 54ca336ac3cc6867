"""By what cells see each other, where a player does not see it at once: a window, a knight's move, a cage, a line.

Which cells of a step have to see which ones depends on the technique: `_PAIRS` says it by the roles of their marks. Of
these pairs those are named that share no row, column, box or region.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.rules.sight import apart_of, keeper
from nonet.steps.values import cell_values, house_value
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.parts import Inference
    from nonet.steps.step import Step

__all__ = ["is_plain", "sight_value", "sights_of"]

_MOST = 6
"""A longer list does not explain anything."""

_PAIRS: dict[str, tuple[str, ...]] = {
    "naked_single": ("placed cause",),
    "hidden_single_box": ("house cause any",),
    "hidden_single_line": ("house cause any",),
    "common_peers": ("removed cause",),
    "cage_locked": ("removed cause",),
    "clue_pointing": ("removed cause",),
    "xy_wing": ("removed pincer", "pivot pincer"),
    "xyz_wing": ("removed pincer", "removed pivot", "pivot pincer"),
    "w_wing": ("removed pincer", "base pincer any"),
    "remote_pair": ("removed colour-a any", "removed colour-b any", "colour-a colour-b any"),
    "simple_colours_trap": ("removed colour-a any", "removed colour-b any"),
    "multi_colours_1": ("removed colour-a any", "removed colour-b any"),
    "als_xz": ("removed base", "removed cover", "link base cover"),
    "als_xy_wing": ("removed base", "removed cover", "link pivot base", "link pivot cover"),
    "als_chain": ("removed base", "removed cover"),
    "death_blossom": ("removed base", "removed cover", "removed pincer", "removed fin"),
    "unique_rectangle_2": ("removed extra",),
    "unique_rectangle_5": ("removed extra",),
    "unique_loop_2": ("removed extra",),
    "bug_2": ("removed extra",),
    "aligned_pair_exclusion": ("base base", "cause base"),
    "aligned_triple_exclusion": ("base base", "cause base"),
    "wxyz_wing": ("removed pivot", "removed pincer"),
    **dict.fromkeys(
        ("vwxyz_wing", "uvwxyz_wing", "tuvwxyz_wing"),
        ("removed base", "removed cover", "link base cover"),
    ),
    **dict.fromkeys(
        ("skyscraper", "two_string_kite", "turbot_fish", "strong_links_2"), ("removed pincer",)
    ),
    **dict.fromkeys(("strong_links_3", "strong_links_4"), ("removed pincer",)),
}
"""The roles of cells and of those that they see: each of them, or ``any`` one; of a ``link``, where both have a digit
that joins two sets. The cells that lose a digit see those that can be it."""


def sights_of(step: Step) -> list[Value]:
    """Return by what the cells of a step see each other, except by rows, columns and boxes."""
    rules = step.rules
    if rules.is_classic:
        return []
    sights: dict[object, tuple[Value, dict[int, set[int]]]] = {}
    for one, other in _pairs(step):
        key, value = _by(rules, one, other)
        _, seen = sights.setdefault(key, (value, {}))
        if one not in seen.get(other, ()):
            seen.setdefault(one, set()).add(other)
    values = []
    for by, seen in sights.values():
        together: dict[tuple[int, ...], list[int]] = {}
        for one, others in seen.items():
            together.setdefault(tuple(sorted(others)), []).append(one)
        for seen_ones, cells in together.items():
            parts = {"cells": cell_values(sorted(cells), rules.size), "by": by}
            parts["seen"] = cell_values(seen_ones, rules.size)
            values.append(Value("sight", parts))
    return values[:_MOST]


def sight_value(rules: Rules, one: int, other: int) -> Value:
    """Return by what a cell sees another one that shares no row, column, box or region with it."""
    return _by(rules, one, other)[1]


def is_plain(rules: Rules, one: int, other: int) -> bool:
    """Return whether two cells share a row, a column, a box or a region, or see each other in no way."""
    return bool(_plain(rules)[one] >> other & 1 or not apart_of(rules)[one] >> other & 1)


@lru_cache(maxsize=32)
def _plain(rules: Rules) -> tuple[int, ...]:
    sees = [0] * rules.size**2
    for house in rules.plain_houses:
        for cell in house.cells:
            sees[cell] |= house.cells.mask
    return tuple(sees)


def _by(rules: Rules, one: int, other: int) -> tuple[object, Value]:
    """Return by what two cells see each other: a key, and a value that names it."""
    for index, house in enumerate(rules.known_houses):
        if house.cells.mask >> one & house.cells.mask >> other & 1:
            value = house_value(index, rules)
            return house.name, Value("by", {"by": "house", "house": value})
    rule = keeper(rules, one, other)
    assert rule is not None
    return rule if rule.cells else rule.word, Value(
        "by", {"by": rule.word, "name": Value("kind", {"word": rule.word})}
    )


# -- which cells have to see each other -----------------------------------------------------------


def _pairs(step: Step) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that see each other for a step, those that a player does not see at once."""
    for row in _PAIRS.get(step.technique.id, ()):
        first, *roles = row.split()
        links = _links(step) if first == "link" else None
        seers, seen = (roles[:2]) if links is not None else (first, roles[0])
        for cell, digits in _cells(step, seers).items():
            wanted = digits if links is None else digits & links
            is_of_digit = first == "removed" or links is not None
            others = [
                other
                for other, held in _cells(step, seen).items()
                if other != cell and (not is_of_digit or held & wanted)
            ]
            yield from _hidden(step.rules, cell, others, is_any=roles[-1] == "any")
    for cell in step.removes if step.chains else ():
        yield from _hidden(step.rules, cell, _ends(step, cell), is_any=False)


def _hidden(
    rules: Rules, cell: int, others: Iterable[int], *, is_any: bool
) -> Iterator[tuple[int, int]]:
    sees = apart_of(rules)[cell]
    seen = [other for other in others if sees >> other & 1]
    hidden = [(cell, other) for other in seen if not is_plain(rules, cell, other)]
    if not is_any:
        yield from hidden
    elif len(hidden) == len(seen):
        yield from hidden[:1]


def _cells(step: Step, role: str) -> dict[int, frozenset[int]]:
    """Return the cells of a role with their digits."""
    if role == "removed":
        return dict(step.removes)
    if role == "placed":
        return {} if step.places is None else {step.places.cell: frozenset()}
    if role == "house":
        filled = () if step.board is None else step.board.placed
        cells = step.rules.known_houses[step.houses[0]].cells if filled and step.houses else ()
        placed = None if step.places is None else step.places.cell
        return {cell: frozenset() for cell in cells if not filled[cell] and cell != placed}
    by_cell: dict[int, frozenset[int]] = {}
    for mark in step.marks:
        if mark.role.value == role:
            by_cell[mark.cell] = by_cell.get(mark.cell, frozenset()) | mark.digits
    return by_cell


def _links(step: Step) -> frozenset[int]:
    """Return the digits that join almost locked sets."""
    return frozenset().union(*(m.digits for m in step.marks if m.role.value == "extra"))


def _ends(step: Step, cell: int) -> list[int]:
    """Return the ends of a chain that a cell sees, if one of them is true and each rules out what the cell loses."""
    if len(step.chains) != 1:
        return []
    first, last = step.chains[0].start, step.chains[0].end
    if first.on or not last.on or (first.cells, first.digit) == (last.cells, last.digit):
        return []
    return [each for end in (first, last) for each in _conflicting(end, step, cell)]


def _conflicting(end: Inference, step: Step, cell: int) -> tuple[int, ...]:
    is_lost = end.digit in step.removes[cell] and cell not in end.cells
    return end.cells if is_lost else ()
