"""Sudoku in every spelling: `parse` and `format` for text, `read` and `write` for files.

A file is read as a stream, whatever its size; its format is recognised from its first lines.
Nothing is repaired: what cannot be read is a `ParseError` with line and column, what a format
cannot hold is said in its row of `FORMATS`. There is one module per family of formats.

>>> p = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> print(format(p, "grid"))
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
>>> parse(format(p, "list")) == parse(format(p, "csv")) == p
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import IO, Literal, overload

from nonet.errors import ParseError, UnknownFormat
from nonet.formats import (
    block,
    hodoku,
    jigsaw,
    large,
    line,
    lists,
    pencilmarks,
    saved,
    sukaku,
    tables,
)
from nonet.formats.base import Format, Holds, IntoRules, Line, Record
from nonet.formats.boards import ANY_RULES, spelling_of
from nonet.formats.sniffing import guess, peek
from nonet.formats.source import Source, check_path, lines_of_source, lines_of_text, name_of
from nonet.formats.writing import Writer, open_for_writing, suffix_of
from nonet.puzzle import IntoPuzzle, Puzzle, as_puzzle

__all__ = [
    "FORMATS",
    "Format",
    "Holds",
    "Record",
    "Writer",
    "format",
    "parse",
    "parse_all",
    "read",
    "records",
    "sniff",
    "spelling_of",
    "write",
    "writer",
]

FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        fmt.name: fmt
        for module in (
            line,
            block,
            large,
            jigsaw,
            saved,
            pencilmarks,
            sukaku,
            hodoku,
            lists,
            tables,
        )
        for fmt in module.FORMATS
    }
)
"""All formats by name."""


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise UnknownFormat(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]


# -- reading --------------------------------------------------------------------------------------


def parse(text: str | IntoPuzzle, *, format: str | None = None, rules: IntoRules = None) -> Puzzle:
    """Return the one puzzle in a text, whatever its format; a nested list or another board is accepted, too.

    ``rules`` are the rules of a board whose text does not say them: `Rules`, or words such as "2x3" or "diagonals"
    (see `nonet.variants.parse_rules`). Without them they are the usual ones of the size; a board of 6x6, 8x8, 10x10 …
    has no such.

    >>> parse("[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0]," + "[0,0,0,0,0,0,0,0,0]," * 7 + "]")
    Puzzle('53..7....6..195..................................................................')
    >>> parse("1..2....3....4..").rules.box_rows, parse("." * 35 + "6", rules="2x3").rules
    (2, Rules(box_rows=2, box_columns=3))

    Raises `ParseError` if there is no puzzle, or more than one, and where the text says other rules than the caller.
    """
    if not isinstance(text, str):
        return as_puzzle(text, rules=rules)
    found = list(_records(lines_of_text(text), format, rules))
    puzzles = [record for record in found if record.puzzle is not None]
    if len(puzzles) > 1:
        raise ParseError(
            f"one puzzle is wanted, here are {len(puzzles)};"
            " parse_all() and read() take any number",
            text=puzzles[1].text,
            line=puzzles[1].line,
        )
    return _puzzle(next((record for record in found if record.error is not None), found[0]))


def parse_all(text: str, *, format: str | None = None, rules: IntoRules = None) -> list[Puzzle]:
    """Return all puzzles in a text; ``rules`` are as for `parse`.

    >>> len(parse_all("1" + "." * 80 + "\\n" + "2" + "." * 80))
    2
    """
    return [_puzzle(record) for record in _records(lines_of_text(text), format, rules)]


@overload
def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise"] = "raise",
    rules: IntoRules = None,
) -> Iterator[Puzzle]: ...


@overload
def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["yield"],
    rules: IntoRules = None,
) -> Iterator[Puzzle | ParseError]: ...


def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise", "yield"] = "raise",
    rules: IntoRules = None,
) -> Iterator[Puzzle] | Iterator[Puzzle | ParseError]:
    """Yield the puzzles of a file one by one; ``rules`` are as for `parse`.

    ``source`` is a path, ``"-"`` for standard input, an open file (text or binary), or an iterable
    of lines. A file compressed with gzip is known by its first bytes. With ``errors="yield"`` a
    record that cannot be read yields its `ParseError` in its place and reading goes on; an error
    that ends the file (it is empty, binary, cut off) is then the last thing that is yielded.

    >>> list(read(["." * 80 + "7", "." * 80], errors="yield"))[1].column
    81
    """
    found = records(source, format=format, errors=errors, rules=rules)
    return map(_either, found)


def records(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise", "yield"] = "yield",
    rules: IntoRules = None,
) -> Iterator[Record]:
    """Yield a `Record` for each place of a file: puzzle or error, line number, and text."""
    if errors not in ("raise", "yield"):
        raise ValueError(f"errors is 'raise' or 'yield', not {errors!r}")
    name = name_of(source)
    if format is not None:
        _named(format)
    if isinstance(source, (str, os.PathLike)) and name != "<stdin>":
        check_path(source)
    return _placed_records(source, format, errors == "raise", name, rules)


def _placed_records(
    source: Source, format: str | None, strict: bool, name: str | None, rules: IntoRules
) -> Iterator[Record]:
    """Yield records whose errors know the file; the error that ends a file is a record as well."""
    try:
        for record in _records(lines_of_source(source), format, rules):
            if record.error is not None:
                record.error.source = record.error.source or name
                if strict:
                    raise record.error
            yield record
    except ParseError as error:
        error.source = error.source or name
        if strict:
            raise
        yield Record(None, error, error.line or 1, error.text)


def _records(lines: Iterator[Line], name: str | None, rules: IntoRules) -> Iterator[Record]:
    """Yield the records of numbered lines; raise what ends the reading."""
    if name is None:
        head, lines = peek(lines)
        name = guess(head, FORMATS)[0]
    fmt = _named(name)
    if fmt.reader is None:
        raise UnknownFormat(f"nonet writes the format {name!r} but does not read it")
    empty = True
    for record in fmt.reader(lines, rules):
        empty = False
        if record.error is not None:
            record.error.format = name
        yield record
    if empty:
        raise ParseError(f"there is no puzzle in it (read as {name!r})", format=name)


def _either(record: Record) -> Puzzle | ParseError:
    assert record.puzzle is not None or record.error is not None
    return record.puzzle if record.puzzle is not None else record.error  # type: ignore[return-value]


def _puzzle(record: Record) -> Puzzle:
    if record.puzzle is None:
        assert record.error is not None
        raise record.error
    return record.puzzle


def sniff(head: str) -> Format:
    """Return the format of a text of which this is the beginning.

    Raises `UnknownFormat`, which says what was looked for or, if something comes near, what is
    wrong with it.

    >>> sniff("." * 81).name, sniff("quizzes,solutions\\n" + "0" * 81 + "," + "1" * 81).name
    ('line', 'csv')
    >>> try:
    ...     sniff("5" * 80)
    ... except UnknownFormat as error:
    ...     print(error.reason)
    no format fits; nearest is 'line', but 81 cells are needed, here are 80
    """
    lines = list(lines_of_text(head))
    name, sure = guess(lines, FORMATS)
    if sure:
        return FORMATS[name]
    try:
        problem = next(record.error for record in _records(iter(lines), name, ANY_RULES))
    except ParseError as error:
        problem = error
    if problem is None:
        return FORMATS[name]
    raise UnknownFormat(
        f"no format fits; nearest is {name!r}, but {problem.reason}",
        text=problem.text,
        line=problem.line,
    )


# -- writing --------------------------------------------------------------------------------------


def format(puzzle: Puzzle, name: str = "line", **options: object) -> str:
    """Return one puzzle as text, without a line end behind it.

    Options depend on the format: ``blank=`` for the sign of an empty cell (line, grid, boxed,
    sukaku, sukaku-table), ``comment=False`` (line, sukaku), ``delimiter=`` (csv, sheet),
    ``columns=`` and ``header=`` (csv). Raises `PuzzleError` if the format cannot hold the puzzle.

    >>> format(parse("." * 80 + "7"), "sdm")[-3:]
    '007'
    """
    return _started(_named(name), options)(puzzle)


def _started(fmt: Format, options: Mapping[str, object]) -> Callable[[Puzzle], str]:
    if fmt.start is None:
        raise UnknownFormat(f"nonet reads the format {fmt.name!r} but does not write it")
    convert = fmt.start(**options)

    def checked(puzzle: Puzzle) -> str:
        fmt.check(puzzle)
        return convert(puzzle)

    return checked


def writer(handle: IO[str] | IO[bytes], name: str = "line", **options: object) -> Writer:
    """Return a `Writer` that puts puzzles into an open file one by one.

    >>> import io
    >>> out = io.StringIO()
    >>> with writer(out, "sdm") as to:
    ...     to.write(parse("." * 80 + "7"))
    >>> out.getvalue()[-4:]
    '007\\n'
    """
    fmt = _named(name)
    return Writer(handle, fmt, _started(fmt, options))


def write(
    puzzles: Iterable[Puzzle] | Puzzle,
    destination: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    format: str | None = None,
    **options: object,
) -> int:
    """Write puzzles to a file as they come, and return how many there were.

    ``destination`` is a path, ``"-"`` for standard output, or an open file. Without ``format`` the
    suffix of the path decides (``top.csv.gz`` is a compressed CSV file); without a suffix it is
    "line". If a puzzle does not fit, `PuzzleError` is raised; what came before it is in the file.
    """
    if format is None:
        suffix = suffix_of(destination)
        fitting = [fmt.name for fmt in FORMATS.values() if suffix in fmt.suffixes and fmt.can_write]
        if suffix and not fitting:
            known = " ".join(suffix for fmt in FORMATS.values() for suffix in fmt.suffixes)
            raise UnknownFormat(f"no format goes with {suffix!r}; give format=, or one of {known}")
        format = fitting[0] if fitting else "line"
    fmt = _named(format)
    convert = _started(fmt, options)
    with open_for_writing(destination) as handle, Writer(handle, fmt, convert) as out:
        for puzzle in [puzzles] if isinstance(puzzles, Puzzle) else puzzles:
            out.write(puzzle)
    return out.count
