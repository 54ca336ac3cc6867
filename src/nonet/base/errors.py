"""The errors that carry no puzzle; `nonet.puzzle.errors` has the others, and `nonet.errors` the tree of all.

A message says where (``r4c5``, line and column, all from 1), what was expected, what was found and what to do. A
subscript outside a board is an `IndexError`, an object of the wrong type a `TypeError`, as everywhere in Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn, Self, TypedDict, Unpack

from nonet.base.filenames import readable, shown

__all__ = [
    "LimitReached",
    "MissingExtra",
    "NonetError",
    "ParseError",
    "RulesError",
    "TimeLimitReached",
    "UnknownFormat",
]


class Place(TypedDict, total=False):
    """Where a mistake is, as far as it is known."""

    text: str
    line: int | None
    column: int | None
    format: str | None
    source: str | None


class NonetError(Exception):
    """The base class of all errors of nonet.

    Cause: one of the classes below it. Arguments of the wrong type or out of range raise `TypeError` and `ValueError`.

    Cure: catch it where a user's input comes in, and show ``str(error)``: it is written for people.
    """

    _advice: ClassVar[str] = ""

    # What Python keeps with an exception, such as its traceback, changes. What nonet says in it does not, once it is
    # set: Dask makes the errors of its workers again by setting attributes of an empty error.
    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("__") and name in vars(self):
            self._refuse()
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if not name.startswith("__"):
            self._refuse()
        super().__delattr__(name)

    def _refuse(self) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} objects are immutable{self._advice}")

    def __setstate__(self, state: Mapping[str, object] | None) -> None:
        self._keep(**state or {})

    def _keep(self, **fields: object) -> None:
        """Set fields, for ``__init__``."""
        vars(self).update(fields)


class ParseError(NonetError, ValueError):
    """Text or a list that cannot be read as a puzzle.

    ``reason`` is the message without the place. ``str(error)`` starts with the place, if it is known, as compilers do:
    ``top.sdm:12:82: …`` or ``line 12, column 82: …``. Lines and columns count from 1.

    Cause: a row is too short or too long, a character is not a digit of the board, or a value of a file is missing.

    Cure: look at the place. If the size or the shape of the boxes cannot be known from the text, give ``rules``,
    such as ``rules="2x3"``.
    """

    _advice = "; at(), placed(), moved() and with_reason() make another"
    reason: str
    text: str
    line: int | None
    column: int | None
    format: str | None
    source: str | None

    def __init__(
        self,
        reason: str,
        *,
        text: str = "",
        line: int | None = None,
        column: int | None = None,
        format: str | None = None,  # as `parse(format=…)`
        source: str | None = None,
    ) -> None:
        super().__init__(reason := readable(reason))
        self._keep(reason=reason, text=text, line=line, column=column, format=format, source=source)

    @property
    def _place(self) -> Place:
        """Text, line, column, format and source together."""
        return {
            "text": self.text,
            "line": self.line,
            "column": self.column,
            "format": self.format,
            "source": self.source,
        }

    def placed(self, **place: Unpack[Place]) -> Self:
        """Return the same error with another place, as far as it is given.

        >>> print(ParseError("odd", line=3, column=7).placed(column=None))
        line 3: odd
        """
        return type(self)(self.reason, **(self._place | place))

    def at(self, **place: Unpack[Place]) -> Self:
        """Return the same error with its place; what is already known stays.

        >>> print(ParseError("odd", line=3).at(line=5, source="top.sdm"))
        top.sdm:3: odd
        """
        return self.placed(
            text=self.text or place.get("text", ""),
            line=place.get("line") if self.line is None else self.line,
            column=place.get("column") if self.column is None else self.column,
            format=self.format or place.get("format", self.format),
            source=self.source or place.get("source", self.source),
        )

    def moved(self, *, lines: int = 0, columns: int = 0) -> Self:
        """Return the error of a text that begins so many lines and columns further on.

        >>> print(ParseError("odd", line=3).moved(lines=10, columns=4))
        line 13: odd
        """
        line, column = self.line, self.column
        return self.placed(
            line=None if line is None else line + lines,
            column=None if column is None else column + columns,
        )

    def with_reason(self, reason: str) -> Self:
        """Return the error of the same place with another reason.

        >>> print(ParseError("odd", line=3).with_reason("even"))
        line 3: even
        """
        return type(self)(reason, **self._place)

    def __str__(self) -> str:
        if self.source is not None:
            numbers = [str(n) for n in (self.line, self.column if self.line else None) if n]
            return ":".join([shown(self.source), *numbers]) + ": " + self.reason
        names = [f"{name} {n}" for name, n in (("line", self.line), ("column", self.column)) if n]
        return ", ".join(names) + ": " + self.reason if names else self.reason


class UnknownFormat(ParseError):
    """No format recognises the text, or no format has that name.

    Cause: the text has no board in it, or the name or the suffix of a file is misspelt.

    Cure: compare the text with docs/formats.md; ``nonet.formats.FORMATS`` has all names. A table whose column of
    puzzles is not found needs the name of the column.
    """


class RulesError(NonetError, ValueError):
    """Rules that contradict each other, do not fit the board, or are not supported by the function.

    Cause: an unknown word, a cell outside the board, boxes that do not make a board of this size, or a board that
    is not classic for a function that knows classic boards alone, such as the canonical form.

    Cure: the message names the word and the nearest known one. docs/variants.md lists all words and constraints, and
    which functions take them.
    """

    def __init__(self, message: str) -> None:
        super().__init__(readable(message))


class _Unfinished(NonetError):
    """An answer that is not known in time; ``progress`` is what is known, of a type that the function says."""

    progress: Any

    def __init__(self, message: str, *, progress: object = None) -> None:
        super().__init__(message)
        self._keep(progress=progress)

    def with_progress(self, progress: object) -> Self:
        """Return the same error with what is known on a higher level.

        >>> LimitReached("spent", progress=2).with_progress("two of nine").progress
        'two of nine'
        """
        return type(self)(str(self), progress=progress)


class LimitReached(_Unfinished):
    """The budget was spent before the answer was known; ``progress`` is what is known.

    Cause: a search that takes longer than its budget, for example on an empty board of 25x25.

    Cure: give a larger ``budget``, or a smaller ``limit`` if fewer solutions are enough. Givens and constraints make a
    search shorter.
    """


class TimeLimitReached(_Unfinished):
    """The time of a `nonet.engine.time_limit` was over before the answer was known; ``progress`` is what is known.

    It is not a `LimitReached`: code that continues without an answer after its own budget has no time left here.

    Cause: a program that gives its calls a time limit, as the server does, or that ends them early with its byte.

    Cure: give more time. Nothing waits for an answer that comes later.
    """

    def __init__(
        self, message: str = "the time limit is reached", *, progress: object = None
    ) -> None:
        super().__init__(message, progress=progress)


class MissingExtra(NonetError, ImportError):
    """An optional dependency is missing; the message is the command that installs it.

    Cause: the function needs a package that nonet does not install by itself, such as pyarrow for Parquet.

    Cure: run the command of the message. ``extra`` is the name of the extra, and docs/packaging.md lists all.
    """

    extra: str
    needed_for: str

    def __init__(self, extra: str, needed_for: str) -> None:
        super().__init__(f'{needed_for} needs more packages: pip install "nonet[{extra}]"')
        self._keep(extra=extra, needed_for=needed_for)

    def __reduce__(self) -> tuple[object, ...]:
        return MissingExtra, (self.extra, self.needed_for), vars(self)


# A traceback says `nonet.ParseError: …`: the name that a program catches, wherever the class is defined.
for _name in __all__:
    globals()[_name].__module__ = "nonet"
