"""Sums: cages, arrows, and everything else whose digits add up to something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from nonet.rules.constraints import iss_more
from nonet.rules.constraints.automata import Reader, automaton
from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Palette,
    Space,
    Violation,
    repeated,
)
from nonet.rules.constraints.f_puzzles import Arrows, Key, LittleKillers
from nonet.rules.constraints.fields import (
    DIRECTIONS,
    Area,
    Areas,
    DigitList,
    Direction,
    Flag,
    Groups,
    Number,
    OneCell,
    OptionalTotal,
    Path,
    Total,
)
from nonet.rules.constraints.iss import Iss
from nonet.rules.constraints.looks import RING, BulbLook, LineLook, Stroke, bars, body, edge, edged
from nonet.rules.constraints.marks import Bulb, Line, Mark, Outline, Outside, Side
from nonet.rules.constraints.names import Cells, apart, opened
from nonet.rules.constraints.primitives import Allowed, Different, Primitive
from nonet.rules.constraints.totals import (
    Totals,
    label_of,
    sum_primitives,
    total_in_words,
    totals_within,
)


def cage_primitives(cells: tuple[int, ...], total: int | Totals | None) -> Iterator[Primitive]:
    """Yield what a cage is made of."""
    yield Different(cells)
    if total is not None:
        yield from sum_primitives(cells, (1,) * len(cells), total)


class Cage(Constraint):
    """A killer cage: no digit twice, and the digits add up to the sum if there is one.

    >>> Cage("r1c1 r1c2 r2c1", sum=15), Cage("r1c1 r1c2").sum
    (Cage('r1c1 r1c2 r2c1', sum=15), None)
    >>> Cage("r1c1 r1c2", sum="10-12").text()
    'The digits in the cage r1c1, r1c2 sum to a number from 10 to 12, no digit twice.'
    """

    word = "killer"
    drawn = Drawn(2, 4)
    palette = Palette("areas", 1)
    iss = Iss("Cage", "sum", "cells")
    f_puzzles = (Key("killercage", "cells", "sum"),)
    technique = "cage_combination"
    order = "any"
    number = "sum"
    different = "cells"
    cells: Area = Area()
    sum: OptionalTotal = OptionalTotal(default=None, kw_only=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from repeated(board, self.cells, "cage")
        if self.sum is None:
            return
        digits = [board[cell] for cell in self.cells if cell in board]
        left = [digit for digit in space.values if digit not in digits]
        gaps = len(self.cells) - len(digits)
        least, most = sum(left[:gaps]), sum(left[len(left) - gaps :])
        if not totals_within(self.sum, sum(digits) + least, sum(digits) + most):
            filled = {cell: board[cell] for cell in self.cells if cell in board}
            shown = total_in_words(self.sum)
            values = {"cells": self.cells, "sum": shown, "total": sum(digits), "found": filled}
            if not digits:
                values |= {"least": least, "most": most}
            key = "cage.range" if not digits else "cage.open" if gaps else "cage"
            yield Violation(self.cells, key, values)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield from cage_primitives(space.indices(self.cells), self.sum)

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "cage", label_of(self.sum))

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "killer.any" if self.sum is None else "killer"
        return key, {name: self._in_sentence(name) for name in ("cells", "sum")}


class _Weighted(Constraint):
    """Sums of coefficient times digit that must have a value each."""

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int | Totals]]:
        """Yield for each sum the coefficients of its cells, and its value."""
        raise NotImplementedError

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for coefficients, value in self.sums(space):
            least = most = 0
            for cell, coefficient in coefficients.items():
                digits = (board[cell],) if cell in board else (space.digits[0], space.digits[-1])
                products = [coefficient * digit for digit in digits]
                least, most = least + min(products), most + max(products)
            if not totals_within(value, least, most):
                yield self.broken(board, coefficients)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        for coefficients, value in self.sums(space):
            cells = space.indices(coefficients)
            yield from sum_primitives(cells, tuple(coefficients.values()), value)


def _factors(given: Iterable[int]) -> tuple[int, ...]:
    """Return coefficients, nothing if all are 1."""
    factors = tuple(given)
    return () if all(factor == 1 for factor in factors) else factors


class Sum(_Weighted):
    """The digits add up to the total; a digit may repeat. ``coefficients`` multiply the digits.

    >>> Sum("r1c1 r1c2 r5c5", 10).text()
    'The digits in r1c1, r1c2, r5c5 sum to 10.'
    >>> Sum("r1c1 r1c2", 0, coefficients=[1, -2]).notation
    'sum:1,-2,=0=r1c1r1c2'
    """

    word = "sum"
    iss = iss_more.Sums("Sum", "total", "cells")
    technique = "cage_combination"
    number = "total"
    cells: Path = Path()
    total: Total = Total()
    coefficients: DigitList = DigitList(order=_factors, default=(), kw_only=True)

    def __post_init__(self) -> None:
        if self.coefficients and len(self.coefficients) != len(self.cells):
            raise self.error(
                f"expected {len(self.cells)} coefficients, got {len(self.coefficients)}"
            )

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int | Totals]]:
        weights = self.coefficients or (1,) * len(self.cells)
        yield dict(zip(self.cells, weights, strict=True)), self.total

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Outline(self.cells, "region", label_of(self.total))
        yield from self.unseen("coefficients")

    def sentence(self) -> tuple[str, dict[str, object]]:
        values = {name: self._in_sentence(name) for name in ("cells", "total", "coefficients")}
        return "sum.weighted" if self.coefficients else "sum", values


class Arrow(_Weighted):
    """The digits on the arrow add up to the digit in the circle; a digit may repeat."""

    word = "arrow"
    drawn = Drawn(3, 4)
    palette = Palette("lines", 2)
    iss = Iss("Arrow", "circle", "line")
    f_puzzles = (Arrows("arrow"),)
    technique = "arrow"
    looks = (
        LineLook("arrow", "grey", (edge(5),), 26, "#A1A1A1", 5, head=True),
        BulbLook("arrow", "grey", RING),
    )
    circle: OneCell = OneCell()
    line: Path = Path()

    def __post_init__(self) -> None:
        self.names((self.circle, *self.line))

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        yield {self.circle: 1} | dict.fromkeys(self.line, -1), 0

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line((self.circle, *self.line), "arrow")
        yield Bulb((self.circle,), "arrow")


class PillArrow(_Weighted):
    """The digits on the arrow add up to the number in the pill, whose digits are read in the order of its cells."""

    word = "pillarrow"
    drawn = Drawn(4, 5)
    palette = Palette("lines", 3)
    iss = iss_more.Pills("PillArrow", "pill", "line")
    f_puzzles = (Arrows("arrow"),)
    technique = "arrow"
    looks = (BulbLook("pill", "grey", RING),)
    pill: Path = Path(2)
    line: Path = Path()

    def __post_init__(self) -> None:
        self.names((*self.pill, *self.line))

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        last = len(self.pill) - 1
        places = {cell: 10 ** (last - place) for place, cell in enumerate(self.pill)}
        yield places | dict.fromkeys(self.line, -1), 0

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        yield from super().violations(board, space)
        for cell in self.pill[1:]:
            if board.get(cell, 0) > 9:
                yield Violation((cell,), "pill", {"cell": cell, "digit": board[cell]})

    def primitives(self, space: Space) -> Iterator[Primitive]:
        yield from super().primitives(space)
        if space.digits[-1] > 9:
            for cell in self.pill[1:]:
                yield Allowed(space.index(cell), space.mask(range(10)))

    @property
    def exit(self) -> str:
        """The cell of the pill that the line leaves: the one nearest to it, of several the last."""
        return min(reversed(self.pill), key=lambda cell: sum(apart(cell, self.line[0])))

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line((self.exit, *self.line), "arrow")
        yield Bulb(self.pill, "pill")


class DoubleArrow(_Weighted):
    """The digits between the circles add up to the sum of the two circles, which are the ends of the line."""

    word = "doublearrow"
    drawn = Drawn(4, 6)
    palette = Palette("lines", 4)
    iss = Iss("DoubleArrow", "line")
    f_puzzles = (Key("doublearrow", "line"),)
    technique = "arrow"
    order = "either"
    looks = (
        LineLook("double_arrow", "grey", (edge(5),), 24, "#C54B8B", 6),
        BulbLook("double_arrow", "grey", RING),
    )
    line: Path = Path(3)

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        yield dict.fromkeys(self.line, -1) | {self.line[0]: 1, self.line[-1]: 1}, 0


class DifferenceArrow(Constraint):
    """The digit in the circle is the difference of the two digits on the arrow.

    Of more digits than two people say "difference" and mean different things, so there are two.

    >>> DifferenceArrow("r1c1", "r1c2 r1c3").notation
    'differencearrow:r1c1=r1c2r1c3'
    """

    word = "differencearrow"
    drawn = Drawn(3, 3)
    palette = Palette("lines", 20)
    technique = "arrow"
    looks = (
        LineLook(
            "difference_arrow", "red", (edge(9), Stroke("paper", 3)), 27, "#D06A6A", 5, head=True
        ),
        BulbLook("difference_arrow", "red", RING),
    )
    circle: OneCell = OneCell()
    line: Path = Path(2, 2)

    def __post_init__(self) -> None:
        self.names((self.circle, *self.line))

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        # Each digit in the place of an empty cell.
        circle, one, other = (
            (board[cell],) if cell in board else space.digits for cell in self.cells
        )
        if not any(abs(a - b) == c for a in one for b in other for c in circle):
            yield self.broken(board, self.cells)

    def primitives(self, space: Space) -> Iterator[Primitive]:
        # The automaton reads the arrow first: its states are the digits so far.
        def step(state: tuple[int, ...], digit: int) -> Iterator[tuple[int, ...]]:
            if len(state) < 2 or abs(state[0] - state[1]) == digit:
                yield (*state, digit) if len(state) < 2 else ()

        start: list[tuple[int, ...]] = [()]
        cells = space.indices((*self.line, self.circle))
        yield automaton(space, cells, self.word, lambda: Reader(start, step, lambda _: True))

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line(self.cells, "difference_arrow")
        yield Bulb((self.circle,), "difference_arrow")


class LittleKiller(_Weighted):
    """The digits on the diagonal that starts at a cell add up to the sum; a digit may repeat.

    ``direction`` is "down right", "down left", "up right" or "up left".

    >>> LittleKiller("r1c3", "down left", sum=20).notation
    'littlekiller:20=r1c3=down-left'
    """

    word = "littlekiller"
    palette = Palette("outside", 6)
    iss = iss_more.LittleKillers("LittleKiller", "sum", "start")
    f_puzzles = (LittleKillers("littlekillersum"),)
    technique = "outside_clue"
    number = "sum"
    knows_places = True
    start: OneCell = OneCell()
    direction: Direction = Direction()
    sum: Total = Total(kw_only=True)

    def check(self, space: Space) -> None:
        super().check(space)
        if space.at(self.start) is None or space.moved(self.start, *self._back()) is not None:
            row = 1 if self.direction.startswith("down") else space.rows
            column = 1 if self.direction.endswith("right") else space.columns
            raise self.error(
                f"a diagonal that goes {self.direction} starts in row {row} or in column {column},"
                f" at the edge of the board; {self.start} is in neither"
            )

    def _back(self) -> tuple[int, int]:
        """Return the step from the first cell to the clue."""
        down, right = DIRECTIONS[self.direction]
        return -down, -right

    def diagonal(self, space: Space) -> Cells:
        """Return the cells that are added up."""
        place, (down, right) = space.at(self.start), DIRECTIONS[self.direction]
        assert place is not None, "checked with the board"
        row, column = place
        length = min(
            space.rows - row + 1 if down > 0 else row,
            space.columns - column + 1 if right > 0 else column,
        )
        first, step = space.index(self.start), down * space.columns + right
        return tuple(space.names[first + i * step] for i in range(length))

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int | Totals]]:
        yield dict.fromkeys(self.diagonal(space), 1), self.sum

    def marks(self, space: Space) -> Iterator[Mark]:
        place, (down, right) = space.at(self.start), self._back()
        assert place is not None, "checked with the board"
        row, column = place[0] + down, place[1] + right
        # At a corner, the clue is beside a column 0.
        line: tuple[str, int] = ("row", row)
        side: Side = "left" if column < 1 else "right"
        if not 1 <= row <= space.rows:
            line, side = ("column", column), "top" if row < 1 else "bottom"
        yield Outside(line, side, "little_killer", label_of(self.sum), self.direction)

    def sentence(self) -> tuple[str, dict[str, object]]:
        key, values = super().sentence()
        return key, values | {"direction": self.direction.replace(" ", "_")}


class EqualSums(_Weighted):
    """All groups of cells have the same sum."""

    word = "equalsums"
    palette = Palette("areas", 8)
    iss = iss_more.Groups("EqualSum", "groups")
    looks = (LineLook("equal_sums", "blue", body(24, bars(7, "10 10")), 6),)
    groups: Areas = Areas(2)

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        for group in self.groups[1:]:
            yield _equal(self.groups[0], group), 0

    def marks(self, space: Space) -> Iterator[Mark]:
        for group in self.groups:
            yield Outline(group, "clone", "=")


class RegionSumLine(_Weighted):
    """The digits on the line have the same sum in each box that it passes through, and each time that it does.

    The line can end where it began: then it is a loop, and has no end in the box where it was begun.
    """

    word = "regionsum"
    drawn = Drawn(3, 5, knows_boxes=True)
    palette = Palette("lines", 8)
    iss = iss_more.RegionSums("RegionSumLine", "line")
    f_puzzles = (Key("regionsumline", "line"),)
    technique = "line_clue"
    order = "either"
    looks = (LineLook("region_sum", "blue", body(24, bars(7, "24 17")), 5, "#2ECBFF", 10),)
    line: Path = Path(2, loop=True)

    def segments(self, space: Space) -> Groups:
        """Return the parts of the line that lie in one box each."""
        line = opened(self.line)
        parts = [tuple(part) for _, part in groupby(line, key=space.box_of)]
        goes_on = line != self.line and space.box_of(line[0]) == space.box_of(line[-1])
        if goes_on and len(parts) > 1:
            parts = [parts[-1] + parts[0], *parts[1:-1]]
        return tuple(parts)

    def check(self, space: Space) -> None:
        super().check(space)
        if any(space.box_of(cell) is None for cell in self.line):
            raise self.error("expected a board with boxes or regions for all cells of the line")

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        first, *others = self.segments(space)
        for segment in others:
            yield _equal(first, segment), 0


class Zipper(_Weighted):
    """Two cells equally far from the middle of the line sum to the digit in the middle.

    On a line without a middle cell all these sums are equal.
    """

    word = "zipper"
    drawn = Drawn(3, 6)
    palette = Palette("lines", 12)
    iss = Iss("Zipper", "line")
    f_puzzles = (Key("zipperline", "line"),)
    technique = "line_clue"
    order = "either"
    looks = (LineLook("zipper", "purple", body(24, bars(24, "4 16")), 9, "#BBAAFF", 10),)
    line: Path = Path(3)

    def sums(self, space: Space) -> Iterator[tuple[Mapping[str, int], int]]:
        half = len(self.line) // 2
        pairs = list(zip(self.line[:half], reversed(self.line), strict=False))
        first = self.line[half : half + 1] if len(self.line) % 2 else pairs.pop(0)
        for pair in pairs:
            yield _equal(first, pair), 0


class SumLine(Constraint):
    """The line can be cut into pieces that each sum to the total, as on a ten line. A ``loop`` can be cut anywhere."""

    word = "sumline"
    drawn = Drawn(3, 6, {"total": lambda size: size + 1})
    palette = Palette("lines", 9)
    iss = Iss("SumLine", "total", "line", "loop")
    technique = "line_clue"
    order = "either"
    number = "total"
    looks = (LineLook("sum_line", "red", edged(19, dash="24 10"), 11, "#AACC66", 10),)
    line: Path = Path()
    total: Number = Number(1)
    loop: Flag = Flag(default=False, kw_only=True)

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        starts = range(self.total) if self.loop else range(1)
        if self._is_too_long(space) or not any(
            self._can_be_cut(board, space, start) for start in starts
        ):
            yield self.broken(board, self.line)

    def _is_too_long(self, space: Space) -> bool:
        """Return whether the total is more than all cells of the line together can have."""
        return self.total > len(self.line) * space.digits[-1]

    def _can_be_cut(self, board: Board, space: Space, start: int) -> bool:
        """Return whether the pieces can fit if the one at the first cell has this sum before it."""
        before = {start}
        for cell in self.line:
            digits = (board[cell],) if cell in board else space.digits
            sums = {sum_ + digit for sum_ in before for digit in digits}
            before = {sum_ % self.total for sum_ in sums if sum_ <= self.total}
        return start in before

    def primitives(self, space: Space) -> Iterator[Primitive]:
        if self._is_too_long(space):
            yield Allowed(space.index(self.line[0]), 0)
            return
        # A state is the sum of the piece so far; on a loop, with the sum that the first cell started from.
        total = self.total
        starts = range(total) if self.loop else range(1)

        def step(state: tuple[int, int], digit: int) -> Iterator[tuple[int, int]]:
            start, before = state
            if before + digit <= total:
                yield start, (before + digit) % total

        yield automaton(
            space,
            space.indices(self.line),
            (self.word, total, self.loop),
            lambda: Reader([(i, i) for i in starts], step, lambda state: state[0] == state[1]),
        )

    def marks(self, space: Space) -> Iterator[Mark]:
        yield Line((*self.line, self.line[0]) if self.loop else self.line, "sum_line")
        yield from self.unseen("total")

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "sumline.loop" if self.loop else "sumline"
        return key, {"line": self._in_sentence("line"), "total": self.total}


def _equal(one: Iterable[str], other: Iterable[str]) -> dict[str, int]:
    """Return the coefficients that make the sums of two groups equal; a cell of both counts for none."""
    coefficients = Counter(one)
    coefficients.subtract(other)
    return coefficients
