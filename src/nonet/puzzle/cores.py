"""Givens that exclude each other, and givens without which there is a solution: why a puzzle has none, and where.

A *core* is a set of givens that has no solution, though any fewer of them have one. A small one says why a puzzle has
no solution. If there is none, the givens that lie in every core say where the mistake can be: without any one of them
there is a solution, and with another digit perhaps exactly one. In a sukaku a part is a cell with its candidates
instead. Every question to the engine has a small budget, and nothing is named that was not answered.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from nonet import engine
from nonet.base.cells import cell_name
from nonet.engine import Status

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.rules.constraints import Violation

__all__ = ["MOST_GIVENS", "fewest", "wrong_givens"]

MOST_GIVENS = 6
"""More than that is no explanation."""

_BUDGETS = (1000, 100)
"""Guesses for each question: about a classic board, and about another one."""

_CHANGES = 256
"""Boards with another digit that are tried."""

_Part = TypeVar("_Part")


def wrong_givens(rules: Rules, allowed: Sequence[int]) -> Violation | None:
    """Return givens that have no solution together, or else those that are to blame; None if neither is known.

    ``allowed`` are the digits that givens and marks allow, one mask per cell.
    """
    parts = _Parts(rules, allowed)
    cells = parts.cells
    if parts.ask([cells]) != [False]:
        return None
    if parts.ask([[]]) == [False]:
        return parts.violation("rules", ())
    answers = parts.ask([c for c in cells if c != cell] for cell in cells)
    needed = [cell for cell, answer in zip(cells, answers, strict=True) if answer]
    if len(needed) <= MOST_GIVENS:
        for each in dict.fromkeys((rules.without_constraints(), rules)):
            if (core := _core(_Parts(each, allowed))) is not None:
                return parts.violation("together", core)
    if needed:
        key, named = "change", parts.changeable(needed)
        if not named:
            key, named = "without", needed
        more = max(len(named) - MOST_GIVENS, 0)
        return parts.violation(key, named[:MOST_GIVENS], more=more)
    if None not in answers:
        return parts.violation("several", ())
    return None


def _core(parts: _Parts) -> list[int] | None:
    """Return a small core; None if none is found."""
    if parts.ask([parts.cells]) != [False]:
        return None
    for order in (parts.cells, parts.cells[::-1]):
        core = fewest(tuple(order), lambda kept: parts.ask([kept]) == [False])
        answers = parts.ask([c for c in core if c != cell] for cell in core)
        if len(core) <= MOST_GIVENS and all(answers):
            return sorted(core)
    return None


def fewest(
    parts: tuple[_Part, ...], has_none: Callable[[tuple[_Part, ...]], bool]
) -> tuple[_Part, ...]:
    """Return parts without a solution, of which any fewer have one: first halves are left out, then single parts."""
    size = len(parts)
    while size and parts:
        size = (size + 1) // 2
        at = 0
        while at < len(parts):
            rest = parts[:at] + parts[at + size :]
            if has_none(rest):
                parts = rest
            else:
                at += size
        if size == 1:
            break
    return parts


class _Parts:
    """The cells that givens and marks restrict; any of them can be left out."""

    def __init__(self, rules: Rules, allowed: Sequence[int]) -> None:
        self._rules = rules
        self._allowed = allowed
        self._all = (1 << rules.size) - 1
        self._kind = "H" if rules.is_classic else "Q"
        self.cells = [cell for cell, mask in enumerate(allowed) if mask != self._all]
        self._has_marks = any(allowed[cell].bit_count() != 1 for cell in self.cells)

    def ask(self, sets: Iterable[Iterable[int]]) -> list[bool | None]:
        """Return for each set of cells whether it has a solution without the others; None if that is not known."""
        return [_ANSWERS.get(each) for each in self._solved(map(self._only, sets), limit=1)]

    def changeable(self, cells: Iterable[int]) -> list[int]:
        """Return the cells that leave exactly one solution with another digit; none if that takes long."""
        changed = []
        for cell in cells:
            for digit in range(self._rules.size):
                if self._allowed[cell] not in (self._all, 1 << digit):
                    board = self._only(self.cells)
                    board[cell] = 1 << digit
                    changed.append((cell, board))
        if len(changed) > _CHANGES or self._has_marks:
            return []
        states = self._solved((board for _, board in changed), limit=2)
        found = zip(changed, states, strict=True)
        return list(dict.fromkeys(cell for (cell, _), each in found if each is Status.UNIQUE))

    def _only(self, kept: Iterable[int]) -> array[int]:
        row = array(self._kind, [self._all]) * len(self._allowed)
        for cell in kept:
            row[cell] = self._allowed[cell]
        return row

    def _solved(self, boards: Iterable[array[int]], *, limit: int) -> list[Status]:
        rows = array(self._kind)
        for board in boards:
            rows += board
        n, classic = len(rows) // len(self._allowed), self._rules.is_classic
        status, budget = bytearray(n), _BUDGETS[not classic]
        engine.solve_rows(
            rows, n, rules=self._rules, marks=True, limit=limit, budget=budget, status=status
        )
        return list(map(Status, status))

    def violation(self, key: str, cells: Sequence[int], **values: object) -> Violation:
        """Return what is said about these cells: their digits, or the cells alone if they have several candidates."""
        from nonet.rules.constraints.base import Violation

        names = tuple(cell_name(cell, self._rules.size) for cell in cells)
        values["cells"] = names
        if self._has_marks:
            key += ".marks" if key != "rules" else ""
        else:
            own = self._rules.digits
            digits = (own[self._allowed[cell].bit_length() - 1] for cell in cells)
            values["givens"] = dict(zip(names, digits, strict=True))
        return Violation(names, f"contradiction.{key}", values)


_ANSWERS = {Status.FOUND: True, Status.NO_SOLUTION: False, Status.CONFLICT: False}
