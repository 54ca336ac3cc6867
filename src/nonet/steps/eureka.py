"""Chains in Eureka notation, the line in which people write alternating chains to each other.

``=`` is a strong link and ``-`` a weak one. A digit is in parentheses before its cell, and left out while it stays the
same; links within a cell are inside of the parentheses: ``(3)r1c2=r1c8-(3=5)r4c8-r4c2=(5)r7c2 => r2c2<>3``. Cells of a
group are joined, as in ``r12c3``. So are links within an almost locked set, with all its cells: ``(3=5)r1c2,r2c13``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.steps.sentences import outcome
from nonet.steps.shown_digits import value_of

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.parts import Chain, Inference
    from nonet.steps.step import Step

__all__ = ["eureka"]


def eureka(step: Step) -> str:
    """Return a step with one chain in Eureka notation; an empty text if it has none, or branches."""
    if len(step.chains) != 1 or not _is_alternating(step.chains[0]):
        return ""
    return f"{_line(step.chains[0], step.rules)} => {outcome(step)}"


def _is_alternating(chain: Chain) -> bool:
    nodes = chain.nodes
    return all(
        node.parents == (index - 1,) and node.nested is None and node.on != nodes[index - 1].on
        for index, node in enumerate(nodes)
        if index
    )


def _line(chain: Chain, rules: Rules) -> str:
    last = len(chain.nodes) - 1
    parts: list[str] = []
    shown = 0  # the implied digit before the cell
    index = 0
    while index <= last:
        node = chain.nodes[index]
        if index:
            parts.append(_link(node))
        cells = node.cells
        after = chain.nodes[index + 1] if index < last else None
        if after is not None and (after.almost_locked or after.cells == cells):
            parts.append(
                f"({value_of(node.digit, rules)}{_link(after)}{value_of(after.digit, rules)})"
            )
            shown = after.digit
            cells = after.almost_locked or cells
            index += 1
        elif index in (0, last) or node.digit != shown:
            parts.append(f"({value_of(node.digit, rules)})")
            shown = node.digit
        parts.append(_places(cells))
        index += 1
    return "".join(parts)


def _link(node: Inference) -> str:
    return "=" if node.on else "-"


def _places(cells: Sequence[int]) -> str:
    """Return cells as few names: rows with the same columns together, such as r12c3 or r1c2,r2c13."""
    rows_of: dict[str, str] = {}
    for row in sorted({cell // 9 for cell in cells}):
        columns = "".join(str(cell % 9 + 1) for cell in sorted(cells) if cell // 9 == row)
        rows_of[columns] = rows_of.get(columns, "") + str(row + 1)
    return ",".join(f"r{rows}c{columns}" for columns, rows in rows_of.items())
