"""The table of the formats: each is in the module of its family, which is loaded when somebody asks for the format.

A new format
============

1. A `Format` in a module of `src/nonet/formats/`: reader, writer, example, suffixes, what it loses. The class
   describes each part; `rated.py` is the one to start from, `hodoku.py` for a format of positions. `FAMILIES` in
   `formats/table.py` has its name and that of its module. A format that few people bring is a plug-in: see
   `formats/rare/__init__.py`, whose rows have all that is said of `FAMILIES` and `ASKED` here.
2. Its `Clues`, which recognise it. A suffix chooses the format of an output, never of an input: a format without
   clues is read only where it is named. `ASKED` in `formats/table.py` has its name before each format that would
   accept its text; `line` accepts any blank character. Let the clue `line` claim every text with the beginning of
   the format, also a damaged one: then its reader says what is wrong, and not that of `line`. A reader that
   gets a value for each cell hands them to a `BoardBuilder` (`docs/new-format.md` has a complete one), which makes
   the puzzle or the position; `holds` says what of one can be written.
3. Its comment character, if it is not `#`, twice: in the `Format` and in its reader (`each_line`).
4. A sample in `tests/data/formats/` (the puzzle of the other samples), with its row in `TABLE` of
   `tests/test_formats.py`. A format without clues has none.
5. Its name in the lists of the laws that hold for it: `test_law_givens` and `test_law_many` in
   `tests/test_formats.py` (in `tests/test_formats_sizes.py` if it holds other sizes), for positions
   `test_law_positions`; damaged texts in `test_bad_text` of `tests/test_formats_errors.py`, and it between others
   in `FORMS` of `tests/test_formats_mixed.py`.
6. A row in `docs/formats.md`, with what it says of a position in the paragraphs below the table, and the number of
   formats in `README.md`.

`pytest tests/test_formats.py -k "not law"` says what is missing; then the laws of `tests/test_formats*.py` take a
minute. A format with a prefix of its own may stand anywhere before `jigsaw` in `ASKED`.

A grid with another delimiter is the format `sheet`. Another delimiter of tables is no format: `delimiter_of` in
`formats/table_start.py` chooses it by the first row. Another suffix of tables belongs in `TABLES` of
`src/nonet/tables/texts.py`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from operator import itemgetter
from typing import Literal, NamedTuple, TypeVar

from nonet.base.column_names import PUZZLE_NAMES
from nonet.base.digits import PLAIN_BOARD
from nonet.base.errors import UnknownFormat
from nonet.formats.base import Clues, Format, Head
from nonet.formats.rare import PLUG_INS, PlugIn
from nonet.formats.text import is_comment
from nonet.puzzle import Board
from nonet.puzzle.errors import PuzzleError

__all__ = [
    "ASKED",
    "FORMATS",
    "FORMS_OF_ROWS",
    "clues_of",
    "format_named",
    "format_of_line",
    "keeping",
    "marked",
    "nearest",
    "plug_in",
]

FAMILIES = {
    "line": "line sdm",
    "rated": "bank",
    "grids": "grid boxed",
    "large": "integers",
    "jigsaw": "jigsaw sumocue",
    "samurai": "samurai",
    "saved": "sdk ss",
    "pencilmarks": "pm pm-marked",
    "opensudoku": "opensudoku",
    "gnome": "gnome",
    "ksudoku": "ksudoku",
    "sukaku": "sukaku sukaku-table",
    "hodoku": "hodoku",
    "lists": "list",
    "matrices": "latex",
    "html": "html",
    "iss": "iss",
    "killer": "killer killer-long",
    "games": "game",
    "json_lines": "jsonl",
    "tables": "csv",
    "sheets": "sheet",
    "f_puzzles": "f-puzzles",
    "sudokupad": "sudokupad",
    "sudokuwiki": "sudokuwiki",
    "coach": "sudoku-coach",
    "solo": "solo",
    "pzpr": "puzz.link",
    "sudokumaker": "sudokumaker",
    "penpa": "penpa",
    "links": "link",
    "written": "json yaml",
    "nested_json": "nested-json",
}
"""The modules, and the names of their formats; those of `nonet.formats.rare` are added below."""


_Row = TypeVar("_Row")


def _inserted(
    rows: Mapping[str, _Row], name: str, row: _Row, *, at: str, behind: bool
) -> dict[str, _Row]:
    """Return rows with one more before or behind another one, or at the end."""
    items = list(rows.items())
    items.insert(list(rows).index(at) + behind if at else len(items), (name, row))
    return dict(items)


class _Formats(Mapping[str, Format]):
    """Formats by name; whoever reads lines and tables only needs few of the modules."""

    def __init__(self) -> None:
        self._modules = {
            name: f"nonet.formats.{module}"
            for module, names in FAMILIES.items()
            for name in names.split()
        }
        self._loaded: dict[str, Format] = {}

    def add(self, name: str, module: str, after: str) -> None:
        """Add the format of a module behind another one, or last."""
        self._modules = _inserted(self._modules, name, module, at=after, behind=True)

    def __getitem__(self, name: str) -> Format:
        if name not in self._loaded:
            module = import_module(self._modules[name])
            self._loaded |= {fmt.name: fmt for fmt in module.FORMATS}
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


FORMATS: _Formats = _Formats()
"""All formats by name."""


class Mark(NamedTuple):
    """What every text of a format has, at a glance: only a text that has it is asked about further.

    ``line`` begins a line that shows the format by itself. ``text`` is anywhere in lines that show it together, without
    the space around each. Both are regular expressions; None says that no line shows it, or no lines together.
    ``rows`` says that its boards are rows, which may be between boards of other forms.
    """

    line: str | None = None
    text: str | None = None
    rows: bool = False


_NAMES = rf'(?:^|[,;\t"]) *(?i:{"|".join(PUZZLE_NAMES)}) *(?:$|[,;\t"])|"|^sep='
"""The header of a table, or quotes, in which a board may have any spelling."""

_BOARDS = (
    r"(?<![^\s,;#])(?=[^\s,;#]{16})[^\w\s,;#]*[\w.]|(?:^|[,;\t])(?:[^,;\t\n]{81}(?:$|[,;\t])"
    r"|[^,;\t\n]{199}| *[^\s,;]{2,36}(?: +[^\s,;]{2,36})+ *(?:$|[,;\t]))"
)
"""A board in a column: a long run, as many signs as it has cells, a long text, or rows with spaces between them."""

ASKED = {
    "opensudoku": Mark(text="<opensudoku"),
    "ksudoku": Mark(text="<ksudoku"),
    "html": Mark(text=r"(?i:<table[\s>])"),
    "killer-long": Mark(r"\s*3x3:", r"^3x3:"),
    "f-puzzles": Mark(r"\s*(?:fpuzzles|N4Ig|\{)|(?i:.*puzzles)", r"^\{"),
    "solo": Mark(r"(?i:\s*\d\d?(?:x\d|[a-z]*j)|.*solo)"),
    "samurai": Mark(text=r"\A(?:[^\n]*\n){20}"),
    "gnome": Mark(r"\s*\{", '"cells"'),
    "iss": Mark(r"\s*\.[A-Z~]", r"^\.[A-Z~]"),
    "sudokupad": Mark(r"\s*(?:scl|ctc|scf|\{)|(?i:.*(?:sudokupad|crackingthecryptic))"),
    "latex": Mark(text=r"\\begin\{"),
    "killer": Mark(r"(?=.*[<>^])\s*\S{81}"),
    "sudokuwiki": Mark(r"\s*[A-Za-z][0-9A-Za-z][A-Za-z][0-9A-Za-z]{78}|(?i:.*sudokuwiki)"),
    "sudoku-coach": Mark(r"\s*SCv\d|.*sudoku\.coach"),
    "sudokumaker": Mark(r"\s*\{|.*sudokumaker", '"formatVersion"'),
    "penpa": Mark(r"(?i:.*penpa)"),
    "puzz.link": Mark(r"(?i:.*(?:puzz\.link|pzv\.jp|pzplus|pzpr|pedros\.works))"),
    "game": Mark(r"\s*\{", '"nonet"'),
    "nested-json": Mark(r"\s*[\[{]", r"^[\[{]"),
    "link": Mark(r"\s*(?:[<>]*(?:(?i:https?://)|[\w.-]+(?::\d+)?[/?#])|\w[^\n:]*:)"),
    "sumocue": Mark(r"\s*SumoCueV1="),
    "hodoku": Mark(r"\s*:", "^:"),
    "jsonl": Mark(r'\s*[{"]', r"^\{"),
    "integers": Mark(text=""),
    "json": Mark(text=r"^\{"),
    "yaml": Mark(text=r"^\w[\w -]*:(?:\s|$)"),
    "sukaku-table": Mark(text="", rows=True),
    "sdk": Mark(text=r"^(?:#[ADCBSLU]|\[)"),
    "ss": Mark(text=r"^\*-{11}\*"),
    "list": Mark(text=""),
    "sheet": Mark(text="", rows=True),
    "pm-marked": Mark(text="", rows=True),
    "pm": Mark(text="", rows=True),
    "jigsaw": Mark(r"\s*[^\s#,;]{16}", "", rows=True),
    "sukaku": Mark(r"\s*\S.{99}", ".{700}"),
    "bank": Mark(r"\s*[0-9a-f]{12} "),
    "boxed": Mark(text="", rows=True),
    "grid": Mark(text="", rows=True),
    "csv": Mark(r"(?=.{17}).*[,;\t]", f"{_NAMES}|{_BOARDS}"),
    "line": Mark(r".{37}", ""),
}
"""The formats that can be recognised, in the order in which they are asked, with what a text of them has.

A format whose spelling cannot be mistaken comes first; "line", which takes any sign for a blank, nearly last.
"""

FORMS_OF_ROWS = tuple(name for name, mark in ASKED.items() if mark.rows)
"""The formats whose boards are rows, in their order."""


def clues_of(name: str) -> Clues:
    """Return the clues of a format that can be recognised."""
    clues = FORMATS[name].recognise
    assert clues is not None
    return clues


@functools.cache
def marked(part: Literal["line", "text"]) -> tuple[tuple[str, Callable[[str], object]], ...]:
    """Return the names of the formats with a mark of a line or of a text, each with what looks for it."""
    flags = re.DOTALL if part == "line" else re.MULTILINE
    found = [(name, getattr(mark, part)) for name, mark in ASKED.items()]
    patterns = [(name, re.compile(mark, flags)) for name, mark in found if mark is not None]
    return tuple((name, each.match if part == "line" else each.search) for name, each in patterns)


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


def plug_in(name: str, row: PlugIn) -> None:
    """Add a format that is in a module of its own, in nonet or in another package; the module is loaded when needed.

    ``nonet.formats.rare`` has rows of such formats.
    """
    FORMATS.add(name, row.module, row.after)
    if row.line is not None or row.text is not None:
        asked = _inserted(ASKED, name, Mark(row.line, row.text), at=row.before, behind=False)
        ASKED.clear()
        ASKED.update(asked)
    marked.cache_clear()
    format_of_line.cache_clear()


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


for _name, _row in PLUG_INS.items():
    plug_in(_name, _row)
