"""What every kind of constraint has: its cells, its meaning, its primitives, its marks, its sentence and its notation.

A kind is one immutable class. Its fields (`nonet.rules.constraints.fields`) are its parameters; equality, hash,
``repr``, pickling, the notation and JSON are made from them. The docstring of the package lists what a new kind says of
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias, dataclass_transform

from nonet.base.errors import RulesError
from nonet.base.immutable import Immutable
from nonet.base.limits import DEPTH
from nonet.rules.constraints import fields
from nonet.rules.constraints.fields import AnyParameter, in_notation, parameters_of, signature_of
from nonet.rules.constraints.names import (
    Cells,
    IntoNames,
    Move,
    apart,
    cell_value,
    names_of,
    opened,
)
from nonet.rules.constraints.space import Group, Space

# What only some boards need (words) is imported where it is used: `nonet.rules` imports this module.
if TYPE_CHECKING:
    from inspect import Signature

    from nonet.rules.constraints.f_puzzles import Key
    from nonet.rules.constraints.iss import Iss
    from nonet.rules.constraints.looks import BadgeLook, BulbLook, LineLook
    from nonet.rules.constraints.marks import Mark
    from nonet.rules.constraints.primitives import Primitive

__all__ = [
    "Board",
    "Constraint",
    "Drawn",
    "Group",
    "Order",
    "Palette",
    "Space",
    "TooDeep",
    "Violation",
    "out_of_range",
    "repeated",
]

Order: TypeAlias = Literal["", "either", "any"]
Board: TypeAlias = Mapping[str, int]
"""The filled cells of a board by name; empty cells are absent."""


class TooDeep(RulesError):
    """Constraints with too many others inside each other."""

    def __init__(self) -> None:
        super().__init__(f"expected at most {DEPTH} rules inside each other, found more")


class Violation(NamedTuple):
    """One thing that is wrong: the cells that show it, and the key and the values of its sentence.

    The key is in the section ``violations`` of the catalogues. Among the values, cells are names, digits in cells a
    mapping, a `Constraint` is its own sentence, and several are clauses of one.

    >>> Violation(("r1c1",), "range", {"cell": "r1c1", "digit": 9, "low": 1, "high": 4}).sentence
    'r1c1 is 9, expected 1 to 4'
    """

    cells: Cells
    key: str
    values: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """The sentence in English."""
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return the sentence in a language."""
        from nonet import words

        return words.catalogue(language).violation(self.key, self.for_sentence)

    @property
    def for_sentence(self) -> dict[str, object]:
        """The values as the catalogues need them."""
        return {name: _for_sentence(value) for name, value in self.values.items()}


class Palette(NamedTuple):
    """Where the page offers a kind: the group, and the place in it.

    A number can be typed if it has one, but for ``typed=False``. With ``also`` a flag of it is a kind of its own there.
    """

    group: Literal["areas", "lines", "dots", "outside", "whole"]
    place: int = 99
    typed: bool = True
    also: str = ""


class Drawn(NamedTuple):
    """How a new clue of a kind is drawn at random, as far as its fields do not say it: see `nonet.generating.clues`.

    It has ``least`` to ``most`` cells, and ``fields`` by the size of the board where the usual value is not meant.
    """

    least: int
    most: int
    fields: Mapping[str, Callable[[int], int]] = {}
    scattered: bool = False
    """Whether its cells are anywhere, not side by side."""

    knows_boxes: bool = False
    """Whether what it means depends on the boxes of its cells, so that the first digits of a line say nothing."""


@dataclass_transform(
    eq_default=False,
    field_specifiers=(
        fields.OneCell, fields.Area, fields.Path, fields.Areas, fields.Number, fields.OptionalNumber,
        fields.DigitList, fields.Flag, fields.Word, fields.LineName, fields.SideName,
        fields.Direction, fields.Text, fields.Parts, fields.Total, fields.OptionalTotal,
    ),
)  # fmt: skip
class Constraint(Immutable):
    """A constraint on the digits of a board: the base class of all kinds.

    Constraints are immutable and hashable, ``repr`` evaluates back, and two are equal if their kind and fields are.
    """

    word: ClassVar[str]
    form: ClassVar[str] = ""
    digits_interchangeable: ClassVar[bool] = False
    technique: ClassVar[str] = "clue"
    """The technique of hints that follow from it."""

    order: ClassVar[Order] = ""
    """Whether its cells mean the same from the other end of the line, or in any order."""

    iss: ClassVar[Iss[Any] | None] = None
    """How Interactive Sudoku Solver writes it; it is written as what it is made of where there is none."""

    f_puzzles: ClassVar[tuple[Key[Any], ...]] = ()
    """The keys of f-puzzles that have it, each in other cases."""

    looks: ClassVar[tuple[LineLook | BulbLook, ...]] = ()
    """What its marks look like if no other kind has their roles; a ``badge`` has the role of its word."""

    badge: ClassVar[BadgeLook | None] = None
    frame: ClassVar[str] = ""
    """The shape around its number outside of the board: a path around 0, 0."""

    palette: ClassVar[Palette | None] = None
    """Where the page offers it; without one it is set as text."""

    drawn: ClassVar[Drawn | None] = None
    """How new clues of it are drawn where the generator adds them; its fields say what this does not."""

    number: ClassVar[str] = ""
    """The field whose number is wrong where the constraint is impossible; then the nearest of `numbers` are named."""

    knows_places: ClassVar[bool] = False
    """Whether a kind that names cells is about their neighbours, lines or places on the board, too."""

    knows_others: ClassVar[bool] = False
    """Whether other constraints of the board change what the kind means."""

    different: ClassVar[str] = ""
    """The field of cells that must all differ, so that they must not be more than there are digits."""

    names_houses: ClassVar[bool] = False
    """Whether its sentence reads well with "row 1" in place of all ``cells`` of row 1."""

    __signature__: ClassVar[Signature]
    parameters: ClassVar[Mapping[str, AnyParameter]]
    """The fields by name, in the order of the parameters."""

    in_notation: ClassVar[Sequence[AnyParameter]]
    """The fields in the order of the notation."""

    _with_cells: ClassVar[Sequence[AnyParameter]]

    def __init_subclass__(cls) -> None:
        cls.parameters = parameters_of(cls)
        cls.in_notation = in_notation(cls)
        cls._with_cells = [field for field in cls.parameters.values() if field.has_cells]
        super().__init_subclass__(compared=("__class__", *cls.parameters))
        cls._stored = tuple(cls.parameters)
        if cls.__init__ is Constraint.__init__:  # else it has its own parameters
            cls.__signature__ = signature_of(cls)

    def __init__(self, *args: object, **named: object) -> None:
        bound = self.__signature__.bind(*args, **named)
        bound.apply_defaults()
        self._set(**bound.arguments)

    def __post_init__(self) -> None:
        """Raise `RulesError` if the fields do not fit together."""

    # -- what a kind defines ---------------------------------------------------------------------

    @cached_property
    def cells(self) -> Cells:
        """All cells that the constraint names, each once; none for a rule about the whole board.

        A field with this name holds all cells; a kind that has other cells too gives the field another name.
        """
        names = [each.ways.cells(getattr(self, each.name)) for each in self._with_cells]
        return tuple(dict.fromkeys(chain.from_iterable(names)))

    @property
    def is_local(self) -> bool:
        """Whether the constraint looks only at the digits of its cells, not at where the cells are.

        >>> from nonet.constraints import AntiKnight, Cage, LittleKiller
        >>> Cage("r1c1 r1c2").is_local, AntiKnight().is_local, LittleKiller("r1c3", "down left", sum=9).is_local
        (True, False, False)
        """
        return bool(self.cells) and not self.knows_places

    @property
    def depth(self) -> int:
        """How many constraints with others in them lie inside each other; 0 for most kinds."""
        return 0

    def check(self, space: Space) -> None:
        """Raise `RulesError` if the constraint does not fit the board."""
        if (unknown := space.unknown(self.cells)) is not None:
            raise self.error(space.missing(unknown))
        if self.different and (n := len(getattr(self, self.different))) > len(space.values):
            room = f"there are only {len(space.values)}"
            raise self.error(f"{n} cells need different digits, and {room}")

    def numbers(self, space: Space) -> Sequence[int]:
        """Return what its ``number`` may be on a board, ascending: by default up to a sum of as many digits."""
        return range(1 + space.digits[-1] * max(space.rows, space.columns, len(self.cells)))

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        """Yield what is wrong on a board. Empty cells are absent; what can still be met is not a violation."""
        raise NotImplementedError

    def primitives(self, space: Space) -> Iterator[Primitive]:
        """Yield what the engine solves."""
        raise NotImplementedError

    def explained(self, space: Space) -> Iterator[Primitive]:
        """Yield what explained steps follow: by default what the engine solves."""
        return self.primitives(space)

    def marks(self, space: Space) -> Iterator[Mark]:
        """Yield what is drawn: by default its line, as its first looks are, or badges, or else its sentence.

        A look of a bulb is that of the first cell, and of the last one where the line means the same from there.
        """
        from nonet.rules.constraints.marks import Badge, Bulb, Legend, Line

        if self.badge:
            yield from (Badge(cell, self.word) for cell in self.cells)
        elif self.looks:
            line, role = self.fields["line"], self.looks[0].role
            yield Line(line, role)
            if len(self.looks) > 1:
                yield Bulb(line[:1], role)
            if len(self.looks) > 1 and self.order == "either":
                yield Bulb(line[-1:], role)
            named = self.parameters.items()
            yield from self.unseen(*(name for name, each in named if not each.is_place))
        else:
            yield Legend(self.word)

    def unseen(self, *names: str) -> Iterator[Mark]:
        """Yield the sentence as a mark if one of these fields, which nothing else shows, has not its usual value.

        >>> from nonet.constraints import Whisper
        >>> list(Whisper("r1c1 r1c2", difference=4).unseen("difference"))
        [Legend(choice=False, word='whisper')]
        >>> list(Whisper("r1c1 r1c2").unseen("difference"))
        []
        """
        from nonet.rules.constraints.marks import Legend

        usual = self.parameters
        if any(getattr(self, name) != usual[name].default for name in names):
            yield Legend(self.word)

    def moved(self, by: Move) -> Constraint:
        """Return the constraint on a transformed board; raise `RulesError` if there it would not be the same."""
        fields = self.parameters.items()
        return type(self)(**{n: field.ways.moved(getattr(self, n), by) for n, field in fields})

    def jumps(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the neighbours on its lines that do not touch: it means what it says, and is most often a mistake.

        Lines of rules of your own, which relate any cells, are left out.
        """
        from nonet.rules.constraints.marks import Line

        for mark in self.marks(space):
            if isinstance(mark, Line) and mark.role != "rule":
                yield from (pair for pair in pairwise(mark.cells) if max(apart(*pair)) > 1)

    def sentence(self) -> tuple[str, dict[str, object]]:
        """Return the key of the sentence in the catalogues and the values that fill it: by default all fields."""
        return self.word, {name: self._in_sentence(name) for name in self.parameters}

    # -- what follows ----------------------------------------------------------------------------

    def broken(self, board: Board, cells: Iterable[str]) -> Violation:
        """Return the violation that the digits in some cells are: its sentence shows them, then the constraint."""
        names = tuple(cells)
        digits = {cell: board[cell] for cell in names if cell in board}
        return Violation(names, "found" if digits else "unmet", {"found": digits, "rule": self})

    def miscounted(self, cells: Cells, found: int) -> Violation:
        """Return the violation of a constraint that asks for another number than the one found."""
        return Violation(cells, "number", {"found": found, "rule": self})

    def text(self, language: str = "en") -> str:
        """Return the constraint as a sentence."""
        from nonet import words

        key, values = self.sentence()
        return words.catalogue(language).constraint(key, values)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields by name, in the order of the parameters."""
        return {name: getattr(self, name) for name in self.parameters}

    @cached_property
    def notation(self) -> str:
        """The constraint as one word of the rules notation, such as ``thermo:r1c1r2c1``."""
        from nonet.rules.constraints import notation

        return notation.format_constraint(self)

    @classmethod
    def error(cls, message: str) -> RulesError:
        """Return a `RulesError` that starts with the constraint's name."""
        return RulesError(f"{cls.word}: {message}")

    def _set(self, **values: object) -> None:
        """Set the fields, each checked, for ``__init__``."""
        fields = self.__dict__
        for name, field in self.parameters.items():
            value = values[name]
            fields[name] = value if value is field.default else field.checked(self, value)
        self.__post_init__()

    @classmethod
    def names(
        cls,
        cells: IntoNames,
        least: int = 1,
        most: int | None = None,
        *,
        repeats: bool = False,
        loop: bool = False,
    ) -> Cells:
        """Return the names of cells, checked. A ``loop`` may end with its first cell."""
        try:
            names = names_of(cells)
        except RulesError as error:
            raise cls.error(str(error)) from None
        if len(names) < least or (most is not None and len(names) > most):
            count = f"{least}" if least == most else f"at least {least}"
            if len(names) > least:
                count = f"at most {most}" if least != most else count
            plural = "cell" if count.endswith(" 1") or count == "1" else "cells"
            shown = f" ({' '.join(names[:12])}{' …' if len(names) > 12 else ''})" if names else ""
            raise cls.error(f"expected {count} {plural}, got {len(names)}{shown}")
        once = opened(names) if loop else names
        if 1 < len(once) < len(names) and len(once) < 3 and not repeats:
            raise cls.error(f"expected at least 3 different cells in a loop, got {len(once)}")
        if not repeats and len(set(once)) < len(once):
            twice = next(cell for i, cell in enumerate(once) if cell in once[:i])
            raise cls.error(f"{twice} is named twice")
        return names

    def _in_sentence(self, name: str) -> Any:
        """Return a field as a value for the catalogues: cells are written as the language writes them."""
        return self.parameters[name].ways.in_words(getattr(self, name))

    # -- being a value ---------------------------------------------------------------------------

    def __repr__(self) -> str:
        shown = []
        for name, field in self.parameters.items():
            value = getattr(self, name)
            if value != field.default:
                text = repr(field.ways.plain(value))
                shown.append(f"{name}={text}" if field.kw_only else text)
        return f"{type(self).__name__}({', '.join(shown)})"


def _for_sentence(value: object) -> object:
    """Return a value of a violation as the catalogues need it."""
    from nonet.words.messages import Value

    if isinstance(value, Constraint):
        key, values = value.sentence()
        return Value("constraint", {"key": key, "values": values})
    if isinstance(value, Mapping):
        return [
            Value("candidate", {"cell": cell_value(cell), "digit": digit, "on": True})
            for cell, digit in value.items()
        ]
    if isinstance(value, tuple):
        parts = [_for_sentence(part) for part in value]
        return [
            Value("clause", part.parts)
            if isinstance(part, Value) and part.kind == "constraint"
            else part
            for part in parts
        ]
    return cell_value(value) if isinstance(value, str) else value


# -- what several kinds ask -----------------------------------------------------------------------


def out_of_range(cell: str, digit: int, low: int, high: int) -> Violation:
    """Return the violation that a digit is, since it is the number or the place of cells that are not there."""
    return Violation((cell,), "range", {"cell": cell, "digit": digit, "low": low, "high": high})


def repeated(
    board: Board, cells: Iterable[str], where: str, **values: object
) -> Iterator[Violation]:
    """Yield a violation for each digit that is in two of the cells; ``repeat.{where}`` is its sentence."""
    first: dict[int, str] = {}
    for cell in cells:
        digit = board.get(cell)
        if digit is None:
            continue
        if digit in first:
            other = first[digit]
            shown = {"cells": (other, cell), "digit": digit, **values}
            yield Violation((other, cell), f"repeat.{where}", shown)
        first.setdefault(digit, cell)
