"""What every kind of constraint has: its cells, its meaning, its primitives, its marks, its sentence and its notation.

A kind is one immutable class. Its annotated attributes are its fields; they are checked and set in ``__init__``, and
equality, hash, ``repr``, pickling, the notation and JSON are made from them. A new kind needs

* ``word``, its name in the notation, in JSON and in the catalogues of words;
* fields, with the annotations `Cell`, `Cells`, `Groups`, `Digits`, `Text`, `Constraints`,
  ``int``, ``int | None``, ``bool`` or ``str``;
* ``form``, the order of the fields in the notation, such as ``"sum=cells"``;
* `Constraint.violations`, which is the meaning, slow and obvious;
* `Constraint.primitives`, which is what the engine solves, and `Constraint.marks`, which is what is drawn;
* what is true of it: ``knows_places``, ``knows_others``, ``digits_interchangeable`` and ``names_houses``, which are
  False unless it says so;
* a sentence in the section ``constraints`` of each catalogue, filled from the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, cast

from nonet.base.errors import DEPTH, RulesError
from nonet.rules.constraints.space import Group, Space

# What only some boards need (words, signatures) is imported where it is used: `nonet.rules` imports this module.
if TYPE_CHECKING:
    from inspect import Parameter

    from nonet.rules.constraints.marks import Mark
    from nonet.rules.constraints.primitives import Primitive
    from nonet.words.messages import Value

__all__ = [
    "Board",
    "Cell",
    "Cells",
    "Constraint",
    "Constraints",
    "Digits",
    "Group",
    "Groups",
    "IntoNames",
    "Space",
    "Text",
    "TooDeep",
    "Violation",
    "apart",
    "cell_value",
    "fields_of",
    "names_of",
    "no_cell",
    "parameters_of",
    "repeated",
]

Cell: TypeAlias = str
Cells: TypeAlias = tuple[str, ...]
Groups: TypeAlias = tuple[tuple[str, ...], ...]
Digits: TypeAlias = tuple[int, ...]
Text: TypeAlias = str
"""Text with any characters; `str` is a plain word."""
Constraints: TypeAlias = "tuple[Constraint, ...]"
IntoNames: TypeAlias = "str | tuple[int, int] | Iterable[str | tuple[int, int]]"
"""Cells: one text, a row and a column (both from 0) as in ``puzzle[0, 0]``, or several of these."""
Board: TypeAlias = Mapping[str, int]
"""The filled cells of a board by name; empty cells are absent."""

_NAME = re.compile(r"r[1-9]\d?c[1-9]\d?|[a-z]+\d+", re.ASCII)
_CELL = re.compile(r"r([1-9]\d?)c([1-9]\d?)", re.ASCII)
_LIKE_CELL = re.compile(r"r(\d+)c(\d+)", re.ASCII)
_MOST = 999_999_999
"""The largest number of a constraint, below the largest coefficient that the engine takes."""

_GAP = re.compile(r"[\s,]*")


class TooDeep(RulesError):
    """Constraints with too many others inside each other."""

    def __init__(self) -> None:
        super().__init__(f"expected at most {DEPTH} rules inside each other, found more")


class Violation(NamedTuple):
    """One thing that is wrong: the cells that show it, and the key and the values of its sentence.

    The key stands in the section ``violations`` of the catalogues. Among the values, cells are names, digits in cells a
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

        return words.catalogue(language).violation(self.key, self.worded)

    @property
    def worded(self) -> dict[str, Any]:
        """The values as the catalogues need them."""
        return {name: _worded(value) for name, value in self.values.items()}


class Constraint:
    """A constraint on the digits of a board: the base class of all kinds.

    Constraints are immutable and hashable, ``repr`` evaluates back, and two are equal if their kind and fields are.
    """

    word: ClassVar[str]
    form: ClassVar[str] = ""
    digits_interchangeable: ClassVar[bool] = False
    knows_places: ClassVar[bool] = False
    """Whether a kind that names cells is about their neighbours, lines or places on the board, too."""

    knows_others: ClassVar[bool] = False
    """Whether other constraints of the board change what the kind means."""

    names_houses: ClassVar[bool] = False
    """Whether its sentence reads well with "row 1" in place of all ``cells`` of row 1."""

    _signature: ClassVar[tuple[dict[str, str], dict[str, Parameter]]]

    # -- what a kind defines ---------------------------------------------------------------------

    @cached_property
    def cells(self) -> Cells:
        """All cells that the constraint names, each once; none for a rule about the whole board.

        A field with this name holds all cells; a kind that has other cells too gives the field another name.
        """
        found: dict[str, None] = {}
        for name, kind in fields_of(type(self)).items():
            if kind == "Cell":
                found[getattr(self, name)] = None
            elif kind == "Cells":
                found |= dict.fromkeys(getattr(self, name))
            elif kind == "Groups":
                found |= dict.fromkeys(cell for group in getattr(self, name) for cell in group)
        return tuple(found)

    @property
    def is_local(self) -> bool:
        """Whether all depends on the digits of the named cells alone, wherever these lie.

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
        for name in self.cells:
            if name not in space:
                raise self.error(space.missing(name))

    def violations(self, board: Board, space: Space) -> Iterator[Violation]:
        """Yield what is wrong on a board. Empty cells are absent; what can still be met is no violation."""
        raise NotImplementedError

    def primitives(self, space: Space) -> Iterator[Primitive]:
        """Yield what the engine solves."""
        raise NotImplementedError

    def explained(self, space: Space) -> Iterator[Primitive]:
        """Yield what explained steps follow: by default what the engine solves."""
        return self.primitives(space)

    def marks(self, space: Space) -> Iterator[Mark]:
        """Yield what is drawn."""
        raise NotImplementedError

    def unseen(self, *names: str) -> Iterator[Mark]:
        """Yield the sentence as a mark if one of these fields, which nothing else shows, has not its usual value.

        >>> from nonet.constraints import Whisper
        >>> list(Whisper("r1c1 r1c2", difference=4).unseen("difference"))
        [Legend(choice=False, word='whisper')]
        >>> list(Whisper("r1c1 r1c2").unseen("difference"))
        []
        """
        from nonet.rules.constraints.marks import Legend

        usual = parameters_of(type(self))
        if any(getattr(self, name) != usual[name].default for name in names):
            yield Legend(self.word)

    def jumps(self, space: Space) -> Iterator[tuple[str, str]]:
        """Yield the neighbours on its lines that do not touch: it means what it says, and is most often a mistake.

        Lines of rules of your own, which relate any cells, are left out.
        """
        from nonet.rules.constraints.marks import Line

        for mark in self.marks(space):
            if isinstance(mark, Line) and mark.role != "rule":
                yield from (pair for pair in pairwise(mark.cells) if max(apart(*pair)) > 1)

    def sentence(self) -> tuple[str, dict[str, Any]]:
        """Return the key of the sentence in the catalogues and the values that fill it: by default all fields."""
        return self.word, {name: self._said(name) for name in fields_of(type(self))}

    # -- what follows ----------------------------------------------------------------------------

    def broken(self, board: Board, cells: Iterable[str]) -> Violation:
        """Return the violation that the digits in some cells are: its sentence shows them, then the constraint."""
        names = tuple(cells)
        found = {cell: board[cell] for cell in names if cell in board}
        return Violation(names, "found" if found else "unmet", {"found": found, "rule": self})

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
        return {name: getattr(self, name) for name in fields_of(type(self))}

    @property
    def notation(self) -> str:
        """The constraint as one word of the rules notation, such as ``thermo:r1c1r2c1``."""
        from nonet.rules.constraints import notation

        return notation.format_constraint(self)

    @classmethod
    def error(cls, message: str) -> RulesError:
        """Return the error for a constraint that does not make sense."""
        return RulesError(f"{cls.word}: {message}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"constraints are immutable, and {type(self).__name__} is one")

    def _set(self, **fields: object) -> None:
        """Set the fields, for ``__init__``; numbers are checked to be whole."""
        annotations = fields_of(type(self))
        for name, value in fields.items():
            annotation = annotations.get(name, "")
            if annotation == "int" or (annotation == "int | None" and value is not None):
                value = self._number(name, value)
            elif annotation == "Digits":
                value = tuple(self._number(name, digit) for digit in cast("Digits", value))
            object.__setattr__(self, name, value)

    @classmethod
    def _number(cls, name: str, value: object) -> int:
        field = "" if name == cls.word else f"{name}: "
        try:
            number = index(value)  # type: ignore[arg-type]
        except TypeError:
            raise cls.error(f"{field}expected a whole number, got {value!r}") from None
        if not -_MOST <= number <= _MOST:
            shown = number if number.bit_length() < 333 else "a number of more than 99 digits"
            raise cls.error(f"{field}expected a number from -{_MOST} to {_MOST}, got {shown}")
        return number

    @classmethod
    def _names(
        cls,
        cells: IntoNames,
        *,
        least: int = 1,
        most: int | None = None,
        repeats: bool = False,
        loop: bool = False,
    ) -> Cells:
        """Return the names of cells, checked, for ``__init__``. A ``loop`` may end with its first cell."""
        try:
            found = names_of(cells)
        except RulesError as error:
            raise cls.error(str(error)) from None
        if len(found) < least or (most is not None and len(found) > most):
            count = f"{least}" if least == most else f"at least {least}"
            if len(found) > least:
                count = f"at most {most}" if least != most else count
            plural = "cell" if count.endswith(" 1") or count == "1" else "cells"
            shown = f" ({' '.join(found[:12])}{' …' if len(found) > 12 else ''})" if found else ""
            raise cls.error(f"expected {count} {plural}, got {len(found)}{shown}")
        once = found[1:] if loop and len(found) > 2 and found[0] == found[-1] else found
        if not repeats and len(set(once)) < len(once):
            twice = next(cell for i, cell in enumerate(once) if cell in once[:i])
            raise cls.error(f"{twice} is named twice")
        return found

    @classmethod
    def _groups(cls, groups: Iterable[IntoNames], *, least: int = 2) -> Groups:
        """Return the names of the cells of each group, checked, for ``__init__``."""
        found = tuple(cls._names(group) for group in groups)
        if len(found) < least:
            raise cls.error(f"expected at least {least} groups of cells, got {len(found)}")
        return found

    def _check_room(self, cells: Cells, space: Space) -> None:
        """Raise `RulesError` if the cells are too many to hold different digits."""
        if len(cells) > len(space.digits):
            raise self.error(
                f"{len(cells)} cells need different digits, and there are only {len(space.digits)}"
            )

    def _said(self, name: str) -> Any:
        """Return a field as a value for the catalogues: cells are written as the language writes them."""
        return _value(getattr(self, name), fields_of(type(self))[name])

    # -- being a value ---------------------------------------------------------------------------

    def _key(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in fields_of(type(self)))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        shown = []
        for name, parameter in parameters_of(type(self)).items():
            value = getattr(self, name)
            if parameter.default is not parameter.empty and value == parameter.default:
                continue
            text = repr(_plain(value, fields_of(type(self))[name]))
            positional = parameter.kind is parameter.POSITIONAL_OR_KEYWORD
            shown.append(text if positional else f"{name}={text}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.fields)


def _rebuilt(kind: type[Constraint], fields: Mapping[str, object]) -> Constraint:
    """Return a constraint from its fields, as pickling needs it."""
    return kind(**fields)


def fields_of(kind: type[Constraint]) -> dict[str, str]:
    """Return the fields of a kind with their annotations, in the order of the parameters."""
    return _signature_of(kind)[0]


def parameters_of(kind: type[Constraint]) -> dict[str, Parameter]:
    """Return the parameters of a kind by name."""
    return _signature_of(kind)[1]


def _signature_of(kind: type[Constraint]) -> tuple[dict[str, str], dict[str, Parameter]]:
    if "_signature" not in vars(kind):
        from inspect import get_annotations, signature

        found: dict[str, str] = {}
        for each in reversed(kind.__mro__[: kind.__mro__.index(Constraint)]):
            found |= get_annotations(each)
        parameters = {n: p for n, p in signature(kind).parameters.items() if n in found}
        kind._signature = {name: found[name] for name in parameters}, parameters
    return kind._signature


def names_of(cells: IntoNames) -> Cells:
    """Return the names of cells from one text or a sequence of names, in lower case.

    Names in a text are separated by spaces or commas, or not at all.

    A pair of numbers is a row and a column, both from 0.

    >>> names_of("R1C1 r1c2,r1c3r1c4"), names_of(["r1c1", "x1"]), names_of([(0, 0), (0, 1)])
    (('r1c1', 'r1c2', 'r1c3', 'r1c4'), ('r1c1', 'x1'), ('r1c1', 'r1c2'))
    """
    if isinstance(cells, tuple) and len(cells) == 2 and all(map(_is_number, cells)):
        row, column = map(index, cells)  # type: ignore[arg-type]
        if not (0 <= row < 99 and 0 <= column < 99):
            raise RulesError(f"expected a row and a column from 0, got {cells!r}")
        return (f"r{row + 1}c{column + 1}",)
    if not isinstance(cells, (str, Iterable)):
        raise RulesError(f"expected cells such as r1c1r1c2, got {cells!r}")
    if isinstance(cells, str) and (wrong := no_cell(cells)):
        raise RulesError(wrong)
    if not isinstance(cells, str):
        return tuple(found for name in cells for found in names_of(name))  # type: ignore[arg-type]
    found, text, at = [], cells.lower(), 0
    at = _GAP.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise RulesError(f"expected cells such as r1c1r1c2, got {cells[at:]!r}")
        found.append(match[0])
        at = _GAP.match(text, match.end()).end()  # type: ignore[union-attr]
    return tuple(found)


def no_cell(text: str) -> str | None:
    """Return what is wrong with the first name in a text that looks like a cell and is none, None if all are.

    >>> no_cell("r1c1 r0c1"), no_cell("r1c1 x1")
    ("expected a cell such as r1c1, got 'r0c1'; rows and columns start at 1", None)
    """
    for match in _LIKE_CELL.finditer(text.lower()):
        if not _CELL.fullmatch(match[0]):
            first = "; rows and columns start at 1" if not all(map(int, match.groups())) else ""
            return f"expected a cell such as r1c1, got {match[0]!r}{first}"
    return None


def _is_number(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def cell_value(name: str) -> Value | str:
    """Return a cell for the catalogues; an unknown is its name."""
    from nonet.words.messages import Value

    match = _CELL.fullmatch(name)
    return Value("cell", {"row": int(match[1]), "column": int(match[2])}) if match else name


def _value(value: Any, kind: str) -> Any:
    from nonet.words.messages import Value

    if kind == "Cell":
        return cell_value(value)
    if kind == "Cells":
        return [cell_value(name) for name in value]
    if kind == "Groups":
        return [Value("cells", {"cells": [cell_value(n) for n in group]}) for group in value]
    return list(value) if isinstance(value, tuple) else value


def _worded(value: Any) -> Any:
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
        parts = [_worded(part) for part in value]
        return [Value("clause", p.parts) if _is_sentence(p) else p for p in parts]
    return cell_value(value) if isinstance(value, str) else value


def apart(one: str, other: str) -> tuple[int, int]:
    """Return how many rows and how many columns lie between two cells; an unknown is beside every cell."""
    places = [match.groups() for name in (one, other) if (match := _CELL.fullmatch(name))]
    if len(places) < 2:
        return 0, 0
    (row, column), (other_row, other_column) = places
    return abs(int(row) - int(other_row)), abs(int(column) - int(other_column))


def _is_sentence(value: Any) -> bool:
    return getattr(value, "kind", None) == "constraint"


def _plain(value: Any, kind: str) -> Any:
    """Return a field as it is written in Python."""
    if kind == "Cells":
        return " ".join(value)
    if kind == "Groups":
        return tuple(" ".join(group) for group in value)
    return value


# -- what several kinds ask -----------------------------------------------------------------------


def repeated(
    board: Board, cells: Iterable[str], where: str, **values: object
) -> Iterator[Violation]:
    """Yield a violation for each digit that stands in two of the cells; ``repeat.{where}`` is its sentence."""
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
