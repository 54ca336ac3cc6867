"""Steps as JSON objects, for `nonet hint` and `nonet steps`, and positions in the middle of a game."""

from __future__ import annotations

from typing import Any

from nonet.cells import cell_name
from nonet.formats.position import current_grid, current_marks
from nonet.grid import Candidates
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC
from nonet.steps import Chain, Level, Step

__all__ = ["position_of", "step_object"]


def position_of(puzzle: Puzzle) -> Candidates | None:
    """Return the position in the middle of a game, or None at the beginning."""
    placed = current_grid(puzzle) if puzzle.rules.is_classic else bytes(puzzle.givens)
    marked = puzzle.info.get("pencilmarks") or puzzle.info.get("deleted")
    if placed == bytes(puzzle.givens) and not marked:
        return None
    masks = [
        1 << (digit - 1) if digit else mask
        for digit, mask in zip(placed, current_marks(puzzle).masks, strict=True)
    ]
    return Candidates.from_masks(masks, placed=placed)


def step_object(step: Step, levels: tuple[Level, ...]) -> dict[str, Any]:
    """Return all that is known about a step, with its texts at some levels."""
    found: dict[str, Any] = {
        "technique": step.technique.id,
        "name": step.technique.name,
        "rating": step.rating,
        "places": None if step.places is None else _cell(*step.places),
        "removes": {cell_name(cell): sorted(digits) for cell, digits in step.removes.items()},
        "outcome": step.outcome,
        "houses": [CLASSIC.houses[index].name for index in step.houses],
        "marks": [
            {"role": mark.role.value, "cell": cell_name(mark.cell), "digits": sorted(mark.digits)}
            for mark in step.marks
        ],
    }
    if step.chains:
        found["kind"], found["complexity"] = step.kind or None, step.complexity
        found["chains"] = [_chain(chain) for chain in step.chains]
    return found | {
        "text" if level == "full" else level: step.text(level, all=True) for level in levels
    }


def _cell(cell: int, digit: int) -> dict[str, Any]:
    return {"cell": cell_name(cell), "digit": digit}


def _chain(chain: Chain) -> list[dict[str, Any]]:
    found = []
    for node in chain.nodes:
        item = {**_cell(node.cell, node.digit), "on": node.on, "cause": node.cause.name.lower()}
        item["parents"] = list(node.parents)
        if node.nested is not None:
            item["step"] = step_object(node.nested, ())
        found.append(item)
    return found
