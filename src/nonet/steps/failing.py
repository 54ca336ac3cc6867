"""Why a constraint rules out candidates, where its technique has no words of its own for it.

Kinds of reasons, the first that holds: how much the other cells of a sum are at least or at most; two cells in sight of
each other that would be equal; how many buildings could be seen; or what one other cell would have to be, and what of
the rest makes it so (`nonet.steps.unmet`). A cell outside of a constraint loses a digit that one of the cells inside
has to be. They are read from a step and the board before it, when its words are used. What a reason eliminates
is gone for the reasons after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from nonet.base.masks import digits_of
from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Either,
    Linear,
    Pair,
    Primitive,
    Visible,
    cells_of,
)
from nonet.rules.narrowing import narrow, narrow_to_counts
from nonet.rules.sight import sight_of
from nonet.rules.sums import extreme
from nonet.steps.cages import SHOWN
from nonet.steps.lines import sets_of
from nonet.steps.sum_reasons import Failure, Limit, along, beyond, bounds, over
from nonet.steps.unmet import WORK, unmet

if TYPE_CHECKING:
    from nonet.steps.step import Step

__all__ = ["Failure", "Limit", "failures", "missing_reason"]

_MOST = 6
"""A longer list of reasons does not explain anything: then the first ones are given, and the rest is named."""

_SHORT = 1
"""Other cells that a reason may take while simpler ones are looked for."""

_TOGETHER = 2
"""Other cells that a reason for several digits may take; with more, each digit has its own."""


def failures(step: Step, lost: Mapping[int, Iterable[int]] | None = None) -> list[Failure]:
    """Return why cells lose digits by the first constraint of a step: those that it eliminates, or those ``lost``."""
    basis = step.basis
    if step.board is None or basis is None or not basis.constraints:
        return []
    if step.technique.id == "rule_of_45" and len(basis.cells) + len(basis.outside) == 1:
        return []  # what is left is the digit
    primitives = _primitives(step)
    known = {cell for primitive in primitives for cell in cells_of(primitive)}
    failures: list[Failure] = []
    left: dict[int, set[int]] = {}
    all_lost = {c: frozenset(d) for c, d in (step.removes if lost is None else lost).items()}
    for cell, digits in sorted(all_lost.items()):
        gone = set(digits)
        if cell not in known:
            failures += _outside(step, primitives, cell, gone)
            continue
        left[cell] = gone
    if step.technique.id == "arrow":
        failures += along(step, primitives, left)
    for cell, gone in left.items():
        for primitive in primitives:
            if isinstance(primitive, Linear) and cell in primitive.cells:
                failures += bounds(step, primitive, cell, gone)
    left = {cell: gone for cell, gone in left.items() if gone}
    tried = list(_Tries(step, primitives).explained(left))
    if any(primitive.kind == "unfit" for primitive in tried):
        tried = _kept(step, primitives, left) or tried
    return _together([*failures, *tried], all_lost)


def _kept(
    step: Step, primitives: Sequence[Primitive], lost: Mapping[int, set[int]]
) -> list[Failure]:
    """Return why a cell keeps its last digit, which no other cell of a clue can have, none if it is not so."""
    assert step.board is not None
    (cell, gone), *more = lost.items()
    left = step.board.masks[cell] & ~sum(1 << digit - 1 for digit in gone)
    cells = {each for one in primitives for each in cells_of(one)} - {cell}
    if more or left & (left - 1) or any(step.board.masks[each] & left for each in cells):
        return []
    why = _missing(step, primitives, left.bit_length()) if left else None
    return [] if why is None else [Failure("kept", (cell,), (left.bit_length(),), why=why)]


def missing_reason(step: Step, digit: int) -> Failure | None:
    """Return why the first constraint of a step cannot be met without a digit, None if that is not known."""
    if step.board is None or step.basis is None or not step.basis.constraints:
        return None
    return _missing(step, _primitives(step), digit)


def _missing(step: Step, primitives: Sequence[Primitive], digit: int) -> Failure | None:
    tries = _Tries(step, primitives)
    sets = sets_of(primitives)
    if sets is not None:
        left = tuple(digits for digits in sets if extreme(tries.masks, tuple(tries.masks), digits))
        if left and all(digit in digits for digits in left):
            is_short = len(left) <= SHOWN
            return Failure("sets", (), ways=left) if is_short else Failure("each", ())
    bit = 1 << digit - 1
    counts = (digits for digits in primitives if isinstance(digits, Count) and digits.low)
    if sets is None and any(digits.digits == bit for digits in counts):
        return Failure("lacking", ())
    for cell in tries.masks:
        tries.masks[cell] &= ~bit
        tries.widest[cell] &= ~bit
    return over(step, primitives, tries.masks) or tries.without()


def _primitives(step: Step) -> list[Primitive]:
    """Return what the constraint of a step says of the cells of the step."""
    assert step.basis is not None
    rule = step.basis.constraints[0]
    if step.technique.id == "rule_of_45":
        factors = (1,) * len(step.basis.cells) + (-1,) * len(step.basis.outside)
        cells = step.basis.cells + step.basis.outside
        return [Linear(cells, factors, step.basis.total, step.basis.total)]
    primitives: list[Primitive] = list(step.rules.explained_of(rule))
    inside = {*step.basis.cells}
    about = {*step.removes} & {
        cell for primitive in primitives for cell in cells_of(primitive)
    } or inside
    if not rule.cells or len(inside) < len(rule.cells):  # a rule for the whole board, or two cells
        parts = [primitive for primitive in primitives if inside.issuperset(cells_of(primitive))]
        if {cell for primitive in parts for cell in cells_of(primitive)} & about:
            return parts
    if not rule.cells:
        return [primitive for primitive in primitives if {*cells_of(primitive)} & about]
    return primitives


def _outside(
    step: Step, primitives: Sequence[Primitive], cell: int, lost: Iterable[int]
) -> Iterator[Failure]:
    assert step.board is not None and step.basis is not None
    sees = sight_of(step.rules).masks[cell]
    for digit in sorted(lost):
        held = (c for c in (*step.basis.cells, *step.basis.outside) if not step.board.placed[c])
        places = tuple(each for each in held if digit in step.board[each])
        if places and all(sees >> place & 1 for place in places):
            why = _missing(step, primitives, digit)
            yield Failure("outside", (cell,), (digit,), places, why=why)


class _Tries:
    """Tries digits in the cells of a constraint, with what is left of the candidates of the others."""

    def __init__(self, step: Step, primitives: Sequence[Primitive]) -> None:
        assert step.board is not None
        self.step, self.primitives = step, primitives
        self.sees = sight_of(step.rules).masks
        inside = dict.fromkeys(c for each in primitives for c in cells_of(each))
        self.masks = {cell: step.board.masks[cell] for cell in inside}
        self.widest = dict.fromkeys(inside, (1 << step.rules.size) - 1)
        self.placed = {cell: step.board.placed[cell] for cell in inside}
        self.budget = [WORK]

    def explained(self, lost: dict[int, set[int]]) -> Iterator[Failure]:
        """Yield why each cell loses digits: what takes few other cells first, as long as there is any."""
        left = {cell: sorted(digits) for cell, digits in sorted(lost.items())}
        is_last = False
        while left:
            before = len(left)
            for cell, digits in list(left.items()):
                failures_of_cell = self._of_cell(cell, digits)
                is_short = all(
                    len(each.rests) <= _SHORT and each.kind != "unfit" for each in failures_of_cell
                )
                if is_short or is_last:
                    yield from failures_of_cell
                    self.masks[cell] &= ~sum(1 << digit - 1 for digit in digits)
                    del left[cell]
            is_last = len(left) == before

    def without(self) -> Failure | None:
        """Return why the candidates as they are do not fit."""
        failure = unmet(
            self.primitives, self.masks, (), self.sees, self.widest, self.placed, self.budget
        )
        if failure is None:
            return None
        kind = "any" if failure.needed is None else "unmet"
        return Failure(kind, (), (), (), (), False, 0, *failure)

    def _of_cell(self, cell: int, digits: Sequence[int]) -> list[Failure]:
        reasons, rest = [], []
        for digit in digits:
            reason = self._special(cell, digit)
            if reason is None:
                rest.append(digit)
            else:
                reasons.append(reason)
        if len(rest) > 1:
            together = self._tried(cell, rest)
            if together is not None and len(together.rests) <= _TOGETHER:
                return [*reasons, together]
        for digit in rest:
            reason = self._tried(cell, [digit])
            reasons.append(reason or Failure("unfit", (cell,), (digit,)))
        return reasons

    def _special(self, cell: int, digit: int) -> Failure | None:
        """Return a reason that is more than what a cell would have to be, None if there is none."""
        counted = {
            primitive.digits
            for primitive in self.primitives
            if isinstance(primitive, Count) and primitive.low
        }
        if counted and not any(digits >> digit - 1 & 1 for digits in counted):
            needed = dict(self.masks)
            narrow_to_counts(self.primitives, needed)
            if not needed[cell] >> digit - 1 & 1:
                return Failure("full", (cell,), (digit,))
        masks = self.masks | {cell: 1 << digit - 1}
        is_single = all(isinstance(primitive, Allowed) for primitive in self.primitives)
        if len(masks) < 2 or is_single or _is_excluded(self.primitives, cell, digit):
            return Failure("own", (cell,), (digit,))
        if (other := _alone(self.primitives, cell, digit)) is not None:
            return Failure("never", (cell,), (digit,), (other,))
        if (sum_ := beyond(self.step, self.primitives, masks, cell)) is not None:
            return sum_
        if (seen := _buildings(self.primitives, masks)) is not None:
            return Failure("seen", (cell,), (digit,), is_most=seen[0], rest=seen[1])
        same = _same(self.primitives, masks, cell)
        if same and self.sees[same[0]] >> same[1] & 1:
            return Failure("same", (cell,), (digit,), same)
        other, only = _needs(self.primitives, masks, cell)
        if only == digit and self.sees[cell] >> other & 1:
            return Failure("too", (cell,), (digit,), (other,), rest=digit)
        for sees in ([0] * len(self.sees), self.sees):  # first without what sight excludes
            known = dict(masks)
            if narrow(self.primitives, known, sees) and (pair := _equal(known, self.sees)):
                others = tuple(primitive for primitive in pair if primitive != cell)
                kind = "equal" if len(others) == 2 else "too"
                rest = known[pair[0]].bit_length()
                return Failure(kind, (cell,), (digit,), others, rest=rest)
        return None

    def _tried(self, cell: int, digits: Sequence[int]) -> Failure | None:
        """Return what another cell would have to be with some digits in a cell."""
        masks = self.masks | {cell: sum(1 << digit - 1 for digit in digits)}
        failure = unmet(
            self.primitives, masks, (cell,), self.sees, self.widest, self.placed, self.budget
        )
        if failure is None:
            return None
        kind = "any" if failure.needed is None else "unmet"
        return Failure(kind, (cell,), tuple(digits), (), (), False, 0, *failure)


def _is_excluded(primitives: Sequence[Primitive], cell: int, digit: int) -> bool:
    """Return whether no choice of a clue has a digit in a cell, such as the 1 at an X-sum of more than 1."""
    return any(
        isinstance(each, Either)
        and all(
            any(
                isinstance(one, Allowed) and one.cell == cell and not one.digits >> digit - 1 & 1
                for one in choice
            )
            for choice in each.choices
        )
        for each in primitives
    )


def _alone(primitives: Sequence[Primitive], cell: int, digit: int) -> int | None:
    """Return a cell in which no digit fits with a digit in another one, None if there is none."""
    for primitive in primitives:
        if isinstance(primitive, Pair) and cell == primitive.a and not primitive.rows[digit - 1]:
            return primitive.b
        if isinstance(primitive, Pair) and cell == primitive.b:
            rows = (row for row in primitive.rows if row >> digit - 1 & 1)
            if next(rows, None) is None:
                return primitive.a
    return None


def _buildings(primitives: Sequence[Primitive], masks: dict[int, int]) -> tuple[bool, int] | None:
    """Return whether too few buildings are seen, and how many at most, or at least; None if it can be as many."""
    if len(primitives) != 1 or not isinstance(primitives[0], Visible):
        return None
    states = {(0, 0)}
    for number, cell in enumerate(primitives[0].cells, 1):
        states = {
            (max(highest, digit), seen + (digit > highest))
            for highest, seen in states
            for digit in digits_of(masks[cell])
            if digit != highest and max(highest, digit) >= number  # the cells differ
        }
    counts = {seen for _, seen in states}
    if counts and max(counts) < primitives[0].seen:
        return True, max(counts)
    if counts and min(counts) > primitives[0].seen:
        return False, min(counts)
    return None


def _alike(failures: Sequence[Failure]) -> Iterator[Failure]:
    """Yield the digits with which two cells would be equal, without these: those of the same cells together."""
    cells: dict[tuple[int, int], list[int]] = {}
    for each in failures:
        if each.kind == "equal":
            cells.setdefault((each.digits[0], each.rest), []).append(each.cells[0])
    digits: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for (digit, rest), alike in cells.items():
        digits.setdefault((tuple(alike), rest), []).append(digit)
    for (all_cells, rest), together in digits.items():
        yield Failure("alike", all_cells, tuple(together), rest=rest)


def _equal(masks: dict[int, int], sees: Sequence[int]) -> tuple[int, ...]:
    """Return two cells that see each other and have the same candidate alone, none if there are no such cells."""
    alone = [cell for cell, mask in masks.items() if not mask & (mask - 1)]
    for one, other in combinations(alone, 2):
        if masks[one] == masks[other] and sees[one] >> other & 1:
            return one, other
    return ()


def _open_terms(
    primitives: Sequence[Primitive], masks: dict[int, int], cell: int
) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """Yield of each exact sum with a cell its open cells, with their factors, and what the others leave for them."""
    for primitive in primitives:
        if (
            not isinstance(primitive, Linear)
            or primitive.low is None
            or primitive.low != primitive.high
        ):
            continue
        if cell in primitive.cells and all(masks[c] for c in primitive.cells):
            terms = list(zip(primitive.cells, primitive.coefficients, strict=True))
            left = [term for term in terms if masks[term[0]] & (masks[term[0]] - 1)]
            filled = (term for term in terms if term not in left)
            yield left, primitive.low - sum(factor * masks[c].bit_length() for c, factor in filled)


def _needs(primitives: Sequence[Primitive], masks: dict[int, int], cell: int) -> tuple[int, int]:
    """Return the only other cell of a sum that is open, and what it would have to be; two zeros if there is none."""
    for left, rest in _open_terms(primitives, masks, cell):
        if len(left) == 1 and abs(left[0][1]) == 1:
            ((other, factor),) = left
            return other, rest * factor
    return 0, 0


def _same(primitives: Sequence[Primitive], masks: dict[int, int], cell: int) -> tuple[int, ...]:
    """Return the only two open cells of a sum, if they would be equal; else no cells."""
    for left, rest in _open_terms(primitives, masks, cell):
        if len(left) == 2 and left[0][1] == -left[1][1] and not rest:
            return tuple(sorted(each for each, _ in left))
    return ()


def _together(failures: Sequence[Failure], lost: Mapping[int, frozenset[int]]) -> list[Failure]:
    """Return the reasons why cells lose digits, those of one kind with the same other cells together; few of them."""
    by_cell: dict[Failure, tuple[set[int], set[int]]] = {}
    for reason in _bounded_alike(failures):
        needed = reason.needed
        if reason.kind == "full":
            reason = reason._replace(cells=(), digits=())
        alike = reason._replace(digits=())
        if needed is not None and needed.kind == "only":
            alike = alike._replace(needed=needed._replace(digits=()))
        digits, needs = by_cell.setdefault(alike, (set(), set()))
        digits.update(reason.digits)
        needs.update(needed.digits if needed is not None else ())
    joined: dict[tuple[Failure, tuple[int, ...]], list[int]] = {}
    for reason, (digits, needs) in by_cell.items():
        if reason.needed is not None:
            reason = reason._replace(needed=reason.needed._replace(digits=tuple(sorted(needs))))
        key = reason._replace(cells=()), tuple(sorted(digits))
        joined.setdefault(key, []).extend(reason.cells)
    reasons = [
        alike._replace(cells=tuple(cells), digits=digits)
        for (alike, digits), cells in joined.items()
    ]
    reasons.sort(key=lambda reason: reason.kind != "own")  # it refers to the rule just before
    if len(reasons) <= _MOST:
        return reasons
    reasons = [*_alike(failures), *(reason for reason in reasons if reason.kind != "equal")]
    if len(reasons) <= _MOST:
        return reasons
    first, rest = reasons[: _MOST - 1], reasons[_MOST - 1 :]
    return [*first, Failure("rest", (), alike=_named(rest, lost))]


def _named(
    failures: Sequence[Failure], lost: Mapping[int, frozenset[int]]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return the digits that some reasons take, each with all cells that lose it to them."""
    by_cell: dict[int, set[int]] = {}
    for reason in failures:
        for cell in reason.cells:
            gone = reason.digits
            if reason.kind == "bound":
                gone = tuple(d for d in lost[cell] if (d > reason.rest) == reason.is_most)
            by_cell.setdefault(cell, set()).update(gone)
    named: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in by_cell.items():
        named.setdefault(tuple(sorted(digits)), []).append(cell)
    return tuple((tuple(cells), digits) for digits, cells in named.items())


def _bounded_alike(failures: Sequence[Failure]) -> list[Failure]:
    """Return the reasons, those of the cells of one sum together for which all others have one bound."""
    alike: dict[object, list[Failure]] = {}
    for reason in failures:
        if reason.kind == "bound" and len(reason.limits) == 1:
            (limit,) = reason.limits
            whole = frozenset(reason.cells + limit.cells)
            key: object = whole, reason.is_most, reason.rest, limit[1:]
        else:
            key = len(alike)
        alike.setdefault(key, []).append(reason)
    joined = []
    for first, *more in alike.values():
        if more:
            cells = tuple(cell for reason in (first, *more) for cell in reason.cells)
            limits = (first.limits[0]._replace(cells=()),)
            first = first._replace(cells=cells, limits=limits)
        joined.append(first)
    return joined
