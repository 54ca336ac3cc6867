"""The table of the formats: a row for each, in the order in which they are tried; modules are loaded on first use.

A new format
============

1. A `Format` in a module of `src/nonet/formats/`: reader, writer, example, suffixes, what it loses. The class
   describes each part; copy `rated.py`, and read `docs/new-format.md` for a format with a value for each
   cell, which a `BoardBuilder` collects. Its `Clues` recognise it; without them it is read only where it is named. Let
   the clue `line` claim also damaged texts: then its reader says what is wrong, and not that of `line`.
2. A row in `ROWS`, before each format that would accept its text (one with a prefix of its own anywhere before
   `jigsaw`), with the marks that every text of it has, and its name in `LISTED`. A format that few people bring is a
   plug-in, with a call in `formats/rare/__init__.py` instead of a row.
3. A sample in `tests/data/formats/`, with its row in `TABLE` of `tests/test_formats.py`. The laws of
   `test_formats_laws.py` try each format with classic boards, or it is in `OF_OTHER_BOARDS` there; it belongs in the
   lists of the laws about positions, and of those about sizes in `test_formats_sizes_laws.py`, if it holds them.
   Damaged texts are in `test_bad_text` of `test_formats_errors.py`, texts with other things around a board in `FORMS`
   of `test_formats_mixed.py`.
4. A row in `docs/formats.md`, and the number of formats in `README.md`.

`pytest tests/test_formats.py` says what is missing; then the laws of `tests/test_formats*.py` take a
minute. Another delimiter of tables is not a format (`delimiter_of` in `formats/table_start.py` chooses it), and another
suffix of tables belongs in `TABLES` of `src/nonet/tables/texts.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from operator import itemgetter
from typing import Literal, NamedTuple

from nonet.base.column_names import PUZZLE_NAMES
from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import UnknownFormat
from nonet.formats.base import Clues, Format, Head, IntoRules, Line, Record
from nonet.formats.text import is_comment
from nonet.puzzle import Board
from nonet.puzzle.errors import PuzzleError

__all__ = [
    "FORMATS",
    "FORMS_OF_ROWS",
    "ROWS",
    "Row",
    "clues_of",
    "format_named",
    "format_of_line",
    "keeping",
    "marked",
    "nearest",
    "plug_in",
    "read_by",
]


class Row(NamedTuple):
    """The module of a format in this package, and its marks: what every text of it has. Without them it is not tried.

    ``line`` begins a line that shows the format by itself. ``text`` is anywhere in lines that show it together, without
    the space around each. Boards of a format with ``rows`` are rows, which may be between boards of other forms, and
    the mark is anywhere in them. All are regular expressions; None says that no line shows it, no lines together, or
    that its boards are not rows.
    """

    module: str
    line: str | None = None
    text: str | None = None
    rows: str | None = None


_NAMES = rf'(?:^|[,;\t"]) *(?i:{"|".join(PUZZLE_NAMES)}) *(?:$|[,;\t"])|"|^sep='
"""The header of a table, or quotes, in which a board may have any spelling."""

_BOARDS = (
    r"(?<![^\s,;#])(?=[^\s,;#]{16})[^\w\s,;#]*[\w.]|(?:^|[,;\t])(?:[^,;\t\n]{81}(?:$|[,;\t])"
    r"|[^,;\t\n]{199}| *[^\s,;]{2,36}(?: +[^\s,;]{2,36})+ *(?:$|[,;\t]))"
)
"""A board in a column: a long run, as many signs as it has cells, a long text, or rows with spaces between them."""

_COLUMNS = r"\t[^\n\t]*\t[^\n\t]*\t|,[^\n,]*,[^\n,]*,|;[^\n;]*;[^\n;]*;"
"""Three tabs, commas or semicolons on a line, which separate the four cells of the smallest row."""

_GROUPS = r"^[^\S\n|]*(?:\|[^\S\n|]*)*(?:[^\s|]{4,36}(?:[^\S\n]|\||$)+){4,36}$|^.{80}"
"""A line of groups of candidates as wide as the smallest board, or as long as a row of a classic one."""

ROWS = {
    "opensudoku": Row("opensudoku", text="<opensudoku"),
    "ksudoku": Row("ksudoku", text="<ksudoku"),
    "html": Row("html", text=r"(?i:<table[\s>])"),
    "killer-long": Row("killer", r"\s*3x3:", r"^3x3:"),
    "f-puzzles": Row("f_puzzles", r"\s*(?:fpuzzles|N4Ig|\{)|(?i:.*puzzles)", r"^\{"),
    "solo": Row("solo", r"(?i:\s*\d\d?(?:x\d|[a-z]*j)|.*solo)"),
    "samurai": Row("samurai", text=r"\A(?:[^\n]*\n){20}"),
    "gnome": Row("gnome", r"\s*\{", '"cells"'),
    "iss": Row("iss", r"\s*\.[A-Z~]", r"^\.[A-Z~]"),
    "sudokupad": Row("sudokupad", r"\s*(?:scl|ctc|scf|\{)|(?i:.*(?:sudokupad|crackingthecryptic))"),
    "latex": Row("matrices", text=r"\\begin\{"),
    "killer": Row("killer", r"(?=.*[<>^])\s*\S{81}"),
    "sudokuwiki": Row(
        "sudokuwiki", r"\s*[A-Za-z][0-9A-Za-z][A-Za-z][0-9A-Za-z]{78}|(?i:.*sudokuwiki)"
    ),
    "sudoku-coach": Row("coach", r"\s*SCv\d|.*sudoku\.coach"),
    "sudokumaker": Row("sudokumaker", r"\s*\{|.*sudokumaker", '"formatVersion"'),
    "penpa": Row("penpa", r"(?i:.*penpa)"),
    "puzz.link": Row("pzpr", r"(?i:.*(?:puzz\.link|pzv\.jp|pzplus|pzpr|pedros\.works))"),
    "game": Row("games", r"\s*\{", '"nonet"'),
    "nested-json": Row("nested_json", r"\s*[\[{]", r"^[\[{]"),
    "link": Row("links", r"\s*(?:[<>]*(?:(?i:https?://)|[\w.-]+(?::\d+)?[/?#])|\w[^\n:]*:)"),
    "sumocue": Row("jigsaw", r"\s*SumoCueV1="),
    "hodoku": Row("hodoku", r"\s*:", "^:"),
    "jsonl": Row("json_lines", r'\s*[{"]', r"^\{"),
    "integers": Row("large", text=""),
    "json": Row("written", text=r"^\{"),
    "yaml": Row("written", text=r"^\w[\w -]*:(?:\s|$)"),
    "sukaku-table": Row("sukaku", text="", rows=_GROUPS),
    "sdk": Row("saved", text=r"^(?:#[ADCBSLU]|\[)"),
    "ss": Row("saved", text=r"^\*-{11}\*"),
    "list": Row("lists", text=""),
    "sheet": Row("sheets", text="", rows=_COLUMNS),
    "pm-marked": Row("pencilmarks", text="", rows="<"),
    "pm": Row("pencilmarks", text="", rows=""),
    "jigsaw": Row("jigsaw", r"\s*[^\s#,;]{16}", "", rows=""),
    "sukaku": Row("sukaku", r"\s*\S.{99}", ".{700}"),
    "bank": Row("rated", r"\s*[0-9a-f]{12} "),
    "boxed": Row("grids", text="", rows=""),
    "grid": Row("grids", text="", rows=""),
    "csv": Row("tables", r"(?=.{17}).*[,;\t]", f"{_NAMES}|{_BOARDS}"),
    "line": Row("line", r".{37}", ""),
    "sdm": Row("line"),
}
"""The formats in the order in which they are tried; those of `nonet.formats.rare` are added below.

One whose spelling cannot be mistaken comes first; "line", which takes any sign for a blank, nearly last.
"""

LISTED = (
    "line", "sdm", "bank", "gsf", "grid", "boxed", "hex", "integers", "jigsaw", "sumocue",
    "samurai", "sdk", "ss", "pm", "pm-marked", "opensudoku", "gnome", "ksudoku", "sukaku",
    "sukaku-table", "hodoku", "susser", "list", "latex", "minizinc", "matlab", "html", "iss",
    "killer", "killer-long", "killer-map", "game", "jsonl", "csv", "sheet", "f-puzzles",
    "sudokupad", "sudokuwiki", "sudoku-coach", "solo", "puzz.link", "sudokumaker", "penpa",
    "link", "json", "yaml", "nested-json",
)  # fmt: skip
"""The formats in the order in which they are shown; others come last."""

FORMS_OF_ROWS = tuple(name for name, row in ROWS.items() if row.rows is not None)
"""The formats whose boards are rows, in their order."""


class _Formats(Mapping[str, Format]):
    """Formats by name; a reader of lines and tables only needs few of the modules."""

    def __init__(self) -> None:
        self.modules = {name: f"nonet.formats.{row.module}" for name, row in ROWS.items()}
        self._loaded: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name not in self._loaded:
            module = import_module(self.modules[name])
            self._loaded |= {fmt.name: fmt for fmt in module.FORMATS}
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*LISTED, *(name for name in self.modules if name not in LISTED)])

    def __len__(self) -> int:
        return len(self.modules)


FORMATS: _Formats = _Formats()
"""All formats by name."""


def clues_of(name: str) -> Clues:
    """Return the clues of a format that can be recognised."""
    clues = FORMATS[name].recognise
    assert clues is not None
    return clues


@functools.cache
def marked(
    part: Literal["line", "text", "rows"],
) -> tuple[tuple[str, Callable[[str], object]], ...]:
    """Return the names of the formats with a mark of a line, of a text or of rows, each with what looks for it."""
    flags = re.DOTALL if part == "line" else re.MULTILINE
    marks = [(name, getattr(row, part)) for name, row in ROWS.items()]
    patterns = [(name, re.compile(mark, flags)) for name, mark in marks if mark is not None]
    return tuple((name, each.match if part == "line" else each.search) for name, each in patterns)


def plug_in(
    name: str,
    module: str,
    *,
    line: str | None = None,
    text: str | None = None,
    before: str = "opensudoku",
) -> None:
    """Add the format of this name that is in the ``FORMATS`` of a module, of nonet or of another package.

    The module is loaded when the format is needed: by its name, or for a text with its marks ``line`` or ``text``,
    regular expressions as in `nonet.formats.table.Row`. It is tried before another format, first or, for "", last.
    """
    rows = list(ROWS.items())
    place = list(ROWS).index(before) if before else len(rows)
    rows.insert(place, (name, Row(module, line, text)))
    ROWS.clear()
    ROWS.update(rows)
    FORMATS.modules[name] = module
    marked.cache_clear()
    format_of_line.cache_clear()


def read_by(name: str, lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Yield what the reader of a format finds in some lines; an error names the format that it speaks of."""
    reader = FORMATS[name].reader
    assert reader is not None
    for record in reader(iter(lines), rules):
        yield record if record.error is None else record.at(format=name)


def nearest(names: Iterable[str], head: Head) -> tuple[int, str]:
    """Return which of some formats a text that none of them reads was meant to have, and how likely: 0 to 100."""
    near = [(name, clue) for name in names if (clue := clues_of(name).near)]
    return max([(clue(head), name) for name, clue in near], key=itemgetter(0), default=(0, ""))


@functools.lru_cache(maxsize=16)  # the reader of lines asks again
def format_of_line(text: str) -> str | None:
    """Return the name of the format that a line shows by itself, None if it could be of several.

    >>> format_of_line("." * 81), format_of_line("53..7...."), format_of_line('{"puzzle": "53..7"}')
    ('line', None, 'jsonl')
    """
    if PLAIN_BOARD.fullmatch(text.strip()):
        return "line"  # as most are
    for name, has_mark in marked("line"):
        if has_mark(text):
            shows = clues_of(name).line
            if shows is not None and shows(text) and not is_comment(text, FORMATS[name].comments):
                return name
    return None


def format_named(name: str) -> Format:
    """Return the format of a name; raise `UnknownFormat` if there is none."""
    if name not in FORMATS:
        raise UnknownFormat(f"unknown format {name!r}; known formats: {', '.join(FORMATS)}")
    return FORMATS[name]


def keeping(puzzle: Board, names: Iterable[str]) -> Iterator[str]:
    """Yield which of the formats of these names can write the puzzle, as they find out by trying.

    >>> from nonet import Puzzle
    >>> greater = Puzzle("." * 81, rules="3x3 greater:r1c1r1c2")
    >>> list(keeping(greater, ["f-puzzles", "iss", "jsonl"]))
    ['iss', 'jsonl']
    """
    for name in names:
        fmt = FORMATS[name]
        try:
            if fmt.start is not None and fmt.holds.problem(puzzle) is None:
                fmt.start()(fmt.part_of(puzzle))
                yield name
        except PuzzleError:
            continue


import_module("nonet.formats.rare")  # which calls `plug_in`
