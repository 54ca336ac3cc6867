"""The shape of a drawing: its rows and columns, which cells form regions, and what is drawn of the rules.

`Rules` and a `Model` both have one, so a board of any shape is drawn by the same code.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.puzzle.model import Model
from nonet.render.boards import marks_of
from nonet.rules import Rules
from nonet.rules.constraints.marks import Mark

__all__ = ["Shape", "shape_of"]


@dataclass(frozen=True)
class Shape:
    """``regions`` has the number of the region of each cell; ``is_jigsaw``: they are no equal rectangles."""

    rows: int
    columns: int
    regions: tuple[int, ...]
    is_jigsaw: bool = False
    marks: tuple[Mark, ...] = ()


def shape_of(board: Rules | Model) -> Shape:
    """Return the shape of a board with some rules."""
    if isinstance(board, Model):
        return _of_model(board)
    regions = [0] * board.size**2
    for number, region in enumerate(board.regions):
        for cell in region:
            regions[cell] = number
    return Shape(board.size, board.size, tuple(regions), board.is_jigsaw, marks_of(board))


def _of_model(model: Model) -> Shape:
    """Return the shape of a model: its boxes or regions are the houses that are neither rows nor columns."""
    names = model.space.names[: model.rows * model.columns]
    groups = [house for house in model.houses if house.kind in ("box", "region")]
    numbers = {cell: n for n, group in enumerate(groups, 1) for cell in group.cells}
    regions = tuple(numbers.get(name, 0) for name in names)
    marks = (mark for each in model.constraints for mark in each.marks(model.space))
    is_jigsaw = any(not _is_rectangle(group.cells, model) for group in groups)
    return Shape(model.rows, model.columns, regions, is_jigsaw, tuple(marks))


def _is_rectangle(cells: tuple[str, ...], model: Model) -> bool:
    places = [place for cell in cells if (place := model.space.at(cell)) is not None]
    rows, columns = {row for row, _ in places}, {column for _, column in places}
    return len(rows) * len(columns) == len(places)
