"""What `nonet hint` and `nonet steps` print."""

from __future__ import annotations

import json as json_text
import os
import sys
from dataclasses import dataclass
from typing import Any

from nonet import render
from nonet.cells import cell_name
from nonet.errors import LimitReached, NonetError, Stuck
from nonet.formats.position import current_grid, current_marks
from nonet.grid import Candidates
from nonet.puzzle import Puzzle
from nonet.rules import CLASSIC
from nonet.steps import LEVELS, Chain, Level, Rating, Step

__all__ = ["Wanted", "as_json", "hint", "steps"]


@dataclass(frozen=True)
class Wanted:
    """What is to be seen of the steps: ``picture`` is the number of the one that is drawn."""

    full: bool = False
    picture: int | None = None
    svg: str | None = None
    json: bool = False


def hint(puzzle: Puzzle, level: Level, *, budget: int | None, json: bool) -> int:
    """Print a hint; return the exit code."""
    step = puzzle.hint(_position(puzzle), budget=budget)
    if step is None:
        print("nothing is left to do: the board is full")
    elif json:
        print(json_text.dumps(as_json(step, LEVELS), ensure_ascii=False))
    else:
        if level == "full":
            print(f"{step.technique} ({step.rating:.1f})")
        print(step.text(level))
    return 0


def _position(puzzle: Puzzle) -> Candidates | None:
    """Return the board in the middle of the game, or None at the beginning."""
    placed = current_grid(puzzle) if puzzle.rules.is_classic else bytes(puzzle.givens)
    marked = puzzle.info.get("pencilmarks") or puzzle.info.get("deleted")
    if placed == bytes(puzzle.givens) and not marked:
        return None
    masks = [
        1 << (digit - 1) if digit else mask
        for digit, mask in zip(placed, current_marks(puzzle).masks, strict=True)
    ]
    return Candidates(masks, placed=placed)


def steps(puzzle: Puzzle, wanted: Wanted, *, budget: int | None) -> int:
    """Print the steps; return the exit code, which is 0 if they solve the puzzle, or the picture was drawn."""
    board = _position(puzzle)
    path = puzzle.steps(board, budget=budget)
    board = board or puzzle.candidates()
    done: list[Step] = []
    problem: NonetError | None = None
    try:
        for step in path:
            done.append(step)
            if len(done) == wanted.picture:
                return _drawn(board, step, wanted)
            if wanted.picture is None:
                _tell(len(done), step, wanted)
            board = board.after(step)
    except (Stuck, LimitReached) as error:
        problem = error
    sys.stdout.flush()
    if wanted.picture is not None:
        there = f"there are {len(done)} steps; there is no step {wanted.picture}"
        print(there if problem is None else f"{there}: {problem}", file=sys.stderr)
        return 1
    if problem is not None:
        print(problem, file=sys.stderr)
        return 1
    if done:
        print(f"{len(done)} steps: {_rating(done)}", file=sys.stderr)
    return 0


def _tell(number: int, step: Step, wanted: Wanted) -> None:
    if wanted.json:
        found = {"number": number, **as_json(step, ("full",))}
        print(json_text.dumps(found, ensure_ascii=False))
        return
    print(f"{number:3}. {step.rating:4.1f}  {step}")
    if wanted.full:
        print("".join(f"           {line}\n" for line in step.text().split("\n")))


def _rating(done: list[Step]) -> Rating:
    """Return the rating that comes of a path."""
    first = next((i for i, step in enumerate(done) if step.places is not None), len(done) - 1)
    most = max(done, key=lambda step: step.rating)
    ep = max(step.rating for step in done[: first + 1])
    return Rating(most.rating, ep, done[0].rating, most.technique, steps=len(done))


def _drawn(board: Candidates, step: Step, wanted: Wanted) -> int:
    """Draw one step on the terminal, or into a file."""
    if wanted.svg is not None:
        picture = render.step_svg(board, step)
        with open(wanted.svg, "w", encoding="utf-8") as handle:
            handle.write(picture)
        print(f"{wanted.svg}: step {wanted.picture}, {step}", file=sys.stderr)
        return 0
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    print(render.step_text(board, step, color=color))
    print(f"\n{wanted.picture}. {step.technique} ({step.rating:.1f})")
    print(step.text())
    return 0


# -- JSON -----------------------------------------------------------------------------------------


def as_json(step: Step, levels: tuple[Level, ...]) -> dict[str, Any]:
    """Return everything about a step, with its texts at some levels."""
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
    return found | {"text" if level == "full" else level: step.text(level) for level in levels}


def _cell(cell: int, digit: int) -> dict[str, Any]:
    return {"cell": cell_name(cell), "digit": digit}


def _chain(chain: Chain) -> list[dict[str, Any]]:
    found = []
    for node in chain.nodes:
        item = {**_cell(node.cell, node.digit), "on": node.on, "cause": node.cause.name.lower()}
        item["parents"] = list(node.parents)
        if node.nested is not None:
            item["step"] = as_json(node.nested, ())
        found.append(item)
    return found
