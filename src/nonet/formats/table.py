"""The table of the formats: each is in the module of its family, which is loaded when somebody asks for the format.

A new format
============

1. A `Format` in a module of `src/nonet/formats/`: reader, writer, example, suffixes, what it loses. The class
   describes each part; `rated.py` is the one to start from, `hodoku.py` for a format of positions. `FAMILIES` in
   `formats/table.py` has its name and that of its module.
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

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module

from nonet.base.errors import UnknownFormat
from nonet.formats.base import Format
from nonet.puzzle import Board
from nonet.puzzle.errors import PuzzleError

__all__ = ["ASKED", "FORMATS", "format_named", "keeping"]

FAMILIES = {
    "line": "line sdm",
    "rated": "bank gsf",
    "grids": "grid boxed",
    "large": "hex integers",
    "jigsaw": "jigsaw sumocue",
    "samurai": "samurai",
    "saved": "sdk ss",
    "pencilmarks": "pm pm-marked",
    "opensudoku": "opensudoku",
    "gnome": "gnome",
    "ksudoku": "ksudoku",
    "sukaku": "sukaku sukaku-table",
    "hodoku": "hodoku susser",
    "lists": "list",
    "matrices": "latex minizinc matlab",
    "html": "html",
    "iss": "iss",
    "killer": "killer killer-long",
    "cage_maps": "killer-map",
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
"""The modules, and the names of their formats."""


class _Formats(Mapping[str, Format]):
    """Formats by name; whoever reads lines and tables only needs few of the modules."""

    def __init__(self) -> None:
        self._families = {name: family for family in FAMILIES for name in FAMILIES[family].split()}
        self._loaded: dict[str, Format] = {}

    def __getitem__(self, name: str) -> Format:
        if name not in self._loaded:
            module = import_module(f"nonet.formats.{self._families[name]}")
            self._loaded |= {fmt.name: fmt for fmt in module.FORMATS}
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._families)

    def __len__(self) -> int:
        return len(self._families)


FORMATS: Mapping[str, Format] = _Formats()
"""All formats by name."""

ASKED = (
    "opensudoku", "ksudoku", "html", "killer-long", "f-puzzles", "solo", "samurai", "gnome", "iss",
    "killer-map", "sudokupad", "latex", "minizinc", "killer", "sudokuwiki", "sudoku-coach",
    "sudokumaker", "penpa", "matlab", "puzz.link", "game", "nested-json", "link", "sumocue",
    "hodoku", "jsonl", "integers", "json", "yaml", "sukaku-table", "sdk", "ss", "list", "sheet",
    "pm-marked", "pm", "jigsaw", "sukaku", "bank", "gsf", "boxed", "grid", "csv", "line",
    "susser",
)  # fmt: skip
"""The formats that can be recognised, in the order in which they are asked.

A format whose spelling cannot be mistaken comes first; "line", which takes any sign for a blank, nearly last.
"""


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
