"""Write the constants of Python that the page needs: profiles, difficulties, options of verbs, forms of files.

    .venv/bin/python scripts/engine_data.py

The core names techniques by number and takes profiles as numbers; the tables of js/engine/data.js are those of
`nonet.steps`. js/engine/verbs_table.js has what `nonet.web.verbs` declares, js/play/offered.js what Play offers by
name, js/game/form.js how moves and save files are written, and js/many/form.js how files of puzzles are. A test
compares the files with them; after a change there, write them again.

A new constant is an entry in the function that writes its file, or in a new one in `FILES`. What follows from kinds of
constraints is written by `kinds_js.py`, colours and shapes by `theme_css.py`, types of answers by `answer_types.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nonet.base.column_names import PUZZLE_NAMES, SOLUTION_NAMES
from nonet.base.digits import BLANKS
from nonet.base.options import Seed, Whole, options_of
from nonet.game import moves, saves
from nonet.game.game import LARGEST
from nonet.generating import SYMMETRIES
from nonet.generating.layouts import VARIANTS
from nonet.steps import PROFILES, profile
from nonet.steps.difficulty import BANDS
from nonet.steps.profiles import SEARCHES
from nonet.web.answering import PAGE_SECONDS
from nonet.web.requests import fields_of
from nonet.web.verbs import VERBS

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"
_HEAD = """\
// The profiles and difficulties of nonet.steps, for the engine in the page. scripts/engine_data.py writes this file.

"""


def _lines(name: str, about: str, value: Any) -> str:
    """Return a constant with as many entries on a line as fit."""
    items, lines = [json.dumps(item, ensure_ascii=False) for item in value], [""]
    for item in items:
        if len(lines[-1]) + len(item) > 116:
            lines.append("")
        lines[-1] += f"{item}, "
    body = "\n".join(f"  {line.rstrip()}" for line in lines)
    return f"/** {about} */\nexport const {name} = [\n{body}\n];\n"


def _profile(name: str) -> tuple[dict[str, Any], list[tuple[int, int]]]:
    """Return the kind of a profile as the core expects it, and pairs of technique and rating."""
    order = profile(name)
    scale = 1 if order.counts_points else 100
    rows = [(row.technique, round(row.rating * scale)) for row in order.rows]
    numbers = [(kind.index, rating) for kind, rating in rows if kind.is_classic]
    kind = {"countsPoints": order.counts_points, "searches": SEARCHES.index(order.searches)}
    return kind, numbers


def data_js() -> str:
    """Return js/engine/data.js."""
    # The core has that of Sudoku Explainer, and that of Sukaku Explainer has searches that the core of the page leaves
    # out (NONET_CLASSIC).
    profiles = {name: _profile(name) for name in PROFILES if name not in ("se", "sukaku")}
    bands = [(band.name, band.low, band.high, band.minimal) for band in BANDS]
    parts = [
        _lines(
            "BANDS",
            "Name, least and most ER, whether new puzzles are minimal."
            " @type {[string, number, number, boolean][]}",
            bands,
        ),
    ]
    for name, (kind, rows) in profiles.items():
        about = (
            f"The profile {name}: number of a technique, and its rating in"
            f" {'points' if kind['countsPoints'] else 'hundredths'}. @type {{[number, number][]}}"
        )
        parts.append(_lines(f"{name.upper()}_ROWS", about, rows))
    rows_of = ""
    for name, (kind, _) in profiles.items():
        facts = ", ".join(f"{key}: {json.dumps(value)}" for key, value in kind.items())
        rows_of += f"  {name}: {{ {facts}, rows: {name.upper()}_ROWS }},\n"
    parts.append(
        "/** The profiles by name, null for that of the core; `searches` is the number of the way to search steps. */\n"
        f"export const PROFILES = {{\n  se: null,\n{rows_of}}};\n"
    )
    return _HEAD + "\n".join(parts)


_FORM_HEAD = """\
// How moves and save files are written, as nonet.game declares it. scripts/engine_data.py writes this file.

"""


_VERBS_HEAD = """\
// The verbs as nonet.web.verbs and the options that their requests have declare them, for the page. It needs no more of
// its engine than this. scripts/engine_data.py writes this file.

/**
 * The seconds in which the page answers. Of what its engine answers also the fields of requests, and the least and the
 * most of numbers in them, and the default or 0.
 * @type {Record<string, {seconds: number, fields?: string[], limits?: Record<string, [number, number, number]>}>}
 */
"""
IN_PAGE = (
    *("read", "solve", "count", "violations", "hint", "all_steps", "steps", "rate"),
    *("generate", "inspect"),
)
"""What the engine answers of classic boards."""
_SOME_FIELDS = ("generate",)  # whose module says which of them it knows


def verbs_js() -> str:
    """Return js/engine/verbs_table.js."""
    rows = ""
    for name, verb in VERBS.items():
        facts = [f"seconds: {verb.seconds:g}"]
        if name in IN_PAGE and name not in _SOME_FIELDS:
            facts.append(f"fields: {json.dumps(fields_of(verb.fields))}")
        if name in IN_PAGE and (limits := _limits(verb.fields)):
            facts.append(f"limits: {{ {limits} }}")
        rows += f"  {name}: {{ {', '.join(facts)} }},\n"
    python = "\n/** The seconds of every verb in nonet's Python in the page. */\n"
    return (
        f"{_VERBS_HEAD}export const VERBS = {{\n{rows}}};\n"
        f"{python}export const PYTHON_SECONDS = {PAGE_SECONDS:g};\n"
    )


def _limits(group: Any) -> str:
    found = []
    for name, option in options_of(group).items():
        if isinstance(option, Whole) and not isinstance(option, Seed):
            limits = [option.least, option.asked, option.default or 0]
            found.append(f"{name}: {json.dumps(limits)}")
    return ", ".join(found)


_OFFERED_HEAD = """\
// What Play offers for a new puzzle, as nonet.generating and nonet.steps declare it. scripts/engine_data.py writes this
// file.

"""


_NAMES = tuple(band.name for band in BANDS)
LEVELS = {
    "classic": _NAMES,
    "2x2": _NAMES[:1],
    "2x3": ["easy", "hard", "expert"],
    **dict.fromkeys(("2x4", "3x4", "4x4", "5x5", "diagonals"), _NAMES),
    "windoku": ["easy", "hard", "expert", "extreme"],
    **dict.fromkeys(VARIANTS, ("hard",)),
    **dict.fromkeys(("thermo", "arrow"), _NAMES[1:]),
    **dict.fromkeys(("killer", "kropki", "xv"), ("medium", "hard")),
    **dict.fromkeys(("whispers", "renban"), ("hard", "extreme")),
}
"""The boards that Play offers, and the difficulties of which a puzzle is found in two seconds or less."""


def offered_js() -> str:
    """Return js/play/offered.js."""
    parts = {
        "DIFFICULTIES": ("From easy to hard.", _NAMES),
        "LEVELS": (
            "The boards, and the difficulties in which they are made. @type {Record<string, string[]>}",
            LEVELS,
        ),
        "SYMMETRIES": ("Of the cells that are given.", list(SYMMETRIES)),
        "VARIANTS": ("Kinds of constraints that the server lays on a board.", list(VARIANTS)),
    }
    return _OFFERED_HEAD + _constants(parts)


def form_js() -> str:
    """Return js/game/form.js."""
    patterns = ("digit", moves._DIGIT), ("mark", moves._MARK), ("candidate", moves._CANDIDATE)
    tokens = "".join(
        f"  {name}: /^{each.pattern}$/,\n" for name, each in (*patterns, ("line", moves._LINE))
    )
    constants = {
        "COLOURS": ("The number of colours for cells and candidates.", moves.COLOURS),
        "LARGEST": ("The largest board that can be played.", LARGEST),
        "SIGNS": ("The sign before the number of a mark.", moves._SIGN_OF),
        "KEYS": ("The fields of a save file.", saves.KEYS),
        "PUZZLE_KEYS": ("The fields of the puzzle in it.", saves.PUZZLE_KEYS),
    }
    return (
        f"{_FORM_HEAD}/** How a token is written. */\nexport const TOKENS = {{\n{tokens}}};\n\n"
        + _constants(constants)
    )


_MANY_HEAD = """\
// How files of many puzzles are written, as nonet.base declares it. scripts/engine_data.py writes this file.

"""


def many_js() -> str:
    """Return js/many/form.js."""
    constants = {
        "BLANKS": ("Characters that mean an empty cell.", BLANKS),
        "NAMES": ("Names of the column with the puzzle, the surest first.", PUZZLE_NAMES),
        "SOLUTIONS": ("Names of a column that never has it.", SOLUTION_NAMES),
    }
    return _MANY_HEAD + _constants(constants)


def _constants(constants: Mapping[str, tuple[str, Any]]) -> str:
    """Return constants by name, each with what it is about."""
    return "\n".join(
        f"/** {about} */\nexport const {name} = {json.dumps(value)};\n"
        for name, (about, value) in constants.items()
    )


FILES = {
    "js/engine/data.js": data_js,
    "js/game/form.js": form_js,
    "js/many/form.js": many_js,
    "js/engine/verbs_table.js": verbs_js,
    "js/play/offered.js": offered_js,
}


if __name__ == "__main__":
    for name, text in FILES.items():
        (STATIC / name).write_text(text(), encoding="utf-8")
