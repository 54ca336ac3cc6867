"""Puzzles into files, as a stream: what stands between two, gzip by suffix, UTF-8 always."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import PurePath
from types import TracebackType
from typing import IO, Any

from nonet.errors import ParseError, PuzzleError
from nonet.formats.base import Format
from nonet.puzzle import Puzzle

__all__ = ["Writer", "open_for_writing", "suffix_of"]


class Writer:
    """Puts puzzles into an open file one after the other; ``count`` says how many.

    It works as a context manager but does not close the file, which is not its own.
    """

    def __init__(
        self, handle: IO[str] | IO[bytes], fmt: Format, convert: Callable[[Puzzle], str]
    ) -> None:
        self.format = fmt
        self.count = 0
        self._convert = convert
        self._handle: Any = handle
        self._bytes = isinstance(handle, (io.RawIOBase, io.BufferedIOBase)) or "b" in str(
            getattr(handle, "mode", "")
        )

    def write(self, puzzle: Puzzle) -> None:
        """Write one puzzle.

        Raises `PuzzleError` if the format cannot hold it; then nothing is written of it.
        """
        if isinstance(puzzle, ParseError):
            raise puzzle
        if self.count and self.format.separator is None:
            raise PuzzleError(
                f"a file of the format {self.format.name!r} holds one puzzle, this is the second",
                puzzle=puzzle,
            )
        text = self._convert(puzzle) + "\n"
        if self.count:
            text = str(self.format.separator) + text
        self._handle.write(text.encode() if self._bytes else text)
        self.count += 1

    def close(self) -> None:
        """Hand what is written to the operating system; the file stays open."""
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
    """Return the suffix that names the format: of a path or of a file's name, ``.gz`` put aside.

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
    """Open a path for text, or hand on a file that is open; ``"-"`` is standard output."""
    if not isinstance(destination, (str, os.PathLike)):
        yield destination
    elif destination == "-":
        yield sys.stdout
    elif os.fspath(destination).lower().endswith(".gz"):
        import gzip

        # Without name and time inside, the same puzzles make the same file.
        with (
            open(destination, "wb") as raw,
            gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed,
            io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as handle,
        ):
            yield handle
    else:
        with open(destination, "w", encoding="utf-8", newline="\n") as handle:
            yield handle
