"""Sudoku in every format: `parse` and `format` for text, `read` and `write` for files.

A file is read as a stream, whatever its size, and its format is recognised from its first lines. Nothing is repaired:
text that is not a puzzle is a `ParseError` with line and column. What a format cannot hold is in its row of `FORMATS`.
Each family of formats has one module.

>>> from nonet.formats import format, parse
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

from typing import TYPE_CHECKING as _TYPE_CHECKING

from nonet.base.lazy import lazy as _lazy

if _TYPE_CHECKING:
    from nonet.formats.base import Clues, Format, Head, Holds, Record
    from nonet.formats.reading import parse, parse_all, parse_model, read, records, sniff
    from nonet.formats.table import FORMATS, plug_in
    from nonet.formats.values import spelling_of
    from nonet.formats.writing import Writer, format, write, writer

__all__ = [
    "FORMATS",
    "Clues",
    "Format",
    "Head",
    "Holds",
    "Record",
    "Writer",
    "format",
    "parse",
    "parse_all",
    "parse_model",
    "plug_in",
    "read",
    "records",
    "sniff",
    "spelling_of",
    "write",
    "writer",
]

# Tables need few of the modules. scripts/lazy_names.py writes them.
__getattr__, __dir__ = _lazy(
    __name__,
    {
        "base": ("Clues", "Format", "Head", "Holds", "Record"),
        "reading": ("parse", "parse_all", "parse_model", "read", "records", "sniff"),
        "table": ("FORMATS", "plug_in"),
        "values": ("spelling_of",),
        "writing": ("Writer", "format", "write", "writer"),
    },
)
