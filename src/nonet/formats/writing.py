"""From puzzles to text and files, one by one: a separator between two, gzip by suffix, UTF-8 always."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from types import TracebackType
from typing import IO, Any

from nonet.base.errors import ParseError, UnknownFormat
from nonet.base.outfiles import NewFile
from nonet.formats.base import Format
from nonet.formats.table import FORMATS, format_named
from nonet.puzzle import Board, Position, Puzzle
from nonet.puzzle.errors import PuzzleError
from nonet.puzzle.model import Model

__all__ = ["Writer", "format", "open_for_writing", "suffix_of", "write", "writer"]


def format(puzzle: Board | Model, name: str = "line", **options: object) -> str:
    """Return one puzzle, or a position on it, as text, without a line end.

    Options depend on the format: ``blank=`` is the character of an empty cell (line, grid, boxed, hex, sukaku,
    sukaku-table), ``comment=False`` drops the comment (line, hex, jigsaw, sumocue, sukaku), ``delimiter=`` comes
    between cells or columns (csv, sheet), ``columns=`` and ``header=`` choose what a table shows (csv). Raises
    `PuzzleError` if the format cannot hold the puzzle.

    >>> format(Puzzle("." * 80 + "7"), "sdm")[-3:]
    '007'
    """
    return _started(format_named(name), options)(puzzle)


def _started(fmt: Format, options: Mapping[str, object]) -> Callable[[Board | Model], str]:
    if fmt.start is None:
        raise UnknownFormat(f"nonet reads {fmt.name!r} but does not write it")
    convert = fmt.start(**options)

    def checked(puzzle: Board | Model) -> str:
        fmt.check(puzzle)
        return convert(fmt.part_of(puzzle))

    return checked


def writer(handle: IO[str] | IO[bytes], name: str = "line", **options: object) -> Writer:
    """Return a `Writer` that writes puzzles to an open file one by one.

    >>> import io
    >>> out = io.StringIO()
    >>> with writer(out, "sdm") as to:
    ...     to.write(Puzzle("." * 80 + "7"))
    >>> out.getvalue()[-4:]
    '007\\n'
    """
    fmt = format_named(name)
    return Writer(handle, fmt, _started(fmt, options))


def write(
    puzzles: Iterable[Board | Model] | Board | Model,
    destination: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    format: str | None = None,
    **options: object,
) -> int:
    """Write puzzles to a file one by one, and return their number.

    ``destination`` is a path, ``"-"`` for standard output, or an open file. Without ``format`` the suffix of the path
    decides (``top.csv.gz`` is a compressed CSV file); without a suffix it is "line". Raises `PuzzleError` for a puzzle
    that does not fit. A file comes to its place when all puzzles are in it: after an error the old one is as it was.
    """
    if format is None:
        suffix = suffix_of(destination)
        fitting = [fmt.name for fmt in FORMATS.values() if suffix in fmt.suffixes and fmt.can_write]
        if suffix and not fitting:
            known = " ".join(suffix for fmt in FORMATS.values() for suffix in fmt.suffixes)
            raise UnknownFormat(f"unknown suffix {suffix!r}; give format=, or use one of {known}")
        format = fitting[0] if fitting else "line"
    fmt = format_named(format)
    convert = _started(fmt, options)
    each = [puzzles] if isinstance(puzzles, (Puzzle, Position, Model)) else puzzles
    texts = (_text(fmt, convert, puzzle, place) for place, puzzle in enumerate(each))
    with open_for_writing(destination) as handle, Writer(handle, fmt, convert) as out:
        for text in texts:
            out._add(text)
    return out.count


def _text(
    fmt: Format, convert: Callable[[Board | Model], str], puzzle: Board | Model, place: int
) -> str:
    """Return what stands for a puzzle at this place of a file, from 0; raise what makes that impossible."""
    if isinstance(puzzle, ParseError):
        raise puzzle
    if place and fmt.separator is None:
        raise PuzzleError(
            f"a {fmt.name!r} file holds one puzzle, and this is the second; write one file for each",
            puzzle=puzzle if isinstance(puzzle, Puzzle) else None,
        )
    return (str(fmt.separator) if place else "") + convert(puzzle) + "\n"


class Writer:
    """Writes puzzles to an open file one after the other; ``count`` is their number.

    It is a context manager, and leaves the file open.
    """

    def __init__(
        self,
        handle: IO[str] | IO[bytes],
        fmt: Format,
        convert: Callable[[Board | Model], str],
    ) -> None:
        self.format = fmt
        self.count = 0
        self._convert = convert
        self._handle: Any = handle
        self._bytes = isinstance(handle, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(
            getattr(handle, "mode", "")
        )

    def write(self, puzzle: Board | Model) -> None:
        """Write one puzzle; raise `PuzzleError`, and write nothing, if the format cannot hold it."""
        self._add(_text(self.format, self._convert, puzzle, self.count))

    def _add(self, text: str) -> None:
        self._handle.write(text.encode() if self._bytes else text)
        self.count += 1

    def close(self) -> None:
        """Flush the file; it stays open."""
        self._handle.flush()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def suffix_of(destination: object) -> str:
    """Return the suffix that names the format of a path or an open file, without ``.gz``.

    >>> suffix_of("top.csv.gz"), suffix_of("top"), suffix_of("-")
    ('.csv', '', '')
    """
    name = destination
    if not isinstance(name, (str, os.PathLike)):
        name = getattr(destination, "name", "")
    if not isinstance(name, (str, os.PathLike)):
        return ""
    path = PurePath(name)
    if path.suffix.lower() == ".gz":
        path = path.with_suffix("")
    return path.suffix.lower()


@contextlib.contextmanager
def open_for_writing(destination: Any) -> Iterator[Any]:
    """Open a path for text, or pass an open file on; ``"-"`` is standard output."""
    if not isinstance(destination, (str, os.PathLike)):
        if not hasattr(destination, "write"):
            kind = type(destination).__name__
            raise TypeError(f"expected a path or an open file after the puzzles, got {kind}")
        yield destination
    elif destination == "-":
        yield sys.stdout
    else:
        with NewFile(destination) as out:
            handle = io.TextIOWrapper(out, encoding="utf-8", newline="\n")
            yield handle
            handle.detach()
