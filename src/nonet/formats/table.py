"""The table of the formats: one row for each, from the module of its family."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from nonet.base.errors import UnknownFormat
from nonet.formats import (
    cage_maps,
    coach,
    f_puzzles,
    games,
    gnome,
    grids,
    hodoku,
    html,
    iss,
    jigsaw,
    json_lines,
    killer,
    large,
    line,
    links,
    lists,
    matrices,
    nested_json,
    opensudoku,
    pencilmarks,
    penpa,
    pzpr,
    rated,
    samurai,
    saved,
    sheets,
    solo,
    sudokumaker,
    sudokupad,
    sudokuwiki,
    sukaku,
    tables,
    written,
)
from nonet.formats.base import Format

__all__ = ["ASKED", "FORMATS", "format_named"]

_FAMILIES = (
    line,
    rated,
    grids,
    large,
    jigsaw,
    samurai,
    saved,
    pencilmarks,
    opensudoku,
    gnome,
    sukaku,
    hodoku,
    lists,
    matrices,
    html,
    iss,
    killer,
    cage_maps,
    games,
    json_lines,
    tables,
    sheets,
    f_puzzles,
    sudokupad,
    sudokuwiki,
    coach,
    solo,
    pzpr,
    sudokumaker,
    penpa,
    links,
    written,
    nested_json,
)

FORMATS: Mapping[str, Format] = MappingProxyType(
    {fmt.name: fmt for family in _FAMILIES for fmt in family.FORMATS}
)
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
