"""Why a cage, or the rule of 45, rules out candidates: what would have to go with them, and why it does not fit.

The reasons are read from a step and the board before it, when its words are used. Without a board, and for
cages with more combinations than can be looked at, there are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from nonet.rules.sight import sight_of
from nonet.rules.sums import extreme

if TYPE_CHECKING:
    from nonet.rules import Rules
    from nonet.steps.step import Step

__all__ = [
    "SHOWN",
    "Reason",
    "are_different",
    "crowded",
    "filled_cells",
    "lost_reasons",
    "needed",
    "needed_reason",
]

SHOWN = 4
"""Combinations that a sentence lists."""

_MOST_WAYS = 20_000
_MOST_NEEDED = 3  # digits of which every combination has one
_FEW, _NAMED = 3, 5  # reasons that are not too many, and those that a step names at most

_Digits = tuple[int, ...]


class Reason(NamedTuple):
    """Why some cells lose some digits, or, without cells, why a cage has a digit.

    ``kind`` says what the other values mean:

    * ``only``: ``ways`` are all combinations of different digits with the sum;
    * ``left``: ``ways`` are those that the candidates allow;
    * ``least``, ``most``: the other cells sum to at least or at most ``total``, with the digits of the one in ``ways``,
      and leave ``rest``;
    * ``partner``: of two cells, the other one of ``others`` would be ``needs``, digit by digit;
    * ``needs``: every combination with the digits has one of ``needs``, for which the other cells have no candidate;
    * ``above``, ``below``: without the digit the other cells sum to at least or at most ``total``, where
      ``rest`` is left for them;
    * ``unfit``: the other cells would be one of ``ways``, but of each of them some digits have too few cells;
    * ``sum``: the candidates of the other cells give no such sum, which takes more to say.
    """

    kind: str
    cells: tuple[int, ...] = ()
    digits: _Digits = ()
    others: tuple[int, ...] = ()
    needs: _Digits = ()
    ways: tuple[_Digits, ...] = ()
    total: int = 0
    rest: int = 0
    are_apart: bool = False


class _Cage:
    """The open cells of a cage: their candidates, what they add up to, and all combinations for that."""

    def __init__(self, step: Step) -> None:
        assert step.board is not None and step.basis is not None and step.basis.total is not None
        self.cells = step.basis.cells or step.basis.outside
        self.total = step.basis.total if step.basis.cells else -step.basis.total
        self.masks = {cell: step.board.masks[cell] for cell in self.cells}
        is_cage = step.technique.id != "rule_of_45"
        used = {step.board.placed[cell] for cell in filled_cells(step)} if is_cage else set()
        self.digits = [digit for digit in range(1, step.rules.size + 1) if digit not in used]
        count = len(self.cells)
        few = comb(len(self.digits), count) <= _MOST_WAYS
        sets = combinations(self.digits, count) if few else ()
        self.ways = [way for way in sets if sum(way) == self.total]
        self.is_known = few
        self.are_different = is_cage or are_different(self.cells, step.rules)

    def others(self, cell: int) -> tuple[int, ...]:
        return tuple(other for other in self.cells if other != cell)

    def extreme(self, cells: Sequence[int], digits: Iterable[int]) -> _Digits:
        return extreme(self.masks, cells, digits)


def filled_cells(step: Step) -> list[int]:
    """Return the cells of the cage of a step that have a digit already."""
    if step.basis is None or not step.basis.constraints or step.board is None:
        return []
    cells = step.rules.space.indices(step.basis.constraints[0].cells)
    return [cell for cell in cells if step.board.placed[cell]]


def are_different(cells: Sequence[int], rules: Rules) -> bool:
    """Return whether each two of the cells see each other, in a house or by a constraint."""
    sees = sight_of(rules).masks
    return all(sees[one] >> other & 1 for one, other in combinations(cells, 2))


def lost_reasons(step: Step) -> tuple[list[Reason], bool]:
    """Return why the cells of a cage lose digits, and whether that is all: of many reasons the first ones are named."""
    basis = step.basis
    if step.board is None or basis is None or basis.total is None:
        return [], True
    if basis.cells and basis.outside:
        return list(_of_difference(step, basis.cells, basis.outside, basis.total)), True
    cage = _Cage(step)
    if len(cage.cells) == 1 or (len(cage.cells) > 2 and not cage.are_different):
        return [], True
    lost = {(cell, digit) for cell in cage.cells for digit in step.removes.get(cell, ())}
    rest = set(lost)
    reasons = [*_only(cage, rest), *_bounds(cage, rest), *_grouped(cage, rest)]
    if len(reasons) > _FEW:
        shorter = [*_left(cage, lost), *_bounds(cage, lost), *_grouped(cage, lost)]
        reasons = min(reasons, shorter, key=len)
    return reasons[:_NAMED], len(reasons) <= _NAMED


def _of_difference(
    step: Step, cells: Sequence[int], outside: Sequence[int], total: int
) -> Iterator[Reason]:
    """Yield why one cell that is more or less than one other by a total loses digits."""
    for (cell, *more), (other, *others), shift in (
        (cells, outside, -total),
        (outside, cells, total),
    ):
        digits = range(1, step.rules.size + 1)
        lost = tuple(d for d in sorted(step.removes.get(cell, ())) if d + shift in digits)
        if lost and not more and not others:
            needs = tuple(digit + shift for digit in lost)
            yield Reason("partner", (cell,), lost, (other,), needs)


def _only(cage: _Cage, lost: set[tuple[int, int]]) -> Iterator[Reason]:
    """Yield all combinations, if there are few and some digits are in none; take these off ``lost``."""
    held = set().union(*cage.ways)
    nowhere = {(cell, digit) for cell, digit in lost if digit not in held}
    if nowhere and cage.are_different and 0 < len(cage.ways) <= SHOWN:
        lost -= nowhere
        yield Reason("only", ways=tuple(cage.ways))


def _left(cage: _Cage, lost: set[tuple[int, int]]) -> Iterator[Reason]:
    """Yield the combinations that the candidates allow, if there are few; take the digits of no other off ``lost``."""
    ways = tuple(way for way in cage.ways if cage.extreme(cage.cells, way))
    if cage.are_different and 0 < len(ways) <= SHOWN:
        lost -= {(cell, digit) for cell, digit in lost if not any(digit in way for way in ways)}
        yield Reason("left", ways=ways)


def _bounds(cage: _Cage, lost: set[tuple[int, int]]) -> list[Reason]:
    """Return which cells the others leave too little or too much for; take their digits off ``lost``."""
    bounds: dict[tuple[str, _Digits], set[tuple[int, int]]] = {}
    for cell in sorted({cell for cell, _ in lost}):
        for kind, digits in (("least", cage.digits), ("most", cage.digits[::-1])):
            way = cage.extreme(cage.others(cell), digits)
            rest = cage.total - sum(way)
            beyond = {
                d for c, d in lost if c == cell and (d > rest if kind == "least" else d < rest)
            }
            if way and beyond:
                bounds.setdefault((kind, way), set()).update((cell, digit) for digit in beyond)
    reasons = []
    for (kind, way), gone in bounds.items():
        cells = tuple(sorted({cell for cell, _ in gone}))
        others = cage.others(cells[0]) if len(cells) == 1 else ()
        rest = cage.total - sum(way)
        reasons.append(Reason(kind, cells, (), others, (), (way,), sum(way), rest))
        lost -= gone
    return reasons


def _grouped(cage: _Cage, lost: Iterable[tuple[int, int]]) -> list[Reason]:
    """Return the reasons of single digits: those of one digit together, then the digits of the same cells."""
    by_digit: dict[tuple[int, Reason], list[int]] = {}
    for cell, digit in sorted(lost):
        reason = _single(cage, cell, digit)
        if reason.kind == "unfit":  # which cells are too few depends on the cell
            reason = reason._replace(others=cage.others(cell))
        by_digit.setdefault((digit, reason), []).append(cell)
    groups: dict[tuple[tuple[int, ...], Reason], list[tuple[int, Reason]]] = {}
    for (digit, reason), where in by_digit.items():
        is_pair = reason.kind == "partner"
        alike = reason._replace(needs=() if is_pair else reason.needs, ways=(), rest=0)
        groups.setdefault((tuple(where), alike), []).append((digit, reason))
    reasons = []
    for (cells, alike), each in groups.items():
        digits, (one, *more) = tuple(digit for digit, _ in each), [reason for _, reason in each]
        others = cage.others(cells[0]) if len(cells) == 1 else ()
        if alike.kind == "partner":
            needs = tuple(reason.needs[0] for _, reason in each)
            reasons.append(Reason("partner", cells, digits, others, needs))
        elif not more:
            reasons.append(one._replace(cells=cells, digits=digits, others=others))
        elif alike.kind == "needs":
            reasons.append(alike._replace(cells=cells, digits=digits, others=others))
        else:
            reasons += [r._replace(cells=cells, digits=(d,), others=others) for d, r in each]
    return reasons


def _single(cage: _Cage, cell: int, digit: int) -> Reason:
    """Return why a cell cannot hold a digit, without the cell and the digit."""
    rest = cage.total - digit
    others = cage.others(cell)
    ways = [tuple(d for d in way if d != digit) for way in cage.ways if digit in way]
    if len(others) == 1 and rest in cage.digits and (rest != digit or not cage.are_different):
        return Reason("partner", needs=(rest,))
    if reason := _needed(cage, others, ways):
        return reason
    left = [each for each in cage.digits if each != digit]
    for kind, digits in (("above", left), ("below", left[::-1])):
        way = cage.extreme(others, digits)
        if way and (sum(way) > rest if kind == "above" else sum(way) < rest):
            return Reason(kind, ways=(way,), total=sum(way), rest=rest)
    few = 0 < len(ways) < SHOWN
    return Reason("unfit", ways=tuple(ways)) if few else Reason("sum", rest=rest)


def _needed(cage: _Cage, cells: Iterable[int], ways: Sequence[_Digits]) -> Reason | None:
    """Return the reason of cells that have no candidates for what every combination has."""
    needs = needed([cage.masks[cell] for cell in cells], ways)
    if not needs:
        return None
    return Reason("needs", needs=needs, ways=tuple(ways) if len(ways) < SHOWN else ())


def needed(masks: Iterable[int], ways: Sequence[_Digits]) -> _Digits:
    """Return the fewest digits without candidates of which every combination has one, none if they are many."""
    held = reduce(or_, masks, 0)
    missing = sorted({d for way in ways for d in way if not held >> d - 1 & 1})
    for count in range(1, min(_MOST_NEEDED, len(missing)) + 1):
        for needs in combinations(missing, count):
            if all(not set(needs).isdisjoint(way) for way in ways):
                return needs
    return ()


def crowded(masks: Mapping[int, int], way: Sequence[int]) -> tuple[_Digits, tuple[int, ...]]:
    """Return the fewest digits of a way that fit in fewer cells than they are, and these cells.

    >>> crowded({3: 0b011, 4: 0b101, 5: 0b100}, (1, 2, 4))
    ((4,), ())
    """
    for count in range(1, len(way) + 1):
        for digits in combinations(way, count):
            bits = sum(1 << digit - 1 for digit in digits)
            cells = tuple(cell for cell, mask in masks.items() if mask & bits)
            if len(cells) < count:
                return digits, cells
    return (), ()


def needed_reason(step: Step, digit: int) -> Reason | None:
    """Return why a cage has a digit, None if its combinations say so themselves or if there is no short reason."""
    if step.board is None or step.basis is None or step.basis.total is None:
        return None
    cage = _Cage(step)
    ways = [way for way in cage.ways if digit not in way]
    if cage.is_known and not ways and len(cage.ways) <= SHOWN:
        return None
    others = [each for each in cage.digits if each != digit]
    for kind, digits in (("least", others), ("most", others[::-1])):
        way = cage.extreme(cage.cells, digits)
        if way and (sum(way) > cage.total if kind == "least" else sum(way) < cage.total):
            return Reason(kind, digits=(digit,), ways=(way,), total=sum(way))
    reason = _needed(cage, cage.cells, ways)
    return None if reason is None else reason._replace(digits=(digit,))
