"""Dots: small marks on the edge between two cells or in one cell, and rules about all neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import ClassVar

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
from nonet.rules.constraints.fields import (
    Area,
    Number,
    OneCell,
    OptionalNumber,
    Path,
    Word,
)
from nonet.rules.constraints.iss import Iss, IssDot
from nonet.rules.constraints.iss_more import Parities
from nonet.rules.constraints.looks import BadgeLook, chevrons
from nonet.rules.constraints.marks import Dot, Legend, Mark, Outline
from nonet.rules.constraints.pairwise import Pairwise
from nonet.rules.constraints.primitives import Allowed, Count, Either, Pair, Primitive, relation


class _Dot(Pairwise):
    """A relation between the two cells of one pair."""

    technique = "dot"
    order: ClassVar[Order] = "any"
    pair: Path = Path(2, 2)

    def pairs(self, space: Space) -> Iterable[tuple[str, str]]:
        return [(self.pair[0], self.pair[1])]

    def marks(self, space: Space) -> Iterator[Mark]:
        # The number, if it is not the usual one.
        numbers = (f for f in self.parameters.values() if not f.is_place)
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

    def sentence(self) -> tuple[str, dict[str, object]]:
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


class _AllGiven(Constraint):
    """All marks of some kinds are given: neighbours without one do not have what it asks for, in either order."""

    technique = "dot"
    knows_others = True

    def shows(self, each: Constraint) -> bool:
        """Return whether a constraint is a mark: its pair is not looked at."""
        raise NotImplementedError

    def refused(self, space: Space) -> list[_Dot]:
        """Return the marks whose relation must not hold."""
        raise NotImplementedError

    def _without(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the neighbours that have no mark."""
        marked = {frozenset(each.fields["pair"]) for each in space.constraints if self.shows(each)}
        for pair in space.pairs((0, 1), (1, 0)):
            if frozenset(pair) not in marked:
                yield pair

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        refused = self.refused(space)
        for one, other in self._without(space):
            if one in board and other in board and _any_allows(refused, board[one], board[other]):
                yield self.broken(board, (one, other))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        refused = self.refused(space)
        key = "none of", tuple({mark.relation: None for mark in refused})
        rows = relation(space, key, lambda a, b: not _any_allows(refused, a, b))
        for one, other in self._without(space):
            yield Pair(space.index(one), space.index(other), rows)


def _any_allows(marks: Iterable[_Dot], one: int, other: int) -> bool:
    return any(mark.allows(one, other) or mark.allows(other, one) for mark in marks)


def _shown_or_usual(kind: type[_Dot], space: Space) -> list[_Dot]:
    """Return the marks of a kind on the board, or the usual one where there is none."""
    given = [each for each in space.constraints if isinstance(each, kind)]
    return given or [kind("r1c1 r1c2")]


class AllGiven(_AllGiven):
    """All marks of one kind are given: neighbours without one do not have the relation of any such mark of the board.

    ``mark`` is the word of a mark between two cells. With a ``value`` the rule is about the marks with this number: all
    dots for a difference of 3, say.

    >>> AllGiven("white", value=3).notation, AllGiven("x")
    ('allgiven:3=white', AllGiven('x'))
    """

    word = "allgiven"
    mark: Word = Word()
    value: OptionalNumber = OptionalNumber(default=None, kw_only=True)

    def __post_init__(self) -> None:
        known = _marks_by_word()
        if self.mark not in known:
            raise self.error(f"expected one of {', '.join(known)}, got {self.mark!r}")
        if self.value is not None and not self._numbers():
            raise self.error(f"a mark of the kind {self.mark} has no number, got {self.value}")
        if self.value is not None and self.value < 0:
            raise self.error(f"expected a value of at least 0, got {self.value}")

    def _numbers(self) -> list[str]:
        fields = _marks_by_word()[self.mark].parameters
        return [name for name, field in fields.items() if isinstance(field, Number)]

    def shows(self, each: Constraint) -> bool:
        is_mark = type(each) is _marks_by_word()[self.mark]
        return is_mark and self.value in (None, *(each.fields[name] for name in self._numbers()))

    def refused(self, space: Space) -> list[_Dot]:
        kind = _marks_by_word()[self.mark]
        if self.value is None:
            return _shown_or_usual(kind, space)
        return [kind("r1c1 r1c2", **dict.fromkeys(self._numbers(), self.value))]

    def sentence(self) -> tuple[str, dict[str, object]]:
        from nonet.words.messages import Value

        return self.word, {"mark": Value("kind", {"word": self.mark}), "value": self.value}


@cache
def _marks_by_word() -> dict[str, type[_Dot]]:
    """Return the marks between two cells by their word."""
    kinds = (Difference, Ratio, X, V, Greater)
    return {kind.word: kind for kind in kinds}


class _Strict(_AllGiven):
    """All marks of two kinds are given. A pair that has a mark of either kind is not looked at.

    ``only`` is one word of the kinds, if the rule is about that one alone.
    """

    shown: ClassVar[tuple[type[_Dot], ...]]
    only: Word = Word(default="")

    def __post_init__(self) -> None:
        known = [kind.word for kind in self.shown]
        if self.only and self.only not in known:
            raise self.error(f"expected {' or '.join(known)} or nothing, got {self.only!r}")

    def shows(self, each: Constraint) -> bool:
        return isinstance(each, self.shown)

    def refused(self, space: Space) -> list[_Dot]:
        asked = (kind for kind in self.shown if self.only in ("", kind.word))
        return [mark for kind in asked for mark in _shown_or_usual(kind, space)]

    def is_usual(self, space: Space) -> bool:
        """Return whether all marks on the board have their usual number."""
        usual = {kind("r1c1 r1c2").relation for kind in self.shown}
        return usual.issuperset(mark.relation for mark in self.refused(space))

    def sentence(self) -> tuple[str, dict[str, object]]:
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


class NeighbourCount(Constraint):
    """A number of the cells that share an edge with a cell are related to it.

    ``relation`` is "greater" or "smaller" than the digit of the cell, or the word of a dot or letter that would fit
    between the two: white, black, x or v. Without a ``count`` the digit of the cell is the number.

    >>> NeighbourCount("r5c5", "greater", count=2).text()
    '2 of the neighbours of r5c5 are greater.'
    """

    word = "neighbours"
    knows_places = True
    number = "count"
    cell: OneCell = OneCell()
    relation: Word = Word()
    count: OptionalNumber = OptionalNumber(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.relation not in _RELATIONS:
            raise self.error(f"expected one of {', '.join(_RELATIONS)}, got {self.relation!r}")

    def _counted(self, digit: int, space: Space) -> set[int]:
        """Return the digits of neighbours that are counted beside a digit."""
        holds, _ = _RELATIONS[self.relation]
        return {other for other in space.digits if holds(other, digit)}

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        if (digit := board.get(self.cell)) is None:
            return
        near, counted = space.neighbours(self.cell), self._counted(digit, space)
        count = sum(board.get(cell) in counted for cell in near)
        gaps = sum(cell not in board for cell in near) if counted else 0
        if not count <= (digit if self.count is None else self.count) <= count + gaps:
            yield self.broken(board, (self.cell, *near))

    def primitives(self, space: Space) -> Iterator[Primitive]:
        own, near = space.index(self.cell), space.indices(space.neighbours(self.cell))
        choices: list[tuple[Primitive, ...]] = []
        for digit in space.digits:
            wanted = digit if self.count is None else self.count
            if 0 <= wanted <= len(near):
                counted = space.mask(self._counted(digit, space))
                first = Allowed(own, space.mask([digit]))
                choices.append((first, Count(near, counted, wanted, wanted)))
        yield Either(tuple(choices)) if choices else Allowed(own, 0)

    def marks(self, space: Space) -> Iterator[Mark]:
        _, sign = _RELATIONS[self.relation]
        shown = "" if self.count is None else str(self.count)
        yield Outline((self.cell,), "region", f"{shown}{sign}")
        yield Legend(self.word)

    def sentence(self) -> tuple[str, dict[str, object]]:
        key = "neighbours.digit" if self.count is None else "neighbours"
        return key, {name: self._in_sentence(name) for name in ("cell", "relation", "count")}


_RELATIONS: dict[str, tuple[Callable[[int, int], bool], str]] = {
    "greater": (lambda other, digit: other > digit, ">"),
    "smaller": (lambda other, digit: other < digit, "<"),
    "white": (lambda other, digit: abs(other - digit) == 1, "\u25cb"),
    "black": (lambda other, digit: other == 2 * digit or digit == 2 * other, "\u25cf"),
    "x": (lambda other, digit: other + digit == 10, "X"),
    "v": (lambda other, digit: other + digit == 5, "V"),
}
"""What neighbours can be to a cell, and the sign of it."""


class _Parity(Constraint):
    """Cells whose digits are all odd, or all even."""

    order = "any"
    iss = Parities()
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
