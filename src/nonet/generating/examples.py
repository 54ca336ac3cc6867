"""The examples of the techniques: three positions for each, from easy to nasty.

They are the stock of the drill, and the examples in docs/techniques and on the page. scripts/examples_stock.py finds
them and writes the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from nonet.formats.rare.susser import parse_susser
from nonet.puzzle import Position
from nonet.steps import Step, profile_with

__all__ = ["EXAMPLES", "FILE", "Example", "load"]

FILE = Path(__file__).with_name("examples.txt")


class Example(NamedTuple):
    """A position with a step of a technique; ``rules`` if they are not classic, and where the puzzle comes from.

    The board is in the notation of HoDoKu.
    """

    technique: str
    rules: str
    board: str
    source: str

    @property
    def position(self) -> Position:
        """The position, with the givens of its puzzle."""
        return Position.of(parse_susser(self.board, self.rules or None))

    @property
    def givens(self) -> str:
        """The puzzle that the board is a position of, in a line."""
        return re.sub(r"\+\d", ".", self.board.partition(":")[0])

    def steps(self) -> tuple[Step, ...]:
        """Return the steps of the technique in the position."""
        return self.position.all_steps(
            profile=profile_with(self.technique), techniques=[self.technique]
        )


def load(position: Position, step: Step) -> int:
    """Return how much there is to look through: the candidates of the board, and four times those of the pattern.

    The pattern are the marks of the step; for a chain its links.
    """
    masks = position.candidates().masks
    open_ = sum(
        mask.bit_count() for mask, digit in zip(masks, position.grid, strict=True) if not digit
    )
    pattern = sum(len(chain.nodes) for chain in step.chains) if step.chains else len(step.marks)
    return open_ + 4 * pattern


def _read() -> dict[str, tuple[Example, ...]]:
    found: dict[str, tuple[Example, ...]] = {}
    for line in FILE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            each = Example(*(part.strip() for part in line.split("|")))
            found[each.technique] = (*found.get(each.technique, ()), each)
    return found


EXAMPLES: Mapping[str, tuple[Example, ...]] = MappingProxyType(_read())
"""The examples of each technique, the easiest first."""
