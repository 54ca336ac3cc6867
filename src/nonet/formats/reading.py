"""From text and files to puzzles: `parse` for one puzzle, `read` for a file of any size."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Literal, overload

from nonet.base.digit_sets import digits_text
from nonet.base.errors import ParseError, UnknownFormat
from nonet.base.packed import NOT_UTF_8
from nonet.formats.base import Format, IntoRules, Line, Record
from nonet.formats.json_lines import read_json
from nonet.formats.mixed import read_mixed
from nonet.formats.own_digits import OWN_FORMATS, read_own_lines
from nonet.formats.sniffing import EMPTY, guess, guess_of_file, only_format, peek
from nonet.formats.source import Source, check_path, lines_of_source, lines_of_text, name_of
from nonet.formats.table import FORMATS, format_named
from nonet.formats.tables import read_csv
from nonet.formats.values import size_of
from nonet.puzzle import Board, Givens, IntoPuzzle, Position, Puzzle, as_puzzle
from nonet.puzzle.model import Model
from nonet.rules import ANY_RULES
from nonet.rules.variants import own_digits_in

_MOST_HELD = 1000

__all__ = ["parse", "parse_all", "parse_model", "read", "records", "sniff", "with_long_lines"]


def parse(
    text: str | IntoPuzzle,
    *,
    format: str | None = None,
    rules: IntoRules = None,
    givens: Givens | None = None,
) -> Board:
    """Return the one puzzle in a text of any format, or the position on it; a nested list or another board, too.

    A text with placed digits or removed candidates is a `Position`. ``givens`` says of the filled cells what the text
    does not: all are givens ("filled"), or it is not known which are ("unknown").

    ``rules`` are the rules of a board whose text does not show them: `Rules`, or words such as "2x3" or "diagonals"
    (see `nonet.variants.parse_rules`). Without them a board has the usual rules of its size. A board of 6x6, 8x8,
    10x10 … has no usual rules.

    >>> parse("[[5,3,0,0,7,0,0,0,0],[6,0,0,1,9,5,0,0,0]," + "[0,0,0,0,0,0,0,0,0]," * 7 + "]")
    Puzzle('53..7....6..195..................................................................')
    >>> parse("1..2....3....4..").rules.box_rows, parse("." * 35 + "6", rules="2x3").rules
    (2, Rules(box_rows=2, box_columns=3))

    Raises `ParseError` if there is no puzzle or more than one, or if the text shows other rules than the caller gives.
    """
    if isinstance(text, Position) and rules is None:
        return _known(text, givens)
    if not isinstance(text, str):
        return _known(as_puzzle(text, rules=rules), givens)
    try:
        return _known(_one_of(_records_of_text(text, format, rules)), givens)
    except (ParseError, UnknownFormat):  # the name may look like cells
        if not os.path.isfile(text):
            raise
    reason = f"expected a puzzle, found the name of a file; use nonet.read({text!r})"
    raise UnknownFormat(reason, text=text)


def _one_of(records: Sequence[Record]) -> Board:
    """Return the only board of some records."""
    puzzles = [record for record in records if record.board is not None]
    if len(puzzles) > 1:
        raise ParseError(
            f"expected one puzzle, found {len(puzzles)}; parse_all() and read() take any number",
            text=puzzles[1].text,
            line=puzzles[1].line,
        )
    return _board(next((record for record in records if record.error), records[0]))


def _known(board: Board, givens: Givens | None) -> Board:
    """Return a board with what a person says of its givens."""
    return board if givens is None else Position.of(board).with_givens(givens)


def parse_all(
    text: str,
    *,
    format: str | None = None,
    rules: IntoRules = None,
    givens: Givens | None = None,
) -> list[Board]:
    """Return all puzzles in a text, and positions on puzzles; ``rules`` and ``givens`` are as for `parse`.

    >>> len(parse_all("1" + "." * 80 + "\\n" + "2" + "." * 80))
    2
    """
    records = _records_of_text(text, format, rules)
    return [_known(_board(record), givens) for record in records]


def parse_model(text: str, *, format: str | None = None, rules: IntoRules = None) -> Model:
    """Return the one board in a text as a `Model`: a puzzle of any format, or a board that is not a puzzle.

    >>> parse_model(".Shape~4x4~0-3.~R1C1_0").digits, dict(parse_model("." * 80 + "7").givens)
    (range(0, 4), {'r9c9': frozenset({7})})
    """
    records = _records_of_text(text, format, rules)
    boards = [record for record in records if record.board is not None or record.model is not None]
    if len(boards) > 1:
        reason = f"expected one board, found {len(boards)}"
        raise ParseError(reason, text=boards[1].text, line=boards[1].line)
    if not boards:
        return Model.of(Puzzle(_board(records[0])))  # raises its error
    return boards[0].model or Model.of(Puzzle(_board(boards[0])))


@overload
def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise"] = "raise",
    rules: IntoRules = None,
    givens: Givens | None = None,
) -> Iterator[Board]: ...


@overload
def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["yield"],
    rules: IntoRules = None,
    givens: Givens | None = None,
) -> Iterator[Board | ParseError]: ...


def read(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise", "yield"] = "raise",
    rules: IntoRules = None,
    givens: Givens | None = None,
) -> Iterator[Board] | Iterator[Board | ParseError]:
    """Yield the puzzles of a file, and positions on puzzles, one by one; ``rules`` and ``givens`` are as for `parse`.

    ``source`` is a path, ``"-"`` for standard input, an open file (text or binary), or an iterable of lines. A file
    compressed with gzip is recognised by its first bytes. With ``errors="yield"`` a bad record yields its `ParseError`
    in its place, and reading continues. An error that ends the file (it is empty, binary or cut off) is yielded last.

    >>> list(read(["." * 80 + "7", "." * 80], errors="yield"))[1].column
    81
    """
    found = map(_either, records(source, format=format, errors=errors, rules=rules))
    if givens is None:
        return found
    return (each if isinstance(each, ParseError) else _known(each, givens) for each in found)


def records(
    source: Source,
    *,
    format: str | None = None,
    errors: Literal["raise", "yield"] = "yield",
    rules: IntoRules = None,
    column: str | None = None,
    ignored: bool = False,
) -> Iterator[Record]:
    """Yield a `Record` for each place of a file: puzzle or error, line number, and text.

    ``column`` names the column of the puzzles in a table (CSV or JSON lines). ``ignored`` yields also the lines that
    are not puzzles, such as the title above a table.
    """
    if errors not in ("raise", "yield"):
        raise ValueError(f"errors must be 'raise' or 'yield', got {errors!r}")
    name = name_of(source)
    if format is not None:
        format_named(format)
    if isinstance(source, (str, os.PathLike)) and name != "<stdin>":
        check_path(source)
    placed = _placed_records(source, format, errors == "raise", name, rules, column)
    return placed if ignored else _without_ignored(placed)


def _without_ignored(records: Iterable[Record]) -> Iterator[Record]:
    return (record for record in records if not record.is_ignored)


def _placed_records(
    source: Source,
    format: str | None,
    strict: bool,
    name: str | None,
    rules: IntoRules,
    column: str | None,
) -> Iterator[Record]:
    """Yield records whose errors name the file; the error that ends a file is a record, too."""
    reported, long = list[int](), list[Record]()
    try:
        lines = lines_of_source(source, reported, long)
        for record in with_long_lines(_everything(lines, format, rules, column, name), long):
            if reported:
                yield Record(None, None, reported.pop(), "", doubts=(NOT_UTF_8,))
            if record.error is not None:
                if strict:
                    raise record.error
                record = record.at(source=name)
            yield record
    except ParseError as error:
        placed = error.at(source=name)
        if error.reason == EMPTY and isinstance(rules, str):
            cells = (size_of(rules) or 9) ** 2
            hint = f"rules need a board: an empty one is {cells} dots"
            placed = placed.with_reason(f"{error.reason}; {hint}")
        if strict:
            raise placed from None
        yield Record(None, placed, error.line or 1, error.text)


def _records_of_text(text: str, name: str | None, rules: IntoRules) -> list[Record]:
    """Return the boards and errors in a text; raise the error that ends the reading."""
    long: list[Record] = []
    records = _everything(lines_of_text(text, long), name, rules)
    return list(_without_ignored(with_long_lines(records, long)))


def with_long_lines(records: Iterable[Record], long: list[Record]) -> Iterator[Record]:
    """Yield records, and in their places the errors of lines that are too long, which no reader of lines sees."""
    empty = True
    try:
        for record in records:
            while long and long[0].line < record.line:
                yield long.pop(0)
            empty = False
            yield record
    except ParseError:
        if not (empty and long):
            raise
    yield from long


def _everything(
    lines: Iterator[Line],
    name: str | None,
    rules: IntoRules,
    column: str | None = None,
    source: str | None = None,
) -> Iterator[Record]:
    """Yield the records of numbered lines, with those of lines that are ignored."""
    if rules not in (None, ANY_RULES) and (own := own_digits_in(rules)) is not None:
        yield from _with_own_digits(lines, own, name, rules, column)
        return
    if name is None and column is None:
        yield from _recognised(lines, rules, source)
        return
    if name is None:
        head, lines = peek(lines)
        name = table_format(head)
    yield from _by_format(name, lines, rules, column)


def _with_own_digits(
    lines: Iterator[Line],
    digits: Sequence[int],
    name: str | None,
    rules: IntoRules,
    column: str | None,
) -> Iterator[Record]:
    """Yield the records of a text whose digits the caller names: cells alone, or a format that has rules of its own."""
    head, lines = peek(lines)
    if name is None and column is not None:
        name = table_format(head)
    if name is None:
        with suppress(UnknownFormat):
            format, sure = guess(head)
            name = format if format in OWN_FORMATS and sure else None
    if name in OWN_FORMATS:
        yield from _by_format(name, lines, rules, column)
        return
    if name not in (None, "line", "grid"):
        raise UnknownFormat(
            f"the format {name!r} is read with the digits 1 to its size only, and the rules say"
            f" digits:{digits_text(digits)}; use lines of cells, {', '.join(OWN_FORMATS)}"
        )
    empty = True
    for record in read_own_lines(lines, digits, rules):
        empty = False
        yield record
    if empty:
        raise ParseError("found no puzzle")


def _by_format(
    name: str, lines: Iterator[Line], rules: IntoRules, column: str | None = None
) -> Iterator[Record]:
    """Yield the records that the reader of a format finds."""
    fmt = format_named(name)
    if fmt.reader is None:
        raise UnknownFormat(f"nonet writes {name!r} but does not read it")
    empty = True
    records = fmt.reader(lines, rules) if column is None else _of_column(name, lines, rules, column)
    for record in records:
        empty = empty and record.is_ignored
        yield record if record.error is None else record.placed(format=name)
    if empty:
        raise ParseError(f"found no puzzle (read as {name!r})", format=name)


def _recognised(lines: Iterator[Line], rules: IntoRules, source: str | None) -> Iterator[Record]:
    """Yield the records of a text that shows its format, or has several."""
    head, lines = peek(lines)
    if (only := only_format(head, source)) is not None:
        yield from _by_format(only, lines, rules)
        return

    @functools.cache
    def nearest() -> tuple[str, UnknownFormat | None]:
        """Return the format that the text comes near; used only where no board is found."""
        try:
            return guess_of_file(head, source), None
        except UnknownFormat as error:
            return "", error

    held: list[Record] | None = []  # errors before the first board, perhaps of a text that has none
    for form, record in read_mixed(lines, rules):
        if record.error is not None:
            record = record.placed(format=form)
            if held is not None and len(held) < _MOST_HELD and nearest()[1] is not None:
                held.append(record)
                continue
        if held is not None:
            yield from held
            held = None
        yield record
    if held is None:
        return
    name, problem = nearest()
    rows = (each for each in held if each.error and each.error.format == "grid")
    lone = sum("\n" not in each.text for each in rows)  # rows alone are hardly boards
    if problem is not None and lone == len(held):
        raise problem
    yield from held or _by_format(name, iter(head), rules)


def table_format(head: list[Line]) -> str:
    """Return the format of a table that begins like this: JSON lines or CSV."""
    first = next((text for _, text in head if text.strip()), "")
    return "jsonl" if first.lstrip().startswith("{") else "csv"


def _of_column(name: str, lines: Iterator[Line], rules: IntoRules, column: str) -> Iterator[Record]:
    """Yield the records of a table whose puzzles are in a column with a name."""
    if name not in ("csv", "jsonl"):
        raise UnknownFormat(f"expected a table, CSV or JSON lines, for a column; got {name!r}")
    return (read_csv if name == "csv" else read_json)(lines, rules, column)


def _either(record: Record) -> Board | ParseError:
    assert record.board is not None or record.error is not None
    return record.board if record.board is not None else record.error  # type: ignore[return-value]


def _board(record: Record) -> Board:
    if record.board is None:
        assert record.error is not None
        raise record.error
    return record.board


def sniff(head: str) -> Format:
    """Return the format of a text that begins like this.

    Raises `UnknownFormat`, which says what was expected, or what is wrong if a format comes near.

    >>> sniff("." * 81).name, sniff("quizzes,solutions\\n" + "0" * 81 + "," + "1" * 81).name
    ('line', 'csv')
    >>> try:
    ...     sniff("5" * 80)
    ... except UnknownFormat as error:
    ...     print(error.reason)
    no format fits; the nearest is 'line': expected 81 cells, found 80; write . or 0 for each empty cell
    """
    lines = list(lines_of_text(head))
    problem: ParseError | None = None
    try:
        name, sure = guess(lines)
    except UnknownFormat as error:
        name, sure, problem = "line", False, error
    if sure:
        return FORMATS[name]
    for form, record in read_mixed(lines, ANY_RULES):
        if record.board is not None:
            return FORMATS[form]
    if problem is not None:
        raise problem
    try:
        problem = next(
            record.error for record in _without_ignored(_everything(iter(lines), name, ANY_RULES))
        )
    except ParseError as error:
        problem = error
    if problem is None:
        return FORMATS[name]
    raise UnknownFormat(
        f"no format fits; the nearest is {name!r}: {problem.reason}",
        text=problem.text,
        line=problem.line,
    )
