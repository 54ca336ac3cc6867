"""What the arguments of the command line name: files, standard input, or a board itself.

An `Input` is an open source of bytes. Bytes can be put back, so that the beginning can be examined
before it is decided how to read the rest. Compression and the errors of the operating system are
handled here: each becomes a `ParseError` whose sentence can be printed as it is.
"""

from __future__ import annotations

import io
import os
import select
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from string import digits
from typing import TYPE_CHECKING, Any

from nonet.base.digit_sets import read_values
from nonet.base.digits import BLANKS
from nonet.base.errors import NonetError, ParseError, UnknownFormat
from nonet.base.filenames import shown
from nonet.base.packed import ByteStream, packing_of, unpacked
from nonet.base.suggestions import nearest
from nonet.rules.variants import own_digits_in

if TYPE_CHECKING:
    from nonet.formats.tables import Types

__all__ = [
    "Input",
    "Source",
    "Watched",
    "is_board_or_file",
    "library_input",
    "missing",
    "open_input",
    "sources_of",
]

_BOARD_SIGNS = frozenset({*BLANKS, *digits, *" +|:"})


def missing(argument: str) -> str:
    """Return what is wrong with an argument that is neither a file nor a board, and what may be meant."""
    if not argument:
        return "the argument is empty; give a file or a board"
    reason = "no such file, and this is not a board"
    if _BOARD_SIGNS.issuperset(argument):
        return f"{reason}: a classic one has 81 cells, and this has {len(argument)} characters"
    folder, name = os.path.split(argument)
    with suppress(OSError), os.scandir(folder or ".") as entries:
        near = nearest(name, (entry.name for entry in islice(entries, _LOOKED_AT)), least=0.75)
        if near is not None:
            return f"{reason}; did you mean {shown(os.path.join(folder, near))}?"
    return reason


_LOOKED_AT = 1000
"""Names of a folder among which one that is meant is looked for."""


@dataclass(frozen=True)
class Source:
    """One argument, by its name in messages: ``text`` is the puzzle itself, ``path`` that of a file.

    Without both it is standard input.
    """

    name: str
    text: str | None = None
    path: str | None = None

    @property
    def size(self) -> int | None:
        """The length of a regular file in bytes, None where it is not known."""
        with suppress(OSError, ValueError, AttributeError):
            if self.text is not None:
                return 0
            info = os.fstat(sys.stdin.fileno()) if self.path is None else os.stat(self.path)
            if stat.S_ISREG(info.st_mode):
                return info.st_size
        return None


def sources_of(
    arguments: Sequence[str], format: str | None = None, rules: str | None = None
) -> list[Source]:
    """Return the sources that arguments name; an argument that is not a file may be a board, in a ``format``.

    ``rules`` may say that a board has other digits than 1 to its size.
    """
    own = own_digits_in(rules)
    sources = []
    for number, argument in enumerate(arguments, 1):
        if argument == "-":
            sources.append(Source("<stdin>"))
        elif not os.path.exists(argument) and (
            _looks_like_board(argument, format) or (own and _has_cells(argument, own))
        ):
            name = f"<argument {number}>" if len(arguments) > 1 else "<argument>"
            sources.append(Source(name, argument))
        else:
            sources.append(Source(shown(argument), path=argument))
    return sources


def _has_cells(argument: str, digits: tuple[int, ...]) -> bool:
    """Whether a text has as many cells as a board with these digits, or as many characters."""
    try:
        count = len(read_values(argument, digits))
    except ParseError:
        count = len("".join(argument.split()))
    return count == len(digits) ** 2


def is_board_or_file(argument: str) -> bool:
    """Whether an argument names a file, standard input or a board."""
    return argument == "-" or os.path.exists(argument) or _looks_like_board(argument)


_SHORTEST = 16
"""Characters of the smallest board with boxes. Only a reader knows whether a shorter text is a board."""


def _looks_like_board(argument: str, format: str | None = None) -> bool:
    """Whether it resembles a format: 80 cells are a board with a mistake, not the name of a file."""
    if argument.lstrip()[:1] in ("[", "{"):
        return True
    if (len(argument) < _SHORTEST or format is not None) and _is_board(argument, format):
        return True
    if len(argument) < _SHORTEST:
        return False
    from nonet.formats.sniffing import guess
    from nonet.formats.source import lines_of_text

    try:
        name, sure = guess(list(lines_of_text(argument)))
    except UnknownFormat:
        return False
    except ParseError:
        return True
    return sure or name != "csv"


def _is_board(argument: str, format: str | None) -> bool:
    """Whether a reader finds a board in it."""
    from nonet.formats import records

    try:
        return any(
            record.board is not None or record.model is not None
            for record in records(io.StringIO(argument), format=format)
        )
    except NonetError:
        return False


class Input(io.RawIOBase):
    """Bytes from a source; `unread` puts some back, ``consumed`` counts the bytes of the source.

    ``format`` is their format, None where their beginning must show it; ``types`` those of the columns of a table, as
    far as they are known.
    """

    format: str | None = None
    types: Types = {}  # noqa: RUF012 - replaced, never changed

    def __init__(self, source: Any, name: str) -> None:
        self.name = name
        self.consumed = 0
        self._source = source
        self._head = b""
        self._problem: ParseError | None = None
        self._descriptor: int | None = None
        with suppress(OSError, AttributeError):
            descriptor = source.fileno()
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                self._descriptor = descriptor
                _widen(descriptor)

    def readable(self) -> bool:
        """Return True."""
        return True

    def close(self) -> None:
        """Close the source as well, but not standard input."""
        if not self.closed and self.name != "<stdin>":
            self._source.close()
        super().close()

    def unread(self, data: bytes, problem: ParseError | None = None) -> None:
        """Put bytes back, to be read next, and what went wrong behind them."""
        self._head = data + self._head
        self._problem = problem or self._problem

    def pass_line(self) -> None:
        """Read up to the end of a line, and drop it."""
        try:
            while part := self.read(1 << 16):
                if (end := part.find(b"\n")) >= 0:
                    return self.unread(part[end + 1 :])
        except ParseError as problem:
            self.unread(b"", problem)

    def beginning(self, size: int) -> tuple[bytes, ParseError | None]:
        """Return bytes up to a size, or as many as a pipe has now, and what went wrong behind them."""
        head = b""
        try:
            while len(head) < size and (more := self.read(size - len(head))):
                head += more
                if self.is_live and not self.has_more(0.02):
                    break
        except ParseError as problem:
            return head, problem
        return head, None

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with one read; 0 is the end."""
        if self._head:
            count = min(len(buffer), len(self._head))
            buffer[:count], self._head = self._head[:count], self._head[count:]
            return count
        if self._problem is not None:
            raise self._problem
        try:
            count = self._source.readinto(buffer) or 0
        except OSError as error:
            raise ParseError(error.strerror or str(error), source=self.name) from None
        self.consumed += count
        return count

    @property
    def is_live(self) -> bool:
        """Whether this is a pipe or a terminal, whose other end may wait for answers."""
        return self._descriptor is not None

    def has_more(self, patience: float) -> bool:
        """Whether more comes within ``patience`` seconds."""
        if self._descriptor is None or self._head:
            return True
        try:
            return bool(select.select([self._descriptor], [], [], patience)[0])
        except (OSError, ValueError):
            return False


class _Unpacked(Input):
    """The content of a compressed file."""

    def __init__(self, packed: Input, packing: str) -> None:
        chunks = iter(lambda: packed.read(1 << 16) or b"", b"")
        self._stream = ByteStream(unpacked(chunks, packing, source=packed.name))
        super().__init__(self._stream, packed.name)
        self._packed = packed

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer; damaged data is an error."""
        count = super().readinto(buffer)
        self.consumed = self._packed.consumed
        return count

    def close(self) -> None:
        """Close the file below as well."""
        super().close()
        self._packed.close()

    @property
    def is_live(self) -> bool:
        """Whether the file below is live."""
        return self._packed.is_live

    def has_more(self, patience: float) -> bool:
        """Whether more comes within ``patience`` seconds."""
        return bool(self._head or self._stream.pending) or self._packed.has_more(patience)


MARKS = {b"PAR1": "Parquet", b"ARROW1": "Feather", b"\x93NUMPY": "NumPy"}
"""How files begin that a library reads, and what they are called."""


def library_file(head: bytes) -> str | None:
    """Return what a file with this beginning is called if a library reads it, else None.

    >>> library_file(b"PAR1 "), library_file(b"puzzle")
    ('Parquet', None)
    """
    return next((name for mark, name in MARKS.items() if head.startswith(mark)), None)


class Watched(io.RawIOBase):
    """The bytes of an input; ``waiting`` is called before a read that may take long."""

    def __init__(self, source: Input, waiting: Callable[[], None]) -> None:
        self.name = source.name
        self._source = source
        self._waiting = waiting

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer with one read."""
        if len(buffer) and self._source.is_live and not self._source.has_more(0.02):
            self._waiting()
        return self._source.readinto(buffer)


def open_input(source: Source) -> Input:
    """Open a source and undo its compression."""
    if source.text is not None:
        return Input(io.BytesIO(source.text.encode()), source.name)
    try:
        if source.path is None:
            if sys.stdin is None:
                raise ParseError("standard input is closed", source=source.name)
            raw: Any = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
        else:
            raw = open(source.path, "rb", buffering=0)  # noqa: SIM115 - the Input closes it
    except IsADirectoryError:
        reason = "expected a file, found a directory; give the files in it"
        raise ParseError(reason, source=source.name) from None
    except FileNotFoundError:
        raise ParseError(missing(source.path or ""), source=source.name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ParseError(reason, source=source.name) from None
    opened = Input(raw, source.name)
    head = b""
    while len(head) < 6 and (more := opened.read(6 - len(head))):
        head += more
    opened.unread(head)
    if packing := packing_of(head):
        return _Unpacked(opened, packing)
    kind = library_file(head)
    return opened if kind is None else _by_path(source, opened, kind)


def library_input(source: Source) -> Input | None:
    """Open a file that a library reads, as the text of its rows; None for any other source."""
    if source.path is None or not os.path.isfile(source.path):
        return None
    with open(source.path, "rb") as file:
        if library_file(file.read(6)) is None:
            return None
    return open_input(source)


def _by_path(source: Source, opened: Input, kind: str) -> Input:
    """Open a Parquet, Feather or NumPy file, which a library reads in its own order."""
    if source.path is None:
        reason = f"{kind} from a pipe cannot be read; give the path of the file"
        raise ParseError(reason, source=source.name)
    opened.close()
    if kind == "NumPy":
        from nonet.tables.array_text import ArrayText

        lines = Input(ByteStream(ArrayText(source.path).lines()), source.path)
        lines.format = "line"
        return lines
    from nonet.tables.arrow_text import ArrowInput

    return ArrowInput(source.path, kind)


def _widen(descriptor: int) -> None:
    """Enlarge the buffer of a pipe, for fewer and larger reads."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, 1 << 20)
