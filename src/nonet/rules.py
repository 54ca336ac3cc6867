"""What makes a filled board right: its size and its houses, as data.

A *house* is a set of cells that must all differ. The classic board has 27 of them: nine rows, nine
columns, nine boxes. Nothing outside this file knows where a box is; whoever wants to know which cells see
each other asks the `Rules` of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from nonet.cells import CellSet
from nonet.errors import RulesError

__all__ = ["CLASSIC", "House", "Rules"]


class House:
    """A named set of cells that must all hold different digits.

    >>> CLASSIC.houses[0]
    House('row 1', 'r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9')
    """

    __slots__ = ("cells", "name")
    name: str
    cells: CellSet

    def __init__(self, name: str, cells: CellSet | Iterable[int | str] | str, *, size: int = 9):
        object.__setattr__(self, "name", name)
        if not isinstance(cells, CellSet):
            cells = CellSet(cells, size=size)
        object.__setattr__(self, "cells", cells)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a House is immutable")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, House):
            return NotImplemented
        return (self.name, self.cells) == (other.name, other.cells)

    def __hash__(self) -> int:
        return hash((self.name, self.cells))

    def __repr__(self) -> str:
        tail = "" if self.cells.size == 9 else f", size={self.cells.size}"
        return f"House({self.name!r}, {' '.join(self.cells.names)!r}{tail})"

    def __reduce__(self) -> tuple[object, ...]:
        return House, (self.name, self.cells)


class Rules:
    """The size of a board and its houses.

    ``Rules()`` is classic Sudoku. ``box_rows`` and ``box_columns`` give the shape of a box (in cells); the
    board is square with ``box_rows * box_columns`` cells to a side. ``extra`` adds houses beyond
    rows, columns and boxes.

    >>> CLASSIC.size, len(CLASSIC.houses), len(CLASSIC.peers[0])
    (9, 27, 20)
    >>> Rules(box_rows=2, box_columns=3)
    Rules(box_rows=2, box_columns=3)
    """

    __slots__ = ("__dict__", "box_columns", "box_rows", "extra")
    box_rows: int
    box_columns: int
    extra: tuple[House, ...]

    def __init__(
        self, *, box_rows: int = 3, box_columns: int = 3, extra: Iterable[House] = ()
    ) -> None:
        size = box_rows * box_columns
        if box_rows < 1 or box_columns < 1 or not 1 <= size <= 36:
            raise RulesError(
                f"a box of {box_rows} rows and {box_columns} columns makes a board of {size}x{size};"
                " the side must be from 1 to 36"
            )
        extra = tuple(extra)
        for house in extra:
            if house.cells.size != size or len(house.cells) > size:
                raise RulesError(
                    f"{house.name}: a house on this board has at most {size} cells of a {size}x{size} board"
                )
        for name, value in (("box_rows", box_rows), ("box_columns", box_columns), ("extra", extra)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Rules are immutable")

    @property
    def size(self) -> int:
        """The number of rows, of columns and of digits."""
        return self.box_rows * self.box_columns

    @property
    def is_classic(self) -> bool:
        """Whether this is the 9x9 board with 3x3 boxes and nothing more."""
        return self.box_rows == self.box_columns == 3 and not self.extra

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses: rows, then columns, then boxes, then the extra ones."""
        size, rows, columns = self.size, self.box_rows, self.box_columns
        line = range(size)
        found = [
            House(f"row {r + 1}", CellSet((r * size + c for c in line), size=size)) for r in line
        ]
        found += [
            House(f"column {c + 1}", CellSet((r * size + c for r in line), size=size)) for c in line
        ]
        for box in line:
            top, left = box // rows * rows, box % rows * columns
            cells = ((top + i // columns) * size + left + i % columns for i in line)
            found.append(House(f"box {box + 1}", CellSet(cells, size=size)))
        return (*found, *self.extra)

    @cached_property
    def peers(self) -> tuple[CellSet, ...]:
        """For each cell the cells that share a house with it, itself left out."""
        masks = [0] * self.size**2
        for house in self.houses:
            for cell in house.cells:
                masks[cell] |= house.cells.mask
        return tuple(
            CellSet.from_mask(mask & ~(1 << cell), size=self.size)
            for cell, mask in enumerate(masks)
        )

    def houses_of(self, *cells: int) -> tuple[House, ...]:
        """Return the houses that hold all of the cells."""
        return tuple(house for house in self.houses if all(cell in house.cells for cell in cells))

    def _key(self) -> tuple[object, ...]:
        return self.box_rows, self.box_columns, self.extra

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        shown = []
        if (self.box_rows, self.box_columns) != (3, 3):
            shown += [f"box_rows={self.box_rows}", f"box_columns={self.box_columns}"]
        if self.extra:
            shown.append(f"extra={self.extra!r}")
        return f"Rules({', '.join(shown)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rules, self._key()


def _rules(box_rows: int, box_columns: int, extra: tuple[House, ...]) -> Rules:
    """Rebuild pickled rules."""
    return Rules(box_rows=box_rows, box_columns=box_columns, extra=extra)


CLASSIC = Rules()
