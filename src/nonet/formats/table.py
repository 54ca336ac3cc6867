"""The table of the formats: each is in the module of its family, which is loaded when somebody asks for the format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from nonet.base.errors import UnknownFormat
from nonet.formats.base import Format

__all__ = ["ASKED", "FORMATS", "format_named"]

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
    "opensudoku",
    "html",
    "killer-long",
    "f-puzzles",
    "solo",
    "samurai",
    "gnome",
    "iss",
    "killer-map",
    "sudokupad",
    "latex",
    "minizinc",
    "killer",
    "sudokuwiki",
    "sudoku-coach",
    "sudokumaker",
    "penpa",
    "matlab",
    "puzz.link",
    "game",
    "nested-json",
    "link",
    "sumocue",
    "hodoku",
    "jsonl",
    "integers",
    "json",
    "yaml",
    "sukaku-table",
    "sdk",
    "ss",
    "list",
    "sheet",
    "pm-marked",
    "pm",
    "jigsaw",
    "sukaku",
    "bank",
    "gsf",
    "boxed",
    "grid",
    "csv",
    "line",
    "susser",
)
"""The formats that can be recognised, in the order in which they are asked.

A format whose spelling cannot be mistaken comes first; "line", which takes any sign for a blank, nearly last.
"""


def format_named(name: str) -> Format:
    """Return the format of a name; raise `UnknownFormat` if there is none."""
    if name not in FORMATS:
        raise UnknownFormat(f"unknown format {name!r}; known formats: {', '.join(FORMATS)}")
    return FORMATS[name]
