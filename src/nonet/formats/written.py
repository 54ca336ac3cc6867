"""Puzzles as people write them down: a JSON object on several lines, or YAML.

::

    title: Two cages
    givens: |
      1...
      ....
      ....
      ...2
    rules:
    - killer: {sum: 5, cells: r1c2 r1c3}

The names are those of JSON lines. ``givens`` can be rows, and can be left out: then the board is empty. Every value of
YAML is text until its place says what it is, so that ``0123`` stays four cells. Anchors and tags are errors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from nonet.base.errors import ParseError
from nonet.base.limits import shallow
from nonet.base.strict_json import Json, JsonObject, read_json_text
from nonet.base.suggestions import nearest, shown
from nonet.boards.grid import Grid
from nonet.formats.base import Clues, Format, Head, Holds, IntoRules, Line, Record, each
from nonet.formats.fields import PUZZLE_NAMES, SOLUTION_NAMES, rules_in_words
from nonet.formats.json_boards import board_of_object, check_no_rule
from nonet.formats.json_lines import position_object
from nonet.formats.pages import page_of
from nonet.formats.places import place_of, place_of_mistake, place_of_row
from nonet.formats.prose import variant_of
from nonet.formats.rule_lists import listed_rules
from nonet.puzzle import Board, Puzzle
from nonet.rules import Rules
from nonet.rules.variants import is_rule_word, jumps

__all__ = ["FORMATS", "YAML_MOST"]

YAML_MOST = 1 << 16
"""Most characters of one YAML document; PyYAML is slow, and a puzzle is short."""

_MISTAKES = {
    **dict.fromkeys(("rule", "constraint", "constraints", "variant", "variants"), "rules"),
    "given": "givens",
}
"""Names that would be info, and that a person who writes a puzzle takes for another one."""

_NAMES = (
    "givens", "puzzle", "rules", "marks", "placed", "candidates", "givens_known", "solution", "size",
)  # fmt: skip
_USUAL_INFO = ("remark", "remarks", "site", "title")
"""Names of info that are spelled nearly like those of a puzzle."""

_KEY = re.compile(r"\w[\w -]*:(?:\s|$)")
_BOARD = re.compile(r"(?:givens|marks):\s+\S")
_RULES = re.compile(r"rules:(?:[ \t]+[\w{\[]|[ \t]*\n(?:\s*-\s|[ \t]+\w+:))")
_RULE = re.compile(r":(?:[ \t]*\n)?[ \t]*(?:- |[\[{]|(?:-?\d+ *= *)?[rR]\d+[cC]\d+)")
_JSON_NAME = re.compile(r'\s*"(?:givens|marks|puzzle|rules)"\s*:')
_OTHERS = re.compile(
    rf"(?:{'|'.join(PUZZLE_NAMES)}):(?:[ \t]+[|>]\S*[ \t]*\n|[ \t]*\n[ \t]*-[ \t])"
    rf"|(?:{'|'.join(_MISTAKES)}):[ \t]*(?:[|>]\S*[ \t]*)?\n[ \t]*(?:-[ \t]+)?[\w.]"
)


# -- JSON -----------------------------------------------------------------------------------------


def read_json_file(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read one JSON object; its lines are read together."""
    whole = [line for line in lines if not line[1].lstrip().startswith("#")]
    filled = [line for line in whole if line[1].strip()]
    if filled:
        first = filled[0][0]
        text = "\n".join(text for number, text in whole if number >= first)
        yield _record(first, text, read_json_text, rules)


def _record(number: int, text: str, read: Callable[[str], Json], rules: IntoRules) -> Record:
    value: JsonObject = {}
    try:
        if not isinstance(whole := read(text), dict):
            raise ParseError(
                f"expected names with values, such as givens and rules, found {shown(whole)}",
                line=1,
            )
        value = whole
        known = {name for name in value if _is_read_variant(name, value[name])}
        for name in value:
            if name not in known and page_of(value[name]) is None:
                _check_name(name)
        lower = {name.lower() for name in value}
        if lower.isdisjoint((*PUZZLE_NAMES, "marks", "rules")):
            names = ", ".join(map(repr, list(value)[:12])) or "none"
            raise ParseError(f"expected the names 'givens' or 'rules', found {names}")
        board = board_of_object(value, rules)
        _check_size(value, board.rules.size)
        return Record(board, None, number, text, doubts=tuple(jumps(board.rules)))
    except ParseError as error:
        if error.line is None and place_of(value):
            error = error.placed(column=None)  # it counts in the text of the board
            boards = [item for name, item in value.items() if name.lower() in PUZZLE_NAMES]
            row = place_of_row(boards[0], error.text) if boards else {}
            error = error.at(
                **(row or place_of_mistake(value, error, lambda v: board_of_object(v, rules)))
            )
        return Record.bad(error.moved(lines=number - 1), number, text)


def _is_read_variant(name: str, text: Json) -> bool:
    """Whether a name of a variant, as programs save it, can be read."""
    return (
        name.lower() in ("variant", "variants")
        and isinstance(text, (str, list))
        and not variant_of({name: text})[1]
    )


def _check_name(name: str) -> None:
    """Raise `ParseError` for a name that is probably a mistake; it would be info without a word."""
    check_no_rule(name)
    word = name.strip().lower()
    meant = _MISTAKES.get(word)
    if meant is None and word not in (*_NAMES, *PUZZLE_NAMES, *SOLUTION_NAMES, *_USUAL_INFO):
        meant = nearest(word, _NAMES, 0.75)
    if meant == "size":
        raise ParseError(f"unknown name {name!r}; {_SIZE}", **place_of(name))
    if meant is not None:
        raise ParseError(f"unknown name {name!r}; did you mean {meant!r}?", **place_of(name))


def _check_size(value: JsonObject, size: int) -> None:
    """Raise `ParseError` for a size that is not that of the board; the rules say the size."""
    for name, value_found in value.items():
        if name.lower() == "size" and value_found is not None:
            text = "".join(str(value_found).lower().split())
            if text not in (str(size), f"{size}x{size}"):
                raise ParseError(
                    f"the board is {size}x{size}, but {name!r} is {shown(value_found)}; {_SIZE}",
                    **place_of(name),
                )


_SIZE = "the size is one of the rules: 2x3 means boxes of 2 rows and 3 columns"


def write_json_file(puzzle: Board) -> str:
    """Write an object over several lines, the board as rows."""
    return json.dumps(_data(puzzle), indent=2, ensure_ascii=False)


def _data(puzzle: Board) -> dict[str, object]:
    size = puzzle.rules.size
    text = puzzle.givens.text()
    data: dict[str, object] = {"givens": [text[at : at + size] for at in range(0, size**2, size)]}
    if words := rules_in_words(puzzle):
        usual = not rules_in_words(Puzzle(Grid(bytes(size**2)), rules=_shape_of(puzzle)))
        data["rules"] = listed_rules(puzzle.rules, usual=usual) if words else []
    data |= position_object(puzzle)
    info = dict(puzzle.info)
    if "solution" in info:
        data["solution"] = info.pop("solution")
    return data | ({"info": info} if info else {})


def _shape_of(puzzle: Board) -> Rules:
    rules = puzzle.rules
    return Rules(size=rules.size, regions=rules.regions)


# -- YAML -----------------------------------------------------------------------------------------


def read_yaml(lines: Iterable[Line], rules: IntoRules = None) -> Iterator[Record]:
    """Read a puzzle from each document; ``---`` separates two."""
    document: list[str] = []
    start = 1
    for number, text in lines:
        if text.rstrip() in ("---", "..."):
            yield from _document(start, document, rules)
            document, start = [], number + 1
        else:
            document.append(text)
    yield from _document(start, document, rules)


def _document(start: int, lines: list[str], rules: IntoRules) -> Iterator[Record]:
    if any(line.strip() and not line.lstrip().startswith("#") for line in lines):
        yield _record(start, "\n".join(lines), _yaml, rules)


def _yaml(text: str) -> Json:
    if len(text) > YAML_MOST:
        raise ParseError(f"expected at most {YAML_MOST} characters of YAML, found {len(text)}")
    try:
        from nonet.formats.yaml_text import read_yaml_text
    except ImportError:
        raise ParseError(
            'YAML needs more packages: pip install "nonet[yaml]", or use JSON'
        ) from None
    return shallow(read_yaml_text(text))


def write_yaml(puzzle: Board) -> str:
    """Write a document with the board in rows and a rule per line."""
    data = _data(puzzle)
    lines = ["givens: |"]
    for name, value in data.items():
        if name == "givens" and isinstance(value, list):
            lines += [f"  {row}" for row in value]
        elif name == "rules" and isinstance(value, list):
            lines += ["rules:", *(f"- {_flow(item, top=True)}" for item in value)]
        elif name == "info" and isinstance(value, dict):
            lines += [
                "info:",
                *(f"  {_scalar(key)}: {_scalar(text)}" for key, text in value.items()),
            ]
        else:
            lines.append(f"{name}: {_scalar(value)}")
    return "\n".join(lines)


_BARE = re.compile(r"[A-Za-z][A-Za-z0-9 ._/-]*[A-Za-z0-9]|[A-Za-z]|[1-9][0-9]{0,5}")


def _scalar(value: object) -> str:
    """Return a value as YAML, in quotes where it could be read as anything but this text."""
    text = value if isinstance(value, str) else json.dumps(value)
    return text if _BARE.fullmatch(text) else f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    code = ord(char)
    return (
        f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
    )


def _flow(value: object, *, top: bool = False) -> str:
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name}: {_flow(item)}" for name, item in value.items())
        return inside if top else f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return _scalar(value)


# -- the formats ----------------------------------------------------------------------------------


def _is_json_file(head: Head) -> bool:
    """Whether the lines together begin an object with a puzzle."""
    first = head.first.strip()
    names = (*PUZZLE_NAMES, "marks", "rules")
    return first.startswith("{") and any(f'"{name}"' in head.joined for name in names)


def _is_written_json(head: Head) -> bool:
    """Whether a line after the brace begins with a name of nonet: with a mistake in it, it is still such an object."""
    return head.first.strip() == "{" and any(map(_JSON_NAME.match, head.texts[1:200]))


def _is_yaml(head: Head) -> bool:
    """Whether the first line has a name, and a board or rules begin on some line as YAML has them."""
    lines = [text for text in head.texts if text.rstrip() != "---"][:200]
    if not lines or not _KEY.match(lines[0]):
        return False
    if is_rule_word(lines[0].partition(":")[0].lower()) and _RULE.search("\n".join(lines[:2])):
        return True
    if any(_BOARD.match(line) for line in lines):
        return True
    pairs = [f"{line}\n{after}" for line, after in pairwise([*lines, ""])]
    return any(_RULES.match(pair) or _OTHERS.match(pair) for pair in pairs)


_JSON_EXAMPLE = """\
{
  "givens": [
    "1...",
    "....",
    "....",
    ".32."
  ],
  "rules": [
    {
      "killer": {
        "cells": "r1c2 r1c3",
        "sum": 5
      }
    }
  ],
  "info": {
    "title": "A cage"
  }
}"""
_YAML_EXAMPLE = """\
givens: |
  1...
  ....
  ....
  .32.
rules:
- killer: {cells: r1c2 r1c3, sum: 5}
info:
  title: A cage"""

FORMATS = (
    Format(
        "json",
        "one JSON object with givens, rules and info on several lines; rules are a list",
        (".json",),
        "nothing",
        _JSON_EXAMPLE,
        read_json_file,
        each(write_json_file),
        Clues(
            sure=_is_written_json,
            likely=_is_json_file,
            near=lambda head: 95 * (head.first.strip() == "{"),
        ),
        separator=None,
        holds=Holds(marks=True, constraints=True, position="all", digits="any"),
        whole=True,
    ),
    Format(
        "yaml",
        "YAML with givens, rules and info; --- stands between two puzzles",
        (".yaml", ".yml"),
        "nothing",
        _YAML_EXAMPLE,
        read_yaml,
        each(write_yaml),
        Clues(sure=_is_yaml, near=lambda head: 60 * _is_yaml(head)),
        separator="---\n",
        holds=Holds(marks=True, constraints=True, position="all", digits="any"),
        remark="#",
        whole=True,
    ),
)
