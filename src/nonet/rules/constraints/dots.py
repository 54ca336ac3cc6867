"""Dots: small marks on the edge between two cells or in one cell, and rules about all neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from nonet.rules.constraints.base import (
    Board,
    Constraint,
    Drawn,
    Order,
    Palette,
    Space,
    Violation,
)
from nonet.rules.constraints.f_puzzles import EachCell, Key, Letters
from nonet.rules.constraints.fields import Area, Number, OneCell, Path, Word, fields_of
from nonet.rules.constraints.iss import Iss, IssDot
from nonet.rules.constraints.looks import BadgeLook, chevrons
from nonet.rules.constraints.marks import Dot, Mark
from nonet.rules.constraints.pairwise import Pairwise
from nonet.rules.constraints.primitives import Allowed, Pair, Primitive, relation


class _Dot(Pairwise):
    """A relation between the two cells of one pair."""

    technique = "dot"
    order: ClassVar[Order] = "any"
    pair: Path = Path(2, 2)

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return [(self.pair[0], self.pair[1])]

    def marks(self, space: Space) -> Iterator[Mark]:
        # The number, if it is not the usual one.
        numbers = (f for f in fields_of(type(self)).values() if not f.is_place)
        shown = (str(n) for f in numbers if (n := getattr(self, f.name)) != f.default)
        yield Dot(self.pair, self.word, "".join(shown))


class Difference(_Dot):
    """A white dot: the digits differ by exactly ``difference``; by one on a white Kropki dot."""

    word = "white"
    palette = Palette("dots", 1)
    iss = IssDot("WhiteDot")
    f_puzzles = (Key("difference", "pair", "difference"),)
    difference: Number = Number(default=1, kw_only=True)

    def allows(self, one: int, other: int) -> bool:
        return abs(one - other) == self.difference


class Ratio(_Dot):
    """A black dot: one digit is ``ratio`` times the other; twice on a black Kropki dot."""

    word = "black"
    palette = Palette("dots", 2)
    iss = IssDot("BlackDot")
    f_puzzles = (Key("ratio", "pair", "ratio"),)
    ratio: Number = Number(default=2, kw_only=True)

    def allows(self, one: int, other: int) -> bool:
        return one == self.ratio * other or other == self.ratio * one


class _Letter(_Dot):
    """A letter between two cells: their sum."""

    f_puzzles = (Letters("xv"),)
    total: ClassVar[int]

    def allows(self, one: int, other: int) -> bool:
        return one + other == self.total


class X(_Letter):
    """An X between two cells: their digits sum to 10."""

    word = "x"
    palette = Palette("dots", 3)
    iss = IssDot("X")
    total = 10


class V(_Letter):
    """A V between two cells: their digits sum to 5."""

    word = "v"
    palette = Palette("dots", 4)
    iss = IssDot("V")
    total = 5


class Greater(_Dot):
    """The digit of the first cell is greater than that of the second."""

    word = "greater"
    palette = Palette("dots", 5)
    iss = IssDot("GreaterThan")
    order = ""

    def allows(self, one: int, other: int) -> bool:
        return one > other

    def sentence(self) -> tuple[str, dict[str, Any]]:
        one, other = self._in_sentence("pair")
        return self.word, {"one": one, "other": other}


# -- all neighbours -------------------------------------------------------------------------------


class _Neighbours(Pairwise):
    """A relation between all cells that share an edge."""

    technique = "dot"

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return space.pairs((0, 1), (1, 0))


class _NotConsecutive(_Neighbours):
    def allows(self, one: int, other: int) -> bool:
        return abs(one - other) != 1


class NonConsecutive(_NotConsecutive):
    """No two neighbours hold consecutive digits."""

    word = "nonconsecutive"
    palette = Palette("whole", 4)
    iss = Iss("AntiConsecutive")


class DiagonalNonConsecutive(_NotConsecutive):
    """No two cells that share a corner alone hold consecutive digits."""

    word = "diagonalnonconsecutive"
    palette = Palette("whole", 5)

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return space.pairs((1, 1), (1, -1))


class _Strict(Constraint):
    """All marks of some kinds are given: neighbours without one do not have what it asks for.

    ``only`` is one word of the kinds, if the rule is about that one alone. A pair that has a mark of either kind is not
    looked at.
    """

    technique = "dot"
    knows_others = True
    shown: ClassVar[tuple[type[_Dot], ...]]
    only: Word = Word(default="")

    def __post_init__(self) -> None:
        known = [kind.word for kind in self.shown]
        if self.only and self.only not in known:
            raise self.error(f"expected {' or '.join(known)} or nothing, got {self.only!r}")

    def _without(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the neighbours that have no mark."""
        marked = {
            frozenset(each.pair) for each in space.constraints if isinstance(each, self.shown)
        }
        for pair in space.pairs((0, 1), (1, 0)):
            if frozenset(pair) not in marked:
                yield pair

    def _refused(self, space: Space) -> list[_Dot]:
        """Return the marks whose relation must not hold: those of the board, or the usual one of a kind without any."""
        found: list[_Dot] = []
        for kind in self.shown:
            if self.only in ("", kind.word):
                given = [each for each in space.constraints if isinstance(each, kind)]
                found += given or [kind("r1c1 r1c2")]
        return found

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        refused = self._refused(space)
        for one, other in self._without(space):
            if one in board and other in board:
                for mark in refused:
                    if mark.allows(board[one], board[other]):
                        yield self.broken(board, (one, other))
                        break

    def primitives(self, space: Space) -> Iterator[Primitive]:
        refused = self._refused(space)
        key = "none of", tuple({mark.relation: None for mark in refused})
        rows = relation(space, key, lambda a, b: not any(mark.allows(a, b) for mark in refused))
        for one, other in self._without(space):
            yield Pair(space.index(one), space.index(other), rows)

    def sentence(self) -> tuple[str, dict[str, Any]]:
        return f"{self.word}.{self.only}" if self.only else self.word, {}


class StrictKropki(_Strict):
    """All white and black dots are given: neighbours without a dot are neither consecutive nor one twice the other.

    >>> StrictKropki("black").notation
    'strictkropki:black'
    """

    word = "strictkropki"
    palette = Palette("whole", 6)
    iss = Iss("StrictKropki")
    shown = (Difference, Ratio)


class StrictXV(_Strict):
    """All X and V are given: neighbours without one sum neither to 10 nor to 5."""

    word = "strictxv"
    palette = Palette("whole", 7)
    iss = Iss("StrictXV")
    shown = (X, V)


# -- single cells ---------------------------------------------------------------------------------


class _Extreme(Pairwise):
    """A cell compared with its neighbours, except those that have the same badge."""

    knows_places = True
    knows_others = True
    cell: OneCell = OneCell()

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        alike = {each.cell for each in space.constraints if isinstance(each, type(self))}
        for other in space.neighbours(self.cell):
            if other not in alike:
                yield self.cell, other


class Minimum(_Extreme):
    """The digit is smaller than those of the neighbours; neighbours that are minimums too do not count."""

    word = "minimum"
    palette = Palette("areas", 5)
    f_puzzles = (Key("minimum", "cell"),)
    badge = BadgeLook(chevrons(46, 37))

    def allows(self, one: int, other: int) -> bool:
        return one < other


class Maximum(_Extreme):
    """The digit is greater than those of the neighbours; neighbours that are maximums too do not count."""

    word = "maximum"
    palette = Palette("areas", 6)
    f_puzzles = (Key("maximum", "cell"),)
    badge = BadgeLook(chevrons(37, 46))

    def allows(self, one: int, other: int) -> bool:
        return one > other


class _Parity(Constraint):
    """Cells whose digits are all odd, or all even."""

    order = "any"
    remainder: ClassVar[int]
    cells: Area = Area()

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        for cell in self.cells:
            if cell in board and board[cell] % 2 != self.remainder:
                yield self.broken(board, (cell,))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        digits = space.mask(digit for digit in space.digits if digit % 2 == self.remainder)
        for cell in self.cells:
            yield Allowed(space.index(cell), digits)


class Odd(_Parity):
    """The digits are odd."""

    word = "odd"
    drawn = Drawn(1, 1)
    palette = Palette("areas", 3)
    f_puzzles = (EachCell("odd"),)
    remainder = 1
    badge = BadgeLook("M-38 0a38 38 0 1 0 76 0a38 38 0 1 0 -76 0z", filled=True)


class Even(_Parity):
    """The digits are even."""

    word = "even"
    drawn = Drawn(1, 1)
    palette = Palette("areas", 4)
    f_puzzles = (EachCell("even"),)
    remainder = 0
    badge = BadgeLook("M-36 -36H36V36H-36z", filled=True)
