"""Constraints on which digits some cells hold together, wherever in them: quadruples, clones, counting circles …"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, islice, pairwise
from typing import ClassVar

from nonet.base.digit_sets import digits_text
from nonet.base.errors import RulesError
from nonet.base.numbers import read_number
from nonet.rules.constraints import iss_more
from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    out_of_range,
    repeated,
)
from nonet.rules.constraints.f_puzzles import Clones, Quads
from nonet.rules.constraints.fields import Area, Areas, DigitList, Flag, Number, OneCell, Path, Word
from nonet.rules.constraints.iss import Iss
from nonet.rules.constraints.looks import RING, BulbLook, LineLook, Stroke, edge
from nonet.rules.constraints.marks import Bulb, Dot, Mark, Outline
from nonet.rules.constraints.names import Cells, Move
from nonet.rules.constraints.primitives import (
    Allowed,
    Count,
    Different,
    Either,
    Element,
    Pair,
    Primitive,
    SameSet,
    Variety,
    relation,
)
from nonet.words.messages import Value


class _Needs(Constraint):
    """Cells that hold some digits a number of times."""

    order = "any"
    cells: Area = Area()

    def _counts(self) -> Mapping[int, tuple[int, int]]:
        """Return for each digit the least and the greatest number of times that it is there."""
        raise NotImplementedError

    def check(self, space: Space) -> None:
        super().check(space)
        for digit in self._counts():
            if digit not in space.values:
                shown = digits_text(space.values).replace("-", " to ")
                raise self.error(f"expected digits {shown}, got {digit}")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        held = [board[cell] for cell in self.cells if cell in board]
        empty, missing = len(self.cells) - len(held), 0
        for digit, (low, high) in self._counts().items():
            count = held.count(digit)
            if not low - empty <= count <= high:
                yield self.broken(board, self.cells)
            missing += max(0, low - count)
        if missing > empty:
            yield self.broken(board, self.cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells, counts = space.indices(self.cells), self._counts()
        for digit, (low, high) in counts.items():
            yield Count(cells, space.mask((digit,)), low, high)
        # Without room for more, the cells hold nothing else.
        if sum(low for low, _ in counts.values()) == len(cells):
            only = space.mask(counts)
            for cell in cells:
                yield Allowed(cell, only)


class Quadruple(_Needs):
    """A circle on the corner of four cells: they hold its digits. A digit that is written twice is there twice.

    >>> Quadruple("r1c1 r1c2 r2c1 r2c2", [3, 3, 7])
    Quadruple('r1c1 r1c2 r2c1 r2c2', (3, 3, 7))
    """

    word = "quadruple"
    palette = Palette("dots", 6)
    iss = iss_more.Quads("Quad", "digits", "cells")
    f_puzzles = (Quads("quadruple"),)
    cells: Area = Area(4, 4)
    digits: DigitList = DigitList()

    def __post_init__(self) -> None:
        if not 1 <= len(self.digits) <= 4:
            raise self.error(f"expected 1 to 4 digits, got {len(self.digits)}")

    def _counts(self) -> Mapping[int, tuple[int, int]]:
        return {digit: (count, 4) for digit, count in Counter(self.digits).items()}

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Dot(self.cells, "quadruple", " ".join(map(str, self.digits)))


class Contains(_Needs):
    """Cells that hold the given digits, a digit written twice at least twice. ``exact``: not more often.

    >>> Contains("r1c1 r1c2 r1c3", [1, 1, 2], exact=True)
    Contains('r1c1 r1c2 r1c3', (1, 1, 2), exact=True)
    """

    word = "contains"
    technique = "counting"
    iss = iss_more.Contained("ContainAtLeast", "ContainExact")
    digits: DigitList = DigitList(1)
    exact: Flag = Flag(default=False, kw_only=True)

    def _counts(self) -> Mapping[int, tuple[int, int]]:
        counts = Counter(self.digits).items()
        return {d: (n, n if self.exact else len(self.cells)) for d, n in counts}

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "region", ",".join(map(str, self.digits)))
        yield from self.unseen("exact")

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "contains.exact" if self.exact else "contains"
        return key, {"cells": self._in_sentence("cells"), "digits": self._in_sentence("digits")}


class OneOf(Constraint):
    """Each of the cells holds one of the digits.

    >>> OneOf("r1c1 r1c2", [2, 4, 6])
    OneOf('r1c1 r1c2', (2, 4, 6))
    """

    word = "oneof"
    iss = iss_more.Givens("", "digits", "cells")
    order = "any"
    cells: Area = Area()
    digits: DigitList = DigitList(order=lambda digits: sorted(set(digits)))

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for cell in self.cells:
            if cell in board and board[cell] not in self.digits:
                values = {"cell": cell, "digit": board[cell], "digits": self.digits}
                yield Violation((cell,), "oneof", values)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        only = space.mask(self.digits)
        for cell in space.indices(self.cells):
            yield Allowed(cell, only)

    def marks(self, space: Space) -> Iterator[Mark]:
        for cell in self.cells:
            yield Outline((cell,), "region", "".join(map(str, self.digits)))


class LookAndSay(_Needs):
    """A look-and-say cage: pairs of a count and a digit. ``1223``: one 2 and two 3s; ``05``: no 5.

    >>> LookAndSay("r1c1 r1c2 r1c3", "1223").clue
    '1223'
    """

    word = "lookandsay"
    technique = "counting"
    iss = Iss("LookAndSay", "clue", "cells")
    clue: Word = Word()

    def __post_init__(self) -> None:
        if not (self.clue.isascii() and self.clue.isdecimal()) or len(self.clue) % 2:
            raise self.error(
                f"expected pairs of a count and a digit such as 1223, got {self.clue!r}"
            )
        digits = self.clue[1::2]
        if len(set(digits)) < len(digits):
            raise self.error(f"expected each digit once, got {self.clue!r}")

    def _counts(self) -> Mapping[int, tuple[int, int]]:
        pairs = zip(self.clue[::2], self.clue[1::2], strict=True)
        return {read_number(digit): (read_number(count),) * 2 for count, digit in pairs}

    def check(self, space: Space) -> None:
        Constraint.check(self, space)  # a digit that the board does not have may be counted 0 times

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "region", self.clue)

    def sentence(self) -> tuple[str, dict[str, object]]:
        pairs = zip(self.clue[::2], self.clue[1::2], strict=True)
        counts = [
            Value("appears", {"digit": read_number(digit), "n": read_number(count)})
            for count, digit in pairs
        ]
        return self.word, {"cells": self._in_sentence("cells"), "counts": counts}


class Clone(Constraint):
    """Groups of cells that hold the same digits, each as often; groups of one cell are equal.

    >>> Clone(["r1c1 r1c2", "r5c5 r5c6"])
    Clone(('r1c1 r1c2', 'r5c5 r5c6'))
    """

    word = "clone"
    palette = Palette("areas", 7)
    iss = iss_more.Clones("SameValues", "RegionSameValues")
    f_puzzles = (Clones("clone"),)
    digits_interchangeable = True
    groups: Areas = Areas()

    def __post_init__(self) -> None:
        if len(self.groups) < 2 or len(set(map(len, self.groups))) > 1:
            sizes = ", ".join(str(len(group)) for group in self.groups) or "none"
            raise self.error(f"expected at least two groups of one size, got sizes {sizes}")

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        size = len(self.groups[0])
        for one, other in combinations(self.groups, 2):
            first, second = (
                Counter(board[c] for c in group if c in board) for group in (one, other)
            )
            if (first | second).total() > size:
                yield self.broken(board, (*one, *other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        groups = tuple(space.indices(group) for group in self.groups)
        if len(groups[0]) > 1:
            yield SameSet(groups)
            return
        equal = relation(space, "equal", lambda a, b: a == b)
        for (one,), (other,) in pairwise(groups):
            yield Pair(one, other, equal)

    def marks(self, space: Space) -> Iterator[Mark]:
        for group in self.groups:
            yield Outline(group, "clone")


class CountingCircles(Constraint):
    """Counting circles: a digit in a circle is the number of circles that hold it.

    >>> CountingCircles("r1c1 r2c2 r3c3").cells
    ('r1c1', 'r2c2', 'r3c3')
    """

    word = "countingcircles"
    technique = "counting"
    drawn = Drawn(6, 10, scattered=True)
    palette = Palette("areas", 10)
    iss = Iss("CountingCircles", "cells")
    order = "any"
    looks = (BulbLook("counting", "teal", (*RING, edge(62), Stroke("paper", 56))),)
    cells: Area = Area()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        held = Counter(board[cell] for cell in self.cells if cell in board)
        empty = len(self.cells) - held.total()
        for digit, count in sorted(held.items()):
            if not digit - empty <= count <= digit:
                cells = tuple(cell for cell in self.cells if board.get(cell) == digit)
                yield self.broken(board, cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells = space.indices(self.cells)
        counts = {digit: Count(cells, space.mask([digit]), digit, digit) for digit in space.values}
        # The digits that occur add up to the number of circles.
        sets = _with_sum(tuple(digit for digit in space.values if digit > 0), len(cells))
        choices = [
            (Count(cells, space.mask(held), len(cells), len(cells)), *(counts[d] for d in held))
            for held in islice(sets, _CHOICES + 1)
        ]
        if len(choices) == 1:
            yield from choices[0]
        elif len(choices) <= _CHOICES:
            yield Either(tuple(choices))
        else:
            for digit, exactly in counts.items():
                none = Count(cells, exactly.digits, 0, 0)
                possible = 0 < digit <= len(cells)
                yield Either(((none,), (exactly,))) if possible else none

    def marks(self, space: Space) -> Iterator[Mark]:
        for cell in self.cells:
            yield Bulb((cell,), "counting")


_CHOICES = 32  # more sets of digits than this are not tried one by one


def _with_sum(digits: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of digits with a sum.

    >>> list(_with_sum((1, 2, 3, 4), 5))
    [(4, 1), (3, 2)]
    """
    if not total:
        yield ()
    elif 0 < total <= sum(digits):
        *rest, last = digits
        for held in _with_sum(tuple(rest), total - last):
            yield (last, *held)
        yield from _with_sum(tuple(rest), total)


class CountDistinct(Constraint):
    """The digit of a cell is the number of different digits in other cells.

    >>> CountDistinct("r1c1", "r2c1 r2c2 r2c3").counter
    'r1c1'
    """

    word = "countdistinct"
    iss = Iss("CountDistinct", "counter", "counted")
    counter: OneCell = OneCell()
    counted: Area = Area()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        held = {board[cell] for cell in self.counted if cell in board}
        empty = sum(cell not in board for cell in self.counted)
        expected = board.get(self.counter)
        if expected is not None and not len(held) <= expected <= len(held) + empty:
            yield self.broken(board, (self.counter, *self.counted))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        counter, counted = space.index(self.counter), space.indices(self.counted)
        least = max((len({*house.cells} & {*self.counted}) for house in space.houses), default=0)
        yield Allowed(counter, space.mask(range(max(least, 1), len(counted) + 1)))
        yield Variety(counted, counter)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.counted, "region")
        yield Bulb((self.counter,), "counting")


class RellikCage(Constraint):
    """A rellik cage: no digit twice, and no digits in it add up to the sum.

    >>> RellikCage("r1c1 r1c2 r1c3", 8).sum
    8
    """

    word = "rellik"
    iss = Iss("RellikCage", "sum", "cells", in_choices=False)
    order = "any"
    number = "sum"
    cells: Area = Area()
    sum: Number = Number(1)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "cage")
        filled = [cell for cell in self.cells if cell in board]
        for size in range(1, len(filled) + 1):
            for cells in combinations(filled, size):
                if sum(board[cell] for cell in cells) == self.sum:
                    yield self.broken(board, cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # A state is the set of sums so far, as bits up to the excluded one.
        limit = (1 << (self.sum + 1)) - 1

        def step(sums: int, digit: int) -> Iterator[int]:
            sums |= sums << digit & limit
            if not sums >> self.sum & 1:
                yield sums

        cells = space.indices(self.cells)
        yield Different(cells)
        key = self.word, self.sum
        yield automaton(space, cells, key, lambda: Reader([1], step, lambda sums: True))

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "cage", f"≠{self.sum}")


class EqualityCage(Constraint):
    """An equality cage: no digit twice, as many even as odd digits, as many low as high ones, none in the middle.

    >>> EqualityCage("r1c1 r1c2").cells
    ('r1c1', 'r1c2')
    """

    word = "equality"
    iss = Iss("EqualityCage", "cells", least=1)
    order = "any"
    cells: Area = Area(2)

    def __post_init__(self) -> None:
        if len(self.cells) % 2:
            raise self.error(f"expected an even number of cells, got {len(self.cells)}")

    def _halves(self, space: Space) -> Iterator[set[int]]:
        """Yield the sets of digits that half of the cells hold."""
        values = space.values
        half = len(values) // 2
        yield {digit for digit in values if digit % 2 == 0}
        yield {digit for digit in values if digit % 2}
        yield set(values[:half])
        yield set(values[len(values) - half :])

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "cage")
        half = len(self.cells) // 2
        filled = [cell for cell in self.cells if cell in board]
        empty = len(self.cells) - len(filled)
        for digits in self._halves(space):
            count = sum(board[cell] in digits for cell in filled)
            if not half - empty <= count <= half:
                yield self.broken(board, self.cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        cells, half = space.indices(self.cells), len(self.cells) // 2
        yield Different(cells)
        for digits in self._halves(space):
            yield Count(cells, space.mask(digits), half, half)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "cage", "=")


class ValueIndexing(Constraint):
    """An arrow whose second cell says how many cells further its first digit is repeated.

    The cells after the second count from 1.

    >>> ValueIndexing("r1c1 r1c2 r1c3 r1c4").line[2:]
    ('r1c3', 'r1c4')
    """

    word = "valueindexing"
    technique = "clue"
    iss = Iss("ValueIndexing", "line")
    looks = (
        LineLook("indexing", "teal", (edge(6, "1 12"),), 25, head=True),
        BulbLook("indexing", "teal", (edge(46), Stroke("body", 38))),
    )
    line: Path = Path(3, repeats=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        first, second, *rest = self.line
        place = board.get(second)
        if place is None:
            return
        if not 1 <= place <= len(rest):
            yield out_of_range(second, place, 1, len(rest))
        elif first in board and rest[place - 1] in board and board[first] != board[rest[place - 1]]:
            yield self.broken(board, (first, second, rest[place - 1]))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        first, second, *rest = space.indices(self.line)
        yield Element(second, tuple(rest), first)


# -- rules for the whole board --------------------------------------------------------------------


class _NineDigits(Constraint):
    """A rule for boards with the digits 1 to 9."""

    def check(self, space: Space) -> None:
        if space.values != tuple(range(1, 10)):
            raise self.error("expected a board with the digits 1 to 9")


class _Quartets(_NineDigits):
    """Every 2x2 square has a digit of each of some sets."""

    sets: ClassVar[tuple[tuple[int, ...], ...]]

    def _quartets(self, space: Space) -> Iterator[Cells]:
        for corner, opposite in space.pairs((1, 1)):
            below, right = space.moved(corner, 1, 0), space.moved(corner, 0, 1)
            yield corner, str(right), str(below), opposite

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for cells in self._quartets(space):
            if all(cell in board for cell in cells):
                for digits in self.sets:
                    if not any(board[cell] in digits for cell in cells):
                        yield self.broken(board, cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        masks = [space.mask(digits) for digits in self.sets]
        # The sets are disjoint: one cell at least is left for each of the others.
        most = 5 - len(masks)
        for cells in self._quartets(space):
            for digits in masks:
                yield Count(space.indices(cells), digits, 1, most)


class GlobalEntropy(_Quartets):
    """Every 2x2 square has a low digit (1 to 3), a middle one (4 to 6) and a high one (7 to 9).

    >>> GlobalEntropy()
    GlobalEntropy()
    """

    word = "entropy"
    palette = Palette("whole", 8)
    iss = Iss("GlobalEntropy")
    sets = (1, 2, 3), (4, 5, 6), (7, 8, 9)


class GlobalModulo(_Quartets):
    """Every 2x2 square has a digit of 1 4 7, one of 2 5 8 and one of 3 6 9.

    >>> GlobalModulo()
    GlobalModulo()
    """

    word = "modulo"
    palette = Palette("whole", 9)
    iss = Iss("GlobalMod")
    sets = (1, 4, 7), (2, 5, 8), (3, 6, 9)


class DutchFlatmates(_NineDigits):
    """Every 5 has a 1 directly above it or a 9 directly below it, or both.

    >>> DutchFlatmates()
    DutchFlatmates()
    """

    word = "flatmates"
    iss = Iss("DutchFlatmates")

    def moved(self, by: Move) -> Constraint:
        if by.transposed or not by.keeps_rows:
            raise RulesError(f"{self.word} knows above and below, so the board cannot be turned")
        return self

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for column in range(1, space.columns + 1):
            cells = space.column(column)
            for i, cell in enumerate(cells):
                if board.get(cell) != 5:
                    continue
                above = board.get(cells[i - 1], 1) == 1 if i else False
                below = board.get(cells[i + 1], 9) == 9 if i + 1 < len(cells) else False
                if not above and not below:
                    yield self.broken(board, (cell,))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # A state: the digit above was a 1; it was another one; it was a 5 that needs a 9.
        def step(state: str, digit: int) -> Iterator[str]:
            if state == "needs 9" and digit != 9:
                return
            if digit == 5 and state != "1":
                yield "needs 9"
            else:
                yield "1" if digit == 1 else "other"

        for column in range(1, space.columns + 1):
            cells = space.indices(space.column(column))
            yield automaton(
                space,
                cells,
                self.word,
                lambda: Reader(["other"], step, lambda state: state != "needs 9"),
            )
