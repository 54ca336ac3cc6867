"""The beginnings of thirty explained paths through boards with constraints.

To be read after a change: each sentence should be one that a player follows. The boards are the examples of the
techniques that only such boards have.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from kept import compare

from nonet.generating.examples import EXAMPLES, Example
from nonet.puzzle.errors import Stuck
from nonet.steps import VARIANT_TECHNIQUES
from nonet.steps.parts import rating_text

GOLDEN = Path(__file__).parent / "golden" / "paths"
STEPS = 12
PATHS = [(each.id, n) for each in VARIANT_TECHNIQUES for n in (0, 1)]


def told(example: Example) -> str:
    """Return the rules and the first steps of an example, each with its rating and its sentences."""
    lines = [f"rules: {example.rules}", f"board: {example.givens}", ""]
    steps = islice(example.position.steps(profile="nonet"), STEPS)
    try:
        for number, step in enumerate(steps, 1):
            lines.append(f"{number}. {step.title()} ({rating_text(step.rating)}): {step.outcome}")
            lines += [f"    {line}" for line in step.text().splitlines()]
    except Stuck as error:
        lines.append(str(error))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "number"), PATHS)
def test_the_beginning_of_a_path(name: str, number: int) -> None:
    compare(told(EXAMPLES[name][number]), GOLDEN / f"{name}.{number + 1}.txt")
