"""Write the tables of the web app that follow from the kinds of constraints.

    .venv/bin/python scripts/kinds_js.py

It writes js/board/looks.js (the strokes and shapes of constraints) and js/set/kind_rows.js (the kinds that can be
placed on the board, and what the order of cells means). A test compares them with the classes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nonet.generating.shapes import drawable
from nonet.render.looks import CHOICE, OUTLINES
from nonet.rules.constraints import Constraint, fields, kinds
from nonet.rules.constraints.looks import badges, bulbs, frames, lines
from nonet.rules.constraints.marks import Legend, mark_json
from nonet.rules.variants import parse_rules

STATIC = Path(__file__).parents[1] / "src" / "nonet" / "web" / "static"


def shown(look: Any) -> Any:
    """Return a look as data, without what the page does not need."""
    if isinstance(look, tuple) and hasattr(look, "_asdict"):
        unseen = ("role", "place", "color", "thickness")
        return {name: shown(value) for name, value in look._asdict().items() if name not in unseen}
    return list(map(shown, look)) if isinstance(look, tuple) else look


def looks_js() -> str:
    """Return js/board/looks.js."""

    tables: dict[str, tuple[str, Mapping[str, Any]]] = {
        "LINES": ("{family: string, strokes: Stroke[], head: boolean}", lines()),
        "BULBS": (
            '{family: string, strokes: Stroke[], level: number, shape: "round" | "diamond"}',
            bulbs(),
        ),
        "OUTLINES": (
            "{family: string, inset: number, stroke: Stroke, area: string}",
            OUTLINES,
        ),
        "BADGES": ("{path: string, filled: boolean}", badges()),
        "FRAMES": ("string", frames()),
    }
    parts = []
    for name, (kind, table) in tables.items():
        rows = "".join(f"  {role}: {json.dumps(shown(look))},\n" for role, look in table.items())
        parts.append(
            f"/** @type {{Record<string, {kind}>}} */\nexport const {name} = {{\n{rows}}};\n"
        )
    return """/**
 * What a constraint looks like: the strokes and shapes of every role of a mark, distinct without colours.
 *
 * scripts/kinds_js.py writes this file from the looks of the kinds, which nonet.rules.constraints.looks explains.
 */

/** @typedef {{tone: string, width: number, dash: string, cap: string}} Stroke */

""" + "\n".join([*parts, f"export const CHOICE = {CHOICE}; // the opacity of what need not hold\n"])


# -- the kinds of the palette ---------------------------------------------------------------------

CELLS = {
    "cells": ["r1c1", "r1c2", "r2c1"],
    "path": ["r1c1", "r1c2", "r1c3", "r1c4"],
    "cell": ["r1c1"],
    "pair": ["r1c1", "r1c2"],
    "square": ["r1c1", "r1c2", "r2c1", "r2c2"],
}
"""Cells for each gesture whose drawing follows from the marks of a kind; those of the others are made by the page."""

GROUPS = [["r1c1", "r1c2"], ["r3c1", "r3c2"]]
VALUE = "4"
NUMBERS = (fields.Number, fields.OptionalNumber, fields.Total, fields.DigitList)


def gesture_of(kind: type[Constraint]) -> str:
    """Return how the cells of a kind are chosen, which its fields say."""
    places = [field for field in kind.parameters.values() if field.is_place]
    names = {type(field) for field in places}
    if fields.LineName in names:
        return "sides" if fields.SideName in names else "line"
    if fields.Direction in names:
        return "diagonal"
    if fields.Areas in names:
        return "groups"
    areas = [field for field in places if isinstance(field, fields.Area)]
    if not areas:
        return "cell"
    if len(areas) > 1:
        return "pill"
    if fields.OneCell in names:
        return "path"  # the first cell, and the others
    if areas[0].most:
        return "pair" if areas[0].most == 2 else "square"
    return "path" if isinstance(areas[0], fields.Path) else "cells"


def value_of(kind: type[Constraint]) -> str:
    """Return whether a number is typed."""
    assert kind.palette is not None
    found = [field for field in kind.parameters.values() if isinstance(field, NUMBERS)]
    if not found or not kind.palette.typed:
        return ""
    return "required" if any(field.is_required for field in found) else "optional"


def text_of(kind: type[Constraint], flag: str) -> str:
    """Return the notation, with the names of what is chosen in braces."""
    form, parts = kind.in_notation, list[str]()
    cells = [field for field in form if isinstance(field, (fields.OneCell, fields.Area))]
    names = ["cells"] if len(cells) == 1 else ["pill", "tail"]
    if len(cells) == 2 and isinstance(cells[0], fields.OneCell):
        names = ["first", "rest"]
    for field in form:
        if isinstance(field, fields.Flag):
            parts += [field.name] * (field.name == flag)
        elif isinstance(field, NUMBERS):
            parts += ["{value}"] * bool(value_of(kind))
        else:
            name = names[cells.index(field)] if field in cells else field.name
            parts.append(f"{{{name}}}")
    return f"{kind.word}:{'='.join(parts)}"


def most_of(kind: type[Constraint]) -> int | None:
    """Return how many cells a kind has at most, None if there is no such number."""
    places = [field for field in kind.parameters.values() if field.is_place]
    most = [
        1 if isinstance(each, fields.OneCell) else getattr(each, "most", None) for each in places
    ]
    return None if None in most else sum(filter(None, most))


def marks_of(gesture: str, text: str, most: int | None) -> list[dict[str, Any]]:
    """Return the marks of a notation, with which of the chosen cells each has; none where the page makes them."""
    cells = CELLS.get(gesture, [])[:most]
    if not cells and gesture != "groups":
        return []
    groups = "/".join(map("".join, GROUPS))
    chosen = {"value": VALUE, "cells": "".join(cells), "groups": groups}
    chosen |= {"first": "".join(cells[:1]), "rest": "".join(cells[1:])}
    [each] = (rules := parse_rules(text.format(**chosen))).constraints
    alike: dict[str, list[list[str]]] = {}
    for mark in each.marks(rules.space):
        if not isinstance(mark, Legend):  # a draft has no sentence
            shown = mark_json(mark)
            own = [shown.pop("cell")] if "cell" in shown else shown.pop("cells")
            if shown.get("label") == VALUE:
                shown["label"] = "{value}"
            alike.setdefault(json.dumps(shown), []).append(own)
    return [
        json.loads(m) | {"cells": pick} for m, own in alike.items() for pick in picks(own, cells)
    ]


def picks(own: list[list[str]], cells: Sequence[str]) -> list[str]:
    """Return which of the chosen cells marks have that are alike but for them."""
    if own == GROUPS:
        return ["groups"]
    if own == [[cell] for cell in cells]:
        return ["each"]
    known = {tuple(cells): "all", tuple(cells[:1]): "first", tuple(cells[-1:]): "last"}
    return [known[tuple(found)] for found in own]


def row_of(kind: type[Constraint], flag: str) -> dict[str, Any]:
    """Return what the page knows of a kind; with a flag it is a kind of its own there."""
    gesture, text = gesture_of(kind), text_of(kind, flag)
    return {
        "word": kind.word,
        "id": f"{flag}_{kind.word}" if flag else kind.word,
        "gesture": gesture,
        "value": value_of(kind),
        "total": any(isinstance(f, fields.Total) for f in kind.parameters.values()),
        "text": text,
        "marks": marks_of(gesture, text, most_of(kind)),
    }


def kind_rows_js() -> str:
    """Return js/set/kind_rows.js."""
    placed = [(kind.palette, kind) for kind in kinds().values() if kind.palette]
    placed.sort(key=lambda pair: pair[0].place)
    groups: dict[str, list[str]] = {"areas": [], "lines": [], "dots": [], "outside": []}
    for palette, kind in placed:
        if palette.group in groups:
            flags = ["", palette.also] if palette.also else [""]
            groups[palette.group] += (json.dumps(row_of(kind, flag)) for flag in flags)
    rows = "".join(
        f"  {group}: [\n" + "".join(f"    {row},\n" for row in found) + "  ],\n"
        for group, found in groups.items()
    )
    chosen = [kind for palette, kind in placed if palette.group in groups]
    # "Greater" is enough for two unequal neighbours.
    orderless = [k.word for k in chosen if k.order == "any" or gesture_of(k) == "pair"]
    reversible = [k.word for k in chosen if k.order == "either"]
    switches = [kind.word for palette, kind in placed if palette.group == "whole"]
    drawn = [kind.word for _, kind in placed if kind.word in drawable()]
    return f"""/**
 * The kinds of constraints that can be placed on the board, in the order of the palette: how each is placed, how it is
 * written, and which of the chosen cells its marks have. Where there are no marks, kinds.js makes them.
 *
 * scripts/kinds_js.py writes this file from the classes of nonet.constraints.
 */

/** @typedef {{{{mark: string, role: string, label?: string, cells: string}}}} RowMark */
/** @typedef {{import("./kinds.js").Gesture}} Gesture */
/** @typedef {{"" | "optional" | "required"}} Value whether a number is typed */
/** @typedef {{{{word: string, id: string, gesture: Gesture, value: Value, total: boolean,
 *   text: string, marks: RowMark[]}}}} Row `total`: numbers such as 10-12, too
 */

/** @type {{Record<"areas" | "lines" | "dots" | "outside", Row[]>}} */
export const ROWS = {{
{rows}}};

/** The kinds for the whole board, each with a switch. */
export const SWITCHES = {json.dumps(switches)};

/** Kinds whose cells may be written in any order. */
export const ORDERLESS = {json.dumps(orderless)};

/** Lines that mean the same from their other end. */
export const REVERSIBLE = {json.dumps(reversible)};

/** Kinds of which new clues can be added to a puzzle. */
export const DRAWN = {json.dumps(drawn)};
"""


FILES = {"js/board/looks.js": looks_js, "js/set/kind_rows.js": kind_rows_js}


def main() -> None:
    for name, text in FILES.items():
        (STATIC / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
