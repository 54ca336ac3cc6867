"""The values that the messages about a step can use: its cells, digits, houses and marks, by name.

The same values for every technique, read from the `Step` alone. A message uses those that it needs;
`nonet.steps.fact_table` lists them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from nonet.rules.sight import sight_of
from nonet.steps.basis_facts import based
from nonet.steps.colours import coloured
from nonet.steps.exocets import exocet_facts
from nonet.steps.fact_table import ROLES
from nonet.steps.parts import rating_text
from nonet.steps.shown_digits import in_values
from nonet.steps.sights import sights_of
from nonet.steps.values import (
    candidate,
    cell_value,
    cell_values,
    cut,
    digit_list,
    group_value,
    house_value,
    houses_value,
)
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.steps.parts import Chain, Mark
    from nonet.steps.step import Step

__all__ = [
    "argument_of",
    "chains_of",
    "facts_of",
]

_SIZES = {"x_wing": 2, "swordfish": 3, "jellyfish": 4, "squirmbag": 5, "whale": 6}
_ROLES = tuple(role.replace("_", "-") for role in ROLES)


_USUAL = ("row", "column", "box")

_LINKS = {"skyscraper": 2, "two_string_kite": 2, "turbot_fish": 2} | {
    f"strong_links_{count}": count for count in (2, 3, 4)
}


_SETS = ("base", "cover", "pincer", "fin")


def bases_of(step: Step) -> int:
    """Return how many houses of a step are its bases: half of them, or a third of two fish with the same bases."""
    sizes = (size for name, size in _SIZES.items() if step.technique.id.endswith(name))
    return next(sizes, (len(step.houses) + 1) // 2)


def _removed(removes: Mapping[int, frozenset[int]], size: int) -> list[Value]:
    """Put cells that lose the same digits together, in reading order of the first one."""
    groups: dict[frozenset[int], list[int]] = {}
    for cell in sorted(removes):
        groups.setdefault(removes[cell], []).append(cell)
    return [group_value(cells, digits, "removed", size) for digits, cells in groups.items()]


def argument_of(chains: tuple[Chain, ...]) -> str:
    """Return what chains prove, from their two ends.

    ``loop``: one chain that comes back to where it started. ``opposite``: one chain that refutes its own assumption.
    ``either``: one chain from something that is off to something that is on, so one of the two is true.
    ``contradiction``: from one assumption a candidate follows both on and off. Of several chains to one conclusion, the
    assumptions are a candidate on and off (``double``), all candidates of a cell (``cell``), or all places of a digit
    in a house (``house``).
    """
    if not chains:
        return "none"
    first = chains[0]
    starts = [(chain.start.cell, chain.start.digit, chain.start.on) for chain in chains]
    if len(chains) == 1:
        start, end = ((node.cells, node.digit) for node in (first.start, first.end))
        if start == end:
            return "loop" if first.start.on == first.end.on else "opposite"
        return "either" if first.end.on and not first.start.on else "opposite"
    if len(set(starts)) == 1:
        return "contradiction"
    if len({(cell, digit) for cell, digit, _ in starts}) == 1:
        return "double"
    return "cell" if len({cell for cell, _, _ in starts}) == 1 else "house"


def chains_of(step: Step) -> tuple[Chain, ...]:
    """Return the chains of a step as they are numbered: the shortest first."""
    return tuple(sorted(step.chains, key=len))


_latest: tuple[Step | None, bool, dict[str, Any]] = (None, False, {})


def facts_of(step: Step, *, why: bool = True) -> dict[str, Any]:
    """Return the values for the messages about a step, by name; without ``why`` those of its title and its outcome.

    A hint has several messages, so the values of the latest step are kept.
    """
    global _latest
    known, has_why, facts = _latest
    if known is not step or has_why < why:
        facts = _facts_of(step, why)
        _latest = step, why, facts
    return dict(facts)


def _facts_of(step: Step, why: bool) -> dict[str, object]:
    # The other candidates of a cell that is filled need not be named.
    filled = None if step.places is None else step.places.cell
    removes = {cell: digits for cell, digits in step.removes.items() if cell != filled}
    size = step.rules.size
    removed = _removed(removes, size)
    short = (
        "removed" if step.rules.digits[-1] < 10 else "removed.numbers"
    )  # on a large board, 12 is not 1 and 2
    placed = [] if step.places is None else [candidate(*step.places, size=size)]
    facts: dict[str, object] = {
        "kind": step.kind,
        "rating": rating_text(step.rating),
        "complexity": step.complexity,
        "places": bool(placed),
        "placed": placed,
        "removed": removed,
        "removes": bool(removed),
        "removed_cells": cell_values(sorted(removes), size),
        "removed_digits": digit_list(set().union(*removes.values())),
        "outcome": [*placed, *removed],
        "changes": [*placed, *(group_value([c], removes[c], short, size) for c in sorted(removes))],
        "proves": argument_of(step.chains),
    }
    if step.places is not None:
        facts["cell"], facts["digit"] = placed[0].parts["cell"], placed[0].parts["digit"]
    for number, index in enumerate(step.houses, 1):
        facts["house" if number == 1 else f"house{number}"] = house_value(index, step.rules)
    facts |= based(step, why=why)
    known = [
        value
        for name, value in facts.items()
        if name.startswith("house") and isinstance(value, Value)
    ]
    facts["has_special"] = any(house.parts["kind"] not in _USUAL for house in known)
    if facts["has_special"] and step.technique.id in ("hidden_single_box", "hidden_single_line"):
        facts["name"] = Value("hidden_single", {"house": facts["house"]})
    facts |= _marked(step)
    facts |= _linked(step)
    facts |= _symmetric(step)
    facts |= _singled(step)
    facts |= _fish(step)
    facts |= _joined(step)
    facts |= coloured(step)
    facts |= _paired(step)
    facts |= exocet_facts(step)
    facts["sights"] = sights_of(step)
    if step.chains:
        first = chains_of(step)[0]
        start, end = first.start, first.end
        facts["start"] = candidate(start.cell, start.digit, start.on, start.others, size)
        facts["start_true"] = candidate(start.cell, start.digit, True, start.others, size)
        facts["conclusion"] = candidate(end.cell, end.digit, end.on, end.others, size)
    return in_values(facts, step.rules)


def _singled(step: Step) -> dict[str, object]:
    """Return what else than its causes makes a single."""
    causes = [mark for mark in step.marks if mark.role.value == "cause"]
    digits = set().union(*(mark.digits for mark in causes))
    if step.places is not None:
        digits.add(step.places.digit)
    facts: dict[str, object] = {
        "missing_digits": digit_list(set(range(1, step.rules.size + 1)) - digits)
    }
    facts["has_eliminated"] = False
    if step.basis is not None:
        facts["has_eliminated"] = bool(step.basis.cells)
        return facts
    if step.places is not None and step.board is not None and step.houses:
        sees = sight_of(step.rules).masks
        seen = reduce(or_, (sees[mark.cell] for mark in causes), 0)
        filled = step.board.placed
        cells = step.rules.known_houses[step.houses[0]].cells
        rest = [cell for cell in cells if not filled[cell] and not seen >> cell & 1]
        facts["has_eliminated"] = rest != [step.places.cell]
    return facts


def _fish(step: Step) -> dict[str, object]:
    """Return bases, covers and fins, also of the second fish if there are two."""
    size = bases_of(step)
    bases, covers, covers2 = (step.houses[at : at + size] for at in (0, size, 2 * size))
    known, rules = step.rules.known_houses, step.rules
    held = [cell for house in bases for cell in known[house].cells]
    fins = sorted({mark.cell for mark in step.marks if mark.role.value == "fin"})
    facts: dict[str, object] = {"bases": houses_value(bases, rules)}
    for number, houses in (("", covers), ("2", covers2)):
        inside = {cell for house in houses for cell in known[house].cells}
        own = [cell for cell in fins if cell not in inside or held.count(cell) > 1]
        facts[f"covers{number}"] = houses_value(houses, rules)
        facts[f"fins{number}"] = cell_values(own if houses else (), rules.size)
    facts["shared_cells"] = cell_values(sorted(set(step.removes).intersection(held)), rules.size)
    return facts


def _joined(step: Step) -> dict[str, object]:
    """Return strong links, each with its two sides, and where one meets the next.

    The houses of the step are those of the links, and then those in which they meet. A side is one cell, or some.
    """
    count, size = _LINKS.get(step.technique.id, 0), step.rules.size
    houses = [set(step.rules.known_houses[index].cells) for index in step.houses]
    links, meetings = houses[:count], houses[count:] or [set()]
    joints = len(meetings)
    sides: list[tuple[list[int], list[int]]] = []
    for at, house in enumerate(links):
        marks = [mark for mark in step.marks if mark.cell in house]
        outer, inner = ([m.cell for m in marks if m.role.value == r] for r in ("pincer", "base"))
        if not outer:
            sides.append(_halves(inner, meetings[(at - 1) % joints], meetings[at % joints]))
        else:
            sides.append((outer, inner) if not at else (inner, outer))
    strong = [
        {
            "house": house_value(index, step.rules),
            "side": _side(one, size),
            "other": _side(two, size),
            "is_grouped": len(one) + len(two) > 2,
        }
        for index, (one, two) in zip(step.houses, sides, strict=False)
    ]
    weak = [
        {
            "house": house_value(index, step.rules),
            "cells": cell_values(sorted({*out, *into}), size),
        }
        for index, (_, out), (into, _) in zip(
            step.houses[count:], sides, [*sides[1:], *sides[:1]], strict=False
        )
    ]
    return {
        "strong_links": [Value("strong_link", parts) for parts in strong],
        "weak_links": [Value("weak_link", parts) for parts in weak],
    }


def _halves(cells: list[int], before: set[int], after: set[int]) -> tuple[list[int], list[int]]:
    """Return the sides of a link, of which the marks have first one and then the other."""
    for at in range(1, len(cells)):
        for one, two in ((cells[:at], cells[at:]), (cells[at:], cells[:at])):
            if before.issuperset(one) and after.issuperset(two):
                return one, two
    return cells, cells


def _side(cells: list[int], size: int) -> Value:
    return Value("side", {"cells": cell_values(cells, size)})


def _branches(marks: Sequence[Mark], size: int) -> list[Value]:
    """Return how each pincer of a wing follows from the pivot."""
    by_role = {mark.role.value: mark.digits for mark in marks}
    pivot, target = by_role.get("pivot", frozenset()), by_role.get("target", frozenset())
    branches = []
    for mark in marks:
        if mark.role.value == "pincer":
            parts = {
                "digits": digit_list((mark.digits & pivot) - target),
                "cell": cell_value(mark.cell, size),
                "target": digit_list(target),
            }
            branches.append(Value("branch", parts))
    return branches


def _linked(step: Step) -> dict[str, object]:
    """Return the almost locked sets of a step in order, and the digits that join them.

    The marks of a set follow each other and have one role, another than those of the set before it.
    """
    sets: list[tuple[list[int], set[int]]] = []
    links: list[int] = []
    last = None
    for mark in step.marks:
        role = mark.role.value
        if role in _SETS:
            if role != last:
                sets.append(([], set()))
            sets[-1][0].append(mark.cell)
            sets[-1][1].update(mark.digits)
        elif role == "extra" and len(mark.digits) == 1 and links[-1:] != [*mark.digits]:
            links += mark.digits
        last = role
    before = [0, *links] if len(links) < len(sets) else links
    parts = [
        {
            "cells": cell_values(sorted(cells), step.rules.size),
            "digits": digit_list(digits),
            "rest": digit_list(digits - {link}),
            "link": digit_list([link] if link else []),
            "is_first": not link,
        }
        for (cells, digits), link in zip(sets, before, strict=False)
    ]
    return {
        "link": digit_list(links[:1]),
        "link2": digit_list(links[1:2]),
        "sets": [Value("set", part) for part in parts],
        "petals": [Value("petal", part) for part in parts],
    }


def _paired(step: Step) -> dict[str, object]:
    """Return the further houses that hold cells of a deadly pattern, which stay correct if its digits are swapped."""
    houses = []
    if step.technique.id.startswith(("unique_", "hidden_rectangle", "avoidable_")):
        base = {mark.cell for mark in step.marks if mark.role.value == "base"}
        usual = len(step.rules.plain_houses)
        for index, house in enumerate(step.rules.known_houses):
            cells = sorted(base.intersection(house.cells))
            if index >= usual and cells:
                parts = {"cells": cell_values(cells, step.rules.size)}
                houses.append(Value("paired", {**parts, "house": house_value(index, step.rules)}))
    return {"paired": houses}


def _symmetric(step: Step) -> dict[str, object]:
    """Return how a symmetry of the givens changes the digits.

    The marks show a given for each digit: those of a cycle follow each other, the first is of the base. A digit that is
    not a given stays as it is.
    """
    if step.technique.id != "symmetrical_placement":
        return {"cycles": []}
    cycles: list[list[int]] = []
    for mark in step.marks:
        if mark.role.value == "base":
            cycles.append([])
        if mark.role.value in ("base", "cover"):
            cycles[-1] += mark.digits
    changed = [cycle for cycle in cycles if len(cycle) > 1]
    stay = set(range(1, 10)).difference(*changed)
    changes = []
    for cycle in changed:
        around = cycle if len(cycle) == 2 else [*cycle, cycle[0]]
        digits = [Value("digit", {"n": digit}) for digit in around]
        changes.append(Value("cycle", {"stay": False, "digits": digits}))
    if stay:
        changes.append(Value("cycle", {"stay": True, "digits": digit_list(stay)}))
    return {"cycles": changes}


def _marked(step: Step) -> dict[str, object]:
    """Return what the marks say, role by role."""
    cells: dict[str, dict[int, set[int]]] = {role: {} for role in (*_ROLES, "pattern")}
    for mark in step.marks:
        cells[mark.role.value].setdefault(mark.cell, set()).update(mark.digits)
        if mark.role.value != "target":
            cells["pattern"].setdefault(mark.cell, set()).update(mark.digits)
    facts: dict[str, object] = {}
    size = step.rules.size
    for role, marks in cells.items():
        name = role.replace("-", "_")
        # The cells of the base may be a loop, which keeps its order.
        order = list(marks) if role == "base" else sorted(marks)
        named = cell_values(order, size)
        parts = {
            "cells": cut(named) if step.technique.id == "clue_pointing" else named,
            "digits": digit_list(set().union(*marks.values())),
            "marks": [group_value([cell], marks[cell], "mark", size) for cell in order],
        }
        facts[name] = Value("marks", parts)
        facts[f"has_{name}"] = bool(marks)
    base, cause, extra = (set().union(*cells[role].values()) for role in ("base", "cause", "extra"))
    inside = any(cell in step.removes for cell in cells["cause"])
    facts["branches"] = _branches(step.marks, size)
    facts["inside"] = inside
    facts["set_digits"] = digit_list(cause | (base if inside else extra))
    facts["kept_digits"] = digit_list(base - set().union(*step.removes.values()))
    return facts
