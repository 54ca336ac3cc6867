"""The fields of constraints: a kind declares each once, and all that is done with fields follows from that.

``line: Path = Path(2)`` in the body of a class is a parameter of it, takes cells in any form that `names_of` reads, is
checked when a constraint is made, and is a tuple of names afterwards. A field knows how its value is written in the
notation and in lists, what it is called in errors, how a sentence shows it, and where it is on another board.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import index
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    overload,
)

from nonet.base.errors import RulesError
from nonet.base.numbers import ANY, read_number
from nonet.base.options import FLAGS
from nonet.base.strict_json import Json
from nonet.base.suggestions import shortened
from nonet.rules.constraints.names import (
    Cells,
    IntoNames,
    Move,
    cell_value,
    in_reading_order,
    names_of,
    opened,
)
from nonet.rules.constraints.totals import IntoTotal, Totals, total_in_words, total_of

if TYPE_CHECKING:
    from nonet.rules.constraints.base import Constraint
    from nonet.rules.constraints.marks import Side
    from nonet.words.messages import Value

__all__ = [
    *("DIRECTIONS", "SIDES", "AnyParameter", "Area", "Areas", "DigitList", "Digits"),
    *("Direction", "Flag", "Groups", "LineName", "Number", "OneCell", "OptionalNumber"),
    *("OptionalTotal", "Parameter", "Parts", "Path", "SideName", "Text", "Total"),
    *("Word", "in_notation", "parameters_of", "signature_of"),
]

Groups: TypeAlias = tuple[Cells, ...]
Digits: TypeAlias = tuple[int, ...]

_REQUIRED: object = inspect.Parameter.empty
_MOST = 999_999_999
"""The largest number of a constraint, below the largest coefficient that the engine takes."""

_SPECIAL = re.compile(r"[^A-Za-z0-9_:,.]")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_LINE = re.compile(r"\s*(r|row|c|col|column)\s*([1-9]\d?)\s*", re.IGNORECASE)

SIDES: Mapping[str, tuple[Side, Side]] = {"r": ("left", "right"), "c": ("top", "bottom")}
DIRECTIONS = {"down right": (1, 1), "down left": (1, -1), "up right": (-1, 1), "up left": (-1, -1)}

_Value = TypeVar("_Value")
_Given = TypeVar("_Given")
_T = TypeVar("_T")


def _same(value: _T) -> _T:
    return value


class Usual(TypedDict, total=False):
    """What every field takes: its usual value, and whether it is given by name only."""

    default: object
    kw_only: bool


Way: TypeAlias = Callable[[Any], object]
"""What makes something of a value that the field has."""


class Ways(NamedTuple):
    """How a value is converted; `ValueError` says that a text, or a value of a list, is not valid."""

    write: Callable[[Any], str] = str
    """In the notation, which ``read`` reads."""

    read: Callable[[str], object] = _same
    from_list: Callable[[Json], object] = _same
    """From JSON and YAML; ``to_list`` is the other way."""

    to_list: Way = _same
    plain: Way = _same
    """As it is written in Python."""

    in_words: Way = _same
    """For the catalogues: cells are written as the language writes them."""

    cells: Callable[[Any], Cells] = lambda value: ()
    """The cells that it names."""

    moved: Callable[[Any, Move], object] = lambda value, by: value
    """On a transformed board."""


class Parameter(Generic[_Value, _Given]):
    """A field of a kind: ``default`` is its usual value, and one without it is required."""

    name: str
    expected: ClassVar[str]
    """What the notation expects, as a part of an error; ``listed`` is what a list of rules expects."""

    listed: ClassVar[str]
    is_place: ClassVar[bool] = False
    """Whether it says where on the board a constraint is; ``has_cells`` if it does so with cells."""

    has_cells: ClassVar[bool] = False

    ways: ClassVar[Ways] = Ways()

    def __init__(self, *, default: object = _REQUIRED, kw_only: bool = False) -> None:
        self.default, self.kw_only = default, kw_only

    def __set_name__(self, kind: type, name: str) -> None:
        self.name = name

    @property
    def is_required(self) -> bool:
        """Whether it has no usual value."""
        return self.default is _REQUIRED

    # The value of a constraint is in its ``__dict__``; these are for the types alone, of values and of parameters.
    if TYPE_CHECKING:

        @overload
        def __get__(self, owner: None, kind: type) -> Parameter[_Value, _Given]: ...
        @overload
        def __get__(self, owner: object, kind: type) -> _Value: ...
        def __get__(self, owner: object, kind: type) -> object: ...
        def __set__(self, owner: object, value: _Given) -> None: ...

    def checked(self, owner: Constraint, value: _Given) -> _Value:
        """Return what is kept; raise `RulesError` for a value that the field cannot have. Earlier fields are set."""
        raise NotImplementedError


AnyParameter: TypeAlias = Parameter[Any, Any]
"""A field of any kind of value."""


# -- cells ----------------------------------------------------------------------------------------


def _names(value: object) -> Cells:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise ValueError(value)
    return tuple(name for item in items for name in names_of(item))


def _groups(value: object) -> Groups:
    items = value.split("/") if isinstance(value, str) else value
    if not isinstance(items, list):
        raise ValueError(value)
    return tuple(map(_names, items))


def _groups_in_words(value: Groups) -> list[Value]:
    from nonet.words.messages import Value

    return [Value("cells", {"cells": list(map(cell_value, group))}) for group in value]


class OneCell(Parameter[str, IntoNames]):
    """One cell."""

    expected = listed = "a cell such as r1c1"
    is_place = has_cells = True
    ways = Ways(
        read=str.lower,
        from_list=lambda value: "".join(_names(value)),
        cells=lambda value: (value,),
        in_words=cell_value,
        moved=lambda value, by: by.cell(value),
    )

    def checked(self, owner: Constraint, value: IntoNames) -> str:
        return owner.names(value, most=1)[0]


class Area(Parameter[Cells, IntoNames]):
    """A set of cells, kept in reading order: at least and at most so many, none twice."""

    expected = "cells such as r1c1r1c2"
    listed = "cells such as r1c1 r1c2"
    is_place = has_cells = True
    is_path: ClassVar[bool] = False
    ways = Ways(
        write="".join,
        read=names_of,
        from_list=_names,
        to_list=" ".join,
        plain=" ".join,
        cells=tuple,
        in_words=lambda value: list(map(cell_value, value)),
        moved=lambda value, by: tuple(map(by.cell, value)),
    )

    def __init__(
        self,
        least: int = 1,
        most: int | None = None,
        *,
        repeats: bool = False,
        loop: bool = False,
        **usual: Unpack[Usual],
    ) -> None:
        super().__init__(**usual)
        self.least, self.most, self.repeats, self.loop = least, most, repeats, loop

    def checked(self, owner: Constraint, value: IntoNames) -> Cells:
        names = owner.names(value, self.least, self.most, repeats=self.repeats, loop=self.loop)
        if not self.is_path:
            return in_reading_order(names)
        return opened(names) if owner.order == "any" else names


class Path(Area):
    """Cells in an order. A ``loop`` may end with its first cell, which is left out where the order says nothing."""

    is_path = True


class Areas(Parameter[Groups, "Iterable[IntoNames]"]):
    """Groups of cells."""

    expected = "groups of cells such as r1c1r1c2/r2c1r2c2"
    listed = "groups of cells such as [r1c1 r1c2, r2c1 r2c2]"
    is_place = has_cells = True
    ways = Ways(
        write=lambda value: "/".join(map("".join, value)),
        read=lambda text: tuple(map(names_of, text.split("/"))),
        from_list=_groups,
        to_list=lambda value: list(map(" ".join, value)),
        plain=lambda value: tuple(map(" ".join, value)),
        cells=lambda value: tuple(cell for group in value for cell in group),
        in_words=_groups_in_words,
        moved=lambda value, by: tuple(tuple(map(by.cell, group)) for group in value),
    )

    def __init__(
        self, least: int = 0, *, least_cells: int = 1, repeats: bool = False, **usual: Unpack[Usual]
    ) -> None:
        super().__init__(**usual)
        self.least, self.least_cells, self.repeats = least, least_cells, repeats

    def checked(self, owner: Constraint, value: Iterable[IntoNames]) -> Groups:
        areas = tuple(owner.names(g, self.least_cells, repeats=self.repeats) for g in value)
        if len(areas) < self.least:
            raise owner.error(f"expected at least {self.least} groups of cells, got {len(areas)}")
        return areas


# -- numbers --------------------------------------------------------------------------------------


_read_number = partial(read_number, most=ANY, least=-ANY)


def _listed_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(value)
    return value if isinstance(value, int) else _read_number(value.strip())


def _whole(owner: Constraint, name: str, value: SupportsIndex, least: int = -_MOST) -> int:
    shown_name = "" if name == owner.word else f"{name}: "
    try:
        number = index(value)
    except TypeError:
        raise owner.error(f"{shown_name}expected a whole number, got {value!r}") from None
    if not -_MOST <= number <= _MOST:
        shown = number if number.bit_length() < 333 else "a number of more than 99 digits"
        raise owner.error(f"{shown_name}expected a number from -{_MOST} to {_MOST}, got {shown}")
    if number < least:
        raise owner.error(f"expected a {name} of at least {least}, got {number}")
    return number


class _Number(Parameter[_Value, _Given]):
    expected = listed = "a number"
    ways = Ways(read=_read_number, from_list=_listed_number)

    def __init__(self, least: int = -_MOST, **usual: Unpack[Usual]) -> None:
        super().__init__(**usual)
        self.least = least


class Number(_Number[int, int]):
    """A whole number."""

    def checked(self, owner: Constraint, value: int) -> int:
        return _whole(owner, self.name, value, self.least)


class OptionalNumber(_Number["int | None", "int | None"]):
    """A whole number, or None."""

    ways = Ways(
        read=_read_number,
        from_list=lambda value: None if value is None else _listed_number(value),
    )

    def checked(self, owner: Constraint, value: int | None) -> int | None:
        return None if value is None else _whole(owner, self.name, value, self.least)


def _listed_total(value: object) -> int | Totals | None:
    if value is None:
        return None
    parts = value if isinstance(value, list) and value else [value]
    if any(isinstance(part, bool) or not isinstance(part, (int, str)) for part in parts):
        raise ValueError(value)
    return total_of(",".join(map(str, parts)))


def _plain_total(value: int | Totals | None) -> int | str | None:
    return str(value) if isinstance(value, Totals) else value


class Total(_Number["int | Totals", "IntoTotal"]):
    """What a sum is: a number, or text such as ``10-12``, ``<=12`` and ``8,10``."""

    expected = listed = "a number or numbers such as 10-12, ..12 and 8,10"
    ways = Ways(
        read=total_of,
        from_list=_listed_total,
        to_list=_plain_total,
        plain=_plain_total,
        in_words=total_in_words,
    )

    def checked(self, owner: Constraint, value: IntoTotal) -> int | Totals:
        try:
            total = total_of(value) if isinstance(value, str) else value
        except ValueError:
            raise owner.error(
                f"{self.name}: expected {self.expected}, got {shortened(str(value))!r}"
            ) from None
        if not isinstance(total, Totals):
            return _whole(owner, self.name, total, self.least)
        for end in (end for each in total for end in each if end is not None):
            _whole(owner, self.name, end, self.least)
        return total


class OptionalTotal(Total):
    """A total, or None, which is its usual value."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def __get__(self, owner: None, kind: type) -> OptionalTotal: ...
        @overload
        def __get__(self, owner: object, kind: type) -> int | Totals | None: ...
        def __get__(self, owner: object, kind: type) -> object: ...
        def __set__(self, owner: object, value: IntoTotal | None) -> None: ...


def _written_digits(value: Digits) -> str:
    """Write digits one after the other; with commas, and one at the end, if one has two characters."""
    if all(0 <= digit < 10 for digit in value):
        return "".join(map(str, value))
    return ",".join(map(str, value)) + ","


def _read_digits(text: str) -> Digits:
    parts = [part for part in text.split(",") if part] if "," in text else list(text)
    return tuple(map(_read_number, parts))


def _listed_digits(value: object) -> Digits:
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        text = str(value).replace(",", " ").split()
        value = list(text[0]) if len(text) == 1 else text
    if not isinstance(value, list):
        raise ValueError(value)
    return tuple(map(_listed_number, value))


class DigitList(Parameter[Digits, "Iterable[int]"]):
    """Digits, at least so many; ``order`` sorts them, or makes others of them."""

    expected = "digits such as 123"
    listed = "digits such as 1 2 3"
    ways = Ways(
        write=_written_digits,
        read=_read_digits,
        from_list=_listed_digits,
        to_list=lambda value: list(value),
        in_words=lambda value: list(value),
    )

    def __init__(
        self,
        least: int = 0,
        *,
        order: Callable[[Iterable[int]], Iterable[int]] = sorted,
        **usual: Unpack[Usual],
    ) -> None:
        super().__init__(**usual)
        self.least, self.order = least, order

    def checked(self, owner: Constraint, value: Iterable[int]) -> Digits:
        digits = tuple(_whole(owner, self.name, digit) for digit in self.order(value))
        if len(digits) < self.least:
            raise owner.error("expected at least one digit, got none")
        return digits


# -- words ----------------------------------------------------------------------------------------


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str) or value not in FLAGS:
        raise ValueError(value)
    return FLAGS[value]


def _text(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError(value)
    return str(value)


def _quoted(text: str) -> str:
    """Return text with ``%3D`` and the like for most characters, as in web addresses."""
    return _SPECIAL.sub(lambda match: "".join(f"%{b:02X}" for b in match[0].encode()), text)


def unquoted(text: str) -> str:
    """Return the text of a word of the notation. Raises `RulesError` if its percent signs write no text."""
    match = _PERCENT.sub(lambda match: bytes.fromhex(match[1].decode()), text.encode())
    try:
        return match.decode()
    except UnicodeDecodeError:
        raise RulesError(f"{shortened(text)!r}: the percent signs do not write UTF-8") from None


class Flag(Parameter[bool, bool]):
    """Yes or no; the notation has its name for yes."""

    expected = listed = "true or false"
    ways = Ways(from_list=_flag)

    def checked(self, owner: Constraint, value: bool) -> bool:
        return value


class Word(Parameter[str, str]):
    """A plain word; in the notation a hyphen stands for a blank."""

    expected = "a word"
    listed = "a text"
    ways = Ways(
        write=lambda value: value.replace(" ", "-"),
        read=lambda text: text.replace("-", " "),
        from_list=_text,
    )

    def checked(self, owner: Constraint, value: str) -> str:
        return value


class LineName(Word):
    """A row such as ``r3`` or a column such as ``c5``."""

    is_place = True
    ways = Word.ways._replace(moved=lambda value, by: by.line(value))

    def checked(self, owner: Constraint, value: str) -> str:
        match = _LINE.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            raise owner.error(f"expected a row such as r3 or a column such as c5, got {value!r}")
        return f"{match[1][0].lower()}{match[2]}"


class SideName(Word):
    """The side of the board at one end of ``line``."""

    is_place = True
    ways = Word.ways._replace(moved=lambda value, by: by.side(value))

    def checked(self, owner: Constraint, value: str) -> str:
        line: str = vars(owner)["line"]
        sides = SIDES[line[0]]
        if (side := str(value).lower()) in sides:
            return side
        expected = f"{' or '.join(sides)} as the side of {line}"
        raise owner.error(f"expected {expected}, got {value!r}")


class Direction(Word):
    """The way of a diagonal, such as "down right"."""

    is_place = True
    ways = Word.ways._replace(moved=lambda value, by: by.direction(value))

    def checked(self, owner: Constraint, value: str) -> str:
        letters = "".join(str(value).lower().replace("-", " ").split())
        direction = next((name for name in DIRECTIONS if name.replace(" ", "") == letters), None)
        if direction is None:
            known = ", ".join(name.replace(" ", "-") for name in DIRECTIONS)
            raise owner.error(f"expected one of {known} as direction, got {value!r}")
        return direction


class Text(Parameter[str, str]):
    """Text with any characters."""

    expected = "text with %XX for most characters"
    listed = "a text"
    ways = Ways(write=_quoted, read=unquoted, from_list=_text)

    def __init__(self, *, convert: Callable[[str], str] = str, **usual: Unpack[Usual]) -> None:
        super().__init__(**usual)
        self.convert = convert

    def checked(self, owner: Constraint, value: str) -> str:
        return self.convert(value)


class Parts(Parameter["tuple[Constraint, ...]", "Iterable[Constraint]"]):
    """Other constraints, at least one."""

    expected = "rules such as thermo:r1c1r1c2/antiknight"
    listed = "a list of rules"
    ways = Ways(
        write=lambda value: "/".join(_quoted(part.notation) for part in value),
        moved=lambda value, by: tuple(part.moved(by) for part in value),
    )

    def checked(self, owner: Constraint, value: Iterable[Constraint]) -> tuple[Constraint, ...]:
        parts = tuple(value)
        for part in parts:
            if not isinstance(getattr(part, "word", None), str):
                raise owner.error(f"expected constraints, got {type(part).__name__}")
        if not parts:
            raise owner.error("expected at least one constraint, got none")
        return parts


# -- the fields of a kind -------------------------------------------------------------------------


def parameters_of(kind: type[Constraint]) -> dict[str, AnyParameter]:
    """Return the fields of a class by name, in the order of its parameters."""
    named = [item for each in reversed(kind.__mro__) for item in vars(each).items()]
    return {name: value for name, value in named if isinstance(value, Parameter)}


def in_notation(kind: type[Constraint]) -> list[AnyParameter]:
    """Return the fields in the order of the notation: that of ``form``, by default the places after the values."""
    fields = kind.parameters
    if kind.form:
        return [fields[name] for name in kind.form.split("=")]
    return sorted(fields.values(), key=lambda field: 0 if field.kw_only else 1 + field.is_place)


def signature_of(kind: type[Constraint]) -> inspect.Signature:
    """Return the parameters of a class with fields; those that are named come last."""
    way = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    fields = sorted(kind.parameters.values(), key=lambda field: field.kw_only)
    return inspect.Signature(
        [inspect.Parameter(f.name, way[f.kw_only], default=f.default) for f in fields]
    )
