"""What a transform of the classic board makes of the names in constraints: cells, lines, sides and directions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["Move"]

_LINES = tuple(range(9))
_STEPS = {
    **{"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)},
    **{"up": (-1, 0), "down": (1, 0)},
}


class Move:
    """A transform: ``rows`` and ``columns`` are the old ones in the new order, ``to`` is the new index of a cell."""

    def __init__(
        self,
        transposed: bool,
        rows: Sequence[int],
        columns: Sequence[int],
        to: Callable[[int], int],
    ) -> None:
        self.transposed, self.rows, self.columns, self.to = transposed, rows, columns, to
        self.keeps_rows, self.keeps_columns = rows == _LINES, columns == _LINES

    def cell(self, name: str) -> str:
        """Return the new name of a cell."""
        row, column = map(int, name[1:].split("c"))
        row, column = divmod(self.to(9 * row + column - 10), 9)
        return f"r{row + 1}c{column + 1}"

    def line(self, name: str) -> str:
        """Return the new name of a row such as ``r3`` or a column such as ``c5``."""
        is_row, old = name[0] == "r", int(name[1:]) - 1
        becomes_row = is_row != self.transposed
        new = (self.rows if becomes_row else self.columns).index(old)
        return f"{'r' if becomes_row else 'c'}{new + 1}"

    def side(self, name: str) -> str:
        """Return the new side of the board."""
        return self._turned(name, ("left", "right", "top", "bottom"))

    def direction(self, name: str) -> str:
        """Return where a way such as "down right" leads on the new board."""
        parts = (self._turned(part, ("up", "down", "left", "right")) for part in name.split())
        return " ".join(sorted(parts, key=lambda part: part in ("left", "right")))

    def _turned(self, name: str, names: Sequence[str]) -> str:
        """Return which of the names leads on the new board where this one led on the old one."""
        down, right = _STEPS[name][::-1] if self.transposed else _STEPS[name]
        found = down * (1 if self.keeps_rows else -1), right * (1 if self.keeps_columns else -1)
        return next(each for each in names if _STEPS[each] == found)
