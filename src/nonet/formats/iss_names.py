"""How ISS strings keep the names of kinds that ISS does not have.

Such a constraint is written as what it is made of: relations, automata, sums, choices. Relations and automata have a
label, which ISS shows and does not read. The first label is the constraint in the notation of nonet, so a string comes
back with it, but only if all that it is made of is there as it was written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from nonet.base.errors import NonetError
from nonet.formats.iss_text import COMPOSITES, Item
from nonet.rules.constraints import kinds
from nonet.rules.constraints.base import Constraint
from nonet.rules.constraints.iss_codes import encode_label
from nonet.rules.constraints.notation import read_word

__all__ = ["MadeOf", "labelled", "renamed"]

MadeOf: TypeAlias = "Callable[[Constraint], list[Constraint]]"

_LABELLED = ("Pair", "PairX", "NFA")
"""The types with a label, which is their second argument."""


def labelled(items: Sequence[Item], notation: str) -> list[Item]:
    """Return items with the notation as the first label that is free; as they are where there is none."""
    labelled_items = list(items)
    for place, item in enumerate(labelled_items):
        if item.type in _LABELLED and item.args[1] == "_":
            args = (item.args[0], f"_{encode_label(notation)}", *item.args[2:])
            labelled_items[place] = replace(item, args=args)
            return labelled_items
        if item.type in COMPOSITES and (inside := labelled(item.items, notation)) != [*item.items]:
            labelled_items[place] = replace(item, items=tuple(inside))
            return labelled_items
    return labelled_items


def renamed(
    constraints: Sequence[Constraint], on_board: Callable[[Sequence[Constraint]], MadeOf]
) -> list[Constraint]:
    """Return constraints with those that a label names in the place of what they are made of.

    ``on_board`` returns, for a board with some constraints, what says which constraints are read from one that is
    written there. It raises an error if they do not fit the board.
    """
    named = list(dict.fromkeys(constraint for part in constraints for constraint in _named(part)))
    named = [constraint for constraint in named if _fits(constraint, on_board)]
    if not named:
        return list(constraints)
    made_of = on_board([*constraints, *named])
    left, kept = Counter(constraints), list[Constraint]()
    for constraint in named:
        try:
            parts = Counter(made_of(constraint))
        except NonetError:
            continue  # a label of another program
        if parts and all(left[part] >= count for part, count in parts.items()):
            left.subtract(parts)
            kept.append(constraint)
    for constraint in constraints:
        if left[constraint]:
            left[constraint] -= 1
            kept.append(constraint)
    return kept


def _fits(constraint: Constraint, on_board: Callable[[Sequence[Constraint]], MadeOf]) -> bool:
    try:
        on_board([constraint])
    except NonetError:
        return False
    return True


def _named(constraint: Constraint) -> Iterator[Constraint]:
    """Yield the constraints that the labels in a constraint name."""
    for part in constraint.fields.get("parts", ()):
        yield from _named(part)
    label = constraint.fields.get("name", "")
    if label.partition(":")[0] in kinds():
        try:
            yield read_word(label)
        except NonetError:
            return
