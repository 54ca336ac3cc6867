"""What the pages of the techniques and the place Learn show: techniques in teaching order, and the steps of examples.

Examples are the solver's own steps on the boards of src/nonet/generating/examples.txt. The prose that is written by
hand is in technique_pages.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from nonet import engine
from nonet.boards.grid import Candidates, Grid
from nonet.formats.rare.susser import parse_susser
from nonet.generating.drills import drill_on
from nonet.generating.examples import EXAMPLES, Example
from nonet.puzzle import Position
from nonet.render import svg
from nonet.steps import (
    TECHNIQUES,
    VARIANT_TECHNIQUES,
    Step,
    Technique,
    profile,
    profile_with,
    technique,
)

PROSE = Path(__file__).with_name("technique_pages.toml")

NEVER_FIRST = ("direct_claiming",)
"""Techniques of Sudoku Explainer that are never its easiest step; their pages say why. The tests read this list too."""

NEVER_SEEN = ("nested_dynamic_chain_2",)
"""Techniques that no known puzzle needs; their pages have no example."""

ALL = (*TECHNIQUES, *VARIANT_TECHNIQUES)


def candidates_of(board: str) -> Candidates:
    """Return the candidates of a board in the notation of `nonet.formats`' susser."""
    return Position.of(parse_susser(board)).candidates()


@cache
def ordered() -> tuple[Technique, ...]:
    """Return all techniques: first those of the profile `nonet` in its order, then the others."""
    taught = profile("nonet").techniques
    return (*taught, *(known for known in ALL if known not in taught))


def taught_rating(about: Technique) -> float | None:
    """Return the rating of a technique in the profile `nonet`, if it is there."""
    rows = profile("nonet").rows
    return next((row.rating for row in rows if row.technique == about), None)


def steps_of(name: str, board: Candidates, givens: Grid) -> tuple[Step, ...]:
    """Return the steps of one technique on a board, rated as in the profile that has it."""
    about = technique(name)
    order = profile_with(about)
    if order.counts_points:  # they are no rating
        order = order.rated(about, 1)
    alone = order.only(about)
    return engine.all_steps(board, profile=alone, everything=True, givens=givens)


@cache
def prose() -> dict[str, dict[str, Any]]:
    """Return the prose that is written by hand."""
    with PROSE.open("rb") as file:
        return tomllib.load(file)


def example_of(name: str, number: int = 0) -> Example:
    """Return an example of a technique, the easiest one first."""
    return EXAMPLES[name][number]


@cache
def example_step(name: str, number: int = 0) -> tuple[Candidates, Step]:
    """Return the board of an example, and the step of the technique there.

    In the first example it is the step that Sudoku Explainer takes. If it does not know the technique, and in the other
    examples, it is the simplest one that nonet finds.
    """
    example = example_of(name, number)
    about = technique(name)
    steps: Sequence[Step | None]
    if number or "se" not in about.ratings:
        steps = steps_on(example) if not number else _simplest(about, example)
    else:
        board = candidates_of(example.board)
        steps = engine.all_steps(board) if name in NEVER_FIRST else [engine.next_step(board)]
        steps = [step and replace(step, givens=Grid(example.givens)) for step in steps]
    for step in steps:
        if step is not None and step.technique.id == name and step.board is not None:
            return step.board, step
    raise LookupError(
        f"the easiest step on the board of {name} in examples.txt is {steps[0] if steps else None};"
        " a technique that is never the easiest is listed in NEVER_FIRST"
    )


def _simplest(about: Technique, example: Example) -> Sequence[Step | None]:
    """Return the steps on a board, the simplest first; of chains with chains inside only the first."""
    if about.id.startswith("nested"):
        return [example.position.hint(profile=profile("nonet").only(about))]
    return drill_on(about, example.position).steps


def steps_on(example: Example) -> Sequence[Step]:
    """Return the steps of the technique of an example that Sudoku Explainer does not have."""
    if not technique(example.technique).is_classic:
        return example.steps()
    board, givens = candidates_of(example.board), Grid(example.givens)
    return steps_of(example.technique, board, givens)


def picture(name: str, number: int = 0) -> str:
    """Return the picture of an example, with the givens of its puzzle."""
    return svg(example_step(name, number)[1])
