"""The puzzles of ``data/ratings.txt`` and ``data/ratings_frozen.txt`` with their ratings, and steps that are cached."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonet import Candidates, Puzzle
from nonet.generating.examples import EXAMPLES
from nonet.steps import TECHNIQUES, Step

SCRIPTS = Path(__file__).parents[1] / "scripts"
sys.path.append(str(SCRIPTS))

import technique_examples  # noqa: E402

DATA = Path(__file__).parent / "data"


class Rated(NamedTuple):
    """A puzzle with its expected rating and the technique of its hardest step."""

    puzzle: str
    er: float
    ep: float
    ed: float
    hardest: str


class Situation(NamedTuple):
    """A step with the board before it, and the solution of the puzzle."""

    board: Candidates
    step: Step
    solution: tuple[int, ...]


def rows(name: str = "ratings.txt") -> list[Rated]:
    """Return the rows of a file."""
    found = []
    for line in (DATA / name).read_text("utf-8").splitlines():
        if line.strip() and line[0] != "#":
            puzzle, figures, hardest = line.split("#")[0].split()
            er, ep, ed = map(float, figures.split("/"))
            found.append(Rated(puzzle, er, ep, ed, hardest))
    return found


@cache
def path(puzzle: str) -> tuple[Situation, ...]:
    """Return the steps that solve a puzzle."""
    given = Puzzle(puzzle)
    board, solution, found = given.candidates(), tuple(given.solution()), []
    for step in given.steps(profile="se"):
        found.append(Situation(board, step, solution))
        board = board.after(step)
    assert tuple(board.placed) == solution
    return tuple(found)


@cache
def situations() -> dict[tuple[str, str], Situation]:
    """Return one step of each technique and kind that comes up in these puzzles: the one with the fewest nodes.

    A technique that Sudoku Explainer does not have comes up in none of them; its step is that of its page.
    """
    found: dict[tuple[str, str], Situation] = {}
    for row in rows():
        for here in path(row.puzzle):
            key = here.step.technique.id, here.step.kind
            if key not in found or here.step.complexity < found[key].step.complexity:
                found[key] = here
    for about in TECHNIQUES:
        if about.id in EXAMPLES and "se" not in about.ratings:
            id = about.id
            board, step = technique_examples.example_step(id)
            solution = tuple(EXAMPLES[id][0].position.solution())
            found[id, step.kind] = Situation(board, replace(step, board=board), solution)
    return found
