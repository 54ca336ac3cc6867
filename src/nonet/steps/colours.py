"""What joins the colours of a step: the strong links of 3D Medusa, and which places of two clusters see each other.

``colour_links`` are the links along which the two colours of 3D Medusa alternate, from one candidate that the step
names to the others; a link is a cell with two candidates, or a digit with two places in a house. ``clashes`` are the
pairs of colours of two clusters that are not both true, each with a place of each that see each other.

A trap eliminates what it finds beside the two candidates of a link, so the step itself says which links are strong. A
wrap does not: its links are read from the board, and on the classic board, where the page has none, there are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from nonet.rules.sight import sight_of
from nonet.steps.sights import is_plain, sight_value
from nonet.steps.values import cell_value, cell_values, digit_list, house_value
from nonet.words.messages import Value

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["coloured"]

_Candidate = tuple[int, int]


class _Link(NamedTuple):
    """A strong link between two candidates: in a house, or in a cell."""

    one: _Candidate
    other: _Candidate
    house: int | None


def coloured(step: Step) -> dict[str, object]:
    """Return what joins the colours of a step."""
    facts: dict[str, object] = {"colour_links": [], "clashes": []}
    if step.technique.id in ("medusa_3d_trap", "medusa_3d_wrap"):
        facts["colour_links"] = [_link_value(link, step) for link in _links(step)]
    elif step.technique.id == "multi_colours_1":
        facts["clashes"] = list(_clashes(step))
    return facts


# -- two clusters of one digit --------------------------------------------------------------------


def _clashes(step: Step) -> Iterator[Value]:
    sees, size = sight_of(step.rules).masks, step.rules.size
    sides = {role: _cells(step, role) for role in ("colour-a", "base", "colour-b", "cover")}
    for first, second in product(("base", "colour-a"), ("cover", "colour-b")):
        pairs = [
            (one, other)
            for one, other in product(sides[first], sides[second])
            if sees[one] >> other & 1
        ]
        if pairs:
            one, other = min(pairs, key=lambda pair: not is_plain(step.rules, *pair))
            parts: dict[str, object] = {
                "cell": cell_value(one, size),
                "other": cell_value(other, size),
            }
            is_seen = is_plain(step.rules, one, other)
            parts["by"] = [] if is_seen else sight_value(step.rules, one, other)
            parts["cells"] = cell_values(sides[first], size)
            parts["others"] = cell_values(sides[second], size)
            yield Value("clash", parts)


def _cells(step: Step, role: str) -> list[int]:
    return sorted({mark.cell for mark in step.marks if mark.role.value == role})


# -- two colours of candidates --------------------------------------------------------------------


def _links(step: Step) -> list[_Link]:
    """Return the links from the first candidate that counts to the others, in the order in which one follows them."""
    colours = {role: _candidates(step, role) for role in ("colour-a", "colour-b")}
    near: dict[_Candidate, list[_Link]] = {}
    for link in _strong(step, colours):
        near.setdefault(link.one, []).append(link)
        near.setdefault(link.other, []).append(link._replace(one=link.other, other=link.one))
    ends = _ends(step, colours)
    if not all(end in near for end in ends[:1]):
        return []
    ways: dict[_Candidate, list[_Link]] = {end: [] for end in ends[:1]}
    for reached in (queue := ends[:1]):
        for link in near[reached]:
            if link.other not in ways:
                ways[link.other] = [*ways[reached], link]
                queue.append(link.other)
    if not all(end in ways for end in ends):
        return []
    return list(dict.fromkeys(link for end in ends[1:] for link in ways[end]))


def _candidates(step: Step, role: str) -> list[_Candidate]:
    candidates = {(m.cell, digit) for m in step.marks if m.role.value == role for digit in m.digits}
    return sorted(candidates)


def _strong(step: Step, colours: Mapping[str, list[_Candidate]]) -> Iterator[_Link]:
    """Yield the links between the colours."""
    beside = _beside(step, colours)
    if beside is None:
        return
    houses = step.rules.known_houses
    everything = {*colours["colour-a"], *colours["colour-b"], *beside}
    for (cell, digit), (other, second) in product(colours["colour-a"], colours["colour-b"]):
        link = (cell, digit), (other, second)
        if cell == other and sum(each == cell for each, _ in everything) == 2:
            yield _Link(*link, None)
        if cell == other or digit != second:
            continue
        for index, house in enumerate(houses):
            if house.cells.mask >> cell & house.cells.mask >> other & 1:
                places = (c for c, d in everything if d == digit and house.cells.mask >> c & 1)
                if sum(1 for _ in places) == 2:
                    yield _Link(*link, index)
                    break


def _beside(step: Step, colours: Mapping[str, list[_Candidate]]) -> set[_Candidate] | None:
    """Return the candidates without a colour, as far as they matter; None if they are not known."""
    if step.technique.id == "medusa_3d_trap":
        return {(cell, digit) for cell, digits in step.removes.items() for digit in digits}
    if step.rules.is_classic or step.board is None:
        return None
    board = step.board
    cells = (cell for cell in range(step.rules.size**2) if not board.placed[cell])
    return {(cell, digit) for cell in cells for digit in board[cell]}


def _ends(step: Step, colours: Mapping[str, list[_Candidate]]) -> list[_Candidate]:
    """Return the candidates that a step names: of a trap one of each colour, of a wrap those of the false colour."""
    if step.technique.id == "medusa_3d_trap":
        targets = sorted((cell, digit) for cell, lost in step.removes.items() for digit in lost)
        each = [
            next(_excluding(step, t, colours[role]), None) for t in targets[:1] for role in colours
        ]
        return [end for end in each if end is not None]
    false = set(colours["colour-b"])
    marks = [mark for mark in step.marks if mark.role.value in ("pivot", "base")]
    named = [(m.cell, d) for m in marks for d in sorted(m.digits) if (m.cell, d) in false]
    if named:
        return named
    causes = [(m.cell, d) for m in step.marks if m.role.value == "cause" for d in sorted(m.digits)]
    true = set(colours["colour-a"])
    ends = [
        cause if cause in true else next(_excluding(step, cause, colours["colour-b"]), None)
        for cause in causes
    ]
    return list(dict.fromkeys(each for each in ends if each is not None))


def _excluding(
    step: Step, target: _Candidate, colour: Iterable[_Candidate]
) -> Iterator[_Candidate]:
    """Yield the candidates of a colour that rule out another one, those in its own cell and of its own digit."""
    sees = sight_of(step.rules).masks[target[0]]
    for cell, digit in colour:
        if (cell == target[0] and digit != target[1]) or (digit == target[1] and sees >> cell & 1):
            yield cell, digit


def _link_value(link: _Link, step: Step) -> Value:
    size = step.rules.size
    (cell, digit), (other, second) = link.one, link.other
    parts: dict[str, object] = {
        "in_cell": link.house is None,
        "digits": digit_list({digit, second}),
    }
    parts["cells"] = cell_values([cell] if cell == other else [cell, other], size)
    parts["house"] = [] if link.house is None else house_value(link.house, step.rules)
    return Value("colour_link", parts)
