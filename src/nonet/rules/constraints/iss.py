"""How kinds are written in the strings of Interactive Sudoku Solver: one codec for each, in both directions.

A kind that is a type and its arguments says just that: ``iss = Iss("Lockout", "difference", "line")`` is
``.Lockout~4~R1C1~R1C2``. The fields say how they are read and written; one that is not named must have its usual value.
`nonet.rules.constraints.iss_more` has the codecs of the types that are more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from nonet.base.errors import ParseError
from nonet.base.numbers import LARGEST, number_of
from nonet.base.suggestions import shown
from nonet.rules.constraints.fields import (
    Area,
    Flag,
    LineName,
    OneCell,
    OptionalNumber,
    OptionalTotal,
    Word,
)
from nonet.rules.constraints.names import is_closed
from nonet.rules.constraints.totals import Totals

if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint, Group
    from nonet.rules.constraints.dots import _Dot
    from nonet.rules.constraints.indexing import _LineIndexing
    from nonet.rules.constraints.outside import SeenClue

    class Board(Protocol):
        """What codecs ask of the board of a string; `nonet.formats.iss_board` has it."""

        @property
        def rows(self) -> int: ...
        @property
        def columns(self) -> int: ...
        @property
        def digits(self) -> range: ...
        @property
        def boxes(self) -> Sequence[Sequence[str]]: ...
        @property
        def regions(self) -> Sequence[Sequence[str]]: ...
        @property
        def houses(self) -> Sequence[Group]: ...
        @property
        def region_size(self) -> int: ...
        @property
        def ties(self) -> str: ...
        @property
        def places(self) -> Mapping[str, tuple[str, int, int]]: ...
        def cell(self, word: str) -> str: ...
        def cells(self, words: Iterable[str]) -> tuple[str, ...]: ...
        def word(self, name: str) -> str: ...
        def words(self, names: Iterable[str]) -> tuple[str, ...]: ...
        def moved(self, name: str, down: int, right: int) -> str | None: ...
        def adjacent_pairs(self, cells: Sequence[str]) -> Iterator[tuple[str, str]]: ...
        def layer(self, prefix: str) -> tuple[tuple[str, ...], ...]: ...
        def prefix_of(self, layer: Sequence[Sequence[str]]) -> str: ...


__all__ = [
    "Args",
    "Iss",
    "IssDot",
    "IssIndexing",
    "IssLine",
    "IssSides",
    "Written",
    "has_totals",
    "number_in",
]

_C = TypeVar("_C", bound="Constraint")

Args: TypeAlias = tuple[str, ...]
Written: TypeAlias = "Iterator[tuple[str, Args] | None]"
"""Types with their arguments; None for a constraint that ISS has no type for: it is written as what it is made of."""


def number_in(word: str) -> int:
    """Return the number of a word; raise `ParseError` for another word."""
    value = number_of(word, LARGEST, least=-LARGEST)
    if value is None:
        raise ParseError(f"expected a number, found {shown(word)!r}")
    return value


def has_totals(each: Constraint) -> bool:
    """Return whether a total of a constraint is not a single number: ISS has no type for these."""
    return any(isinstance(value, Totals) for value in each.fields.values())


class Iss(Generic[_C]):
    """A type whose arguments are the named fields; the cells of the last one are as many as there are.

    A type without arguments is a rule for the whole board. ISS refuses these in a choice, and so it does types with
    ``in_choices=False``. ``digits`` are those of all boards that have the type.
    """

    may_close: ClassVar[bool] = False
    """Whether a line that ends where it began is a loop."""

    def __init__(
        self,
        iss_type: str,
        *names: str,
        least: int | None = None,
        in_choices: bool = True,
        digits: range | None = None,
    ) -> None:
        self.types: tuple[str, ...] = (iss_type,)
        self.names, self.least, self.digits = names, least, digits
        self.in_choices = in_choices and bool(names)
        self.without_arguments: tuple[str, ...] = () if names else self.types

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        """Yield the constraints of a type with some arguments."""
        fields, left, values = kind.parameters, list(args), dict[str, Any]()
        only = fields[self.names[0]] if len(self.names) == 1 else None
        if isinstance(only, Area) and len(left) < (self.least or only.least):
            return  # too few cells mean nothing
        for name in self.names[::-1]:
            if isinstance(fields[name], Flag):
                values[name] = left[-1] == name.upper()
                left = left[: len(left) - values[name]]
        for name in self.names:
            field = fields[name]
            if isinstance(field, Area):
                values[name] = board.cells(left)
                if field.loop and is_closed(values[name]):
                    raise kind.error(
                        "it is not known what a line that ends where it began means here"
                    )
            elif isinstance(field, OneCell):
                values[name] = board.cell(left.pop(0))
            elif isinstance(field, (OptionalNumber, OptionalTotal)):
                values[name] = number_in(left.pop(0) or "0") or None
            elif isinstance(field, Word):
                values[name] = left.pop(0)
            elif not isinstance(field, Flag):
                values[name] = number_in(left.pop(0))
        yield kind(**values)

    def write(self, each: _C, board: Board) -> Written:
        """Yield the types of a constraint."""
        fields = each.parameters
        if has_totals(each) or any(
            getattr(each, n) != f.default for n, f in fields.items() if n not in self.names
        ):
            yield None
            return
        args: list[str] = []
        for name in self.names:
            field, value = fields[name], getattr(each, name)
            if isinstance(field, Area):
                if field.loop and is_closed(value) and not self.may_close:
                    yield None
                    return
                args += board.words(value)
            elif isinstance(field, OneCell):
                args.append(board.word(value))
            elif isinstance(field, Flag):
                args += [name.upper()] * value
            else:
                args.append(value.upper() if isinstance(field, LineName) else str(value or 0))
        yield self.types[0], tuple(args)


class IssLine(Iss[_C]):
    """A line that may meet itself, with a number in front of the cells that can be left out."""

    may_close = True

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        number, line = self.names
        value = kind.parameters[number].default
        if args and not args[0][:1].isalpha():
            value, args = number_in(args[0]), args[1:]
        for piece in pieces(board.cells(args)):
            yield kind(**{line: piece, number: value})


def pieces(cells: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Cut a line that meets itself into pieces without repeats; a loop is one piece.

    >>> list(pieces("abca")), list(pieces("abcbd"))
    ([('a', 'b', 'c', 'a')], [('a', 'b', 'c'), ('c', 'b', 'd')])
    """
    if len(cells) > 3 and cells[0] == cells[-1] and len(set(cells)) == len(cells) - 1:
        yield tuple(cells)
        return
    piece: list[str] = []
    for cell in cells:
        if cell in piece:
            yield tuple(piece)
            piece = piece[-1:]
        piece.append(cell)
    if len(piece) > 1:
        yield tuple(piece)


class IssDot(Iss["_Dot"]):
    """A mark between cells that touch; several cells are all their pairs."""

    def __init__(self, iss_type: str) -> None:
        super().__init__(iss_type, "pair")

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        pairs = list(board.adjacent_pairs(board.cells(args)))
        if not pairs:
            raise ParseError(f"expected cells that touch, found {' '.join(args)}")
        yield from map(kind, pairs)

    def write(self, each: _Dot, board: Board) -> Written:
        return super().write(each, board) if list(board.adjacent_pairs(each.pair)) else iter([None])


_SIDES = {"R": ("left", "right"), "C": ("top", "bottom")}


class IssSides(Iss["SeenClue"]):
    """A number that a line can have at both ends; ISS may know none that is 0."""

    def __init__(self, iss_type: str, *, zero: bool = True) -> None:
        super().__init__(iss_type, "line", "side")
        self.zero = zero

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        line, *clues = args
        sides = _SIDES.get(line[:1].upper())
        if sides is None or len(clues) > 2:
            raise ParseError(
                f"expected a row or column and at most two clues, found {'~'.join(args)}"
            )
        for side, clue in zip(sides, clues, strict=False):
            if clue:
                yield kind(line, side, number_in(clue), **self.also(board))

    def also(self, board: Board) -> dict[str, object]:
        """Return the fields that the board has."""
        return {}

    def write(self, each: SeenClue, board: Board) -> Written:
        if has_totals(each):
            yield None
            return
        clue = str(getattr(each, each.number))
        args = (clue,) if each.side in ("left", "top") else ("", clue)
        yield (self.types[0], (each.line.upper(), *args)) if self.zero or clue != "0" else None


class IssIndexing(Iss["_LineIndexing"]):
    """Indexing cells, after a letter that says of what: each letter is a kind."""

    def __init__(self, letter: str) -> None:
        super().__init__("Indexing", "cells")
        self.letter = letter

    def read(
        self, kind: type[Constraint], board: Board, iss_type: str, args: Args
    ) -> Iterator[Constraint]:
        from nonet.rules.constraints import kinds

        fields = {
            each.iss.letter: each for each in kinds().values() if isinstance(each.iss, IssIndexing)
        }
        if args[0] not in fields:
            raise ParseError(f"expected R or C, found {args[0]!r}")
        yield fields[args[0]](board.cells(args[1:]))

    def write(self, each: _LineIndexing, board: Board) -> Written:
        yield self.types[0], (self.letter, *board.words(each.cells))
