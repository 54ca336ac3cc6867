"""What the primitives mean, slow and obvious: whether one holds on a full board."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.constraints.primitives import (
    Allowed,
    Automaton,
    Connected,
    Count,
    CountIs,
    Different,
    Either,
    Element,
    Linear,
    Pair,
    Primitive,
    SameSet,
)


def holds(primitive: Primitive, values: Sequence[int], digits: range) -> bool:
    """Return whether a primitive holds; ``values`` are the digits of the cells by index."""
    p = primitive

    def has(cell: int, mask: int) -> bool:
        return bool(mask >> digits.index(values[cell]) & 1)

    match p:
        case Allowed():
            return has(p.cell, p.digits)
        case Different():
            return len({values[cell] for cell in p.cells}) == len(p.cells)
        case Linear():
            pairs = zip(p.coefficients, p.cells, strict=True)
            total = sum(factor * values[cell] for factor, cell in pairs)
            return (p.low is None or p.low <= total) and (p.high is None or total <= p.high)
        case Pair():
            return has(p.b, p.rows[digits.index(values[p.a])])
        case Automaton():
            states = set(p.start)
            for cell in p.cells:
                states = {b for a, mask, b in p.moves if a in states and has(cell, mask)}
            return bool(states & p.accept)
        case Count():
            return p.low <= sum(has(cell, p.digits) for cell in p.cells) <= p.high
        case CountIs():
            return values[p.counter] == sum(has(cell, p.digits) for cell in p.cells)
        case Element():
            place = values[p.index] - p.first
            return 0 <= place < len(p.cells) and values[p.cells[place]] == values[p.value]
        case SameSet():
            sets = [sorted(values[cell] for cell in group) for group in p.groups]
            return all(other == sets[0] for other in sets)
        case Either():
            return any(all(holds(q, values, digits) for q in group) for group in p.choices)
        case Connected():
            held = {cell for cell in p.cells if has(cell, p.digits)}
            if not p.low <= len(held) <= p.high:
                return False
            reached, edge = set[int](), set(sorted(held)[:1])
            while edge:
                reached |= edge
                edge = {
                    b for one in p.edges for a, b in (one, one[::-1]) if a in edge
                } & held - reached
            return reached == held
